"""Hands: refreshed when what is asked changes, at the same moments for every role, while a token lives."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState, Night, NightStep, Role, Talk
from mafiabot.engine.viewing import hand_view
from mafiabot.engine.views import PhaseName
from mafiabot.runtime.hands import TOKEN_LIFE_MS, TOKEN_MARGIN_MS, _asks, picture
from tests.support import builders
from tests.support.shell import GAME, Shell
from tests.support.table import Table

pytestmark = pytest.mark.virtual


async def dealt(*, holding: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Shell:
    """A dealt game in which these seats have opened their hands."""
    shell = Shell().run()
    shell.service.listen(shell.hands.changed)
    await shell.deal()
    for seat in holding:
        await shell.hold_hand(seat)
    return shell


def refreshed(shell: Shell) -> list[tuple[int, int]]:
    """(moment, seat) of every refresh so far."""
    return [(call.at_ms, call.message_id - 100) for call in shell.messenger.calls("refresh_hand")]


def roles(state: GameState) -> dict[Role, int]:
    return {seat.role: number for number, seat in enumerate(state.seats, 1) if seat.role is not None}


async def step(shell: Shell, wanted: NightStep) -> Night:
    while True:
        phase = (await shell.until(Night)).phase
        assert isinstance(phase, Night)
        if phase.step is wanted:
            return phase
        await shell.seconds(0.5)


@pytest.mark.parametrize("kill", [4, None])
async def test_commits_that_ask_for_the_same_leave_every_picture_as_it_is(kill: int | None) -> None:
    table = Table().to_day_0()
    table.do(table.nomination(3))
    table.voice(5, present=False)
    table.voice(5, present=True)
    table.night(kill=kill)
    table.run_until(lambda state: state.over)
    state: GameState | None = None
    alike = others = 0
    for event in table.log:
        before, state = state, evolve(state, event)
        if before is None or not all(seat.role for seat in before.seats):
            continue
        views = [[picture(hand_view(one, seat)) for one in (before, state)] for seat in range(1, 11)]
        if _asks(before) == _asks(state):
            alike += 1
            assert all(one == other for one, other in views), event
        else:
            others += 1
    assert alike > others > 10


async def test_every_hand_is_brought_up_to_date_when_night_falls() -> None:
    shell = await dealt()
    await shell.until(Night)
    await shell.seconds(1)
    assert sorted(seat for _, seat in refreshed(shell)) == [1, 2, 3, 4, 5, 6]
    await shell.stop()


async def test_every_role_is_refreshed_at_the_same_moments() -> None:
    shell = await dealt()
    await shell.until(Talk)
    await shell.seconds(2)
    moments = {seat: [at for at, who in refreshed(shell) if who == seat] for seat in range(1, 7)}
    speaker = 1
    others = [moments[seat] for seat in moments if seat != speaker]
    assert len(others[0]) >= 3
    assert all(one == others[0] for one in others)
    await shell.stop()


async def test_what_a_black_writes_down_is_seen_at_once_by_the_other_black_and_nobody_else() -> None:
    """The writer himself is answered by his hand anyway."""
    shell = await dealt()
    night = await step(shell, NightStep.MAFIA_MINUTE)
    await shell.seconds(1)
    before = refreshed(shell)
    dealt_roles = roles(await shell.state())
    plan = cmd.WritePlan(
        user_id=100 + dealt_roles[Role.DON], seats=(3,), press=builders.press(shell.clock.now_ms())
    )
    await shell.do(plan)
    await shell.seconds(1)
    assert {seat for _, seat in refreshed(shell)[len(before) :]} == {dealt_roles[Role.MAFIA]}
    await shell.clock.sleep_until_ms(night.until_ms + 2_000)
    assert len(refreshed(shell)) == len(before) + 1 + 6
    await shell.stop()


async def test_who_has_no_hand_open_is_left_alone() -> None:
    shell = await dealt(holding=(2,))
    await shell.until(Talk)
    assert {seat for _, seat in refreshed(shell)} == {2}
    await shell.stop()


async def test_a_turn_of_others_refreshes_nobody() -> None:
    shell = await dealt(holding=(5,))
    await shell.until(Talk)
    await shell.seconds(2)
    before = refreshed(shell)
    await shell.seconds(70)
    assert refreshed(shell) == before
    await shell.stop()


async def test_the_speakers_hand_shows_what_he_may_do_now() -> None:
    shell = await dealt(holding=(1,))
    await shell.until(Talk)
    await shell.seconds(1)
    shown = shell.messenger.calls("refresh_hand")[-1].about
    assert shown.floor_ordinal is not None
    await shell.stop()


async def test_a_refused_refresh_drops_the_hand() -> None:
    shell = await dealt(holding=(1, 2))
    shell.messenger.refuse("refresh_hand", 50027)
    await shell.until(Night)
    await shell.seconds(1)
    left = await shell.store.hands(7, GAME)
    assert len(left) == 1
    await shell.until(Talk)
    assert {seat for _, seat in refreshed(shell)} == {left[0].user_id - 100}
    await shell.stop()


async def test_a_hand_is_not_touched_once_its_token_is_dead() -> None:
    shell = await dealt(holding=(1,))
    await shell.do(cmd.Pause(by=1))
    await shell.seconds(1)
    assert len(refreshed(shell)) == 1
    await shell.seconds((TOKEN_LIFE_MS - TOKEN_MARGIN_MS) / 1000)
    await shell.do(cmd.Resume(by=1))
    await shell.seconds(1)
    assert len(refreshed(shell)) == 1
    assert not await shell.store.hands(7, GAME)
    await shell.stop()


async def test_the_newest_hand_is_the_hand() -> None:
    shell = await dealt(holding=(1,))
    newer = replace(await shell.hold_hand(1), token="newer")
    await shell.hands.shown(7, newer, hand_view(await shell.state(), 1))
    assert [ref.token for ref in await shell.store.hands(7, GAME)] == ["newer"]
    await shell.stop()


async def test_after_a_takeover_all_living_hands_are_brought_up_to_date() -> None:
    shell = await dealt(holding=(1, 4))
    await shell.stop()
    other = Shell(shell.store)
    await other.hands.resume(await other.state())
    await other.effects.drain()
    assert sorted(seat for _, seat in refreshed(other)) == [1, 4]


async def test_a_hand_shown_since_the_start_is_not_drawn_again_for_the_takeover() -> None:
    shell = await dealt(holding=(1, 4))
    await shell.stop()
    other = Shell(shell.store)
    newer = replace(await other.hold_hand(4), token="newer")
    await other.hands.shown(7, newer, hand_view(await other.state(), 4))
    await other.hands.resume(await other.state())
    await other.effects.drain()
    assert [seat for _, seat in refreshed(other)] == [1]
    assert other.hands._refs[GAME][newer.user_id].token == "newer"


async def test_the_end_is_shown_and_then_nothing_is_kept() -> None:
    shell = await dealt()
    await shell.do(cmd.StopGame(by=1))
    await shell.effects.drain()
    assert len(refreshed(shell)) == 6
    assert not await shell.store.hands(7, GAME)
    assert not shell.hands._refs
    assert not shell.hands._shown
    await shell.stop()


async def test_a_hand_opened_after_the_end_is_not_kept() -> None:
    shell = await dealt(holding=(1,))
    (ref,) = await shell.store.hands(7, GAME)
    ended = (await shell.do(cmd.StopGame(by=1))).state
    await shell.effects.drain()
    await shell.hands.shown(7, ref, hand_view(ended, 1))
    assert not await shell.store.hands(7, GAME)
    assert not shell.hands._refs
    await shell.stop()


async def test_a_hand_that_was_on_its_way_when_something_changed_is_brought_up_to_date() -> None:
    shell = await dealt(holding=())
    before = await shell.state()
    await shell.until(Night)
    await shell.hold_hand(1, as_of=before)
    await shell.seconds(1)
    assert [seat for _, seat in refreshed(shell)] == [1]
    await shell.stop()


async def test_so_is_one_that_was_on_its_way_when_the_game_ended_and_it_is_not_kept() -> None:
    shell = await dealt(holding=())
    before = await shell.state()
    await shell.do(cmd.StopGame(by=1))
    await shell.hold_hand(1, as_of=before)
    await shell.seconds(1)
    assert [seat for _, seat in refreshed(shell)] == [1]
    assert not await shell.store.hands(7, GAME)
    assert not shell.hands._refs
    await shell.stop()


@pytest.mark.parametrize("code", [None, 50027])
async def test_a_hand_shown_while_a_former_one_is_edited_is_the_hand_whatever_becomes_of_that_edit(
    code: int | None,
) -> None:
    shell = await dealt(holding=(1,))
    shell.messenger.takes_ms = 300
    if code is not None:
        shell.messenger.refuse("refresh_hand", code)
    before = await shell.state()
    await shell.until(Night)
    await shell.seconds(0.2)
    await shell.hold_hand(1, token="newer", as_of=before)
    await shell.seconds(2)
    assert [ref.token for ref in await shell.store.hands(7, GAME)] == ["newer"]
    assert shell.messenger.calls("refresh_hand")[-1].about.public.phase is PhaseName.NIGHT
    assert len(refreshed(shell)) == (2 if code is None else 1)
    await shell.stop()


async def test_the_hand_of_who_has_got_up_is_not_kept() -> None:
    shell = Shell().run()
    shell.service.listen(shell.hands.changed)
    await shell.open()
    await shell.hold_hand(2)
    await shell.do(cmd.Leave(user_id=builders.person(2).user_id))
    await shell.seconds(1)
    assert not await shell.store.hands(7, GAME)
    assert not shell.hands._refs
    await shell.stop()


@pytest.mark.parametrize("planned", [False, True])
async def test_what_black_write_during_an_edit_does_not_hurry_another_hand(planned: bool) -> None:
    shell = Shell().run()
    shell.service.listen(shell.hands.changed)
    await shell.deal(10)
    state = await shell.state()
    civilians = [n for n, seat in enumerate(state.seats, 1) if seat.role is Role.CIVILIAN]
    await shell.hold_hand(civilians[0])
    await step(shell, NightStep.MAFIA_MINUTE)
    await shell.seconds(2)
    shell.messenger.takes_ms, began_ms = 300, shell.clock.now_ms()
    await shell.do(cmd.GiveUp(user_id=builders.person(civilians[1]).user_id))
    await shell.seconds(0.2)
    if planned:
        press = builders.press(shell.clock.now_ms())
        don = builders.person(roles(state)[Role.DON]).user_id
        await shell.do(cmd.WritePlan(user_id=don, seats=(1,), press=press))
    await shell.seconds(0.25)
    await shell.do(cmd.GiveUp(user_id=builders.person(civilians[2]).user_id))
    await shell.seconds(2)
    assert [at_ms - began_ms for at_ms, _ in refreshed(shell)[-2:]] == [400, 850]
    await shell.stop()
