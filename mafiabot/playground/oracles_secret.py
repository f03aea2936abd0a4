"""Oracles of secrets that no word betrays: edits, reasons, ids, and the shape of what players are shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from .components import walk
from .controls import controls, texts
from .errors import Json
from .oracles import Evidence, MicEdit, Violation, first, text_lines
from .oracles_text import ROLE_WORDS
from .people.phrases import book
from .people.reading import Reader
from .people.things import Hand, Panel
from .views import Seen

LOOK_AFTER_MS = 1_500.0
"""By then every hand has been brought up to date."""

RETRY_MS = 30_000.0
"""An edit nobody saw take effect is sent again, for so long."""

_STEP = re.compile(r"night \d+ (?!best_move)\w+")  # who names a best move has the floor, and a hand for it
_SPOILER = re.compile(r"\|\|(?P<inside>(?:\\.|[^\\])*?)\|\|")
_UNSEEN = re.compile(r"\\(.)|\*\*|[\u200b\u2068\u2069]")
_MOMENT = re.compile(r"<t:\d+(:\w)?>")

Shape = tuple[object, ...]


class ReasonsNameNoRole:
    """Everybody with the audit log reads the reasons of mutes."""

    name = "role in a reason"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every edit whose reason has the word for a role in it."""
        for edit in evidence.edits:
            if edit.reason is not None and ROLE_WORDS.search(edit.reason):
                yield evidence.violation(edit.at_ms, repr(edit.reason))


class NightsNeedNoEdits:
    """At night nobody is asked to be what he is already: who gets such an edit would be the secret."""

    name = "edits at night"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every needless edit of a player in a night, unless it repeats one just sent."""
        for edit in evidence.edits:
            seat = evidence.seat_of(edit.user_id)
            at_night = any(night.fell_ms <= edit.at_ms < night.over_ms for night in evidence.nights)
            if at_night and seat is not None and edit.mute is edit.was_muted and not _repeats(evidence, edit):
                said = f"seat {seat} told to be {'muted' if edit.mute else 'unmuted'} again"
                yield evidence.violation(edit.at_ms, said)


def _repeats(evidence: Evidence, edit: MicEdit) -> bool:
    return any(
        one.user_id == edit.user_id
        and one.mute is edit.mute is not one.was_muted
        and 0 <= edit.at_ms - one.at_ms <= RETRY_MS
        for one in evidence.edits
    )


class HandsLookAlike:
    """In every step of a night the hands of all the living have one shape, whatever their roles.

    So have the bars over what is hidden on them: who has partners would be told by how wide his is.
    """

    name = "hand shape"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """The rarest shape of every step in which there are two."""
        reader = Reader(book(evidence.language))
        for (at_ms, name), (until_ms, _) in zip(evidence.marks, evidence.marks[1:], strict=False):
            look_ms = at_ms + LOOK_AFTER_MS
            if _STEP.fullmatch(name) is None or look_ms >= until_ms:
                continue
            shapes = _shapes(evidence, reader, at_ms, look_ms)
            # A pause or an undoing makes a step begin anew, and what was picked in it may stand.
            first_ms = next(moment_ms for moment_ms, mark in evidence.marks if mark == name)
            for seat in _pressed(evidence, first_ms, look_ms):
                shapes.pop(seat, None)
            if len(set(shapes.values())) > 1:
                rarest = Counter(shapes.values()).most_common()[-1][0]
                seats = [seat for seat, shape in sorted(shapes.items()) if shape == rarest]
                yield evidence.violation(look_ms, f"seats {seats} see another hand than the others")


def _pressed(evidence: Evidence, since_ms: float, at_ms: float) -> Iterator[int]:
    """Who has pressed something since the step began: his hand shows what came of it."""
    for one in evidence.clicks:
        seat = evidence.seat_of(one.user_id)
        if seat is not None and since_ms <= one.at_ms <= at_ms:
            yield seat


def _shapes(evidence: Evidence, reader: Reader, since_ms: float, at_ms: float) -> dict[int, Shape]:
    """By seat, of the hands that came up to date since a moment; the newest each, the living only."""
    gone = _gone(evidence, at_ms)
    living = [seat for seat in _living(evidence, reader, at_ms) if seat not in gone]
    newest: dict[int, tuple[float, Shape]] = {}
    for seen in evidence.private:
        shown = _shown(seen, at_ms)
        if shown is None or shown[0] < since_ms:
            continue
        hand = reader.read(shown[1])
        if not isinstance(hand, Hand) or hand.seat not in living:
            continue
        if shown[0] >= newest.get(hand.seat, (0.0,))[0]:
            newest[hand.seat] = (shown[0], (shape(shown[1]), bars(shown[1])))
    return {seat: found for seat, (_, found) in newest.items()}


def _gone(evidence: Evidence, at_ms: float) -> set[int]:
    """Who has left by the book, though the panel may still have to say so."""
    standing = next((one for one in reversed(evidence.standings) if one.from_ms <= at_ms), None)
    seats = {player.seat for player in evidence.players}
    return seats - standing.living if standing is not None else set()


def _living(evidence: Evidence, reader: Reader, at_ms: float) -> tuple[int, ...]:
    for seen in reversed(evidence.messages):
        shown = _shown(seen, at_ms)
        panel = None if shown is None else reader.read(shown[1])
        if isinstance(panel, Panel):
            return panel.living
    return ()


def _shown(seen: Seen, at_ms: float) -> tuple[float, Json] | None:
    return next((version for version in reversed(seen.versions) if version[0] <= at_ms), None)


def shape(payload: Json) -> Shape:
    """What a glance tells without reading: parts, lines, how much can be touched and chosen."""
    return (
        tuple(component["type"] for component in walk(payload["components"])),
        tuple(len(text.splitlines()) for text in texts(payload)),
        tuple((control.disabled, len(control.options)) for control in controls(payload)),
    )


def bars(payload: Json) -> tuple[int, ...]:
    """How wide the bars over spoilers are, in characters; a name's formatting and escapes do not show."""
    covered = (found["inside"] for text in texts(payload) for found in _SPOILER.finditer(text))
    return tuple(len(_UNSEEN.sub(r"\1", inside)) for inside in covered)


class PublicIdsAreTheSame:
    """As long as two evenings go the same way to the millisecond, so do their nonces and ids.

    They differ in secret deeds only, so that whatever counts those shows here.
    """

    name = "public ids"

    def __init__(self, twin: Evidence) -> None:
        self._twin = twin

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """The first message with other ids, before words or moments differ."""
        for one, other in zip(evidence.messages, self._twin.messages, strict=False):
            if one.id != other.id or _words(one) != _words(other):
                return
            mine, theirs = ids(first(one)), ids(first(other))
            if mine != theirs:
                pairs = zip(mine, theirs, strict=False)
                said = next((f"{a} and {b}" for a, b in pairs if a != b), "another number of ids")
                yield evidence.violation(one.received_ms, said)
                return


def _words(seen: Seen) -> list[str]:
    return [_MOMENT.sub("", line) for line in text_lines(first(seen))]


def ids(payload: Json) -> list[str]:
    """Everything in a message that a client is given and does not show."""
    found = [str(payload.get("nonce"))]
    for component in walk(payload["components"]):
        found += [str(component.get("id")), str(component.get("custom_id"))]
    return found
