"""Everything people see of a table besides announcements, with the notes it shows, wired to one another."""

from mafiabot.engine.state import GameState
from mafiabot.runtime.announcer import Announcer
from mafiabot.runtime.background import Background
from mafiabot.runtime.hands import Hands
from mafiabot.runtime.judge_panels import JudgeMessenger, JudgePanels
from mafiabot.runtime.note_takers import LastSeconds, MicNotes, NightWriters
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.panels import SETTLE_MS, Panels
from mafiabot.runtime.ports import Clock, Messenger, Store
from mafiabot.runtime.public_views import PublicViews
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.table_notes import NoteBoard
from mafiabot.runtime.voice_keeper import VoiceKeeper


class Screens:
    """Panel, hands and judges' panels. `judging`: what draws the last of these."""

    def __init__(
        self,
        board: NoteBoard,
        store: Store,
        clock: Clock,
        game: GameService,
        messenger: Messenger,
        judging: JudgeMessenger,
        offset: OffsetMeter,
        effects: Background,
        loops: Background,
    ) -> None:
        self._board = board
        self._game = game
        self._loops = loops
        self.views = views = PublicViews()
        self.panels = Panels(store, clock, game, messenger, effects, board.of, views)
        self.hands = Hands(store, clock, game, messenger, effects, offset, board.of, views)
        self.judges = JudgePanels(store, clock, game, judging, effects, offset, board.of)
        self.writers = NightWriters(board)
        self._last_seconds = LastSeconds(board, clock, loops, early_ms=SETTLE_MS)
        for shown in (self.panels.noted, self.hands.noted, self.judges.noted):
            board.listen(shown)

    def watch(self, keeper: VoiceKeeper, announcer: Announcer) -> None:
        """What the keeper of microphones has to say is shown, and said; also what it hears of permissions."""
        keeper.watched_by(MicNotes(self._board, self._game, announcer, self._loops))
        keeper.tells_of_access(self.panels.access_changed)

    def changed(self, change: Change) -> None:
        """Notes first: they are part of what is shown."""
        self._last_seconds.changed(change)
        self.writers.changed(change)
        self.panels.changed(change)
        self.hands.changed(change)
        self.judges.changed(change)
        if change.state.over:
            self._board.forget(change.state.game_id)

    async def resume(self, state: GameState) -> None:
        """After a takeover, beside panel and hands."""
        self._last_seconds.resume(state)
        await self.judges.resume(state)
