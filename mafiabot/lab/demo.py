"""`mafiabot demo`: a whole game before your eyes, and an exit code that says whether it was clean."""

import io
import sys
import time
from pathlib import Path

from rich.console import Console

from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.bot.logs import set_up_logs
from mafiabot.lab import summary
from mafiabot.lab.game import Audience, run_game
from mafiabot.lab.json_file import json_target
from mafiabot.lab.live import LiveView
from mafiabot.lab.options import BadOptions, DemoOptions
from mafiabot.lab.plain import PlainView
from mafiabot.lab.stage import Stage

FINE, FAILED = 0, 1
LOG_LINES_SHOWN = 40
HURRY_AFTER_MS, HURRIED_PACE = 35 * 60_000, 160.0


def play_demo(
    options: DemoOptions, *, plain: bool, hand: int, json_file: Path | None, hurry: bool = False
) -> int:
    """Play, show, report; returns the exit code. `hurry`: a long game is sped up. Raises `BadOptions`."""
    if not 1 <= hand <= options.seats:
        raise BadOptions(f"--hand {hand}: choose a seat from 1 to {options.seats}")
    with json_target(json_file) as target:
        terminal = sys.stdout.isatty() and not plain
        console = Console(
            no_color=None if terminal else True,  # None: as NO_COLOR says
            highlight=False,
            force_terminal=None if terminal else False,
        )
        live = terminal and not console.is_dumb_terminal
        logged = io.StringIO()
        set_up_logs("WARNING", "text", logged)
        began_s = time.perf_counter()
        watching = [_audience(console, hand=hand, live=live), *([hurry_up] if hurry else [])]
        report = run_game(options, *watching)
        summary.show(console, report, time.perf_counter() - began_s)
        if target is not None:
            target.write(report.as_json() + "\n")
    if not report.clean:
        sys.stderr.writelines(logged.getvalue().splitlines(keepends=True)[-LOG_LINES_SHOWN:])
    return FINE if report.clean else FAILED


def _audience(console: Console, *, hand: int, live: bool) -> Audience:
    return LiveView(console, hand) if live else PlainView(_write)


async def hurry_up(stage: Stage) -> None:
    """After 35 game minutes the rest of a long game goes four times as fast."""
    await stage.clock.sleep_until_ms(stage.clock.now_ms() + HURRY_AFTER_MS)
    running_virtual_loop().pace = HURRIED_PACE


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
