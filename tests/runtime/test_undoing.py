"""What an undo is made of: the right act, and the state that the log led to before it."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import ActKind, GameState
from mafiabot.runtime.undoing import act_back, act_of, undo_of
from tests.support.shell import GAME, Shell

pytestmark = pytest.mark.virtual

JUDGE = 77


async def judged() -> Shell:
    """Dealt, with a judge, and two fouls a second apart."""
    shell = Shell()
    await shell.deal(10, ruleset=CLASSIC)
    await shell.do(cmd.HandOver(by=JUDGE, to=JUDGE))
    for seat in (3, 5):
        await shell.seconds(1)
        await shell.do(cmd.GiveFoul(by=JUDGE, seat=seat, reason=FoulReason.ARGUING))
    return shell


def fouled(state: GameState) -> list[int]:
    return [foul.seat for foul in state.fouls]


async def test_one_step_back_is_the_newest_act() -> None:
    state = await (await judged()).state()
    newest, older = act_back(state, 1), act_back(state, 2)
    assert newest is not None
    assert older is not None
    assert (newest.kind, newest.seat, older.seat) == (ActKind.FOUL, 5, 3)


@pytest.mark.parametrize("steps", [-1, 0, 3])
async def test_there_is_no_act_beyond_those_kept(steps: int) -> None:
    assert act_back(await (await judged()).state(), steps) is None


async def test_an_act_is_found_by_its_moment_and_only_by_that() -> None:
    state = await (await judged()).state()
    assert act_of(state, state.acts[0].at_ms) == state.acts[0]
    assert act_of(state, state.acts[0].at_ms + 1) is None


async def test_the_former_state_is_the_one_before_the_act() -> None:
    shell = await judged()
    before = await shell.state()
    undo = await undo_of(shell.store, GAME, before.acts[1], by=JUDGE, reason="mistaken")
    assert (undo.by, undo.reason, fouled(undo.former)) == (JUDGE, "mistaken", [3])
    assert undo.former.seq == before.acts[1].seq
    assert fouled((await shell.do(undo)).state) == [3]


async def test_an_undo_can_go_back_over_an_undo() -> None:
    """The log keeps both, and leads to the same former state again."""
    shell = await judged()
    first = await shell.state()
    await shell.do(await undo_of(shell.store, GAME, first.acts[1], by=JUDGE, reason="one"))
    await shell.seconds(1)
    await shell.do(cmd.GiveFoul(by=JUDGE, seat=7, reason=FoulReason.ARGUING))
    later = await shell.state()
    assert fouled(later) == [3, 7]
    await shell.do(await undo_of(shell.store, GAME, later.acts[0], by=JUDGE, reason="all"))
    assert fouled(await shell.state()) == []


async def test_every_act_of_a_game_can_be_led_back_to() -> None:
    shell = await judged()
    state = await shell.state()
    for act in state.acts:
        undo = await undo_of(shell.store, GAME, act, by=JUDGE, reason="")
        assert undo.former.seq == act.seq
        assert undo.former.game_id == GAME
