"""Announcements are edge-triggered: they read the log from a stored cursor, in order, each once.

A process that takes over reads the channel's last messages and skips the steps it finds there.
"""

from collections import deque
from dataclasses import dataclass, field

import structlog

from mafiabot.engine.commands import WindowShown
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import public_view
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.runtime.announcing import announcement_for
from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, DiscordUnavailable, Messenger, Store, TableAddress
from mafiabot.runtime.service import Change, GameService

log = structlog.get_logger(__name__)

CURSOR = "announcer"
WINDOW_MESSAGE = "window_message"
TRIES = 3
RETRY_MS = 2000
WINDOWS = frozenset({Kind.WINDOW, Kind.RAISE_WINDOW})
RESULTS = frozenset({Kind.WINDOW_RESULT, Kind.RAISE_RESULT})


@dataclass(slots=True)
class _Table:
    """One table's mailbox: what is still to be said, and the last window's message."""

    waiting: deque[tuple[Announcement, GameState]] = field(default_factory=deque)
    busy: bool = False
    window: Announcement | None = None


def address_of(state: GameState) -> TableAddress:
    return TableAddress(
        game_id=state.game_id, guild_id=state.guild_id, channel_id=state.channel_id, locale=state.locale
    )


class Announcer:
    def __init__(
        self, store: Store, clock: Clock, service: GameService, messenger: Messenger, background: Background
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._messenger = messenger
        self._background = background
        self._tables: dict[str, _Table] = {}

    def changed(self, change: Change) -> None:
        """Takes what a commit has to say and says it in the background."""
        state = change.before
        for event in change.events:
            state = evolve(state, event)
            said = announcement_for(event, state)
            if said is not None:
                self._put(state, said)

    async def resume(self, game_id: str) -> None:
        """After a takeover: says what the log holds beyond the cursor and the channel does not show."""
        state: GameState | None = None
        pending: list[tuple[Announcement, GameState]] = []
        window: Announcement | None = None
        events = await self._store.log(game_id)
        for event in events:
            state = evolve(state, event)
            said = announcement_for(event, state)
            if said is not None:
                pending.append((said, state))
        if state is None:
            return
        cursor = await self._store.cursor(state.guild_id, game_id, CURSOR)
        window = next((a for a, _ in reversed(pending) if a.kind in WINDOWS and a.seq <= cursor), None)
        pending = [(a, s) for a, s in pending if a.seq > cursor]
        self._tables.setdefault(game_id, _Table()).window = window
        if pending:
            found = await self._messenger.announced_steps(address_of(state))
            for said, then in pending:
                if said.step not in found:
                    self._put(then, said)

    def _put(self, state: GameState, said: Announcement) -> None:
        table = self._tables.setdefault(state.game_id, _Table())
        table.waiting.append((said, state))
        if not table.busy:
            table.busy = True
            self._background.start(self._say_all(table), "announcer", table=state.game_id)

    async def _say_all(self, table: _Table) -> None:
        try:
            while table.waiting:
                said, state = table.waiting.popleft()
                if not await self._outdated(said, state):
                    await self._say(table, said, state)
                await self._store.set_cursor(state.guild_id, state.game_id, CURSOR, said.seq)
                if said.kind is Kind.VERDICT:
                    self._tables.pop(state.game_id, None)
        finally:
            table.busy = False

    async def _outdated(self, said: Announcement, state: GameState) -> bool:
        """A window that is no longer the one being voted on is not posted: nobody could press it in time."""
        if said.kind not in WINDOWS:
            return False
        now = await self._service.state(state.game_id)
        window = getattr(now.phase, "window", None) if now is not None else None
        return window is None or window.window_no != said.window_no

    async def _say(self, table: _Table, said: Announcement, state: GameState) -> None:
        address = address_of(state)
        for attempt in range(TRIES):
            try:
                posted = await self._messenger.announce(address, said, public_view(state))
                break
            except DiscordUnavailable as refused:
                log.warning("announcement refused", table=state.game_id, code=refused.code, attempt=attempt)
                await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
        else:
            log.error("announcement given up", table=state.game_id, kind=said.kind.value)
            return
        if said.kind in WINDOWS and said.window_no is not None:
            table.window = said
            await self._service.submit(
                state.game_id,
                WindowShown(window_no=said.window_no, message_ms=posted.message_ms, host_ms=posted.host_ms),
            )
            await self._store.set_cursor(state.guild_id, state.game_id, WINDOW_MESSAGE, posted.message_id)
        elif said.kind in RESULTS and table.window is not None:
            window, table.window = table.window, None
            self._background.start(self._retire(window, state), "retire window", table=state.game_id)

    async def _retire(self, window: Announcement, state: GameState) -> None:
        message_id = await self._store.cursor(state.guild_id, state.game_id, WINDOW_MESSAGE)
        try:
            await self._messenger.retire_window(address_of(state), message_id, window, public_view(state))
        except DiscordUnavailable as refused:
            log.info("window not retired", table=state.game_id, code=refused.code)
