"""A guild whose members have names, and the bot's nicknames on it through several lives of the process."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import commands as cmd
from mafiabot.engine.state import GameState
from mafiabot.runtime.background import Background
from mafiabot.runtime.names_port import SeenName
from mafiabot.runtime.nicknames import Nicknames
from mafiabot.runtime.ports import Commit, DiscordUnavailable
from mafiabot.runtime.service import Change
from tests.support.table import JUDGE, Table

GUILD = 7


@dataclass
class Guild:
    """Its members' names, and everything that was asked and sent, in order. A `Names` port."""

    nicks: dict[int, str | None]
    above: set[int] = field(default_factory=set)
    fails: list[int] = field(default_factory=list)
    fails_after: bool = False
    order: list[tuple[int, str | None]] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    told: list[tuple[int, ...]] = field(default_factory=list)
    looks: int = 0

    async def look(self, guild_id: int, user_id: int) -> SeenName | None:
        assert guild_id == GUILD
        self.looks += 1
        if user_id not in self.nicks:
            return None
        nick = self.nicks[user_id]
        return SeenName(nick=nick, account=f"account {user_id}", may_rename=user_id not in self.above)

    async def rename(self, guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        assert reason.startswith("mafiabot: table ")
        code = self.fails.pop(0) if self.fails else None
        if code is None or self.fails_after:
            self.nicks[user_id] = nick
            self.order.append((user_id, nick))
        if code is not None:
            raise DiscordUnavailable(code, "")
        return nick

    async def turn(self, guild_id: int) -> None:
        await self.gate.wait()

    def kept(self, state: GameState, seats: tuple[int, ...]) -> None:
        self.told.append(seats)


class House:
    """One process after another on the same store."""

    def __init__(self) -> None:
        self.clock = VirtualClock(running_virtual_loop(), 1_790_000_000_000)
        self.store = MemoryStore()
        self.settings = MemorySettings()
        self.guild = Guild({100 + seat: None if seat % 2 else f"Имя {seat}" for seat in range(1, 11)})
        self.guild.gate.set()
        self.table = Table(10, judge=True)
        self.tasks: list[Background] = []
        self.names = self.process()

    def process(self) -> Nicknames:
        waiting, edits = Background(), Background()
        self.tasks += [waiting, edits]
        return Nicknames(
            self.store,
            self.clock,
            self.settings,
            self.guild,
            self.guild.turn,
            self.store.load,
            self.guild.kept,
            waiting=waiting,
            edits=edits,
        )

    async def wants(self, on: bool = True) -> None:
        await self.settings.change(GUILD, lambda kept: replace(kept, seat_nicknames=on))

    async def goes_on(self, seconds: float = 1.0) -> None:
        """Tells the newest state and lets time pass."""
        state = replace(self.table.state, guild_id=GUILD)
        self.names.changed(Change(before=None, state=state, events=()))
        await self.seconds(seconds)

    async def seconds(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    async def deal(self) -> None:
        self.table.deal()
        await self.goes_on()

    async def stop(self) -> None:
        self.table.do(cmd.StopGame(by=JUDGE))
        await self.goes_on()

    async def keep_state(self) -> None:
        """The live store has the table as it stands, as a restart finds it."""
        state = replace(self.table.state, guild_id=GUILD)
        commit = Commit(
            state=state,
            events=tuple(self.table.log),
            expected_seq=0,
            command_id=None,
            claims=(),
            due_ms=None,
        )
        await self.store.commit(commit)

    async def dies(self) -> None:
        for tasks in self.tasks:
            await tasks.stop()
        self.names = self.process()

    @property
    def nicks(self) -> dict[int, str | None]:
        return {user - 100: nick for user, nick in self.guild.nicks.items()}


def closed_to(guild: Guild) -> Any:
    """A `look` that is always answered as by a guild that has thrown the bot out."""
    looked = guild.look

    async def closed(guild_id: int, user_id: int) -> SeenName | None:
        await looked(guild_id, user_id)
        raise DiscordUnavailable(10004, "")

    return closed


FOUND = {seat: None if seat % 2 else f"Имя {seat}" for seat in range(1, 11)}
NUMBERED = {seat: f"{seat:02d} " + (FOUND[seat] or f"account {100 + seat}") for seat in range(1, 11)}
