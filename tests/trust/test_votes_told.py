"""What is told of a vote: to each voter his own, to nobody a count before the decision, then every hand."""

from typing import Any

import pytest

from mafiabot.engine.state import GameState, RaiseVote, Vote
from mafiabot.lab.trust.asking import Asker, Control, control_data, control_for, sent
from mafiabot.lab.trust.cast import Kind
from mafiabot.lab.trust.house import House, house
from mafiabot.lab.trust.scenes import Scene
from mafiabot.playground.model import EPHEMERAL, Message
from mafiabot.runtime.announcements import Announcement
from mafiabot.runtime.announcements import Kind as Said
from mafiabot.ui.announce import announcement_layout
from mafiabot.ui.answers import Moment, raise_line, vote_line
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.texts import Texts
from tests.support import views
from tests.support.club import Club, club
from tests.support.layouts import text_of
from tests.support.playing import Game

pytestmark = pytest.mark.virtual
LOCALES = {"en": "en-US", "ru": "ru", "uk": "uk"}
VOTERS = (Kind.LIVING, Kind.DON, Kind.SHERIFF)
LOOKS = ("/mafia status", "/mafia history", "judge", "hand")
WAYS = ((Scene.VOTE, Action.VOTE), (Scene.RAISE, Action.RAISE_YES), (Scene.RAISE, Action.RAISE_NO))


def _asking(made: House) -> tuple[Asker, Message]:
    panel = made.local.admin.post(made.channel, made.bot.user, "the panel")
    return Asker(made.local.core, made.bot, made.channel, made.cast), panel


def _data(action: Action, state: GameState) -> Any:
    return control_data(ControlId(state.game_id, action), control_for(action, state))


# --- the receipt -----------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("scene", "action"), WAYS)
async def test_each_voter_is_told_privately_for_whom_and_when_he_voted(
    scene: Scene, action: Action, locale: str
) -> None:
    texts = Texts.load(strict=True)
    async with house() as made:
        asker, panel = _asking(made)
        state = (await made.put(scene)).state
        assert isinstance(state.phase, Vote | RaiseVote)
        window = state.phase.window
        voter = made.person(Kind.LIVING).user
        voter.locale = LOCALES[locale]
        answer = await sent(asker, voter, _data(action, state), panel)
        pressed_ms = (answer.id >> 22) + 1_420_070_400_000
        moment = Moment(pressed_ms=pressed_ms, shown_ms=window.message_ms, length_ms=window.length_ms)
        wanted = raise_line(texts, locale, action is Action.RAISE_YES, moment)
        if isinstance(state.phase, Vote):
            wanted = vote_line(texts, locale, state.phase.candidates[state.phase.index], moment)
        assert answer.text.startswith(wanted)
        assert f"<t:{pressed_ms // 1000}:T>" in answer.text
        assert answer.message is not None
        assert answer.message.payload["flags"] & EPHEMERAL


# --- before it is decided --------------------------------------------------------------------------


async def _seen(made: House, asker: Asker, panel: Message, state: GameState) -> dict[str, str]:
    """What everybody but the voters is shown, wherever he looks."""
    found = {}
    for kind in Kind:
        user = made.person(kind).user
        for deed in LOOKS:
            if kind in VOTERS:
                continue
            data = asker.data(deed, state, user)
            if deed in ("judge", "hand"):
                data = control_data(ControlId(state.game_id, Action(deed)), Control())
            answer = await sent(asker, user, data, panel)
            assert answer.message is not None
            found[f"{kind.value} {deed}"] = str(answer.message.payload["components"])
    return found


@pytest.mark.parametrize(("scene", "action"), WAYS)
async def test_nobody_is_shown_anything_of_a_vote_that_is_not_decided(scene: Scene, action: Action) -> None:
    async with house() as made:
        asker, panel = _asking(made)
        state = (await made.put(scene)).state
        before = await _seen(made, asker, panel, state)
        assert len({*before.values()}) > len(LOOKS)
        for kind in VOTERS:
            user = made.person(kind).user
            answer = await sent(asker, user, _data(action, state), panel)
            assert "was taken" in answer.text
        kept = await made.store.load(state.game_id)
        assert kept is not None
        assert kept.seq > state.seq
        assert await _seen(made, asker, panel, state) == before


def _channel(house: Club) -> list[tuple[int, str]]:
    """Every public message as it stands now, buttons included."""
    messages = house.channel.messages.items()
    return [(n, str(m.payload)) for n, m in messages if not m.payload.get("flags", 0) & EPHEMERAL]


async def test_the_channel_is_silent_until_the_window_is_decided_and_then_names_every_hand() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await game.until(lambda now: isinstance(now.phase, Vote) and now.phase.window.ends_at_ms is not None)
        before = _channel(house)
        for voter in (5, 1):
            await game.ballot(voter, 3)
        await house.seconds(1)
        assert _channel(house) == before
        await house.seconds(6)
        said = house.public()
        assert any("For **3** · Player 3: 2 votes – 1, 5." in text for text in said)
        await game.ballot(2, 4)
        await house.seconds(8)
        assert any("For **4** · Player 4: 1 vote – 2." in text for text in house.public())
        assert any("Did not vote: 3, 4, 6." in text for text in house.public())
        house.clean()


# --- when it is decided ----------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", [Said.WINDOW_RESULT, Said.RAISE_RESULT])
def test_a_result_names_every_hand_and_everybody_who_raised_none(kind: Said, locale: str) -> None:
    told = Announcement(kind=kind, seq=9, step=9, seat=3, seats=(11, 12), others=(8, 10), flag=True)
    layout = announcement_layout(Texts.load(strict=True), locale, told, views.public_view())
    text = text_of(layout)
    assert "11, 12" in text
    assert "8, 10" in text
