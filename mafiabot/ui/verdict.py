"""How a finished game is told: who won, the best move, what verifies the deal, and the days in short."""

from mafiabot.engine.views import PublicView
from mafiabot.ui import history, words
from mafiabot.ui.texts import Say

DAYS_ROOM = 1000  # characters of a panel that the table of days may take


def headline(say: Say, view: PublicView) -> str:
    return "# " + say(f"outcome-{view.outcome.value}") if view.outcome is not None else ""


def details(say: Say, view: PublicView) -> str:
    """Best move, days, seed and commitment, as far as there are any."""
    lines = [*best_move(say, view), *_days(say, view), *_deal(say, view)]
    return "\n".join(lines) or say("verdict-nothing-dealt")


def best_move(say: Say, view: PublicView) -> list[str]:
    if view.best_move is None:
        return []
    by = words.seat_name(view, view.best_move.by)
    return [say("verdict-best-move", by=by, seats=words.numbers(view.best_move.seats))]


def _days(say: Say, view: PublicView) -> list[str]:
    lines = history.short_lines(say, view)
    return [words.fitted(lines, DAYS_ROOM, say("history-cut"))] if lines else []


def _deal(say: Say, view: PublicView) -> list[str]:
    lines = []
    if view.seed is not None:
        lines.append(say("verdict-seed", seed=view.seed))
    if view.commitment is not None:
        lines.append(say("panel-commitment", commitment=view.commitment))
    return lines


def roles(say: Say, view: PublicView) -> str:
    """One line a seat: number, name, role, how he ended."""
    return "\n".join(
        f"{words.seat_name(view, seat.number)} — "
        + (f"**{words.role(say, seat.role)}**, " if seat.role is not None else "")
        + say(f"status-{seat.status.value}")
        for seat in view.seats
    )
