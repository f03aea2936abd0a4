"""Stretches of a game that oracles ask for: its nights, and when who must not be heard."""

from collections.abc import Collection, Iterator

from mafiabot.engine import events as ev
from mafiabot.engine.state import GameState, Night
from mafiabot.engine.timing import step_length_ms, steps_of
from mafiabot.lab.chronicle import Chronicle
from mafiabot.lab.floors import speeches
from mafiabot.playground.oracles import NightSpan, Sign, Silence, Span

# --- nights --------------------------------------------------------------------------------------


def nights(book: Chronicle) -> Iterator[NightSpan]:
    """Every night that has ended, once; one that was undone, as it fell again."""
    fell: ev.NightFell | None = None
    disturbed = False
    for event in book.events:
        match event:
            case ev.NightFell():
                fell, disturbed = event, False
            case ev.GamePaused() | ev.DowntimeExcused() | ev.TimeChanged() | ev.PhaseCut():
                disturbed = True
            case ev.Undone(restored=restored):
                fell, disturbed = (fell if isinstance(restored.phase, Night) else None), True
            case ev.NightEnded() | ev.DayBroke() if fell is not None:
                yield _night(book, fell, event, disturbed)
                fell = None
            case _:
                pass


def _night(book: Chronicle, fell: ev.NightFell, over: ev.Event, disturbed: bool) -> NightSpan:
    assert book.state is not None
    rules = book.state.ruleset
    lengths_ms = [step_length_ms(book.state, step) for step in steps_of(rules, fell.number)]
    return NightSpan(
        number=fell.number,
        fell_ms=book.loop_ms(fell.at_ms),
        over_ms=book.loop_ms(over.at_ms),
        expected_ms=sum(length_ms + rules.vote_settle_ms for length_ms in lengths_ms if length_ms),
        disturbed=disturbed,
    )


# --- silences ------------------------------------------------------------------------------------


def silences(book: Chronicle, ended_ms: float) -> Iterator[Silence]:
    """Pauses, lost speeches, and the rest of the game for who is out of it."""
    yield from _pauses(book, ended_ms)
    for speech in speeches(book):
        floor = speech.floor
        if floor.muted:
            yield Silence(
                why="lost speech", user_id=floor.user_id, from_ms=floor.given_ms, until_ms=floor.ended_ms
            )
    yield from _outs(book, ended_ms)


def _pauses(book: Chronicle, ended_ms: float) -> Iterator[Silence]:
    since_ms: float | None = None
    for event in book.events:
        if isinstance(event, ev.GamePaused):
            since_ms = book.loop_ms(event.at_ms)
        elif isinstance(event, ev.GameResumed | ev.GameEnded) and since_ms is not None:
            until_ms = book.loop_ms(event.at_ms)
            yield Silence(why="pause", user_id=None, from_ms=since_ms, until_ms=until_ms)
            since_ms = None
    if since_ms is not None:
        yield Silence(why="pause", user_id=None, from_ms=since_ms, until_ms=ended_ms)


def _outs(book: Chronicle, ended_ms: float) -> Iterator[Silence]:
    out: dict[int, float] = {}
    for event in book.events:
        at_ms = book.loop_ms(event.at_ms)
        match event:
            case ev.PlayerGone(seat=seat):
                out.setdefault(seat, at_ms)
            case ev.Undone(restored=restored):
                for seat in [seat for seat in out if not _is_out(restored, seat)]:
                    yield _out(book, seat, out.pop(seat), at_ms)
            case _:
                pass
    for seat, from_ms in out.items():
        yield _out(book, seat, from_ms, ended_ms)


def _is_out(state: GameState, seat: int) -> bool:
    return any(gone.seat == seat for gone in state.gone)


def _out(book: Chronicle, seat: int, from_ms: float, until_ms: float) -> Silence:
    assert book.state is not None
    user_id = book.state.seat(seat).person.user_id
    return Silence(why="out of the game", user_id=user_id, from_ms=from_ms, until_ms=until_ms)


# --- votes ---------------------------------------------------------------------------------------


def no_votes(book: Chronicle, ended_ms: float) -> Iterator[Span]:
    """Since when and how long a removal had cancelled the next vote; the last one perhaps to the end."""
    yield from book.no_votes
    if book.no_vote_from_ms is not None:
        yield Span(from_ms=book.no_vote_from_ms, until_ms=ended_ms)


def estimated(book: Chronicle) -> Iterator[Span]:
    """Windows that opened by the judge's own clock."""
    for event in book.events:
        if isinstance(event, ev.WindowOpened) and event.estimated:
            yield Span(from_ms=book.loop_ms(event.at_ms), until_ms=book.loop_ms(event.ends_at_ms))


# --- signs ---------------------------------------------------------------------------------------


def signs(book: Chronicle, written: Collection[tuple[int, str]]) -> Iterator[Sign]:
    """Every text that black wrote to each other.

    `written`: (user, text) of every form that was sent. Whoever hit on the same words knows them.
    """
    if book.state is None:
        return
    black = frozenset(n for n, seat in enumerate(book.state.seats, 1) if seat.role and seat.role.black)
    for event in book.events:
        if isinstance(event, ev.SignWritten) and event.text:
            same = {book.state.seat_of(user_id) for user_id, text in written if text == event.text}
            yield Sign(text=event.text, seats=black | {seat for seat in same if seat is not None})
