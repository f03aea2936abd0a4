"""The table's chat as it comes, on the client of somebody who only watches."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from mafiabot.lab.rendering import Line, Reading, lines_of, plain
from mafiabot.playground.components import walk
from mafiabot.playground.model import Channel
from mafiabot.playground.person import Person
from mafiabot.playground.views import Seen
from mafiabot.ui.panel import PANEL_ID


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """A new message in the chat; `author` None: the judge. A panel is told by its lines' first one only."""

    at_ms: float
    author: str | None
    lines: tuple[Line, ...]
    panel: bool


class Chat:
    """What has come so far. `names` are of everybody who can be mentioned."""

    def __init__(self, person: Person, channel: Channel, bot_id: int) -> None:
        self._person = person
        self._channel = channel
        self._bot_id = bot_id
        self._known: set[int] = set()

    def messages(self) -> list[Seen]:
        """Every message the client ever showed in the channel, deleted ones too."""
        return self._person.view.messages(self._channel, deleted=True)

    def judged(self) -> list[Seen]:
        """The judge's messages among them."""
        return [seen for seen in self.messages() if int(seen.payload["author"]["id"]) == self._bot_id]

    def fresh(self, reading: Reading) -> list[Arrived]:
        """Messages that have come since the last call, as they first appeared."""
        new = [seen for seen in self.messages() if seen.id not in self._known]
        self._known.update(seen.id for seen in new)
        return [self._arrived(seen, reading) for seen in new]

    async def arrivals(self, reading: Callable[[], Reading]) -> AsyncIterator[Arrived]:
        """Messages as they come, for ever."""
        while True:
            for arrived in self.fresh(reading()):
                yield arrived
            await self._person.view.changed()

    def _arrived(self, seen: Seen, reading: Reading) -> Arrived:
        payload = seen.versions[0][1]
        author = payload["author"]
        name = None if int(author["id"]) == self._bot_id else author["global_name"] or author["username"]
        lines = [line for line in lines_of(payload, reading) if plain(line).strip()]
        return Arrived(at_ms=seen.received_ms, author=name, lines=tuple(lines), panel=is_panel(seen))


def is_panel(seen: Seen) -> bool:
    """Whether a message is the table's panel, which is edited all the time."""
    return any(component.get("id") == PANEL_ID for component in walk(seen.payload["components"]))
