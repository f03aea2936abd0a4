"""What is done to people: fouls, removals, a team's loss, by the judge; and the foul for an outcry.

A fourth foul is a removal by itself.
"""

from mafiabot.engine import events as ev
from mafiabot.engine import people
from mafiabot.engine.commands import CryOut
from mafiabot.engine.commands_judge import (
    CallTeamLoss,
    GiveFoul,
    RemovePlayer,
    Substitute,
    TakeFoulBack,
    WaitFor,
)
from mafiabot.engine.discipline_types import JUDGE_CAUSES, JUDGE_FOULS, FoulReason, GoneCause
from mafiabot.engine.draft import Draft, living_seat_of, not_a_seat, not_living
from mafiabot.engine.narrowing import phase_as, role_of
from mafiabot.engine.outcry import may_be_cried_into
from mafiabot.engine.person import Person
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import GameState, Outcome, Status, Talk
from mafiabot.engine.then import Then

FOULS_MOST = 4


def at_table(state: GameState) -> tuple[int, ...]:
    """Who can be fouled or removed: the living, and who has left but still has a word."""
    turns = (state.phase.floor.turn, *state.phase.queue) if isinstance(state.phase, Talk) else ()
    leaving = {turn.seat for turn in turns if not state.seat(turn.seat).alive}
    return tuple(sorted({*state.living, *leaving}))


def _refusal(state: GameState, seat: int) -> Refusal | None:
    if not state.ruleset.fouls:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    if missing := not_a_seat(state, seat):
        return missing
    return None if seat in at_table(state) else refuse(Reason.NOT_AT_TABLE, seat=seat)


def give_foul(draft: Draft, command: GiveFoul) -> Refusal | Then | None:
    if refusal := _refusal(draft.state, command.seat):
        return refusal
    if command.reason not in JUDGE_FOULS:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    return _foul(draft, command.seat, command.reason, text=command.text, by=command.by)


def _foul(draft: Draft, seat: int, reason: FoulReason, *, text: str, by: int | None) -> Then | None:
    number = draft.state.seat(seat).fouls + 1
    draft.add(
        ev.FoulGiven(at_ms=draft.now, seat=seat, number=number, reason=reason, text=text, by=by),
    )
    if number < FOULS_MOST:
        return None
    return people.gone(draft, seat, GoneCause.FOURTH_FOUL, by=by)


def cry_out(draft: Draft, command: CryOut) -> Refusal | Then | None:
    """The foul comes first; whom his fourth removes is not heard any more."""
    seat = living_seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    if refusal := _outcry_refusal(draft.state, seat):
        return refusal
    then = _foul(draft, seat, FoulReason.OUTCRY, text="", by=None)
    if draft.state.seat(seat).alive:
        draft.add(ev.OutcryBegan(at_ms=draft.now, seat=seat))
    return then


def _outcry_refusal(state: GameState, seat: int) -> Refusal | None:
    if not state.ruleset.outcry_s:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    if not may_be_cried_into(state):
        return refuse(Reason.NO_OUTCRY)
    if phase_as(state, Talk).floor.turn.seat == seat:
        return refuse(Reason.HAS_FLOOR)
    if state.outcry is not None:
        return refuse(Reason.OUTCRY_RUNS, seat=state.outcry.seat)
    return refuse(Reason.OUT_OF_CHANNEL) if state.seat(seat).away is not None else None


def take_back(draft: Draft, command: TakeFoulBack) -> Refusal | None:
    if refusal := _refusal(draft.state, command.seat):
        return refusal
    number = draft.state.seat(command.seat).fouls
    if not number:
        return refuse(Reason.NO_FOUL, seat=command.seat)
    draft.add(ev.FoulTakenBack(at_ms=draft.now, seat=command.seat, number=number, by=command.by))
    return None


def remove(draft: Draft, command: RemovePlayer) -> Refusal | Then | None:
    if refusal := _refusal(draft.state, command.seat):
        return refusal
    if command.cause not in JUDGE_CAUSES:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    return people.gone(draft, command.seat, command.cause, by=command.by, text=command.text)


def team_loss(draft: Draft, command: CallTeamLoss) -> Refusal | None:
    """The other team wins at once (E86, E87), whatever was decided before."""
    state = draft.state
    if not state.ruleset.ppk:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    if missing := not_a_seat(state, command.seat):
        return missing
    if state.seat(command.seat).status is Status.ABSENT:
        return refuse(Reason.NOT_AT_TABLE, seat=command.seat)
    outcome = Outcome.RED if role_of(state, command.seat).black else Outcome.BLACK
    draft.add(ev.TeamLost(at_ms=draft.now, seat=command.seat, text=command.text, by=command.by))
    draft.add(ev.GameEnded(at_ms=draft.now, outcome=outcome, by=command.by))
    return None


# --- who is not there ----------------------------------------------------------------------------


def wait_for(draft: Draft, command: WaitFor) -> Refusal | None:
    if missing := not_a_seat(draft.state, command.seat):
        return missing
    away = draft.state.seat(command.seat).away
    if away is None or not away.asked:
        return refuse(Reason.NOT_ASKED, seat=command.seat)
    draft.add(ev.AbsenceForgiven(at_ms=draft.now, seat=command.seat, by=command.by))
    return None


def substitute(draft: Draft, command: Substitute) -> Refusal | None:
    """Before day 0 has ended, and only for who is not there."""
    if draft.state.days:
        return refuse(Reason.SUBSTITUTE_TOO_LATE)
    if refusal := not_living(draft.state, command.seat):
        return refusal
    if draft.state.seat(command.seat).away is None:
        return refuse(Reason.NOT_AWAY, seat=command.seat)
    person = next((one for one in draft.state.waiting if one.user_id == command.user_id), None)
    if person is None:
        return refuse(Reason.NOT_WAITING)
    if not _may_take(draft.state, person, command.seat):
        return refuse(Reason.KNOWS_ROLES)
    draft.add(ev.Substituted(at_ms=draft.now, seat=command.seat, person=person, by=command.by))
    return None


def substitutable(state: GameState) -> tuple[int, ...]:
    """Seats for which somebody who waits could play on."""
    if state.days:
        return ()
    away = (n for n in state.living if state.seat(n).away is not None)
    return tuple(n for n in away if next_to_play(state, n) is not None)


def next_to_play(state: GameState, seat: int) -> Person | None:
    """Who has waited longest of those who may take that seat."""
    return next((person for person in state.waiting if _may_take(state, person, seat)), None)


def _may_take(state: GameState, person: Person, seat: int) -> bool:
    """Nobody who knows another's role; the card that he has held himself he may take up again."""
    return all(held == seat for user, held in state.informed if user == person.user_id)
