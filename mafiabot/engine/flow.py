"""Where the game goes next: follows each `Then`, and knows what a reached deadline means in each phase."""

from collections.abc import Callable

from mafiabot.engine import dealing, floor, lobby, nights, pauses, people, talk, votes, windows
from mafiabot.engine import events as ev
from mafiabot.engine.commands import DeadlineReached
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.draft import Draft
from mafiabot.engine.endings import decided, decided_but_for_words, pronounced
from mafiabot.engine.narrowing import today_of
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import (
    Dealing,
    Night,
    Phase,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    Vote,
)
from mafiabot.engine.then import Then
from mafiabot.engine.timing import absences


def farewell(draft: Draft) -> None:
    """The win is checked on the batch; last words follow, in a decided game by `final_speech` only."""
    if draft.state.ruleset.final_speech:
        decided_but_for_words(draft)
    elif decided(draft):
        return
    talk.farewell(draft, today_of(draft.state).left)


_ARROWS: dict[Then, Callable[[Draft], Then | None]] = {
    Then.DEAL: dealing.deal,
    Then.NIGHT: nights.fall,
    Then.DAWN: nights.dawn,
    Then.BEST_MOVE: talk.best_move_at_night,
    Then.DAY: talk.break_day,
    Then.ROUND: talk.begin_round,
    Then.FLOOR: talk.next_floor,
    Then.SETTLE: talk.settle,
    Then.REVOTE: votes.revote,
    Then.COUNT: votes.count,
    Then.RAISE: windows.start_raise,
    Then.FAREWELL: farewell,
    Then.MORE_WORDS: talk.more_words,
    Then.VERDICT: pronounced,
}


# What the end of each phase means; the lobby and an ended game wait for no moment.
PHASE_OVER: dict[type[Phase], Callable[[Draft], Then | None]] = {
    ReadyCheck: lobby.ready_check_over,
    Dealing: dealing.time_over,
    Night: nights.step_over,
    Talk: floor.time_over,
    Settling: votes.settled,
    Vote: windows.over,
    RaiseVote: windows.over,
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
    outcry = draft.state.outcry
    if outcry is not None and outcry.until_ms <= due.at_ms:
        draft.add(ev.OutcryEnded(at_ms=draft.now, seat=outcry.seat))
        return None
    for moment, seat in absences(draft.state):
        if moment <= due.at_ms:
            return people.away_too_long(draft, seat)
    return PHASE_OVER[type(draft.state.phase)](draft)
