"""The judge: who is one, that only he is obeyed, and what he sees."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLASSIC, CLUB, Ruleset
from mafiabot.engine.state import (
    Role,
)
from mafiabot.engine.viewing import judge_view, public_view, view_for
from mafiabot.engine.views import JudgeView, JudgeViewer
from tests.support.builders import sized
from tests.support.rules import every_preset
from tests.support.table import JUDGE, Table
from tests.support.votes import voting

OTHER = 2  # another moderator


def classic(**options: object) -> Table:
    """Seat 1 speaks on day 0."""
    return Table(10, ruleset=replace(CLASSIC, **options), judge=True).to_day_0()  # type: ignore[arg-type]


def seen(table: Table) -> JudgeView:
    return judge_view(table.state)


# --- who judges ----------------------------------------------------------------------------------


@every_preset()
def test_who_starts_the_game_from_the_channel_without_a_seat_judges_it(rules: Ruleset) -> None:
    for table, judge in ((Table(10, ruleset=rules, judge=True), JUDGE), (Table(10, ruleset=rules), None)):
        table.do(table.start_command())
        assert table.state.judge_id == judge
        assert public_view(table.state).judge_id == judge


def test_who_plays_does_not_judge_though_he_starts_the_game() -> None:
    table = Table(10, ruleset=CLASSIC)
    table.do(replace(table.start_command(), by=101))
    assert table.state.judge_id is None


def test_who_waits_for_a_seat_does_not_judge_though_he_starts_the_game() -> None:
    table = Table(10, ruleset=CLASSIC, waiting=1)
    start = table.start_command()
    table.do(replace(start, by=111, in_voice=(*start.in_voice, 111)))
    assert table.state.judge_id is None
    table.do(cmd.Unseat(by=1, seat=5))
    assert table.state.seat_of(111) == 10


def test_the_judge_stays_when_the_ready_check_fails_and_another_one_leads_the_next_try() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True)
    table.do(table.start_command())
    table.tick()
    assert table.state.judge_id == JUDGE
    start = table.start_command()
    table.do(replace(start, by=OTHER, in_voice=(*start.in_voice, OTHER)))
    assert table.state.judge_id == OTHER


def every_command(by: int, table: Table) -> list[cmd.JudgeCommand]:
    return [
        cmd.GiveFoul(by=by, seat=5, reason=FoulReason.OTHER),
        cmd.TakeFoulBack(by=by, seat=5),
        cmd.RemovePlayer(by=by, seat=5, cause=GoneCause.OTHER),
        cmd.CallTeamLoss(by=by, seat=5),
        cmd.SkipSpeech(by=by),
        cmd.EndPhase(by=by),
        cmd.ChangeTime(by=by, seconds=10),
        cmd.GiveFloor(by=by, seat=5, seconds=10),
        cmd.WaitFor(by=by, seat=5),
        cmd.NominateFor(by=by, seats=(5,)),
        cmd.NameBestMoveFor(by=by, seats=(5,)),
        cmd.Substitute(by=by, seat=5, user_id=111),
        cmd.NameCoJudge(by=by, user_id=3),
        cmd.Undo(by=by, reason="", former=table.state),
    ]


@every_preset()
@pytest.mark.parametrize("by", [OTHER, 101, 999])
def test_nobody_but_the_judge_is_obeyed(rules: Ruleset, by: int) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    assert {table.refused(command) for command in every_command(by, table)} == {Reason.NOT_JUDGE}


def test_without_a_judge_nobody_is_obeyed_until_a_moderator_takes_over() -> None:
    table = Table(10, ruleset=CLASSIC).to_day_0()
    assert {table.refused(command) for command in every_command(JUDGE, table)} == {Reason.NOT_JUDGE}
    table.do(cmd.HandOver(by=JUDGE, to=JUDGE))
    table.foul(5)
    assert table.state.seat(5).fouls == 1


def test_who_handed_over_has_no_say_from_that_moment_on() -> None:
    table = classic()
    table.do(cmd.HandOver(by=JUDGE, to=OTHER))
    assert table.refused(table.fouling(5)) is Reason.NOT_JUDGE
    table.do(cmd.GiveFoul(by=OTHER, seat=5, reason=FoulReason.OTHER))
    assert (public_view(table.state).judge_id, public_view(table.state).co_judge_id) == (OTHER, None)
    assert table.refused(cmd.HandOver(by=JUDGE, to=OTHER)) is Reason.ALREADY_JUDGE


def test_a_co_judge_is_obeyed_until_he_is_revoked() -> None:
    table = classic()
    fouling = cmd.GiveFoul(by=OTHER, seat=5, reason=FoulReason.OTHER)
    assert table.refused(fouling) is Reason.NOT_JUDGE
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=OTHER))
    table.do(fouling)
    assert table.refused(cmd.NameCoJudge(by=OTHER, user_id=3)) is Reason.NOT_JUDGE
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=None))
    assert table.refused(fouling) is Reason.NOT_JUDGE
    assert table.refused(cmd.NameCoJudge(by=JUDGE, user_id=None)) is Reason.NO_CO_JUDGE


def test_a_co_judge_who_takes_over_is_both_no_more() -> None:
    table = classic()
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=OTHER))
    table.do(cmd.HandOver(by=JUDGE, to=3))
    assert (table.state.judge_id, table.state.co_judge_id) == (3, OTHER)
    table.do(cmd.HandOver(by=JUDGE, to=OTHER))
    assert (table.state.judge_id, table.state.co_judge_id) == (OTHER, None)
    assert table.refused(cmd.NameCoJudge(by=OTHER, user_id=OTHER)) is Reason.ALREADY_JUDGE


def test_who_sits_at_the_table_neither_judges_nor_hands_it_over() -> None:
    table = classic()
    for command in (
        cmd.HandOver(by=JUDGE, to=105),
        cmd.HandOver(by=105, to=OTHER),
        cmd.NameCoJudge(by=JUDGE, user_id=105),
    ):
        assert table.refused(command) is Reason.JUDGE_IS_SEATED


@pytest.mark.parametrize("judge", [JUDGE, OTHER])
def test_a_judge_who_takes_a_seat_in_the_lobby_judges_no_more(judge: int) -> None:
    table = Table(9, ruleset=replace(CLASSIC, table_sizes=(9, 10)), judge=True)
    table.do(table.start_command())
    table.tick()
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=OTHER))
    table.do(cmd.Join(person=cmd.Person(user_id=judge, name="Judge")))
    assert table.state.seat_of(judge) == 10
    left = {JUDGE, OTHER} - {judge}
    assert {table.state.judge_id, table.state.co_judge_id} == {*left, None}
    assert table.refused(cmd.NameCoJudge(by=judge, user_id=3)) is Reason.NOT_JUDGE


def test_who_judges_a_game_does_not_wait_for_a_seat_in_it() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, waiting=1)
    joining = cmd.Join(person=cmd.Person(user_id=JUDGE, name="Judge"))
    table.do(table.start_command())
    assert table.refused(joining) is Reason.JUDGE_IS_SEATED
    table.tick()
    table.do(joining)
    assert table.state.waiting[-1].user_id == JUDGE
    assert table.state.judge_id is None


def test_who_waits_for_a_seat_neither_judges_nor_co_judges() -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, waiting=1).to_day_0()
    assert table.refused(cmd.HandOver(by=JUDGE, to=111)) is Reason.JUDGE_IS_SEATED
    assert table.refused(cmd.NameCoJudge(by=JUDGE, user_id=111)) is Reason.JUDGE_IS_SEATED


# --- what he sees --------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [True, False])
def test_the_judge_sees_roles_if_the_guilds_setting_says_so(shown: bool) -> None:
    table = Table(10, ruleset=CLASSIC, judge=True, judge_sees_roles=shown)
    assert seen(table).roles == ()
    table.deal()
    roles = dict(seen(table).roles)
    assert roles == ({n: table.state.seat(n).role for n in range(1, 11)} if shown else {})
    assert view_for(table.state, JudgeViewer()) == seen(table)
    if not shown:
        assert Role.DON.value not in repr(seen(table))


def test_an_empty_number_has_no_role_to_be_seen() -> None:
    rules = replace(CLASSIC, table_sizes=(9, 10))
    table = Table(9, roles="DMMSCCCCC-", ruleset=rules, judge=True, judge_sees_roles=True).deal()
    assert [seat for seat, _ in seen(table).roles] == list(range(1, 10))


@every_preset()
def test_the_judges_tools_are_those_that_have_a_meaning_now(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True)

    def tools() -> tuple[bool, ...]:
        view = seen(table)
        return (
            view.can_foul,
            view.can_team_loss,
            view.can_skip,
            view.can_end_phase,
            view.can_change_time,
            view.can_give_floor,
        )

    assert tools() == (False,) * 6
    assert (seen(table).at_table, seen(table).acts, seen(table).substitutes) == ((), (), ())
    table.to_day_0()
    assert tools() == (rules.fouls, rules.ppk, True, False, True, True)
    assert seen(table).at_table == tuple(range(1, 11))
    table.pause()
    assert tools() == (rules.fouls, rules.ppk, False, False, True, False)
    table.resume()
    table.day()
    assert tools() == (rules.fouls, rules.ppk, False, False, False, False)
    table.do(cmd.StopGame(by=1))
    assert tools() == (False,) * 6
    assert seen(table).acts == ()


def test_who_still_has_a_word_is_at_the_table_for_the_judge() -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(CLUB, 6), judge=True).to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({6: range(1, 7)})
    assert seen(table).at_table == (1, 2, 3, 4, 5, 6)
    table.finish()
    assert seen(table).at_table == (1, 2, 3, 4, 5)


# --- said aloud ----------------------------------------------------------------------------------


def test_there_is_nothing_to_say_for_anybody_without_a_floor_or_out_of_its_kind() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True)
    nominating = cmd.NominateFor(by=JUDGE, seats=(5,))
    naming = cmd.NameBestMoveFor(by=JUDGE, seats=(5,))
    assert table.refused(nominating) is Reason.NO_FLOOR
    assert table.refused(naming) is Reason.NO_FLOOR
    day = classic()
    assert day.refused(naming) is Reason.NO_FLOOR
    assert day.refused(cmd.NominateFor(by=JUDGE, seats=())) is Reason.NOTHING_TO_DO


def test_the_judge_notes_a_nomination_in_a_lost_speech() -> None:
    table = classic()
    table.foul(2, 3)
    table.finish()
    table.do(cmd.NominateFor(by=JUDGE, seats=(7,)))
    assert public_view(table.state).nominees == (7,)
