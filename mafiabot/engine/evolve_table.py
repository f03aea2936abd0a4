"""How events of the table itself change a state: lobby, deal, people, pauses, the end."""

from typing import assert_never

from mafiabot.engine import events as ev
from mafiabot.engine import outcry
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.narrowing import entered, night_of, pause_of, phase_as, with_seat
from mafiabot.engine.person import NOBODY
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import DrawResetsOn, RemovalCancelsVote
from mafiabot.engine.state import (
    Away,
    Dealing,
    Ended,
    Floor,
    GameState,
    Gone,
    Lobby,
    Night,
    Paused,
    ReadyCheck,
    Seat,
    Settling,
    Status,
    Talk,
)
from mafiabot.engine.timing import charge_ms, phase_end_ms, ran_ms


def opened(event: ev.TableOpened) -> GameState:
    return GameState(
        seq=0,
        step=0,
        game_id=event.game_id,
        guild_id=event.guild_id,
        channel_id=event.channel_id,
        host_id=event.host.user_id,
        locale=event.locale,
        ruleset=event.ruleset,
        opened_at_ms=event.at_ms,
        phase_since_ms=event.at_ms,
        seats=tuple(Seat(person=person) for person in event.seated),
        waiting=event.waiting,
        judge_sees_roles=event.judge_sees_roles,
        deal_words=event.deal_words,
    )


def applied(state: GameState, event: ev.TableEvent) -> GameState:
    match event:
        case ev.PlayerJoined() | ev.PlayerQueued() | ev.LobbyLeft() | ev.SeatsSwapped():
            return _seated(state, event)
        case ev.ReadyCheckStarted() | ev.ReadyConfirmed() | ev.ReadyCheckFailed():
            return _ready(state, event)
        case ev.WordAdded():
            return _word_added(state, event)
        case ev.Dealt():
            return _dealt(state, event)
        case ev.HandOpened():
            phase = phase_as(state, Dealing)
            return replace(state, phase=replace(phase, opened=(*phase.opened, event.seat)))
        case ev.HandsUnopened():
            return state
        case ev.PlayerGone():
            return left_game(state, event.seat, event.cause, removed=event.removed, text=event.text)
        case ev.MicSeen():
            return _mic_seen(state, event)
        case ev.GamePaused():
            return _paused(state, event)
        case ev.PauseOverdue():
            return replace(state, paused=replace(pause_of(state), overdue=True))
        case ev.GameResumed():
            return _resumed(state, event)
        case ev.DowntimeExcused():
            return _excused(state, event)
        case ev.GameDecided():
            return replace(state, decided=event.outcome)
        case ev.GameEnded():
            phase_over = Ended(outcome=event.outcome, at_ms=event.at_ms)
            return replace(entered(state, phase_over, event.at_ms), paused=None)
        case _:
            assert_never(event)


# --- lobby and deal ------------------------------------------------------------------------------


def _seated(
    state: GameState, event: ev.PlayerJoined | ev.PlayerQueued | ev.LobbyLeft | ev.SeatsSwapped
) -> GameState:
    match event:
        case ev.PlayerJoined():
            return replace(state, seats=(*state.seats, Seat(person=event.person)))
        case ev.PlayerQueued():
            return replace(state, waiting=(*state.waiting, event.person))
        case ev.LobbyLeft():
            seats = tuple(seat for seat in state.seats if seat.person.user_id != event.user_id)
            waiting = tuple(person for person in state.waiting if person.user_id != event.user_id)
            return _moved_up(replace(state, seats=seats, waiting=waiting))
        case ev.SeatsSwapped():
            first, second = state.seat(event.first), state.seat(event.second)
            return with_seat(with_seat(state, event.first, second), event.second, first)
        case _:
            assert_never(event)


def _moved_up(state: GameState) -> GameState:
    """In the lobby, who waits takes the seats that have become free."""
    room = state.ruleset.table_sizes[1] - len(state.seats) if isinstance(state.phase, Lobby) else 0
    moving = state.waiting[:room]
    seats = (*state.seats, *(Seat(person=person) for person in moving))
    return replace(state, seats=seats, waiting=state.waiting[len(moving) :])


def _ready(
    state: GameState, event: ev.ReadyCheckStarted | ev.ReadyConfirmed | ev.ReadyCheckFailed
) -> GameState:
    match event:
        case ev.ReadyCheckStarted():
            state = replace(
                state,
                seed=event.seed,
                commitment=event.commitment,
                game_number=event.game_number,
                seats=tuple(replace(seat, away=None) for seat in state.seats),
            )
            return entered(state, ReadyCheck(until_ms=event.until_ms), event.at_ms)
        case ev.ReadyConfirmed():
            phase = phase_as(state, ReadyCheck)
            return replace(state, phase=replace(phase, ready=(*phase.ready, event.seat)))
        case ev.ReadyCheckFailed():
            # The number is kept for the next try; words are not, its seed is drawn after them.
            state = replace(state, seed=None, commitment=None, words=())
            return _moved_up(entered(state, Lobby(), event.at_ms))
        case _:
            assert_never(event)


def _word_added(state: GameState, event: ev.WordAdded) -> GameState:
    others = {seat: word for seat, word in state.words if seat != event.seat}
    words = {**others, event.seat: event.word} if event.word else others
    return replace(state, words=tuple(sorted(words.items())))


