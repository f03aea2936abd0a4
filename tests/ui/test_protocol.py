"""The protocol as people read it: whole, in order, in three languages, and the vote in particular."""

from dataclasses import replace

import pytest

from mafiabot.engine.protocol import unsealed
from mafiabot.engine.published import published
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote
from mafiabot.ui.protocol import protocol_text
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.texts import Texts
from tests.support.papers import AFTER, at_table, eventful, paper, text, tied_twice


def test_a_whole_protocol_is_told_in_every_language(texts: Texts, locale: str) -> None:
    told = protocol_text(texts, locale, paper(eventful(), **AFTER))
    assert "P4" in told
    assert "«for *long*»" in told or "“for *long*”" in told


def test_it_is_told_in_the_order_of_play(texts: Texts) -> None:
    told = protocol_text(texts, "en", paper(eventful(), **AFTER))
    heads = ["Protocol of game no. 1", "Table", "Night 1", "Day 1 · 1 opens the round", "Night 2", "Day 2"]
    heads += ["Night 3", "Day 3", "Points", "Protests"]
    places = [told.index(f"\n{head}" if at else head) for at, head in enumerate(heads)]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "line",
    [
        "The red team wins!",
        "Rules: tournament",
        "Judge: Judge Dredd",
        "1 · P1 – don, in the game",
        "7 · P7 – civilian, in the game, 1 foul",
        "9 · P9 – civilian, killed",
        "8 · P8 – civilian, removed",
        "Substitution at number 10: P11 plays on for P10",
        "1 pause, 1:05 in all",
        "Shooting order: 5, 6",
        "Spoke: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
        "Nominated: 5 (by 1), 6 (by 2)",
        "Vote: for 5 – 1, 2, 3, 4 (4 in all); for 6 – 6, 7, 8, 9, 10, without a vote 5 (6 in all)",
        "Left the table: 6",
        "Foul 1 to player 7: arguing with the judge (speech of player 1), “for *long*”",
        "Foul 1 to player 8: touching or knocking (speech of player 1), taken back",
        "The judge undid: nomination of player 5 (speech of player 1). Reason: “a mistake”",
        "Does not count: 1 nominated 5",
        "Judge: −5 s for player 1 (speech of player 1)",
        "Judge: floor to player 4, 20 s (speech of player 1)",
        "Judge: floor of player 4 cut off (speech of player 4)",
        "Shots: 1 → 9, 2 → 9, 3 → 8",
        "The don checked 4: the sheriff",
        "The sheriff checked 1: black",
        "Nobody was killed",
        "9 was killed",
        "8 removed: showing the card (speech of player 3)",
        "Team loss (PPK) through player 3 (speech of player 3), “a bet”",
        "4 · P4: 1.30 (win +1.00, bonus +0.30)",
        "3 · P3: −0.50 (removal −0.50)",
        "6 · P6: 0.60 (win +1.00, game errors −0.40)",
        "Game error, player 6: peeped",
        "Game error, player 2",
        "No. 1, player 5: “the shot” – open",
        "No. 2, player 6: “the clock” – rejected: “all was well”",
    ],
)
def test_each_thing_has_its_line(texts: Texts, line: str) -> None:
    told = protocol_text(texts, "en", paper(eventful(), **AFTER))
    assert line in [one.strip() for one in told.splitlines()]


# --- the vote ----------------------------------------------------------------------------------------


def test_ties_revotes_and_the_raise_are_told(texts: Texts) -> None:
    told = text(texts, tied_twice())
    votes = "for 5 – 1, 2, 3, 4, 5 (5 in all); for 6 – 6, 7, 8, 9, 10 (5 in all)"
    assert f"Vote: {votes}\n  Tie: 5, 6\n  Revote 1: {votes}\n  Tie: 5, 6\n" in told
    assert "Raise 5, 6: yes – 1, 2, 3, 4, no – 5, 6, 7, 8, 9. Not raised." in told
    assert "Did not answer: 10\n  Nobody left the table" in told


def test_a_candidate_without_any_vote_is_told_as_such(texts: Texts) -> None:
    table = at_table()
    table.day({1: 5, 2: 6, 3: 7})
    table.vote({5: [1, 2, 3, 4, 5, 6, 7, 8]})
    assert "for 6 – nobody; for 7 – without a vote 9, 10 (2 in all)" in text(texts, table)


def test_a_single_nominee_of_a_later_day_has_everybodys_vote(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night()
    table.day({2: 7})
    assert "Vote: for 7 – everybody (10 in all)" in text(texts, table)


def test_a_vote_that_was_broken_off_shows_how_far_it_came(texts: Texts) -> None:
    table = at_table(CLUB)
    table.day({1: 5, 2: 6})
    table.do(table.ballot(3))
    table.gone(6)
    told = text(texts, table)
    assert "Broken off: for 5 – 3 (1 in all); for 6 – nobody" in told
    assert "A candidate left the game: the vote ended" in told
    assert "6 left the game: left the game (vote)" in told


def test_a_first_days_leaders_who_stay_are_told(texts: Texts) -> None:
    table = at_table(replace(TOURNAMENT, day0_vote=Day0Vote.SPEECH_ONLY))
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3, 4, 5, 6]})
    assert "By the first day's rule nobody leaves the table: 5" in text(texts, table)


def test_a_lost_speech_is_told(texts: Texts) -> None:
    table = at_table(CLASSIC)
    table.foul(3, 3)
    table.talk()
    assert "Without a speech (third foul): 3" in text(texts, table)


def test_the_sealed_part_is_told_to_who_may_see_it_only(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(shots={1: 5, 2: 5})
    whole = paper(table)
    others = Paper(game=published(unsealed(whole.protocol)))
    assert "Night 2: 3 did not shoot" in protocol_text(texts, "en", whole)
    assert "did not shoot" not in protocol_text(texts, "en", others)
