"""A hand is a private, ephemeral message; the newest is *the* hand, kept up to date while its token lives.

Never relied on: who has no living hand presses the panel's button. When hands are refreshed depends on the
phase and on public facts alone, but for what black write to one another, which they see at once; nobody but
its owner sees a hand change. A press of one's own is answered by the whole hand anyway.
"""

from dataclasses import dataclass

import structlog

from mafiabot.engine.events import PlanWritten, SignWritten
from mafiabot.engine.state import GameState, Talk
from mafiabot.engine.viewing import hand_view
from mafiabot.engine.views import HandView, PhaseName
from mafiabot.runtime.background import Background
from mafiabot.runtime.coalescer import Coalescer
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.ports import Clock, DiscordUnavailable, HandRef, Messenger, Store
from mafiabot.runtime.public_views import PublicViews
from mafiabot.runtime.service import Change, GameService
from mafiabot.runtime.table_notes import NO_NOTES, NotesOf, TableNotes, no_notes

log = structlog.get_logger(__name__)

TOKEN_LIFE_MS = 15 * 60 * 1000
TOKEN_MARGIN_MS = 20 * 1000

Picture = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Key:
    game_id: str
    user_id: int


def picture(view: HandView, notes: TableNotes = NO_NOTES) -> Picture:
    """What a change of which brings a hand up to date: what is asked now, the phase, the team's plan.

    And why the owner of the floor is not heard: that is said to him alone.
    """
    public = view.public
    asked = (view.alive, view.control, view.can_finish, view.floor_ordinal)
    phase = (public.phase, public.day, public.night, public.night_step, public.paused, public.outcome)
    team = (view.plan, view.signs)
    mine = public.floor is not None and public.floor.seat == view.seat
    heard = (notes.unheard if mine else None,)
    return asked + phase + team + heard + tuple(seat.status for seat in public.seats)


def _asks(state: GameState) -> tuple[object, ...]:
    """What decides over all pictures at once: most commits (a vote, a shot, a voice) leave it as it is."""
    phase = state.phase
    now = phase.floor.ordinal if isinstance(phase, Talk) else getattr(phase, "step", None)
    statuses = tuple(seat.status for seat in state.seats)
    paused, told = state.paused is not None, (state.plan, state.signs, state.best_move)
    return type(phase), now, state.day, state.tonight is None, statuses, paused, told


class Hands:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        service: GameService,
        messenger: Messenger,
        background: Background,
        offset: OffsetMeter,
        notes: NotesOf = no_notes,
        views: PublicViews | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._service = service
        self._messenger = messenger
        self._offset = offset
        self._notes = notes
        self._views = views or PublicViews()
        self._refs: dict[str, dict[int, HandRef]] = {}
        self._shown: dict[_Key, Picture] = {}
        self._asked: dict[_Key, Picture] = {}
        self._queue: Coalescer[_Key] = Coalescer(background, clock, self._refresh, name="hand", delay_ms=100)

    async def shown(self, guild_id: int, ref: HandRef, view: HandView) -> None:
        """A hand was just sent as the answer to an interaction: it is *the* hand from now on."""
        if view.public.phase is PhaseName.ENDED:
            return
        key = _Key(ref.game_id, ref.user_id)
        self._refs.setdefault(ref.game_id, {})[ref.user_id] = ref
        self._shown[key] = self._asked[key] = self._picture(view)
        await self._store.save_hand(guild_id, ref)
        self._look_again(key)

    def _look_again(self, key: _Key) -> None:
        """What changed while the answer was on its way was asked of no hand, or of a former one."""
        state = self._service.as_known(key.game_id)
        view = self._view(state, key.user_id) if state is not None else None
        if view is None or self._picture(view) != self._shown.get(key):
            self._queue.poke(key)

    async def resume(self, state: GameState) -> None:
        """After a takeover: the hands known to the store may show anything, so all are refreshed.

        But for those that this process has shown meanwhile.
        """
        refs = await self._store.hands(state.guild_id, state.game_id)
        known = self._refs.get(state.game_id, {})
        if missed := {ref.user_id: ref for ref in refs if ref.user_id not in known}:
            self._refs[state.game_id] = missed | known
        for user_id in missed:
            self._queue.poke(_Key(state.game_id, user_id))

    def changed(self, change: Change) -> None:
        """Who has just written is answered by his whole hand: that answer is not overwritten."""
        state = change.state
        if change.before is not None and _asks(change.before) == _asks(state):
            return
        writers = {e.by for e in change.events if isinstance(e, PlanWritten | SignWritten)}
        for user_id in tuple(self._refs.get(state.game_id, ())):
            key, view = _Key(state.game_id, user_id), self._view(state, user_id)
            if view is not None:
                self._ask(key, self._picture(view), answered=view.seat in writers)
            else:
                self._queue.poke(key)

    def _ask(self, key: _Key, drawn: Picture, *, answered: bool) -> None:
        """Once for what is to be seen: what others change meanwhile must not set the moment of an edit."""
        if drawn in (self._asked.get(key), self._shown.get(key)):
            self._asked[key] = drawn
            return
        self._asked[key] = drawn
        if answered:
            self._shown[key] = drawn
        else:
            self._queue.poke(key)

    def noted(self, game_id: str) -> None:
        """What is shown besides the state has changed."""
        for user_id in tuple(self._refs.get(game_id, ())):
            self._queue.poke(_Key(game_id, user_id))

    def _picture(self, view: HandView) -> Picture:
        return picture(view, self._notes(view.public.game_id))

    def _view(self, state: GameState, user_id: int) -> HandView | None:
        seat = state.seat_of(user_id)
        return hand_view(state, seat, self._views.of(state)) if seat is not None else None

    async def _refresh(self, key: _Key) -> None:
        state = await self._service.state(key.game_id)
        ref = self._ref(key)
        if ref is None or state is None:
            self._forget(key)
            return
        view = self._view(state, key.user_id)
        if view is None:
            await self._drop(state, key)  # he has got up, or somebody else plays on
            return
        drawn = self._picture(view)
        if drawn == self._shown.get(key):
            return
        sent = not self._dead(ref) and await self._sent(ref, view)
        if self._ref(key) is not ref:
            self._queue.poke(key)  # a newer one was shown meanwhile
        elif sent and not state.over:
            self._shown[key] = drawn
        else:
            await self._drop(state, key)

    def _ref(self, key: _Key) -> HandRef | None:
        return self._refs.get(key.game_id, {}).get(key.user_id)

    async def _drop(self, state: GameState, key: _Key) -> None:
        self._forget(key)
        await self._store.drop_hand(state.guild_id, key.game_id, key.user_id)

    def _forget(self, key: _Key) -> None:
        refs = self._refs.get(key.game_id, {})
        refs.pop(key.user_id, None)
        if not refs:
            self._refs.pop(key.game_id, None)
        self._shown.pop(key, None)
        self._asked.pop(key, None)

    def _dead(self, ref: HandRef) -> bool:
        age = self._clock.now_ms() - self._offset.to_host_ms(ref.issued_discord_ms)
        return age > TOKEN_LIFE_MS - TOKEN_MARGIN_MS

    async def _sent(self, ref: HandRef, view: HandView) -> bool:
        try:
            await self._messenger.refresh_hand(ref, view)
        except DiscordUnavailable as refused:
            log.info("hand not refreshed", table=ref.game_id, code=refused.code)
            return False
        return True
