"""Oracles of presses: which votes were counted, and which button ended a speech."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .clock import snowflake_ms
from .controls import buttons, controls
from .oracles import Click, Evidence, Floor, Violation, first, text_lines
from .people.phrases import Phrase, PhraseBook, book
from .views import Seen


def window_seat(seen: Seen, language: str) -> int | None:
    """The candidate whose vote button a message came with."""
    words = book(language)
    asked = (words.match(Phrase.VOTE, button.label) for button in buttons(first(seen)))
    return next((int(found["seat"]) for found in asked if found), None)


def is_window(seen: Seen, language: str) -> bool:
    """Whether a message came with the button of a vote for one candidate."""
    return window_seat(seen, language) is not None


ROUNDED_MS = 1  # the game's own moments are whole milliseconds


class LateVotesDoNotCount:
    """Whoever is told to have voted pressed a window for that candidate inside it, by Discord's stamps."""

    name = "late vote"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every vote in a result that was not made in time."""
        words = book(evidence.language)
        windows: dict[int, list[Seen]] = {}
        for seen in evidence.messages:
            candidate = window_seat(seen, evidence.language)
            if candidate is not None:
                windows.setdefault(candidate, []).append(seen)
            if _reads_out_a_list(seen, words):
                windows.clear()
            for line in text_lines(first(seen)):
                if (told := words.match(Phrase.VOTES_FOR, line)) is None:
                    continue
                asked = windows.get(int(told["seat"]), [])
                for seat in _untimely(evidence, told["seats"], asked):
                    said = f"seat {seat} for {told['seat']}"
                    yield evidence.violation(seen.received_ms, said)


def _reads_out_a_list(seen: Seen, words: PhraseBook) -> bool:
    """A panel names the candidates too, and stands beside their windows."""
    lines = text_lines(first(seen)) if next(controls(first(seen)), None) is None else []
    return any(words.which(line, (Phrase.CANDIDATES, Phrase.RECANDIDATES)) is not None for line in lines)


def _untimely(evidence: Evidence, seats: str, windows: Sequence[Seen]) -> Iterator[int]:
    """Nothing is known where no window was ever shown."""
    stamps = {window.id: snowflake_ms(window.id) for window in windows}
    in_time = {
        evidence.seat_of(click.user_id)
        for click in evidence.clicks
        if click.message_id in stamps
        and (
            0 <= snowflake_ms(click.id) - stamps[click.message_id] < evidence.window_ms
            or any(span.from_ms <= click.at_ms < span.until_ms for span in evidence.estimated)
        )
    }
    if windows:
        yield from (seat for seat in map(int, seats.split(", ")) if seat not in in_time)


class FinishesBelongToTheirFloor:
    """A speech that its owner ended was ended by a button that appeared after he got the floor."""

    name = "stale finish"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every speech that ended without such a press."""
        shown = {seen.id: seen for seen in (*evidence.messages, *evidence.private)}
        for floor in evidence.floors:
            if floor.cause == "finished" and not any(
                _finishes(evidence, click, floor, shown.get(click.message_id)) for click in evidence.clicks
            ):
                yield evidence.violation(floor.ended_ms, f"seat {floor.seat} ({floor.kind})")


def _finishes(evidence: Evidence, click: Click, floor: Floor, seen: Seen | None) -> bool:
    if seen is None or click.user_id != floor.user_id:
        return False
    if not floor.given_ms <= click.at_ms <= floor.ended_ms + ROUNDED_MS:
        return False
    words = book(evidence.language)
    for at_ms, payload in seen.versions:
        for control in controls(payload):
            if control.custom_id == click.custom_id and not control.disabled:
                since_ms = floor.given_ms if floor.first_ms is None else floor.first_ms
                return at_ms >= since_ms and words.match(Phrase.FINISH, control.label) is not None
    return False
