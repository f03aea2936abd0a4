"""So many tables in one bot process, in real time: how late microphones are, and what it takes to have them.

A deadline is the state's own; the mute it asks for is stamped where it arrives, at the local Discord.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mafiabot.adapters.clock import SystemClock
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState
from mafiabot.lab.bench.backing import Backing
from mafiabot.lab.bench.capture import Captured
from mafiabot.lab.bench.host import Usage, usage
from mafiabot.lab.bench.processes import BotProcess, LocalWorld, bot_process, child, local_world
from mafiabot.lab.bench.tables import Place, Seeded, in_speeches, in_the_middle

LONGEST_MS = 1_000
"""A mute that came later after its deadline belongs to another one."""

LEAST_BARE = 40
"""A bare timer is tried so often at least, where few tables would give few moments."""

BARE_GUILDS = 40
"""In so many guilds at least: in one alone, Discord's limit would be measured."""

Edit = tuple[int, int, bool, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """So many tables. `speech_ms`: of all speeches, so that few tables have many ends; None: the game's."""

    tables: int
    settle_s: float
    measure_s: float
    speech_ms: int | None = None


@dataclass(slots=True, kw_only=True)
class Ran:
    """`late_ms`: from deadline to the mute's arrival, `decided_ms` to the decision; `bare_ms`: bare timers'.

    `cpu`: share of one core. `recovered_s`: from the start after a kill -9 to being ready, if it was tried.
    """

    tables: int
    late_ms: list[float]
    decided_ms: list[float]
    bare_ms: list[float]
    answered_ms: list[float]
    cpu: float
    rss_mib: float
    store_mib: float
    seeded_mib: float
    requests_per_s: float
    ready_s: float
    recovered_s: list[float] = field(default_factory=list)


async def run_level(captured: Captured, level: Level, backing: Backing, *, restarts: int = 0) -> Ran:
    """Seeds the tables, runs them, kills the bot; `restarts` times it is started again and killed."""
    async with local_world() as world:
        seats, guilds = len(captured.steps[-1].state.seats), max(level.tables, BARE_GUILDS)
        everywhere = await world.build(guilds, seats=seats)
        bare_ms, places = await _bare(world, everywhere, level), everywhere[: level.tables]
        now_ms = SystemClock().now_ms()
        tables = list(_tables(captured, level, places, now_ms))
        await backing.seed(tables, now_ms)
        await world.ask("mute", members=[(t.place.guild_id, user) for t in tables for user in t.muted])
        seeded_mib = await backing.mib()
        async with bot_process(world, backing.folder, backing.address) as bot:
            ran = await _measured(captured, level, world, bot, tables, backing)
            ran.bare_ms, ran.seeded_mib = bare_ms, seeded_mib
            for _ in range(restarts):
                ran.recovered_s.append(await bot.start())
                await bot.kill()
            await world.check()
        return ran


def _tables(captured: Captured, level: Level, places: Sequence[Place], now_ms: int) -> Iterator[Seeded]:
    if level.speech_ms is None:
        return in_the_middle(captured, places, now_ms)
    return in_speeches(captured, places, now_ms, level.speech_ms)


async def _measured(
    captured: Captured,
    level: Level,
    world: LocalWorld,
    bot: BotProcess,
    tables: Sequence[Seeded],
    backing: Backing,
) -> Ran:
    clock = SystemClock()
    ready_s = await bot.start()
    presses_per_s = level.tables * captured.presses / (captured.game_ms / 1000)
    await world.ask("press", per_s=presses_per_s)
    await _sleep(clock, level.settle_s)
    await world.ask("edits")
    await world.ask("requests")
    before, began_us = usage(bot.pid), clock.now_us()
    await _sleep(clock, level.measure_s)
    after, took_s = usage(bot.pid), (clock.now_us() - began_us) / 1e6
    requests = sum((await world.ask("requests")).values())
    await _sleep(clock, LONGEST_MS / 1000)
    edits: list[Edit] = [(g, u, m, at) for g, u, m, at in await world.ask("edits")]
    answered_ms = await world.ask("pressed")
    store_mib = await backing.mib()
    await bot.kill()
    ends = [
        end
        for table, log in zip(tables, await backing.logs(tables), strict=True)
        for end in _ends(table, log)
    ]
    late_ms = list(_late(ends, edits, began_us / 1000, began_us / 1000 + took_s * 1000))
    return Ran(
        tables=level.tables,
        late_ms=late_ms,
        decided_ms=[end.decided_ms - end.due_ms for end in ends if end.due_ms >= began_us / 1000],
        bare_ms=[],
        answered_ms=answered_ms,
        cpu=_share(before, after, took_s),
        rss_mib=after.rss_mib,
        store_mib=store_mib,
        seeded_mib=0.0,
        requests_per_s=requests / took_s,
        ready_s=ready_s,
    )


async def _sleep(clock: SystemClock, seconds: float) -> None:
    await clock.sleep_until_ms(clock.now_ms() + round(seconds * 1000))


def _share(before: Usage, after: Usage, took_s: float) -> float:
    return (after.cpu_s - before.cpu_s) / took_s


# --- from deadline to mute ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End:
    """Somebody's microphone was to be closed at a deadline."""

    guild_id: int
    user_id: int
    due_ms: int
    decided_ms: int


def _ends(table: Seeded, log: Sequence[Event]) -> Iterator[End]:
    """Where time alone closed a microphone; events of one moment belong together."""
    state = table.state
    for at_ms, events in _by_moment(log):
        before, due = state, deadline(state)
        for event in events:
            state = evolve(state, event)
        if due is not None and due.at_ms <= at_ms:
            for user_id in _closed(before, state):
                yield End(table.place.guild_id, user_id, due.at_ms, at_ms)


def _by_moment(log: Sequence[Event]) -> Iterator[tuple[int, list[Event]]]:
    events: list[Event] = []
    for event in log:
        if events and events[-1].at_ms != event.at_ms:
            yield events[-1].at_ms, events
            events = []
        events.append(event)
    if events:
        yield events[-1].at_ms, events


def _closed(before: GameState, after: GameState) -> Iterator[int]:
    wished = mics(after)
    for user_id, wish in mics(before).items():
        if wish is MicWish.OPEN and wished.get(user_id) is MicWish.MUTED:
            yield user_id


def _late(ends: Sequence[End], edits: Sequence[Edit], from_ms: float, until_ms: float) -> Iterator[float]:
    """Each end's first mute after it. An end for which none came counts as the longest."""
    arrived: dict[tuple[int, int], list[float]] = {}
    for guild_id, user_id, mute, at_ms in edits:
        if mute:
            arrived.setdefault((guild_id, user_id), []).append(at_ms)
    for end in ends:
        if from_ms <= end.due_ms < until_ms:
            mutes = arrived.get((end.guild_id, end.user_id), [])
            yield min((at - end.due_ms for at in mutes if at >= end.due_ms - 1), default=float(LONGEST_MS))


# --- the bare thing ------------------------------------------------------------------------------------


async def _bare(world: LocalWorld, places: Sequence[Place], level: Level) -> list[float]:
    """As many ends of speeches as these tables have, by a loop's timers and nothing else."""
    speech_ms = level.speech_ms or 60_000
    async with child("mafiabot.lab.bench.bare", "timers", world.url, world.token) as bare:
        await bare.told()
        start_ms, span_ms = SystemClock().now_ms() + 1_000, level.measure_s * 1000 / 3
        apart_ms = max(min(speech_ms / level.tables, span_ms / LEAST_BARE), 1.0)
        due = []
        for number in range(max(1, round(span_ms / apart_ms))):
            place = places[number % len(places)]
            at_ms = start_ms + round(number * apart_ms)
            due.append((at_ms, place.guild_id, place.users[0], place.users[1]))
        await bare.ask("fire", due=due)
    edits: list[Edit] = [(g, u, m, at) for g, u, m, at in await world.ask("edits")]
    moments: dict[tuple[int, int], list[int]] = {}
    for at_ms, guild_id, muted, _ in due:
        moments.setdefault((guild_id, muted), []).append(at_ms)
    ends = [End(g, u, at, at) for (g, u), all_ms in moments.items() for at in all_ms]
    late = list(_late(ends, edits, 0, float("inf")))
    await world.ask(
        "unmute", members=[(place.guild_id, user) for place in places for user in place.users[:2]]
    )
    return late
