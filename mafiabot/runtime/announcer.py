"""Announcements are edge-triggered: they read the log from a stored cursor, in order, each once.

A process that takes over reads the channel's last messages and skips what it finds there.
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import count

import structlog

from mafiabot.engine.commands import WindowShown
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import public_view
from mafiabot.runtime.announcements import NOTES, Announcement, Kind
from mafiabot.runtime.announcing import announcement_for, silent
from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import (
    HOPELESS,
    Clock,
    DiscordUnavailable,
    Messenger,
    Posted,
    Store,
    StoreUnavailable,
    TableAddress,
)
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.turnstile import Turnstile

log = structlog.get_logger(__name__)

CURSOR = "announcer"
WINDOW_MESSAGE = "window_message"
WINDOW_RETIRED = "window_retired"
"""Ids of messages, kept like cursors: the newest window's, and of the newest that has lost its buttons."""

TRIES = 3
RETRY_MS = 2000
OUTAGE_MS = 600_000
"""So long is tried again what Discord fails to take (5xx, no connection); what it refuses, `TRIES` times."""
WINDOWS = frozenset({Kind.WINDOW, Kind.RAISE_WINDOW})
CLOSING = WINDOWS | {
    Kind.WINDOW_RESULT,
    Kind.RAISE_RESULT,
    Kind.VOTE_SKIPPED,
    Kind.UNDONE,
    Kind.NIGHT_FALLS,
    Kind.VERDICT,
}
"""After these no window posted before is open: asked for anew, decided, broken off, or never asked for."""


@dataclass(frozen=True, slots=True)
class _Window:
    """One whose message has its buttons. `said` None: a former process said it, the last one up to `seq`."""

    message_id: int
    seq: int
    said: Announcement | None = None


@dataclass(slots=True)
class _Table:
    """One table's mailbox: what is still to be said, and the window whose message has its buttons."""

    waiting: deque[tuple[Announcement, GameState]] = field(default_factory=deque)
    busy: bool = False
    held: bool = False
    ended: bool = False
    window: _Window | None = None


def failed(code: int) -> bool:
    """Whether Discord did not get as far as refusing anything."""
    return code == 0 or 500 <= code <= 599


def address_of(state: GameState) -> TableAddress:
    return TableAddress(
        game_id=state.game_id, guild_id=state.guild_id, channel_id=state.channel_id, locale=state.locale
    )


