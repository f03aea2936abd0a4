"""The deal: what is dealt, byte for byte verifiable, and the time to open the hands."""

import hashlib
import hmac
import unicodedata
from collections import Counter
from itertools import islice

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine import randomness
from mafiabot.engine.dealing import deal
from mafiabot.engine.decide import decide
from mafiabot.engine.draft import Draft
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.evolve import fold
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import Seating
from mafiabot.engine.state import Dealing, Night, NightStep, Role, Status
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table

KEY = bytes(range(32))


def letters(roles: tuple[Role, ...]) -> str:
    return "".join(role.value[0] for role in roles)


@rule("row: roles", "row: players", "E70", "E71", "option: nine_seats")
@pytest.mark.parametrize(
    ("seats", "mafia", "civilians"),
    [(6, 1, 3), (7, 1, 4), (8, 1, 5), (9, 1, 6), (10, 2, 6), (11, 2, 7), (12, 2, 8)],
)
def test_e70_e71_two_black_from_six_seats_and_three_from_ten(seats: int, mafia: int, civilians: int) -> None:
    dealt = Counter(randomness.role_list(seats))
    wanted = {Role.DON: 1, Role.MAFIA: mafia, Role.SHERIFF: 1, Role.CIVILIAN: civilians}
    assert dealt == wanted


def test_a_stream_is_hmac_of_label_and_block_number_in_numbers_of_eight_bytes() -> None:
    blocks = [hmac.new(KEY, b"roles" + n.to_bytes(4, "big"), hashlib.sha256).digest() for n in (0, 1)]
    joined = b"".join(blocks)
    wanted = [int.from_bytes(joined[at : at + 8], "big") for at in range(0, 64, 8)]
    assert list(islice(randomness.numbers(KEY, "roles"), 8)) == wanted


def test_numbers_above_the_last_multiple_are_drawn_again() -> None:
    assert randomness.uniform(iter([(1 << 64) - 1, 5]), 3) == 2
    assert randomness.uniform(iter([(1 << 64) - 1]), 2) == 1


@pytest.mark.parametrize(
    ("seats", "wanted"),
    [(6, "sccmcd"), (9, "cmccccdsc"), (10, "cmcscdccmc"), (12, "scmccccdccmc")],
)
def test_fixed_vectors_of_the_deal(seats: int, wanted: str) -> None:
    assert letters(randomness.draw_roles(KEY, seats)) == wanted


def test_fixed_vector_of_drawn_seats() -> None:
    assert randomness.draw_seating(KEY, 10) == (6, 5, 3, 7, 2, 1, 8, 9, 4, 10)


def test_words_of_the_players_change_the_key_and_are_normalised() -> None:
    composed, decomposed = "їжак", unicodedata.normalize("NFD", "їжак")
    mixed = hashlib.sha256(KEY)
    for word in (composed.encode(), b""):
        mixed.update(len(word).to_bytes(2, "big") + word)
    assert randomness.deal_key(KEY.hex(), (decomposed, "")) == mixed.digest()
    assert randomness.deal_key(KEY.hex()) == KEY


@rule("row: role deal")
def test_roles_dealt_are_those_of_the_seed() -> None:
    table = Table(10)
    table.do(table.start_command())
    for seat in range(1, 10):
        table.do(cmd.ConfirmReady(user_id=100 + seat))
    answer = decide(table.state, cmd.ConfirmReady(user_id=110), table.now)
    assert isinstance(answer, tuple)
    assert isinstance(answer[-1], ev.Dealt)
    assert answer[-1].roles == randomness.draw_roles(bytes.fromhex(builders.SEED), 10)
    assert answer[-1].seating == ()


def test_drawn_seats_are_those_of_the_seed() -> None:
    table = Table(8, ruleset=builders.club(seating=Seating.RANDOM))
    table.do(table.start_command())
    for seat in range(1, 8):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    answer = table.drawn(cmd.ConfirmReady(user_id=108))
    assert isinstance(answer, tuple)
    key = bytes.fromhex(builders.SEED)
    seated = fold((*table.log, *answer)).seats
    drawn = randomness.draw_seating(key, 8)
    assert [seat.person.user_id for seat in seated] == [100 + former for former in drawn]
    roles = randomness.draw_roles(key, 8)
    assert [seat.role for seat in seated] == list(roles)


def test_a_deal_without_a_seed_is_a_bug() -> None:
    with pytest.raises(InvariantBroken, match="seed"):
        deal(Draft(Table(6).state, 0))


@rule("option: deal_s")
def test_the_time_to_open_hands_never_ends_early() -> None:
    table = Table(6).deal()
    for seat in range(1, 7):
        table.do(cmd.OpenHand(user_id=table.user(seat)))
    table.wait(59.9)
    assert table.at(Dealing)
    table.wait(0.1)
    assert table.at(Night)
    assert table.events(ev.HandsUnopened) == []


@rule("option: deal_s")
def test_who_has_not_opened_his_hand_is_named_and_the_game_starts() -> None:
    table = Table(6).deal()
    table.do(cmd.OpenHand(user_id=102))
    assert table.refused(cmd.OpenHand(user_id=102)) is Reason.NOTHING_TO_DO
    assert table.refused(cmd.OpenHand(user_id=999)) is Reason.NOT_SEATED
    table.tick()
    assert [event.seats for event in table.events(ev.HandsUnopened)] == [(1, 3, 4, 5, 6)]
    assert table.refused(cmd.OpenHand(user_id=101)) is Reason.NOTHING_TO_DO


def test_who_gives_up_during_the_deal_is_gone_and_not_asked_for_his_hand() -> None:
    table = Table(6).deal()
    table.gone(6)
    assert table.state.seat(6).status is Status.GONE
    table.tick()
    assert [event.seats for event in table.events(ev.HandsUnopened)] == [(1, 2, 3, 4, 5)]


@rule("row: dogovorka (mafia minute)", "option: mafia_minute_s", "row: sheriff's moment")
@rule("option: night0_reveal", "option: night0_reveal_s", "option: free_seating_s", "row: free seating")
@rule("row: don shows himself to the judge", "row: don/sheriff may look at the table")
def test_night_0_is_the_mafia_minute_the_reminder_and_free_seating_at_full_length() -> None:
    table = Table(10).to_day_0()
    steps = [(began.step, began.until_ms - began.at_ms) for began in table.events(ev.NightStepBegan)]
    assert steps == [
        (NightStep.MAFIA_MINUTE, 60_000),
        (NightStep.REVEAL, 10_000),
        (NightStep.FREE_SEATING, 15_000),
    ]
    began = [event.at_ms for event in table.events(ev.NightStepBegan)]
    assert began[1] - began[0] == 61_000


def test_a_step_without_length_is_left_out() -> None:
    rules = builders.club(free_seating_s=0, mafia_minute_s=0)
    table = Table(6, ruleset=rules).to_day_0()
    assert [began.step for began in table.events(ev.NightStepBegan)] == [NightStep.REVEAL]
