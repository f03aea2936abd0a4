"""The night: its steps, each at full length whoever is alive; what is pressed in them; the batch at dawn.

A press is judged by range, life and time first, the same for every role, and only then by what it means.
"""

from mafiabot.engine import events as ev
from mafiabot.engine.commands import Check, Press, Shoot, WritePlan, WriteSign
from mafiabot.engine.draft import Draft, living_seat_of, not_a_seat, not_living
from mafiabot.engine.endings import decided, decided_but_for_words
from mafiabot.engine.narrowing import phase_as, role_of, tonight_of
from mafiabot.engine.presses import step_refusal
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.ruleset import BestMoveWhen, PlanAuthor, PlanMode, RemovalCancelsVote, ShotTargets
from mafiabot.engine.state import GameState, Night, NightStep, Role, Status
from mafiabot.engine.talk import has_best_move
from mafiabot.engine.then import Then
from mafiabot.engine.timing import step_length_ms, steps_of

PLAN_MOST = 9
SIGN_MOST = 200

# --- its course ----------------------------------------------------------------------------------


def fall(draft: Draft) -> Then | None:
    number = len(draft.state.all_days)
    draft.add(ev.NightFell(at_ms=draft.now, number=number))
    return _begin_first_of(draft, steps_of(draft.state.ruleset, number))


def step_over(draft: Draft) -> Then | None:
    """The next step of the night, or dawn."""
    night = phase_as(draft.state, Night)
    order = steps_of(draft.state.ruleset, night.number)
    return _begin_first_of(draft, order[order.index(night.step) + 1 :])


def _begin_first_of(draft: Draft, steps: tuple[NightStep, ...]) -> Then | None:
    """Begins the first step that has a length at all; dawn if there is none."""
    for step in steps:
        if length_ms := step_length_ms(draft.state, step):
            draft.add(ev.NightStepBegan(at_ms=draft.now, step=step, until_ms=draft.now + length_ms))
            return None
    return Then.DAWN


def dawn(draft: Draft) -> Then | None:
    """Kill, win and draw, once, on the batch; what the victim is entitled to precedes a verdict."""
    if draft.state.tonight is None:
        return Then.DAY
    killed, excused = batch(draft.state)
    draft.add(ev.NightEnded(at_ms=draft.now, victim=killed, excused=excused))
    at_night = has_best_move(draft.state, BestMoveWhen.NIGHT)
    spoken_for = at_night or draft.state.ruleset.final_speech
    if _has_words(draft.state, killed) and spoken_for:
        decided_but_for_words(draft)
    elif decided(draft):
        return None
    return Then.BEST_MOVE if at_night else Then.DAY


def _has_words(state: GameState, killed: int | None) -> bool:
    """Whether the victim is there to say them."""
    return killed is not None and state.seat(killed).status is Status.KILLED


def batch(state: GameState) -> tuple[int | None, int | None]:
    """Who is killed, and whose removal tonight cancels no vote since he would have been (`fiim`).

    A seat that stood at nightfall is killed even if its player has walked out meanwhile; a removed one is
    not: he goes as removed (E35). Where a removal cancels no vote it is as a walk-out for the table.
    """
    target = agreed_target(state)
    if target is None or state.seat(target).alive:
        return target, None
    number = tonight_of(state).number
    left = next((gone for gone in state.gone if gone.seat == target and gone.night == number), None)
    if left is None:
        return None, None
    cancels = state.ruleset.removal_cancels_vote
    if not left.removed or cancels is RemovalCancelsVote.NONE:
        return target, None
    return None, target if cancels is RemovalCancelsVote.FIIM else None


def agreed_target(state: GameState) -> int | None:
    """What the night's shots agree on: all of them equal, one from every black still in the game.

    Who left after his shot has shot; who left before it is not missed.
    """
    tonight = tonight_of(state)
    shooters = {seat for seat, _ in tonight.shots}
    targets = {target for _, target in tonight.shots}
    owed = {seat for seat in state.living if role_of(state, seat).black}
    if len(targets) != 1 or not owed <= shooters:
        return None
    return targets.pop()


# --- what is pressed -----------------------------------------------------------------------------


def write_plan(draft: Draft, command: WritePlan) -> Refusal | None:
    seat = _presser(draft, command.user_id, (NightStep.MAFIA_MINUTE,), command.press)
    if isinstance(seat, Refusal):
        return seat
    if refusal := _plan_refusal(draft.state, command.seats):
        return refusal
    if writes_plan(draft.state, seat):
        draft.add(ev.PlanWritten(at_ms=draft.now, by=seat, seats=command.seats))
    else:
        draft.add(ev.IdlePicked(at_ms=draft.now, seat=seat, targets=command.seats))
    return None


