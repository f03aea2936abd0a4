"""`python -m mafiabot.lab.many --preset P --seeds 1-200`: games over sizes and languages, each played twice.

A game fails where an oracle objects, no verdict comes, or its second playing leaves another trace.
"""

import argparse
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest

from mafiabot.bot.logs import set_up_logs
from mafiabot.bot.settings import load_settings
from mafiabot.engine import events as ev
from mafiabot.lab.game import run_game
from mafiabot.lab.options import LANGUAGES, PRESETS, DemoOptions
from mafiabot.lab.options import SIZES as TABLES
from mafiabot.lab.report import Report

SIZES = (6, 8, 10, 12)
PEOPLE = ("mixed", "obedient", "clumsy", "chatty", "silent")
JUDGED = tuple(
    kind.__name__
    for kind in (
        *(ev.FoulGiven, ev.FoulTakenBack, ev.FoulServed, ev.PlayerGone, ev.GamePaused, ev.Undone),
        *(ev.TimeChanged, ev.FloorCalled, ev.AbsenceAsked, ev.SignWritten, ev.GameDecided),
    )
)
"""Of these events a summary tells how many there were."""

SHOWN_A_GAME = 3
TOLD_EVERY = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game, played `times` times; `wall_s` and the figures are the first playing's."""

    options: DemoOptions
    winner: str | None
    days: int
    game_min: float
    speeches: int
    commits: int
    deeds: Mapping[str, int]
    edits_per_turn: float
    panel_edits_per_speech: float
    wall_s: float
    trace: str
    problems: tuple[str, ...]

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.winner is not None and not self.problems

    @property
    def name(self) -> str:
        """How to play it again."""
        o = self.options
        return f"--preset {o.preset} --seed {o.seed} --seats {o.seats} --language {o.language} ({o.people})"


def options_of(seed: int, spec_path: str | None, preset: str = "club") -> DemoOptions:
    """Sizes and languages take turns, so that twelve seeds in a row have every pair once.

    A preset that has one size only has that one.
    """
    least, most = TABLES[preset]
    return DemoOptions(
        preset=preset,
        seed=seed,
        seats=most if least == most else SIZES[seed % len(SIZES)],
        language=LANGUAGES[seed // len(SIZES) % len(LANGUAGES)],
        people=PEOPLE[seed // (len(SIZES) * len(LANGUAGES)) % len(PEOPLE)],
        spec_path=spec_path,
    )


def play(options: DemoOptions, times: int = 2) -> Played:
    """Play one game so many times and compare."""
    set_up_logs("ERROR", "text", io.StringIO())
    began_s = time.perf_counter()
    try:
        report = run_game(options)
        wall_s = time.perf_counter() - began_s
        others = [run_game(options) for _ in range(times - 1)]
    except Exception as error:  # noqa: BLE001 - one broken game must not end the others
        return _broken(options, error)
    return _played(options, report, wall_s, tuple(_difference(report, other) for other in others))


def _difference(report: Report, other: Report) -> str:
    """The first line in which two traces differ; empty where none does."""
    pairs = zip_longest(report.rows, other.rows)
    return next((f"another trace: {a} / {b}" for a, b in pairs if a != b), "")


def _played(options: DemoOptions, report: Report, wall_s: float, differences: tuple[str, ...]) -> Played:
    return Played(
        options=options,
        winner=report.winner,
        days=report.days,
        game_min=report.game_ms / 60_000,
        speeches=len(report.speeches),
        commits=report.commits,
        deeds=Counter(name for event in report.log if (name := type(event).__name__) in JUDGED),
        edits_per_turn=report.edits_per_turn,
        panel_edits_per_speech=report.panel_edits_per_speech,
        wall_s=wall_s,
        trace=report.trace,
        problems=(
            *(difference for difference in differences if difference),
            *(f"{one.moment}: {one.what}" for one in report.violations),
        ),
    )


def _broken(options: DemoOptions, error: Exception) -> Played:
    return Played(
        options=options,
        winner=None,
        days=0,
        game_min=0.0,
        speeches=0,
        commits=0,
        deeds={},
        edits_per_turn=0.0,
        panel_edits_per_speech=0.0,
        wall_s=0.0,
        trace="",
        problems=(f"broke: {error!r}",),
    )


def play_all(games: Sequence[DemoOptions], processes: int, times: int) -> Iterator[Played]:
    """Play every game, as they come."""
    with ProcessPoolExecutor(max_workers=processes) as pool:
        yield from pool.map(play, games, [times] * len(games))


def summed_up(games: list[Played], wall_s: float) -> Iterator[str]:
    """The closing lines."""
    played = [game for game in games if game.speeches]
    yield f"{len(games)} games in {wall_s:.0f} s, {sum(game.fine for game in games)} fine"
    yield "winners: " + ", ".join(f"{n} {who}" for who, n in Counter(g.winner for g in games).most_common())
    for name, values in (
        ("game minutes", [game.game_min for game in played]),
        ("seconds a game at pace 0", [game.wall_s for game in played]),
        ("days", [float(game.days) for game in played]),
        ("commits", [float(game.commits) for game in played]),
        ("member edits a turn", [game.edits_per_turn for game in played]),
        ("panel edits a speech", [game.panel_edits_per_speech for game in played]),
    ):
        if values:
            ordered = sorted(values)
            middle, most = ordered[len(ordered) // 2], ordered[-1]
            yield f"{name}: median {middle:.2f}, most {most:.2f}"
    deeds = sum((Counter(game.deeds) for game in played), Counter[str]())
    for name, count in deeds.most_common():
        yield f"{name}: {count}, {count / len(played):.1f} a game"
    kinds = Counter(_kind(problem) for game in games for problem in game.problems)
    for kind, count in kinds.most_common():
        yield f"{count} × {kind}"


def _kind(problem: str) -> str:
    first, second, *_ = problem.split(": ")
    return first if first in ("another trace", "broke") else second


def main(arguments: list[str]) -> int:
    """The exit code: 0 all fine, 1 not."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.many", description=__doc__)
    parser.add_argument("--seeds", default="1-200", metavar="FROM-TO")
    parser.add_argument("--preset", default="club", choices=PRESETS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--times", type=int, default=2, metavar="N", help="how often each is played")
    parser.add_argument("--traces", action="store_true", help="print every game's trace, too")
    given = parser.parse_args(arguments)
    first, _, last = given.seeds.partition("-")
    began_s = time.perf_counter()
    games: list[Played] = []
    found = load_settings().discord_spec
    spec = None if found is None else str(found)
    seeds = range(int(first), int(last or first) + 1)
    wanted = [options_of(seed, spec, given.preset) for seed in seeds]
    for game in play_all(wanted, given.processes, given.times):
        games.append(game)
        if not game.fine:
            _tell(game)
        if len(games) % TOLD_EVERY == 0:
            sys.stderr.write(f"{len(games)} games\n")
    if given.traces:
        for game in games:
            print(f"{game.options.seed} {game.trace}")
    for line in summed_up(games, time.perf_counter() - began_s):
        print(line)
    return 0 if all(game.fine for game in games) else 1


def _tell(game: Played) -> None:
    print(f"NOT FINE {game.name}: winner {game.winner}")
    for problem in game.problems[:SHOWN_A_GAME]:
        print(f"    {problem[:400]}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
