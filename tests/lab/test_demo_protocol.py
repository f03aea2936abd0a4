"""The demo prints the protocol of its game at the end, in its own language.

A tournament's, with what its judge awarded, is among the whole games of `test_demo_games`.
"""

import io

from rich.console import Console

from mafiabot.lab import summary
from mafiabot.lab.game import run_game
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.report import Report


def shown(report: Report) -> str:
    out = io.StringIO()
    summary.show(Console(file=out, width=60), report, 1.0)
    return out.getvalue()


def test_a_club_game_is_told_in_words() -> None:
    report = run_game(DemoOptions(seats=6, seed=3, language="uk"))
    text = shown(report)
    assert "Протокол гри № 1\n" in text
    assert "Правила: клубні\n" in text
    assert "ПРОТОКОЛ ГРИ" not in text
    assert report.state is not None
    assert all(f"· {seat.person.name} – " in text for seat in report.state.seats)


def test_a_game_that_was_not_archived_is_told_from_its_log() -> None:
    report = run_game(DemoOptions(seats=6, seed=3, give_up_s=200))
    assert report.archived is None
    assert "Protocol of game no. 1\n" in shown(report)
