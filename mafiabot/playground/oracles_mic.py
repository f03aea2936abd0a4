"""Oracles of the microphones: who was heard without the floor, who too short, who stays muted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .audible import Interval
from .oracles import Evidence, Floor, Violation

SLACK_MS = 50.0
SHORT_MS = 1.0
LEFT_MUTED_AFTER_MS = 15_000.0
RESENT_AFTER_MS = 200.0
"""An edit not seen to take effect is sent again after two round trips and so long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was heard of a floor: its owner's open intervals, cut where his own next floor begins."""

    floor: Floor
    spans: tuple[tuple[float, float], ...]

    @property
    def ms(self) -> float:
        """How long he could be heard."""
        return sum(end - start for start, end in self.spans)

    @property
    def opened_ms(self) -> float | None:
        """When he was first heard."""
        return self.spans[0][0] if self.spans else None

    @property
    def closed_ms(self) -> float | None:
        """When he was last heard."""
        return self.spans[-1][1] if self.spans else None


def heard(evidence: Evidence) -> tuple[Heard, ...]:
    """What was heard of every floor, in order."""
    return tuple(_heard(evidence, number) for number in range(len(evidence.floors)))


def _heard(evidence: Evidence, number: int) -> Heard:
    floor = evidence.floors[number]
    begin, end = floor.given_ms, _until_ms(evidence, number)
    spans = []
    for one in evidence.open:
        start, stop = max(begin, one.start_ms), min(end, _end_ms(one, evidence.ended_ms))
        if one.user_id == floor.user_id and start < stop and start < max(floor.ended_ms, begin + 1):
            spans.append((start, stop))
    return Heard(floor=floor, spans=tuple(spans))


def _until_ms(evidence: Evidence, number: int) -> float:
    """Until when his being heard belongs to this floor: his own next one, or the verdict."""
    floor = evidence.floors[number]
    later = (one.given_ms for one in evidence.floors[number + 1 :] if one.user_id == floor.user_id)
    return min(next(later, evidence.over_ms), max(evidence.over_ms, floor.ended_ms))


def _end_ms(one: Interval, ended_ms: float) -> float:
    return ended_ms if one.end_ms is None else one.end_ms


class OnlyTheFloorIsHeard:
    """From the first night to the verdict nobody is open without the floor longer than a round trip.

    But for who cries out, while he may.
    """

    name = "heard without the floor"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every stretch that was too long."""
        for one in evidence.open:
            seat = evidence.seat_of(one.user_id)
            if seat is None:
                continue
            ended = (floor.ended_ms for floor in evidence.floors if floor.user_id == one.user_id)
            allowed_ms = _allowed_ms(evidence, one, ended)
            for stretch in _without_floor(evidence, one):
                for start, end in _without_outcry(evidence, one.user_id, stretch):
                    if end - start > allowed_ms:
                        yield evidence.violation(start, f"seat {seat} for {end - start:.0f} ms")


def _allowed_ms(evidence: Evidence, one: Interval, muted_ms: Iterable[float]) -> float:
    """A round trip, and more for who was opened just after he was to be muted.

    Two edits of his were under way, the mute was overtaken, and must be sent again.
    """
    allowed_ms = evidence.round_trip_ms + SLACK_MS
    if any(0 < one.start_ms - at_ms <= evidence.round_trip_ms for at_ms in muted_ms):
        allowed_ms += 2 * evidence.round_trip_ms + RESENT_AFTER_MS
    return allowed_ms


def _without_floor(evidence: Evidence, one: Interval) -> Iterator[tuple[float, float]]:
    at = max(one.start_ms, evidence.muted_from_ms)
    end = min(_end_ms(one, evidence.ended_ms), evidence.over_ms)
    for floor in evidence.floors:
        other = floor.user_id != one.user_id or floor.muted
        if other or floor.ended_ms <= at or floor.given_ms >= end:
            continue
        if at < floor.given_ms:
            yield at, floor.given_ms
        at = floor.ended_ms
    if at < end:
        yield at, end


def _without_outcry(
    evidence: Evidence, user_id: int, stretch: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """What is left of a stretch where somebody was not crying out."""
    at, end = stretch
    for outcry in evidence.outcries:
        if outcry.user_id != user_id or outcry.until_ms <= at or outcry.from_ms >= end:
            continue
        if at < outcry.from_ms:
            yield at, outcry.from_ms
        at = outcry.until_ms
    if at < end:
        yield at, end


class OutcriesAreShort:
    """Who cries out is heard for what he paid for, plus a round trip at most."""

    name = "length of an outcry"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every outcry that was too long."""
        allowed_ms = evidence.outcry_ms + evidence.round_trip_ms + SLACK_MS
        for outcry in evidence.outcries:
            heard_ms = sum(
                max(
                    0.0,
                    min(_end_ms(one, evidence.ended_ms), outcry.until_ms) - max(one.start_ms, outcry.from_ms),
                )
                for one in evidence.open
                if one.user_id == outcry.user_id
            )
            if heard_ms > allowed_ms and not outcry.disturbed:
                seat = evidence.seat_of(outcry.user_id)
                yield evidence.violation(outcry.from_ms, f"seat {seat} heard {heard_ms:.0f} ms")


