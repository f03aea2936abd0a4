"""Who is in the game no more: gave up, was unseated, stayed away too long. At once, with no last word."""

from mafiabot.engine import events as ev
from mafiabot.engine import lobby, talk, votes
from mafiabot.engine.commands import GiveUp, Unseat
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.draft import Draft, living_seat_of, not_living
from mafiabot.engine.endings import decided
from mafiabot.engine.narrowing import today_of
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import (
    GameState,
    Lobby,
    RaiseVote,
    ReadyCheck,
    Talk,
    TalkStage,
    Vote,
)
from mafiabot.engine.then import Then


def give_up(draft: Draft, command: GiveUp) -> Refusal | Then | None:
    seat = living_seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    return gone(draft, seat, GoneCause.GAVE_UP)


def unseat(draft: Draft, command: Unseat) -> Refusal | Then | None:
    if isinstance(draft.state.phase, Lobby | ReadyCheck):
        return lobby.unseat(draft, command)
    if refusal := not_living(draft.state, command.seat):
        return refusal
    return gone(draft, command.seat, GoneCause.UNSEATED, by=command.by)


def away_too_long(draft: Draft, seat: int) -> Then | None:
    """With a judge he is asked; without one the player is out."""
    if draft.state.judge_id is None:
        return gone(draft, seat, GoneCause.ABSENT)
    draft.add(ev.AbsenceAsked(at_ms=draft.now, seat=seat))
    return None


def gone(draft: Draft, seat: int, cause: GoneCause, *, by: int | None = None, text: str = "") -> Then | None:
    """Out at once: where there are fouls he is removed, else he has walked out."""
    removed = draft.state.ruleset.fouls
    draft.add(ev.PlayerGone(at_ms=draft.now, seat=seat, cause=cause, removed=removed, by=by, text=text))
    if decided(draft):
        return None
    return _vote_and_floor_without(draft, seat)


def _vote_and_floor_without(draft: Draft, seat: int) -> Then | None:
    phase = draft.state.phase
    voted_on = _voted_on(draft.state)
    stops = bool(voted_on) and (seat in voted_on or seat in draft.state.owed_cancels)
    has_floor = isinstance(phase, Talk) and seat == phase.floor.turn.seat
    if has_floor:
        then = talk.end(draft, "gone", draft.now)
        return votes.cancel(draft) if stops else then
    if stops and isinstance(phase, Talk):
        talk.end(draft, "cancelled", draft.now)
    return votes.cancel(draft) if stops else None


def _voted_on(state: GameState) -> tuple[int, ...]:
    """Without whom the running vote cannot go on: candidates of the round, or the tied, or nobody."""
    match state.phase:
        case Talk(stage=TalkStage.DEFENCE):
            return today_of(state).rounds[-1].leaders
        case Vote(candidates=candidates):
            return candidates
        case RaiseVote(tied=tied):
            return tied
        case _:
            return ()
