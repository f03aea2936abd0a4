"""Single events as facts of the protocol, each with its place in the game; what is no fact is None."""

from mafiabot.engine import events as ev
from mafiabot.engine.narrowing import night_of
from mafiabot.engine.protocol_fact_types import Fact, FactKind, Moment, When
from mafiabot.engine.state import (
    GameState,
    Night,
    RaiseRecord,
    RaiseVote,
    Settling,
    SpeechKind,
    Talk,
    TalkStage,
    Vote,
)

STAGES = {
    TalkStage.BEST_MOVE: When.BEST_MOVE,
    TalkStage.MORNING: When.NIGHT_FAREWELL,
    TalkStage.ROUND: When.SPEECH,
    TalkStage.DEFENCE: When.DEFENCE,
    TalkStage.MORE_WORDS: When.DEFENCE,
    TalkStage.FAREWELL: When.FAREWELL,
}


def moment_of(state: GameState, at_ms: int) -> Moment:
    """Where in the game something stands that happened at `at_ms` to this state."""
    phase = state.phase
    return Moment(
        at_ms=at_ms,
        day=state.day,
        night=night_of(state),
        when=_when(state),
        speaker=phase.floor.turn.seat if isinstance(phase, Talk) else None,
        rounds=len(state.today.rounds) if state.today is not None else 0,
    )


def _when(state: GameState) -> When:
    match state.phase:
        case Night():
            return When.NIGHT
        case Talk(floor=floor) if floor.turn.kind is SpeechKind.BEST_MOVE:
            return When.BEST_MOVE
        case Talk(stage=stage):
            return STAGES[stage]
        case Settling() | Vote() | RaiseVote():
            return When.VOTE
        case _:
            return When.DEAL


# --- facts ---------------------------------------------------------------------------------------


def fact_of(event: ev.Event, moment: Moment) -> Fact | None:
    """The event as a fact, None if it is not one (clocks, windows' openings, presses and the like)."""
    return _of_judging(event, moment) or _of_the_day(event, moment) or _of_the_night(event, moment)


def intervention_of(event: ev.Event, moment: Moment) -> Fact | None:
    """What the judge did to clocks and floors; None for anything else."""
    if isinstance(event, ev.SpeechEnded) and event.cause != "skipped":
        return None
    if isinstance(event, ev.TimeChanged | ev.PhaseCut | ev.FloorGiven | ev.SpeechEnded):
        return fact_of(event, moment)
    return None


def _of_judging(event: ev.Event, at: Moment) -> Fact | None:
    match event:
        case ev.FoulGiven(seat=seat, number=number, reason=reason, text=text):
            code = reason.value
            return Fact(kind=FactKind.FOUL, moment=at, seat=seat, number=number, code=code, text=text)
        case ev.FoulTakenBack(seat=seat, number=number):
            return Fact(kind=FactKind.FOUL_TAKEN_BACK, moment=at, seat=seat, number=number)
        case ev.PlayerGone(seat=seat, cause=cause, text=text):
            return Fact(kind=FactKind.DEPARTURE, moment=at, seat=seat, code=cause.value, text=text)
        case ev.Substituted(seat=seat):
            return Fact(kind=FactKind.SUBSTITUTION, moment=at, seat=seat)
        case ev.TimeChanged(change_ms=change_ms):
            return Fact(kind=FactKind.TIME_CHANGED, moment=at, seat=at.speaker, change_ms=change_ms)
        case ev.PhaseCut():
            return Fact(kind=FactKind.PHASE_CUT, moment=at)
        case ev.FloorGiven(turn=turn) if turn.kind is SpeechKind.EXTRA:
            return Fact(kind=FactKind.FLOOR_GIVEN, moment=at, seat=turn.seat, change_ms=turn.length_ms)
        case _:
            return None


def _of_the_day(event: ev.Event, at: Moment) -> Fact | None:
    match event:
        case ev.Nominated(by=by, seat=seat):
            return Fact(kind=FactKind.NOMINATION, moment=at, seat=seat, by=by)
        case ev.SpeechEnded(seat=seat, cause=cause) if cause != "interrupted":
            return Fact(kind=FactKind.SPEECH_ENDED, moment=at, seat=seat, code=cause)
        case ev.WindowClosed(candidate=seat, voters=voters, unused=unused):
            return Fact(kind=FactKind.WINDOW, moment=at, seat=seat, seats=(*voters, *unused))
        case ev.RoundDecided(record=record):
            return Fact(kind=FactKind.ROUND, moment=at, seats=record.leaders, round=record)
        case ev.RaiseDecided(tied=tied, yes=yes, no=no, passed=passed):
            raised = RaiseRecord(tied=tied, yes=yes, no=no, passed=passed)
            return Fact(kind=FactKind.RAISE, moment=at, seats=tied, raise_vote=raised)
        case ev.VoteSkipped(cause=cause):
            return Fact(kind=FactKind.VOTE_SKIPPED, moment=at, code=cause)
        case ev.VotedOut(seats=seats):
            return Fact(kind=FactKind.VOTED_OUT, moment=at, seats=seats)
        case _:
            return None


def _of_the_night(event: ev.Event, at: Moment) -> Fact | None:
    match event:
        case ev.ShotFired(seat=by, target=int(target)):
            return Fact(kind=FactKind.SHOT, moment=at, seat=target, by=by)
        case ev.SeatChecked(by=by, seat=seat):
            return Fact(kind=FactKind.CHECK, moment=at, seat=seat, by=by)
        case ev.NightEnded(victim=victim):
            return Fact(kind=FactKind.NIGHT_ENDED, moment=at, seat=victim)
        case ev.BestMoveNamed(by=by, seats=seats):
            return Fact(kind=FactKind.BEST_MOVE, moment=at, by=by, seats=seats)
        case _:
            return None


# --- what of it is told of an undone stretch --------------------------------------------------------


def settled(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Without what a later one of them contains: windows of a decided round, shots that were changed."""
    return tuple(fact for number, fact in enumerate(facts) if not _contained(fact, facts[number + 1 :]))


def _contained(fact: Fact, later: tuple[Fact, ...]) -> bool:
    if fact.kind is FactKind.WINDOW:
        return any(one.kind is FactKind.ROUND and _same_day(one, fact) for one in later)
    if fact.kind is FactKind.SHOT:
        return any(
            one.kind is FactKind.SHOT and one.by == fact.by and one.moment.night == fact.moment.night
            for one in later
        )
    return False


def _same_day(one: Fact, other: Fact) -> bool:
    return (one.moment.day, one.moment.rounds) == (other.moment.day, other.moment.rounds)
