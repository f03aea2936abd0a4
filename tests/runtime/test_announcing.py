"""What is said aloud: every event is either announced or silent by decision, and nothing secret is said."""

from dataclasses import fields
from typing import get_args

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState, SpeechKind
from mafiabot.runtime.announcements import NOTES, Announcement, Kind
from mafiabot.runtime.announcing import announcement_for
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
    ev.VotedOut: {Kind.VOTED_OUT},
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
    ev.ReadyCheckFailed,
    # secret
    ev.PlanWritten,
    ev.ShotFired,
    ev.SeatChecked,
    ev.IdlePicked,
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
}
FROM_OUTSIDE = {Kind.MUTE_REFUSED, Kind.STUCK}
SECRET = {ev.PlanWritten, ev.ShotFired, ev.SeatChecked, ev.IdlePicked, ev.VoteCast, ev.RaiseAnswered}


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


def test_every_event_is_announced_or_silent_by_decision() -> None:
    assert set(TOLD) | SILENT == set(get_args(ev.Event))
    assert not set(TOLD) & SILENT


def test_every_announcement_there_is_comes_of_an_event_or_from_outside() -> None:
    assert set().union(*TOLD.values()) | FROM_OUTSIDE == set(Kind)
    assert FROM_OUTSIDE < NOTES


def test_a_game_is_told_as_the_table_says() -> None:
    seen: dict[type[ev.Happened], set[Kind]] = {}
    for event, said, _ in told(played()):
        if said is not None:
            seen.setdefault(type(event), set()).add(said.kind)
    assert all(kinds <= TOLD[event] for event, kinds in seen.items())
    rare = {ev.PauseOverdue, ev.WindowOpened, ev.VoteSkipped, ev.BestMoveNamed, ev.ClockStarted}
    assert set(seen) >= set(TOLD) - rare


def test_an_announcement_carries_the_events_number_and_its_public_step() -> None:
    for _, said, after in told(played()):
        if said is not None:
            assert (said.seq, said.step) == (after.seq, after.step)


def test_public_steps_of_announcements_that_are_no_notes_are_their_own() -> None:
    steps = [said.step for _, said, _ in told(played()) if said is not None and said.kind not in NOTES]
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
    for event, said, _ in told(played()):
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