class TheSilentAreNotHeard:
    """In a pause nobody is heard, in a lost speech its owner is not, and who is out of the game never is."""

    name = "heard in spite of it"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every stretch longer than the way there and back."""
        for silence in evidence.silences:
            for one in evidence.open:
                seat = evidence.seat_of(one.user_id)
                if seat is None or silence.user_id not in (None, one.user_id):
                    continue
                start = max(one.start_ms, silence.from_ms)
                end = min(_end_ms(one, evidence.ended_ms), silence.until_ms, evidence.over_ms)
                if end - start > _allowed_ms(evidence, one, (silence.from_ms,)):
                    yield evidence.violation(start, f"{silence.why}: seat {seat} for {end - start:.0f} ms")


class SpeechesAreHeardInFull:
    """An undisturbed speaker whose time ran out was heard as long as granted, plus a round trip at most."""

    name = "length of a speech"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """Too short, too long, or never heard."""
        most_over_ms = evidence.round_trip_ms + SLACK_MS
        for one in heard(evidence):
            floor = one.floor
            if floor.disturbed or floor.muted:
                continue
            over_ms = one.ms - floor.granted_ms
            said = f"seat {floor.seat} heard {one.ms:.0f} of {floor.granted_ms:.0f} ms ({floor.kind})"
            short = floor.cause == "time" and over_ms < -SHORT_MS
            never = floor.cause == "finished" and one.opened_ms is None
            if over_ms > most_over_ms or short or never:
                yield evidence.violation(floor.given_ms, said)


class EverybodyIsAsFound:
    """Whoever has been in voice for a while after the end has the microphone he came with."""

    name = "left muted"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every member."""
        for member in left_muted(evidence):
            seat = evidence.seat_of(member)
            yield evidence.violation(evidence.ended_ms, f"seat {seat} is not as found")


def left_muted(evidence: Evidence) -> list[int]:
    """Members in voice since long enough whose mute is not as it was found."""
    return [
        member.user_id
        for member in evidence.members
        if member.muted is not member.found_muted
        and member.in_voice_since_ms is not None
        and evidence.ended_ms - max(member.in_voice_since_ms, evidence.over_ms) >= LEFT_MUTED_AFTER_MS
    ]


def together_ms(evidence: Evidence) -> float:
    """The longest stretch between the first night and the verdict with two players open at once.

    Who cries out does not count, while he may.
    """
    changes: list[tuple[float, int]] = []
    for one in evidence.open:
        start = max(one.start_ms, evidence.muted_from_ms)
        end = min(_end_ms(one, evidence.ended_ms), evidence.over_ms)
        if evidence.seat_of(one.user_id) is not None and start < end:
            for begin, stop in _without_outcry(evidence, one.user_id, (start, end)):
                changes += [(begin, 1), (stop, -1)]
    longest, count, since = 0.0, 0, 0.0
    for at, step in sorted(changes):
        if count >= 2:
            longest = max(longest, at - since)
        if count < 2 <= count + step:
            since = at
        count += step
    return longest
