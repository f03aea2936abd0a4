"""The deal: roles (and seats, where they are drawn) follow from the seed; then time to open the hands."""

from mafiabot.engine import events as ev
from mafiabot.engine.commands import OpenHand
from mafiabot.engine.draft import Draft, seat_of
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.narrowing import phase_as
from mafiabot.engine.randomness import deal_key, draw_roles, draw_seating
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.ruleset import NineSeats, Ruleset, Seating
from mafiabot.engine.state import Dealing
from mafiabot.engine.then import Then

NINE = 9


def deal(draft: Draft) -> None:
    state = draft.state
    if state.seed is None:
        raise InvariantBroken("a ready check has a seed")
    key, people = deal_key(state.seed), len(state.seats)
    empty = has_empty_number(state.ruleset, people)
    numbers = people + empty
    drawn = state.ruleset.seating is Seating.RANDOM
    seating = draw_seating(key, numbers) if drawn else tuple(range(1, numbers + 1))
    roles = iter(draw_roles(key, people, empty_number=empty))
    draft.add(
        ev.Dealt(
            at_ms=draft.now,
            roles=tuple(next(roles) if former <= people else None for former in seating),
            until_ms=draft.now + state.ruleset.deal_s * 1000,
            seating=seating if drawn else (),
        )
    )


def has_empty_number(rules: Ruleset, people: int) -> bool:
    """Whether so many people play with ten numbers, one of them nobody's."""
    return rules.nine_seats is NineSeats.EMPTY_NUMBER and people == NINE


def open_hand(draft: Draft, command: OpenHand) -> Refusal | None:
    """Recorded once, during the deal; at any other time there is nothing to record."""
    seat = seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    phase = draft.state.phase
    if not isinstance(phase, Dealing) or seat in phase.opened:
        return refuse(Reason.NOTHING_TO_DO)
    draft.add(ev.HandOpened(at_ms=draft.now, seat=seat))
    return None


def time_over(draft: Draft) -> Then:
    """The game starts, whoever has not looked; the moderator is told who."""
    opened = phase_as(draft.state, Dealing).opened
    unopened = tuple(seat for seat in draft.state.living if seat not in opened)
    if unopened:
        draft.add(ev.HandsUnopened(at_ms=draft.now, seats=unopened))
    return Then.NIGHT
