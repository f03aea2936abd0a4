"""Windows of the vote and the raise vote: asked for, shown, pressed in, decided, one at a time.

A window has a number of its own, so that a press for a former or void one is recognised.
"""

from mafiabot.engine import events as ev
from mafiabot.engine.commands import AnswerRaise, CastVote, Press, WindowLost, WindowShown
from mafiabot.engine.counting import raise_passed
from mafiabot.engine.draft import Draft, living_seat_of
from mafiabot.engine.narrowing import phase_as, today_of
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import GameState, Outcome, RaiseVote, Vote, Window
from mafiabot.engine.then import Then
from mafiabot.engine.timing import EARLY_SLACK_MS

# --- any window ----------------------------------------------------------------------------------


def ask(draft: Draft, index: int) -> None:
    """Asks for the window of candidate number `index` of the round (from 0)."""
    draft.add(ev.WindowDue(at_ms=draft.now, window_no=draft.state.windows + 1, index=index))


def ask_again(draft: Draft) -> None:
    """The running window is void; who has pressed keeps his vote, the others get a new window."""
    if isinstance(draft.state.phase, RaiseVote):
        _ask_raise(draft, draft.state.phase.tied)
    else:
        ask(draft, phase_as(draft.state, Vote).index)


def _running(state: GameState) -> Vote | RaiseVote:
    return state.phase if isinstance(state.phase, RaiseVote) else phase_as(state, Vote)


def shown(draft: Draft, command: WindowShown) -> Refusal | None:
    """From now on the message's moment counts, also where our own clock had to open the window."""
    window = _running(draft.state).window
    if window.window_no != command.window_no or window.message_ms is not None:
        return refuse(Reason.NOTHING_TO_DO)
    _open(draft, window, command.message_ms, command.host_ms, estimated=False)
    return None


def lost(draft: Draft, command: WindowLost) -> Refusal | None:
    """Asked for anew, unless everybody has had all of its time."""
    window = _running(draft.state).window
    over = window.ends_at_ms is not None and window.ends_at_ms <= draft.now
    if window.window_no != command.window_no or over:
        return refuse(Reason.NOTHING_TO_DO)
    ask_again(draft)
    return None


def _open(draft: Draft, window: Window, message_ms: int, host_ms: int, *, estimated: bool) -> None:
    draft.add(
        ev.WindowOpened(
            at_ms=draft.now,
            window_no=window.window_no,
            message_ms=message_ms,
            ends_at_ms=host_ms + window.length_ms,
            estimated=estimated,
        )
    )


def over(draft: Draft) -> Then | None:
    """The window has closed and settled; or nobody saw it shown, and it opens by our own clock."""
    phase = _running(draft.state)
    if phase.window.ends_at_ms is None:
        _open(draft, phase.window, draft.now, draft.now, estimated=True)
        return None
    return _closed(draft, phase) if isinstance(phase, Vote) else _answered(draft, phase)


def _refusal(window: Window, window_no: int, press: Press) -> Refusal | None:
    """Why a press on window `window_no` does not count in `window`.

    One that arrives before the bot knows when its window was shown was made on a shown one. Where the
    message's moment is not known, our clock judges.
    """
    if window.window_no != window_no:
        return refuse(Reason.OTHER_WINDOW)
    if window.message_ms is None:
        early, late = press.host_ms, press.host_latest_ms
        begins, ends = window.asked_at_ms - EARLY_SLACK_MS, window.ends_at_ms
    else:
        early = late = press.discord_ms
        begins, ends = window.message_ms, window.message_ms + window.length_ms
    if late < begins:
        return refuse(Reason.TOO_EARLY)
    return refuse(Reason.TOO_LATE) if ends is not None and early >= ends else None


# --- the vote ------------------------------------------------------------------------------------


def cast(draft: Draft, command: CastVote) -> Refusal | None:
    """One vote a round, locked."""
    voter = living_seat_of(draft.state, command.user_id)
    if isinstance(voter, Refusal):
        return voter
    vote = phase_as(draft.state, Vote)
    if refusal := _refusal(vote.window, command.window_no, command.press):
        return refusal
    if command.candidate != vote.candidates[vote.index]:
        return refuse(Reason.NOT_A_CANDIDATE, seat=command.candidate)
    for ballot in vote.ballots:
        if ballot.voter == voter:
            return refuse(Reason.ALREADY_VOTED, seat=ballot.candidate)
    draft.add(ev.VoteCast(at_ms=draft.now, voter=voter, candidate=command.candidate))
    return None


def _closed(draft: Draft, vote: Vote) -> Then | None:
    last = vote.index + 1 == len(vote.candidates)
    candidate = vote.candidates[vote.index]
    voters = tuple(sorted(ballot.voter for ballot in vote.ballots if ballot.candidate == candidate))
    unused = _unused(draft.state, vote) if last else ()
    draft.add(ev.WindowClosed(at_ms=draft.now, candidate=candidate, voters=voters, unused=unused))
    if last:
        return Then.COUNT
    ask(draft, vote.index + 1)
    return None


def _unused(state: GameState, vote: Vote) -> tuple[int, ...]:
    voted = {ballot.voter for ballot in vote.ballots}
    return tuple(seat for seat in state.living if seat not in voted)


# --- the raise vote ------------------------------------------------------------------------------


def start_raise(draft: Draft) -> None:
    _ask_raise(draft, today_of(draft.state).rounds[-1].leaders)


def _ask_raise(draft: Draft, tied: tuple[int, ...]) -> None:
    draft.add(ev.RaiseDue(at_ms=draft.now, window_no=draft.state.windows + 1, tied=tied))


def answer_raise(draft: Draft, command: AnswerRaise) -> Refusal | None:
    voter = living_seat_of(draft.state, command.user_id)
    if isinstance(voter, Refusal):
        return voter
    phase = phase_as(draft.state, RaiseVote)
    if refusal := _refusal(phase.window, command.window_no, command.press):
        return refusal
    if voter in (*phase.yes, *phase.no):
        return refuse(Reason.ALREADY_VOTED)
    draft.add(ev.RaiseAnswered(at_ms=draft.now, voter=voter, yes=command.yes))
    return None


def _answered(draft: Draft, phase: RaiseVote) -> Then | None:
    """Tested with the living as they are now; the whole table together is a draw, where that is asked."""
    living = len(draft.state.living)
    passed = raise_passed(draft.state.ruleset, living, len(phase.tied), len(phase.yes))
    yes, no = tuple(sorted(phase.yes)), tuple(sorted(phase.no))
    draft.add(ev.RaiseDecided(at_ms=draft.now, tied=phase.tied, yes=yes, no=no, passed=passed))
    if not passed:
        return Then.NIGHT
    if len(phase.tied) == living:
        draft.add(ev.GameEnded(at_ms=draft.now, outcome=Outcome.DRAW, by=None))
        return None
    draft.add(ev.VotedOut(at_ms=draft.now, seats=phase.tied))
    return Then.FAREWELL
