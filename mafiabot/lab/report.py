"""The report of one game: the keys that are fixed, and how each is measured.

`heard_ms` is how long a speaker *could be* heard during his floor, from the local Discord's timeline:
self-mute is his own choice and does not count against the judge.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from mafiabot.adapters.codec import PROTOCOLS
from mafiabot.engine import events as ev
from mafiabot.engine.protocol import unsealed
from mafiabot.engine.state import GameState, Outcome
from mafiabot.lab.chronicle import Chronicle
from mafiabot.lab.evidence import trace_hash, trace_of
from mafiabot.lab.floors import Speech, speeches
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.spectator import is_panel
from mafiabot.playground.core import Core
from mafiabot.playground.oracles import Evidence, Violation
from mafiabot.playground.oracles_mic import Heard, heard, left_muted, together_ms
from mafiabot.runtime.archive_port import ArchivedGame

WON = {Outcome.RED: "red", Outcome.BLACK: "black", Outcome.DRAW: "draw"}
FIRST_MINUTE_MS = 60_000
SAME_CHAIN_MS = 500.0
"""Between two speeches with nothing between them; before a vote everybody settles for longer."""
NOT_WRITTEN = ("state", "log", "rows", "evidence", "archived")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechLine:
    """One floor, game time in ms. `gap_before_ms`: from the former speaker's muting to this one's opening."""

    day: int
    kind: str
    seat: int
    granted_ms: int
    heard_ms: int
    gap_before_ms: int
    overlap_ms: int
    ended: str
    disturbed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What `--json` writes, and what it was read from: state, log, trace, evidence (not written).

    `archived`: the game as it was kept, with what the judge added; None if it was not.
    """

    preset: str
    seed: int
    language: str
    seats: int
    winner: str | None
    days: int
    speeches: tuple[SpeechLine, ...]
    left_muted: int
    debts_open: int
    double_audible_ms: int
    unanswered: int
    unknown_routes: int
    schema_errors: int
    requests: Mapping[str, int]
    edits_per_turn: float
    panel_edits_per_speech: float
    commits: int
    refusals: Mapping[str, int]
    violations: tuple[Violation, ...]
    trace: str
    game_ms: int
    invalid_requests: int
    state: GameState | None
    log: tuple[ev.Event, ...]
    rows: tuple[str, ...]
    evidence: Evidence
    archived: ArchivedGame | None = None

    @property
    def clean(self) -> bool:
        """Whether the game came to a verdict and no oracle objects."""
        return self.winner is not None and not self.violations

    def as_json(self) -> str:
        """The report with the fixed keys; moments count from the run's beginning."""
        body = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in NOT_WRITTEN}
        body["speeches"] = [asdict(line) for line in self.speeches]
        body["violations"] = [asdict(one) for one in self.violations]
        kept = self.archived
        body["protocol"] = None if kept is None else json.loads(PROTOCOLS.encode(unsealed(kept.protocol)))
        return json.dumps(body, ensure_ascii=False, indent=2)


def report(
    options: DemoOptions,
    *,
    evidence: Evidence,
    book: Chronicle,
    core: Core,
    refusals: Counter[str],
    violations: tuple[Violation, ...],
    start_ms: float,
) -> Report:
    """Measures one game."""
    lines = tuple(speech_lines(evidence, speeches(book)))
    rows = trace_of(evidence)
    turns = max(1, len(lines))
    outcome = next((e.outcome for e in book.events if isinstance(e, ev.GameEnded)), None)
    in_voice = {m.user_id for m in evidence.members if m.in_voice_since_ms is not None}
    return Report(
        preset=options.preset,
        seed=options.seed,
        language=options.language,
        seats=options.seats,
        winner=WON.get(outcome) if outcome is not None else None,
        days=0 if book.state is None else len(book.state.all_days),
        speeches=lines,
        left_muted=len(left_muted(evidence)),
        debts_open=sum(m.muted is not m.found_muted and m.user_id not in in_voice for m in evidence.members),
        double_audible_ms=round(together_ms(evidence)),
        unanswered=len(evidence.unanswered),
        unknown_routes=len(evidence.unknown_routes),
        schema_errors=len(evidence.schema_errors),
        requests=dict(sorted(core.records.by_route().items())),
        edits_per_turn=round(_edits(core, evidence) / turns, 3),
        panel_edits_per_speech=round(_panel_edits(evidence) / turns, 3),
        commits=book.commits,
        refusals=dict(sorted(refusals.items())),
        violations=tuple(replace(one, at_ms=round(one.at_ms - start_ms)) for one in violations),
        trace=trace_hash(rows),
        game_ms=round(evidence.ended_ms - start_ms),
        invalid_requests=core.records.invalid_requests(),
        state=book.state,
        log=tuple(book.events),
        rows=rows,
        evidence=evidence,
    )


def speech_lines(evidence: Evidence, given: list[Speech]) -> list[SpeechLine]:
    """One line a floor; a lost speech is none."""
    all_heard = heard(evidence)
    return [
        SpeechLine(
            day=speech.day,
            kind=one.floor.kind,
            seat=one.floor.seat,
            granted_ms=round(one.floor.granted_ms),
            heard_ms=round(one.ms),
            gap_before_ms=round(_gap_ms(all_heard, number)),
            overlap_ms=round(_overlap_ms(all_heard, number)),
            ended=one.floor.cause,
            disturbed=one.floor.disturbed,
        )
        for number, (speech, one) in enumerate(zip(given, all_heard, strict=True))
        if not one.floor.muted
    ]


def _gap_ms(all_heard: tuple[Heard, ...], number: int) -> float:
    """From the former speaker's last moment to this one's first; 0 after a vote or a night.

    Who fell silent in his own time (left, timed out) makes no gap before his floor has ended.
    """
    this = all_heard[number]
    if number == 0 or this.opened_ms is None:
        return 0.0
    before = all_heard[number - 1]
    if before.closed_ms is None or this.floor.given_ms - before.floor.ended_ms > SAME_CHAIN_MS:
        return 0.0
    return max(0.0, this.opened_ms - max(before.closed_ms, before.floor.ended_ms))


def _overlap_ms(all_heard: tuple[Heard, ...], number: int) -> float:
    """How long this speaker and the former one could be heard at once."""
    if number == 0 or all_heard[number].floor.user_id == all_heard[number - 1].floor.user_id:
        return 0.0
    pairs = ((a, b) for a in all_heard[number].spans for b in all_heard[number - 1].spans)
    return sum(max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a, b in pairs)


def _edits(core: Core, evidence: Evidence) -> int:
    """Member edits after the game's first minute and before the verdict."""
    first_ms = next((at for at, name in evidence.marks if name == "deal"), 0.0) + FIRST_MINUTE_MS
    return sum(first_ms <= edit.received_ms < evidence.over_ms for edit in core.records.edits)


def _panel_edits(evidence: Evidence) -> int:
    """Edits of the panel that a spectator received from the first night to the verdict."""
    edits = (at for seen in evidence.messages if is_panel(seen) for at, _ in seen.versions[1:])
    return sum(evidence.muted_from_ms <= at < evidence.over_ms for at in edits)
