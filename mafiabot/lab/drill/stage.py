"""The world of a drill: one local Discord with its guilds, and at every table a company with its book.

All moments are loop milliseconds. Nothing here knows how the bot runs.
"""

import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState
from mafiabot.lab.drill.book import TableBook
from mafiabot.lab.drill.format import Drill, Table
from mafiabot.lab.spectator import Chat
from mafiabot.lab.stage import CLUB, LOCALES, NO_HEARTBEAT_MS, TABLE, WATCHER
from mafiabot.playground import structure, voice
from mafiabot.playground.buckets import Limits
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.people import Company, Setting
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.ports import Clock

ELSEWHERE = "elsewhere"
MOST_STRANGERS = 99


@dataclass(slots=True, kw_only=True)
class Touch:
    """What a fault had its hands on: a person, a table, a guild, or (all None) everything.

    `until_ms` None: still, or for good. `unreachable`: the bot can tell nobody anything there. `dead`: it
    died in the middle of whatever it was doing.
    """

    from_ms: float
    until_ms: float | None = None
    user_id: int | None = None
    table: str | None = None
    guild_id: int | None = None
    unreachable: bool = False
    dead: bool = False

    def lasts_at(self, at_ms: float) -> bool:
        """Whether the fault was going on."""
        return self.from_ms <= at_ms and (self.until_ms is None or at_ms <= self.until_ms)

    def hits(self, at: "TableStage", user_id: int, from_ms: float, until_ms: float) -> bool:
        """Whether it had to do with this person of that table within a span."""
        if self.from_ms > until_ms or (self.until_ms is not None and self.until_ms < from_ms):
            return False
        return (
            self.user_id in (None, user_id)
            and self.table in (None, at.spec.id)
            and self.guild_id in (None, at.guild.id)
        )


@dataclass(slots=True, kw_only=True)
class TableStage:
    """`outcome`: how its evening ended on the host's client, None while it has not."""

    spec: Table
    guild: Guild
    channel: Channel
    elsewhere: Channel
    company: Company
    chat: Chat
    book: TableBook
    outcome: str | None = None
    crashes: tuple[BaseException, ...] = ()

    def user_of(self, seat: int) -> int:
        """The user of a seat: as kept by the bot, before that whoever is expected to take it."""
        state = self.book.state
        if state is not None and seat <= len(state.seats):
            return state.seat(seat).person.user_id
        if state is not None and seat <= len(state.seated):
            return state.seated[seat - 1].user_id
        return self.company.player(seat).person.id

    def person(self, user_id: int) -> Person | None:
        """Somebody of this table's company."""
        return next((one.person for one in self.company.everybody if one.person.id == user_id), None)


@dataclass(slots=True, kw_only=True)
class DrillStage:
    """`touches`: what faults had their hands on. `way_ms`: the longest way there and back."""

    drill: Drill
    clock: Clock
    local: LocalDiscord
    judge: Application
    tables: dict[str, TableStage]
    start_ms: float
    touches: list[Touch] = field(default_factory=list)
    _strangers: dict[tuple[int, int], Person] = field(default_factory=dict)

    @property
    def way_ms(self) -> float:
        return 2 * self.drill.discord.latency_ms[1]

    @property
    def over(self) -> bool:
        """Whether every table has played its games to their ends."""
        return all(len(table.book.ends_ms) >= table.spec.games for table in self.tables.values())

    def now_ms(self) -> float:
        """Loop time."""
        return self.local.core.clock.now_ms()

    async def sleep_ms(self, ms: float) -> None:
        """Let so much game time pass."""
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(ms))

    def kept(self, state: GameState, events: tuple[Event, ...]) -> None:
        """A commit of the bot, to the book of the table it belongs to."""
        for table in self.tables.values():
            if table.channel.id == state.channel_id:
                table.book.kept(state, events)

    def stranger(self, table: TableStage, number: int) -> Person:
        """The n-th person of a guild who has nothing to do with the game; comes when first needed."""
        key = (table.guild.id, number)
        if key not in self._strangers:
            name, locale = f"Stranger {number}", LOCALES[self.drill.language]
            self._strangers[key] = self.local.add_person(name, table.guild, locale=locale)
        return self._strangers[key]

    @contextlib.contextmanager
    def touching(
        self,
        *,
        user_id: int | None = None,
        table: TableStage | None = None,
        guild: Guild | None = None,
        unreachable: bool = False,
    ) -> Iterator[Touch]:
        """A fault has its hands on somebody, or on all, inside the block."""
        touch = Touch(
            from_ms=self.now_ms(),
            user_id=user_id,
            table=None if table is None else table.spec.id,
            guild_id=None if guild is None else guild.id,
            unreachable=unreachable,
        )
        self.touches.append(touch)
        yield touch
        touch.until_ms = self.now_ms()


