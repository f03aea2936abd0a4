"""What the judge does to the course of the game: skips, cuts, gives time and floor; and who the judge is."""

from mafiabot.engine import events as ev
from mafiabot.engine import nights, talk
from mafiabot.engine.commands_judge import ChangeTime, EndPhase, GiveFloor, HandOver, NameCoJudge, SkipSpeech
from mafiabot.engine.draft import Draft, not_living, plays
from mafiabot.engine.narrowing import phase_as
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import (
    GameState,
    Night,
    NightStep,
    Settling,
    SpeechKind,
    Talk,
    TalkStage,
    Turn,
)
from mafiabot.engine.then import Then
from mafiabot.engine.timing import ran_ms

REST_LEAST_MS = 1_000
"""Less is not worth giving the floor back for."""

JUST_GIVEN_MS = 1_000
"""Nobody can have meant a floor that was given less than so long ago: he had not seen it yet."""

# --- the floor and the clock ---------------------------------------------------------------------


def skip(draft: Draft, command: SkipSpeech) -> Refusal | Then:
    phase = draft.state.phase
    if not isinstance(phase, Talk):
        return refuse(Reason.NO_FLOOR)
    if command.pressed_ms is not None and command.pressed_ms < phase.floor.given_at_ms + JUST_GIVEN_MS:
        return refuse(Reason.FLOOR_JUST_GIVEN)
    return talk.end(draft, "skipped", draft.now)


def may_be_cut(state: GameState) -> bool:
    """Free seating, and floors that are a courtesy; never the round, a window, or a night's step."""
    match state.phase:
        case Night(step=NightStep.FREE_SEATING):
            return True
        case Talk(stage=stage):
            return stage is not TalkStage.ROUND
        case _:
            return False


def end_phase(draft: Draft, command: EndPhase) -> Refusal | Then | None:
    if not may_be_cut(draft.state):
        return refuse(Reason.NOT_TO_BE_CUT)
    draft.add(ev.PhaseCut(at_ms=draft.now, by=command.by))
    if isinstance(draft.state.phase, Talk):
        return talk.end(draft, "cancelled", draft.now)
    return nights.step_over(draft)


def has_time(state: GameState) -> bool:
    """Whether a clock runs whose time can be changed; a floor's also while it stands in a pause.

    A step of the night begins anew after a pause, so that there is nothing of it to change meanwhile.
    """
    match state.phase:
        case Talk():
            return True
        case Night(step=NightStep.FREE_SEATING):
            return state.paused is None
        case _:
            return False


def change_time(draft: Draft, command: ChangeTime) -> Refusal | None:
    """No more can be cut than is left."""
    if not has_time(draft.state):
        return refuse(Reason.TIME_STANDS)
    change_ms = max(command.seconds * 1000, -_left_ms(draft))
    if not change_ms:
        return refuse(Reason.TIME_STANDS)
    draft.add(ev.TimeChanged(at_ms=draft.now, change_ms=change_ms, by=command.by))
    return None


def _left_ms(draft: Draft) -> int:
    phase = draft.state.phase
    if isinstance(phase, Talk):
        return phase.floor.granted_ms - ran_ms(phase.floor, draft.now)
    return max(0, phase_as(draft.state, Night).until_ms - draft.now)


def floor_may_be_given(state: GameState) -> bool:
    match state.phase:
        case Settling():
            return True
        case Talk(stage=stage):
            return stage is not TalkStage.BEST_MOVE
        case _:
            return False


def give_floor(draft: Draft, command: GiveFloor) -> Refusal | Then | None:
    """Whose speech is interrupted gets the rest of it afterwards; who was to be given it gets it once."""
    if not floor_may_be_given(draft.state):
        return refuse(Reason.NO_FLOOR)
    if command.seconds < 1:
        return refuse(Reason.TIME_STANDS)
    if refusal := not_living(draft.state, command.seat):
        return refusal
    extra = Turn(kind=SpeechKind.EXTRA, seat=command.seat, length_ms=command.seconds * 1000)
    called = ev.FloorCalled(at_ms=draft.now, seat=extra.seat, length_ms=extra.length_ms, by=command.by)
    if not isinstance(draft.state.phase, Talk):
        draft.add(called)
        return talk.give(draft, TalkStage.ROUND, (extra,))
    phase = draft.state.phase
    if phase.floor.turn.seat == command.seat:
        return refuse(Reason.FLOOR_IS_HIS, seat=command.seat)
    rest = _rest(phase, draft.now)
    draft.add(called)
    talk.end(draft, "interrupted", draft.now)
    others = tuple(turn for turn in phase.queue if (turn.kind, turn.seat) != (extra.kind, extra.seat))
    return talk.give(draft, phase.stage, (extra, *rest, *others))


def _rest(phase: Talk, now: int) -> tuple[Turn, ...]:
    left_ms = phase.floor.granted_ms - ran_ms(phase.floor, now)
    if left_ms < REST_LEAST_MS:
        return ()
    turn = phase.floor.turn
    return (Turn(kind=turn.kind, seat=turn.seat, length_ms=left_ms, rest=True),)


# --- who judges ----------------------------------------------------------------------------------


def hand_over(draft: Draft, command: HandOver) -> Refusal | None:
    """The former judge has no say from this moment on."""
    state = draft.state
    if state.seat_of(command.by) is not None or plays(state, command.to):
        return refuse(Reason.JUDGE_IS_SEATED)
    if command.to == state.judge_id:
        return refuse(Reason.ALREADY_JUDGE)
    co_judge = None if command.to == state.co_judge_id else state.co_judge_id
    draft.add(ev.JudgeNamed(at_ms=draft.now, judge=command.to, co_judge=co_judge, by=command.by))
    return None


def name_co_judge(draft: Draft, command: NameCoJudge) -> Refusal | None:
    state = draft.state
    if command.by != state.judge_id:
        return refuse(Reason.NOT_JUDGE)
    if command.user_id is not None and plays(state, command.user_id):
        return refuse(Reason.JUDGE_IS_SEATED)
    if command.user_id is None and state.co_judge_id is None:
        return refuse(Reason.NO_CO_JUDGE)
    if command.user_id in (state.judge_id, state.co_judge_id):
        return refuse(Reason.ALREADY_JUDGE)
    draft.add(ev.JudgeNamed(at_ms=draft.now, judge=state.judge_id, co_judge=command.user_id, by=command.by))
    return None
