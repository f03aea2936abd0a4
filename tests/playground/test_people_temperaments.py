"""Temperaments, habits, names and what people want: seeded, varied, and never impossible."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from mafiabot.playground.controls import Control
from mafiabot.playground.people import names, talk
from mafiabot.playground.people.mind import Ballot, Mind
from mafiabot.playground.people.phrases import Phrase
from mafiabot.playground.people.plot import Plot
from mafiabot.playground.people.schedule import Deed, schedule
from mafiabot.playground.people.temperament import (
    CLUMSY,
    NAMES,
    OBEDIENT,
    PLAIN,
    SILENT,
    Habit,
    temperament,
    with_habits,
)
from mafiabot.playground.people.things import Hand

NO_SELECT = Control(kind=3, number=1, custom_id="x", label="", disabled=True)
LIVING = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def hand(role: Phrase, seat: int = 1, **parts: tuple[int, ...]) -> Hand:
    held = {"partners": (), "plan": (), "checked": (), "blacks": (), "sheriffs": (), "picked": ()} | parts
    return Hand(seat=seat, role=role, asks=None, select=NO_SELECT, buttons={}, text="", **held)


def mind(seed: int, temper: str = "obedient", plot: str = "wide awake") -> Mind:
    return Mind(Random(seed), Plot(plot), PLAIN[temper])


def awake_plot() -> str:
    """A table that neither sleeps, nor quarrels in the first night, nor splits on day 1."""
    for number in range(100):
        plot = Plot(f"table {number}")
        if not plot.sleepy and not plot.quarrel(1) and not plot.blocks(1):
            return plot.seed
    raise AssertionError("no such table in a hundred")


@pytest.mark.parametrize("name", NAMES)
def test_every_temperament_can_be_drawn_and_repeats_with_its_seed(name: str) -> None:
    assert temperament(name, Random(5)) == temperament(name, Random(5))


def test_a_mixed_company_is_mixed() -> None:
    drawn = Counter(temperament("mixed", Random(n)) for n in range(200))
    assert len(drawn) == len(PLAIN)


def test_nobody_is_called_so() -> None:
    with pytest.raises(KeyError):
        temperament("furious", Random(1))


def test_habits_bend_a_temperament() -> None:
    assert with_habits(OBEDIENT, {Habit.NEVER_VOTES}).votes == 0
    assert with_habits(OBEDIENT, {Habit.DOUBLE_CLICKS}).double_press == 1
    assert with_habits(OBEDIENT, {Habit.LATE}).late > OBEDIENT.late
    assert with_habits(OBEDIENT, {Habit.SELF_MUTED, Habit.LEAVES_EARLY}) == OBEDIENT


@pytest.mark.parametrize("language", ["ru", "uk", "en"])
def test_names_are_different_and_as_short_as_discord_demands(language: names.Language) -> None:
    for seed in range(30):
        party = names.party(Random(seed), language, names.MOST)
        assert len(set(party)) == names.MOST
        assert all(1 <= len(name) <= 32 for name in party)
        assert any(name in names.AWKWARD for name in party)


def test_only_the_obedient_are_never_away_of_themselves() -> None:
    away = {
        name: temper.drops_out + temper.drops_in_speech + temper.vanishes + temper.gives_up
        for name, temper in PLAIN.items()
    }
    assert [name for name, chance in away.items() if not chance] == ["obedient"]


def test_reactions_stay_within_what_people_do() -> None:
    for temper in PLAIN.values():
        low, high = temper.reaction_s
        assert 0.3 <= low < high <= 3.0


def test_who_never_votes_never_votes() -> None:
    stubborn = Mind(Random(1), Plot("x"), with_habits(CLUMSY, {Habit.NEVER_VOTES}))
    ballot = Ballot(hand(Phrase.CIVILIAN), 1, 0, LIVING, (2, 3))
    assert all(stubborn.vote(ballot) is None for _ in range(100))
    assert all(stubborn.raises(None, 1) is None for _ in range(100))


def test_a_split_table_ties() -> None:
    plot = next(p for n in range(100) if (p := Plot(f"table {n}")).blocks(1) == 2)
    votes = Counter(plot.block_vote(1, 0, seat, LIVING, (4, 7)) for seat in LIVING)
    assert votes == {4: 5, 7: 5}


def test_tables_do_not_all_behave_alike() -> None:
    plots = [Plot(f"table {n}") for n in range(300)]
    assert {plot.blocks(1) for plot in plots} == {0, 2, 3}
    assert {plot.sleepy for plot in plots} == {True, False}
    assert {plot.quarrel(1) for plot in plots} == {True, False}
    agreed = {sum(plot.raises(1, seat) for seat in LIVING) > 5 for plot in plots}
    assert agreed == {True, False}


def test_a_sleepy_table_wakes_up_at_last() -> None:
    sleepy = next(p for n in range(500) if (p := Plot(f"table {n}")).sleepy)
    obedient = Mind(Random(1), sleepy, OBEDIENT)
    assert not any(obedient.nominates(day) for day in range(1, 5) for _ in range(20))
    assert all(sleepy.quarrel(night) for night in range(1, 5))
    assert any(obedient.nominates(8) for _ in range(20))
    assert not all(sleepy.quarrel(night) for night in range(6, 30))


def test_everybody_comes_to_the_same_answer_alone() -> None:
    assert Plot("a").favourite(2, 0, (1, 2, 3)) == Plot("a").favourite(2, 0, (1, 2, 3))
    assert {Plot(f"{n}").favourite(2, 0, (1, 2, 3)) for n in range(50)} == {1, 2, 3}


def test_blacks_who_agree_shoot_the_planned_seat() -> None:
    plot = awake_plot()
    mafia = [
        hand(Phrase.MAFIA, 2, partners=(1,), plan=(5, 7)),
        hand(Phrase.DON, 1, partners=(2,), plan=(5, 7)),
    ]
    shots = Counter(mind(n, plot=plot).shot(one, 1, LIVING, LIVING) for n in range(100) for one in mafia)
    assert shots.most_common(1)[0][0] == 5
    assert shots[5] > 150
    assert len(shots) > 1


def test_without_a_plan_blacks_still_find_one_target() -> None:
    plot = awake_plot()
    team = [hand(Phrase.MAFIA, 2, partners=(1,)), hand(Phrase.DON, 1, partners=(2,))]
    shots = Counter(mind(n, plot=plot).shot(one, 1, LIVING, LIVING) for n in range(60) for one in team)
    assert shots.most_common(1)[0][1] > 90


def test_blacks_shoot_the_living_where_every_number_may_be_shot_and_now_and_then_a_dead_one() -> None:
    mafia = hand(Phrase.MAFIA, 2, partners=(1,), plan=(5, 7))
    shots = Counter(mind(n, plot=awake_plot()).shot(mafia, 1, LIVING, (1, 2, 3, 7)) for n in range(400))
    dead = sum(count for seat, count in shots.items() if seat not in (None, 1, 2, 3, 7))
    assert shots.most_common(1)[0][0] == 7
    assert 0 < dead < 40


def test_the_plan_is_the_dons_and_another_blacks_where_nobody_has_written_one() -> None:
    mafia = hand(Phrase.MAFIA, 2, partners=(1,))
    assert mind(1).writes_plan(hand(Phrase.DON))
    assert {mind(n).writes_plan(mafia) for n in range(40)} == {True, False}
    assert not any(mind(n).writes_plan(replace(mafia, plan=(5,))) for n in range(40))
    assert not any(mind(n).writes_plan(hand(Phrase.CIVILIAN)) for n in range(40))


@pytest.mark.parametrize("preset", ["classic", "tournament"])
def test_a_judge_fouls_pauses_and_undoes_within_measure(preset: str) -> None:
    games = [Counter(d for at in schedule(Random(n), preset).values() for d in at) for n in range(200)]
    fouls = [g[Deed.FOUL] + g[Deed.FOUL_TAKEN_BACK] + g[Deed.FOUL_UNDONE] for g in games]
    undone = [g[Deed.FOUL_UNDONE] + g[Deed.REMOVAL_UNDONE] + g[Deed.NOMINATION_UNDONE] for g in games]
    assert 7 <= min(fouls) <= max(fouls) <= 14
    assert {g[Deed.PAUSE] for g in games} == {1, 2}
    assert max(undone) <= 3
    assert {g[Deed.REMOVAL] for g in games} == {0, 1}


def test_a_judge_of_a_club_removes_nobody_and_tries_one_foul_at_most() -> None:
    games = [Counter(d for at in schedule(Random(n), "club").values() for d in at) for n in range(200)]
    assert {g[Deed.FOUL] for g in games} == {0, 1}
    assert not any(g[Deed.REMOVAL] + g[Deed.REMOVAL_UNDONE] + g[Deed.FOUL_UNDONE] for g in games)


def test_civilians_pick_at_night_too() -> None:
    picks = {mind(n).shot(hand(Phrase.CIVILIAN), 1, LIVING, LIVING) for n in range(60)}
    assert None in picks
    assert len(picks) > 3


def test_a_silent_person_lets_most_things_pass() -> None:
    silent = Mind(Random(3), Plot("x"), SILENT)
    assert sum(silent.nominates(1) for _ in range(200)) < 50


def test_a_sheriff_checks_somebody_new_and_alive() -> None:
    sheriff = hand(Phrase.SHERIFF, 3, checked=(4, 5), blacks=(5,))
    picks = {mind(n).check(sheriff, True, (3, 4, 5, 6, 8), LIVING) for n in range(80)}
    assert picks - {None} == {6, 8}


def test_a_sheriff_tells_what_he_found_once() -> None:
    sheriff = hand(Phrase.SHERIFF, 3, checked=(4, 5), blacks=(5,))
    told = {mind(n).claims(sheriff, LIVING, set()) for n in range(30)}
    assert told <= {(5, True), None}
    assert (5, True) in told
    assert {mind(n).claims(sheriff, LIVING, {4, 5}) for n in range(30)} == {None}


def test_the_accused_get_votes_and_are_nominated() -> None:
    plot = awake_plot()
    red = hand(Phrase.CIVILIAN, 3)
    ballots = Counter(
        mind(n, plot=plot).vote(Ballot(red, 1, 0, LIVING, (2, 5, 9), frozenset({9}))) for n in range(100)
    )
    assert ballots[9] > 60
    named = Counter(mind(n).nominee(red, LIVING, frozenset({9})) for n in range(100))
    assert named.most_common(1)[0][0] == 9


@pytest.mark.parametrize("language", ["ru", "uk", "en"])
def test_a_claim_is_understood_by_who_reads_it(language: str) -> None:
    for seat, black in ((4, True), (11, False)):
        assert talk.claimed(language, talk.claim(language, seat, black)) == (seat, black)
    assert all(talk.claimed(language, remark) is None for remark in talk.REMARKS[language])


def test_a_plan_hardly_ever_names_the_own_team() -> None:
    don = hand(Phrase.DON, 1, partners=(2, 3))
    plans = [mind(n).plan(don, LIVING) for n in range(100)]
    assert all(3 <= len(plan) <= 5 and len(set(plan)) == len(plan) for plan in plans)
    assert sum(bool({1, 2, 3} & set(plan)) for plan in plans) < 20


def test_a_best_move_names_others_at_most_three() -> None:
    moves = [mind(n).best_move(hand(Phrase.CIVILIAN), LIVING) for n in range(100)]
    assert {len(move) for move in moves} == {0, 2, 3}
    assert all(1 not in move for move in moves)
