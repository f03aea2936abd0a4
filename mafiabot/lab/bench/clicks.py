"""Votes at many tables, from the press to the answer with its outcome, beside a handler that only answers.

The rate counts the bot's own processor time: how fast the local Discord can press in another process does not
matter. Each vote is decided, kept, and answered by the voter's whole hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mafiabot.adapters.clock import SystemClock
from mafiabot.engine.state import GameState, Vote
from mafiabot.lab.bench.backing import Backing
from mafiabot.lab.bench.capture import Captured
from mafiabot.lab.bench.figures import Aim, Figure, Spread, spread
from mafiabot.lab.bench.host import usage
from mafiabot.lab.bench.processes import ChildFailed, LocalWorld, bot_process, child, local_world
from mafiabot.lab.bench.tables import Place, Seeded, stamped
from mafiabot.ui.ids import Action, ControlId

GOAL = 0.6
AT_A_TIME = 32
OPEN_MS = 3_600_000
SETTLE_S = 1.5

Click = tuple[int, int, int, str, int]


@dataclass(frozen=True, slots=True)
class Clicked:
    """`cpu_s`: of the bot for all `count` of a burst; `alone`: ms of presses that came one after another."""

    count: int
    cpu_s: float
    crowded: Spread
    alone: Spread


async def click_figures(captured: Captured, backing: Backing, tables: int, alone: int) -> list[Figure]:
    """`tables`: how many vote; `alone`: how many presses are made one after another, the rest in a burst."""
    async with local_world() as world:
        places = await world.build(tables, seats=len(captured.steps[-1].state.seats))
        voting = _voting(captured, places)
        clicks = await _windows(world, voting)
        bare = await _bare(world, clicks, alone)
    async with local_world() as world:
        places = await world.build(tables, seats=len(captured.steps[-1].state.seats))
        voting = _voting(captured, places)
        await backing.seed(voting, SystemClock().now_ms(), died=False)
        await world.ask("mute", members=[(t.place.guild_id, user) for t in voting for user in t.muted])
        clicks = await _windows(world, voting)
        ours = await _ours(world, backing, clicks, alone)
        await world.check()
    return _figures(ours, bare)


def _figures(ours: Clicked, bare: Clicked) -> list[Figure]:
    return [
        Figure(
            name="click: answered with its outcome, on one core",
            value=ours.count / ours.cpu_s,
            unit="1/s",
            limit=bare.count / bare.cpu_s,
            kind=Aim.RATIO_AT_LEAST,
            goal=GOAL,
        ),
        _answered("click → outcome answered, one at a time", ours.alone, bare.alone),
        _answered(f"click → outcome answered, {AT_A_TIME} at a time", ours.crowded, bare.crowded),
    ]


def _answered(name: str, ours: Spread, bare: Spread) -> Figure:
    return Figure(
        name=name,
        value=ours.mean,
        unit="ms",
        p50=ours.p50,
        p99=ours.p99,
        max=ours.max,
        limit=bare.mean,
        less=True,
    )


# --- tables that vote ----------------------------------------------------------------------------------


def _voting(captured: Captured, places: Sequence[Place]) -> list[Seeded]:
    """Each in the first open window of its game's first vote, which stays open for an hour."""
    step = next(step for step in captured.steps if _first_window(step.state))
    shift_ms = SystemClock().now_ms() - step.now_ms
    return [_opened(stamped(captured, step, place, shift_ms)) for place in places]


def _first_window(state: GameState) -> bool:
    phase = state.phase
    return isinstance(phase, Vote) and phase.window.ends_at_ms is not None and not phase.ballots


def _opened(table: Seeded) -> Seeded:
    phase = table.state.phase
    assert isinstance(phase, Vote)
    assert phase.window.ends_at_ms is not None
    window = replace(phase.window, length_ms=OPEN_MS, ends_at_ms=phase.window.ends_at_ms + OPEN_MS)
    return replace(table, state=replace(table.state, phase=replace(phase, window=window)))


async def _windows(world: LocalWorld, tables: Sequence[Seeded]) -> list[Click]:
    """Every living player's press of his table's window; tables in turn."""
    asked: list[tuple[int, int, str]] = []
    voters = []
    for table in tables:
        phase = table.state.phase
        assert isinstance(phase, Vote)
        arg = f"{phase.window.window_no}.{phase.candidates[phase.index]}"
        control = str(ControlId(table.state.game_id, Action.VOTE, arg))
        asked.append((table.place.guild_id, table.place.channel_id, control))
        voters.append([table.place.users[seat - 1] for seat in table.state.living])
    shown: list[int] = await world.ask("windows", windows=asked)
    return [
        (guild_id, channel_id, users[turn], control, message_id)
        for turn in range(min(map(len, voters)))
        for (guild_id, channel_id, control), users, message_id in zip(asked, voters, shown, strict=True)
    ]


# --- pressing ------------------------------------------------------------------------------------------


async def _ours(world: LocalWorld, backing: Backing, clicks: Sequence[Click], alone: int) -> Clicked:
    async with bot_process(world, backing.folder, backing.address) as bot:
        await bot.start()
        await _settle()
        return await _pressed(world, bot.pid, clicks, alone)


async def _bare(world: LocalWorld, clicks: Sequence[Click], alone: int) -> Clicked:
    async with child("mafiabot.lab.bench.bare", "handler", world.url, world.token) as bare:
        await bare.told()
        await _settle()
        return await _pressed(world, bare.pid, clicks, alone)


async def _settle() -> None:
    clock = SystemClock()
    await clock.sleep_until_ms(clock.now_ms() + round(SETTLE_S * 1000))


async def _pressed(world: LocalWorld, pid: int, clicks: Sequence[Click], alone: int) -> Clicked:
    """Raises `ChildFailed` where a press was not answered."""
    slow = await world.ask("burst", clicks=clicks[:alone], at_a_time=1)
    before_s = usage(pid).cpu_s
    fast = await world.ask("burst", clicks=clicks[alone:], at_a_time=AT_A_TIME)
    cpu_s = usage(pid).cpu_s - before_s
    if len(slow["ms"]) + len(fast["ms"]) < len(clicks):
        raise ChildFailed(f"of {len(clicks)} presses {len(slow['ms']) + len(fast['ms'])} were answered")
    return Clicked(len(clicks) - alone, cpu_s, spread(fast["ms"]), spread(slow["ms"]))
