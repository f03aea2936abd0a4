"""What is said aloud: every event is either announced or silent by decision, and nothing secret is said."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote, Ruleset, ThirdFoul
from mafiabot.engine.state import ActKind, GameState, NightStep, SpeechKind
from mafiabot.runtime.announcements import NOTES, Announcement, Kind
from mafiabot.runtime.announcing import announcement_for, silent
from tests.support.table import Table

TOLD: dict[type[ev.Happened], set[Kind]] = {
    ev.Dealt: {Kind.GAME_OPENED},
    ev.HandsUnopened: {Kind.HANDS_UNOPENED},
    ev.PlayerGone: {Kind.GONE},
    ev.GamePaused: {Kind.PAUSED},
    ev.PauseOverdue: {Kind.PAUSE_OVERDUE},
    ev.GameResumed: {Kind.RESUMED},
    ev.GameEnded: {Kind.VERDICT},
    ev.NightFell: {Kind.NIGHT_FALLS},
    ev.NightEnded: {Kind.MORNING},
    ev.DayBroke: {Kind.MORNING},  # of the first day alone; the others begin with the end of a night
    ev.FloorGiven: {Kind.FLOOR},
    ev.ClockStarted: {Kind.MIC_NOT_SEEN},
    ev.Nominated: {Kind.NOMINEE},
    ev.BestMoveNamed: {Kind.BEST_MOVE},
    ev.VoteSkipped: {Kind.VOTE_SKIPPED},
    ev.VoteOpened: {Kind.VOTE_OPENS},
    ev.WindowDue: {Kind.WINDOW, Kind.RAISE_WINDOW},
    ev.WindowOpened: {Kind.WINDOW_ESTIMATED},
    ev.WindowClosed: {Kind.WINDOW_RESULT},
    ev.TieDeclared: {Kind.TIE},
    ev.RaiseDue: {Kind.RAISE_WINDOW},
    ev.RaiseDecided: {Kind.RAISE_RESULT},
    ev.NobodyLeaves: {Kind.NOBODY_LEAVES},
    ev.VotedOut: {Kind.VOTED_OUT},
    ev.FoulGiven: {Kind.FOUL},
    ev.FoulTakenBack: {Kind.FOUL_TAKEN_BACK},
    ev.FoulServed: {Kind.FOUL_SERVED},
    ev.TeamLost: {Kind.TEAM_LOST},
    ev.Undone: {Kind.UNDONE},
    ev.JudgeNamed: {Kind.JUDGE},
    ev.Substituted: {Kind.SUBSTITUTED},
    ev.TimeChanged: {Kind.TIME_CHANGED},
    ev.PhaseCut: {Kind.PHASE_CUT},
    ev.AbsenceAsked: {Kind.ABSENCE_ASKED},
}
SILENT: set[type[ev.Happened]] = {
    # the lobby is the panel's
    ev.TableOpened,
    ev.PlayerJoined,
    ev.PlayerQueued,
    ev.LobbyLeft,
    ev.SeatsSwapped,
    ev.ReadyCheckStarted,
    ev.ReadyConfirmed,
    ev.WordAdded,
    ev.ReadyCheckFailed,
    # secret
    ev.PlanWritten,
    ev.SignWritten,
    ev.ShotFired,
    ev.SeatChecked,
    ev.IdlePicked,
    ev.GameDecided,
    # secret until its window is decided
    ev.VoteCast,
    ev.RaiseAnswered,
    # the panel shows it, or nobody needs to know
    ev.HandOpened,
    ev.MicSeen,
    ev.DowntimeExcused,
    ev.ClockStopped,
    ev.SpeechCredited,
    ev.SpeechEnded,
    ev.SettlingBegan,
    ev.NightStepBegan,
    ev.RoundDecided,
    ev.FloorCalled,  # the floor itself is said
    ev.AbsenceForgiven,
    ev.OutcryBegan,  # the foul for it is said
    ev.OutcryEnded,
}
JUDGE = 1
FROM_OUTSIDE = {
    *(Kind.MUTE_REFUSED, Kind.STUCK, Kind.NAMES_KEPT, Kind.MIC_BY_HAND),
    *(Kind.STORE_AWAY, Kind.STORE_BACK, Kind.TABLE_LOST, Kind.REWOUND),
}
SECRET = {
    ev.PlanWritten,
    ev.SignWritten,
    ev.ShotFired,
    ev.SeatChecked,
    ev.IdlePicked,
    ev.GameDecided,
    ev.VoteCast,
    ev.RaiseAnswered,
}


def told(log: list[ev.Event]) -> list[tuple[ev.Event, Announcement | None, GameState]]:
    found, state = [], None
    for event in log:
        state = evolve(state, event)
        found.append((event, announcement_for(event, state), state))
    return found


def played() -> list[ev.Event]:
    """A game with most of what can happen in it."""
    table = Table(10)
    table.to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: (1, 2, 3, 4, 7), 6: (8, 9, 10, 5, 6)})
    table.talk()
    table.run_until(lambda state: state.windows > 2)
    table.vote({5: (1, 2, 3, 4, 7), 6: (8, 9, 10, 5, 6)})
    table.raise_vote(yes=(1, 2, 3, 4, 7, 8))
    table.talk()
    table.night(kill=9, checks={1: 8, 4: 2})
    table.talk({1: 8})
    table.pause()
    table.resume()
    table.gone(7)
    table.wait(2000)
    if not table.state.over:
        table.do(cmd.StopGame(by=1))
    return table.log


def judged(ruleset: Ruleset = TOURNAMENT, **table: Any) -> Table:
    """The first floor of a table that the host judges."""
    return judging(Table(10, ruleset=ruleset, **table).to_day_0())


def judging(table: Table) -> Table:
    table.do(cmd.HandOver(by=JUDGE, to=JUDGE))
    return table


def foul(table: Table, seat: int, times: int = 1, *, text: str = "") -> None:
    for _ in range(times):
        table.do(cmd.GiveFoul(by=JUDGE, seat=seat, reason=FoulReason.OUT_OF_TURN, text=text))


def undo(table: Table) -> None:
    former = fold(table.log[: table.state.acts[-1].seq])
    table.do(cmd.Undo(by=JUDGE, reason="by mistake", former=former))


def judged_game() -> list[ev.Event]:
    """A game with most of what a judge does."""
    table = judged(waiting=1)
    foul(table, 2, 3)
    table.do(cmd.TakeFoulBack(by=JUDGE, seat=2))
    foul(table, 2)
    table.do(cmd.ChangeTime(by=JUDGE, seconds=15))
    table.voice(9, present=False)
    substitute = table.state.waiting[0].user_id
    table.do(cmd.Substitute(by=JUDGE, seat=9, user_id=substitute))
    table.do(cmd.GiveFloor(by=JUDGE, seat=5, seconds=10))
    undo(table)
    table.voice(8, present=False)
    table.wait(table.state.ruleset.absence_s)
    table.do(cmd.WaitFor(by=JUDGE, seat=8))
    table.night(kill=7)
    table.do(cmd.EndPhase(by=JUDGE))
    table.do(cmd.CallTeamLoss(by=JUDGE, seat=4, text="peeped"))
    return table.log


def of_kind(log: list[ev.Event], kind: Kind) -> list[Announcement]:
    return [said for _, said, _ in told(log) if said is not None and said.kind is kind]


def test_an_outcrys_foul_says_how_long_he_is_heard_and_no_other_foul_does() -> None:
    table = judged(replace(TOURNAMENT, outcry_s=3))
    foul(table, 6)
    table.do(cmd.CryOut(user_id=table.user(6)))
    told_ = [(said.number, said.cause, said.length_ms) for said in of_kind(table.log, Kind.FOUL)]
    assert told_ == [(1, "out_of_turn", None), (2, "outcry", 3000)]


def test_every_event_is_announced_or_silent_by_decision() -> None:
    assert set(TOLD) | SILENT == set(get_args(ev.Event))
    assert not set(TOLD) & SILENT


@pytest.mark.parametrize("game", [played, judged_game])
def test_nothing_is_said_of_what_counts_as_silent_in_any_state(game: Callable[[], list[ev.Event]]) -> None:
    counted = [(event, said) for event, said, _ in told(game()) if silent(event)]
    assert {type(event) for event, _ in counted} <= SILENT | {ev.ClockStarted, ev.WindowOpened}
    assert {type(event) for event, _ in counted} >= {ev.MicSeen, ev.SpeechEnded, ev.ClockStarted}
    assert [said for _, said in counted if said is not None] == []


def test_every_announcement_there_is_comes_of_an_event_or_from_outside() -> None:
    assert set().union(*TOLD.values()) | FROM_OUTSIDE == set(Kind)
    assert FROM_OUTSIDE < NOTES


def test_a_game_is_told_as_the_table_says() -> None:
    seen: dict[type[ev.Happened], set[Kind]] = {}
    for event, said, _ in [*told(played()), *told(judged_game())]:
        if said is not None:
            seen.setdefault(type(event), set()).add(said.kind)
    assert all(kinds <= TOLD[event] for event, kinds in seen.items())
    rare = {ev.PauseOverdue, ev.WindowOpened, ev.VoteSkipped, ev.BestMoveNamed, ev.ClockStarted}
    assert set(seen) >= set(TOLD) - rare - {ev.NobodyLeaves}


@pytest.mark.parametrize("game", [played, judged_game])
def test_an_announcement_carries_the_events_number_and_its_public_step(
    game: Callable[[], list[ev.Event]],
) -> None:
    for _, said, after in told(game()):
        if said is not None:
            assert (said.seq, said.step) == (after.seq, after.step)


@pytest.mark.parametrize("game", [played, judged_game])
def test_public_steps_of_announcements_that_are_no_notes_are_their_own(
    game: Callable[[], list[ev.Event]],
) -> None:
    steps = [said.step for _, said, _ in told(game()) if said is not None and said.kind not in NOTES]
    assert len(steps) == len(set(steps))


@pytest.mark.parametrize("roles", ["DMMSCCCCCC", "CCCCCCSMMD", "CDCMCSCMCC"])
def test_what_is_said_is_the_same_whatever_was_dealt(roles: str) -> None:
    """The same people die, so all that differs is secret."""

    def told_of(table: Table) -> list[Announcement]:
        table.to_day_0()
        table.day({1: 4, 2: 5})
        table.vote({4: (1, 2, 3, 6, 7, 8), 5: (9, 10)})
        table.talk()
        table.night(kill=None, checks={1: 2})
        return [said for _, said, _ in told(table.log) if said is not None]

    def stripped(said: Announcement) -> tuple[object, ...]:
        return tuple(getattr(said, part.name) for part in fields(said) if part.name != "seq")

    first, second = told_of(Table(10)), told_of(Table(10, roles=roles))
    assert [stripped(said) for said in first] == [stripped(said) for said in second]


def test_no_secret_event_is_announced() -> None:
    for event, said, _ in [*told(played()), *told(judged_game())]:
        assert said is None or type(event) not in SECRET


def test_a_window_opened_by_the_estimated_clock_is_mentioned() -> None:
    table = Table(10, shower=False).to_day_0()
    table.day({1: 4, 2: 5})
    table.wait(4)
    notes = [said.kind for _, said, _ in told(table.log) if said is not None and said.kind in NOTES]
    assert Kind.WINDOW_ESTIMATED in notes


def test_a_clock_that_starts_without_the_microphone_names_the_speaker() -> None:
    table = Table(10, keeper=False).to_day_0()
    table.wait(9)
    notes = [said for _, said, _ in told(table.log) if said is not None and said.kind is Kind.MIC_NOT_SEEN]
    assert [said.seats for said in notes] == [(table.speaker,)]
    assert table.has_floor(table.speaker, SpeechKind.SPEECH)


# --- the judge -----------------------------------------------------------------------------------


def test_a_foul_is_said_with_its_number_its_reason_and_the_judges_words() -> None:
    table = judged()
    foul(table, 2)
    foul(table, 2, text="again")
    assert [(said.seat, said.number, said.cause, said.text) for said in of_kind(table.log, Kind.FOUL)] == [
        (2, 1, "out_of_turn", ""),
        (2, 2, "out_of_turn", "again"),
    ]


def test_the_fourth_foul_is_followed_by_the_removal() -> None:
    table = judged()
    foul(table, 2, 4)
    gone = of_kind(table.log, Kind.GONE)
    assert [(said.seat, said.cause, said.flag) for said in gone] == [(2, GoneCause.FOURTH_FOUL, True)]


def test_a_removal_carries_what_the_judge_said() -> None:
    table = judged()
    table.do(cmd.RemovePlayer(by=JUDGE, seat=3, cause=GoneCause.CARD_SHOWN, text="on camera"))
    (said,) = of_kind(table.log, Kind.GONE)
    assert (said.seat, said.cause, said.flag, said.text) == (3, "card_shown", True, "on camera")


def test_who_walks_out_of_a_club_game_is_not_called_removed() -> None:
    table = Table(10).to_day_0()
    table.gone(3)
    (said,) = of_kind(table.log, Kind.GONE)
    assert (said.cause, said.flag) == ("gave_up", False)


def test_a_lost_speech_is_said_and_then_the_seconds_to_nominate() -> None:
    table = judged()
    foul(table, 2, 3)
    table.finish()
    assert [said.cause for said in of_kind(table.log, Kind.FOUL_SERVED)] == ["lose_speech"]
    lost = of_kind(table.log, Kind.FLOOR)[-1]
    assert (lost.seat, lost.cause, lost.length_ms) == (2, "lost", 10_000)


def test_a_third_foul_that_costs_nothing_is_served_in_silence() -> None:
    free = replace(TOURNAMENT, third_foul=ThirdFoul.NOTHING, third_foul_at_3_or_4=ThirdFoul.NOTHING)
    table = judged(free)
    foul(table, 2, 3)
    table.finish()
    assert table.events(ev.FoulServed)
    assert of_kind(table.log, Kind.FOUL_SERVED) == []


def test_a_vote_that_a_removal_cancels_is_said_to_be_skipped() -> None:
    table = judged()
    table.do(cmd.RemovePlayer(by=JUDGE, seat=3, cause=GoneCause.OTHER))
    table.day({1: 5, 2: 6})
    assert [said.cause for said in of_kind(table.log, Kind.VOTE_SKIPPED)] == ["removal"]


def test_the_first_days_winners_who_stay_are_named() -> None:
    table = Table(10, ruleset=replace(CLUB, day0_vote=Day0Vote.SPEECH_ONLY)).to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: (1, 2, 3, 4, 7, 8), 6: (9, 10)})
    (said,) = of_kind(table.log, Kind.NOBODY_LEAVES)
    assert (said.seats, said.cause) == ((5,), "speech_only")


def test_an_undone_act_is_named_with_its_reason() -> None:
    table = judged()
    table.nominate(7)
    undo(table)
    (said,) = of_kind(table.log, Kind.UNDONE)
    assert (said.cause, said.seat, said.number, said.text) == (ActKind.NOMINATION, 7, 1, "by mistake")


def test_an_interrupted_speech_is_told_to_go_on() -> None:
    table = judged()
    table.wait(5)
    table.do(cmd.GiveFloor(by=JUDGE, seat=5, seconds=10))
    table.finish()
    extra, rest = of_kind(table.log, Kind.FLOOR)[-2:]
    assert (extra.seat, extra.cause, extra.flag) == (5, "extra", False)
    assert (rest.seat, rest.cause, rest.flag) == (1, "speech", True)


def test_who_judges_is_said_only_once_roles_are_dealt() -> None:
    table = Table(10)
    everybody = tuple(table.user(seat) for seat in range(1, 11))
    starting = cmd.StartGame(by=JUDGE, seed="5e" * 32, game_number=1, in_voice=(*everybody, JUDGE))
    table.do(starting)
    assert of_kind(table.log, Kind.JUDGE) == []
    for seat in range(1, 11):
        table.do(cmd.ConfirmReady(user_id=table.user(seat)))
    table.do(cmd.HandOver(by=JUDGE, to=999))
    assert len(of_kind(table.log, Kind.JUDGE)) == 1


def test_the_morning_is_said_once_and_a_best_move_of_the_night_follows_it() -> None:
    table = Table(10, ruleset=CLASSIC).to_day_0()
    table.day()
    table.night(kill=9)
    assert table.has_floor(9, SpeechKind.BEST_MOVE)
    table.finish()
    mornings = [said for said in of_kind(table.log, Kind.MORNING) if said.number]
    assert [(said.number, said.seat) for said in mornings] == [(1, 9)]
    floors = [said for said in of_kind(table.log, Kind.FLOOR) if said.seq > mornings[0].seq]
    assert [said.cause for said in floors] == ["best_move", "last_word"]


@pytest.mark.parametrize("roles", ["DMMSCCCCCC", "CCCCCCSMMD"])
def test_signs_and_a_game_that_is_decided_are_said_to_nobody(roles: str) -> None:
    table = Table(10, ruleset=CLASSIC, roles=roles).to_night_0()
    table.to_step(NightStep.MAFIA_MINUTE)
    before = len(told(table.log))
    table.do(cmd.WriteSign(user_id=table.user(1), text="left ear", press=table.press()))
    assert [said for _, said, _ in told(table.log)[before:]] == [None] * (len(table.log) - before)
