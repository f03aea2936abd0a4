"""What a replay tells: known oddities, every kind of difference, and nothing of games of our own."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mafiabot.engine.commands import CallTeamLoss
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_types import Protocol, Substitution, When
from mafiabot.engine.recorded import JUDGE
from mafiabot.engine.ruleset import TOURNAMENT
from mafiabot.engine.state import Outcome, Role
from mafiabot.lab.replay import replayed
from mafiabot.lab.replay_feed import Feeder
from mafiabot.lab.replay_protocols import differences, transcript_of
from mafiabot.lab.replay_table import Table
from mafiabot.lab.transcripts import RemovalReason
from tests.lab.replay_kit import DAYS, NIGHTS, NINE, RandomGame, alone, day, game, night, removal, said, vote

# --- known oddities ------------------------------------------------------------------------------------


def test_an_odd_opener_is_told_and_not_compared() -> None:
    days = [DAYS[0], DAYS[1] | {"opener": 3, "speakers": [3, 4, 6, 7, 8, 9, 10, 1, 2]}, DAYS[2]]
    assert said(game(days=days, notes=["opener"])) == "story exact (opener)"
    assert said(game(days=days)).startswith("story MISMATCH day 1 opener: engine 2, record 3")


def test_a_nominee_who_is_dead_is_told_and_left_out() -> None:
    first = day(1, NINE, {2: 6, 3: 5}, rounds=[vote([6, 5], _6=NINE)], left=[6])
    read = game(days=[DAYS[0], first, DAYS[2]], notes=["nom_of_dead"])
    assert said(read) == "story exact (nom_of_dead, day 1 nomination 3 5 seat_not_alive)"
    assert said(game(days=[DAYS[0], first, DAYS[2]])).startswith("story MISMATCH day 1 candidates:")


def test_where_a_shot_is_missing_from_the_record_the_victim_is_taken_as_given() -> None:
    nights = [night(1, 5, [1, 3]), NIGHTS[1]]
    assert said(game(nights=nights, notes=["shots_incomplete"])) == "story exact (shots_incomplete)"
    assert said(game(nights=nights)).startswith("story MISMATCH night 1 victim: engine none, record 5")


def test_a_check_of_who_is_dead_is_legal_and_one_by_who_is_dead_is_told() -> None:
    nights = [NIGHTS[0], NIGHTS[1] | {"sheriff_check": 5}]
    assert said(game(nights=nights, notes=["check_of_dead"])) == "story exact (check_of_dead)"
    roles = ["don", "mafia", "mafia", "civilian", "sheriff", *["civilian"] * 5]
    assert said(game(roles=roles, nights=nights)) == "story exact (night 2 sheriff_check 5 not_alive)"


# --- what is noticed -----------------------------------------------------------------------------------

SECOND = day(1, NINE, {2: 6, 3: 7}, rounds=[vote([6, 7], _6=NINE)], left=[6])
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a victim": (
        {"nights": [NIGHTS[0] | {"victim": 4}, NIGHTS[1]]},
        "night 1 victim: engine 5, record 4",
    ),
    "who left": (
        {"days": [DAYS[0], DAYS[1] | {"left": []}, DAYS[2]]},
        "day 1 left: engine [6], record []",
    ),
    "a raise": (
        {"days": [DAYS[0], DAYS[1] | {"raise": {"yes": None, "passed": True}}, DAYS[2]]},
        "day 1 raise: engine none, record yes",
    ),
    "a cancelled vote": (
        {"days": [DAYS[0] | {"vote_cancelled": True}, *DAYS[1:]]},
        "day 0 vote_cancelled: engine no, record yes",
    ),
    "the order of candidates": (
        {"days": [DAYS[0], SECOND | {"rounds": [vote([7, 6], _6=NINE)]}, DAYS[2]]},
        "day 1 candidates: engine [[6, 7]], record [[7, 6]]",
    ),
    "a tie": (
        {
            "days": [
                DAYS[0],
                SECOND | {"rounds": [vote([6, 7], _6=[1, 2, 3, 4, 5], _7=[6, 7, 8, 9, 10])]},
                DAYS[2],
            ]
        },
        "day 1 tied: engine [[7]], record [[6, 7]]",
    ),
    "the winner": ({"winner": "red"}, "day 2 winner: engine black, record red"),
    "a removal of who is gone": (
        {"removals": [removal(5, day=2, when="speech", speaker=3)]},
        "day 2 removals: engine [], record [5]",
    ),
    "an end too early": (
        {"nights": [*NIGHTS, night(3, 4, [1, 2, 3])]},
        "day 2 end: engine over, record goes on",
    ),
    "an end too late": (
        {"days": DAYS[:2], "nights": NIGHTS},
        "night 2 end: engine goes on, record over",
    ),
}


@pytest.mark.parametrize(("changed", "mismatch"), WRONG.values(), ids=WRONG)
def test_a_difference_is_named_by_its_day_or_night(changed: dict[str, Any], mismatch: str) -> None:
    found = [str(one) for one in replayed(game(**changed)).mismatches]
    assert mismatch in found


def test_a_nomination_for_which_no_floor_came_is_named() -> None:
    first = day(1, NINE, {5: 4, 2: 6}, rounds=[alone(6, NINE)], left=[6])
    silent = game(days=[DAYS[0], first, DAYS[2]], removals=[removal(5, night=1, when="night")])
    assert "nominations" in {one.field for one in replayed(silent).mismatches}


# --- games of ours -------------------------------------------------------------------------------------


@cache
def ours(seed: int) -> Protocol:
    return protocol(tuple(RandomGame(seed, discipline=0.03).play().log))


SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_comes_out_of_its_replay_as_it_went_in(seed: int) -> None:
    transcript = transcript_of(ours(seed))
    assert [str(one) for one in differences(transcript, Feeder(transcript).play())] == []
    assert said(transcript) == "recorded exact"


def test_random_games_know_every_kind_of_removal_and_of_place() -> None:
    """Else the test above would prove little."""
    departures = [one for seed in SEEDS for one in ours(seed).departures]
    assert {one.moment.when for one in departures} >= {When.NIGHT, When.SPEECH, When.VOTE, When.FAREWELL}
    assert {one.cause for one in departures} >= {GoneCause.GAVE_UP, GoneCause.FOURTH_FOUL, GoneCause.OTHER}
    assert {ours(seed).outcome for seed in SEEDS} >= {Outcome.RED, Outcome.BLACK}


def test_a_foul_that_does_not_stand_is_not_in_the_transcript() -> None:
    """Taken back, or given to somebody for whom another one plays on."""
    played = next(ours(seed) for seed in SEEDS if ours(seed).fouls)
    foul = played.fouls[0]
    assert len(transcript_of(played).fouls) == len(played.fouls)
    taken_back = replace(played, fouls=(replace(foul, taken_back=True), *played.fouls[1:]))
    assert len(transcript_of(taken_back).fouls) == len(played.fouls) - 1
    other = Substitution(
        seat=foul.seat, former=1, former_name="a", user_id=2, by=3, at_ms=foul.moment.at_ms + 1
    )
    before = [one for one in played.fouls if (one.seat, one.moment.at_ms) == (foul.seat, foul.moment.at_ms)]
    substituted = transcript_of(replace(played, substitutions=(other,)))
    assert len(substituted.fouls) == len(played.fouls) - len(before)


def test_a_game_given_to_the_other_team_is_given_to_it_again() -> None:
    table = Table(TOURNAMENT, (*[Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF], *[Role.CIVILIAN] * 6))
    for _ in range(8):
        table.wait()
    assert table.do(CallTeamLoss(by=JUDGE.user_id, seat=5)) is None
    transcript = transcript_of(protocol(tuple(table.log)))
    assert transcript.removals[0].reason is RemovalReason.TEAM_LOSS
    assert differences(transcript, Feeder(transcript).play()) == []
