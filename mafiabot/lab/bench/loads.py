"""Many tables in one process as figures: lateness of microphones, processor, memory, store, and recovery."""

from collections.abc import AsyncIterator, Sequence

from mafiabot.lab.bench.backing import backing
from mafiabot.lab.bench.capture import Captured
from mafiabot.lab.bench.figures import Aim, Figure, spread
from mafiabot.lab.bench.processes import ChildFailed
from mafiabot.lab.bench.running import Level, Ran, run_level

LATE_MS, CORE, RSS_MIB, RECOVERED_S, STEADY = 10.0, 0.5, 400.0, 3.0, 0.8


async def load_figures(
    captured: Captured, address: str | None, levels: Sequence[Level], restarts: int
) -> AsyncIterator[Figure]:
    """One after another, ascending; the last one is killed and started again. Raises `ChildFailed`."""
    ran: list[Ran] = []
    for level in levels:
        async with backing(address) as place:
            last = level is levels[-1]
            ran.append(await run_level(captured, level, place, restarts=restarts if last else 0))
        for figure in (*_lateness(ran[-1], aimed=last), *_costs(ran[-1], aimed=last)):
            yield figure
    real = [one for one, level in zip(ran, levels, strict=True) if level.speech_ms is None]
    for figure in (*_marginal(real), *_recovery(ran[-1])):
        yield figure


def _lateness(ran: Ran, *, aimed: bool) -> list[Figure]:
    if not ran.late_ms:
        raise ChildFailed(f"no speech ended in time at {_tables(ran.tables)}: this machine is too slow")
    late, bare, decided = spread(ran.late_ms), spread(ran.bare_ms), spread(ran.decided_ms)
    tables = _tables(ran.tables)
    figures = [
        Figure(
            name=f"deadline → mute on the wire, {tables}",
            value=late.mean,
            unit="ms",
            p50=late.p50,
            p99=late.p99,
            max=late.max,
            limit=bare.mean,
            less=True,
            kind=Aim.P99_AT_MOST if aimed else None,
            goal=LATE_MS if aimed else None,
        ),
        Figure(
            name=f"deadline → decided, {tables}",
            value=decided.mean,
            unit="ms",
            p50=decided.p50,
            p99=decided.p99,
            max=decided.max,
        ),
    ]
    if ran.answered_ms:
        answered = spread(ran.answered_ms)
        figures.append(
            Figure(
                name=f"press of “My hand” → answered, {tables}",
                value=answered.mean,
                unit="ms",
                p50=answered.p50,
                p99=answered.p99,
                max=answered.max,
            )
        )
    return figures


def _costs(ran: Ran, *, aimed: bool) -> list[Figure]:
    tables, kind = _tables(ran.tables), Aim.VALUE_AT_MOST if aimed else None
    return [
        Figure(
            name=f"processor, {tables}", value=ran.cpu, unit="cores", kind=kind, goal=CORE if aimed else None
        ),
        Figure(
            name=f"memory, {tables}",
            value=ran.rss_mib,
            unit="MiB",
            kind=kind,
            goal=RSS_MIB if aimed else None,
        ),
        Figure(name=f"live store, {tables}", value=ran.store_mib, unit="MiB"),
        Figure(name=f"requests, {tables}", value=ran.requests_per_s, unit="1/s"),
    ]


def _marginal(ran: Sequence[Ran]) -> list[Figure]:
    """What one more table costs between two levels, beside what it cost between the two before."""
    if len(ran) < 3:
        return []
    few, some, many = ran[-3:]
    figures = []
    for what, unit, costs in (
        ("processor", "millicores", [1e3 * one.cpu for one in (few, some, many)]),
        ("memory", "KiB", [1024 * one.rss_mib for one in (few, some, many)]),
        ("live store", "KiB", [1024 * one.store_mib for one in (few, some, many)]),
    ):
        figures.append(
            Figure(
                name=f"{what} a table, {some.tables} → {many.tables} beside {few.tables} → {some.tables}",
                value=(costs[2] - costs[1]) / (many.tables - some.tables),
                unit=unit,
                limit=(costs[1] - costs[0]) / (some.tables - few.tables),
                less=True,
                kind=Aim.RATIO_AT_LEAST,
                goal=STEADY,
            )
        )
    return figures


def _recovery(ran: Ran) -> list[Figure]:
    if not ran.recovered_s:
        return []
    taken = spread(ran.recovered_s)
    return [
        Figure(
            name=f"kill -9 → {_tables(ran.tables)} taken up again",
            value=taken.mean,
            unit="s",
            p50=taken.p50,
            max=taken.max,
            kind=Aim.VALUE_AT_MOST,
            goal=RECOVERED_S,
        )
    ]


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count:,} tables"
