"""The protocol sheet of a tournament table as monospaced text: the federation's form, filled in.

Of the vote it has room for one revote; further ones stand in a line below. What the bot cannot know
(tournament, stage, table) stays blank to be written in.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from mafiabot.engine.protocol_types import Protocol, ProtocolDay, ProtocolSeat
from mafiabot.engine.published import SeatPoints
from mafiabot.engine.scoring import ERROR
from mafiabot.engine.state import Outcome, Role, RoundRecord
from mafiabot.ui import words
from mafiabot.ui.protocol_paper import Paper, Pen, day_name, hundredths, plain_pen
from mafiabot.ui.texts import Texts

NAME_WIDTH, ROLE_WIDTH, NUMBER_WIDTH, VOTES_WIDTH = 16, 5, 6, 12
FOUL_BOXES = 4
GIVEN, FREE = "■", "□"
BLANK = "_" * 12
RULE = "─" * 46
LETTERS = (Role.MAFIA, Role.DON, Role.SHERIFF)


def sheet_text(texts: Texts, locale: str, paper: Paper) -> str:
    """The filled form, ending in a line break."""
    pen = plain_pen(texts, locale, paper)
    parts = (_head(pen, paper), _rows(pen, paper), _foot(pen, paper), _votes(pen, paper), _back(pen, paper))
    blocks = (list(part) for part in parts)
    return f"\n{RULE}\n".join("\n".join(block) for block in blocks if block).replace("`", "'") + "\n"


def _head(pen: Pen, paper: Paper) -> Iterator[str]:
    protocol = paper.protocol
    at_ms = protocol.dealt_ms if protocol.dealt_ms is not None else protocol.opened_ms
    date = f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d}"
    number = words.NOBODY if protocol.number is None else str(protocol.number)
    yield pen.say("sheet-title")
    yield f"{pen.say('sheet-tournament')} {BLANK}  {pen.say('sheet-stage')} {BLANK}"
    yield f"{pen.say('sheet-date')} {date}  {pen.say('sheet-table')} ____  {pen.say('sheet-game')} {number}"


# --- ten rows --------------------------------------------------------------------------------------


def _rows(pen: Pen, paper: Paper) -> Iterator[str]:
    points = {one.seat: one for one in paper.game.points or ()}
    titles = ("sheet-player", "sheet-role", "sheet-fouls", "sheet-points", "sheet-extra")
    player, role, fouls, total, extra = (pen.say(title) for title in titles)
    yield (
        f" №  {_fit(player, NAME_WIDTH)}{_fit(role, ROLE_WIDTH)}{_fit(fouls, NUMBER_WIDTH)}"
        f"{total:>{NUMBER_WIDTH}}{extra:>{NUMBER_WIDTH + 1}}"
    )
    for seat in paper.protocol.seats:
        yield _row(pen, seat, points.get(seat.number)).rstrip()


def _row(pen: Pen, seat: ProtocolSeat, points: SeatPoints | None) -> str:
    if seat.role is None:
        return f"{seat.number:>2}  {words.NOBODY}"
    letter = pen.say(f"sheet-letter-{seat.role.value}") if seat.role in LETTERS else ""
    boxes = GIVEN * min(seat.fouls, FOUL_BOXES) + FREE * (FOUL_BOXES - seat.fouls)
    row = (
        f"{seat.number:>2}  {_fit(pen.name(seat.name), NAME_WIDTH)}{_fit(letter, ROLE_WIDTH)}"
        f"{_fit(boxes, NUMBER_WIDTH)}"
    )
    if points is None:
        return row
    extra = hundredths(pen, points.total - points.win)
    return f"{row}{hundredths(pen, points.win):>{NUMBER_WIDTH}}{extra:>{NUMBER_WIDTH + 1}}"


def _fit(text: str, width: int) -> str:
    """The text in so many columns, one of them free."""
    kept = ""
    for c in text:
        if _columns(kept + c) > width - 1:
            break
        kept += c
    return kept + " " * (width - _columns(kept))


def _columns(text: str) -> int:
    """Columns a terminal gives to the text: wide letters take two, marks none."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


