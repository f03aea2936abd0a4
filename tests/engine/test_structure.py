"""What holds whatever is played: the table of legal commands, invariants, the fold of a log."""

from dataclasses import replace
from typing import get_args

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.flow import PHASE_OVER
from mafiabot.engine.invariants import RULES, check
from mafiabot.engine.legal import ANY, BEFORE, PLAYING, TABLE
from mafiabot.engine.narrowing import pause_of, phase_as, role_of, today_of, tonight_of
from mafiabot.engine.state import (
    Act,
    ActKind,
    Ballot,
    Ended,
    GameState,
    Lobby,
    Night,
    NightRecord,
    NightStep,
    Outcome,
    Outcry,
    Paused,
    Phase,
    RaiseVote,
    SpeechKind,
    Status,
    Talk,
    Turn,
    Vote,
)
from mafiabot.engine.views import PhaseName
from tests.support import builders
from tests.support.table import Table

# --- which command when --------------------------------------------------------------------------


def test_the_table_of_legal_commands_knows_every_command_but_opening() -> None:
    every = {kind for union in get_args(cmd.Command) for kind in (get_args(union) or (union,))}
    assert set(TABLE) == every - {cmd.OpenTable}


def test_no_command_is_legal_after_the_end_and_each_is_in_some_phase() -> None:
    for legal in TABLE.values():
        assert PhaseName.ENDED not in legal.phases
        assert legal.phases
    assert ANY | {PhaseName.ENDED} == set(PhaseName)
    assert PLAYING.isdisjoint(BEFORE)


def test_every_event_is_public_or_quiet_and_belongs_to_one_group() -> None:
    every = get_args(ev.Event)
    assert len(every) == len(set(every))
    assert set(ev.QUIET) <= set(every)


def test_every_phase_that_waits_for_a_moment_knows_what_its_end_means() -> None:
    assert set(PHASE_OVER) == set(get_args(Phase)) - {Lobby, Ended}


# --- the log -------------------------------------------------------------------------------------


def test_a_log_begins_with_the_opening_and_has_no_other() -> None:
    opening = Table(6).log[0]
    left = ev.LobbyLeft(at_ms=1, user_id=101, by=101)
    with pytest.raises(InvariantBroken, match="TableOpened"):
        evolve(None, left)
    with pytest.raises(InvariantBroken, match="TableOpened"):
        evolve(fold([opening]), opening)
    with pytest.raises(InvariantBroken, match="never empty"):
        fold([])


def test_the_sequence_number_counts_events_and_the_step_public_ones() -> None:
    table = Table(6).skip_to_day(1)
    assert table.state.seq == len(table.log)
    assert table.state.step == sum(ev.is_public(event) for event in table.log)


def test_a_belief_that_does_not_hold_is_a_bug() -> None:
    lobby = Table(6).state
    with pytest.raises(InvariantBroken, match="the phase is Talk"):
        phase_as(lobby, Talk)
    with pytest.raises(InvariantBroken, match="it is day"):
        today_of(lobby)
    with pytest.raises(InvariantBroken, match="combat night"):
        tonight_of(lobby)
    with pytest.raises(InvariantBroken, match="paused"):
        pause_of(lobby)
    with pytest.raises(InvariantBroken, match="roles are dealt"):
        role_of(lobby, 1)


# --- invariants ----------------------------------------------------------------------------------


def broken(state: GameState) -> str:
    with pytest.raises(InvariantBroken) as error:
        check(state)
    return error.value.rule


def day_0(paused: bool = False) -> GameState:
    table = Table(8).to_day_0()
    if paused:
        table.pause()
    return table.state


def voting() -> tuple[GameState, Vote]:
    table = Table(8).skip_to_day(1)
    table.day({2: 7, 3: 3})
    assert isinstance(table.state.phase, Vote)
    return table.state, table.state.phase


def talking(state: GameState) -> Talk:
    assert isinstance(state.phase, Talk)
    return state.phase


def with_seat(state: GameState, **changes: object) -> GameState:
    first, *others = state.seats
    return replace(state, seats=(replace(first, **changes), *others))  # type: ignore[arg-type]