@contextlib.asynccontextmanager
async def set_drill_stage(drill: Drill, clock: Clock, spec_path: str | None) -> AsyncIterator[DrillStage]:
    """The local Discord runs; nobody has begun. `clock`: everybody's, also the bot's until it is stepped."""
    discord = drill.discord
    limits = Limits(edit_budget=discord.edit_budget, hidden_edit_budget=discord.hidden_edit_budget)
    if drill.mode == "virtual":
        limits.heartbeat_ms = NO_HEARTBEAT_MS
    local = LocalDiscord(
        seed=drill.seed,
        epoch_ms=clock.now_ms(),
        clock_offset_ms=discord.clock_offset_ms,
        latency_ms=discord.latency_ms,
        order=discord.order,
        limits=limits,
        spec_path=spec_path,
    )
    async with local:
        local.faults.faulty_edits = discord.faulty_edits
        judge = local.add_bot()
        start_ms = local.core.clock.now_ms()
        tables = dict(_tables(drill, local, judge, clock.now_ms() - round(start_ms)))
        yield DrillStage(drill=drill, clock=clock, local=local, judge=judge, tables=tables, start_ms=start_ms)


def _tables(
    drill: Drill, local: LocalDiscord, judge: Application, epoch_ms: int
) -> Iterator[tuple[str, TableStage]]:
    language = drill.language
    guilds: dict[str, Guild] = {}
    elsewhere: dict[str, Channel] = {}
    watchers: dict[str, Person] = {}
    for number, spec in enumerate(drill.table, 1):
        if spec.guild not in guilds:
            guild = local.add_guild(
                f"{CLUB[language]} {spec.guild}",
                judge,
                locale=LOCALES[language],
                guild_id=_guild_id(drill, local, len(guilds)),
            )
            guilds[spec.guild] = guild
            elsewhere[spec.guild] = local.add_channel(guild, ELSEWHERE)
            watchers[spec.guild] = local.add_person(WATCHER[language], guild, locale=LOCALES[language])
        guild = guilds[spec.guild]
        kind = "stage" if spec.stage else "voice"
        channel = local.add_channel(guild, f"{TABLE[language].removesuffix('1')}{number}", kind)
        company = _company(drill, local, spec, guild, channel)
        for place in range(1, spec.bots + 1):
            bot = local.add_bot(f"music {number}.{place}")
            structure.install(local.core, bot, guild, Perm.CONNECT | Perm.SPEAK)
            voice.join(local.core, guild, bot.user.id, channel)
        if spec.owner is not None:
            guild.owner_id = company.player(spec.owner).person.id
        yield (
            spec.id,
            TableStage(
                spec=spec,
                guild=guild,
                channel=channel,
                elsewhere=elsewhere[spec.guild],
                company=company,
                chat=Chat(watchers[spec.guild], channel, judge.user.id),
                book=TableBook(epoch_ms),
            ),
        )


def _guild_id(drill: Drill, local: LocalDiscord, number: int) -> int | None:
    """Where there are several processes, the n-th guild is one of the n-th shard."""
    if drill.processes is None:
        return None
    shards = drill.shards or drill.processes
    stamp = local.core.ids.new() >> 22
    return (stamp - (stamp - number) % shards << 22) + number


def _company(drill: Drill, local: LocalDiscord, spec: Table, guild: Guild, channel: Channel) -> Company:
    return Company(
        local,
        guild,
        channel,
        seats=spec.seats,
        seed=drill.seed,
        language=drill.language,
        temperament=spec.people,
        habits=dict(spec.habits),
        preset=spec.preset,
        setting=Setting(spectators=spec.spectators, judges=spec.judge),
    )
