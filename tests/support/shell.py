"""The shell round one table without Discord: real service, store and clock, a messenger that writes down.

Nobody holds a microphone here: a speaker's clock starts after `mic_wait_s`, so a game plays itself.
"""

import asyncio
import contextlib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLUB, Ruleset
from mafiabot.engine.state import GameState, Phase, Talk, Vote
from mafiabot.engine.viewing import hand_view
from mafiabot.engine.views import HandView, PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.background import Background
from mafiabot.runtime.hands import Hands
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.panels import COUNTER_BITS, Panels
from mafiabot.runtime.ports import DiscordUnavailable, HandRef, Posted, Store, TableAddress
from mafiabot.runtime.service import Applied, Change, GameService
from mafiabot.runtime.timers import Timers
from tests.support import builders

GAME = "g1"


@dataclass(slots=True)
class Written:
    """One call of the messenger. `what`: its method; `about`: a view or an announcement."""

    what: str
    at_ms: int
    message_id: int
    about: Any
    key: str = ""


@dataclass(slots=True)
class WritingMessenger:
    """Writes down what it is asked to do; refuses as told by `refuse`, takes `takes_ms` for each call."""

    clock: VirtualClock
    takes_ms: int = 0
    shows: frozenset[int] = frozenset()
    written: list[Written] = field(default_factory=list)
    _refusals: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    _last_id: int = 0

    def refuse(self, what: str, code: int, *, times: int = 1) -> None:
        """The next calls of a method are refused with Discord's `code`."""
        self._refusals[what].extend([code] * times)

    def calls(self, what: str) -> list[Written]:
        return [call for call in self.written if call.what == what]

    @property
    def said(self) -> list[Announcement]:
        return [call.about for call in self.calls("announce")]

    @property
    def kinds(self) -> list[Kind]:
        return [announcement.kind for announcement in self.said]

    async def _do(self, what: str, message_id: int | None, about: object, key: str = "") -> int:
        if self.takes_ms:
            await self.clock.sleep_until_ms(self.clock.now_ms() + self.takes_ms)
        if self._refusals[what]:
            raise DiscordUnavailable(self._refusals[what].pop(0), "refused")
        self._last_id += message_id is None
        number = message_id if message_id is not None else self._last_id << COUNTER_BITS
        self.written.append(Written(what, self.clock.now_ms(), number, about, key))
        return number

    def _posted(self, message_id: int) -> Posted:
        now = self.clock.now_ms()
        return Posted(message_id=message_id, message_ms=now + builders.DISCORD_AHEAD_MS, host_ms=now)

    async def post_panel(self, table: TableAddress, view: PublicView, key: str) -> Posted:
        return self._posted(await self._do("post_panel", None, view, key))

    async def edit_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._do("edit_panel", message_id, view)

    async def retire_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._do("retire_panel", message_id, view)

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        return self._posted(await self._do("announce", None, announcement))

    async def retire_window(
        self, table: TableAddress, message_id: int, announcement: Announcement, view: PublicView
    ) -> None:
        await self._do("retire_window", message_id, announcement)

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        await self._do("announced_steps", 0, None)
        return self.shows

    async def refresh_hand(self, hand: HandRef, view: HandView) -> None:
        await self._do("refresh_hand", hand.user_id, view)


class Shell:
    """One process on a store. `effects` and timers run until `stop`."""

    def __init__(self, store: Store | None = None, messenger: WritingMessenger | None = None) -> None:
        self.clock = VirtualClock(running_virtual_loop(), builders.START_MS)
        self.store = store if store is not None else MemoryStore()
        self.messenger = messenger if messenger is not None else WritingMessenger(self.clock)
        self.effects = Background()
        self.offset = OffsetMeter()
        self.service = GameService(self.store, self.clock)
        self.changes: list[Change] = []
        self.service.listen(self.changes.append)
        self.announcer = Announcer(self.store, self.clock, self.service, self.messenger, self.effects)
        self.panels = Panels(self.store, self.clock, self.service, self.messenger, self.effects)
        self.hands = Hands(self.store, self.clock, self.service, self.messenger, self.effects, self.offset)
        self.timers = Timers(self.store, self.clock, self.service, self.effects)
        self._loops: list[asyncio.Task[None]] = []

    def listen(self) -> "Shell":
        """Announcements, panel and hands follow the game from now on."""
        for listener in (self.announcer.changed, self.panels.changed, self.hands.changed):
            self.service.listen(listener)
        return self

    def run(self, *loops: Any) -> "Shell":
        """Runs the timers (or the given loops) in the background."""
        for loop in loops or (self.timers.run(),):
            self._loops.append(asyncio.get_running_loop().create_task(loop))
        return self

    async def stop(self) -> None:
        """As if the process had been killed."""
        for task in self._loops:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._loops)
        await self.effects.stop()

    async def seconds(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    # --- the game --------------------------------------------------------------------------------

    async def do(self, command: cmd.Command, command_id: str | None = None) -> Applied:
        outcome = await self.service.submit(GAME, command, command_id)
        assert isinstance(outcome, Applied), outcome
        return outcome

    async def open(self, seats: int = 6, *, ruleset: Ruleset = CLUB) -> GameState:
        return (await self.do(builders.open_table(ruleset, seats))).state

    async def deal(self, seats: int = 6, *, ruleset: Ruleset = CLUB) -> GameState:
        """From nothing to dealt cards."""
        opened = await self.open(seats, ruleset=ruleset)
        users = tuple(seat.person.user_id for seat in opened.seats)
        await self.do(cmd.StartGame(by=1, seed=builders.SEED, game_number=1, in_voice=users))
        for user in users:
            await self.do(cmd.ConfirmReady(user_id=user))
        return await self.state()

    async def state(self) -> GameState:
        state = await self.service.state(GAME)
        assert state is not None
        return state

    async def until(self, phase: type[Phase], *, most_s: float = 1000) -> GameState:
        """Lets time pass until the game is in this phase."""
        end = self.clock.now_ms() + round(most_s * 1000)
        while not isinstance((state := await self.state()).phase, phase):
            assert self.clock.now_ms() < end, state.phase
            await self.seconds(0.5)
        return state

    async def to_vote(self) -> GameState:
        """From nothing to a vote: everybody but the first two keeps silent; two are nominated."""
        await self.deal()
        for seat in (1, 2):
            state = await self.state()
            while not (isinstance(state.phase, Talk) and state.phase.floor.turn.seat == seat):
                await self.seconds(0.5)
                state = await self.state()
            now = builders.press(self.clock.now_ms())
            user, floor = state.seat(seat).person.user_id, state.phase.floor.ordinal
            await self.do(cmd.Nominate(user_id=user, floor=floor, seat=seat + 2, press=now))
        return await self.until(Vote)

    async def hold_hand(
        self, seat: int, *, locale: str = "en", token: str = "", as_of: GameState | None = None
    ) -> HandRef:
        """A player has just opened his hand. `as_of`: which was drawn from an earlier state."""
        state = as_of or await self.state()
        user = state.seat(seat).person.user_id
        ref = HandRef(
            game_id=GAME,
            user_id=user,
            application_id=5,
            token=token or f"token {user}",
            message_id=None,
            issued_discord_ms=self.clock.now_ms(),
            locale=locale,
        )
        await self.hands.shown(state.guild_id, ref, hand_view(state, seat))
        return ref
