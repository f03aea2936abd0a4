"""The table's chat as lines of text with game time, for pipes and for people who like lines."""

from collections.abc import Callable, Iterator

from mafiabot.lab.rendering import plain
from mafiabot.lab.spectator import Arrived
from mafiabot.lab.stage import Stage

JUDGE = "⚖"
PANEL_LINES = 2

Write = Callable[[str], None]


def stamp(ms: float) -> str:
    """Game time as [mm:ss]; minutes go on beyond an hour."""
    minutes, seconds = divmod(max(0, int(ms // 1000)), 60)
    return f"[{minutes:02d}:{seconds:02d}]"


class PlainView:
    """Writes what a spectator's client shows, new messages only; of a panel its head and its buttons."""

    def __init__(self, write: Write) -> None:
        self._write = write

    async def __call__(self, stage: Stage) -> None:
        """Watch until cancelled."""
        async for arrived in stage.chat.arrivals(stage.reading):
            for line in lines(arrived, stage.start_ms):
                self._write(line)


def lines(arrived: Arrived, start_ms: float) -> Iterator[str]:
    """A message as lines: time and author before the first, the others below it."""
    said = [plain(line).rstrip() for line in arrived.lines]
    if arrived.panel:
        said = [
            " · ".join(said[:PANEL_LINES]),
            *(line for line in said[PANEL_LINES:] if line.startswith("[")),
        ]
    head = f"{stamp(arrived.at_ms - start_ms)} {arrived.author or JUDGE} "
    for number, line in enumerate(said):
        yield (head if number == 0 else " " * len(head)) + line
