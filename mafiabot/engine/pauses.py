"""Pause and resume, and what is given back after a time in which nobody judged the table."""

from mafiabot.engine import events as ev
from mafiabot.engine import talk, windows
from mafiabot.engine.commands import Pause, Recovered, Resume
from mafiabot.engine.draft import Draft
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import (
    Dealing,
    Floor,
    GameState,
    Night,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    Vote,
)
from mafiabot.engine.timing import phase_end_ms, step_length_ms


def pause(draft: Draft, command: Pause) -> Refusal | None:
    if draft.state.paused is not None:
        return refuse(Reason.ALREADY_PAUSED)
    draft.add(ev.GamePaused(at_ms=draft.now, by=command.by))
    return None


def overdue(draft: Draft) -> None:
    draft.add(ev.PauseOverdue(at_ms=draft.now))


def resume(draft: Draft, command: Resume) -> Refusal | None:
    if draft.state.paused is None:
        return refuse(Reason.NOT_PAUSED)
    go_on(draft, command.by)
    return None


def go_on(draft: Draft, by: int) -> None:
    """A night step begins anew at full length, a window is asked for anew, a speaker is waited for anew."""
    draft.add(ev.GameResumed(at_ms=draft.now, by=by))
    match draft.state.phase:
        case Talk():
            talk.start_if_open(draft)
        case Night(step=step):
            until = draft.now + step_length_ms(draft.state, step)
            draft.add(ev.NightStepBegan(at_ms=draft.now, step=step, until_ms=until))
        case Vote() | RaiseVote():
            windows.ask_again(draft)
        case _:
            pass


def recovered(draft: Draft, command: Recovered) -> Refusal | None:
    """A speech is credited, a window that was open is asked for anew, the end of a timed phase moves."""
    if draft.state.paused or command.down_ms <= 0:
        return refuse(Reason.NOTHING_TO_DO)
    match draft.state.phase:
        case Talk(floor=floor):
            _credit(draft, floor, command)
        case Vote(window=window) | RaiseVote(window=window):
            if window.ends_at_ms is not None or _passed(draft.state, draft.now):
                windows.ask_again(draft)
        case _:
            pass
    timed = isinstance(draft.state.phase, ReadyCheck | Dealing | Night | Settling)
    if timed or _absence_counts(draft.state):
        excused = ev.DowntimeExcused(at_ms=draft.now, down_ms=command.down_ms, told=command.told, moves=timed)
        draft.add(excused)
    return None if draft.events else refuse(Reason.NOTHING_TO_DO)


def _credit(draft: Draft, floor: Floor, command: Recovered) -> None:
    """At most `reconnect_s` a speech, unless everybody was told to wait."""
    left_ms = draft.state.ruleset.reconnect_s * 1000 - floor.credited_ms
    credit_ms = command.down_ms if command.told else min(command.down_ms, left_ms)
    if credit_ms > 0:
        draft.add(ev.SpeechCredited(at_ms=draft.now, credit_ms=credit_ms))


def _absence_counts(state: GameState) -> bool:
    return any(seat.away is not None and seat.away.since_ms is not None for seat in state.seats)


def _passed(state: GameState, now: int) -> bool:
    end = phase_end_ms(state)
    return end is not None and end <= now
