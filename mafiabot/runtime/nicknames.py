"""Seat numbers in front of names while a game runs, where a guild wants them, and every name back afterwards.

A name is written down before it is changed, and given back only if it is still the one we gave. Names never
go ahead of a microphone: each edit waits for its turn.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from mafiabot.engine.state import Ended, GameState, Lobby, ReadyCheck, Status
from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import Coalescer
from mafiabot.runtime.names_port import GivenName, Names
from mafiabot.runtime.ports import HOPELESS, Clock, DiscordUnavailable, Served, StoreUnavailable
from mafiabot.runtime.seat_names import numbered
from mafiabot.runtime.service import Change
from mafiabot.runtime.settings_port import SettingsStore

log = structlog.get_logger(__name__)

RETRY_MS = 10_000
_UNNUMBERED = (Lobby, ReadyCheck, Ended)
LONG_RETRY_MS = 600_000
"""Where Discord would hardly answer otherwise: thrown out of the guild."""

Member = tuple[int, int]
"""Guild and user."""

Turn = Callable[[int], Awaitable[None]]
"""Returns when a nickname of that guild may be edited."""

StateOf = Callable[[str], Awaitable[GameState | None]]
"""A game as it is known here, else as it is stored; `ValueError` for one that cannot be read."""

OnKept = Callable[[GameState, tuple[int, ...]], None]
"""The names of these seats could not be changed; told once a game."""


class NameStore(Protocol):
    """The part of the `Store` port names need."""

    async def put_name(self, name: GivenName) -> None: ...

    async def clear_name(self, guild_id: int, user_id: int) -> None: ...

    async def names(self, guild_id: int | None = None) -> tuple[GivenName, ...]: ...

    async def open_games(
        self, guild_id: int | None = None, *, served: Served | None = None
    ) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class _Wish:
    game_id: str
    seat: int


class Nicknames:
    """Of guilds that are `served`. `waiting`: tasks that may be cancelled at any time; `edits`: those that
    must not.
    """

    def __init__(
        self,
        store: NameStore,
        clock: Clock,
        settings: SettingsStore,
        names: Names,
        turn: Turn,
        state_of: StateOf,
        on_kept: OnKept,
        *,
        served: Served = lambda guild_id: True,
        waiting: Background,
        edits: Background,
    ) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._names = names
        self._turn = turn
        self._state_of = state_of
        self._on_kept = on_kept
        self._served = served
        self._waiting = waiting
        self._edits = edits
        self._rounds = Coalescer[int](waiting, clock, self._round, name="nicknames")
        self._running: dict[str, GameState | None] = {}
        self._wishes: dict[Member, _Wish] = {}
        self._given: dict[Member, GivenName] = {}
        self._done: dict[Member, _Wish] = {}
        self._told: set[str] = set()
        self._retrying: set[int] = set()
        self._read_once = asyncio.Event()
        self._closed = False

    # --- what changes ----------------------------------------------------------------------------

    async def start(self) -> None:
        """After a restart: what was given is read, and given back where its game is over.

        No name is touched before that: one we gave would be taken for his own.
        """
        while True:
            try:
                await self._read()
            except StoreUnavailable:
                log.warning("nicknames wait for the store")
                await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
            else:
                self._read_once.set()
                return

    async def _read(self) -> None:
        for given in await self._store.names():
            if self._served(given.guild_id):
                self._given.setdefault((given.guild_id, given.user_id), given)
        for game_id in await self._store.open_games(served=self._served):
            self._running.setdefault(game_id, None)
            state = await self._readable(game_id)
            if state is not None and self._running.get(game_id) is None:
                self._told |= {game_id} if _members(state) else set()
                self._take(state)
        for guild_id in {guild_id for guild_id, _ in self._given}:
            self._rounds.poke(guild_id)

    async def _readable(self, game_id: str) -> GameState | None:
        """A table this version cannot read keeps its names until somebody closes it."""
        try:
            return await self._state_of(game_id)
        except ValueError:
            return None

    def changed(self, change: Change) -> None:
        """After every commit; returns at once."""
        self._take(change.state)

    def _take(self, state: GameState) -> None:
        former = self._running.get(state.game_id)
        if state.over:
            self._running.pop(state.game_id, None)
            self._told.discard(state.game_id)
        else:
            self._running[state.game_id] = state
        if former is not None and _seated_alike(former, state):
            return
        before, after = _members(former) if former is not None else {}, _members(state)
        if before != after:
            for member in before.keys() - after.keys():
                if self._wishes.get(member) == before[member]:
                    self._wishes.pop(member)
                self._done.pop(member, None)
            self._wishes |= after
            self._rounds.poke(state.guild_id)

    def close(self) -> None:
        """Starts nothing new; what is under way ends by itself."""
        self._closed = True

    # --- bringing it together --------------------------------------------------------------------

    async def _round(self, guild_id: int) -> None:
        await self._read_once.wait()
        try:
            await self._give_back(guild_id)
            await self._give(guild_id)
        except StoreUnavailable as error:
            self._try_again(guild_id, RETRY_MS, error)
        except DiscordUnavailable as error:
            self._try_again(guild_id, LONG_RETRY_MS if error.code in HOPELESS else RETRY_MS, error)

    def _try_again(self, guild_id: int, in_ms: int, error: Exception) -> None:
        log.warning("nicknames tried again later", guild=guild_id, in_ms=in_ms, reason=str(error))
        if guild_id not in self._retrying:
            self._retrying.add(guild_id)
            self._waiting.start(self._later(guild_id, in_ms), "nicknames tried again", guild=guild_id)

    async def _later(self, guild_id: int, in_ms: int) -> None:
        await self._clock.sleep_until_ms(self._clock.now_ms() + in_ms)
        self._retrying.discard(guild_id)
        self._rounds.poke(guild_id)

    # --- giving back -----------------------------------------------------------------------------

    async def _give_back(self, guild_id: int) -> None:
        for member, given in list(self._given.items()):
            if member[0] != guild_id or member in self._wishes or given.game_id in self._unread:
                continue
            if not self._closed:
                await self._give_one_back(member, given)

    @property
    def _unread(self) -> set[str]:
        """Games that run, as far as is known, though nothing else is known of them."""
        return {game_id for game_id, state in self._running.items() if state is None}

    async def _give_one_back(self, member: Member, given: GivenName) -> None:
        seen = await self._names.look(*member)
        if seen is not None and seen.nick == given.ours:
            if not seen.may_rename:
                log.warning("a nickname cannot be given back", guild=member[0], user=member[1])
                return
            await self._turn(member[0])
            if self._closed or member in self._wishes:
                return
            if isinstance(await self._renamed(member, given.found, given.game_id), DiscordUnavailable):
                return
        await self._store.clear_name(*member)
        self._given.pop(member, None)
        self._done.pop(member, None)

    # --- giving ----------------------------------------------------------------------------------

    async def _give(self, guild_id: int) -> None:
        """A setting that is changed while a game runs counts from the next one on."""
        running = [one for one in self._running.values() if one is not None and one.guild_id == guild_id]
        playing = {member for state in running for member in _members(state)}
        wanting = {member: wish for member in playing if (wish := self._wishes.get(member)) is not None}
        if not wanting:
            return
        chosen = (await self._settings.get(guild_id)).seat_nicknames
        kept: dict[str, list[int]] = {}
        for member, wish in sorted(wanting.items(), key=lambda one: one[1].seat):
            given = self._given.get(member)
            if self._closed or not (chosen or (given is not None and given.game_id == wish.game_id)):
                continue
            if self._done.get(member) != wish and not await self._give_one(member, wish):
                kept.setdefault(wish.game_id, []).append(wish.seat)
        for game_id, seats in kept.items():
            self._tell(game_id, tuple(seats))

    def _tell(self, game_id: str, seats: tuple[int, ...]) -> None:
        state = self._running.get(game_id)
        if state is not None and game_id not in self._told:
            self._told.add(game_id)
            self._on_kept(state, seats)

    async def _give_one(self, member: Member, wish: _Wish) -> bool:
        """False: it cannot be done. Whoever was renamed by somebody else meanwhile is left alone."""
        seen, given = await self._names.look(*member), self._given.get(member)
        if seen is None or (given is not None and seen.nick not in (given.ours, given.found)):
            self._done[member] = wish
            return True
        found = seen.nick if given is None else given.found
        ours = numbered(wish.seat, found or seen.account)
        if seen.nick != ours and not seen.may_rename:
            self._done[member] = wish
            return False
        new = GivenName(guild_id=member[0], user_id=member[1], game_id=wish.game_id, found=found, ours=ours)
        await self._put(new)
        if seen.nick != ours:
            await self._turn(member[0])
            if self._closed or self._wishes.get(member) != wish:
                return True
            made = await self._renamed(member, ours, wish.game_id)
            if isinstance(made, DiscordUnavailable):
                self._done[member] = wish
                return False
            if made is not None:
                await self._put(replace(new, ours=made))
        self._done[member] = wish
        return True

    async def _put(self, name: GivenName) -> None:
        member = (name.guild_id, name.user_id)
        if self._given.get(member) != name:
            await self._store.put_name(name)
            self._given[member] = name

    async def _renamed(
        self, member: Member, nick: str | None, game_id: str
    ) -> str | DiscordUnavailable | None:
        """What Discord made of it, or why it never will. The edit outlives whoever waits for it.

        Raises `DiscordUnavailable` for what may pass.
        """
        sent = self._edits.start(self._sent(member, nick, game_id), "nickname", guild=member[0])
        answer: str | DiscordUnavailable | None = await asyncio.shield(sent)
        if isinstance(answer, DiscordUnavailable):
            if answer.code not in HOPELESS:
                raise answer
            log.warning("Discord refuses a nickname", guild=member[0], user=member[1], code=answer.code)
        return answer

    async def _sent(self, member: Member, nick: str | None, game_id: str) -> str | DiscordUnavailable | None:
        try:
            return await self._names.rename(*member, nick, f"mafiabot: table {game_id}")
        except DiscordUnavailable as unavailable:
            return unavailable


def _seated_alike(former: GameState, state: GameState) -> bool:
    """Most commits leave the seats untouched."""
    return former.seats is state.seats and isinstance(former.phase, _UNNUMBERED) == isinstance(
        state.phase, _UNNUMBERED
    )


def _members(state: GameState) -> dict[Member, _Wish]:
    """Everybody's number from the deal to the end, whatever becomes of him meanwhile."""
    if isinstance(state.phase, _UNNUMBERED):
        return {}
    return {
        (state.guild_id, seat.person.user_id): _Wish(state.game_id, number)
        for number, seat in enumerate(state.seats, 1)
        if seat.status is not Status.ABSENT
    }
