"""Rounds of the vote: who is voted on, who leads, what a tie leads to. Windows are in `windows`."""

from mafiabot.engine import events as ev
from mafiabot.engine import talk, windows
from mafiabot.engine.counting import AfterTie, after_tie, leaders
from mafiabot.engine.draft import Draft
from mafiabot.engine.narrowing import phase_as, today_of
from mafiabot.engine.ruleset import Day0Vote, RevoteOrder
from mafiabot.engine.state import Ballot, GameState, RoundRecord, Vote
from mafiabot.engine.then import Then


def settled(draft: Draft) -> Then | None:
    """The day's first round, if there is anything to vote on: nominees still in the game, in list order."""
    state = draft.state
    if state.day == 0 and state.ruleset.day0_vote is Day0Vote.NONE:
        return _skip(draft, "none_on_first_day")
    if state.owed_cancels:
        return _skip(draft, "removal")
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
    """The vote is over without a result, for a removal or for want of a candidate."""
    return _skip(draft, "removal" if draft.state.owed_cancels else "cancelled")


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
    if draft.state.day == 0 and (then := _first_day(draft, record.leaders)) is not None:
        return then
    if len(record.leaders) == 1:
        draft.add(ev.VotedOut(at_ms=draft.now, seats=record.leaders))
        return Then.FAREWELL
    follows = after_tie(draft.state.ruleset, today_of(draft.state).rounds, len(draft.state.living))
    draft.add(ev.TieDeclared(at_ms=draft.now, tied=record.leaders, next=follows.value))
    if follows is AfterTie.DEFENCE:
        talk.defences(draft, record.leaders)
        return None
    return Then.RAISE if follows is AfterTie.RAISE else Then.NIGHT


def _first_day(draft: Draft, leaders: tuple[int, ...]) -> Then | None:
    """Where the first day's vote sends nobody away; None if it is a vote like any other."""
    match draft.state.ruleset.day0_vote:
        case Day0Vote.SPEECH_ONLY:
            cause, then = "speech_only", Then.MORE_WORDS
        case Day0Vote.RAISE_ONLY if len(leaders) == 1:
            cause, then = "raise_only", Then.NIGHT
        case _:
            return None
    draft.add(ev.NobodyLeaves(at_ms=draft.now, leaders=leaders, cause=cause))
    return then
