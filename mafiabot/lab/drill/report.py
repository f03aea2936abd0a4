"""The report of a drill: the fixed keys, and how each is measured. Moments count from the run's beginning."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from mafiabot.engine import events as ev
from mafiabot.lab.drill.expect import Missed, missed
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.members import MemberLine, Presence, found_muted, member_lines
from mafiabot.lab.drill.speech import SpeechBook
from mafiabot.lab.drill.stage import DrillStage, TableStage, Touch
from mafiabot.lab.drill.told import announcements_doubled, announcements_lost
from mafiabot.lab.drill.wire import EDIT, Shown, attempts_of, edits_of
from mafiabot.lab.drill.wishes import Wishes
from mafiabot.lab.evidence import gather
from mafiabot.lab.report import WON, SpeechLine
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.oracles import Evidence, NightSpan, Violation, judge
from mafiabot.playground.oracles_mic import together_ms
from mafiabot.playground.oracles_secret import LOOK_AFTER_MS
from mafiabot.playground.oracles_world import Noted, all_oracles

RECOVERY_MS = 10_000.0
"""So long after a fault an oracle's objection may still be its doing."""

NEVER_EXCUSED = frozenset(
    {
        *("left muted", "role in a reason", "hand shape", "language", "role without a spoiler"),
        *("role in public", "sign", "shot or check in public", "public ids", "said twice"),
    }
)
OF_THE_MICROPHONES = frozenset({"heard without the floor", "heard in spite of it", "length of a speech"})
"""What can be told of a table whose chat is gone."""

OF_SECRETS = frozenset({"role in public", "role without a spoiler", "sign", "shot or check in public"})
"""What is none any more once the end was told, even if the store has forgotten it since."""

OF_MILLISECONDS = OF_THE_MICROPHONES | {
    *("length of a night", "night as seen", "windows overlap", "late vote", "panel", "edits at night"),
    *("length of an outcry", "hand shape"),
}
"""What real processes cannot be held to: how fast the machine is shows in it.

Hands are looked at a second and a half into a step: at pace 10 a machine has 150 ms to bring all up to date.
"""

ANSWER_WITHIN_MS = 3_500.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Commands that were answered as taken: how many, how many are gone, how many came twice."""

    accepted: int
    lost: int
    doubled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What only whoever ran the bot can know. `critical`: lines it logged as such."""

    commands: Commands
    restarts: int
    critical: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillReport:
    """`body` has the fixed keys; `missed`: why it failed."""

    body: Mapping[str, Any]
    missed: tuple[Missed, ...]

    @property
    def passed(self) -> bool:
        return not self.missed

    @property
    def line(self) -> str:
        """What is printed of it."""
        if self.passed:
            return f"{self.body['name']} passed"
        one = self.missed[0]
        more = f" (and {len(self.missed) - 1} more)" if len(self.missed) > 1 else ""
        return (
            f"{self.body['name']} FAILED {one.key}: wanted {_shown(one.wanted)}, got {_shown(one.got)}{more}"
        )


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


