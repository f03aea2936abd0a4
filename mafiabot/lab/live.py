"""The live view: the ring of seats, the clock, the table's chat and one player's hand, ten times a second."""

import time
from collections import deque

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.lab import glimpse
from mafiabot.lab.looks import JUDGE, PERSON, QUIET, styled
from mafiabot.lab.plain import PANEL_LINES, stamp
from mafiabot.lab.rendering import plain
from mafiabot.lab.ring import listed, ring
from mafiabot.lab.spectator import Arrived
from mafiabot.lab.stage import Stage

FRAME_S = 0.1
UNTHROTTLED_STEP_MS = 2_000
RING_WIDTH, RING_HEIGHT = 62, 17
INDENT = 8
WIDE, TALL = 110, 30
KEPT_LINES = 400


class LiveView:
    """Draws into the terminal's other screen until cancelled; `seat` is whose hand is shown."""

    def __init__(self, console: Console, seat: int) -> None:
        self._console = console
        self._seat = seat
        self._chat: deque[Text] = deque(maxlen=KEPT_LINES)
        self._drawn_s = 0.0

    async def __call__(self, stage: Stage) -> None:
        """Watch until cancelled."""
        with Live(console=self._console, screen=True, auto_refresh=False) as live:
            while True:
                self._draw(stage, live)
                step_ms = round(running_virtual_loop().pace * FRAME_S * 1000) or UNTHROTTLED_STEP_MS
                await stage.clock.sleep_until_ms(stage.clock.now_ms() + step_ms)

    def _draw(self, stage: Stage, live: Live) -> None:
        now_s = time.perf_counter()
        if now_s - self._drawn_s < FRAME_S / 2:
            return
        self._drawn_s = now_s
        live.update(self.frame(stage), refresh=True)

    # --- the frame ------------------------------------------------------------------------------

    def frame(self, stage: Stage) -> Layout:
        """The whole picture as of now."""
        for arrived in stage.chat.fresh(stage.reading()):
            self._chat.extend(said(arrived, stage.start_ms))
        width, height = self._console.size
        frame = Layout()
        body = Layout(name="body")
        frame.split_column(Layout(self._head(stage), size=1), body)
        if width >= WIDE and height >= TALL:
            left, right = Layout(size=RING_WIDTH + 4), Layout()
            body.split_row(left, right)
            left.split_column(
                Layout(self._table(stage, RING_WIDTH), size=RING_HEIGHT + 2), Layout(self._hand(stage))
            )
            right.update(self._talk(width - RING_WIDTH - 8, height - 3))
            return frame
        seats = len(glimpse.places(stage))
        table_height = (seats + 1) // 2 + 5
        body.split_column(
            Layout(self._table(stage, width - 4, small=True), size=table_height), Layout(name="talk")
        )
        body["talk"].update(self._talk(width - 4, height - table_height - 3))
        return frame

    def _head(self, stage: Stage) -> Text:
        options = stage.options
        pace = running_virtual_loop().pace
        speed = f"×{pace:g}" if pace else "as fast as it goes"
        text = Text.assemble((" mafiabot demo ", "bold reverse cyan"))
        text.append(f" {stamp(stage.game_ms())} ", "bold")
        text.append(
            f"{options.preset} · {options.seats} seats · seed {options.seed} · {options.language} · {speed}",
            QUIET,
        )
        text.append("   Ctrl-C stops", QUIET)
        return text

    def _table(self, stage: Stage, width: int, *, small: bool = False) -> Panel:
        places, middle = glimpse.places(stage), glimpse.middle(stage)
        drawn = listed(places, middle, width) if small else ring(places, middle, width, RING_HEIGHT)
        return _box(drawn, stage.channel.name)

    def _hand(self, stage: Stage) -> Panel:
        who, lines = glimpse.hand(stage, self._seat)
        body = Group(*(styled(line) for line in lines)) if lines else Text("no hand yet", QUIET)
        return _box(body, f"hand of {who}")

    def _talk(self, width: int, height: int) -> Panel:
        shown: list[Text] = []
        for line in reversed(self._chat):
            shown[:0] = _wrapped(line, self._console, max(10, width))
            if len(shown) >= height - 2:
                break
        return _box(Text("\n").join(shown[-max(1, height - 2) :]), "chat")


def _wrapped(line: Text, console: Console, width: int) -> list[Text]:
    """A line of the chat in so many cells; what runs over stands under the words, not under the time."""
    first, *more = line.wrap(console, width)
    if not more:
        return [first]
    rest = line[len(first.plain) :]
    rest.plain = rest.plain.lstrip()
    return [first, *(Text(" " * INDENT) + piece for piece in rest.wrap(console, width - INDENT))]


def _box(body: RenderableType, title: str) -> Panel:
    return Panel(body, title=Text(title, QUIET), title_align="left", box=ROUNDED, border_style=QUIET)


def said(arrived: Arrived, start_ms: float) -> list[Text]:
    """A message as styled lines; of a panel, its head and its buttons."""
    lines = list(arrived.lines)
    if arrived.panel:
        lines = [*lines[:PANEL_LINES], *(line for line in lines[PANEL_LINES:] if plain(line).startswith("["))]
    texts = [styled(line) for line in lines]
    head = Text.assemble((stamp(arrived.at_ms - start_ms) + " ", QUIET))
    head.append(f"{arrived.author} " if arrived.author else "⚖ ", PERSON if arrived.author else JUDGE)
    return [head + texts[0] if texts else head, *(Text(" " * INDENT) + text for text in texts[1:])]
