"""A judge's panel works like a hand: private, the newest counts, kept up to date while its token lives.

It is brought up to date when what it shows changes, but never while it asks its judge something. What it does
not show sets no moment of an edit either: a judge may be one from whom roles are hidden. Who judges no more
has no panel: it is not touched again, and what he presses is refused.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import judge_view
from mafiabot.engine.views import JudgeView
from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import Coalescer
from mafiabot.runtime.hands import TOKEN_LIFE_MS, TOKEN_MARGIN_MS
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.ports import Clock, DiscordUnavailable, HandRef, Store
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.table_notes import NotesOf, TableNotes, no_notes

log = structlog.get_logger(__name__)

SETTLE_MS = 300
APART_MS = 2_000
"""Discord takes 30 edits of one answer a minute."""
ANSWERING_MS = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeShown:
    """What a judge has just been shown. `asking`: a question, which is not to be wiped away."""

    view: JudgeView
    line: str | None = None
    chosen: int | None = None
    asking: bool = False


class JudgeMessenger(Protocol):
    async def refresh_judge(
        self, ref: HandRef, view: JudgeView, line: str | None, chosen: int | None
    ) -> None:
        """Draws his panel anew; `line` None: the usual one. `DiscordUnavailable`: its token is dead."""
        ...


@dataclass(frozen=True, slots=True)
class _Key:
    game_id: str
    user_id: int


@dataclass(slots=True)
class _Panel:
    """`drawn`: what it showed last; None: not known, an edit may have come after the answer.

    `asked`: what it was last asked to show, because of a change of the game.
    """

    ref: HandRef
    drawn: tuple[JudgeView, TableNotes] | None = None
    asked: JudgeView | None = None
    line: str | None = None
    chosen: int | None = None
    asking: bool = False
    not_before_ms: int = 0


class JudgePanels:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        service: GameService,
        messenger: JudgeMessenger,
        background: Background,
        offset: OffsetMeter,
        notes: NotesOf = no_notes,
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._messenger = messenger
        self._offset = offset
        self._notes = notes
        self._panels: dict[_Key, _Panel] = {}
        self._sending: set[_Key] = set()
        self._queue: Coalescer[_Key] = Coalescer(
            background, clock, self._refresh, name="judge's panel", delay_ms=SETTLE_MS
        )

    def pressed(self, game_id: str, user_id: int) -> None:
        """He is about to be answered: for a moment his panel is left alone."""
        key = _Key(game_id, user_id)
        if (panel := self._panels.get(key)) is not None:
            panel.not_before_ms = self._clock.now_ms() + ANSWERING_MS
            self._queue.poke(key)

    async def shown(self, guild_id: int, ref: HandRef, shown: JudgeShown) -> None:
        """A panel was just sent as the answer to an interaction: it is *the* panel from now on."""
        key = _Key(ref.game_id, ref.user_id)
        self._panels[key] = _Panel(
            ref,
            drawn=self._picture(shown.view) if key not in self._sending else None,
            asked=_seen(shown.view),
            line=shown.line,
            chosen=shown.chosen,
            asking=shown.asking,
            not_before_ms=self._clock.now_ms() + APART_MS,
        )
        await self._store.save_hand(guild_id, ref)
        self._queue.poke(key)  # what changed while the answer was on its way

    async def resume(self, state: GameState) -> None:
        """After a takeover: what the judges' panels show is not known, so they are drawn anew."""
        for ref in await self._store.hands(state.guild_id, state.game_id):
            key = _Key(state.game_id, ref.user_id)
            if ref.user_id in _judges(state) and key not in self._panels:
                self._panels[key] = _Panel(ref)
                self._queue.poke(key)

    def changed(self, change: Change) -> None:
        panels = [(key, panel) for key, panel in self._panels.items() if key.game_id == change.state.game_id]
        view = _seen(judge_view(change.state)) if panels else None
        for key, panel in panels:
            if panel.asked != view:
                panel.asked = view
                self._queue.poke(key)

    def noted(self, game_id: str) -> None:
        """What is shown besides the state has changed."""
        for key in tuple(self._panels):
            if key.game_id == game_id:
                self._queue.poke(key)

    def _picture(self, view: JudgeView) -> tuple[JudgeView, TableNotes]:
        """What two panels that look alike have in common."""
        return _seen(view), self._notes(view.public.game_id)

    async def _refresh(self, key: _Key) -> None:
        while (panel := self._panels.get(key)) and panel.not_before_ms > self._clock.now_ms():
            await self._clock.sleep_until_ms(panel.not_before_ms)
        state = await self._service.state(key.game_id)
        if panel is None or state is None:
            self._panels.pop(key, None)
            return
        if key.user_id not in _judges(state) or self._dead(panel.ref):
            await self._drop(state, key)
            return
        picture = self._picture(judge_view(state))
        if panel.drawn == picture or (panel.asking and not state.over):
            if state.over:
                await self._drop(state, key)
            return
        panel.drawn, panel.not_before_ms = picture, self._clock.now_ms() + APART_MS
        self._sending.add(key)
        try:
            sent = await self._sent(panel, judge_view(state))
        finally:
            self._sending.discard(key)
        if not sent or state.over:
            await self._drop(state, key, panel)

    async def _drop(self, state: GameState, key: _Key, panel: _Panel | None = None) -> None:
        """`panel`: only if it is still that one."""
        if panel is not None and self._panels.get(key) is not panel:
            return
        self._panels.pop(key, None)
        await self._store.drop_hand(state.guild_id, key.game_id, key.user_id)

    def _dead(self, ref: HandRef) -> bool:
        age = self._clock.now_ms() - self._offset.to_host_ms(ref.issued_discord_ms)
        return age > TOKEN_LIFE_MS - TOKEN_MARGIN_MS

    async def _sent(self, panel: _Panel, view: JudgeView) -> bool:
        try:
            await self._messenger.refresh_judge(panel.ref, view, panel.line, panel.chosen)
        except DiscordUnavailable as refused:
            log.info("judge's panel not refreshed", table=panel.ref.game_id, code=refused.code)
            return False
        return True


def _judges(state: GameState) -> tuple[int, ...]:
    return tuple(user for user in (state.judge_id, state.co_judge_id) if user is not None)


def _seen(view: JudgeView) -> JudgeView:
    """The step counter only moves buttons."""
    return replace(view, public=replace(view.public, step=0))