class Announcer:
    """`says_twice` on, `catches_up` off: only to show that oracles and drills catch it."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        service: GameService,
        messenger: Messenger,
        background: Background,
        *,
        says_twice: bool = False,
        catches_up: bool = True,
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._messenger = messenger
        self._background = background
        self._says_twice = says_twice
        self._catches_up = catches_up
        self._tables: dict[str, _Table] = {}
        self._starting: set[str] = set()
        self._old: dict[str, tuple[_Window, GameState]] = {}
        self._turnstile = Turnstile()

    def changed(self, change: Change) -> None:
        """Takes what a commit has to say and says it in the background."""
        state, last = change.before, len(change.events) - 1
        for at, event in enumerate(change.events):
            state = change.state if at == last else evolve(state, event)
            said = announcement_for(event, state)
            if said is not None:
                self._put(state, said)
        if change.state.over and (change.before is None or not change.before.over):
            self.ended(change.state.game_id)

    def ended(self, game_id: str) -> None:
        """The game is over: once nothing is left to say, the store is told so."""
        table = self._tables.setdefault(game_id, _Table())
        table.ended = True
        self._start(game_id, table)

    def note(self, state: GameState, kind: Kind, seats: tuple[int, ...] = ()) -> None:
        """Tells the moderator something that is in no log (one of `NOTES`)."""
        self._put(state, Announcement(kind=kind, seq=state.seq, step=state.step, seats=seats))

    async def owes(self, state: GameState) -> bool:
        """Whether the log holds anything that has not been said, as far as it can be read."""
        cursor = await self._store.cursor(state.guild_id, state.game_id, CURSOR)
        try:
            return any(said.seq > cursor for said, _ in await self._of_log(state.game_id))
        except ValueError as error:
            log.critical("log cannot be read, an end is not said", table=state.game_id, error=str(error))
            return False

    def hold(self, game_id: str) -> None:
        """Until `resume` nothing is said at this table, so that what happens now comes after what is due.

        Until `release` a window of a former process keeps its buttons, though it may be over: to learn what
        it was the whole log is read, and while a process starts, others go first.
        """
        self._tables.setdefault(game_id, _Table()).held = True
        self._starting.add(game_id)

    def release(self, game_id: str) -> None:
        """From now on windows lose their buttons as soon as they are over, whoever has said them."""
        self._starting.discard(game_id)
        if (old := self._old.pop(game_id, None)) is not None:
            self._start_retiring(*old)

    async def resume(self, game_id: str) -> None:
        """After a takeover: says what the log holds beyond the cursor and the channel does not show.

        Raises `StoreUnavailable`: to be called again, nothing is said before.
        """
        table = self._tables.setdefault(game_id, _Table())
        due: list[tuple[Announcement, GameState]] = []
        try:
            due = await self._due(game_id, table)
        except ValueError as error:  # another version's: what happens from now on can be said
            log.critical("log cannot be read, what was due is not said", table=game_id, error=str(error))
        known = {said.seq for said, _ in due}
        table.waiting = deque([*due, *(one for one in table.waiting if one[0].seq not in known)])
        table.held = False
        self._start(game_id, table)

    async def _due(self, game_id: str, table: _Table) -> list[tuple[Announcement, GameState]]:
        state = await self._service.state(game_id)
        if state is None or not self._catches_up:
            return []
        cursor = await self._store.cursor(state.guild_id, game_id, CURSOR)
        message_id = await self._store.cursor(state.guild_id, game_id, WINDOW_MESSAGE)
        retired = await self._store.cursor(state.guild_id, game_id, WINDOW_RETIRED) >= message_id
        if not retired:
            table.window = _Window(message_id, cursor)
        ours = {said.seq for said, _ in table.waiting if said.kind not in NOTES}
        since = enumerate(await self._store.log(game_id, cursor), cursor + 1)
        if all(seq in ours or silent(event) for seq, event in since):
            return []  # the whole log is much to read where a thousand tables are taken up
        said = await self._of_log(game_id)
        pending = [(a, s) for a, s in said if a.seq > cursor]
        found = await self._found(address_of(state)) if pending else frozenset()
        return [(a, s) for a, s in pending if a.mark not in found]

    async def _of_log(self, game_id: str) -> list[tuple[Announcement, GameState]]:
        """All there was to say, each with the state it is said from."""
        state: GameState | None = None
        found: list[tuple[Announcement, GameState]] = []
        for event in await self._store.log(game_id):
            state = evolve(state, event)
            said = announcement_for(event, state)
            if said is not None:
                found.append((said, state))
        return found

    async def _found(self, address: TableAddress) -> frozenset[int]:
        """Marks of what the channel shows; unread, nonces alone keep things from being said twice."""
        try:
            return await self._messenger.announced_steps(address)
        except DiscordUnavailable as refused:
            log.warning("channel not read", table=address.game_id, code=refused.code)
            return frozenset()

    def _put(self, state: GameState, said: Announcement) -> None:
        table = self._tables.setdefault(state.game_id, _Table())
        table.waiting.append((said, state))
        self._start(state.game_id, table)

    def _start(self, game_id: str, table: _Table) -> None:
        if (table.waiting or table.ended) and not table.busy and not table.held:
            table.busy = True
            self._background.start(self._say_all(game_id, table), "announcer", table=game_id)
        elif not table.waiting and not table.busy and table.window is None:
            self._tables.pop(game_id, None)

    async def _say_all(self, game_id: str, table: _Table) -> None:
        try:
            while table.waiting:
                said, state = table.waiting.popleft()
                try:
                    await self._say(table, said, state)
                    await self._store.set_cursor(state.guild_id, state.game_id, CURSOR, said.seq)
                except StoreUnavailable:
                    log.warning("store unavailable, what was said is not kept", table=game_id)
                except Exception:
                    log.exception("announcement failed", table=game_id, kind=said.kind.value)
                if said.kind is Kind.VERDICT:
                    table.window = None
            if table.ended:
                table.ended = False
                await self._end_told(game_id)
        finally:
            table.busy = False
        self._start(game_id, table)

    async def _end_told(self, game_id: str) -> None:
        try:
            await self._store.end_told(game_id)
        except StoreUnavailable:
            log.warning("store unavailable, the next start looks whether the end was told", table=game_id)

    async def _outdated(self, said: Announcement, state: GameState) -> bool:
        """A window that is no longer the one being voted on is not posted: nobody could press it in time."""
        if said.kind not in WINDOWS:
            return False
        now = await self._service.state(state.game_id)
        window = getattr(now.phase, "window", None) if now is not None else None
        return window is None or window.window_no != said.window_no

    async def _say(self, table: _Table, said: Announcement, state: GameState) -> None:
        posted = await self._posted(said, state)
        if posted is None:
            return
        if self._says_twice:
            await self._posted(said, state)
        if said.kind in CLOSING and table.window is not None:
            window, table.window = table.window, None
            if window.said is None and state.game_id in self._starting:
                self._old[state.game_id] = window, state
            else:
                self._start_retiring(window, state)
        if said.kind in WINDOWS and said.window_no is not None:
            table.window = _Window(posted.message_id, said.seq, said)
            await self._service.submit(
                state.game_id,
                WindowShown(window_no=said.window_no, message_ms=posted.message_ms, host_ms=posted.host_ms),
            )
            await self._store.set_cursor(state.guild_id, state.game_id, WINDOW_MESSAGE, posted.message_id)

    async def _posted(self, said: Announcement, state: GameState) -> Posted | None:
        """None: outdated meanwhile, or given up (a note is not worth a second try)."""
        until_ms = self._clock.now_ms() + OUTAGE_MS
        for attempt in count(1):
            await self._turnstile.through()
            if await self._outdated(said, state):
                return None
            try:
                return await self._messenger.announce(address_of(state), said, public_view(state))
            except DiscordUnavailable as refused:
                log.warning("announcement refused", table=state.game_id, code=refused.code, attempt=attempt)
                outage = failed(refused.code) and self._clock.now_ms() < until_ms
                if said.kind in NOTES or refused.code in HOPELESS or (attempt >= TRIES and not outage):
                    break
            await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
        log.error("announcement given up", table=state.game_id, kind=said.kind.value)
        return None

    def _start_retiring(self, window: _Window, state: GameState) -> None:
        self._background.start(self._retire(window, state), "retire window", table=state.game_id)

    async def _retire(self, window: _Window, state: GameState) -> None:
        address, message_id = address_of(state), window.message_id
        try:
            said = window.said or await self._last_window(state.game_id, window.seq)
            if said is None:
                return
            await self._messenger.retire_window(address, message_id, said, public_view(state))
            await self._store.set_cursor(state.guild_id, state.game_id, WINDOW_RETIRED, message_id)
        except DiscordUnavailable as refused:
            log.info("window not retired", table=state.game_id, code=refused.code)
        except StoreUnavailable:
            log.info("store unavailable, the next start retires the window again", table=state.game_id)

    async def _last_window(self, game_id: str, until_seq: int) -> Announcement | None:
        log_of_it = reversed(await self._of_log(game_id))
        return next((said for said, _ in log_of_it if said.kind in WINDOWS and said.seq <= until_seq), None)
