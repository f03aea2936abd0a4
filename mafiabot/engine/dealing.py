"""The deal: roles (and seats, where they are drawn) follow from seed and words; then time to open the hands.

Words come after the commitment, so that whoever drew the seed did not know them. Who is ready cannot
change his any more, so that nobody answers to the word of who is ready last.
"""

import unicodedata

from mafiabot.engine import events as ev
from mafiabot.engine.commands import AddWord, OpenHand
from mafiabot.engine.draft import Draft, seat_of
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.narrowing import phase_as
from mafiabot.engine.randomness import deal_key, draw_roles, draw_seating
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.ruleset import NineSeats, Ruleset, Seating
from mafiabot.engine.state import Dealing, GameState, ReadyCheck
from mafiabot.engine.then import Then

NINE = 9
WORD_MOST = 32  # characters
_UNREADABLE = ("C", "Zl", "Zp")  # controls, formats, surrogates, line breaks: nobody could type them again


def deal(draft: Draft) -> None:
    state = draft.state
    if state.seed is None:
        raise InvariantBroken("a ready check has a seed")
    key, people = deal_key(state.seed, words_of(state)), len(state.seats)
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


def words_of(state: GameState) -> tuple[str, ...]:
    """What is mixed into the deal, by the numbers before seats are drawn; nothing if nobody added a word."""
    added = dict(state.words)
    people = len(state.seated)
    return tuple(added.get(number, "") for number in range(1, people + 1)) if added else ()


def add_word(draft: Draft, command: AddWord) -> Refusal | None:
    """Kept as it is hashed: NFC, blanks made one."""
    state = draft.state
    seat = seat_of(state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    if not state.deal_words:
        return refuse(Reason.NO_WORDS_HERE)
    if seat in phase_as(state, ReadyCheck).ready:
        return refuse(Reason.WORD_STANDS)
    word = " ".join(unicodedata.normalize("NFC", command.text).split())
    if len(word) > WORD_MOST:
        return refuse(Reason.WORD_TOO_LONG, most=WORD_MOST)
    if any(unicodedata.category(c).startswith(_UNREADABLE) for c in word):
        return refuse(Reason.WORD_UNREADABLE)
    if word == dict(state.words).get(seat, ""):
        return refuse(Reason.NOTHING_TO_DO)
    draft.add(ev.WordAdded(at_ms=draft.now, seat=seat, word=word))
    return None


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
