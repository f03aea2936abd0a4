"""What is seen: nothing public depends on a secret, and no hand differs by role but in what it hides."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.evolve import fold
from mafiabot.engine.legal import phase_name
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.ruleset import CLASSIC, ShotTargets
from mafiabot.engine.state import NightStep, RaiseVote, Role, SpeechKind, Talk
from mafiabot.engine.viewing import hand_view, public_view, view_for
from mafiabot.engine.views import HandControl, HandView, PhaseName, PublicView, SeatViewer, Spectator
from tests.support import builders
from tests.support.rules import rule
from tests.support.table import Table


def hand(table: Table, seat: int) -> HandView:
    return hand_view(table.state, seat)


def seen(table: Table) -> PublicView:
    return public_view(table.state)


def asked(table: Table, seat: int) -> tuple[HandControl, tuple[int, ...], tuple[int, ...]]:
    view = hand(table, seat)
    return view.control, view.options, view.picked


# --- public --------------------------------------------------------------------------------------


def played(roles: str) -> list[tuple[int, int, PublicView]]:
    """The same game as the table sees it, whoever has which role: same deaths, same presses."""
    table = Table(6, roles=roles)
    table.to_night_0()
    for seat in range(1, 7):
        table.do(cmd.WritePlan(user_id=table.user(seat), seats=(6, 5), press=table.press()))
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.day({1: 6, 2: 5})
    table.vote({6: [1, 2], 5: [3]})
    table.run_until(lambda state: isinstance(state.phase, Talk))
    found = []
    table.talk()
    table.to_step(NightStep.SHOTS)
    for seat in table.state.living:
        table.do(table.shot(seat, seat))
    for step in (NightStep.DON, NightStep.SHERIFF):
        table.to_step(step)
        for seat in table.state.living:
            table.do(table.checking(seat, seat % 6 + 1))
    for at in range(1, len(table.log) + 1):
        state = fold(table.log[:at])
        if ev.is_public(table.log[at - 1]):
            found.append((table.log[at - 1].at_ms, state.step, public_view(state)))
    return found


def test_nothing_public_depends_on_the_deal_as_long_as_the_same_people_die() -> None:
    games = [played("".join(letters)) for letters in ("DMSCCC", "CSCMCD", "SCDCMC")]
    assert games[0] == games[1] == games[2]


def test_a_spectator_sees_the_public_view_and_a_player_his_hand() -> None:
    table = Table(6).deal()
    assert view_for(table.state, Spectator()) == seen(table)
    assert view_for(table.state, SeatViewer(seat=3)) == hand(table, 3)
    with pytest.raises(IndexError):
        hand(table, 0)
    with pytest.raises(IndexError):
        hand(table, 7)


def test_the_public_view_tells_who_is_ready_but_not_who_has_opened_his_hand() -> None:
    table = Table(6)
    assert not any(seat.ready for seat in seen(table).seats)
    table.do(table.start_command())
    table.do(cmd.ConfirmReady(user_id=103))
    assert [seat.number for seat in seen(table).seats if seat.ready] == [3]
    assert seen(table).until_ms == table.now + 60_000
    for number in (1, 2, 4, 5, 6):
        table.do(cmd.ConfirmReady(user_id=100 + number))
    table.do(cmd.OpenHand(user_id=105))
    assert [seat.number for seat in seen(table).seats if seat.ready] == []


def test_every_phase_has_its_name_and_its_end() -> None:
    table = Table(8)
    names = [phase_name(table.state)]
    assert seen(table).until_ms is None
    table.skip_to_day(1)
    names.append(seen(table).phase)
    assert seen(table).until_ms == table.now + 60_000
    table.talk({2: 7, 3: 3})
    names.append(seen(table).phase)
    assert seen(table).until_ms == table.now + 1_000
    table.tick()
    names.append(seen(table).phase)
    assert seen(table).until_ms == table.now + 5_000
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4]})
        while table.at(Talk):
            table.finish()
    names.append(seen(table).phase)
    table.pause()
    assert seen(table).until_ms is None
    assert seen(table).paused
    assert names == [
        PhaseName.LOBBY,
        PhaseName.TALK,
        PhaseName.SETTLING,
        PhaseName.VOTE,
        PhaseName.RAISE_VOTE,
    ]


def test_the_floor_as_the_table_sees_it() -> None:
    table = Table(8, keeper=False).to_day_0()
    floor = seen(table).floor
    assert floor is not None
    assert (floor.seat, floor.kind, floor.until_ms, floor.absent) == (1, SpeechKind.SPEECH, None, False)
    assert seen(table).next_seat == 2
    table.voice(1, present=False)
    floor = seen(table).floor
    assert floor is not None
    assert floor.absent
    table.voice(1, open=True)
    floor = seen(table).floor
    assert floor is not None
    assert (floor.until_ms, floor.finish_from_ms) == (table.now + 60_000, table.now + 2_000)
    assert (seen(table).until_ms, seen(table).opener) == (table.now + 60_000, 1)
    table.nominate(5)
    assert seen(table).nominees == (5,)
    assert [seat.number for seat in seen(table).seats if seat.nominated] == [5]


def test_the_last_speaker_is_followed_by_nobody() -> None:
    table = Table(8).to_day_0()
    table.to_speech_of(8)
    assert seen(table).next_seat is None


def test_the_vote_as_the_table_sees_it() -> None:
    table = Table(8, shower=False).skip_to_day(1)
    assert seen(table).vote is None
    table.day({2: 7, 3: 3})
    vote = seen(table).vote
    assert vote is not None
    assert (vote.round, vote.candidates, vote.candidate) == (0, (7, 3), 7)
    assert (vote.window_no, vote.open, vote.ends_at_ms) == (1, False, None)
    table.do(table.window_shown())
    vote = seen(table).vote
    assert vote is not None
    assert (vote.open, vote.ends_at_ms) == (True, table.now + 5_000)


def test_the_raise_vote_as_the_table_sees_it() -> None:
    table = Table(8).skip_to_day(1)
    table.day({2: 7, 3: 3})
    assert seen(table).raise_vote is None
    for _ in range(2):
        table.vote({7: [1, 2, 3, 4]})
        while table.at(Talk):
            table.finish()
    assert table.at(RaiseVote)
    asked_now = seen(table).raise_vote
    assert asked_now is not None
    assert (asked_now.tied, asked_now.open, asked_now.ends_at_ms) == ((7, 3), True, table.now + 10_000)


@rule("option: first_day_label", "row: day numbering shown")
def test_the_first_day_is_shown_as_day_1_and_the_first_combat_night_as_night_2() -> None:
    table = Table(8).to_day_0()
    assert (seen(table).day + seen(table).label, seen(table).night) == (1, None)
    table.day()
    night = seen(table).night
    assert night is not None
    assert night + seen(table).label == 2
    assert seen(table).night_step is NightStep.OPEN


def test_victims_are_public_in_the_morning_and_misses_too() -> None:
    table = Table(10).skip_to_day(1)
    table.day()
    table.to_step(NightStep.SHERIFF)
    assert seen(table).victims == ((1, None),)
    table.tick()
    table.day()
    table.night(kill=10)
    assert seen(table).victims == ((1, None), (2, None), (3, 10))


# --- hands ---------------------------------------------------------------------------------------


def test_only_black_know_their_partners() -> None:
    table = Table(10).deal()
    assert hand(table, 1).partners == ((2, Role.MAFIA), (3, Role.MAFIA))
    assert hand(table, 2).partners == ((1, Role.DON), (3, Role.MAFIA))
    assert hand(table, 4).partners == hand(table, 9).partners == ()
    assert hand(table, 4).role is Role.SHERIFF


def test_before_the_deal_a_hand_knows_nothing() -> None:
    view = hand(Table(6), 1)
    assert (view.role, view.partners, view.checks, view.control) == (None, (), (), HandControl.NONE)


def test_checks_are_seen_by_who_made_them_as_soon_as_they_are_made() -> None:
    table = Table(10).to_day_0()
    table.day()
    table.to_step(NightStep.DON)
    table.do(table.checking(1, 4))
    assert [(c.night, c.seat, c.hit) for c in hand(table, 1).checks] == [(1, 4, True)]
    table.to_step(NightStep.SHERIFF)
    table.do(table.checking(4, 9))
    table.do(table.checking(10, 9))
    assert [(c.night, c.seat, c.hit) for c in hand(table, 4).checks] == [(1, 9, False)]
    assert hand(table, 2).checks == hand(table, 10).checks == ()


@pytest.mark.parametrize("seat", [1, 2, 4, 9])
def test_every_hand_asks_for_the_same_at_night(seat: int) -> None:
    table = Table(10).to_night_0()
    everybody = tuple(range(1, 11))
    others = tuple(n for n in everybody if n != seat)
    assert asked(table, seat) == (HandControl.PLAN, everybody, ())
    table.do(cmd.WritePlan(user_id=table.user(seat), seats=(10, 8), press=table.press()))
    assert asked(table, seat) == (HandControl.PLAN, everybody, (10, 8))
    table.do(cmd.WritePlan(user_id=table.user(seat), seats=others, press=table.press()))
    assert asked(table, seat) == (HandControl.PLAN, everybody, others)
    for step in (NightStep.REVEAL, NightStep.FREE_SEATING):
        table.to_step(step)
        assert asked(table, seat) == (HandControl.NONE, (), ())
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.gone(5)
    table.day()
    assert asked(table, seat) == (HandControl.NONE, (), ())
    table.to_step(NightStep.SHOTS)
    assert asked(table, seat) == (HandControl.SHOOT, table.state.living, ())
    table.do(table.shot(seat, 7))
    assert asked(table, seat) == (HandControl.SHOOT, table.state.living, (7,))
    for step in (NightStep.DON, NightStep.SHERIFF):
        table.to_step(step)
        assert asked(table, seat) == (HandControl.CHECK, others, ())
        table.do(table.checking(seat, 5))
        assert asked(table, seat) == (HandControl.CHECK, (), (5,))
    table.pause()
    assert asked(table, seat) == (HandControl.NONE, (), ())


def test_what_a_team_plans_takes_no_seat_from_what_its_hands_offer() -> None:
    """The select stands open to a neighbour; only the spoiler tells what has been planned."""
    table = Table(10, ruleset=CLASSIC).to_night_0()
    black = [n for n in table.state.living if table.state.seat(n).role in (Role.DON, Role.MAFIA)]
    table.do(cmd.WritePlan(user_id=table.user(black[0]), seats=(5, 6), press=table.press()))
    for seat in table.state.living:
        assert hand(table, seat).options == table.state.living
    assert hand(table, black[1]).picked == (5, 6)


def test_where_all_seats_are_targets_all_are_offered() -> None:
    table = Table(8, ruleset=builders.club(shot_targets=ShotTargets.ALL_SEATS)).to_day_0()
    table.gone(8)
    table.day()
    table.to_step(NightStep.SHOTS)
    assert hand(table, 1).options == tuple(range(1, 9))


def test_the_dead_are_asked_for_nothing() -> None:
    table = Table(8).to_day_0()
    table.gone(8)
    table.day()
    table.to_step(NightStep.SHOTS)
    assert asked(table, 8) == (HandControl.NONE, (), ())
    assert not hand(table, 8).alive


def test_a_speaker_is_offered_whom_he_may_nominate_and_the_finish() -> None:
    table = Table(8).to_day_0()
    assert asked(table, 1) == (HandControl.NOMINATE, tuple(range(1, 9)), ())
    assert asked(table, 2) == (HandControl.NONE, (), ())
    assert (hand(table, 1).can_finish, hand(table, 1).floor_ordinal) == (True, 1)
    assert (hand(table, 2).can_finish, hand(table, 2).floor_ordinal) == (False, None)
    table.nominate(5)
    assert asked(table, 1) == (HandControl.NOMINATE, (), (5,))
    table.finish()
    assert asked(table, 2) == (HandControl.NOMINATE, (1, 2, 3, 4, 6, 7, 8), ())
    table.nominate(6)
    table.finish()
    assert asked(table, 3) == (HandControl.NOMINATE, (), ())
    table.pause()
    assert asked(table, 3) == (HandControl.NONE, (), ())
    assert not hand(table, 3).can_finish


def test_the_victim_of_the_first_night_is_offered_his_best_move() -> None:
    table = Table(8).to_day_0()
    table.day()
    table.night(kill=8)
    assert asked(table, 8) == (HandControl.BEST_MOVE, tuple(range(1, 8)), ())
    table.do(cmd.NameBestMove(user_id=108, seats=(1, 2), press=table.press()))
    assert asked(table, 8) == (HandControl.BEST_MOVE, (), (1, 2))
    table.finish()
    assert asked(table, 8) == (HandControl.NONE, (), ())
    assert hand(table, 8).can_finish


# --- microphones ---------------------------------------------------------------------------------


def wishes(table: Table) -> set[MicWish]:
    return set(mics(table.state).values())


def test_the_table_has_no_say_over_microphones_before_the_deal_and_after_the_end() -> None:
    table = Table(12, waiting=1)
    assert set(mics(table.state)) == set(range(101, 113))
    assert wishes(table) == {MicWish.AS_FOUND}
    table.do(table.start_command())
    assert wishes(table) == {MicWish.AS_FOUND}
    table.do(cmd.StopGame(by=1))
    assert wishes(table) == {MicWish.AS_FOUND}


def test_nobody_is_heard_in_the_deal_at_night_and_in_the_vote() -> None:
    table = Table(8).deal()
    assert wishes(table) == {MicWish.MUTED}
    table.tick()
    assert wishes(table) == {MicWish.MUTED}
    table.run_until(lambda state: isinstance(state.phase, Talk))
    table.talk({1: 5, 2: 6})
    assert wishes(table) == {MicWish.MUTED}
    table.tick()
    assert wishes(table) == {MicWish.MUTED}


def test_who_has_left_stays_muted_and_who_has_his_last_word_is_heard() -> None:
    table = Table(8).to_day_0()
    table.gone(7)
    table.day()
    table.night(kill=8)
    assert mics(table.state)[107] is MicWish.MUTED
    assert mics(table.state)[108] is MicWish.OPEN
