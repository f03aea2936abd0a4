"""The speeches of a drill: the demo's lines, which of them a fault touched, and the silences between them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mafiabot.engine import events as ev
from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.lab.drill.wire import Attempt
from mafiabot.lab.floors import Speech, speeches
from mafiabot.lab.report import SpeechLine, speech_lines
from mafiabot.playground.oracles import Evidence, Floor
from mafiabot.playground.oracles_mic import Heard, heard

STRAIGHT_ON_MS = 500.0
"""Between two speeches with nothing between them; a vote that is decided at once takes longer."""

SPENT_MS = 10_000.0
"""The window of Discord's limit: what was sent in it has used it up."""

BEFORE_MS, AFTER_MS = 2_000.0, 3_000.0
"""An edit this long before or after a floor may have been its."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Of one table, in ms: what undisturbed speeches were short of their grant and over it, and the gaps.

    `overlaps_ms`: how long each could be heard beside the former speaker. `disturbed_over_ms` of the others.
    """

    short_ms: tuple[float, ...]
    over_ms: tuple[float, ...]
    disturbed_over_ms: tuple[float, ...]
    gaps_ms: tuple[float, ...]
    overlaps_ms: tuple[float, ...]


class SpeechBook:
    """A table's speeches, held against what faults had their hands on."""

    def __init__(
        self, stage: DrillStage, table: TableStage, evidence: Evidence, attempts: list[Attempt]
    ) -> None:
        self._stage = stage
        self._table = table
        self._evidence = evidence
        self._hurt = [attempt for attempt in attempts if attempt.hurt and attempt.guild_id == table.guild.id]
        self._given = _until_now(speeches(table.book.chronicle), stage, table)
        self._heard = heard(evidence)
        self._touched = [self._is_touched(speech.floor) for speech in self._given]

    def lines(self) -> list[SpeechLine]:
        """One a floor, as in the demo; a lost speech is none."""
        lines = speech_lines(self._evidence, self._given)
        return [
            replace(line, disturbed=hit, heard_ms=round(self._heard_ms(one)))
            for line, (_, one, hit) in zip(lines, self._spoken(), strict=True)
        ]

    def floors(self) -> tuple[Floor, ...]:
        """The table's floors, disturbed where a fault touched them."""
        return tuple(
            replace(speech.floor, disturbed=hit)
            for speech, hit in zip(self._given, self._touched, strict=True)
        )

    def figures(self) -> Figures:
        """What is measured over all of them."""
        short: list[float] = []
        over: list[float] = []
        disturbed_over: list[float] = []
        for speech, one, hit in self._spoken():
            more_ms = self._heard_ms(one) - speech.floor.granted_ms
            (disturbed_over if hit else over).append(more_ms)
            if not hit and speech.floor.cause == "time":
                short.append(-more_ms)
        return Figures(
            short_ms=tuple(short),
            over_ms=tuple(over),
            disturbed_over_ms=tuple(disturbed_over),
            gaps_ms=tuple(self._gaps()),
            overlaps_ms=tuple(self._overlaps()),
        )

    def _heard_ms(self, one: Heard) -> float:
        """How long he was heard; after his floor only where the edits that muted him went well.

        What he was heard beyond it where Discord failed is no speech: it counts as heard without right.
        """
        ended_ms = one.floor.ended_ms
        failed = any(
            attempt.mute
            and attempt.user_id == one.floor.user_id
            and ended_ms <= attempt.sent_ms <= ended_ms + AFTER_MS
            for attempt in self._hurt
        )
        if not failed:
            return one.ms
        return sum(max(0.0, min(stop, ended_ms) - start) for start, stop in one.spans)

    def _overlaps(self) -> Iterator[float]:
        for number in range(1, len(self._heard)):
            before, this = self._heard[number - 1], self._heard[number]
            if (
                before.floor.user_id == this.floor.user_id
                or self._touched[number - 1]
                or self._touched[number]
            ):
                continue
            pairs = ((mine, his) for mine in this.spans for his in before.spans)
            yield sum(max(0.0, min(mine[1], his[1]) - max(mine[0], his[0])) for mine, his in pairs)

    def _spoken(self) -> Iterator[tuple[Speech, Heard, bool]]:
        for speech, one, hit in zip(self._given, self._heard, self._touched, strict=True):
            if not speech.floor.muted:
                yield speech, one, hit

    def _gaps(self) -> Iterator[float]:
        """From a speaker's last moment to the next one's first, where the floor went straight on.

        And the next one was there: nobody can be opened who is not. Where Discord has just failed over an
        edit in this server, what it allows may be used up by the library's own retries: nothing is said then.
        """
        for number in range(1, len(self._heard)):
            before, this = self._heard[number - 1], self._heard[number]
            if self._touched[number] or self._touched[number - 1] or this.floor.muted or before.floor.muted:
                continue
            if this.floor.given_ms - before.floor.ended_ms > STRAIGHT_ON_MS:
                continue
            if before.floor.user_id == this.floor.user_id or self._is_away(this.floor):
                continue
            if self._failed_before(this.floor.given_ms):
                continue
            if before.closed_ms is not None and this.opened_ms is not None:
                yield max(0.0, this.opened_ms - max(before.closed_ms, before.floor.ended_ms))

    def _failed_before(self, at_ms: float) -> bool:
        return any(at_ms - SPENT_MS <= attempt.sent_ms <= at_ms for attempt in self._hurt)

    def _is_away(self, floor: Floor) -> bool:
        """Whether a speaker was out of the channel when he got the floor."""
        chronicle, present = self._table.book.chronicle, True
        for event in chronicle.events:
            if chronicle.loop_ms(event.at_ms) > floor.given_ms:
                break
            if isinstance(event, ev.MicSeen) and event.seat == floor.seat:
                present = event.present
        return not present

    def _is_touched(self, floor: Floor) -> bool:
        if floor.disturbed:
            return True
        from_ms, until_ms = floor.given_ms - self._stage.way_ms, floor.ended_ms + self._stage.way_ms
        if any(touch.hits(self._table, floor.user_id, from_ms, until_ms) for touch in self._stage.touches):
            return True
        first_ms, last_ms = floor.given_ms - BEFORE_MS, floor.ended_ms + AFTER_MS
        return any(
            attempt.user_id == floor.user_id and first_ms <= attempt.sent_ms <= last_ms
            for attempt in self._hurt
        )


def _until_now(given: list[Speech], stage: DrillStage, table: TableStage) -> list[Speech]:
    """Where the drill ended before its game, the last floor still goes on."""
    if table.book.over or not given or given[-1].floor.cause != "cut":
        return given
    last = given[-1]
    return [*given[:-1], replace(last, floor=replace(last.floor, ended_ms=stage.now_ms()))]
