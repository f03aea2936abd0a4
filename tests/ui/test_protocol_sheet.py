"""The sheet on which tournaments write a game down, filled in from the protocol."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from mafiabot.engine.protocol import protocol
from mafiabot.engine.published import published
from mafiabot.engine.state import Outcome
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.protocol_sheet import sheet_text
from mafiabot.ui.texts import Texts
from tests.support.papers import AFTER, at_table, eventful, paper, tied_twice


def test_the_sheet_shows_letters_fouls_points_and_extra_points(texts: Texts) -> None:
    rows = sheet_text(texts, "en", paper(eventful(), **AFTER)).splitlines()
    assert " 1  P1              D    □□□□    0.00   0.00" in rows
    assert " 4  P4              S    □□□□    1.00   0.30" in rows
    assert " 7  P7                   ■□□□    1.00   0.00" in rows
    assert " 8  P8                   □□□□    1.00  −0.50" in rows


def test_the_sheet_names_winner_best_move_protests_and_judge(texts: Texts) -> None:
    rows = sheet_text(texts, "en", paper(eventful(), **AFTER)).splitlines()
    foot = ["Winning team: red", "Best move: –", "Protest: 5, 6", "Judge: Judge Dredd"]
    assert [row for row in rows if row in foot] == foot


@pytest.mark.parametrize(
    ("outcome", "word"),
    [(Outcome.BLACK, "black"), (Outcome.DRAW, "draw"), (Outcome.VOID, "none"), (None, "none")],
)
def test_the_sheet_knows_every_outcome(texts: Texts, outcome: Outcome | None, word: str) -> None:
    game = replace(protocol(tuple(at_table().log)), outcome=outcome)
    assert f"Winning team: {word}\n" in sheet_text(texts, "en", Paper(game=published(game)))


def test_who_left_by_a_vote_stands_in_parentheses(texts: Texts) -> None:
    rows = sheet_text(texts, "en", paper(eventful(), **AFTER)).splitlines()
    block = rows.index("Voting 1 (Day 1)")
    assert rows[block + 1 : block + 4] == ["Cand.       Votes", " 5          4", "(6)         6"]


def test_a_revote_and_a_raise_stand_beside_the_vote(texts: Texts) -> None:
    sheet = sheet_text(texts, "en", paper(tied_twice()))
    assert "Cand.       Votes       Revote\n 5          5           5\n 6          5           5\n" in sheet
    assert "Raise: 4 of 10" in sheet


def test_the_sheet_has_room_for_one_revote_and_a_line_for_the_next(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(kill=10)
    table.day({2: 5, 3: 6, 4: 7})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6], 7: [7, 8, 9]})
    table.talk()
    table.vote({5: [1, 2, 3, 4], 6: [5, 6, 7, 8], 7: [9]})
    table.talk()
    table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9]})
    block = sheet_text(texts, "en", paper(table)).partition("Voting 1 (Day 2)\n")[2].splitlines()
    assert block == [
        "Cand.       Votes       Revote",
        "(5)         3           4",
        " 6          3           4",
        " 7          3           1",
        "Further revote: 5 – 5, 6 – 4",
    ]


def test_the_sheets_reverse_tells_why_points_were_given_and_taken(texts: Texts) -> None:
    back = sheet_text(texts, "en", paper(eventful(), **AFTER)).partition("Reverse\n")[2].splitlines()
    assert back[:5] == [
        "No. 4: bonus +0.30",
        "No. 6: −0.40, peeped",
        "No. 2: −0.40, game error",
        "No. 3: −0.50, removal",
        "No. 8: −0.50, removal",
    ]
    assert back[5] == "No. 1, player 5: “the shot” – open"
    assert back[-1].strip() == "all was well"


def test_a_name_neither_breaks_the_columns_nor_the_block(texts: Texts) -> None:
    game = protocol(tuple(at_table().log))
    names = ("```王伟王伟王伟王伟王伟", "e\u0301" * 20, "🦊" * 20)
    seats = (
        tuple(replace(seat, name=name) for seat, name in zip(game.seats, names, strict=False))
        + game.seats[3:]
    )
    rows = sheet_text(texts, "en", Paper(game=published(replace(game, seats=seats)))).splitlines()
    assert not any("`" in row for row in rows)
    wide = [row for row in rows if row.startswith((" 1 ", " 2 ", " 3 "))]
    assert [cell_len(row.partition("□")[0]) for row in wide] == [25] * 3
