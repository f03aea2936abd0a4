"""What every spectator may know of a game; before the end nothing here depends on a secret."""

from mafiabot.engine.dealing import words_of
from mafiabot.engine.legal import phase_name
from mafiabot.engine.outcry import may_be_cried_into
from mafiabot.engine.state import (
    Dealing,
    Ended,
    GameState,
    Night,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    Vote,
)
from mafiabot.engine.timing import finish_from_ms, runs_out_ms
from mafiabot.engine.views import FloorView, PublicView, RaiseView, SeatView, VoteView


def public_view(state: GameState) -> PublicView:
    phase, today = state.phase, state.today
    night = phase if isinstance(phase, Night) else None
    shown = isinstance(phase, Ended) and phase.outcome is not None
    return PublicView(
        game_id=state.game_id,
        game_number=state.game_number,
        guild_id=state.guild_id,
        channel_id=state.channel_id,
        host_id=state.host_id,
        locale=state.locale,
        step=state.step,
        ruleset=state.ruleset,
        phase=phase_name(state),
        phase_since_ms=state.phase_since_ms,
        until_ms=_until_ms(state),
        paused=state.paused is not None,
        label=state.ruleset.first_day_label,
        day=state.day,
        night=None if night is None else night.number,
        night_step=None if night is None else night.step,
        opener=None if today is None else today.opener,
        seats=_seats(state, shown=shown),
        waiting=state.waiting,
        floor=_floor(state),
        next_seat=phase.queue[0].seat if isinstance(phase, Talk) and phase.queue else None,
        nominees=nominees(state),
        vote=_vote(state),
        raise_vote=_raise_vote(state),
        outcry=state.outcry.seat if state.outcry is not None else None,
        can_cry_out=may_be_cried_into(state) and state.outcry is None and state.paused is None,
        today=today,
        days=state.days,
        victims=tuple((record.number, record.victim) for record in state.nights),
        gone=state.gone,
        fouls=state.fouls,
        judge_id=state.judge_id,
        co_judge_id=state.co_judge_id,
        vote_cancelled=bool(state.owed_cancels),
        best_move=state.best_move,
        commitment=state.commitment,
        seed=state.seed if shown else None,
        outcome=phase.outcome if isinstance(phase, Ended) else None,
        takes_words=state.deal_words and isinstance(phase, ReadyCheck),
        words_added=len(state.words) if isinstance(phase, ReadyCheck) else 0,
        words=words_of(state) if shown else (),
    )


def nominees(state: GameState) -> tuple[int, ...]:
    """The day's list: who has been nominated and is still in the game; nobody once its vote is over."""
    today = state.today
    made = today.nominations if today is not None and not today.left else ()
    return tuple(nomination.seat for nomination in made if state.seat(nomination.seat).alive)


def _until_ms(state: GameState) -> int | None:
    """The end of what runs, as people are told it; None in a pause, where nothing runs."""
    phase = state.phase
    if state.paused:
        return None
    if isinstance(phase, ReadyCheck | Dealing | Night | Settling):
        return phase.until_ms
    if isinstance(phase, Vote | RaiseVote):
        return phase.window.ends_at_ms
    return runs_out_ms(phase.floor) if isinstance(phase, Talk) else None


def _seats(state: GameState, *, shown: bool) -> tuple[SeatView, ...]:
    ready: tuple[int, ...] = ()
    if isinstance(state.phase, ReadyCheck):
        ready = state.phase.ready
    listed = nominees(state)
    return tuple(
        SeatView(
            number=number,
            person=seat.person,
            status=seat.status,
            away=seat.away is not None,
            ready=number in ready,
            nominated=number in listed,
            role=seat.role if shown else None,
            fouls=seat.fouls,
            owes_speech=seat.owes_speech,
            disqualified=seat.disqualified,
        )
        for number, seat in enumerate(state.seats, 1)
    )


def _floor(state: GameState) -> FloorView | None:
    if not isinstance(state.phase, Talk):
        return None
    floor = state.phase.floor
    owner = state.seat(floor.turn.seat)
    return FloorView(
        seat=floor.turn.seat,
        person=owner.person,
        kind=floor.turn.kind,
        ordinal=floor.ordinal,
        granted_ms=floor.granted_ms,
        until_ms=runs_out_ms(floor),
        absent=owner.away is not None,
        finish_from_ms=finish_from_ms(state, floor),
    )


def _vote(state: GameState) -> VoteView | None:
    if not isinstance(state.phase, Vote) or state.today is None:
        return None
    phase = state.phase
    return VoteView(
        round=len(state.today.rounds),
        candidates=phase.candidates,
        candidate=phase.candidates[phase.index],
        window_no=phase.window.window_no,
        open=phase.window.ends_at_ms is not None,
        ends_at_ms=phase.window.ends_at_ms,
    )


def _raise_vote(state: GameState) -> RaiseView | None:
    if not isinstance(state.phase, RaiseVote):
        return None
    window = state.phase.window
    return RaiseView(
        tied=state.phase.tied,
        window_no=window.window_no,
        open=window.ends_at_ms is not None,
        ends_at_ms=window.ends_at_ms,
    )
