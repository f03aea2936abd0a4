"""`python -m mafiabot.lab.soak --games 300`: random games in chaos, all held to the same bounds.

A game is a drill drawn from its seed: two tables in a guild, latency up to a quarter of a second each way,
edits that fail, a gateway that drops, events that are lost, people who come and go; at the end all are seen.
"""

import argparse
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random  # noqa: TID251 - a game is drawn from its seed
from typing import Any

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.drill.expect import missed
from mafiabot.lab.drill.faults import Events
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.virtual import run_virtual
from mafiabot.runtime.voice_asker import AWAITED, AWAY

WAY_MS = 250
ROUND_TRIP_MS = 2 * WAY_MS
SLACK_MS = 50
FAULTED_MS = 3 * ROUND_TRIP_MS + 300
"""How long what an edit should have ended may last where the edit itself was answered with a fault."""

BACK_MS = ROUND_TRIP_MS + WAY_MS
"""Who comes back into his speech is heard before we are told of it: a third way beside the usual two."""

SHORT = {"speech_s": 20, "last_word_s": 15, "defence_s": 15, "mafia_minute_s": 15, "free_seating_s": 0}
MOMENTS = (
    *("deal", "night 0 mafia_minute", "day 0 speech 1", "day 0 speech 3", "day 0 speech 5", "day 0 vote 1"),
    *("night 1 open", "night 1 shots", "day 1 speech 1", "day 1 speech 2", "day 1 speech 4", "day 1 vote 1"),
    *("night 2 shots", "day 2 speech 2", "end"),
)
BOUNDS: dict[str, Any] = {
    "totals.left_muted": 0,
    "totals.debts_open": 0,
    "totals.lost": 0,
    "totals.doubled": 0,
    "totals.announcements_doubled": 0,
    "totals.unknown_routes": 0,
    "totals.short_ms_max": {"max": 1},
    "totals.over_ms_max": {"max": ROUND_TRIP_MS + SLACK_MS},
    "totals.disturbed_over_ms_max": {"max": BACK_MS + SLACK_MS},
    "totals.gap_ms_p99": {"max": ROUND_TRIP_MS + SLACK_MS},
    "totals.undisturbed_overlap_ms_max": {"max": ROUND_TRIP_MS},
    "totals.overlap_ms_max": {"max": FAULTED_MS},
    "violations": 0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Soaked:
    """One game: what of its bounds did not hold, and its figures."""

    seed: int
    verdicts: int
    wrong: tuple[str, ...]
    totals: dict[str, Any]


def drawn(seed: int) -> Drill:
    """The chaos of a seed."""
    rng = Random(f"soak {seed}")
    tables = [
        {
            "id": name,
            "seats": rng.randint(6, 8),
            "people": rng.choice(("mixed", "obedient", "chatty", "clumsy", "silent")),
            "spectators": rng.randint(0, 2),
            "overrides": SHORT,
        }
        for name in ("a", "b")
    ]
    seats = {str(table["id"]): int(str(table["seats"])) for table in tables}
    faults = [_fault(rng, seats) for _ in range(rng.randint(4, 10))]
    seen = [
        {"at": "end +20s", "table": name, "do": "move", "seat": seat, "for_s": 10, "optional": True}
        for name, most in seats.items()
        for seat in range(1, most + 1)
    ]
    body = {
        "name": f"chaos {seed}",
        "seed": seed,
        "language": rng.choice(("ru", "uk", "en")),
        "give_up_s": 7_200,
        "discord": {
            "latency_ms": (0.0, float(WAY_MS)),
            "order": rng.choice(("answer_first", "event_first", "mixed")),
            "edit_budget": (10, 10.0),
            "faulty_edits": 0.05,
        },
        "table": tables,
        "fault": [*faults, *seen],
    }
    return Drill.model_validate(body, strict=False)


def _fault(rng: Random, seats: dict[str, int]) -> dict[str, Any]:
    table = rng.choice(sorted(seats))
    seat = rng.randint(1, seats[table])
    when = {"at": f"{rng.choice(MOMENTS)} +{rng.randint(0, 15)}s", "table": table, "optional": True}
    for_s = rng.randint(1, 20)
    what: dict[str, Any] = rng.choice(
        (
            {"do": "gateway_drop", "resumable": True, "for_s": rng.randint(0, 6)},
            {"do": "gateway_drop", "resumable": False, "for_s": rng.randint(0, 6)},
            {"do": "leave", "seat": seat, "for_s": for_s},
            {"do": "move", "seat": seat, "for_s": for_s},
            {"do": "self_mute", "seat": seat, "for_s": for_s},
            {"do": "timeout_member", "seat": seat, "for_s": for_s},
            {"do": "events", "kind": "VOICE_STATE_UPDATE", "mode": "lose", "n": rng.randint(1, 4)},
            {"do": "events", "kind": "VOICE_STATE_UPDATE", "mode": "delay", "n": 3, "delay_ms": 900},
        )
    )
    return when | what


def bounds(drill: Drill) -> dict[str, Any]:
    """Whose return Discord tells nobody is found by asking: until then he is heard, and his clock stands."""
    if not any(isinstance(fault, Events) and fault.mode == "lose" for fault in drill.fault):
        return BOUNDS
    found_ms = {"totals.disturbed_over_ms_max": AWAITED.longest_ms, "totals.overlap_ms_max": AWAY.longest_ms}
    return BOUNDS | {key: {"max": ms + ROUND_TRIP_MS + SLACK_MS} for key, ms in found_ms.items()}


def soaked(seed: int) -> Soaked:
    """Play one game and hold it to the bounds."""
    set_up_logs("CRITICAL", "text", io.StringIO())
    drill = drawn(seed)
    body = run_virtual(drill, None).body
    wrong = [f"{one.key}: wanted {one.wanted}, got {one.got}" for one in missed(body, bounds(drill))]
    return Soaked(seed=seed, verdicts=body["totals"]["verdicts"], wrong=tuple(wrong), totals=body["totals"])


def _all(seeds: range, processes: int) -> Iterator[Soaked]:
    with ProcessPoolExecutor(max_workers=processes) as pool:
        yield from pool.map(soaked, seeds)


def main(arguments: list[str]) -> int:
    """The exit code: 0 every game within its bounds."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=300, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    given = parser.parse_args(arguments)
    began_s = time.perf_counter()
    games: list[Soaked] = []
    for game in _all(range(given.first, given.first + given.games), given.processes):
        games.append(game)
        for line in game.wrong:
            print(f"chaos {game.seed} {line}"[:400], flush=True)
    for line in summed_up(games, time.perf_counter() - began_s):
        print(line)
    return 0 if all(not game.wrong for game in games) else 1


def summed_up(games: list[Soaked], took_s: float) -> Iterator[str]:
    """The closing lines."""
    fine, verdicts = sum(not game.wrong for game in games), sum(game.verdicts for game in games)
    yield f"{len(games)} games, {fine} within bounds, {verdicts} verdicts, {took_s:.0f} s"
    sums = Counter[str]()
    for game in games:
        sums.update({key: game.totals[key] for key in ("left_muted", "debts_open", "lost", "doubled")})
    yield ", ".join(f"{key} {count}" for key, count in sorted(sums.items()))
    for key in ("overlap_ms_max", "gap_ms_p99", "over_ms_max", "disturbed_over_ms_max"):
        yield f"{key} at most {max(game.totals[key] for game in games)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
