"""How a finished game is told: who won, the best move, what verifies the deal, and the days in short."""

from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.state import Outcome, Status
from mafiabot.engine.views import PublicView, SeatView
from mafiabot.ui import discipline, history, panel_lines, words
from mafiabot.ui.deal_words import words_lines
from mafiabot.ui.names import safe_text
from mafiabot.ui.texts import Say

DAYS_ROOM = 1000  # characters of a panel that the table of days may take


def headline(say: Say, view: PublicView) -> str:
    return "# " + say(f"outcome-{view.outcome.value}") if view.outcome is not None else ""


def reasons(say: Say, view: PublicView) -> list[str]:
    """Why it ended so, where the seats alone do not tell: a team loss, a draw."""
    culprits = [gone.seat for gone in view.gone if gone.cause is GoneCause.TEAM_LOSS]
    if culprits:
        return [say("verdict-team-loss", seat=words.seat_name(view, culprits[-1]))]
    if view.outcome is not Outcome.DRAW:
        return []
    last = view.today or (view.days[-1] if view.days else None)
    raised = last is not None and last.raise_vote is not None and last.raise_vote.passed
    return [say("verdict-draw-raise" if raised else "verdict-draw-nights")]


def details(say: Say, view: PublicView) -> str:
    """How it came, best move, days, seed and commitment, as far as there are any."""
    lines = [*reasons(say, view), *best_move(say, view), *_days(say, view), *_deal(say, view)]
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
    return [*lines, *words_lines(say, view.words, safe_text)]


def roles(say: Say, view: PublicView) -> str:
    """One line a seat: number, name, role, how he ended, his fouls."""
    return "\n".join(_seat_line(say, view, seat) for seat in view.seats)


def _seat_line(say: Say, view: PublicView, seat: SeatView) -> str:
    if seat.status is Status.ABSENT:
        return panel_lines.empty_number(say, view, seat)
    role = [f"**{words.role(say, seat.role)}**"] if seat.role is not None else []
    ended = [say(f"status-{seat.status.value}"), *discipline.marks(say, view, seat)]
    return f"{words.seat_name(view, seat.number)} — " + ", ".join([*role, *ended])
