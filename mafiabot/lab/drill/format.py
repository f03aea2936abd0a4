"""A drill file as strict models: tables, Discord, faults, and what is expected of the report.

Everything that can be wrong with a file is found here, before anything is started.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr, field_validator, model_validator

from mafiabot.engine.overrides import PRESETS, overridden
from mafiabot.lab.drill import faults
from mafiabot.lab.drill.faults import AnyFault, Strict
from mafiabot.lab.options import SIZES, Language
from mafiabot.playground.network import Order
from mafiabot.playground.people import temperament

StoreName = Literal["sqlite", "fake", "redis", "redis-sentinel", "redis-cluster"]
Mode = Literal["virtual", "process"]
People = Literal["obedient", "mixed", "clumsy", "silent", "chatty"]
Budget = tuple[Annotated[int, Field(ge=0)], Annotated[float, Field(ge=0)]]
Habit = Literal["self_muted", "late", "leaves_early", "never_votes", "double_clicks"]
Wanted = Any

PROCESS_PACES = (1.0, 10.0)
TOTALS = (
    *("verdicts", "left_muted", "debts_open", "overlap_ms_max", "undisturbed_overlap_ms_max"),
    *(
        "gap_ms_p50",
        "gap_ms_p99",
        "short_ms_max",
        "over_ms_max",
        "disturbed_over_ms_max",
        "member_edits",
        "member_edits_per_turn",
        "member_edits_limited",
    ),
    *(
        "unanswered",
        "unanswered_while_away",
        "unknown_routes",
        "schema_errors",
        "accepted",
        "lost",
        "doubled",
    ),
    *("announcements_lost", "announcements_doubled", "names_left", "identifies", "restarts"),
)
REPORT = ("name", "mode", "seed", "passed", "failed", "tables", "members", "edits", "violations", "totals")
OF_TABLE = ("verdict", "days", "speeches", "marks")


class Discord(Strict):
    """How the local Discord behaves all the time; ranges are one way."""

    latency_ms: tuple[Annotated[float, Field(ge=0)], Annotated[float, Field(ge=0)]] = (20.0, 80.0)
    order: Order = "mixed"
    edit_budget: Budget = (10, 10.0)
    hidden_edit_budget: Budget = (0, 0.0)
    faulty_edits: Annotated[float, Field(ge=0, le=1)] = 0.0
    clock_offset_ms: Annotated[int, Field(ge=-86_400_000, le=86_400_000)] = 0

    @field_validator("latency_ms")
    @classmethod
    def _is_a_range(cls, latency_ms: tuple[float, float]) -> tuple[float, float]:
        if latency_ms[0] > latency_ms[1]:
            raise ValueError("the first is the least, the second the most")
        return latency_ms


class Table(Strict):
    """A table; those with the same `guild` share it. `judge`: whoever opened it also judges.

    `seat_nicknames`, `mute_spectators`: settings of the guild, which its tables share. `owner`: whoever sits
    there owns the guild. `games`: rematches are played until there were so many. `bots`: others' bots in the
    channel.
    """

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    guild: Annotated[str, Field(min_length=1, max_length=32)] = "g1"
    preset: Literal["club", "classic", "tournament"] = "club"
    seats: int = 10
    overrides: dict[str, Any] = Field(default_factory=dict)
    stage: bool = False
    seat_nicknames: bool = False
    mute_spectators: bool = False
    judge: bool = False
    spectators: Annotated[int, Field(ge=0, le=50)] = 0
    bots: Annotated[int, Field(ge=0, le=9)] = 0
    people: People = "mixed"
    habits: dict[int, Habit] = Field(default_factory=dict)
    owner: Annotated[int, Field(ge=1, le=12)] | None = None
    games: Annotated[int, Field(ge=1, le=9)] = 1

    @model_validator(mode="after")
    def _can_be_played(self) -> "Table":
        least, most = SIZES[self.preset]
        if not least <= self.seats <= most:
            raise ValueError(f"seats = {self.seats}: a {self.preset} table has {least} to {most}")
        wrong = [seat for seat in self.habits if not 1 <= seat <= self.seats]
        if wrong:
            raise ValueError(f"habits: there is no seat {wrong[0]}; allowed: 1 to {self.seats}")
        if self.owner is not None and self.owner > self.seats:
            raise ValueError(f"owner = {self.owner}: there is no such seat; allowed: 1 to {self.seats}")
        problems = overridden(PRESETS[self.preset], self.overrides).problems
        if problems:
            told = ", ".join(f"{one.field} ({one.reason.value})" for one in problems)
            raise ValueError(f"overrides cannot be played: {told}; docs/rules.md has every option")
        return self


class Drill(Strict):
    """A whole file. `pace`: game seconds a real second, 0 (virtual only) as fast as the machine can.

    `processes`: the bot is a fleet of so many, with `shards` of their own (by default one each).
    """

    name: Annotated[str, Field(min_length=1)]
    mode: Mode = "virtual"
    seed: int = 1
    pace: Annotated[float, Field(ge=0)] | None = None
    language: Language = "en"
    store: StoreName = "sqlite"
    processes: Annotated[int, Field(ge=1, le=8)] | None = None
    shards: Annotated[int, Field(ge=1, le=64)] | None = None
    give_up_s: Annotated[int, Field(ge=1)] = 14_400
    discord: Discord = Discord()
    table: Annotated[tuple[Table, ...], Field(min_length=1)]
    fault: tuple[AnyFault, ...] = ()
    expect: dict[str, Wanted] = Field(default_factory=dict)
    _speed: float = PrivateAttr(default=0.0)

    @property
    def speed(self) -> float:
        """The pace that holds: in a process 1 unless said otherwise."""
        return self.pace if self.pace is not None else float(self.mode == "process")

    @model_validator(mode="after")
    def _hangs_together(self) -> "Drill":
        for problem in self._problems():
            raise ValueError(problem)
        return self

    def table_of(self, fault: faults.Fault) -> Table:
        """Whom a fault concerns; the first table if it names none."""
        return next((one for one in self.table if one.id == fault.table), self.table[0])

    def _problems(self) -> Iterator[str]:
        ids = [table.id for table in self.table]
        if len(set(ids)) != len(ids):
            yield f"table: ids must differ; found {', '.join(ids)}"
        if self.mode == "process" and self.store == "fake":
            yield 'store = "fake": processes share no memory; allowed: sqlite, redis and its kinds'
        yield from self._problems_of_the_fleet()
        if self.mode == "process" and not PROCESS_PACES[0] <= self.speed <= PROCESS_PACES[1]:
            yield f'pace = {self.speed:g}: mode = "process" plays at 1 to 10'
        if self.mode == "process" and any(table.games > 1 for table in self.table):
            yield 'games: a rematch forgets the former game, which only mode = "virtual" remembers'
        for number, fault in enumerate(self.fault, 1):
            yield from (f"fault {number} ({fault.do}): {said}" for said in self._problems_of(fault, ids))
        for key, wanted in self.expect.items():
            said = _misread(key, wanted, ids)
            if said:
                yield f"expect.{key}: {said}"

    def _problems_of_the_fleet(self) -> Iterator[str]:
        if self.processes is None and self.shards is not None:
            yield f"shards = {self.shards}: say also how many processes there are"
        if self.processes is not None and self.store == "sqlite":
            yield f"processes = {self.processes}: need a store they share; allowed: fake, redis and its kinds"
        if self.shards is not None and self.shards < (self.processes or 1):
            yield f"shards = {self.shards}: a process needs one, and there are {self.processes}"

    def _problems_of(self, fault: AnyFault, ids: list[str]) -> Iterator[str]:
        if fault.table and fault.table not in ids:
            yield f"table = {fault.table!r}: there is none of that id; allowed: {', '.join(ids)}"
        table = self.table_of(fault)
        for seat in _seats_of(fault):
            if seat > table.seats:
                yield f"seat = {seat}: allowed: 1 to {table.seats}"
        yield from self._problems_of_places(fault, ids)
        user = getattr(fault, "user", None) or ""
        if user.startswith("spectator") and int(user.removeprefix("spectator")) > table.spectators:
            yield f"user = {user!r}: the table has spectators = {table.spectators}"
        process = getattr(fault, "process", 0)
        if process >= (self.processes or 1):
            yield f"process = {process}: they are counted from 0; allowed: 0 to {(self.processes or 1) - 1}"
        of_a_fleet = isinstance(fault, faults.OfTheFleet) or getattr(fault, "replaced", False)
        if of_a_fleet and self.processes is None:
            yield "needs processes = N, and a store they share"
        if isinstance(fault, faults.StoreTrouble) and fault.mode == "emptied" and self.store == "sqlite":
            yield "nobody empties the file of a running bot; allowed with: fake, redis and its kinds"
        if self.mode == "process":
            yield from self._impossible_in_a_process(fault)

    def _problems_of_places(self, fault: AnyFault, ids: list[str]) -> Iterator[str]:
        allowed = (*faults.HERE, *faults.ELSEWHERE, *faults.OUT, *ids)
        for change in fault.changes if isinstance(fault, faults.GuildOutage) else ():
            if change.channel is not None and change.channel not in allowed:
                yield f"channel = {change.channel!r}: allowed: table, elsewhere, out, or a table's id"

    def _impossible_in_a_process(self, fault: AnyFault) -> Iterator[str]:
        if fault.moment.offset_ms < 0:
            yield f'at = {fault.at!r}: what comes before a moment can be known in mode = "virtual" only'
        if isinstance(fault, faults.ClockStep):
            yield 'needs mode = "virtual": a process cannot be given another wall clock'
        if isinstance(fault, faults.CutOff | faults.Twin | faults.CrashLoop):
            yield 'needs mode = "virtual"'
        if isinstance(fault, faults.StoreTrouble) and (self.store != "redis" or fault.mode == "lost_last"):
            yield 'in mode = "process" only frozen, gone and emptied, with store = "redis"'


def _seats_of(fault: AnyFault) -> Iterator[int]:
    seat = getattr(fault, "seat", None)
    if seat is not None:
        yield seat
    if isinstance(fault, faults.GuildOutage):
        yield from (change.seat for change in fault.changes)


def _misread(key: str, wanted: Wanted, ids: list[str]) -> str:
    """What is wrong with an expectation; empty if nothing is."""
    head, *rest = key.split(".")
    if head not in REPORT:
        return f"no key of the report; allowed: {', '.join(REPORT)}"
    if head == "totals" and (len(rest) != 1 or rest[0] not in TOTALS):
        return f"allowed: {', '.join(f'totals.{name}' for name in TOTALS)}"
    if head == "tables":
        if not rest or rest[0] not in ids:
            return f"there is no such table; allowed: {', '.join(f'tables.{one}' for one in ids)}"
        if len(rest) > 1 and rest[1] not in OF_TABLE:
            return f"allowed: {', '.join(f'tables.{rest[0]}.{name}' for name in OF_TABLE)}"
    return _misread_value(wanted)


def _misread_value(wanted: Wanted) -> str:
    if isinstance(wanted, list):
        return next(filter(None, map(_misread_value, wanted)), "")
    if not isinstance(wanted, dict):
        return ""
    bounds = [bound for bound in wanted.values() if isinstance(bound, int | float)]
    if not wanted or set(wanted) - {"min", "max"} or len(bounds) < len(wanted):
        return "a range has min and max, one of them or both, both numbers"
    if wanted.get("min", bounds[0]) > wanted.get("max", bounds[0]):
        return f"min = {wanted['min']} is more than max = {wanted['max']}"
    return ""


assert set(PRESETS) == set(SIZES)
assert {"mixed", *temperament.PLAIN} == set(People.__args__)  # type: ignore[attr-defined]