def breakages() -> dict[str, GameState]:
    """For every invariant a state that breaks it and none before it."""
    lobby, day = Table(8).state, day_0()
    talk = talking(day)
    vote_state, vote = voting()
    night = Table(8).to_night_0().state
    assert isinstance(night.phase, Night)
    speech = Turn(kind=SpeechKind.SPEECH, seat=3, length_ms=1)
    asked_twice = RaiseVote(tied=(3, 7), window=vote.window, yes=(1,), no=(1,))
    return {
        "the step never passes the number of events": replace(day, step=day.seq + 1),
        "everybody is at the table once": replace(lobby, waiting=(builders.person(1),)),
        "no more seats than the ruleset has": replace(lobby, ruleset=builders.club(table_sizes=(6, 7))),
        "nobody waits beside a free seat in the lobby": replace(lobby, waiting=(builders.person(9),)),
        "roles are dealt when a game runs": with_seat(day, role=None),
        "no role is dealt before": replace(day, phase=Lobby()),
        "roles are those of the table": with_seat(day, role=day.seats[7].role),
        "the commitment is the seed's": replace(day, commitment="00"),
        "a game has a seed": replace(day, seed=None),
        "a decided game has ended, but for words": replace(
            day, seats=tuple(replace(seat, status=Status.GONE) for seat in day.seats)
        ),
        "only words come after the decision": replace(night, decided=Outcome.RED),
        "the judge has no seat": replace(day, judge_id=101),
        "no more fouls than four": with_seat(day, fouls=5),
        "what can be undone lies behind": replace(
            day, acts=(Act(seq=day.seq, kind=ActKind.FOUL, seat=1, at_ms=1),)
        ),
        "only a running game is paused": replace(lobby, paused=Paused(at_ms=1, by=1)),
        "a floor is owned by who may speak": with_seat(day, status=Status.GONE),
        "nobody has two turns of a kind": replace(day, phase=replace(talk, queue=(speech, speech))),
        "a clock runs, or waits, or is paused": replace(day, paused=Paused(at_ms=1, by=1)),
        "an outcry runs where it may": replace(day, outcry=Outcry(seat=5, until_ms=1, heard=False)),
        "nobody is waited for too long": with_seat(day, reconnect_used_ms=60_001),
        "ballots are one a voter, for who was asked": replace(
            vote_state, phase=replace(vote, ballots=(Ballot(voter=1, candidate=3),))
        ),
        "who is voted on is alive": replace(vote_state, phase=replace(vote, candidates=(7, 7))),
        "a raise is answered once": replace(vote_state, phase=asked_twice),
        "one pick a step": replace(night, phase=replace(night.phase, picks=((1, (2,)), (1, (3,))))),
        "a combat night has its record": replace(night, tonight=NightRecord(number=1)),
        "a day has its record": replace(day, today=None),
    }


def test_there_is_a_breakage_for_every_invariant() -> None:
    assert list(breakages()) == list(RULES)


@pytest.mark.parametrize("rule", list(RULES))
def test_a_state_that_cannot_be_is_named(rule: str) -> None:
    assert broken(breakages()[rule]) == rule


def test_two_ballots_of_one_voter_are_found() -> None:
    state, vote = voting()
    twice = (Ballot(voter=1, candidate=7), Ballot(voter=1, candidate=7))
    assert broken(replace(state, phase=replace(vote, ballots=twice))) == (
        "ballots are one a voter, for who was asked"
    )


def test_a_dead_candidate_is_found() -> None:
    state, vote = voting()
    dead = (1, *vote.candidates[1:])
    state = with_seat(replace(state, phase=replace(vote, candidates=dead)), status=Status.GONE)
    assert broken(state) == "who is voted on is alive"


def test_a_last_word_of_the_living_is_found() -> None:
    state = day_0()
    talk = talking(state)
    turn = Turn(kind=SpeechKind.LAST_WORD, seat=1, length_ms=1)
    floor = replace(talk.floor, turn=turn)
    assert broken(replace(state, phase=replace(talk, floor=floor))) == "a floor is owned by who may speak"


def test_an_overspent_floor_is_found() -> None:
    state = day_0()
    talk = talking(state)
    floor = replace(talk.floor, spent_ms=talk.floor.granted_ms + 1)
    assert broken(replace(state, phase=replace(talk, floor=floor))) == "a clock runs, or waits, or is paused"


def test_states_between_commands_are_sound() -> None:
    check(day_0(paused=True))
    check(voting()[0])
    table = Table(10).to_day_0()
    table.day()
    table.to_step(NightStep.SHOTS)
    check(table.state)
