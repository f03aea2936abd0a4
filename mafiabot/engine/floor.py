"""What the owner of the floor may do, and his clock: it starts, stops and ends with his microphone."""

from mafiabot.engine import events as ev
from mafiabot.engine import talk
from mafiabot.engine.commands import (
    FinishSpeech,
    NameBestMove,
    NameBestMoveFor,
    Nominate,
    NominateFor,
    VoiceObserved,
)
from mafiabot.engine.draft import Draft, not_a_seat, not_living, seat_of
from mafiabot.engine.narrowing import phase_as, today_of
from mafiabot.engine.presses import floor_pressed
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import Floor, GameState, Seat, SpeechKind, Status, Talk
from mafiabot.engine.then import Then
from mafiabot.engine.timing import finish_from_ms, ran_ms, runs_out_ms

BEST_MOVE_MOST = 3

# --- what he presses -----------------------------------------------------------------------------


def nominate(draft: Draft, command: Nominate) -> Refusal | None:
    """The first accepted one counts; a refused one does not use the right up."""
    seat = seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    pressed = floor_pressed(draft.state, seat, command.press, draft.now, floor=command.floor, kind=None)
    if isinstance(pressed, Refusal):
        return pressed
    if not may_nominate(draft.state, seat, pressed):
        return refuse(Reason.NOMINATE_ONLY_IN_SPEECH)
    if refusal := _nomination_refusal(draft.state, seat, command.seat):
        return refusal
    draft.add(ev.Nominated(at_ms=draft.now, by=seat, seat=command.seat))
    return None


def may_nominate(state: GameState, seat: int, kind: SpeechKind) -> bool:
    """In his speech, also in a lost one; the night's victim in his last word, where the rules have it."""
    if kind is SpeechKind.LAST_WORD:
        return state.ruleset.night_victim_nominates and state.seat(seat).status is Status.KILLED
    return kind in (SpeechKind.SPEECH, SpeechKind.LOST)


def nominate_for(draft: Draft, command: NominateFor) -> Refusal | None:
    """Said aloud: the first acceptable one counts (E19). Refused is why the last one is not."""
    if not isinstance(draft.state.phase, Talk):
        return refuse(Reason.NO_FLOOR)
    turn = draft.state.phase.floor.turn
    if not may_nominate(draft.state, turn.seat, turn.kind):
        return refuse(Reason.NOMINATE_ONLY_IN_SPEECH)
    refusal = refuse(Reason.NOTHING_TO_DO)
    for seat in command.seats:
        found = _nomination_refusal(draft.state, turn.seat, seat)
        if found is None:
            draft.add(ev.Nominated(at_ms=draft.now, by=turn.seat, seat=seat))
            return None
        refusal = found
    return refusal


def _nomination_refusal(state: GameState, by: int, seat: int) -> Refusal | None:
    made = today_of(state).nominations
    for nomination in made:
        if nomination.by == by:
            return refuse(Reason.ALREADY_NOMINATED_ONE, seat=nomination.seat)
    if refusal := not_living(state, seat):
        return refusal
    if any(nomination.seat == seat for nomination in made):
        return refuse(Reason.ALREADY_ON_LIST, seat=seat)
    cap = state.ruleset.day0_nominee_cap
    if state.day == 0 and cap is not None and len(made) >= cap:
        return refuse(Reason.LIST_FULL, cap=cap)
    return None


def name_best_move(draft: Draft, command: NameBestMove) -> Refusal | None:
    seat = seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    pressed = floor_pressed(
        draft.state, seat, command.press, draft.now, floor=None, kind=SpeechKind.BEST_MOVE
    )
    if isinstance(pressed, Refusal):
        return pressed
    return _name(draft, seat, command.seats)