class Measuring:
    """One finished run, looked at from all sides."""

    def __init__(self, stage: DrillStage, shown: Shown, presence: Presence, counted: Counted) -> None:
        self._stage = stage
        self._shown = shown
        self._presence = presence
        self._counted = counted
        self._attempts = attempts_of(stage)
        stage.touches.extend(shown.missed())
        self._evidence = {table.spec.id: self._gathered(table) for table in stage.tables.values()}
        self._speeches = {
            table.spec.id: SpeechBook(stage, table, self._evidence[table.spec.id], self._attempts)
            for table in stage.tables.values()
        }
        for key, book in self._speeches.items():
            nights = tuple(self._night(stage.tables[key], night) for night in self._evidence[key].nights)
            self._evidence[key] = replace(self._evidence[key], floors=book.floors(), nights=nights)

    def report(self, failed: Iterable[Missed]) -> DrillReport:
        """`failed`: what went wrong before anything was measured, such as a moment that never came."""
        body = self._body(self._stage.drill)
        wrong = (*failed, *missed(body, self._stage.drill.expect))
        body["passed"] = not wrong
        body["failed"] = [asdict(one) for one in wrong]
        return DrillReport(body=body, missed=wrong)

    def _body(self, drill: Drill) -> dict[str, Any]:
        members = list(member_lines(self._stage, self._presence))
        return {
            "name": drill.name,
            "mode": drill.mode,
            "seed": drill.seed,
            "passed": True,
            "failed": [],
            "tables": {table.spec.id: self._table(table) for table in self._stage.tables.values()},
            "members": [asdict(one) for one in members],
            "edits": list(self._edits()),
            "violations": [self._since_start(one) for one in self._violations()],
            "totals": self._totals(members),
        }

    # --- tables ---------------------------------------------------------------------------------

    def _gathered(self, table: TableStage) -> Evidence:
        stage = self._stage
        return gather(
            language=stage.drill.language,
            core=stage.local.core,
            guild=table.guild,
            channel=table.channel,
            chat=table.chat,
            book=table.book.chronicle,
            judge_id=table.company.host.person.id,
            found_muted=found_muted(stage, table.guild),
            in_voice_since_ms=self._presence.of(table.guild),
            round_trip_ms=stage.way_ms,
        )

    def _night(self, table: TableStage, night: NightSpan) -> NightSpan:
        """Disturbed where a fault was at work in it."""
        return replace(night, disturbed=night.disturbed or self._touched(table, night.fell_ms, night.over_ms))

    def _touched(self, table: TableStage, from_ms: float, until_ms: float) -> bool:
        """Whether a fault had its hands on the table, its guild or everything within a span."""
        return any(
            touch.user_id is None and touch.hits(table, 0, from_ms, until_ms) for touch in self._stage.touches
        )

    def _table(self, table: TableStage) -> dict[str, Any]:
        state = table.book.state
        return {
            "verdict": verdict_of(table),
            "days": 0 if state is None else len(state.all_days),
            "speeches": [asdict(line) for line in self._lines(table)],
            "marks": {name: self._ms(at_ms) for name, at_ms in table.book.zeros_ms.items()},
        }

    def _lines(self, table: TableStage) -> list[SpeechLine]:
        return self._speeches[table.spec.id].lines()

    def _ms(self, at_ms: float) -> int:
        return round(at_ms - self._stage.start_ms)

    # --- edits ----------------------------------------------------------------------------------

    def _edits(self) -> Iterator[dict[str, Any]]:
        wishes = Wishes()
        for table in self._stage.tables.values():
            table.book.tell_wishes(wishes)
        for edit in edits_of(self._attempts, self._shown, wishes):
            yield {
                "guild": self._guild_key(edit.guild_id),
                "user": edit.user_id,
                "mute": edit.mute,
                "wanted_ms": self._ms(edit.wanted_ms),
                "sent_ms": self._ms(edit.sent_ms),
                "observed_ms": None if edit.observed_ms is None else self._ms(edit.observed_ms),
                "attempts": edit.attempts,
            }

    def _guild_key(self, guild_id: int) -> str:
        return next(t.spec.guild for t in self._stage.tables.values() if t.guild.id == guild_id)

    # --- violations -----------------------------------------------------------------------------

    def _violations(self) -> list[Violation]:
        """What oracles object to, and no fault explains; then bugs of the people, and alarms of the bot."""
        found = [one for table in self._stage.tables.values() for one in self._objections(table)]
        for table in self._stage.tables.values():
            evidence = self._evidence[table.spec.id]
            found += [evidence.violation(evidence.ended_ms, f"people: {crash!r}") for crash in table.crashes]
        crashes = self._stage.local.records.crashes
        found += [Violation(at_ms=self._stage.start_ms, moment="", what=f"Discord: {one}") for one in crashes]
        return sorted([*found, *self._counted.critical], key=lambda one: one.at_ms)

    def _objections(self, table: TableStage) -> Iterator[Violation]:
        oracles = [one for one in all_oracles() if not isinstance(one, Noted)]
        for violation in judge(self._evidence[table.spec.id], oracles).violations:
            oracle = violation.what.partition(": ")[0]
            if self._stage.drill.mode == "process" and oracle in OF_MILLISECONDS:
                continue
            end_ms = table.book.end_ms
            if oracle in OF_SECRETS and end_ms is not None and violation.at_ms >= end_ms:
                continue
            readable = table.channel.id in table.guild.channels or oracle in OF_THE_MICROPHONES
            if oracle == "hand shape" and hands_stood_still(self._stage.touches, violation.at_ms):
                continue
            if oracle in NEVER_EXCUSED or (readable and not self._excused(table, violation.at_ms)):
                yield violation

    def _excused(self, table: TableStage, at_ms: float) -> bool:
        for touch in self._stage.touches:
            here = touch.table in (None, table.spec.id) and touch.guild_id in (None, table.guild.id)
            until_ms = float("inf") if touch.until_ms is None else touch.until_ms + RECOVERY_MS
            if here and touch.from_ms - RECOVERY_MS <= at_ms <= until_ms:
                return True
        return any(abs(one.sent_ms - at_ms) <= RECOVERY_MS for one in self._attempts if one.hurt)

    def _since_start(self, violation: Violation) -> dict[str, Any]:
        return asdict(violation) | {"at_ms": self._ms(violation.at_ms)}

    # --- totals ---------------------------------------------------------------------------------

    def _totals(self, members: list[MemberLine]) -> dict[str, Any]:
        stage, records = self._stage, self._stage.local.records
        tables = list(stage.tables.values())
        figures = [self._speeches[table.spec.id].figures() for table in tables]
        gaps = sorted(gap for one in figures for gap in one.gaps_ms)
        unanswered = stage.local.interactions.unanswered()
        away = [one for one in unanswered if self._nobody_there(one)]
        speeches = sum(len(self._lines(table)) for table in tables)
        commands = self._counted.commands
        return {
            "verdicts": sum(verdict_of(table) in WON.values() for table in tables),
            "left_muted": sum(one.left_muted for one in members),
            "debts_open": sum(one.debt_open for one in members),
            "overlap_ms_max": _most(together_ms(self._evidence[table.spec.id]) for table in tables),
            "undisturbed_overlap_ms_max": _most(overlap for one in figures for overlap in one.overlaps_ms),
            "gap_ms_p50": _percentile(gaps, 50),
            "gap_ms_p99": _percentile(gaps, 99),
            "short_ms_max": _most(short for one in figures for short in one.short_ms),
            "over_ms_max": _most(over for one in figures for over in one.over_ms),
            "disturbed_over_ms_max": _most(over for one in figures for over in one.disturbed_over_ms),
            "member_edits": records.count(EDIT),
            "member_edits_per_turn": round(records.count(EDIT) / max(1, speeches), 3),
            "member_edits_limited": sum(one.limited for one in self._attempts),
            "unanswered": len(unanswered) - len(away),
            "unanswered_while_away": len(away),
            "unknown_routes": len(records.unknown_routes),
            "schema_errors": len(records.schema_errors),
            "accepted": commands.accepted,
            "lost": commands.lost,
            "doubled": commands.doubled,
            "announcements_lost": sum(announcements_lost(table, stage.touches) for table in tables),
            "announcements_doubled": sum(announcements_doubled(table) for table in tables),
            "names_left": self._names_left(),
            "identifies": len(records.identifies),
            "restarts": self._counted.restarts,
        }

    def _names_left(self) -> int:
        """People who came without a nickname and have one now."""
        guilds = {table.guild.id: table.guild for table in self._stage.tables.values()}.values()
        return sum(member.nick is not None for guild in guilds for member in guild.members.values())

    def _nobody_there(self, made: Interaction) -> bool:
        """Whether the bot was dead, standing still or cut off when it should have answered."""
        from_ms, until_ms = made.created_ms, made.created_ms + ANSWER_WITHIN_MS
        return any(
            touch.user_id is None
            and touch.table is None
            and touch.guild_id in (None, made.channel.guild_id)
            and touch.from_ms <= until_ms
            and (touch.until_ms is None or touch.until_ms >= from_ms)
            for touch in self._stage.touches
        )


def hands_stood_still(touches: Iterable[Touch], at_ms: float) -> bool:
    """Whether the bot had died before all hands came up to date: some have then and others have not."""
    return any(
        touch.from_ms <= at_ms and (touch.until_ms is None or at_ms <= touch.until_ms + LOOK_AFTER_MS)
        for touch in touches
        if touch.dead
    )


def verdict_of(table: TableStage) -> str | None:
    """red, black or draw; how else a game ended; None where it did not."""
    for event in table.book.chronicle.events:
        if isinstance(event, ev.GameEnded):
            return WON.get(event.outcome, "") if event.outcome in WON else (table.outcome or "closed")
    return None


def _most(values: Iterable[float]) -> int:
    return round(max((0.0, *values)))


def _percentile(ordered: list[float], percent: int) -> int:
    """The nearest rank; 0 where there is nothing."""
    if not ordered:
        return 0
    return round(ordered[max(0, -(-len(ordered) * percent // 100) - 1)])
