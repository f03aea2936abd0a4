"""Edge cases of the list: whom a speaker may name, when, and what does not use his right up."""

from mafiabot.engine import commands as cmd
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import SpeechKind, Talk
from mafiabot.engine.viewing import public_view
from tests.support.rules import cell, edge_case
from tests.support.table import JUDGE, Table
from tests.support.votes import voting


def nominees(table: Table) -> tuple[int, ...]:
    return public_view(table.state).nominees


def said(table: Table, *seats: int) -> cmd.NominateFor:
    """What the speaker named aloud, in his order, as the judge notes it."""
    return cmd.NominateFor(by=JUDGE, seats=seats)


def after_two_nominations(rules: Ruleset) -> Table:
    """Seat 3 speaks on day 0; 5 and 6 are on the list."""
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    for nominee in (5, 6):
        table.nominate(nominee)
        table.finish()
    return table


@edge_case("E16", "option: day0_nominee_cap", "row: cap on nominees, first day")
def test_a_third_nomination_of_day_0(rules: Ruleset) -> None:
    table = after_two_nominations(rules)
    if rules.day0_nominee_cap is not None:
        full = Refusal(reason=Reason.LIST_FULL, params=(("cap", 2),))
        assert table.decided(table.nomination(7)) == full
        assert table.decided(said(table, 7)) == full
    else:
        table.nominate(7)
    assert nominees(table) == cell(rules, club=(5, 6), classic=(5, 6, 7), tournament=(5, 6, 7))


@edge_case("E17", unknown_to=("classic", "tournament"))
def test_the_slot_of_a_nominee_who_left_stays_used_where_there_are_slots(rules: Ruleset) -> None:
    table = after_two_nominations(rules)
    table.out(6)
    if rules.day0_nominee_cap is not None:
        assert table.refused(table.nomination(7)) is Reason.LIST_FULL
        return
    table.talk({3: 7, 4: 8, 5: 9, 7: 10})
    assert nominees(table) == (5, 7, 8, 9, 10)


@edge_case("E18", "row: naming a seat already nominated")
def test_after_a_seat_already_on_the_list_another_one_is_accepted(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.nominate(5)
    table.finish()
    assert table.decided(table.nomination(5)) == Refusal(reason=Reason.ALREADY_ON_LIST, params=(("seat", 5),))
    table.nominate(6)
    assert nominees(table) == (5, 6)


@edge_case("E19", "row: nominations a speech")
def test_of_seats_named_in_one_breath_the_first_acceptable_one_counts(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.nominate(5)
    table.finish()
    table.out(9)
    assert table.refused(said(table, 5, 9)) is Reason.SEAT_NOT_ALIVE
    table.do(said(table, 5, 9, 7, 8))
    assert nominees(table) == (5, 7)
    assert table.refused(said(table, 8)) is Reason.ALREADY_NOMINATED_ONE
    assert table.refused(table.nomination(8)) is Reason.ALREADY_NOMINATED_ONE


@edge_case("E20", "row: self-nomination")
def test_a_player_may_nominate_himself(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.nominate(1)
    assert nominees(table) == (1,)


@edge_case("E21")
def test_a_dead_seat_is_refused_and_the_right_kept(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day()
    table.night(kill=10)
    while not table.has_floor(2, SpeechKind.SPEECH):
        table.finish()
    assert table.decided(table.nomination(10)) == Refusal(
        reason=Reason.SEAT_NOT_ALIVE, params=(("seat", 10),)
    )
    table.nominate(9)
    assert nominees(table) == (9,)


@edge_case("E22", "option: vote_settle_ms")
def test_a_nomination_after_time_is_up_is_refused(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.wait(60.5)
    assert table.speaker == 2
    late = cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press(ago_ms=499))
    assert table.refused(late) is Reason.TOO_LATE
    table.do(cmd.Nominate(user_id=101, floor=1, seat=5, press=table.press(ago_ms=500)))
    assert nominees(table) == (5,)


@edge_case("E23", "row: nominating in a last word or a 30 s defence", "option: night_victim_nominates")
def test_nobody_nominates_in_a_last_word_or_a_defence(rules: Ruleset) -> None:
    killed = Table(10, ruleset=rules, judge=True).to_day_0()
    killed.day()
    killed.night(kill=10)
    while not killed.has_floor(10, SpeechKind.LAST_WORD):
        killed.finish()
    tied = voting(8, 7, 3, rules=rules, judge=True)
    tied.vote({7: [1, 2, 3, 4]})
    assert tied.has_floor(7, SpeechKind.DEFENCE)
    for table in (killed, tied):
        assert isinstance(table.state.phase, Talk)
        assert table.refused(table.nomination(5)) is Reason.NOMINATE_ONLY_IN_SPEECH
        assert table.refused(said(table, 5)) is Reason.NOMINATE_ONLY_IN_SPEECH
