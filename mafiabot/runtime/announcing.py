"""One public event, one announcement: what of the log is said aloud, read from the event and its state.

Everything not named here is silent. Nothing secret can be announced: what is read of events is public.
"""

from collections.abc import Callable

from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.ruleset import ThirdFoul
from mafiabot.engine.state import GameState, Lobby, RaiseVote, ReadyCheck, Talk, Vote
from mafiabot.runtime.announcements import Announcement, Kind


def announcement_for(event: ev.Event, after: GameState) -> Announcement | None:
    """The announcement of `event`, or None; `after` is the state right after it."""
    for family in (_talk, _vote, _table, _discipline, _judging, _note):
        said = family(event, after)
        if said is not None:
            return said
    return None


def silent(event: ev.Event) -> bool:
    """Whether nothing is said of this event, whatever its state; False where that would have to be seen."""
    match event:
        case ev.ClockStarted(seen_open=seen):
            return seen
        case ev.WindowOpened(estimated=estimated):
            return not estimated
        case ev.DowntimeExcused(told=told):
            return not told
        case _:
            return isinstance(event, _SILENT)


_SILENT = (
    *(ev.MicSeen, ev.ClockStopped, ev.SpeechCredited, ev.SpeechEnded, ev.HandOpened),
    *(ev.NightStepBegan, ev.PlanWritten, ev.SignWritten, ev.ShotFired, ev.SeatChecked, ev.IdlePicked),
    *(ev.SettlingBegan, ev.VoteCast, ev.RaiseAnswered, ev.RoundDecided),
)


def _saying(after: GameState) -> Callable[..., Announcement]:
    def say(kind: Kind, **parts: object) -> Announcement:
        return Announcement(kind=kind, seq=after.seq, step=after.step, **parts)  # type: ignore[arg-type]

    return say


def _talk(event: ev.Event, after: GameState) -> Announcement | None:
    say = _saying(after)
    match event:
        case ev.FloorGiven(turn=turn):
            length_ms = turn.length_ms
            return say(Kind.FLOOR, seat=turn.seat, cause=turn.kind.value, length_ms=length_ms, flag=turn.rest)
        case ev.Nominated(by=by, seat=seat):
            return say(Kind.NOMINEE, seat=seat, seats=(by,))
        case ev.BestMoveNamed(by=by, seats=seats):
            return say(Kind.BEST_MOVE, seat=by, seats=seats)
        case _:
            return None


def _vote(event: ev.Event, after: GameState) -> Announcement | None:
    say = _saying(after)
    match event:
        case ev.VoteSkipped(cause=cause):
            return say(Kind.VOTE_SKIPPED, cause=cause)
        case ev.VoteOpened(round=number, candidates=candidates):
            return say(Kind.VOTE_OPENS, number=number, seats=candidates)
        case ev.WindowDue() | ev.RaiseDue():
            return _window(after)
        case ev.WindowClosed(candidate=candidate, voters=voters, unused=unused):
            return say(Kind.WINDOW_RESULT, seat=candidate, seats=voters, others=unused)
        case ev.TieDeclared(tied=tied, next=then):
            return say(Kind.TIE, seats=tied, cause=then)
        case ev.NobodyLeaves(leaders=leaders, cause=cause):
            return say(Kind.NOBODY_LEAVES, seats=leaders, cause=cause)
        case ev.RaiseDecided(yes=yes, no=no, passed=passed):
            return say(Kind.RAISE_RESULT, seats=yes, others=no, flag=passed)
        case ev.VotedOut(seats=seats):
            return say(Kind.VOTED_OUT, seats=seats)
        case _:
            return None


def _window(after: GameState) -> Announcement | None:
    say = _saying(after)
    match after.phase:
        case Vote(candidates=candidates, index=index, window=window):
            return say(
                Kind.WINDOW, window_no=window.window_no, seat=candidates[index], length_ms=window.length_ms
            )
        case RaiseVote(tied=tied, window=window):
            return say(Kind.RAISE_WINDOW, window_no=window.window_no, seats=tied, length_ms=window.length_ms)
        case _:
            return None


def _table(event: ev.Event, after: GameState) -> Announcement | None:
    say = _saying(after)
    match event:
        case ev.Dealt():
            return say(Kind.GAME_OPENED, number=after.game_number)
        case ev.NightFell(number=number):
            return say(Kind.NIGHT_FALLS, number=number)
        case ev.NightEnded(victim=victim):
            return say(Kind.MORNING, seat=victim, number=after.nights[-1].number)
        case ev.DayBroke(number=0):
            return say(Kind.MORNING, number=0)
        case ev.PlayerGone(seat=seat, cause=cause, removed=removed, text=text):
            return say(Kind.GONE, seat=seat, cause=cause.value, flag=removed, text=text)
        case ev.GamePaused():
            return say(Kind.PAUSED)
        case ev.GameResumed():
            return say(Kind.RESUMED)
        case ev.GameEnded(outcome=outcome) if outcome is not None:
            return say(Kind.VERDICT, cause=outcome.value)
        case _:
            return None


def _discipline(event: ev.Event, after: GameState) -> Announcement | None:
    say = _saying(after)
    match event:
        case ev.FoulGiven(seat=seat, number=number, reason=reason, text=text):
            outcry = reason is FoulReason.OUTCRY
            length_ms = after.ruleset.outcry_s * 1000 if outcry else None
            cause = reason.value
            return say(Kind.FOUL, seat=seat, number=number, cause=cause, text=text, length_ms=length_ms)
        case ev.FoulTakenBack(seat=seat, number=number):
            return say(Kind.FOUL_TAKEN_BACK, seat=seat, number=number)
        case ev.FoulServed(seat=seat, how=how) if how is not ThirdFoul.NOTHING:
            return say(Kind.FOUL_SERVED, seat=seat, cause=how.value)
        case ev.TeamLost(seat=seat, text=text):
            return say(Kind.TEAM_LOST, seat=seat, text=text)
        case _:
            return None


def _judging(event: ev.Event, after: GameState) -> Announcement | None:
    """What the judge does to the game itself; who judges is said only once roles are dealt."""
    say = _saying(after)
    match event:
        case ev.JudgeNamed() if not isinstance(after.phase, Lobby | ReadyCheck):
            return say(Kind.JUDGE)
        case ev.Substituted(seat=seat):
            return say(Kind.SUBSTITUTED, seat=seat)
        case ev.TimeChanged(change_ms=change_ms):
            return say(Kind.TIME_CHANGED, length_ms=change_ms)
        case ev.PhaseCut():
            return say(Kind.PHASE_CUT)
        case ev.Undone(act=act, steps=steps, reason=reason):
            return say(Kind.UNDONE, seat=act.seat, cause=act.kind.value, number=steps, text=reason)
        case _:
            return None


def _note(event: ev.Event, after: GameState) -> Announcement | None:
    """What went otherwise than it should; who has opened his hand, and whose microphone, all may see."""
    say = _saying(after)
    match event:
        case ev.HandsUnopened(seats=seats) if seats:
            return say(Kind.HANDS_UNOPENED, seats=seats)
        case ev.ClockStarted(seen_open=False) if isinstance(after.phase, Talk):
            return say(Kind.MIC_NOT_SEEN, seats=(after.phase.floor.turn.seat,))
        case ev.WindowOpened(estimated=True):
            return say(Kind.WINDOW_ESTIMATED)
        case ev.PauseOverdue():
            return say(Kind.PAUSE_OVERDUE)
        case ev.AbsenceAsked(seat=seat):
            return say(Kind.ABSENCE_ASKED, seats=(seat,))
        case _:
            return None
