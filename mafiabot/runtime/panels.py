"""The panel is level-triggered: one message a chapter of the game, edited until it shows the state.

A new chapter (deal, each night, morning, vote, verdict) is a new message; the old one loses its controls.
Only what shows makes it be looked at: a secret press must not set the moment of an edit either.
"""

from dataclasses import replace

import structlog

from mafiabot.engine.state import (
    Dealing,
    Ended,
    GameState,
    Lobby,
    Night,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    TalkStage,
    Vote,
)
from mafiabot.engine.views import PublicView
from mafiabot.runtime.announcer import address_of
from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import Coalescer
from mafiabot.runtime.ports import HOPELESS, Clock, DiscordUnavailable, Messenger, PanelRef, Store
from mafiabot.runtime.public_views import PublicViews
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.table_notes import NotesOf, TableNotes, no_notes

log = structlog.get_logger(__name__)

Picture = tuple[PublicView, TableNotes]
"""What two panels that look alike have in common."""

SETTLE_MS = 400
RETRY_MS = 5000
BURIED_BELOW = 15
MOVING = "moving"
"""Noted instead of the chapter while a panel's successor within the chapter is being posted."""

COUNTER_BITS = 22
"""So many at the end of an id count what Discord made in that millisecond, secret answers included."""

LOST = frozenset({10008, 30046})
"""Codes of an edit after which only a new message helps: it is gone, or too old to be edited so often."""


def chapter(state: GameState) -> str:
    """Which part of the game the panel is posted for; a change of it means a new message."""
    match state.phase:
        case Lobby() | ReadyCheck():
            return "lobby"
        case Dealing():
            return "deal"
        case Night(number=number):
            return f"night:{number}"
        case Talk(stage=TalkStage.BEST_MOVE):
            return f"night:{state.nights[-1].number}"
        case Talk(stage=TalkStage.MORNING | TalkStage.ROUND) | Settling():
            return f"day:{state.day}"
        case Talk() | Vote() | RaiseVote():
            return f"vote:{state.day}"
        case Ended():
            return "end"


class Panels:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        service: GameService,
        messenger: Messenger,
        background: Background,
        notes: NotesOf = no_notes,
        views: PublicViews | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._messenger = messenger
        self._background = background
        self._notes = notes
        self._views = views or PublicViews()
        self._shown: dict[str, Picture] = {}
        self._asked: dict[str, PublicView] = {}
        self._below: dict[str, int] = {}
        self._held: set[str] = set()
        self._refused: dict[str, int] = {}
        self._queue: Coalescer[str] = Coalescer(
            background, clock, self._bring_up_to_date, name="panel", delay_ms=SETTLE_MS
        )

    def changed(self, change: Change) -> None:
        game_id, view = change.state.game_id, _seen(self._views.of(change.state))
        if self._asked.get(game_id) == view:
            return
        if change.state.over:
            self._asked.pop(game_id, None)
        else:
            self._asked[game_id] = view
        self._poke(game_id)

    def noted(self, game_id: str) -> None:
        """What is shown besides the state has changed."""
        self._poke(game_id)

    def hold(self, game_id: str) -> None:
        """Until `release` or `resume` this panel stays as it is: while a process starts, others go first."""
        self._held.add(game_id)

    def release(self, game_id: str) -> None:
        """From now on it follows the game again."""
        self._held.discard(game_id)

    def resume(self, game_id: str) -> None:
        """After a takeover: what the message shows is unknown, so it is rendered again."""
        self.release(game_id)
        self._queue.poke(game_id)

    def _poke(self, game_id: str) -> None:
        if game_id not in self._held:
            self._queue.poke(game_id)

    def foreign_message(self, game_id: str) -> None:
        """Somebody else wrote below the panel; under many such messages it is posted anew."""
        self._below[game_id] = self._below.get(game_id, 0) + 1
        if self._below[game_id] >= BURIED_BELOW:
            self._shown.pop(game_id, None)
            self._queue.poke(game_id)

    def lost(self, game_id: str) -> None:
        """The panel's message was deleted; it is posted anew."""
        self._shown.pop(game_id, None)
        self._below[game_id] = BURIED_BELOW
        self._queue.poke(game_id)

    def access_changed(self, guild_id: int) -> None:
        """What Discord refused there for good may work now: a pause nobody was shown would never end."""
        for game_id, refused_in in tuple(self._refused.items()):
            if refused_in == guild_id:
                self._poke(game_id)

    async def _bring_up_to_date(self, game_id: str) -> None:
        state = await self._service.state(game_id)
        if state is None:
            self._forget(game_id)
            return
        view = self._views.of(state)
        picture = _seen(view), self._notes(game_id).public
        if self._shown.get(game_id) == picture:
            return
        ref = await self._store.panel(state.guild_id, game_id)
        try:
            if ref is None or ref.chapter != chapter(state) or self._buried(game_id):
                await self._post(state, view, ref)
            else:
                await self._edit(state, view, ref)
        except DiscordUnavailable as refused:
            log.warning("panel refused", table=game_id, code=refused.code)
            if refused.code in HOPELESS:
                self._refused[game_id] = state.guild_id
            else:
                self._background.start(self._again(game_id), "panel again", table=game_id)
        else:
            self._shown[game_id] = picture
            self._refused.pop(game_id, None)
        if state.over:
            self._forget(game_id)

    def _forget(self, game_id: str) -> None:
        for known in (self._shown, self._refused, self._below):
            known.pop(game_id, None)

    async def _again(self, game_id: str) -> None:
        await self._clock.sleep_until_ms(self._clock.now_ms() + RETRY_MS)
        self._queue.poke(game_id)

    def _buried(self, game_id: str) -> bool:
        return self._below.get(game_id, 0) >= BURIED_BELOW

    async def _edit(self, state: GameState, view: PublicView, ref: PanelRef) -> None:
        try:
            await self._messenger.edit_panel(address_of(state), ref.message_id, view)
        except DiscordUnavailable as refused:
            if refused.code not in LOST:
                raise
            log.info("panel posted anew", table=state.game_id, code=refused.code)
            await self._post(state, view, ref)

    async def _post(self, state: GameState, view: PublicView, old: PanelRef | None) -> None:
        """Whoever dies over it leaves a note: posted again with the same key, it is the same message."""
        key = f"{chapter(state)}:{old.message_id >> COUNTER_BITS if old is not None else 0}"
        if old is not None and old.chapter == chapter(state):
            await self._store.save_panel(state.guild_id, state.game_id, replace(old, chapter=MOVING))
        posted = await self._messenger.post_panel(address_of(state), view, key)
        self._below[state.game_id] = 0
        await self._store.save_panel(
            state.guild_id,
            state.game_id,
            PanelRef(channel_id=state.channel_id, message_id=posted.message_id, chapter=chapter(state)),
        )
        if old is not None:
            self._background.start(self._retire(state, view, old), "retire panel", table=state.game_id)

    async def _retire(self, state: GameState, view: PublicView, old: PanelRef) -> None:
        try:
            await self._messenger.retire_panel(address_of(state), old.message_id, view)
        except DiscordUnavailable as refused:
            log.info("old panel not retired", table=state.game_id, code=refused.code)


def _seen(view: PublicView) -> PublicView:
    """The step counter does not show."""
    return replace(view, step=0)
