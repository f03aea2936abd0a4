"""Draws docs/pictures/demo.svg: the demo's live view at a moment of the game with seed 1."""

import io
import re
import sys
from pathlib import Path

from rich.console import Console

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.game import run_game
from mafiabot.lab.live import LiveView
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.stage import Stage

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "demo.svg"
WIDTH, HEIGHT = 132, 38
LOOK_EVERY_MS = 1_000
MINUTES = 15.4


def main() -> None:
    set_up_logs("ERROR", "text")
    minutes = float(sys.argv[1]) if sys.argv[1:] else MINUTES
    console = Console(
        record=True,
        width=WIDTH,
        height=HEIGHT,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )

    async def watch(stage: Stage) -> None:
        view = LiveView(console, 1)
        while stage.game_ms() < minutes * 60_000:
            view.frame(stage)
            await stage.clock.sleep_until_ms(stage.clock.now_ms() + LOOK_EVERY_MS)
        console.print(view.frame(stage))
        svg = console.export_svg(title="make demo")
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")

    run_game(DemoOptions(language="en", seed=1, pace=0), watch)


if __name__ == "__main__":
    main()
