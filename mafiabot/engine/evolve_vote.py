"""How events of the vote change a state: rounds, windows, ballots, the raise vote, who leaves."""

from typing import assert_never

from mafiabot.engine import events as ev
from mafiabot.engine.narrowing import entered, phase_as, today_of, with_seat
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import (
    Ballot,
    GameState,
    RaiseRecord,
    RaiseVote,
    Status,
    Vote,
    Window,
)


def applied(state: GameState, event: ev.VoteEvent) -> GameState:
    match event:
        case ev.TieDeclared() | ev.NobodyLeaves():
            return state
        case ev.VoteSkipped():
            return _skipped(state, event)
        case ev.VoteOpened() | ev.WindowDue() | ev.WindowOpened() | ev.WindowClosed():
            return _round(state, event)
        case ev.VoteCast():
            return _ballots_added(state, (Ballot(voter=event.voter, candidate=event.candidate),))
        case ev.RoundDecided():
            today = today_of(state)
            return replace(state, today=replace(today, rounds=(*today.rounds, event.record)))
        case ev.RaiseDue() | ev.RaiseAnswered() | ev.RaiseDecided():
            return _raise(state, event)
        case ev.VotedOut():
            return _voted_out(state, event)
        case _:
            assert_never(event)


def _skipped(state: GameState, event: ev.VoteSkipped) -> GameState:
    """One vote is cancelled by a removal, however many removals asked for it."""
    if event.cause != "removal":
        return state
    return replace(state, owed_cancels=(), today=replace(today_of(state), cancelled=True))


def _round(
    state: GameState, event: ev.VoteOpened | ev.WindowDue | ev.WindowOpened | ev.WindowClosed
) -> GameState:
    match event:
        case ev.VoteOpened():
            window = _window(state, state.windows, event.at_ms, state.ruleset.vote_window_ms)
            vote = Vote(candidates=event.candidates, index=0, window=window)
            return entered(state, vote, event.at_ms)
        case ev.WindowDue():
            window = _window(state, event.window_no, event.at_ms, state.ruleset.vote_window_ms)
            vote = replace(phase_as(state, Vote), index=event.index, window=window)
            return entered(replace(state, windows=event.window_no), vote, event.at_ms)
        case ev.WindowOpened():
            return _window_opened(state, event)
        case ev.WindowClosed():
            unused = (Ballot(voter=seat, candidate=event.candidate, cast=False) for seat in event.unused)
            return _ballots_added(state, tuple(unused))
        case _:
            assert_never(event)


def _window(state: GameState, number: int, at_ms: int, length_ms: int) -> Window:
    return Window(window_no=number, asked_at_ms=at_ms, length_ms=length_ms)


def _window_opened(state: GameState, event: ev.WindowOpened) -> GameState:
    phase = state.phase if isinstance(state.phase, RaiseVote) else phase_as(state, Vote)
    window = replace(
        phase.window,
        message_ms=None if event.estimated else event.message_ms,
        ends_at_ms=event.ends_at_ms,
    )
    return replace(state, phase=replace(phase, window=window))


def _ballots_added(state: GameState, ballots: tuple[Ballot, ...]) -> GameState:
    vote = phase_as(state, Vote)
    return replace(state, phase=replace(vote, ballots=(*vote.ballots, *ballots)))


def _raise(state: GameState, event: ev.RaiseDue | ev.RaiseAnswered | ev.RaiseDecided) -> GameState:
    match event:
        case ev.RaiseDue():
            length_ms = state.ruleset.raise_window_s * 1000
            window = _window(state, event.window_no, event.at_ms, length_ms)
            former = state.phase
            asked = former if isinstance(former, RaiseVote) else RaiseVote(tied=event.tied, window=window)
            state = replace(state, windows=event.window_no)
            return entered(state, replace(asked, window=window), event.at_ms)
        case ev.RaiseAnswered():
            phase = phase_as(state, RaiseVote)
            if event.yes:
                return replace(state, phase=replace(phase, yes=(*phase.yes, event.voter)))
            return replace(state, phase=replace(phase, no=(*phase.no, event.voter)))
        case ev.RaiseDecided():
            record = RaiseRecord(tied=event.tied, yes=event.yes, no=event.no, passed=event.passed)
            return replace(state, today=replace(today_of(state), raise_vote=record))
        case _:
            assert_never(event)


def _voted_out(state: GameState, event: ev.VotedOut) -> GameState:
    for number in event.seats:
        state = with_seat(state, number, replace(state.seat(number), status=Status.VOTED_OUT))
    return replace(state, today=replace(today_of(state), left=event.seats), quiet_nights=0)