def write_sign(draft: Draft, command: WriteSign) -> Refusal | None:
    """Anybody's is answered alike; only a black's is kept."""
    seat = _presser(draft, command.user_id, (NightStep.MAFIA_MINUTE,), command.press)
    if isinstance(seat, Refusal):
        return seat
    if draft.state.ruleset.plan_mode is not PlanMode.STATIC_OR_DYNAMIC:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    if len(command.text) > SIGN_MOST:
        return refuse(Reason.SIGN_TOO_LONG, most=SIGN_MOST)
    if role_of(draft.state, seat).black:
        draft.add(ev.SignWritten(at_ms=draft.now, by=seat, text=command.text))
    else:
        picked = dict(phase_as(draft.state, Night).picks).get(seat, ())
        draft.add(ev.IdlePicked(at_ms=draft.now, seat=seat, targets=picked))
    return None


def writes_plan(state: GameState, seat: int) -> bool:
    role = role_of(state, seat)
    return role.black if state.ruleset.plan_author is PlanAuthor.TEAM else role is Role.DON


def _plan_refusal(state: GameState, seats: tuple[int, ...]) -> Refusal | None:
    if len(seats) > PLAN_MOST:
        return refuse(Reason.PLAN_TOO_LONG, most=PLAN_MOST)
    if len(set(seats)) < len(seats):
        return refuse(Reason.NAMED_TWICE)
    return next(filter(None, (not_a_seat(state, seat) for seat in seats)), None)


def shoot(draft: Draft, command: Shoot) -> Refusal | None:
    """The press that was made last counts, whichever arrives last."""
    seat = _presser(draft, command.user_id, (NightStep.SHOTS,), command.press, command.night)
    if isinstance(seat, Refusal):
        return seat
    if command.seat is not None and (refusal := _shot_refusal(draft.state, command.seat)):
        return refusal
    pressed_ms = command.press.discord_ms
    if pressed_ms < dict(phase_as(draft.state, Night).pressed).get(seat, pressed_ms):
        return refuse(Reason.PRESSED_SINCE)
    if role_of(draft.state, seat).black:
        shot = ev.ShotFired(at_ms=draft.now, seat=seat, target=command.seat, pressed_ms=pressed_ms)
        draft.add(shot)
    else:
        targets = () if command.seat is None else (command.seat,)
        draft.add(ev.IdlePicked(at_ms=draft.now, seat=seat, targets=targets, pressed_ms=pressed_ms))
    return None


def _shot_refusal(state: GameState, target: int) -> Refusal | None:
    if state.ruleset.shot_targets is ShotTargets.ALL_SEATS:
        return not_a_seat(state, target)
    return not_living(state, target)


_CHECKER = {NightStep.DON: Role.DON, NightStep.SHERIFF: Role.SHERIFF}


def check(draft: Draft, command: Check) -> Refusal | None:
    """Locked after the first: what a check told cannot be untold, so nobody's may be changed."""
    steps = tuple(step for step in _CHECKER if command.step in (None, step))
    seat = _presser(draft, command.user_id, steps, command.press, command.night)
    if isinstance(seat, Refusal):
        return seat
    night = phase_as(draft.state, Night)
    if refusal := not_a_seat(draft.state, command.seat):
        return refusal
    if command.seat == seat:
        return refuse(Reason.OWN_SEAT)
    if any(picker == seat for picker, _ in night.picks):
        return refuse(Reason.ALREADY_CHECKED)
    if role_of(draft.state, seat) is _CHECKER[night.step]:
        hit = _hit(night.step, draft.state.seat(command.seat).role)
        draft.add(ev.SeatChecked(at_ms=draft.now, by=seat, seat=command.seat, hit=hit))
    else:
        draft.add(ev.IdlePicked(at_ms=draft.now, seat=seat, targets=(command.seat,)))
    return None


def _hit(step: NightStep, role: Role | None) -> bool:
    """An empty number is a civilian's."""
    if step is NightStep.DON:
        return role is Role.SHERIFF
    return role is not None and role.black


def _presser(
    draft: Draft, user_id: int, steps: tuple[NightStep, ...], press: Press, night: int | None = None
) -> int | Refusal:
    """The living seat of who pressed, if a press for these steps counts now."""
    seat = living_seat_of(draft.state, user_id)
    if isinstance(seat, Refusal):
        return seat
    running = phase_as(draft.state, Night)
    if night is not None and night != running.number:
        return refuse(Reason.STALE_HAND)
    return step_refusal(draft.state, running, steps, press) or seat
