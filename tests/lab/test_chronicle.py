"""The judge's book read for the oracles: floors, silences, standings and nights, undone ones too."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.state import NightStep, SpeechKind, Talk
from mafiabot.lab.chronicle import Chronicle
from mafiabot.lab.floors import speeches
from mafiabot.lab.spans import nights, signs, silences
from mafiabot.playground.oracles import Floor, Silence
from mafiabot.runtime.service import Change
from tests.support.builders import START_MS, sized
from tests.support.table import JUDGE, Table


def day_0(rules: Ruleset = CLASSIC) -> Table:
    return Table(10, ruleset=rules, judge=True).to_day_0()


def book_of(table: Table) -> Chronicle:
    """As if all had been committed one event at a time."""
    book, state = Chronicle(epoch_ms=START_MS), None
    for event in table.log:
        after = fold((event,)) if state is None else evolve(state, event)
        book.heard(Change(before=state, state=after, events=(event,)))
        state = after
    return book


def floors(table: Table) -> list[Floor]:
    return [speech.floor for speech in speeches(book_of(table))]


def silent(table: Table, why: str) -> list[Silence]:
    return [one for one in silences(book_of(table), ended_ms=float(table.now - START_MS)) if one.why == why]


# --- floors --------------------------------------------------------------------------------------


def test_a_lost_speech_is_a_floor_in_which_nobody_is_heard() -> None:
    table = day_0()
    table.foul(2, 3)
    table.finish()
    assert table.has_floor(2, SpeechKind.LOST)
    table.wait(10)
    lost = floors(table)[1]
    assert (lost.seat, lost.kind, lost.granted_ms, lost.muted) == (2, "lost", 10_000, True)
    assert [(one.user_id, one.until_ms - one.from_ms) for one in silent(table, "lost speech")] == [
        (table.user(2), 10_000)
    ]


def test_an_undone_foul_gives_the_time_since_back_to_whoever_speaks() -> None:
    table = day_0()
    table.wait(5)
    table.foul(4)
    table.wait(2)
    table.undo()
    first = floors(table)
    assert [(one.seat, one.disturbed, one.announced) for one in first] == [(1, True, True)]
    assert first[0].granted_ms == 62_000


def test_an_undone_end_of_a_speech_gives_the_floor_back_with_its_rest() -> None:
    table = day_0()
    table.wait(20)
    table.finish()
    table.wait(4)
    table.undo()
    ended, cut, back = floors(table)
    assert (ended.seat, ended.cause) == (1, "finished")
    assert (cut.seat, cut.cause, cut.disturbed) == (2, "cut", True)
    assert (back.seat, back.announced, back.first_ms) == (1, False, ended.given_ms)
    assert back.granted_ms == 60_000 - (ended.ended_ms - ended.given_ms)


def test_a_changed_time_is_granted() -> None:
    table = day_0()
    table.do(cmd.ChangeTime(by=JUDGE, seconds=15))
    table.to_speech_of(2)
    assert (floors(table)[0].granted_ms, floors(table)[0].disturbed) == (75_000, False)


def test_an_interrupted_speech_is_followed_by_the_extra_one_and_its_rest() -> None:
    table = day_0()
    table.wait(20)
    table.give_floor(7)
    table.wait(5)
    table.finish()
    assert [(one.seat, one.kind, one.cause) for one in floors(table)] == [
        (1, "speech", "interrupted"),
        (7, "extra", "finished"),
        (1, "speech", "cut"),
    ]


@pytest.mark.parametrize(("decided", "kind"), [(True, "final"), (False, "last_word")])
def test_last_words_of_a_decided_game_are_told_apart(decided: bool, kind: str) -> None:
    table = Table(6, roles="DMSCCC", ruleset=sized(CLASSIC, 6), judge=True).to_day_0()
    if decided:
        table.out(6)
    table.day()
    table.night(kill=5)
    assert floors(table)[-1].kind in (kind, "best_move")
    while table.has_floor(5, SpeechKind.BEST_MOVE):
        table.finish()
    assert floors(table)[-1].kind == kind


# --- silences ------------------------------------------------------------------------------------


def test_a_pause_is_a_silence_for_all() -> None:
    table = day_0()
    table.wait(5)
    table.pause()
    table.wait(30)
    table.resume()
    assert [(one.user_id, one.until_ms - one.from_ms) for one in silent(table, "pause")] == [(None, 30_000)]


def test_who_is_removed_is_silent_until_it_is_undone() -> None:
    table = day_0()
    table.remove(4)
    table.wait(6)
    table.undo()
    table.remove(5)
    table.wait(3)
    out = silent(table, "out of the game")
    assert [(one.user_id, one.until_ms - one.from_ms) for one in out] == [
        (table.user(4), 6_000),
        (table.user(5), 3_000),
    ]


def test_standings_follow_fouls_removals_and_undoing() -> None:
    table = day_0()
    table.foul(3)
    table.remove(4)
    table.undo(2)
    told = [(len(one.living), sorted(one.fouls)) for one in book_of(table).standings][-4:]
    assert told == [(10, []), (10, [(3, 1)]), (9, [(3, 1)]), (10, [])]


def test_a_cancelled_vote_is_none_until_the_round_is_over_or_the_removal_undone() -> None:
    table = day_0()
    table.remove(4)
    table.wait(6)
    table.undo()
    (span,) = book_of(table).no_votes
    assert span.until_ms - span.from_ms == 6_000
    table.remove(4)
    table.day()
    assert len(book_of(table).no_votes) == 2


# --- nights --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [CLUB, CLASSIC, TOURNAMENT], ids=lambda rules: rules.preset.value)
def test_every_night_lasts_what_the_rules_say(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).skip_to_day(2)
    told = list(nights(book_of(table)))
    assert [one.number for one in told] == [0, 1, 2]
    assert [one.over_ms - one.fell_ms for one in told] == [one.expected_ms for one in told]
    assert not any(one.disturbed for one in told)


def test_a_night_that_was_gone_back_into_is_one_night() -> None:
    table = Table(10, ruleset=TOURNAMENT, judge=True).skip_to_day(1)
    table.day()
    table.to_step(NightStep.SHOTS)
    table.foul(2)
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.undo()
    table.run_until(lambda state: isinstance(state.phase, Talk))
    assert [one.number for one in nights(book_of(table))] == [0, 1, 2]


# --- signs ---------------------------------------------------------------------------------------


def test_signs_are_known_to_black_and_to_whoever_wrote_the_same() -> None:
    table = Table(10, ruleset=CLASSIC, roles="DMMSCCCCCC", judge=True).to_night_0()
    table.do(cmd.WriteSign(user_id=table.user(2), text="I nod", press=table.press()))
    written = {(table.user(7), "I nod"), (table.user(8), "I cough")}
    (sign,) = signs(book_of(table), written)
    assert (sign.text, sign.seats) == ("I nod", frozenset({1, 2, 3, 7}))
