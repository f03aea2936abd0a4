"""Microphones of every guild this process serves: the one door for commits, gateway events and start-up.

Everything here returns at once; edits, questions and reports run as tasks of their own.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from mafiabot.engine.mics import mics as engine_mics
from mafiabot.engine.state import GameState
from mafiabot.runtime.background import Background
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.guild_reading import NOTHING_KNOWN, KeeperStore, Known
from mafiabot.runtime.guild_voice import GuildVoice, OnRefused, VoiceTools
from mafiabot.runtime.mechanisms import ALL_THERE, Mechanism, Without
from mafiabot.runtime.meters import NO_METERS, Meters
from mafiabot.runtime.mic_probe import MicDelays
from mafiabot.runtime.mic_reports import OnObserved
from mafiabot.runtime.ports import Clock, Debt, HelperFit, MicHelper, SeenVoice, Voice
from mafiabot.runtime.side_by_side import side_by_side
from mafiabot.runtime.table_mics import Mics
from mafiabot.runtime.voice_sink import MicWatcher

READ_AT_ONCE = 64

OnAccess = Callable[[int], None]
"""`(guild_id)`: what the bot may do there has changed."""


class VoiceKeeper:
    """A `VoiceSink`. `on_observed` becomes `VoiceObserved`, `on_refused` a notice to the moderator.

    `second`: where a second copy of the debts is kept. `helpers`: further bots, which only edit.

    `without`: what is taken away, only to show that it is missed.
    """

    def __init__(
        self,
        store: KeeperStore,
        clock: Clock,
        voice: Voice,
        on_observed: OnObserved,
        on_refused: OnRefused,
        *,
        second: DebtStore | None = None,
        helpers: Sequence[MicHelper] = (),
        mics: Mics = engine_mics,
        without: Without = ALL_THERE,
        meters: Meters = NO_METERS,
    ) -> None:
        self._edits, self._sleepers = Background(), Background()
        self._watchers: list[MicWatcher] = []
        self._on_access: list[OnAccess] = []
        self._tools = VoiceTools(
            store=store,
            second=second,
            voice=voice,
            helpers=tuple(helpers),
            clock=clock,
            edits=self._edits,
            sleepers=self._sleepers,
            mics=mics,
            on_observed=on_observed,
            on_refused=on_refused,
            watchers=self._watchers,
            without=without,
            meters=meters,
        )
        self._without = without
        self._guilds: dict[int, GuildVoice] = {}
        self._expected: dict[int, Known] = {}
        self._readers = asyncio.Semaphore(READ_AT_ONCE)

    def watched_by(self, watcher: MicWatcher) -> None:
        """From now on."""
        self._watchers.append(watcher)

    def tells_of_access(self, listener: OnAccess) -> None:
        """From now on: of permissions that have changed, and of guilds that are there again."""
        self._on_access.append(listener)

    # --- the game's side -------------------------------------------------------------------------

    def expect(self, states: Iterable[GameState]) -> None:
        """Open tables' states that have just been read: at the start their guilds read them no more."""
        read_ms = self._tools.clock.now_ms()
        for state in states:
            known = self._expected.get(state.guild_id, NOTHING_KNOWN)
            read = min(known.read_ms, read_ms) if known.states else read_ms
            self._expected[state.guild_id] = Known((*known.states, state), read)

    async def start(self) -> None:
        """After a restart, when guilds have been seen: returns once all that are expected are taken up.

        Debts are read then; others as their guilds appear.
        """
        expected, self._expected = self._expected, {}
        await side_by_side(expected.items(), lambda one: self._guild(one[0]).take_up(one[1]))

    def table_changed(self, state: GameState) -> None:
        """After every commit: brings microphones to what the state says."""
        if not state.over or Mechanism.FREES_AT_END not in self._without:
            self._guild(state.guild_id).table_changed(state)

    def mute_spectators(self, guild_id: int, *, chosen: bool) -> None:
        """Whether a guild has whoever looks on muted while a game runs; from now on."""
        self._guild(guild_id).mutes_spectators(chosen)

    def seen(self, guild_id: int, user_id: int) -> SeenVoice | None:
        """Somebody's voice state as last seen; None = unknown."""
        guild = self._guilds.get(guild_id)
        return guild.seen(user_id) if guild is not None else None

    def in_channel(self, guild_id: int, channel_id: int) -> tuple[int, ...]:
        """User ids seen in a voice channel, bots included, ascending."""
        guild = self._guilds.get(guild_id)
        return guild.in_channel(channel_id) if guild is not None else ()

    def timed_out(self, guild_id: int, user_id: int) -> bool:
        """Whether a moderator's time-out keeps him from speaking now; told with his last voice event."""
        guild = self._guilds.get(guild_id)
        return guild is not None and guild.timed_out(user_id)

    def owed(self, guild_id: int) -> tuple[Debt, ...]:
        """What members of a guild are owed now, as far as this process knows."""
        guild = self._guilds.get(guild_id)
        return guild.owed if guild is not None else ()

    @property
    def debts_open(self) -> int:
        """How many members are owed something, as far as this process knows."""
        return sum(len(guild.owed) for guild in self._guilds.values())

    async def measure(
        self, guild_id: int, user_id: int, channel_id: int, game_id: str, helper: int | None = None
    ) -> MicDelays | None:
        """How long one mute and one unmute of somebody in that channel take; he is as found afterwards.

        `game_id` names the trial in his debt: a fresh one. `helper`: the further bot that is tried, counted
        from 0; None: whichever bot has room. None: he is elsewhere, muted, owed something already, or a game
        has a say over him.
        """
        editor = helper + 1 if helper is not None else None
        return await self._guild(guild_id).measure(user_id, channel_id, game_id, editor)

    async def helpers_in(self, guild_id: int, channel_id: int) -> tuple[tuple[MicHelper, HelperFit], ...]:
        """Every further bot, and what it lacks in that channel."""
        fits = await self._guild(guild_id).helpers_fit(channel_id)
        return tuple(zip(self._tools.helpers, fits, strict=True))

    async def turn_for_a_name(self, guild_id: int) -> None:
        """Returns when a nickname of that guild may be edited: never ahead of a microphone.

        The edit's place in the budget is then taken; it has to be sent at once. May be cancelled.
        """
        await self._guild(guild_id).turn_for_a_name()

    async def close(self) -> None:
        """Starts nothing new and waits until every edit that was sent has come back."""
        for guild in self._guilds.values():
            guild.close()
        await self._sleepers.stop()
        await self._edits.drain()

    # --- the gateway's side (`VoiceSink`) ----------------------------------------------------------

    def session_started(self, shard_id: int, shard_count: int, guild_ids: frozenset[int]) -> None:
        for guild in self._guilds.values():
            if (guild.guild_id >> 22) % shard_count == shard_id:
                guild.lost(reachable=guild.guild_id in guild_ids)

    def guild_snapshot(self, guild_id: int, states: Iterable[SeenVoice], at_ms: int) -> None:
        guild = self._guild(guild_id)
        guild.snapshot(states, at_ms)
        taking_up = self._take_up(guild, self._expected.get(guild_id, NOTHING_KNOWN))
        self._sleepers.start(taking_up, "guild taken up", guild=guild_id)
        self._access_changed(guild_id)

    def guild_lost(self, guild_id: int) -> None:
        if (guild := self._guilds.get(guild_id)) is not None:
            guild.lost(reachable=False)

    def voice_seen(self, seen: SeenVoice) -> None:
        self._guild(seen.guild_id).see(seen)

    def timeout_seen(self, guild_id: int, user_id: int, until_ms: int | None) -> None:
        self._guild(guild_id).timeout_seen(user_id, until_ms)

    def channel_gone(self, guild_id: int, channel_id: int) -> None:
        self._guild(guild_id).channel_gone(channel_id)

    def stage_seen(self, guild_id: int, channel_id: int) -> None:
        self._guild(guild_id).stage_seen(channel_id)

    def bot_seen(self, guild_id: int, user_id: int) -> None:
        self._guild(guild_id).bot_seen(user_id)

    def permissions_changed(self, guild_id: int) -> None:
        self._guild(guild_id).permissions_changed()
        self._access_changed(guild_id)

    def _access_changed(self, guild_id: int) -> None:
        for listener in self._on_access:
            listener(guild_id)

    async def _take_up(self, guild: GuildVoice, known: Known) -> None:
        async with self._readers:
            await guild.take_up(known)

    def _guild(self, guild_id: int) -> GuildVoice:
        if guild_id not in self._guilds:
            self._guilds[guild_id] = GuildVoice(guild_id, self._tools)
        return self._guilds[guild_id]
