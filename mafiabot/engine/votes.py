"""Rounds of the vote: who is voted on, who leads, what a tie leads to. Windows are in `windows`."""

from mafiabot.engine import events as ev
from mafiabot.engine import talk, windows
from mafiabot.engine.counting import AfterTie, after_tie, leaders
from mafiabot.engine.draft import Draft
from mafiabot.engine.narrowing import phase_as, today_of
from mafiabot.engine.ruleset import RevoteOrder
from mafiabot.engine.state import Ballot, GameState, RoundRecord, Vote
from mafiabot.engine.then import Then


def settled(draft: Draft) -> Then | None:
    """The day's first round, if there is anything to vote on: nominees still in the game, in list order."""
    state = draft.state
    nominees = tuple(n.seat for n in today_of(state).nominations if state.seat(n.seat).alive)
    if not nominees:
        return _skip(draft, "nobody_nominated")
    if len(nominees) == 1 and state.day == 0:
        return _skip(draft, "single_on_first_day")
    draft.add(ev.VoteOpened(at_ms=draft.now, round=0, candidates=nominees))
    if len(nominees) == 1:
        return _single(draft, nominees[0])
    windows.ask(draft, 0)
    return None


def _skip(draft: Draft, cause: str) -> Then:
    draft.add(ev.VoteSkipped(at_ms=draft.now, cause=cause))
    return Then.NIGHT


def cancel(draft: Draft) -> Then:
    """The vote is over without a result."""
    return _skip(draft, "cancelled")


def _single(draft: Draft, nominee: int) -> Then | None:
    """No window is needed: every vote is his."""
    everybody = tuple(Ballot(voter=seat, candidate=nominee, cast=False) for seat in draft.state.living)
    return _decide(draft, RoundRecord(candidates=(nominee,), ballots=everybody, leaders=(nominee,)))


def revote(draft: Draft) -> None:
    """A round among the tied."""
    rounds = today_of(draft.state).rounds
    candidates = rounds[-1].leaders
    if draft.state.ruleset.revote_order is RevoteOrder.REVERSED:
        candidates = candidates[::-1]
    draft.add(ev.VoteOpened(at_ms=draft.now, round=len(rounds), candidates=candidates))
    windows.ask(draft, 0)


def count(draft: Draft) -> Then | None:
    """All windows of the round are decided. Ballots are told by seat: nobody learns who was quicker."""
    vote = phase_as(draft.state, Vote)
    lead = in_list_order(draft.state, leaders(vote.candidates, vote.ballots))
    ballots = tuple(sorted(vote.ballots, key=lambda ballot: ballot.voter))
    return _decide(draft, RoundRecord(candidates=vote.candidates, ballots=ballots, leaders=lead))


def in_list_order(state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Seats in the order of nomination, whatever the order of the round."""
    return tuple(n.seat for n in today_of(state).nominations if n.seat in seats)


def _decide(draft: Draft, record: RoundRecord) -> Then | None:
    draft.add(ev.RoundDecided(at_ms=draft.now, record=record))
    if len(record.leaders) == 1:
        draft.add(ev.VotedOut(at_ms=draft.now, seats=record.leaders))
        return Then.FAREWELL
    follows = after_tie(draft.state.ruleset, today_of(draft.state).rounds, len(draft.state.living))
    draft.add(ev.TieDeclared(at_ms=draft.now, tied=record.leaders, next=follows.value))
    if follows is AfterTie.DEFENCE:
        talk.defences(draft, record.leaders)
        return None
    return Then.RAISE if follows is AfterTie.RAISE else Then.NIGHT
