"""Votes of real games: the engine makes of their ballots what was made of them at the table."""

import dataclasses
from itertools import pairwise
from typing import Any

import pytest

from mafiabot.engine.counting import AfterTie, after_tie, leaders, raise_allowed, raise_passed
from mafiabot.engine.ruleset import CLASSIC, Day0Vote, Ruleset
from mafiabot.engine.state import Ballot, RoundRecord
from mafiabot.lab.transcripts import Raise, Round, SpecialRule, VoteCase, read_votes
from tests.support.rules import ROOT

VOTES = ROOT.parent / "shared" / "games" / "votes.jsonl"

SPECIAL: dict[SpecialRule | None, dict[str, Any]] = {
    None: {},
    SpecialRule.FIRST_DAY_STAYS: {"day0_vote": Day0Vote.SPEECH_ONLY},
    SpecialRule.TWO_OF_FOUR_STAYS: {"raise_two_of_four": False},
}


def cases(*, leaving: bool) -> list[Any]:
    """Votes after which somebody may leave, or those of a first day on which only the count is compared."""
    if not VOTES.exists():
        reason = f"the recorded votes are not at {VOTES}"
        return [pytest.param(None, id="no-file", marks=pytest.mark.skip(reason=reason))]
    wanted = [
        vote
        for vote in read_votes(VOTES)[0]
        if (vote.special_rule is not SpecialRule.FIRST_DAY_STAYS) is leaving
    ]
    return [pytest.param(vote, id=_name(vote)) for vote in wanted]


def _name(vote: VoteCase) -> str:
    return vote.id if vote.special_rule is None else f"{vote.id} ({vote.special_rule})"


def counted(round_: Round) -> RoundRecord:
    ballots = tuple(Ballot(voter=voter, candidate=seat) for voter, seat in round_.ballots.items())
    return RoundRecord(
        candidates=round_.candidates, ballots=ballots, leaders=leaders(round_.candidates, ballots)
    )


def passes(rules: Ruleset, living: int, tied: int, raised: Raise) -> bool:
    """Where only the outcome is known, as many said yes as it takes, or one too few."""
    if raised.yes is not None:
        return raise_passed(rules, living, tied, len(raised.yes))
    return raise_passed(rules, living, tied, living // 2 + raised.passed)


def left(rules: Ruleset, rounds: tuple[RoundRecord, ...], living: int, raised: Raise | None) -> set[int]:
    """Who leaves by the last round; `raised` is there if and only if a raise is asked."""
    tied = rounds[-1].leaders
    if len(tied) == 1:
        assert raised is None
        return set(tied)
    asked = after_tie(rules, rounds, living) is AfterTie.RAISE
    assert asked is (raised is not None)
    if raised is None:
        assert after_tie(rules, rounds, living) is AfterTie.NIGHT
        return set()
    assert raise_allowed(rules, living, len(tied))
    assert passes(rules, living, len(tied), raised) is raised.passed
    return set(tied) if raised.passed else set()


def assert_counted_as_recorded(vote: VoteCase) -> tuple[RoundRecord, ...]:
    rounds = tuple(counted(round_) for round_ in vote.rounds)
    assert rounds[0].candidates == vote.candidates_in_order
    assert all(set(round_.ballots) == set(vote.at_table) for round_ in vote.rounds)
    assert [after.candidates for after in rounds[1:]] == [before.leaders for before, _ in pairwise(rounds)]
    assert all(len(round_.leaders) > 1 for round_ in rounds[:-1])
    return rounds


@pytest.mark.parametrize("vote", cases(leaving=True))
def test_the_same_are_tied_asked_about_and_gone(vote: VoteCase) -> None:
    rules = dataclasses.replace(CLASSIC, **SPECIAL[vote.special_rule])
    rounds = assert_counted_as_recorded(vote)
    for played in range(1, len(rounds)):
        assert after_tie(rules, rounds[:played], len(vote.at_table)) is AfterTie.DEFENCE
    assert left(rules, rounds, len(vote.at_table), vote.raise_vote) == set(vote.left)


@pytest.mark.parametrize("vote", cases(leaving=False))
def test_a_first_day_on_which_nobody_leaves_is_counted_once(vote: VoteCase) -> None:
    """The engine does not play `day0_vote: speech_only` yet: the record is compared up to the count."""
    assert vote.day == 0
    assert len(assert_counted_as_recorded(vote)) == 1
    assert (vote.raise_vote, vote.left) == (None, ())