# --- result, votes ---------------------------------------------------------------------------------


def _foot(pen: Pen, paper: Paper) -> Iterator[str]:
    protocol = paper.protocol
    yield pen.say("sheet-winner", team=pen.say(f"sheet-winner-{_winner(protocol)}"))
    if protocol.best_move is None:
        yield pen.say("sheet-no-best-move")
    else:
        named = words.numbers(protocol.best_move.seats)
        yield pen.say("sheet-best-move", seats=named, seat=protocol.best_move.by)
    protests = words.numbers(one.seat for one in paper.game.protests)
    yield pen.say("sheet-protest", seats=protests)
    judges = ", ".join(pen.user(user_id) for user_id in protocol.judge_ids)
    yield pen.say("sheet-judge", names=judges or words.NOBODY)


def _winner(protocol: Protocol) -> str:
    won = (Outcome.RED, Outcome.BLACK, Outcome.DRAW)
    return protocol.outcome.value if protocol.outcome in won else "none"


def _votes(pen: Pen, paper: Paper) -> Iterator[str]:
    voted = (day for day in paper.protocol.days if day.rounds)
    for number, day in enumerate(voted, 1):
        yield pen.say("sheet-voting", n=number, day=day_name(pen, paper.protocol, day.number))
        yield from _voting(pen, day)


def _voting(pen: Pen, day: ProtocolDay) -> Iterator[str]:
    first, *again = (_counted(record) for record in day.rounds)
    columns = [pen.say("sheet-candidate"), pen.say("sheet-votes"), pen.say("sheet-revote") if again else ""]
    yield _line(columns)
    for seat, count in first.items():
        candidate = f"({seat})" if seat in day.left else f" {seat}"
        yield _line([candidate, str(count), str(again[0].get(seat, "")) if again else ""])
    for further in again[1:]:
        votes = ", ".join(f"{seat} – {count}" for seat, count in further.items())
        yield pen.say("sheet-further", votes=votes)
    if day.raise_vote is not None:
        living = len(day.rounds[-1].ballots)
        yield pen.say("sheet-raised", yes=len(day.raise_vote.yes), living=living)


def _line(columns: list[str]) -> str:
    return "".join(_fit(column, VOTES_WIDTH) for column in columns).rstrip()


def _counted(record: RoundRecord) -> dict[int, int]:
    votes = Counter(ballot.candidate for ballot in record.ballots)
    return {seat: votes[seat] for seat in record.candidates}


# --- the reverse -----------------------------------------------------------------------------------


def _back(pen: Pen, paper: Paper) -> Iterator[str]:
    lines = [*_reasons(pen, paper), *_comments(pen, paper)]
    if lines:
        yield pen.say("sheet-back")
        yield from lines


def _reasons(pen: Pen, paper: Paper) -> Iterator[str]:
    for award in paper.game.awards:
        yield pen.say("sheet-bonus", seat=award.seat, points=hundredths(pen, award.hundredths, signed=True))
    for penalty in paper.game.penalties:
        reason = pen.text(penalty.text) or pen.say("sheet-fine-error")
        yield pen.say("sheet-fine", seat=penalty.seat, points=hundredths(pen, ERROR), reason=reason)
    for one in paper.game.points or ():
        if one.removal:
            reason = pen.say("sheet-fine-removal")
            yield pen.say("sheet-fine", seat=one.seat, points=hundredths(pen, one.removal), reason=reason)


def _comments(pen: Pen, paper: Paper) -> Iterator[str]:
    for one in paper.game.protests:
        state = pen.say(f"protocol-protest-{one.state.value}")
        yield pen.say("protocol-protest", id=one.id, seat=one.seat, text=pen.text(one.text), state=state)
        if verdict := pen.text(one.verdict):
            yield f"  {verdict}"
