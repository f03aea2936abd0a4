"""What the demo draws: the ring, the live view in large and small terminals, the closing tables."""

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from mafiabot.engine.person import NOBODY
from mafiabot.engine.seats import Status
from mafiabot.engine.views import SeatView
from mafiabot.lab import glimpse, summary
from mafiabot.lab.game import run_game
from mafiabot.lab.live import LiveView
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.plain import PlainView
from mafiabot.lab.report import Report
from mafiabot.lab.ring import LABEL, Middle, Place, label, listed, ring

NAMES = ("Zoë 👩‍👩‍👧‍👦", "🦊 лис 🦊", "Константин Константинопольский", "7 · Семь", "王伟", "Al")


def places(count: int) -> list[Place]:
    return [Place(number=n, name=NAMES[n % len(NAMES)]) for n in range(1, count + 1)]


@pytest.mark.parametrize("count", range(1, 13))
def test_every_seat_is_on_the_ring_and_no_row_is_too_wide(count: int) -> None:
    drawn = ring(places(count), Middle(phase="День 1", left_ms=30_000, whole_ms=60_000), 62, 17)
    rows = drawn.plain.split("\n")
    assert len(rows) == 17
    assert all(cell_len(row) == 62 for row in rows)
    assert all(f" {n} " in drawn.plain for n in range(1, count + 1))
    assert "0:30 " in drawn.plain


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_takes_the_same_room_whatever_its_name(name: str) -> None:
    for place in (
        Place(number=12, name=name),
        Place(number=1, name=name, heard=True, marks="☝"),
        Place(number=3, name=name, out=True),
    ):
        assert cell_len(label(place, LABEL).plain) == LABEL


def test_who_is_heard_and_who_is_out_is_told_by_a_sign() -> None:
    signs = [
        label(Place(number=1, name="Al", heard=heard, out=out), LABEL).plain[0]
        for heard, out in ((True, False), (False, True), (False, False))
    ]
    assert signs == ["◉", "✗", "●"]


def test_fouls_nominations_and_absence_are_signs_behind_the_name() -> None:
    quiet = SeatView(
        number=3, person=NOBODY, status=Status.ALIVE, away=False, ready=True, nominated=False, role=None
    )
    assert glimpse.marks(quiet) == ""
    assert glimpse.marks(replace(quiet, fouls=3, nominated=True, away=True)) == "!!!☝⌁"


def test_a_small_terminal_gets_two_columns() -> None:
    drawn = listed(places(9), Middle(phase="Ніч 1"), 60).plain.split("\n")
    assert drawn[0] == "Ніч 1"
    assert len(drawn) == 6


@pytest.mark.parametrize(("width", "height"), [(130, 42), (80, 24), (40, 10)])
def test_the_live_view_draws_a_running_game(width: int, height: int) -> None:
    terminal = io.StringIO()
    console = Console(file=terminal, force_terminal=True, width=width, height=height)
    run_game(DemoOptions(seats=6, seed=3, give_up_s=200), LiveView(console, 2))
    drawn = terminal.getvalue()
    assert drawn.startswith("\x1b[?1049h")
    assert drawn.rstrip().endswith("\x1b[?1049l")
    assert "Marek" in drawn
    assert "mafiabot demo" in drawn


def shown(report: Report) -> str:
    console = Console(file=io.StringIO(), width=120)
    summary.show(console, report, 1.0)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_the_summary_tells_verdict_roles_days_and_figures() -> None:
    report = run_game(DemoOptions(seats=6, seed=3))
    text = shown(report)
    winner = {"red": "The red team wins", "black": "The black team wins", "draw": "A draw"}
    assert winner[report.winner or ""] in text
    assert all(word in text for word in ("sheriff", "don", "left muted", "member edits a turn", "✓ clean"))


def test_a_run_without_verdict_says_so() -> None:
    text = shown(run_game(DemoOptions(seats=6, seed=3, give_up_s=200)))
    assert "No verdict" in text
    assert "✓ clean" not in text


def test_who_watches_changes_nothing() -> None:
    options = DemoOptions(seats=6, seed=3, give_up_s=420)
    console = Console(file=io.StringIO(), force_terminal=True, width=130, height=42)
    lines: list[str] = []
    traces = {
        run_game(options).trace,
        run_game(options, PlainView(lines.append)).trace,
        run_game(options, LiveView(console, 1)).trace,
    }
    assert len(traces) == 1
    assert lines[0].startswith("[00:")
