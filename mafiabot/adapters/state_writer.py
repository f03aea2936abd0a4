"""A state as JSON, of which only what has changed since the game's last one is encoded anew.

A state is frozen, and so is all within it: what is the same object has the same bytes. Most of a game stays
as it was from one commit to the next (the ruleset, past days, eight or nine of ten seats).
"""

from collections import OrderedDict
from operator import attrgetter
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from pydantic_core import SchemaSerializer

from mafiabot.adapters.shapes import WRITING, schema_of
from mafiabot.engine.state import GameState

MOST_GAMES = 2_048  # some 10 KB each


class _Part(NamedTuple):
    """What was encoded last: the value, its bytes, and those of its items where it is a list of records."""

    value: object
    data: bytes
    items: tuple[bytes, ...] = ()


class _Whole:
    """A field that is encoded at once."""

    def __init__(self, kind: Any) -> None:
        self._writer = SchemaSerializer(schema_of(kind, WRITING))

    def encode(self, value: Any) -> bytes:
        return self._writer.to_json(value, by_alias=True, warnings="error")

    def part(self, head: bytes, value: Any, _old: _Part) -> _Part:
        return _Part(value, head + self.encode(value))


class _Number(_Whole):
    """The serializer takes twenty times as long for an integer as Python does."""

    def encode(self, value: Any) -> bytes:
        return b"%d" % value if type(value) is int else super().encode(value)


class _Listed(_Whole):
    """A list: an item that was in it is not encoded again, wherever it stands now."""

    def __init__(self, kind: Any) -> None:
        super().__init__(get_args(kind)[0])

    def part(self, head: bytes, value: Any, old: _Part) -> _Part:
        former = old.value if isinstance(old.value, tuple) else ()
        known = dict(zip(map(id, former), old.items, strict=True))
        items = tuple([known.get(id(item)) or self.encode(item) for item in value])
        return _Part(value, b"%b[%b]" % (head, b",".join(items)), items)


_NOTHING = _Part(object(), b"")


class StateWriter:
    """Remembers the bytes of the last state of each game, of `MOST_GAMES` games at most."""

    def __init__(self) -> None:
        hints = get_type_hints(GameState)
        self._values = attrgetter(*hints)
        self._writers = [_writer(hint) for hint in hints.values()]
        self._heads = [b'%b"%b":' % (b"," if at else b"{", name.encode()) for at, name in enumerate(hints)]
        self._none = (_NOTHING,) * len(hints)
        self._last: OrderedDict[str, tuple[_Part, ...]] = OrderedDict()

    @property
    def remembered(self) -> int:
        """Games of which something is known."""
        return len(self._last)

    def encode(self, state: GameState) -> bytes:
        """Raises `PydanticSerializationError` for what is not of the type, which is a bug."""
        last = self._last.pop(state.game_id, self._none)
        fields = zip(self._values(state), last, self._writers, self._heads, strict=True)
        parts = tuple(
            [
                old if old.value is value else writer.part(head, value, old)
                for value, old, writer, head in fields
            ]
        )
        if not state.over:
            self._last[state.game_id] = parts
            if len(self._last) > MOST_GAMES:
                self._last.popitem(last=False)
        return b"".join([part.data for part in parts]) + b"}"


def _writer(kind: Any) -> _Whole:
    if kind in (int, int | None):
        return _Number(kind)
    items = get_args(kind)
    listed = get_origin(kind) is tuple and len(items) == 2 and items[1] is Ellipsis
    return _Listed(kind) if listed else _Whole(kind)
