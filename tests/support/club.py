"""A whole house for tests through the real client: local Discord, the bot on a store, a host and people.

People act as people do (`Person`), in virtual time; nothing of Discord is mocked.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.app import App
from mafiabot.engine.state import GameState
from mafiabot.playground.controls import text_of
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from mafiabot.playground.views import Seen
from mafiabot.runtime.archive_port import GamesArchive
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.ports import Store
from mafiabot.runtime.settings_port import SettingsStore
from tests.support.spec import SPEC

EPOCH_MS = 1_790_000_000_000


@dataclass(slots=True, kw_only=True)
class Club:
    """`people[0]` takes seat 1, and so on; `host` moderates and does not play."""

    local: LocalDiscord
    bot: Application
    guild: Guild
    channel: Channel
    host: Person
    people: list[Person]
    store: Store
    settings: SettingsStore
    archive: GamesArchive
    clock: VirtualClock
    app: App | None = None
    seed: int = 1
    debts: DebtStore | None = None
    voice_tokens: tuple[str, ...] = ()
    meters: Meters = NO_METERS

    def compose(self) -> App:
        """A bot on the house's store that has not started."""
        return App(
            token=self.bot.token,
            clock=self.clock,
            store=self.store,
            settings=self.settings,
            archive=self.archive,
            debts=self.debts,
            voice_tokens=self.voice_tokens,
            identities=SeededIdentities(self.seed),
            discord_url=f"http://127.0.0.1:{self.local.port}",
            meters=self.meters,
        )

    async def start_bot(self) -> App:
        self.app = self.compose()
        await self.app.start()
        return self.app

    async def kill_bot(self) -> None:
        """The process dies: its tasks are gone, its sockets closed, nothing is brought to an end."""
        app, self.app = self.app, None
        assert app is not None
        for guild in app._keeper._guilds.values():
            guild.close()
        for tasks in (app._loops, app._effects, app._keeper._edits, app._keeper._sleepers):
            await tasks.stop()
        await app.client.close()

    async def slash(self, who: Person, command: str, **options: Any) -> Interaction:
        return await (await who.slash(self.channel, command, **options)).outcome()

    async def press(self, who: Person, label: str) -> Interaction:
        """Presses the newest control of that label on his screen."""
        pressed = await who.press(who.latest(self.channel, label=label), label)
        return await pressed.outcome()

    async def seconds(self, seconds: float) -> None:
        """Lets so much game time pass."""
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    async def open_table(self) -> None:
        await self.slash(self.host, "mafia open", preset="club")
        await self.seconds(2)

    async def seat_everybody(self) -> None:
        for person in self.people:
            await person.join(self.channel)
            await self.press(person, "Take a seat")
        await self.seconds(2)

    async def deal(self) -> None:
        """From an empty channel to dealt cards."""
        await self.open_table()
        await self.seat_everybody()
        await self.slash(self.host, "mafia start")
        await self.seconds(2)
        for person in self.people:
            await self.press(person, "Ready")
        await self.seconds(2)

    def public(self) -> list[str]:
        """The texts of the channel's public messages as the host sees them now, oldest first."""
        return [text_of(seen.payload) for seen in self.shown(self.host) if not seen.ephemeral]

    async def state(self) -> GameState:
        assert self.app is not None
        state = await self.app.services.table_in(self.guild.id, self.channel.id)
        assert state is not None
        return state

    def shown(self, who: Person) -> list[Seen]:
        return who.messages(self.channel)

    def muted(self) -> list[int]:
        """Seats whose owner is server-muted now."""
        voice = self.guild.members
        return [n for n, p in enumerate(self.people, 1) if voice[p.id].mute]

    def clean(self) -> None:
        """What must hold at the end of every test."""
        records = self.local.records
        unanswered = self.local.interactions.unanswered()
        problems = [*records.unknown_routes, *records.schema_errors, *unanswered]
        assert not problems, "\n".join(map(str, problems))


@asynccontextmanager
async def club(
    seats: int = 6,
    *,
    locale: str = "en-US",
    store: Store | None = None,
    archive: GamesArchive | None = None,
    latency_ms: tuple[float, float] = (20, 80),
    names: Sequence[str] = (),
    start: bool = True,
    seed: int = 1,
    kind: str = "voice",
    meters: Meters = NO_METERS,
) -> AsyncIterator[Club]:
    """A club with `seats` people; the bot is started unless `start` is False. `seed`: of the bot's deals.

    `kind`: of the table's channel, `voice` or `stage`.
    """
    clock = VirtualClock(running_virtual_loop(), EPOCH_MS)
    async with LocalDiscord(seed=1, epoch_ms=clock.now_ms(), latency_ms=latency_ms, spec_path=SPEC) as local:
        bot = local.add_bot()
        owner = local.add_user("Host", locale=locale)
        guild = local.add_guild("Club", bot, locale=locale, owner=owner)
        channel = local.add_channel(guild, "table", kind)
        host = Person(local.core, owner)
        people = [
            local.add_person(names[n] if n < len(names) else f"Player {n + 1}", guild, locale=locale)
            for n in range(seats)
        ]
        house = Club(
            local=local,
            bot=bot,
            guild=guild,
            channel=channel,
            host=host,
            people=people,
            store=store if store is not None else MemoryStore(),
            settings=MemorySettings(),
            archive=MemoryGames() if archive is None else archive,
            clock=clock,
            seed=seed,
            meters=meters,
        )
        if start:
            await house.start_bot()
        try:
            yield house
        finally:
            if house.app is not None:
                await asyncio.shield(house.app.close())
