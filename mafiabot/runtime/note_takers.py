"""Who fills the note board: the last seconds, who writes at night, what is wrong with microphones."""

import structlog

from mafiabot.engine.state import GameState, Night, Talk
from mafiabot.engine.timing import runs_out_ms
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, StoreUnavailable
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.table_notes import NoteBoard
from mafiabot.runtime.unheard import MicTrouble

log = structlog.get_logger(__name__)

LAST_MS = 10_000
SHORTEST_MS = 20_000
"""A speech that is no longer than this has no use for a cue."""


class LastSeconds:
    """The cue ten seconds before a speech ends; `early_ms`: how long a panel takes to show it."""

    def __init__(self, board: NoteBoard, clock: Clock, sleepers: Background, early_ms: int = 0) -> None:
        self._board = board
        self._clock = clock
        self._sleepers = sleepers
        self._before_ms = LAST_MS + early_ms
        self._waiting: dict[str, int] = {}

    def changed(self, change: Change) -> None:
        self.resume(change.state)

    def resume(self, state: GameState) -> None:
        """Also after a takeover."""
        game_id, cue_ms = state.game_id, self._cue_ms(state)
        self._waiting.pop(game_id, None)
        if cue_ms is None:
            self._board.change(game_id, last_seconds=False)
            return
        now = self._clock.now_ms()
        self._board.change(game_id, last_seconds=now >= cue_ms)
        if now < cue_ms:
            self._waiting[game_id] = cue_ms
            self._sleepers.start(self._wait(game_id, cue_ms), "last seconds", table=game_id)

    def _cue_ms(self, state: GameState) -> int | None:
        if not isinstance(state.phase, Talk) or state.paused is not None:
            return None
        ends_ms = runs_out_ms(state.phase.floor)
        if ends_ms is None or state.phase.floor.granted_ms < SHORTEST_MS:
            return None
        return ends_ms - self._before_ms

    async def _wait(self, game_id: str, cue_ms: int) -> None:
        await self._clock.sleep_until_ms(cue_ms)
        if self._waiting.get(game_id) == cue_ms:
            del self._waiting[game_id]
            self._board.change(game_id, last_seconds=True)


class NightWriters:
    """Which players write in the table's chat while the city sleeps; the judge is to know."""

    def __init__(self, board: NoteBoard) -> None:
        self._board = board

    def wrote(self, state: GameState, user_id: int) -> None:
        """Somebody began to write, or wrote."""
        seat = state.seat_of(user_id)
        if seat is None or not isinstance(state.phase, Night) or not state.seat(seat).alive:
            return
        known = self._board.of(state.game_id).wrote
        if seat not in known:
            log.info("written at night", table=state.game_id, seat=seat)
            self._board.change(state.game_id, wrote=tuple(sorted((*known, seat))))

    def changed(self, change: Change) -> None:
        if not isinstance(change.state.phase, Night):
            self._board.change(change.state.game_id, wrote=())


class MicNotes:
    """A `MicWatcher`: what is wrong with microphones goes to the panels, what people did is said once."""

    def __init__(
        self, board: NoteBoard, service: GameService, announcer: Announcer, background: Background
    ) -> None:
        self._board = board
        self._service = service
        self._announcer = announcer
        self._background = background

    def trouble(self, game_id: str, trouble: MicTrouble) -> None:
        self._board.change(game_id, unheard=trouble.unheard, by_hand=trouble.by_hand)

    def remade(self, game_id: str, user_id: int) -> None:
        self._background.start(self._say(game_id, user_id), "set by hand", table=game_id)

    async def _say(self, game_id: str, user_id: int) -> None:
        try:
            state = await self._service.state(game_id)
        except StoreUnavailable:
            log.warning("store unavailable, a microphone set by hand is not told of", table=game_id)
            return
        seat = state.seat_of(user_id) if state is not None else None
        if state is not None and seat is not None and not state.over:
            self._announcer.note(state, Kind.MIC_BY_HAND, (seat,))
