"""`python -m mafiabot.lab.picture FILE.svg`: the live view at one moment of a game, as a picture."""

import argparse
import asyncio
import io
import re
import sys

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.game import run_game
from mafiabot.lab.live import LiveView
from mafiabot.lab.options import DemoOptions, language
from mafiabot.lab.stage import Stage

WIDTH, HEIGHT = 120, 40
# The picture stands alone: no font is loaded from anywhere.
_FORMAT = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


class Snapshot:
    """Draws one frame `at_ms` into the game."""

    def __init__(self, seat: int, at_ms: int) -> None:
        self.console = Console(
            width=WIDTH, height=HEIGHT, file=io.StringIO(), record=True, force_terminal=True
        )
        self._view = LiveView(self.console, seat)
        self._at_ms = at_ms

    async def __call__(self, stage: Stage) -> None:
        """Wait, draw, and be content."""
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + self._at_ms)
        self.console.print(self._view.frame(stage))
        await asyncio.Event().wait()


def main(arguments: list[str]) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.picture", description=__doc__)
    parser.add_argument("file", metavar="FILE.svg")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--language", default="en")
    parser.add_argument("--hand", type=int, default=3)
    parser.add_argument("--at", type=int, default=720, metavar="SECONDS", help="game time")
    given = parser.parse_args(arguments)
    set_up_logs("ERROR", "text")
    snapshot = Snapshot(given.hand, given.at * 1000)
    options = DemoOptions(seed=given.seed, language=language(given.language), give_up_s=given.at + 5)
    run_game(options, snapshot)
    snapshot.console.save_svg(given.file, title="mafiabot demo", theme=MONOKAI, code_format=_FORMAT)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
