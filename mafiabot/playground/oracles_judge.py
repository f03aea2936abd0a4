"""Oracles of judging: panels that keep up with fouls and removals, cancelled votes, secret deeds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .errors import Json
from .oracles import Evidence, Standing, Violation, text_lines
from .oracles_press import is_window
from .oracles_text import ties_to_a_seat
from .people.phrases import book
from .people.reading import Reader
from .people.things import Panel

SLACK_MS = 500.0
SHOWN_WITHIN_MS = 10_000.0
"""Edits of one panel coalesce, and Discord lets a message be edited only so often."""
POST_WAITS_MS = 5_000.0
"""Five messages in five seconds are a channel's: a new panel waits for its turn with what was true before."""

DEED_WORDS = re.compile(
    r"\b(shots?|shoots?|checked|checks|"
    r"выстрел\w*|стрел\w+|провер\w+|"
    r"постріл\w*|стріл\w+|перевір\w+)\b",
    re.IGNORECASE,
)


class PanelsKeepUp:
    """What the panel shows of fouls and of who is in the game was true just before; undone, it goes back."""

    name = "panel"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every version of a panel that never was true, or that stayed as it was for too long."""
        reader = Reader(book(evidence.language))
        shown = list(_panels(evidence, reader))
        for number, (at_ms, panel, posted) in enumerate(shown):
            until_ms = shown[number + 1][0] if number + 1 < len(shown) else evidence.over_ms
            waited_ms = POST_WAITS_MS if posted else 0.0
            early_ms = at_ms - 2 * evidence.round_trip_ms - SLACK_MS - waited_ms
            if not any(_true(panel, one) for one in _in_force(evidence, early_ms, at_ms)):
                yield evidence.violation(at_ms, _said(panel))
            elif late := _outlived(evidence, panel, at_ms, until_ms):
                yield evidence.violation(late, f"still {_said(panel)}")


def _panels(evidence: Evidence, reader: Reader) -> Iterator[tuple[float, Panel, bool]]:
    """Every version of the game's panels, until the verdict, and whether it is its message's first."""
    versions = [
        (at_ms, payload, not number)
        for seen in evidence.messages
        for number, (at_ms, payload) in enumerate(seen.versions)
    ]
    for at_ms, payload, posted in sorted(versions, key=lambda version: version[0]):
        panel = reader.read(payload)
        if isinstance(panel, Panel) and evidence.muted_from_ms <= at_ms < evidence.over_ms:
            yield at_ms, panel, posted


def _in_force(evidence: Evidence, from_ms: float, until_ms: float) -> Iterator[Standing]:
    for number, one in enumerate(evidence.standings):
        later = evidence.standings[number + 1 :]
        if one.from_ms <= until_ms and (not later or later[0].from_ms >= from_ms):
            yield one


def _true(panel: Panel, standing: Standing) -> bool:
    """Somebody who has his last word is shown with it."""
    living = {place.seat for place in panel.ring if place.playing and not place.speaking}
    speaking = {place.seat for place in panel.ring if place.speaking}
    fouls = {(place.seat, place.fouls) for place in panel.ring if place.fouls}
    return living <= standing.living <= living | speaking and fouls == standing.fouls


def _outlived(evidence: Evidence, panel: Panel, at_ms: float, until_ms: float) -> float | None:
    """When a panel that stands from `at_ms` until `until_ms` had been untrue for too long."""
    for one in evidence.standings:
        late_ms = one.from_ms + SHOWN_WITHIN_MS
        stood = [now for now in _in_force(evidence, one.from_ms + 1, late_ms) if now.from_ms >= one.from_ms]
        if at_ms <= one.from_ms and late_ms < until_ms and not any(_true(panel, now) for now in stood):
            return late_ms
    return None


def _said(panel: Panel) -> str:
    fouls = ", ".join(f"{place.seat}: {place.fouls}" for place in panel.ring if place.fouls)
    return f"in the game {list(panel.living)}, fouls {fouls or 'none'}"


class NoVoteAfterARemoval:
    """Once a removal has cancelled the vote no window is opened, until the next night or its undoing."""

    name = "vote after a removal"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every window."""
        for seen in evidence.messages:
            if not is_window(seen, evidence.language):
                continue
            for span in evidence.no_votes:
                if span.from_ms + 2 * evidence.round_trip_ms + SLACK_MS < seen.received_ms < span.until_ms:
                    yield evidence.violation(seen.received_ms, "a window opened")


class SignsAreSecret:
    """What black write to each other is read by nobody else before the end, and in no audit log."""

    name = "sign"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every reader."""
        for sign in evidence.signs:
            for seen in (*evidence.messages, *evidence.judge_saw, *evidence.private):
                owner = evidence.owners.get(seen.id)
                if owner in sign.seats:
                    continue
                who = "all" if owner is None else f"seat {owner}"
                for at_ms, payload in seen.versions:
                    if at_ms < evidence.over_ms and _says(payload, sign.text):
                        yield evidence.violation(at_ms, f"shown to {who}")
                        break
            for edit in evidence.edits:
                if edit.reason is not None and sign.text in edit.reason:
                    yield evidence.violation(edit.at_ms, "in a reason")


def _says(payload: Json, text: str) -> bool:
    return any(text in line for line in text_lines(payload))


class DeedsOfTheNightAreSecret:
    """Before the verdict no line for all, or for the judge, has a seat and a word of shooting or checking."""

    name = "shot or check in public"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every message."""
        for seen in (*evidence.messages, *evidence.judge_saw):
            for at_ms, payload in seen.versions:
                lines = text_lines(payload) if at_ms < evidence.over_ms else []
                found = next((line for line in lines if ties_to_a_seat(line, evidence, DEED_WORDS)), None)
                if found is not None:
                    yield evidence.violation(at_ms, repr(found))
                    break
