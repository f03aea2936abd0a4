"""What lies beside the games of a store that may lose it: each thing is remembered as it was last written."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import Clock, Debt, HandRef, PanelRef, Store
from mafiabot.runtime.tail import Beside, Written


class KeptBeside:
    """Hands, panels and cursors of games, debts and names of a store; the rest is for who inherits it."""

    def __init__(self, inner: Store, clock: Clock) -> None:
        self._inner = inner
        self._clock = clock
        self._beside = Beside()

    async def _through(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """The call's answer. Raises `StoreUnavailable`."""
        raise NotImplementedError

    def _tidy(self, now: int) -> None:
        """Now and then: lets go of what no store can lose any more."""
        raise NotImplementedError

    async def save_hand(self, guild_id: int, hand: HandRef) -> None:
        """As the port has it."""
        key = ("hand", hand.game_id, hand.user_id)
        await self._written(key, guild_id, partial(self._inner.save_hand, guild_id, hand), hand.game_id)

    async def drop_hand(self, guild_id: int, game_id: str, user_id: int) -> None:
        """As the port has it."""
        key = ("hand", game_id, user_id)
        drop = partial(self._inner.drop_hand, guild_id, game_id, user_id)
        await self._written(key, guild_id, drop, game_id, erases=True)

    async def save_panel(self, guild_id: int, game_id: str, panel: PanelRef) -> None:
        """As the port has it."""
        key = ("panel", game_id)
        await self._written(key, guild_id, partial(self._inner.save_panel, guild_id, game_id, panel), game_id)

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        """As the port has it."""
        key = ("cursor", game_id, name)
        put = partial(self._inner.set_cursor, guild_id, game_id, name, seq)
        await self._written(key, guild_id, put, game_id)

    async def debts(self, guild_id: int | None = None) -> tuple[Debt, ...]:
        """As the port has it."""
        found: tuple[Debt, ...] = await self._through(lambda: self._inner.debts(guild_id))
        for debt in found:
            key = ("debt", debt.guild_id, debt.user_id)
            self._beside.found(key, Written(debt.guild_id, 0, partial(self._inner.put_debt, debt)))
        return found

    async def put_debt(self, debt: Debt) -> None:
        """As the port has it."""
        key = ("debt", debt.guild_id, debt.user_id)
        await self._written(key, debt.guild_id, partial(self._inner.put_debt, debt))

    async def clear_debt(self, guild_id: int, user_id: int) -> None:
        """As the port has it."""
        key = ("debt", guild_id, user_id)
        await self._written(key, guild_id, partial(self._inner.clear_debt, guild_id, user_id), erases=True)

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]:
        """As the port has it."""
        found: tuple[GivenName, ...] = await self._through(lambda: self._inner.names(guild_id))
        for name in found:
            key = ("name", name.guild_id, name.user_id)
            self._beside.found(key, Written(name.guild_id, 0, partial(self._inner.put_name, name)))
        return found

    async def put_name(self, name: GivenName) -> None:
        """As the port has it."""
        key = ("name", name.guild_id, name.user_id)
        await self._written(key, name.guild_id, partial(self._inner.put_name, name))

    async def clear_name(self, guild_id: int, user_id: int) -> None:
        """As the port has it."""
        key = ("name", guild_id, user_id)
        await self._written(key, guild_id, partial(self._inner.clear_name, guild_id, user_id), erases=True)

    async def _written(
        self,
        key: tuple[object, ...],
        guild_id: int,
        write: Callable[[], Awaitable[None]],
        game_id: str | None = None,
        *,
        erases: bool = False,
    ) -> None:
        """What belongs to a game is written again also if it is not taken now: nobody else would."""
        if game_id is None:
            await self._through(write)
        now = self._clock.now_ms()
        self._beside.put(key, Written(guild_id, now, write, erases), game_id)
        self._tidy(now)
        if game_id is not None:
            await self._through(write)
