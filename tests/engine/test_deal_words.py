"""Players' words in the deal: after the commitment, fixed by being ready, shown at the end."""

import unicodedata

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.dealing import WORD_MOST
from mafiabot.engine.evolve import fold
from mafiabot.engine.protocol import protocol
from mafiabot.engine.public import public_view
from mafiabot.engine.randomness import deal_key, draw_roles, draw_seating
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLASSIC, CLUB, NineSeats, Ruleset, Seating
from mafiabot.engine.state import Dealing, Lobby
from tests.support import builders
from tests.support.table import Table


def asked(seats: int = 6, ruleset: Ruleset = CLUB, *, deal_words: bool = True) -> Table:
    """A table in its ready check."""
    table = Table(seats, ruleset=ruleset, deal_words=deal_words)
    table.do(table.start_command())
    return table


def word(table: Table, seat: int, text: str) -> cmd.AddWord:
    return cmd.AddWord(user_id=table.user(seat), text=text)


def drawn(table: Table) -> ev.Dealt:
    """The deal as seed and words draw it, when the last player is ready."""
    people = len(table.state.seats)
    for seat in range(1, people):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    answer = table.drawn(cmd.ConfirmReady(user_id=table.user(people)))
    assert isinstance(answer, tuple)
    dealt = answer[-1]
    assert isinstance(dealt, ev.Dealt)
    return dealt


def test_words_are_mixed_into_the_key_by_the_numbers_of_the_ready_check() -> None:
    table = asked()
    table.do(word(table, 5, "їжак"))
    table.do(word(table, 2, "second"))
    key = deal_key(builders.SEED, ("", "second", "", "", "їжак", ""))
    assert drawn(table).roles == draw_roles(key, 6) != draw_roles(bytes.fromhex(builders.SEED), 6)


def test_without_a_word_the_seed_alone_deals() -> None:
    table = asked()
    table.do(word(table, 3, "x"))
    table.do(word(table, 3, ""))
    assert table.state.words == ()
    assert drawn(table).roles == draw_roles(bytes.fromhex(builders.SEED), 6)


def test_seats_are_drawn_with_the_words_too_and_words_keep_their_former_numbers() -> None:
    table = asked(8, builders.club(seating=Seating.RANDOM))
    table.do(word(table, 8, "last"))
    words = ("",) * 7 + ("last",)
    dealt = drawn(table)
    assert dealt.seating == draw_seating(deal_key(builders.SEED, words), 8)
    told = protocol((*table.log, ev.ReadyConfirmed(at_ms=table.now, seat=8), dealt))
    assert told.words == words


def test_an_empty_number_has_no_word() -> None:
    rules = builders.sized(CLASSIC, 9, nine_seats=NineSeats.EMPTY_NUMBER)
    table = asked(9, rules)
    table.do(word(table, 9, "nine"))
    dealt = drawn(table)
    state = fold((*table.log, ev.ReadyConfirmed(at_ms=table.now, seat=9), dealt))
    key = deal_key(builders.SEED, (*[""] * 8, "nine"))
    roles = iter(draw_roles(key, 9, empty_number=True))
    seating = draw_seating(key, 10)
    assert [seat.role for seat in state.seats] == [next(roles) if n <= 9 else None for n in seating]
    assert protocol((*table.log, ev.ReadyConfirmed(at_ms=table.now, seat=9), dealt)).words[8] == "nine"


def test_a_word_is_kept_as_it_is_hashed() -> None:
    table = asked()
    table.do(word(table, 1, unicodedata.normalize("NFD", "  й  кіт \n")))
    assert table.state.words == ((1, "й кіт"),)


def test_the_last_word_written_counts_and_the_same_again_changes_nothing() -> None:
    table = asked()
    table.do(word(table, 1, "one"))
    table.do(word(table, 1, "two"))
    assert table.state.words == ((1, "two"),)
    assert table.refused(word(table, 1, " two ")) is Reason.NOTHING_TO_DO
    assert table.refused(word(table, 2, "")) is Reason.NOTHING_TO_DO


@pytest.mark.parametrize("hidden", ["\u0007", "a\u202eb", "\ue000", "\ud800", "\u200b"])
def test_characters_that_nobody_could_type_again_are_refused(hidden: str) -> None:
    assert asked().refused(cmd.AddWord(user_id=101, text=hidden)) is Reason.WORD_UNREADABLE


def test_a_word_has_a_limit() -> None:
    table = asked()
    table.do(word(table, 1, "ї" * WORD_MOST))
    assert table.refused(word(table, 2, "ї" * (WORD_MOST + 1))) is Reason.WORD_TOO_LONG


def test_who_is_ready_cannot_change_his_word() -> None:
    table = asked()
    table.do(word(table, 1, "mine"))
    table.do(cmd.ConfirmReady(user_id=101))
    assert table.refused(word(table, 1, "other")) is Reason.WORD_STANDS
    table.do(word(table, 2, "later"))


def test_words_are_for_the_seated_in_the_ready_check_of_a_table_that_takes_them() -> None:
    assert Table(6, deal_words=True).refused(cmd.AddWord(user_id=101, text="x")) is Reason.NO_WORDS_NOW
    table = asked()
    assert table.refused(cmd.AddWord(user_id=999, text="x")) is Reason.NOT_SEATED
    without = asked(deal_words=False)
    assert without.refused(word(without, 1, "x")) is Reason.NO_WORDS_HERE
    for seat in range(1, 7):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    assert table.at(Dealing)
    assert table.refused(word(table, 1, "x")) is Reason.NO_WORDS_NOW


def test_words_are_forgotten_with_the_seed_they_came_after() -> None:
    table = asked()
    table.do(word(table, 1, "old"))
    table.do(cmd.Leave(user_id=106))
    assert table.at(Lobby)
    assert table.state.words == ()
    table.do(cmd.Join(person=builders.person(7)))
    table.do(table.start_command())
    assert public_view(table.state).words_added == 0


def test_how_many_words_there_are_is_public_and_what_they_are_only_at_the_end() -> None:
    table = asked()
    table.do(word(table, 3, "secret"))
    view = public_view(table.state)
    assert (view.takes_words, view.words_added, view.words) == (True, 1, ())
    for seat in range(1, 7):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    view = public_view(table.state)
    assert (view.takes_words, view.words_added, view.words) == (False, 0, ())
    table.do(cmd.StopGame(by=1))
    assert public_view(table.state).words == ("", "", "secret", "", "", "")
