"""`python -m mafiabot.lab.fleet`: games on several real processes, none of which is left in peace.

A Redis on loopback is started for it; people and the local Discord live in this process. One process is
killed with -9, one stands still for twenty game seconds, one stands still and is replaced, then all are
updated one after the other. Exit code 0: every game has its verdict and one history, nobody is left muted, no
press that was accepted is lost or doubled, no announcement either, and who was told to end did within 5 s.
"""

import argparse
import json
import sys
from dataclasses import dataclass, fields
from typing import Any

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.drill.expect import Missed
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.process import run_process
from mafiabot.lab.drill.report import DrillReport
from mafiabot.lab.options import BadOptions

MOST_END_S = 5.0
CLEAN = (
    *("left_muted", "debts_open", "lost", "doubled", "announcements_lost", "announcements_doubled"),
    *("unknown_routes", "schema_errors"),
)
FAULTS: tuple[dict[str, Any], ...] = (
    {"at": "day 0 speech 2 +3s", "do": "kill", "restart_after_s": 2},
    {"at": "day 0 speech 4 +3s", "do": "stop", "for_s": 20},
    {"at": "day 0 speech 6 +3s", "do": "stop", "for_s": 20, "replaced": True},
    {"at": "night 1", "do": "roll"},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetOptions:
    """`speech_s`: game seconds of a speech, by which everything else is shortened, too."""

    processes: int = 3
    games: int = 30
    seats: int = 6
    seed: int = 1
    pace: float = 4.0
    speech_s: int = 20


def fleet_drill(options: FleetOptions) -> Drill:
    """The drill: games in guilds of their own, and each fault at a table of the process it befalls.

    Raises `BadOptions`.
    """
    processes, games, speech_s = options.processes, options.games, options.speech_s
    short = dict.fromkeys(("last_word_s", "defence_s", "mafia_minute_s"), max(8, speech_s * 3 // 4)) | {
        "speech_s": speech_s,
        "free_seating_s": 0,
        "deal_s": 30,
    }
    if games < processes:
        raise BadOptions(f"--games {games}: give every process a game, at least {processes}")
    tables = [
        {"id": f"t{n}", "guild": f"g{n}", "seats": options.seats, "people": "obedient", "overrides": short}
        for n in range(games)
    ]
    befallen = [0, 1 % processes, 2 % processes, 0]
    faults = [
        {**fault, "table": f"t{process}"} | ({"process": process} if fault["do"] != "roll" else {})
        for fault, process in zip(FAULTS, befallen, strict=True)
    ]
    expect = {f"totals.{name}": 0 for name in CLEAN} | {"totals.verdicts": games}
    written = {
        "name": f"{games} games on {processes} processes",
        "mode": "process",
        "store": "redis",
        "seed": options.seed,
        "pace": options.pace,
        "processes": processes,
        "table": tables,
        "fault": faults,
        "expect": expect,
    }
    return Drill.model_validate_json(json.dumps(written))


def judged(report: DrillReport, ends_s: list[float]) -> list[Missed]:
    """All that is wrong with it."""
    late = [end for end in ends_s if end > MOST_END_S]
    return [*report.missed, *(Missed(key="end of a process", wanted=MOST_END_S, got=end) for end in late)]


def main(arguments: list[str]) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.fleet", description=__doc__)
    for option in fields(FleetOptions):
        name = f"--{option.name.replace('_', '-')}"
        parser.add_argument(name, type=type(option.default), default=option.default, metavar="N")
    given = parser.parse_args(arguments)
    set_up_logs("WARNING", "text")
    try:
        drill = fleet_drill(FleetOptions(**vars(given)))
        ends_s: list[float] = []
        report = run_process(drill, None, ends_s)
    except (BadOptions, ValueError) as error:
        sys.stderr.write(f"fleet: {error}\n")
        return 2
    wrong = judged(report, ends_s)
    for one in wrong:
        print(f"✗ {one.key}: wanted {one.wanted}, got {one.got}")
    totals = report.body["totals"]
    told = {name: totals[name] for name in ("verdicts", *CLEAN, "accepted", "identifies", "restarts")}
    print(", ".join(f"{name} {value}" for name, value in told.items()))
    days = [table["days"] for table in report.body["tables"].values()]
    print(f"days a game {min(days)} to {max(days)}")
    print(f"longest end of a process {max(ends_s, default=0):.2f} s of {len(ends_s)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
