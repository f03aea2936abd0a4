"""A click for what is past, from the dead, from another table: a kind answer in one's language, no effect."""

from dataclasses import dataclass

import pytest

from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.state import GameState, RaiseVote, Talk, Vote
from mafiabot.lab.trust.asking import Asker, Control, control_data, control_for, sent
from mafiabot.lab.trust.cast import Kind
from mafiabot.lab.trust.house import house
from mafiabot.lab.trust.scenes import Scene
from mafiabot.ui.answers import refusal_text
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.texts import Texts

pytestmark = pytest.mark.virtual
LOCALES = {"en": "en-US", "ru": "ru", "uk": "uk"}
PRESSED = (Action.VOTE, Action.RAISE_YES, Action.RAISE_NO, Action.SHOOT, Action.CHECK, Action.NOMINATE)
WITH_BEST_MOVE = (*PRESSED, Action.BEST_MOVE)


@dataclass(frozen=True, slots=True)
class Case:
    """`former`: of the window, the night or the floor before this one."""

    scene: Scene
    action: Action
    kind: Kind
    reason: Reason
    former: bool = False


PLAYER = Kind.LIVING
PAST = (
    Case(Scene.VOTE, Action.VOTE, PLAYER, Reason.OTHER_WINDOW, former=True),
    Case(Scene.RAISE, Action.RAISE_YES, PLAYER, Reason.OTHER_WINDOW, former=True),
    Case(Scene.RAISE, Action.VOTE, PLAYER, Reason.NO_WINDOW, former=True),
    Case(Scene.TALK, Action.VOTE, PLAYER, Reason.NO_WINDOW),
    Case(Scene.TALK, Action.RAISE_NO, PLAYER, Reason.NO_WINDOW),
    Case(Scene.SHOTS, Action.VOTE, PLAYER, Reason.NO_WINDOW),
    Case(Scene.TALK, Action.NOMINATE, Kind.SPEAKER, Reason.NOT_YOUR_FLOOR, former=True),
    Case(Scene.SHOTS, Action.NOMINATE, PLAYER, Reason.NOMINATE_ONLY_IN_SPEECH),
    Case(Scene.TALK, Action.BEST_MOVE, Kind.SPEAKER, Reason.NOT_YOUR_FLOOR),
    Case(Scene.TALK, Action.SHOOT, PLAYER, Reason.STALE_HAND),
    Case(Scene.SHOTS, Action.SHOOT, Kind.DON, Reason.STALE_HAND, former=True),
    Case(Scene.DON, Action.SHOOT, Kind.MAFIA, Reason.TOO_LATE),
    Case(Scene.TALK, Action.CHECK, Kind.SHERIFF, Reason.STALE_HAND),
    Case(Scene.SHERIFF, Action.CHECK, Kind.DON, Reason.TOO_LATE, former=True),
    Case(Scene.SHOTS, Action.CHECK, Kind.SHERIFF, Reason.TOO_EARLY, former=True),
)
ENDED = tuple(Case(Scene.ENDED, action, PLAYER, Reason.GAME_OVER) for action in WITH_BEST_MOVE)
DURING = (
    *((Scene.VOTE, Action.VOTE), (Scene.RAISE, Action.RAISE_YES), (Scene.RAISE, Action.RAISE_NO)),
    *((Scene.SHOTS, Action.SHOOT), (Scene.DON, Action.CHECK), (Scene.SHERIFF, Action.CHECK)),
)
SPOKEN = ((Scene.TALK, Action.NOMINATE), (Scene.BEST_MOVE, Action.BEST_MOVE))
DEAD = (
    *(Case(scene, action, Kind.DEAD, Reason.NOT_ALIVE) for scene, action in DURING),
    *(Case(scene, action, Kind.DEAD, Reason.NOT_YOUR_FLOOR) for scene, action in SPOKEN),
)
ELSEWHERE = tuple(Case(scene, action, Kind.STRANGER, Reason.NOT_SEATED) for scene, action in DURING + SPOKEN)


def _meant(case: Case, state: GameState) -> Control:
    meant, phase = control_for(case.action, state), state.phase
    if not case.former:
        return meant
    if isinstance(phase, Vote | RaiseVote):
        before = phase.window.window_no - 1
        return Control(arg=f"{before}.7" if case.action is Action.VOTE else f"{before}")
    if isinstance(phase, Talk):
        return Control(arg=f"{phase.floor.ordinal - 1}", values=meant.values)
    return Control(arg="1.don" if case.action is Action.CHECK else "0", values=meant.values)


@pytest.mark.parametrize("locale", LOCALES)
async def test_what_is_past_or_not_ones_own_is_refused_kindly_and_changes_nothing(locale: str) -> None:
    texts = Texts.load(strict=True)
    async with house() as made:
        asker = Asker(made.local.core, made.bot, made.channel, made.cast)
        panel = made.local.admin.post(made.channel, made.bot.user, "the panel")
        for case in (*PAST, *ENDED, *DEAD, *ELSEWHERE):
            state = (await made.put(case.scene)).state
            user = made.person(case.kind).user
            user.locale = LOCALES[locale]
            data = control_data(ControlId(state.game_id, case.action), _meant(case, state))
            answer = await sent(asker, user, data, panel)
            wanted = refusal_text(texts, locale, refuse(case.reason), None)
            assert answer.text.startswith(wanted), (case, answer.text)
            assert made.applications.made == {}, case
            kept = await made.store.load(state.game_id)
            assert kept is None or kept == state, case
        assert made.errors == []
        assert made.local.interactions.unanswered() == []


async def test_a_player_of_one_table_counts_for_nothing_at_another_of_the_same_server() -> None:
    """He sits at one and presses the other's window, whose message he can see."""
    async with house() as made:
        asker = Asker(made.local.core, made.bot, made.channel, made.cast)
        panel = made.local.admin.post(made.channel, made.bot.user, "the panel")
        state = (await made.put(Scene.VOTE)).state
        player, owner = made.person(Kind.HEIR), made.person(Kind.OWNER).user
        second = made.local.add_channel(made.guild, "second table")
        opened = await sent(asker, owner, asker.data("/mafia open", state, owner), panel, second)
        assert made.applications.made.pop(str(opened.id)), opened.text
        other = await made.store.game_in_channel(second.id, made.guild.id)
        assert other is not None
        join = control_data(ControlId(other, Action.JOIN), Control())
        joined = await sent(asker, player.user, join, panel, second)
        assert made.applications.made.pop(str(joined.id))
        vote = control_data(ControlId(state.game_id, Action.VOTE), control_for(Action.VOTE, state))
        answer = await sent(asker, player.user, vote, panel)
        assert answer.text == "You are not at this table."
        assert made.applications.made == {}
        assert await made.store.load(state.game_id) == state