def _dealt(state: GameState, event: ev.Dealt) -> GameState:
    drawn = event.seating or range(1, len(event.roles) + 1)
    seats = tuple(
        Seat(person=NOBODY, status=Status.ABSENT) if role is None else replace(state.seat(former), role=role)
        for former, role in zip(drawn, event.roles, strict=True)
    )
    state = replace(state, seats=seats, explicit_deal=event.explicit)
    return entered(state, Dealing(until_ms=event.until_ms), event.at_ms)


# --- people --------------------------------------------------------------------------------------


def left_game(state: GameState, seat: int, cause: GoneCause, *, removed: bool, text: str) -> GameState:
    """Gone, or disqualified; who has been voted out or killed before keeps that status."""
    left = Gone(seat=seat, cause=cause, day=state.day, night=night_of(state), removed=removed, text=text)
    owed = (*state.owed_cancels, seat) if removed and _cancels(state, seat) else state.owed_cancels
    before = state.seat(seat)
    status = before.status
    if before.alive:
        status = Status.REMOVED if removed else Status.GONE
    state = with_seat(state, seat, replace(before, status=status, disqualified=removed))
    if state.ruleset.draw_resets_on is DrawResetsOn.ANY_DEPARTURE:
        state = replace(state, quiet_nights=0)
    if isinstance(state.phase, Talk):
        queue = tuple(turn for turn in state.phase.queue if turn.seat != seat)
        state = replace(state, phase=replace(state.phase, queue=queue))
    return replace(state, gone=(*state.gone, left), owed_cancels=owed)


def _cancels(state: GameState, seat: int) -> bool:
    """Whether this removal cancels the nearest vote; of tonight's victim only the dawn can tell."""
    rule = state.ruleset.removal_cancels_vote
    if rule is RemovalCancelsVote.FIIM:
        return state.seat(seat).alive
    return rule is RemovalCancelsVote.NEXT


def _mic_seen(state: GameState, event: ev.MicSeen) -> GameState:
    seat = state.seat(event.seat)
    changed = (seat.away is None) is not event.present
    away = seat.away if not changed else None if event.present else Away(since_ms=None)
    if changed and isinstance(state.phase, Talk) and state.phase.floor.turn.seat == event.seat:
        floor = _wait_begun_again(state.phase.floor, event.seen_ms)
        state = replace(state, phase=replace(state.phase, floor=floor))
    state = with_seat(state, event.seat, replace(seat, away=away, mic_open=event.open))
    return outcry.seen_open(state, event.seat, event.seen_ms) if event.open else state


def _wait_begun_again(floor: Floor, at_ms: int) -> Floor:
    """He came or went while his clock waited for him: what he waited so far is kept apart."""
    if floor.waiting_since_ms is None:
        return floor
    waited = floor.waited_ms + max(0, at_ms - floor.waiting_since_ms)
    return replace(floor, waited_ms=waited, waiting_since_ms=max(at_ms, floor.waiting_since_ms))


# --- pauses --------------------------------------------------------------------------------------


def _paused(state: GameState, event: ev.GamePaused) -> GameState:
    if isinstance(state.phase, Talk):
        state = _floor_halted(state, state.phase, event.at_ms)
    return replace(state, paused=Paused(at_ms=event.at_ms, by=event.by))


def _floor_halted(state: GameState, talk: Talk, at_ms: int) -> GameState:
    floor = talk.floor
    seat = state.seat(floor.turn.seat)
    used = seat.reconnect_used_ms + charge_ms(state, floor, at_ms)
    state = with_seat(state, floor.turn.seat, replace(seat, reconnect_used_ms=used))
    halted = replace(
        floor,
        spent_ms=ran_ms(floor, at_ms),
        running_since_ms=None,
        waiting_since_ms=None,
        waited_ms=0,
        interrupted=False,
    )
    return replace(state, phase=replace(talk, floor=halted))


def _resumed(state: GameState, event: ev.GameResumed) -> GameState:
    paused, phase = pause_of(state), state.phase
    state = outcry.moved(replace(state, paused=None), event.at_ms - paused.at_ms)
    if isinstance(phase, Talk):
        floor = replace(phase.floor, waiting_since_ms=event.at_ms)
        return replace(state, phase=replace(phase, floor=floor))
    if isinstance(phase, Dealing | Settling):
        pause_ms = event.at_ms - max(paused.at_ms, state.phase_since_ms)
        return replace(state, phase=replace(phase, until_ms=phase.until_ms + pause_ms))
    return state


def _excused(state: GameState, event: ev.DowntimeExcused) -> GameState:
    seats = tuple(_absence_excused(seat, event.down_ms) for seat in state.seats)
    phase, end = state.phase, phase_end_ms(state)
    moves = event.moves or event.told or (end is not None and end <= event.at_ms)
    if moves and isinstance(phase, ReadyCheck | Dealing | Night | Settling):
        phase = replace(phase, until_ms=phase.until_ms + event.down_ms)
    return replace(state, seats=seats, phase=phase)


def _absence_excused(seat: Seat, down_ms: int) -> Seat:
    if seat.away is None or seat.away.since_ms is None:
        return seat
    return replace(seat, away=replace(seat.away, since_ms=seat.away.since_ms + down_ms))
