"""Votes of real games, each alone: the engine makes of their ballots what was made of them at the table."""

import json
from typing import Any

import pytest

from mafiabot.engine.evolve import fold
from mafiabot.engine.openers import from_seat
from mafiabot.engine.person import NOBODY
from mafiabot.engine.recorded import recorded_game
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import Dealing, Role, Status
from mafiabot.lab.replay_compare import mismatches
from mafiabot.lab.replay_feed import Feeder
from mafiabot.lab.replay_files import read_votes
from mafiabot.lab.transcripts import Game, SpecialRule, VoteCase
from tests.support.rules import ROOT

VOTES = ROOT.parent / "shared" / "games" / "votes.jsonl"

SPECIAL: dict[SpecialRule | None, dict[str, Any]] = {
    None: {},
    SpecialRule.FIRST_DAY_STAYS: {"day0_vote": "speech_only"},
    SpecialRule.TWO_OF_FOUR_STAYS: {"raise_two_of_four": False},
}


def cases() -> list[Any]:
    if not VOTES.exists():
        reason = f"the recorded votes are not at {VOTES}"
        return [pytest.param(None, id="no-file", marks=pytest.mark.skip(reason=reason))]
    return [pytest.param(vote, id=vote.id) for vote in read_votes(VOTES)[0]]


def roles(vote: VoteCase) -> list[str | None]:
    """Whoever was not at the table any more is absent; one black, so that nothing is decided before."""
    lowest = min(vote.at_table)
    return [
        None if seat not in vote.at_table else "mafia" if seat == lowest else "civilian"
        for seat in range(1, 11)
    ]


def day(number: int, **held: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "opener": None,
        "speakers": None,
        "nominations": [],
        "rounds": [],
        "raise": None,
        "left": [],
    }
    return nothing | {"day": number, "vote_cancelled": False} | held


def alone(vote: VoteCase) -> Game:
    """A game in which nothing happens but this vote: on day 0, or on day 1 after a night without a shot.

    The candidates are named in their order by the speakers in theirs.
    """
    number = min(vote.day, 1)
    speakers = from_seat(tuple(sorted(vote.at_table)), 1)
    if number:
        speakers = from_seat(speakers, speakers[0] + 1)
    held = json.loads(vote.model_dump_json(by_alias=True))
    named = zip(speakers, vote.candidates_in_order, strict=False)
    voted = day(
        number,
        nominations=[{"by": by, "seat": seat} for by, seat in named],
        **{key: held[key] for key in ("rounds", "raise", "left")},
    )
    night = {"night": 1, "shots": {}, "victim": None, "don_check": None, "sheriff_check": None}
    return Game.model_validate_json(
        json.dumps(
            {
                "id": vote.id,
                "rules": {"preset": "classic", "overrides": SPECIAL[vote.special_rule]},
                "roles": roles(vote),
                "absent": [seat for seat in range(1, 11) if seat not in vote.at_table],
                "days": [voted] if number == 0 else [day(0), voted],
                "nights": [night] if number else [],
                "fouls": [],
                "removals": [],
                "best_move": None,
                "winner": "red",
                "notes": [],
            }
        )
    )


@pytest.mark.parametrize("vote", cases())
def test_the_same_are_tied_asked_about_and_gone(vote: VoteCase) -> None:
    game = alone(vote)
    fed = Feeder(game).play()
    assert fed.refused == []
    of_the_vote = [one for one in mismatches(game, fed) if one.field not in ("end", "winner")]
    assert [str(one) for one in of_the_vote] == []
    today = fed.table.state.all_days[min(vote.day, 1)]
    assert [len(one.ballots) for one in today.rounds] == [len(vote.at_table)] * len(vote.rounds)
    assert set(today.left) == set(vote.left)


# --- the explicit deal --------------------------------------------------------------------------------


def test_an_explicit_deal_gives_each_seat_its_role_a_judge_and_no_seed() -> None:
    roles = (Role.DON, None, Role.CIVILIAN, Role.CIVILIAN, Role.SHERIFF)
    state = fold(recorded_game(CLASSIC, roles, 5_000))
    assert state.phase == Dealing(until_ms=65_000)
    assert tuple(seat.role for seat in state.seats) == roles
    assert (state.seat(2).person, state.seat(2).status) == (NOBODY, Status.ABSENT)
    assert (state.explicit_deal, state.seed, state.living) == (True, None, (1, 3, 4, 5))
    assert state.judge_id not in (None, *(seat.person.user_id for seat in state.seats))


def test_nothing_that_people_can_reach_deals_explicitly() -> None:
    package = ROOT / "mafiabot"
    dealing = {
        path.relative_to(package).parts[0]
        for path in package.rglob("*.py")
        if "recorded_game(" in path.read_text(encoding="utf-8")
    }
    assert dealing == {"engine", "lab"}
