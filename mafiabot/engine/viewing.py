"""What a player may know of a game, and what he may press in it; `view_for` for every kind of viewer.

Control, options and picks depend on phase, life and floor only, so that no hand differs by role.
"""

from dataclasses import dataclass
from typing import assert_never

from mafiabot.engine.floor import may_nominate
from mafiabot.engine.judge_viewing import judge_view
from mafiabot.engine.narrowing import today_of
from mafiabot.engine.nights import writes_plan
from mafiabot.engine.public import public_view
from mafiabot.engine.ruleset import PlanMode, ShotTargets
from mafiabot.engine.state import (
    CheckRecord,
    GameState,
    Night,
    NightRecord,
    NightStep,
    Role,
    SpeechKind,
    Talk,
)
from mafiabot.engine.views import (
    Answered,
    HandControl,
    HandView,
    JudgeView,
    JudgeViewer,
    PublicView,
    SeatViewer,
    Spectator,
    Viewer,
)

__all__ = ["hand_view", "judge_view", "public_view", "view_for"]


def view_for(state: GameState, viewer: Viewer) -> PublicView | HandView | JudgeView:
    match viewer:
        case Spectator():
            return public_view(state)
        case SeatViewer(seat=seat):
            return hand_view(state, seat)
        case JudgeViewer():
            return judge_view(state)
        case _:
            assert_never(viewer)


def hand_view(state: GameState, seat: int, public: PublicView | None = None) -> HandView:
    """The hand of a seat, dead or alive. Raises `IndexError` where there is none.

    `public`: what all may know of this state, where somebody has it already.
    """
    me = state.seat(seat)
    black = me.role is not None and me.role.black
    asked = _asked(state, seat)
    floor = state.phase.floor if isinstance(state.phase, Talk) else None
    mine = floor is not None and floor.turn.seat == seat
    return HandView(
        public=public or public_view(state),
        seat=seat,
        role=me.role,
        alive=me.alive,
        partners=_partners(state, seat) if black else (),
        plan=state.plan if black else (),
        signs=state.signs if black else (),
        checks=_checks(state, me.role),
        control=asked.control,
        options=asked.options,
        picked=asked.picked,
        can_finish=mine and not state.paused,
        floor_ordinal=floor.ordinal if floor is not None and mine else None,
    )


# --- what he knows -------------------------------------------------------------------------------


def _partners(state: GameState, seat: int) -> tuple[tuple[int, Role], ...]:
    everybody = ((number, other.role) for number, other in enumerate(state.seats, 1) if number != seat)
    return tuple((number, role) for number, role in everybody if role is not None and role.black)


def _checks(state: GameState, role: Role | None) -> tuple[Answered, ...]:
    """His own checks of all nights, this one's included as soon as it is made."""
    nights = state.nights if state.tonight is None else (*state.nights, state.tonight)
    made = ((night.number, _check(night, role)) for night in nights)
    return tuple(Answered(night=n, seat=record.seat, hit=record.hit) for n, record in made if record)


def _check(night: NightRecord, role: Role | None) -> CheckRecord | None:
    if role is Role.DON:
        return night.don_check
    return night.sheriff_check if role is Role.SHERIFF else None


# --- what he may press ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    control: HandControl = HandControl.NONE
    options: tuple[int, ...] = ()
    picked: tuple[int, ...] = ()


def _asked(state: GameState, seat: int) -> _Asked:
    if state.paused:
        return _Asked()
    if isinstance(state.phase, Night) and state.seat(seat).alive:
        return _asked_at_night(state, state.phase, seat)
    if isinstance(state.phase, Talk) and state.phase.floor.turn.seat == seat:
        return _asked_with_floor(state, state.phase.floor.turn.kind, seat)
    return _Asked()


def _asked_at_night(state: GameState, night: Night, seat: int) -> _Asked:
    picked = dict(night.picks).get(seat, ())
    everybody = tuple(range(1, len(state.seats) + 1))
    match night.step:
        case NightStep.MAFIA_MINUTE:
            picked = state.plan if writes_plan(state, seat) else picked
            signed = state.ruleset.plan_mode is PlanMode.STATIC_OR_DYNAMIC
            control = HandControl.PLAN_AND_SIGN if signed else HandControl.PLAN
            return _Asked(
                control=control, options=state.living, picked=picked
            )  # planned or not: all see them
        case NightStep.SHOTS:
            everyone = state.ruleset.shot_targets is ShotTargets.ALL_SEATS
            targets = everybody if everyone else state.living
            return _Asked(control=HandControl.SHOOT, options=targets, picked=picked)
        case NightStep.DON | NightStep.SHERIFF:
            others = () if picked else tuple(n for n in everybody if n != seat)
            return _Asked(control=HandControl.CHECK, options=others, picked=picked)
        case _:
            return _Asked()


def _asked_with_floor(state: GameState, kind: SpeechKind, seat: int) -> _Asked:
    if may_nominate(state, seat, kind):
        return _asked_to_nominate(state, seat)
    match kind:
        case SpeechKind.BEST_MOVE:
            others = tuple(n for n in range(1, len(state.seats) + 1) if n != seat)
            if state.best_move is None:
                return _Asked(control=HandControl.BEST_MOVE, options=others)
            return _Asked(control=HandControl.BEST_MOVE, picked=state.best_move.seats)
        case _:
            return _Asked()


def _asked_to_nominate(state: GameState, seat: int) -> _Asked:
    """No options once his nomination is made, or the first day's list is full."""
    made = today_of(state).nominations
    picked = tuple(nomination.seat for nomination in made if nomination.by == seat)
    cap = state.ruleset.day0_nominee_cap if state.day == 0 else None
    full = cap is not None and len(made) >= cap
    listed = {nomination.seat for nomination in made}
    options = () if picked or full else tuple(n for n in state.living if n not in listed)
    return _Asked(control=HandControl.NOMINATE, options=options, picked=picked)
