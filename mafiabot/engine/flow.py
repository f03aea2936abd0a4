"""Where the game goes next: follows each `Then`, and says what a reached deadline means in each phase."""

from collections.abc import Callable
from typing import assert_never

from mafiabot.engine import dealing, floor, lobby, nights, pauses, people, talk, votes, windows
from mafiabot.engine.commands import DeadlineReached
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.draft import Draft
from mafiabot.engine.endings import decided
from mafiabot.engine.narrowing import today_of
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import (
    Dealing,
    Ended,
    GoneCause,
    Lobby,
    Night,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    Vote,
)
from mafiabot.engine.then import Then
from mafiabot.engine.timing import absences


def farewell(draft: Draft) -> None:
    """The win is checked on the batch; if the game goes on, who leaves has a last word."""
    if not decided(draft):
        talk.farewell(draft, today_of(draft.state).left)


_ARROWS: dict[Then, Callable[[Draft], Then | None]] = {
    Then.DEAL: dealing.deal,
    Then.NIGHT: nights.fall,
    Then.NIGHT_STEP: nights.next_step,
    Then.DAWN: nights.dawn,
    Then.DAY: talk.break_day,
    Then.ROUND: talk.begin_round,
    Then.FLOOR: talk.next_floor,
    Then.SETTLE: talk.settle,
    Then.VOTE: votes.start,
    Then.REVOTE: votes.revote,
    Then.COUNT: votes.count,
    Then.RAISE: windows.start_raise,
    Then.FAREWELL: farewell,
}


def follow(draft: Draft, then: Then | None) -> None:
    """Goes on until the game waits for somebody or for a moment."""
    while then is not None:
        then = _ARROWS[then](draft)


def deadline_reached(draft: Draft, command: DeadlineReached) -> Refusal | Then | None:
    due = deadline(draft.state)
    if due is None or due.generation != command.generation or draft.now < due.at_ms:
        return refuse(Reason.NOT_DUE)
    if draft.state.paused:
        pauses.overdue(draft)
        return None
    for moment, seat in absences(draft.state):
        if moment <= due.at_ms:
            return people.gone(draft, seat, GoneCause.ABSENT)
    return _phase_over(draft)


def _phase_over(draft: Draft) -> Then | None:
    match draft.state.phase:
        case ReadyCheck():
            lobby.ready_check_over(draft)
            return None
        case Dealing() as phase:
            return dealing.time_over(draft, phase)
        case Night():
            return Then.NIGHT_STEP
        case Talk(floor=now_speaking):
            return floor.time_over(draft, now_speaking)
        case Settling():
            return Then.VOTE
        case Vote() | RaiseVote() as phase:
            return windows.over(draft, phase)
        case Lobby() | Ended():
            return None
        case _ as unknown:
            assert_never(unknown)
