"""A process that has died, another one that takes its tables over, and stores that make it hard."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine.events import Event
from mafiabot.engine.state import GameState, Talk
from mafiabot.runtime.cluster_port import Signs
from mafiabot.runtime.ports import HandRef, SeenVoice, StoreUnavailable
from mafiabot.runtime.takeover import Takeover
from mafiabot.runtime.voice_keeper import VoiceKeeper
from tests.support.shell import Shell


class NoVoice:
    """Nobody is in voice, and nothing is edited."""

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        raise AssertionError

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        raise AssertionError("nobody is in voice")

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        return None


class PickyStore(MemoryStore):
    """One game cannot be read, of another the log is not what is known here, of one more it does not come.

    `meanwhile`: before one comes, once.
    """

    unreadable: str | None = None
    closed: str | None = None
    silent: str | None = None
    meanwhile: Callable[[], Awaitable[object]] | None = None
    no_hands = False

    async def hands(self, guild_id: int, game_id: str) -> tuple[HandRef, ...]:
        if self.no_hands:
            raise StoreUnavailable
        return await super().hands(guild_id, game_id)

    async def load(self, game_id: str) -> GameState | None:
        if game_id == self.unreadable:
            raise ValueError("schema 99")
        return await super().load(game_id)

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        if game_id == self.silent:
            raise StoreUnavailable
        if game_id == self.closed:
            raise ValueError("no such event")
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return await super().log(game_id, after_seq)


class CountingStore(MemoryStore):
    loads = 0

    async def load(self, game_id: str) -> GameState | None:
        self.loads += 1
        return await super().load(game_id)


async def ignore(*_: object) -> None:
    pass


@dataclass
class Serving:
    """Serves all guilds but `others`; `usurped` by somebody, as it would find if it looked."""

    others: frozenset[int] = frozenset()
    usurped: bool = False

    def owns(self, guild_id: int) -> bool:
        return guild_id not in self.others

    async def sure(self, guild_id: int) -> bool:
        return self.owns(guild_id) and not self.usurped


async def started(taking: Takeover, signs: Signs) -> int:
    """As a process starts: tables taken over, then their screens drawn."""
    tables = await taking.run(signs)
    await taking.show()
    return tables


def taking_over(shell: Shell, serving: Serving | None = None) -> Takeover:
    observed: Callable[..., Awaitable[None]] = ignore
    keeper = VoiceKeeper(shell.store, shell.clock, NoVoice(), observed, ignore)
    return Takeover(
        shell.store,
        shell.clock,
        shell.service,
        keeper,
        shell.announcer,
        shell.panels,
        shell.hands,
        serving or Serving(),
    )


async def killed(store: MemoryStore | None = None) -> tuple[Shell, GameState]:
    """A process that died in a speech, having said everything."""
    shell = Shell(store).listen().run()
    await shell.deal()
    await shell.until(Talk)
    await shell.seconds(20)
    state = await shell.state()
    await shell.stop()
    return shell, state
