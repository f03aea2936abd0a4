"""What a day, a vote and a night are under each preset: lengths, order, what is seen and shown."""

from dataclasses import replace

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason
from mafiabot.engine.ruleset import CLASSIC, Day0Vote, RaiseCap, RevoteOrder, Ruleset
from mafiabot.engine.state import Night, NightStep, Outcome, RaiseVote, SpeechKind, Status, Talk, TalkStage
from mafiabot.engine.viewing import public_view
from tests.support.rules import cell, every_preset, rule
from tests.support.table import Table
from tests.support.votes import candidates, defend, left, voting


def floors(table: Table) -> list[tuple[int, SpeechKind, int]]:
    """All floors so far: seat, kind, seconds."""
    turns = [given.turn for given in table.events(ev.FloorGiven)]
    return [(turn.seat, turn.kind, turn.length_ms // 1000) for turn in turns]


# --- speeches ------------------------------------------------------------------------------------


@every_preset("row: speech", "option: speech_s")
def test_a_speech_has_sixty_seconds_and_is_cut(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.wait(59.999)
    assert table.speaker == 1
    table.wait(ms=1)
    assert table.speaker == 2


@every_preset("row: early end", "option: finish_lock_s")
def test_a_speaker_may_end_early_but_not_by_a_double_click(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.wait(1.9)
    assert table.refused(table.finishing()) is Reason.FINISH_LOCKED
    table.wait(0.1)
    table.do(table.finishing())
    assert table.speaker == 2


@every_preset("row: speaking out of turn", "option: outcry_s")
def test_who_has_not_the_floor_is_muted(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    heard = [user for user, wish in mics(table.state).items() if wish is MicWish.OPEN]
    assert heard == [101]
    assert rules.outcry_s == 0


@every_preset("option: mic_wait_s", "option: reconnect_s")
def test_a_speaker_who_is_not_there_is_waited_for(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, keeper=False).to_day_0()
    table.voice(1, present=False)
    table.wait(8 + 59.9)
    assert table.speaker == 1
    table.wait(0.1)
    assert table.speaker == 2
    assert table.state.seat(1).alive


@every_preset("option: pause_max_s")
def test_a_pause_of_fifteen_minutes_is_told_the_moderator(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.pause()
    table.wait(899.9)
    assert table.events(ev.PauseOverdue) == []
    table.wait(0.1)
    assert len(table.events(ev.PauseOverdue)) == 1


@every_preset("row: killed player's last word comes before the round", "row: last word")
def test_the_killed_speaks_before_the_round_and_the_voted_out_after_the_vote(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).skip_to_day(1)
    table.day({2: 9})
    table.talk()
    table.night(kill=10)
    table.day()
    assert floors(table)[-10:-6] == [
        (9, SpeechKind.LAST_WORD, 60),
        (10, SpeechKind.LAST_WORD, 60),
        (3, SpeechKind.SPEECH, 60),
        (4, SpeechKind.SPEECH, 60),
    ]


@every_preset("option: last_word_s", "option: best_move_s")
def test_the_first_killed_has_twenty_seconds_for_his_best_move_and_a_minute_to_speak(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day()
    table.night(kill=10)
    assert mics(table.state)[110] is MicWish.OPEN
    table.finish()
    assert floors(table)[-2:] == [(10, SpeechKind.BEST_MOVE, 20), (10, SpeechKind.LAST_WORD, 60)]


@every_preset("row: withdrawing a nomination")
def test_a_nomination_stands(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.nominate(5)
    assert table.refused(table.nomination(6)) is Reason.ALREADY_NOMINATED_ONE
    assert table.refused(cmd.NominateFor(by=1, seats=(6,))) is Reason.ALREADY_NOMINATED_ONE
    assert public_view(table.state).nominees == (5,)


# --- the vote ------------------------------------------------------------------------------------


@every_preset("row: window", "option: vote_window_ms")
def test_a_window_is_as_long_as_the_preset_says_and_settles_for_a_second(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules)
    opened_at = table.now
    length = cell(rules, club=5_000, classic=3_000, tournament=3_000)
    table.wait(ms=length + 500)
    table.do(table.ballot(1, ago_ms=501))
    assert table.refused(table.ballot(2, ago_ms=500)) is Reason.TOO_LATE
    table.tick()
    assert table.now - opened_at == length + 1_000
    (first, second) = table.events(ev.WindowOpened)
    assert second.at_ms - first.at_ms == length + 1_000


@every_preset("row: who sees it")
def test_nobody_sees_a_vote_before_its_window_has_closed_and_then_everybody_does(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules)
    before = public_view(table.state)
    table.do(table.ballot(1))
    assert public_view(table.state) == before
    table.tick()
    assert table.events(ev.WindowClosed)[0].voters == (1,)


@every_preset("option: revote_order", "option: defence_s")
def test_the_tied_defend_for_thirty_seconds_and_are_voted_on_in_the_same_order(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules)
    table.vote({7: [1, 2, 3, 4, 5]})
    defend(table)
    assert floors(table)[-2:] == [(7, SpeechKind.DEFENCE, 30), (3, SpeechKind.DEFENCE, 30)]
    assert candidates(table) == (7, 3)


@every_preset("option: raise_window_s")
def test_the_raise_vote_is_one_window_of_ten_seconds(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules)
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4, 5]})
        defend(table)
    assert table.at(RaiseVote)
    opened = table.events(ev.WindowOpened)[-1]
    assert opened.ends_at_ms - opened.at_ms == 10_000


@every_preset("row: role of the departed")
def test_roles_stay_hidden_until_the_end(rules: Ruleset) -> None:
    table = voting(10, 7, 3, rules=rules)
    table.vote({7: range(1, 11)})
    assert {seat.role for seat in public_view(table.state).seats} == {None}
    table.do(cmd.StopGame(by=1))
    assert None not in {seat.role for seat in public_view(table.state).seats}


@every_preset("option: first_day_label", "row: day numbering shown")
def test_days_and_nights_are_numbered_as_the_preset_shows_them(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    day = public_view(table.state)
    table.day()
    night = public_view(table.state)
    assert night.night == 1
    shown = (day.day + day.label, night.night + night.label)
    assert shown == cell(rules, club=(1, 2), classic=(0, 1), tournament=(1, 2))


# --- the night -----------------------------------------------------------------------------------


@every_preset("option: night_open_s", "option: shot_window_s", "option: check_s", "row: check time")
def test_a_combat_night_is_open_hands_shots_don_and_sheriff(rules: Ruleset) -> None:
    table = Table(10, ruleset=rules).to_day_0()
    table.day()
    table.night(kill=10, checks={1: 4, 4: 1})
    steps = [(e.step, (e.until_ms - e.at_ms) // 1000) for e in table.events(ev.NightStepBegan)[-4:]]
    check_s = cell(rules, club=15, classic=15, tournament=10)
    assert steps == [
        (NightStep.OPEN, 10),
        (NightStep.SHOTS, 20),
        (NightStep.DON, check_s),
        (NightStep.SHERIFF, check_s),
    ]


# --- overridden ----------------------------------------------------------------------------------


def day_0_vote(how: Day0Vote, *nominees: int) -> Table:
    """Classic, but for the vote of day 0; the round of speeches is over."""
    table = Table(10, ruleset=replace(CLASSIC, day0_vote=how), judge=True).to_day_0()
    table.day(dict(enumerate(nominees, 1)))
    return table


@rule("option: day0_vote", preset="classic")
@pytest.mark.parametrize("how", list(Day0Vote))
def test_a_single_nominee_of_day_0_is_not_voted_on_under_any_value(how: Day0Vote) -> None:
    table = day_0_vote(how, 5)
    assert table.at(Night)
    assert left(table) == []
    assert table.events(ev.VoteOpened) == []


def test_where_day_0_has_no_vote_nobody_is_voted_on() -> None:
    table = day_0_vote(Day0Vote.NONE, 5, 6, 7)
    assert table.at(Night)
    assert [skipped.cause for skipped in table.events(ev.VoteSkipped)] == ["none_on_first_day"]
    table.night()
    table.day({2: 5, 3: 6})
    table.vote({5: range(1, 11)})
    assert left(table) == [5]


@pytest.mark.parametrize(
    ("votes", "speak"), [({5: [1, 2, 3, 4, 5, 7]}, [5]), ({5: [1, 2, 3, 4, 5]}, [5, 6])], ids=["one", "tied"]
)
def test_where_day_0_ends_in_speech_only_the_leaders_speak_once_more_and_stay(
    votes: dict[int, list[int]], speak: list[int]
) -> None:
    table = day_0_vote(Day0Vote.SPEECH_ONLY, 5, 6)
    table.vote(votes)
    (stays,) = table.events(ev.NobodyLeaves)
    assert (stays.leaders, stays.cause) == (tuple(speak), "speech_only")
    assert isinstance(table.state.phase, Talk)
    assert table.state.phase.stage is TalkStage.MORE_WORDS
    table.talk()
    assert floors(table)[-len(speak) :] == [(seat, SpeechKind.DEFENCE, 30) for seat in speak]
    assert table.at(Night)
    assert left(table) == []


def test_where_day_0_is_for_raising_only_a_single_winner_stays() -> None:
    table = day_0_vote(Day0Vote.RAISE_ONLY, 5, 6)
    table.vote({5: [1, 2, 3, 4, 5, 7]})
    assert [stays.cause for stays in table.events(ev.NobodyLeaves)] == ["raise_only"]
    assert table.at(Night)
    assert left(table) == []


def test_where_day_0_is_for_raising_only_the_tied_may_be_raised() -> None:
    table = day_0_vote(Day0Vote.RAISE_ONLY, 5, 6)
    for _ in range(2):
        table.vote({5: [1, 2, 3, 4, 5]})
        defend(table)
    table.raise_vote(yes=range(1, 7))
    assert left(table) == [5, 6]


@pytest.mark.parametrize("how", [Day0Vote.SPEECH_ONLY, Day0Vote.RAISE_ONLY])
def test_whatever_day_0_is_for_the_vote_of_the_next_day_sends_its_winner_away(how: Day0Vote) -> None:
    table = day_0_vote(how)
    table.night()
    table.day({2: 5, 3: 6})
    table.vote({5: range(1, 11)})
    assert left(table) == [5]
    assert table.events(ev.NobodyLeaves) == []


def test_the_night_victim_may_nominate_in_his_last_word_where_the_rules_have_it() -> None:
    rules = replace(CLASSIC, night_victim_nominates=True)
    table = Table(10, ruleset=rules, judge=True).to_day_0()
    table.day()
    table.night(kill=10)
    assert table.refused(table.nomination(5)) is Reason.NOMINATE_ONLY_IN_SPEECH
    table.finish()
    assert table.refused(table.nomination(10)) is Reason.SEAT_NOT_ALIVE
    table.nominate(5)
    assert table.refused(table.nomination(6)) is Reason.ALREADY_NOMINATED_ONE
    table.finish()
    table.talk({2: 6})
    table.tick()
    assert candidates(table) == (5, 6)


def test_only_the_night_victim_nominates_in_a_last_word() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, judge=True, night_victim_nominates=True)
    table.vote({7: range(1, 11)})
    assert table.has_floor(7, SpeechKind.LAST_WORD)
    assert table.refused(table.nomination(5)) is Reason.NOMINATE_ONLY_IN_SPEECH


@pytest.mark.parametrize(("yes", "outcome"), [(6, Outcome.DRAW), (3, None)])
def test_where_the_whole_table_may_be_asked_its_leaving_is_a_draw(yes: int, outcome: Outcome | None) -> None:
    everybody = {seat: [seat] for seat in range(1, 7)}
    table = voting(6, *everybody, rules=CLASSIC, raise_cap=RaiseCap.WHOLE_TABLE_DRAW)
    for _ in range(2):
        table.vote(everybody)
        defend(table)
    assert table.at(RaiseVote)
    table.raise_vote(yes=range(1, yes + 1))
    if outcome is None:
        assert table.at(Night)
        return
    assert table.outcome is outcome
    assert {seat.status for seat in table.state.seats} == {Status.ALIVE}


@rule("option: revote_order", preset="classic")
def test_a_guild_reverses_the_order_of_the_revote_and_they_leave_in_list_order() -> None:
    table = voting(10, 7, 3, rules=CLASSIC, revote_order=RevoteOrder.REVERSED)
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4, 5]} if candidates(table) == (7, 3) else {3: [1, 2, 3, 4, 5]})
        defend(table)
        if table.at(RaiseVote):
            break
        assert candidates(table) == (3, 7)
    table.raise_vote(yes=range(1, 10))
    assert table.events(ev.VotedOut)[0].seats == (7, 3)
