"""How the evening went: verdict, roles, a table of days, the protocol, and what the oracles say."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from mafiabot.engine.events import TableOpened
from mafiabot.engine.protocol import protocol
from mafiabot.engine.published import published
from mafiabot.engine.state import DayRecord, GameState, RoundRecord, Status
from mafiabot.lab.looks import BAD, GOOD, QUIET, TEAM, told
from mafiabot.lab.report import Report
from mafiabot.ui.protocol_answer import whole_text
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.texts import Texts

MOST_VIOLATIONS = 40
WORDS = {
    Status.ALIVE: "in the game",
    Status.VOTED_OUT: "voted out",
    Status.KILLED: "killed",
    Status.GONE: "gone",
    Status.REMOVED: "removed",
}
VERDICTS = {"red": "The red team wins", "black": "The black team wins", "draw": "A draw"}


def show(console: Console, report: Report, wall_s: float) -> None:
    """Print everything."""
    console.print()
    console.print(verdict(report))
    if report.state is not None and report.state.seats:
        console.print(roles(report.state))
        console.print(days(report.state))
    if report.log:
        console.print(Text(written_protocol(report)), soft_wrap=True)
    console.print(figures(report, wall_s))
    for line in findings(report):
        console.print(line, soft_wrap=True)


def verdict(report: Report) -> Text:
    """Who won."""
    if report.winner is None:
        return Text("No verdict", style=BAD)
    return Text(VERDICTS[report.winner], style=TEAM.get(report.winner, GOOD))


def roles(state: GameState) -> RenderableType:
    """One line a seat."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for title in ("seat", "player", "role", "at the end"):
        table.add_column(title)
    for number, seat in enumerate(state.seats, 1):
        role = "–" if seat.role is None else seat.role.value
        black = seat.role is not None and seat.role.black
        table.add_row(
            str(number),
            Text(seat.person.name),
            Text(role, TEAM["black" if black else "red"]),
            Text(WORDS[seat.status], "" if seat.alive else QUIET),
        )
    return Group(Text(), table, Text())


def days(state: GameState) -> RenderableType:
    """One line a day: the night before it, nominations, votes, who left."""
    label = state.ruleset.first_day_label
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for title in ("day", "shot in the night", "nominated", "votes", "left"):
        table.add_column(title, overflow="fold")
    records = {day.number: day for day in state.all_days}
    shots = {night.number: night.victim for night in state.nights}
    for number in range(max((*records, *shots), default=-1) + 1):
        day = records.get(number)
        table.add_row(
            str(number + label),
            "" if number not in shots else str(shots[number] or "nobody"),
            "" if day is None else " ".join(f"{n.seat}←{n.by}" for n in day.nominations),
            "" if day is None else "  ".join(_votes(day)),
            _left(state, day, number),
        )
    return Group(table, Text())


def _votes(day: DayRecord) -> Iterator[str]:
    for record in day.rounds:
        yield _round(record)
    if day.raise_vote is not None:
        raised = day.raise_vote
        yield f"raise {len(raised.yes)}:{len(raised.no)} {'passed' if raised.passed else 'failed'}"


def _round(record: RoundRecord) -> str:
    counts = {seat: sum(b.candidate == seat for b in record.ballots) for seat in record.candidates}
    return " ".join(f"{seat}={count}" for seat, count in counts.items())


def _left(state: GameState, day: DayRecord | None, number: int) -> str:
    left = [] if day is None else [str(seat) for seat in day.left]
    gone = [f"{one.seat} ({one.cause.value})" for one in state.gone if one.day == number]
    return ", ".join([*left, *gone])


def written_protocol(report: Report) -> str:
    """The whole protocol in the demo's language, and the sheet where the rules ask for one."""
    kept = report.archived
    if kept is None:
        game = published(protocol(report.log))
    else:
        game = published(kept.protocol, kept.awards, kept.penalties, kept.protests)
    return whole_text(Texts.load(), report.language, Paper(game=game, people=_people(report)))


def _people(report: Report) -> dict[int, str]:
    opened = next((event for event in report.log if isinstance(event, TableOpened)), None)
    return {} if opened is None else {opened.host.user_id: opened.host.name}


def figures(report: Report, wall_s: float) -> RenderableType:
    """What was measured."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style=QUIET)
    table.add_column()
    for name, value in _figures(report, wall_s):
        table.add_row(name, value)
    return table


def _figures(report: Report, wall_s: float) -> Iterator[tuple[str, str]]:
    full = [line for line in report.speeches if line.ended == "time" and not line.disturbed]
    worst = max((abs(line.heard_ms - line.granted_ms) for line in full), default=0)
    gaps = sorted(line.gap_before_ms for line in report.speeches if line.gap_before_ms)
    minutes = report.game_ms / 60_000
    yield "game", f"{minutes:.1f} minutes in {wall_s:.1f} s"
    yield "speeches", f"{len(report.speeches)}, {len(full)} to the last second"
    yield "heard vs granted", f"off by {worst} ms at most"
    yield (
        "silence between speakers",
        f"{gaps[len(gaps) // 2]} ms median, {gaps[-1]} ms longest" if gaps else "–",
    )
    yield "two heard at once", f"{report.double_audible_ms} ms at most"
    yield "left muted", f"{report.left_muted}, still owed {report.debts_open}"
    yield "unanswered", str(report.unanswered)
    yield "unknown routes", str(report.unknown_routes)
    yield "schema errors", str(report.schema_errors)
    yield "member edits a turn", f"{report.edits_per_turn:g}"
    yield "panel edits a speech", f"{report.panel_edits_per_speech:g}"
    yield "commits", f"{report.commits}, refused {sum(report.refusals.values())}"


def findings(report: Report) -> Iterator[Text]:
    """`clean`, or every violation by name."""
    if report.clean:
        yield Text("\n✓ clean", style=GOOD)
        return
    yield Text(f"\n{len(report.violations)} violations" if report.violations else "\nnot finished", style=BAD)
    for violation in report.violations[:MOST_VIOLATIONS]:
        yield told(violation)
    if len(report.violations) > MOST_VIOLATIONS:
        yield Text(f"… and {len(report.violations) - MOST_VIOLATIONS} more", QUIET)
