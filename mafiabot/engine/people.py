"""Who is in the game no more: gave up, was unseated, stayed away too long. At once, with no last word."""

from mafiabot.engine import events as ev
from mafiabot.engine import lobby, talk, votes
from mafiabot.engine.commands import GiveUp, Unseat
from mafiabot.engine.draft import Draft, living_seat_of, not_living
from mafiabot.engine.endings import decided
from mafiabot.engine.narrowing import today_of
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import (
    GameState,
    GoneCause,
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
    return gone(draft, command.seat, GoneCause.UNSEATED)


def gone(draft: Draft, seat: int, cause: GoneCause) -> Then | None:
    draft.add(ev.PlayerGone(at_ms=draft.now, seat=seat, cause=cause))
    if decided(draft):
        return None
    phase = draft.state.phase
    voted_on = _voted_on(draft.state)
    if isinstance(phase, Talk) and seat == phase.floor.turn.seat:
        then = talk.end(draft, "gone", draft.now)
        return votes.cancel(draft) if seat in voted_on else then
    if isinstance(phase, Talk) and seat in voted_on:
        talk.end(draft, "cancelled", draft.now)
    return votes.cancel(draft) if seat in voted_on else None


def _voted_on(state: GameState) -> tuple[int, ...]:
    """Without whom the running vote cannot go on: candidates of the round, or those who are tied."""
    match state.phase:
        case Talk(stage=TalkStage.DEFENCE):
            return today_of(state).rounds[-1].leaders
        case Vote(candidates=candidates):
            return candidates
        case RaiseVote(tied=tied):
            return tied
        case _:
            return ()
