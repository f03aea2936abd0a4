"""Draws docs/pictures: the demo's live view, the panel and a hand at moments of the game with seed 1."""

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.game import run_game
from mafiabot.lab.live import LiveView
from mafiabot.lab.looks import styled
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.rendering import Line, lines_of
from mafiabot.lab.stage import Stage

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
WIDTH, HEIGHT = 132, 38
MESSAGE_WIDTH = 76
LOOK_EVERY_MS = 1_000
DEMO_MIN, PANEL_MIN, HAND_MIN = 16.2, 5.0, 12.75
SEAT = 4


def main() -> None:
    set_up_logs("ERROR", "text")
    moments = [float(word) for word in sys.argv[1:]] or [DEMO_MIN, PANEL_MIN, HAND_MIN]
    demo_min, panel_min, hand_min = moments
    console = _console(WIDTH, HEIGHT)

    async def watch(stage: Stage) -> None:
        view = LiveView(console, SEAT)
        drawn: set[str] = set()
        while stage.game_ms() < demo_min * 60_000:
            view.frame(stage)
            scene = stage.company.player(SEAT).scene if _seated(stage) else None
            if scene is None:
                await stage.clock.sleep_until_ms(stage.clock.now_ms() + LOOK_EVERY_MS)
                continue
            for name, at_min, spotted in (("panel", panel_min, scene.panel), ("hand", hand_min, scene.hand)):
                if name not in drawn and spotted is not None and stage.game_ms() >= at_min * 60_000:
                    drawn.add(name)
                    _message(name, lines_of(spotted.seen.payload, stage.reading()))
            await stage.clock.sleep_until_ms(stage.clock.now_ms() + LOOK_EVERY_MS)
        _save(console, "demo", "make demo", view.frame(stage))

    run_game(DemoOptions(language="en", seed=1, pace=0), watch)


def _seated(stage: Stage) -> bool:
    try:
        return stage.company.player(SEAT) is not None
    except LookupError:
        return False


def _console(width: int, height: int | None = None) -> Console:
    return Console(
        record=True,
        width=width,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )


def _message(name: str, lines: Sequence[Line]) -> None:
    text = Text("\n").join(styled(line) for line in lines)
    _save(_console(MESSAGE_WIDTH), name, f"the {name}", Padding(text, (1, 2)))


def _save(console: Console, name: str, title: str, drawn: RenderableType) -> None:
    console.print(drawn)
    svg = console.export_svg(title=title)
    PICTURES.mkdir(parents=True, exist_ok=True)
    without_fonts = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    (PICTURES / f"{name}.svg").write_text(without_fonts, encoding="utf-8")


if __name__ == "__main__":
    main()
