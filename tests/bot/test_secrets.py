"""What is secret reaches nobody before the end: no log, no audit log, no message, no pattern of requests."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
import structlog

from mafiabot.adapters import virtual_time
from mafiabot.bot.logs import set_up_logs
from mafiabot.engine.state import Night, NightStep, Role
from mafiabot.playground.controls import text_of
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

ROLE_WORDS = re.compile(r"\b(don|sheriff|civilian|mafia)\b")


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All there is to log, as `MAFIABOT_LOG=DEBUG` has it."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    handlers, level, library_level = root.handlers[:], root.level, library.level
    stream = io.StringIO()
    set_up_logs("DEBUG", "json", stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    library.setLevel(library_level)
    structlog.reset_defaults()


async def evening(game: Game, victim: int = 3) -> None:
    """Everybody presses the same, so that only the deal can make a difference."""
    await game.to_day()
    await game.play_day()
    for step in (NightStep.SHOTS, NightStep.DON, NightStep.SHERIFF):
        await game.step(step)
        for seat in range(1, 7):
            target = victim if step is NightStep.SHOTS or seat != victim else 1
            await game.open_hand(seat)
            await game.choose(seat, target)
    await game.until(lambda state: not isinstance(state.phase, Night))
    await game.house.seconds(5)


async def test_no_log_line_holds_a_role_a_seed_or_a_token(logged: io.StringIO) -> None:
    async with club() as house:
        await house.deal()
        await evening(Game(house))
        state = await house.state()
        lines = logged.getvalue()
        assert len(lines.splitlines()) > 30
        assert state.seed is not None
        assert state.seed not in lines
        assert house.bot.token not in lines
        assert not any(made.token in lines for made in house.local.interactions.all)
        for line in map(json.loads, lines.splitlines()):
            said = json.dumps({key: value for key, value in line.items() if key != "logger"})
            assert not ROLE_WORDS.search(said), said
        house.clean()


async def test_no_audit_log_reason_says_more_than_the_table() -> None:
    async with club() as house:
        await house.deal()
        await evening(Game(house))
        game_id = (await house.state()).game_id
        reasons = {edit.reason for edit in house.local.records.edits}
        assert reasons == {f"mafiabot: table {game_id}"} or len(reasons) == 1
        assert not any(ROLE_WORDS.search(str(reason)) for reason in reasons)
        house.clean()


async def test_no_public_message_ever_showed_a_role_or_the_seed() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await evening(game)
        seed = (await house.state()).seed
        public = [seen for seen in house.host.view.everything() if not seen.ephemeral]
        versions = [payload for seen in public for _, payload in seen.versions]
        assert len(versions) > 30
        for payload in versions:
            assert seed is not None
            assert seed not in json.dumps(payload)
            assert "||" not in text_of(payload)
            assert not re.search(r"\d\*\* · .*\b(don|sheriff|civilian)\b", text_of(payload))
        house.clean()


async def test_hands_are_seen_by_their_owners_only() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await evening(game)
        for person in (house.host, *house.people):
            for seen in house.shown(person):
                if "Role: ||" in text_of(seen.payload):
                    number = house.people.index(person) + 1
                    assert f"Your number is {number}" in text_of(seen.payload)
        house.clean()


def public_trace(house: Club) -> list[str]:
    """What a spectator's client received, in order, with the names of this one game taken out."""
    found = []
    for seen in house.host.view.everything():
        if not seen.ephemeral:
            found += [(at_ms, text_of(payload)) for at_ms, payload in seen.versions]
    return [f"{at_ms:.0f} {re.sub('[0-9a-f]{64}', 'HEX', text)}" for at_ms, text in sorted(found)]


def request_trace(house: Club) -> list[str]:
    return [f"{request.received_ms:.0f} {request.key}" for request in house.local.records.requests]


def edit_trace(house: Club) -> list[tuple[int, int, object]]:
    seats = {person.id: number for number, person in enumerate(house.people, 1)}
    return [(round(edit.received_ms), seats[edit.user_id], edit.mute) for edit in house.local.records.edits]


async def played(seed: int) -> tuple[tuple[Role, ...], tuple[list[object], ...]]:
    """The deal, and all that can be seen from outside."""
    async with club(seed=seed) as house:
        await house.deal()
        game = Game(house)
        await evening(game)
        house.clean()
        traces: tuple[list[object], ...] = (
            [*public_trace(house)],
            [*edit_trace(house)],
            [*request_trace(house)],
        )
        return tuple((await game.roles()).values()), traces


def test_nothing_outside_a_hand_depends_on_the_deal() -> None:
    """Two deals, the same presses, the same dead: every message, mute and request at the same moment."""
    (first_deal, first), (second_deal, second) = (virtual_time.run(played(seed)) for seed in (1, 2))
    assert first_deal != second_deal
    for one, other in zip(first, second, strict=True):
        assert len(one) > 15
        assert one == other