def name_best_move_for(draft: Draft, command: NameBestMoveFor) -> Refusal | None:
    """Said aloud, and noted by the judge (E73)."""
    if not isinstance(draft.state.phase, Talk):
        return refuse(Reason.NO_FLOOR)
    turn = draft.state.phase.floor.turn
    if turn.kind is not SpeechKind.BEST_MOVE:
        return refuse(Reason.NO_FLOOR)
    return _name(draft, turn.seat, command.seats)


def _name(draft: Draft, by: int, seats: tuple[int, ...]) -> Refusal | None:
    if refusal := _best_move_refusal(draft.state, by, seats):
        return refusal
    draft.add(ev.BestMoveNamed(at_ms=draft.now, by=by, seats=seats))
    return None


def _best_move_refusal(state: GameState, by: int, seats: tuple[int, ...]) -> Refusal | None:
    if state.best_move is not None:
        return refuse(Reason.ALREADY_NAMED)
    if len(seats) > BEST_MOVE_MOST:
        return refuse(Reason.TOO_MANY_NAMED, most=BEST_MOVE_MOST)
    if len(set(seats)) < len(seats):
        return refuse(Reason.NAMED_TWICE)
    if by in seats:
        return refuse(Reason.OWN_SEAT)
    return next(filter(None, (not_a_seat(state, seat) for seat in seats)), None)


def finish(draft: Draft, command: FinishSpeech) -> Refusal | Then:
    """Ends the very floor it was pressed in, never the next one."""
    seat = seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    floor = phase_as(draft.state, Talk).floor
    if floor.turn.seat != seat or floor.ordinal != command.floor:
        return refuse(Reason.NOT_YOUR_FLOOR)
    unlocked = finish_from_ms(draft.state, floor)
    if unlocked is None or command.press.host_latest_ms < unlocked:
        return refuse(Reason.FINISH_LOCKED)
    return talk.end(draft, "finished", draft.now)


# --- his microphone ------------------------------------------------------------------------------


def observed(draft: Draft, command: VoiceObserved) -> Refusal | None:
    seat = seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    before = draft.state.seat(seat)
    heard = command.present and command.open
    if (before.away is None) is command.present and before.mic_open is heard:
        return refuse(Reason.NOTHING_TO_DO)
    at_ms = min(command.at_ms, draft.now)
    draft.add(ev.MicSeen(at_ms=draft.now, seat=seat, present=command.present, open=heard, seen_ms=at_ms))
    phase = draft.state.phase
    if isinstance(phase, Talk) and phase.floor.turn.seat == seat:
        _follow(draft, phase.floor, before, at_ms)
    return None


def _follow(draft: Draft, floor: Floor, before: Seat, at_ms: int) -> None:
    """The clock follows the microphone of the floor's owner, from the moment it was observed.

    A lost speech needs none.
    """
    if floor.turn.kind is SpeechKind.LOST:
        return
    now_ = draft.state.seat(floor.turn.seat)
    if floor.waiting_since_ms is not None and now_.mic_open:
        started = max(at_ms, floor.waiting_since_ms)
        draft.add(ev.ClockStarted(at_ms=draft.now, from_ms=started, seen_open=True))
    if floor.running_since_ms is not None and _lost(before, now_):
        stopped = max(at_ms, floor.running_since_ms)
        if ran_ms(floor, stopped) < floor.granted_ms:
            draft.add(ev.ClockStopped(at_ms=draft.now, from_ms=stopped))


def _lost(before: Seat, after: Seat) -> bool:
    return (before.mic_open and not after.mic_open) or (before.away is None and after.away is not None)


def time_over(draft: Draft) -> Then | None:
    """The floor's clock has run out, or the patience with its owner."""
    floor = phase_as(draft.state, Talk).floor
    if (end := runs_out_ms(floor)) is not None:
        return talk.end(draft, "time", end)
    if draft.state.seat(floor.turn.seat).away is not None:
        return talk.end(draft, "forfeit", draft.now)
    draft.add(ev.ClockStarted(at_ms=draft.now, from_ms=draft.now, seen_open=False))
    return None
