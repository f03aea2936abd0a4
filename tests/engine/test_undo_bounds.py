"""What an undo leaves as it is: clocks go on as they stood; presence, judges and numbers do not go back."""

from dataclasses import replace

from mafiabot.engine import commands as cmd
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.evolve import fold
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLASSIC, Ruleset
from mafiabot.engine.state import (
    Floor,
    Night,
    NightStep,
    Settling,
    Talk,
)
from mafiabot.engine.timing import absences
from mafiabot.engine.viewing import judge_view
from tests.support import builders
from tests.support.rules import every_preset
from tests.support.table import JUDGE, Table


def day_0(rules: Ruleset = CLASSIC, *, waiting: int = 0, **options: object) -> Table:
    """Seat 1 speaks."""
    own = replace(rules, **options)  # type: ignore[arg-type]
    return Table(10, ruleset=own, judge=True, waiting=waiting).to_day_0()


def floor(table: Table) -> Floor:
    assert isinstance(table.state.phase, Talk)
    return table.state.phase.floor


def left_ms(table: Table) -> int:
    due = deadline(table.state)
    assert due is not None
    return due.at_ms - table.now


# --- clocks and pauses ---------------------------------------------------------------------------


def test_clocks_go_on_as_they_stood() -> None:
    table = day_0()
    table.wait(20)
    table.foul(5)
    table.wait(30)
    table.undo()
    assert left_ms(table) == 40_000


def test_after_several_acts_clocks_go_on_as_they_stood_before_the_first() -> None:
    table = day_0()
    table.wait(20)
    table.foul(5)
    table.wait(10)
    table.foul(6)
    table.wait(10)
    table.undo(2)
    assert left_ms(table) == 40_000


@every_preset()
def test_a_speaker_is_waited_for_anew_if_his_microphone_is_not_open(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True, keeper=False).to_day_0()
    table.voice(1, open=True)
    table.wait(20)
    table.do(table.finishing())
    table.voice(1, open=False)
    table.undo()
    assert floor(table).running_since_ms is None
    table.wait(3)
    table.voice(1, open=True)
    assert left_ms(table) == 40_000


def test_undoing_in_a_pause_leaves_the_game_paused() -> None:
    table = day_0()
    table.wait(20)
    table.finish()
    table.pause()
    table.wait(100)
    table.undo()
    assert table.state.paused is not None
    assert table.speaker == 1
    table.resume()
    assert left_ms(table) == 38_000


def test_undoing_what_was_done_in_a_pause_that_is_over_does_not_pause_again() -> None:
    table = day_0()
    table.wait(20)
    table.pause()
    table.foul(5)
    table.wait(100)
    table.resume()
    table.wait(5)
    table.undo()
    assert table.state.paused is None
    assert left_ms(table) == 40_000


def test_undoing_what_was_done_in_a_pause_of_the_settling_gives_it_the_rest_it_had() -> None:
    table = day_0()
    table.talk()
    rest_ms = left_ms(table)
    table.pause()
    table.wait(50)
    table.foul(5)
    table.resume()
    table.undo()
    assert isinstance(table.state.phase, Settling)
    assert left_ms(table) == rest_ms > 0


def test_undoing_a_departure_at_night_begins_the_step_anew_with_what_was_pressed() -> None:
    table = day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    for shooter in (1, 2, 3):
        table.do(table.shot(shooter, 10))
    table.wait(10)
    table.remove(9)
    table.tick()
    table.undo()
    assert isinstance(table.state.phase, Night)
    assert (table.state.phase.step, left_ms(table)) == (NightStep.SHOTS, 21_000)
    table.to_step(NightStep.SHERIFF)
    table.tick()
    assert table.state.nights[0].victim == 10


# --- what does not go back -----------------------------------------------------------------------


def test_numbers_of_floors_and_windows_do_not_go_back() -> None:
    table = day_0()
    table.finish()
    former = table.floor_no
    table.undo()
    assert table.speaker == 1
    stale = cmd.FinishSpeech(user_id=102, floor=former, press=table.press())
    assert table.refused(stale) is Reason.NOT_YOUR_FLOOR
    table.finish()
    assert table.floor_no == former + 1


def test_judges_do_not_go_back() -> None:
    table = day_0()
    table.foul(5)
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=3))
    table.do(cmd.HandOver(by=JUDGE, to=2))
    table.do(replace(table.undoing(), by=2))
    assert (table.state.judge_id, table.state.co_judge_id) == (2, 3)


def test_who_is_given_his_seat_back_judges_no_more() -> None:
    table = day_0(waiting=1)
    table.voice(5, present=False)
    table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=111))
    table.do(cmd.NameCoJudge(by=JUDGE, user_id=105))
    table.undo()
    assert (table.user(5), table.state.judge_id, table.state.co_judge_id) == (105, JUDGE, None)


def test_a_judge_who_is_given_his_seat_back_judges_no_more_either() -> None:
    table = day_0(waiting=1)
    table.voice(5, present=False)
    table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=111))
    table.do(cmd.HandOver(by=JUDGE, to=105))
    table.do(replace(table.undoing(), by=105))
    assert (table.user(5), table.state.judge_id) == (105, None)


def test_an_absence_does_not_count_for_what_is_undone() -> None:
    table = day_0()
    table.foul(5)
    table.voice(6, present=False)
    table.wait(20)
    table.undo()
    assert absences(table.state) == ((table.now + CLASSIC.absence_s * 1000, 6),)


def test_who_is_in_the_channel_and_who_waits_do_not_go_back() -> None:
    table = day_0()
    table.foul(5)
    table.voice(6, present=False)
    table.do(cmd.Join(person=builders.person(11)))
    table.undo()
    assert table.state.seat(6).away is not None
    assert [person.user_id for person in table.state.waiting] == [111]


def test_a_step_back_is_a_step_forward_for_who_watches() -> None:
    table = day_0()
    for seat in range(3, 9):
        table.foul(seat)
    step, seq = table.state.step, table.state.seq
    table.undo(6)
    assert table.state.step > step
    assert table.state.seq == len(table.log) > seq
    assert fold(table.log) == table.state


def test_no_more_acts_are_kept_than_there_are_choices_to_offer() -> None:
    table = day_0()
    for _ in range(2):
        table.day()
        table.night()
    assert len(judge_view(table.state).acts) == 20
    table.day()
    assert len(judge_view(table.state).acts) == 25
    assert [act.seq for act in table.state.acts] == sorted(act.seq for act in table.state.acts)
