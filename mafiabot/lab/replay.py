"""`mafiabot replay`: games that were played elsewhere, or ours, put to the engine and compared with it."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mafiabot.engine.errors import InvariantBroken
from mafiabot.lab.json_file import json_target
from mafiabot.lab.options import BadOptions
from mafiabot.lab.replay_compare import Mismatch, mismatches
from mafiabot.lab.replay_feed import Fed, Feeder, named
from mafiabot.lab.replay_files import Malformed, read_lines
from mafiabot.lab.replay_places import unit_of
from mafiabot.lab.replay_protocols import Skipped, differences, read_protocols
from mafiabot.lab.transcripts import Game

FINE, FAILED = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """`notes`: the record's known oddities, then what of it the engine did not take."""

    id: str
    notes: tuple[str, ...]
    mismatches: tuple[Mismatch, ...]

    @property
    def exact(self) -> bool:
        return not self.mismatches

    def __str__(self) -> str:
        """One line, with the first mismatch only."""
        noted = f" ({', '.join(self.notes)})" if self.notes else ""
        return f"{self.id} exact{noted}" if self.exact else f"{self.id} MISMATCH {self.mismatches[0]}{noted}"

    def as_json(self) -> dict[str, Any]:
        found = [
            {
                ("night", "day")[one.unit[1]]: one.unit[0],
                "field": one.field,
                "engine": one.engine,
                "record": one.record,
            }
            for one in self.mismatches
        ]
        return {"id": self.id, "exact": self.exact, "notes": list(self.notes), "mismatches": found}


@dataclass(slots=True, kw_only=True)
class Replay:
    """`skipped`: games of ours that came to no result."""

    results: list[Result] = field(default_factory=list)
    malformed: list[Malformed] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)

    @property
    def exact(self) -> int:
        return sum(one.exact for one in self.results)

    @property
    def clean(self) -> bool:
        return not self.malformed and self.exact == len(self.results)

    def lines(self) -> list[str]:
        """What is printed."""
        return [
            *map(str, self.malformed),
            *(f"{one.id} skipped: {one.reason}" for one in self.skipped),
            *map(str, self.results),
            f"{len(self.results)} games, {self.exact} exact",
        ]

    def as_json(self) -> str:
        document = {
            "games": len(self.results),
            "exact": self.exact,
            "results": [one.as_json() for one in self.results],
            "malformed": [asdict(one) for one in self.malformed],
            "skipped": [asdict(one) for one in self.skipped],
        }
        return json.dumps(document, ensure_ascii=False, indent=2)


def replay_files(paths: list[Path], *, json_file: Path | None, from_log: bool) -> int:
    """Replays, prints, reports; returns the exit code. Raises `BadOptions` for files that cannot be used."""
    replay = Replay()
    for path in paths:
        try:
            games, malformed = _read(path, replay, from_log=from_log)
        except OSError as error:
            raise BadOptions(f"{path}: cannot be read ({error.strerror}); give a file of games") from error
        replay.malformed += malformed
        replay.results += [replayed(game, differences if from_log else mismatches) for game in games]
    with json_target(json_file) as target:
        if target is not None:
            target.write(replay.as_json() + "\n")
    sys.stdout.writelines(f"{line}\n" for line in replay.lines())
    return FINE if replay.clean else FAILED


def _read(path: Path, replay: Replay, *, from_log: bool) -> tuple[list[Game], list[Malformed]]:
    if not from_log:
        return read_lines(path)
    games, malformed, skipped = read_protocols(path)
    replay.skipped += skipped
    return games, malformed


def replayed(game: Game, compare: Callable[[Game, Fed], list[Mismatch]] = mismatches) -> Result:
    """One game, played and compared."""
    feeder = Feeder(game)
    try:
        fed = feeder.play()
        found = compare(game, fed)
    except InvariantBroken as error:
        unit = unit_of(feeder.state)
        found = [Mismatch(unit=unit, field="invariant", engine=f"broken: {error.rule}", record="held")]
        fed = feeder.fed
    left_over = [
        f"{named(act.unit)} {type(act).__name__.lower()} {act.seat} not_reached" for act in fed.left_over
    ]
    notes = (*(note.value for note in game.notes), *fed.refused, *left_over)
    return Result(id=game.id, notes=notes, mismatches=tuple(found))
