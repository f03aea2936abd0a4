"""The lobby: seats in the order of joining, the waiting list, swaps, the ready check."""

import hashlib

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.decide import decide
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.state import Dealing, Lobby, Outcome, ReadyCheck, Status
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def seated(table: Table) -> list[int]:
    return [seat.person.user_id for seat in table.state.seats]


def join(number: int) -> cmd.Join:
    return cmd.Join(person=builders.person(number))


def ready(table: Table, *seats: int) -> None:
    for seat in seats:
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))


def ready_check(seats: int = 6, waiting: int = 0) -> Table:
    table = Table(seats, waiting=waiting)
    table.do(table.start_command())
    return table


# --- the table -----------------------------------------------------------------------------------


def test_no_command_but_opening_is_heard_where_there_is_no_table() -> None:
    answer = decide(None, join(1), 0)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.NO_TABLE


def test_a_second_table_is_not_opened_over_the_first() -> None:
    assert Table(0).refused(builders.open_table()) is Reason.TABLE_OPEN_HERE


def test_a_ruleset_with_a_problem_opens_no_table() -> None:
    answer = decide(None, builders.open_table(builders.club(fouls=True, vote_window_ms=1)), 0)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.BAD_RULESET
    assert "vote_window_ms: out_of_range" in str(dict(answer.params)["problems"])


def test_people_of_the_last_game_sit_down_first_and_the_others_wait() -> None:
    table = Table(14)
    assert seated(table) == list(range(101, 113))
    assert [person.user_id for person in table.state.waiting] == [113, 114]


def test_who_waited_sits_down_in_the_next_game_where_there_is_room() -> None:
    assert seated(Table(6, waiting=1)) == [101, 102, 103, 104, 105, 106, 107]


def test_somebody_carried_over_twice_sits_once() -> None:
    twice = (builders.person(1), builders.person(2), builders.person(1))
    command = cmd.OpenTable(
        game_id="g",
        guild_id=1,
        channel_id=2,
        host=builders.HOST,
        ruleset=builders.club(),
        locale="uk",
        seated=twice,
        waiting=twice,
    )
    answer = decide(None, command, 5)
    assert isinstance(answer, tuple)
    (opened,) = answer
    assert isinstance(opened, ev.TableOpened)
    assert (opened.seated, opened.waiting) == ((builders.person(1), builders.person(2)), ())


@rule("row: seating", "option: seating")
def test_numbers_are_given_in_the_order_of_joining() -> None:
    table = Table(0)
    for number in (3, 1, 2):
        table.do(join(number))
    assert seated(table) == [103, 101, 102]


def test_who_sits_or_waits_does_not_join_again() -> None:
    table = Table(12)
    table.do(join(13))
    assert table.refused(join(12)) is Reason.ALREADY_SEATED
    assert table.refused(join(13)) is Reason.ALREADY_WAITING


@rule("option: table_sizes", "row: players")
def test_a_club_table_seats_twelve_and_the_thirteenth_waits() -> None:
    table = Table(12)
    assert [type(event) for event in table.do(join(13))] == [ev.PlayerQueued]
    assert len(table.state.seats) == 12


def test_leaving_closes_the_gap_and_the_first_who_waits_moves_up() -> None:
    table = Table(12, waiting=2)
    table.do(cmd.Leave(user_id=104))
    assert seated(table) == [101, 102, 103, *range(105, 113), 113]
    assert [person.user_id for person in table.state.waiting] == [114]


def test_who_waits_may_leave_the_waiting_list() -> None:
    table = Table(12, waiting=2)
    table.do(cmd.Leave(user_id=113))
    assert [person.user_id for person in table.state.waiting] == [114]


def test_who_is_not_there_cannot_leave() -> None:
    assert Table(6).refused(cmd.Leave(user_id=999)) is Reason.NOT_SEATED


def test_a_moderator_unseats_somebody_in_the_lobby() -> None:
    table = Table(7)
    table.do(cmd.Unseat(by=1, seat=2))
    assert seated(table) == [101, 103, 104, 105, 106, 107]


@pytest.mark.parametrize("seat", [0, -1, 7])
def test_a_number_nobody_has_cannot_be_unseated(seat: int) -> None:
    assert Table(6).refused(cmd.Unseat(by=1, seat=seat)) is Reason.SEAT_NOT_OCCUPIED


# --- swaps ---------------------------------------------------------------------------------------


@rule("option: host_swap", "row: swap before the deal")
def test_the_host_swaps_two_occupied_numbers() -> None:
    table = Table(6)
    table.do(cmd.SwapSeats(by=1, first=2, second=5))
    assert seated(table) == [101, 105, 103, 104, 102, 106]


@rule("E84")
def test_e84_nobody_is_moved_to_a_free_number() -> None:
    table = Table(6)
    assert table.refused(cmd.SwapSeats(by=1, first=2, second=7)) is Reason.SEAT_NOT_OCCUPIED
    assert table.refused(cmd.SwapSeats(by=1, first=0, second=2)) is Reason.SEAT_NOT_OCCUPIED
    assert table.refused(cmd.SwapSeats(by=1, first=2, second=2)) is Reason.SAME_SEAT


