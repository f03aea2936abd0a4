"""A local Discord with a table, people round it and somebody watching, all in one event loop."""

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.app import App
from mafiabot.engine.commands import Command
from mafiabot.lab.chronicle import Chronicle
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.rendering import Reading
from mafiabot.lab.spectator import Chat
from mafiabot.playground.buckets import Limits
from mafiabot.playground.clock import DEFAULT_EPOCH_MS
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.people.company import Company
from mafiabot.playground.server import LocalDiscord
from mafiabot.runtime.ports import Clock
from mafiabot.runtime.service import GameService, Outcome, Refused

LOCALES = {"ru": "ru", "uk": "uk", "en": "en-US"}
CLUB = {"ru": "Клуб", "uk": "Клуб", "en": "Club"}
TABLE = {"ru": "Стол 1", "uk": "Стіл 1", "en": "Table 1"}
# The library's heartbeats come from a thread on the host's clock: in a slow run they would change the trace.
NO_HEARTBEAT_MS = 7 * 86_400_000
WATCHER = {"ru": "Зритель", "uk": "Глядач", "en": "Spectator"}


@dataclass(slots=True, kw_only=True)
class Stage:
    """`start_ms`: loop time at which the run began; `found_muted`: everybody's server mute by then."""

    options: DemoOptions
    clock: Clock
    local: LocalDiscord
    judge: Application
    guild: Guild
    channel: Channel
    company: Company
    chat: Chat
    book: Chronicle
    start_ms: float
    found_muted: dict[int, bool]
    refusals: Counter[str] = field(default_factory=Counter)
    app: App | None = None

    def reading(self) -> Reading:
        """Names and now, for showing messages."""
        names = {user.id: user.display for user in self.local.core.world.users.values()}
        return Reading(names=names, now_ms=self.local.core.clock.epoch_ms())

    def game_ms(self) -> float:
        """Game time since the run began."""
        return self.local.core.clock.now_ms() - self.start_ms

    def attend(self, app: App) -> None:
        """This bot judges from now on: its commits and refusals are written down."""
        self.app = app
        app.services.game.listen(self.book.heard)
        _count_refusals(app.services.game, self.refusals)


def virtual_clock() -> VirtualClock:
    """The running virtual loop's clock: every game begins at the same moment of the same year."""
    loop = running_virtual_loop()
    return VirtualClock(loop, DEFAULT_EPOCH_MS - loop.time_us() // 1000)


@contextlib.asynccontextmanager
async def set_stage(options: DemoOptions, clock: Clock | None = None) -> AsyncIterator[Stage]:
    """A running local Discord with one voice channel, a table's worth of people who have not begun.

    `clock`: the host's; by default the virtual one of the running loop.
    """
    limits = Limits() if clock is not None else Limits(heartbeat_ms=NO_HEARTBEAT_MS)
    clock = clock or virtual_clock()
    local = LocalDiscord(
        seed=options.seed,
        epoch_ms=clock.now_ms(),
        latency_ms=options.latency_ms,
        limits=limits,
        spec_path=options.spec_path,
    )
    async with local:
        judge = local.add_bot()
        guild = local.add_guild(CLUB[options.language], judge, locale=LOCALES[options.language])
        channel = local.add_channel(guild, TABLE[options.language])
        company = Company(
            local,
            guild,
            channel,
            seats=options.seats,
            seed=options.seed,
            language=options.language,
            temperament=options.people,
            preset=options.preset,
        )
        watcher = local.add_person(WATCHER[options.language], guild, locale=LOCALES[options.language])
        start_ms = local.core.clock.now_ms()
        yield Stage(
            options=options,
            clock=clock,
            local=local,
            judge=judge,
            guild=guild,
            channel=channel,
            company=company,
            chat=Chat(watcher, channel, judge.user.id),
            book=Chronicle(epoch_ms=clock.now_ms() - round(start_ms)),
            start_ms=start_ms,
            found_muted={user_id: member.mute for user_id, member in guild.members.items()},
        )


def _count_refusals(game: GameService, refusals: Counter[str]) -> None:
    submit: Callable[..., object] = game.submit

    async def counted(game_id: str, command: Command, command_id: str | None = None) -> Outcome:
        outcome: Outcome = await submit(game_id, command, command_id)  # type: ignore[misc]
        if isinstance(outcome, Refused):
            refusals[outcome.refusal.reason.value] += 1
        return outcome

    # The service tells listeners what was committed; what was refused leaves no trace but here.
    game.submit = counted  # type: ignore[method-assign]
