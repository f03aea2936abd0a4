"""The silence before a speech, as reports have it: from the former speaker's muting, in one chain of talk."""

from mafiabot.lab.floors import Speech
from mafiabot.lab.report import speech_lines
from mafiabot.playground.audible import Interval
from mafiabot.playground.oracles import Floor
from tests.lab.evidence_kit import ALICE, BORIS, evidence, floor, interval


def gap_ms(former: Interval, latter: Interval, *, given_ms: float = 11_040) -> int:
    """Alice speaks from 1 s to 11.04 s, then Boris gets the floor."""
    floors: tuple[Floor, ...] = (floor(ALICE, 1_000, 11_040), floor(BORIS, given_ms, given_ms + 10_000))
    given = [Speech(day=0, floor=one) for one in floors]
    lines = speech_lines(evidence(open=(former, latter), floors=floors), given)
    return lines[1].gap_before_ms


def test_it_lasts_from_the_muting_of_one_to_the_opening_of_the_next() -> None:
    assert gap_ms(interval(ALICE, 1_040, 11_080), interval(BORIS, 11_120, 21_090)) == 40
    assert gap_ms(interval(ALICE, 1_040, 11_080), interval(BORIS, 11_060, 21_090)) == 0


def test_who_fell_silent_in_his_own_time_makes_none_before_his_floor_ends() -> None:
    assert gap_ms(interval(ALICE, 1_040, 5_000), interval(BORIS, 11_120, 21_090)) == 80


def test_a_vote_between_two_speeches_is_none() -> None:
    settled_ms = 12_040
    latter = interval(BORIS, settled_ms + 100, 22_090)
    assert gap_ms(interval(ALICE, 1_040, 11_080), latter, given_ms=settled_ms) == 0