@rule("E83")
def test_e83_nobody_is_swapped_once_the_ready_check_began() -> None:
    table = ready_check()
    assert table.refused(cmd.SwapSeats(by=1, first=1, second=2)) is Reason.SWAP_AFTER_DEAL
    ready(table, *range(1, 7))
    assert table.refused(cmd.SwapSeats(by=1, first=1, second=2)) is Reason.SWAP_AFTER_DEAL


def test_swaps_may_be_switched_off() -> None:
    table = Table(6, ruleset=builders.club(host_swap=False))
    assert table.refused(cmd.SwapSeats(by=1, first=1, second=2)) is Reason.NOT_ALLOWED_BY_RULES


# --- the start -----------------------------------------------------------------------------------


@rule("E72")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_e72_five_or_fewer_do_not_start(seats: int) -> None:
    table = Table(seats)
    assert table.refused(table.start_command()) is Reason.TOO_FEW


def test_a_table_may_ask_for_more_than_six() -> None:
    table = Table(7, ruleset=builders.club(table_sizes=(8, 10)))
    answer = table.decided(table.start_command())
    assert isinstance(answer, Refusal)
    assert dict(answer.params) == {"have": 7, "need": 8}


def test_everybody_must_be_in_the_channel_to_start() -> None:
    table = Table(6)
    command = cmd.StartGame(by=1, seed=builders.SEED, game_number=1, in_voice=(101, 103, 104, 105))
    answer = table.decided(command)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.NOT_IN_VOICE
    assert dict(answer.params) == {"seats": (2, 6)}


def test_the_commitment_is_public_before_anything_is_drawn_and_the_seed_is_not() -> None:
    table = ready_check()
    assert table.state.commitment == hashlib.sha256(bytes.fromhex(builders.SEED)).hexdigest()
    assert all(seat.role is None for seat in table.state.seats)


def test_the_deal_follows_when_the_last_one_is_ready() -> None:
    table = ready_check()
    ready(table, 6, 5, 4, 3, 2)
    assert table.at(ReadyCheck)
    ready(table, 1)
    assert table.at(Dealing)


def test_being_ready_is_said_once_and_only_by_players() -> None:
    table = ready_check()
    ready(table, 3)
    assert table.refused(cmd.ConfirmReady(user_id=103)) is Reason.ALREADY_READY
    assert table.refused(cmd.ConfirmReady(user_id=999)) is Reason.NOT_SEATED
    assert Table(6).refused(cmd.ConfirmReady(user_id=101)) is Reason.NOT_READY_CHECK


def test_after_a_minute_the_ready_check_fails_and_names_who_was_missing() -> None:
    table = ready_check()
    ready(table, 1, 2, 4, 6)
    table.wait(59.9)
    assert table.at(ReadyCheck)
    table.wait(0.1)
    assert table.at(Lobby)
    assert [failed.missing for failed in table.events(ev.ReadyCheckFailed)] == [(3, 5)]
    assert (table.state.seed, table.state.commitment) == (None, None)
    assert table.state.game_number is not None, "the next try keeps the number"
    assert len(table.state.seats) == 6


def test_who_leaves_ends_the_ready_check() -> None:
    table = ready_check(12, waiting=1)
    table.do(cmd.Leave(user_id=102))
    assert table.at(Lobby)
    assert seated(table)[-1] == 113


def test_unseating_ends_the_ready_check() -> None:
    table = ready_check(7)
    table.do(cmd.Unseat(by=1, seat=7))
    assert table.at(Lobby)
    assert len(table.state.seats) == 6


def test_who_joins_during_the_ready_check_sits_down_when_it_has_failed() -> None:
    table = ready_check()
    table.do(join(7))
    assert len(table.state.seats) == 6
    table.wait(60)
    assert seated(table)[-1] == 107
    assert table.state.waiting == ()


def test_a_second_start_is_refused_while_the_ready_check_runs() -> None:
    table = ready_check()
    assert table.refused(table.start_command()) is Reason.WRONG_PHASE


def test_who_joins_a_running_game_waits_for_the_next_one() -> None:
    table = Table(6).deal()
    table.do(join(9))
    assert [person.user_id for person in table.state.waiting] == [109]
    table.do(cmd.Leave(user_id=109))
    assert table.state.waiting == ()


def test_a_seat_in_a_running_game_is_given_up_not_left() -> None:
    table = Table(6).deal()
    assert table.refused(cmd.Leave(user_id=101)) is Reason.WRONG_PHASE
    table.gone(6)
    assert table.state.seat(6).status is Status.GONE


# --- closing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", [False, True])
def test_stopping_before_the_deal_dissolves_the_lobby(check: bool) -> None:
    table = ready_check() if check else Table(6)
    table.do(cmd.StopGame(by=1))
    assert table.state.over
    assert table.outcome is None


def test_a_running_game_is_stopped_without_a_result() -> None:
    table = Table(6).deal()
    table.do(cmd.StopGame(by=1))
    assert table.outcome is Outcome.STOPPED


def test_a_running_game_is_annulled() -> None:
    table = Table(6).to_day_0()
    table.do(cmd.VoidGame(by=1))
    assert table.outcome is Outcome.VOID
    assert Table(6).refused(cmd.VoidGame(by=1)) is Reason.WRONG_PHASE


def test_nothing_is_heard_after_the_end() -> None:
    table = Table(6)
    table.do(cmd.StopGame(by=1))
    for command in (join(9), cmd.StopGame(by=1), cmd.DeadlineReached(generation=0)):
        assert table.refused(command) is Reason.GAME_OVER
