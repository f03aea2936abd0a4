"""What comes out of the bot, as others receive it: (ms, kind, payload); two traces are equal or not.

One thing is made alike before they are compared: ids of Discord are numbered in the order in which they first
appear. Discord gives them out to all its servers, so their values say nothing; their order does.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from mafiabot.playground.clock import Clock
from mafiabot.playground.errors import Json
from mafiabot.playground.views import ClientView, Kind

_ID = re.compile(rb"\d{17,20}")
_SHOWN = 160
"""So much of two entries that differ is told, from a little before the first difference."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that reached somebody at `at_ms` (loop ms)."""

    at_ms: float
    kind: str
    payload: Any


@dataclass(slots=True)
class Trace:
    """`parts`: what came by one way each (a client, requests, metrics), in its order."""

    parts: dict[str, list[Entry]] = field(default_factory=dict)

    def add(self, part: str, entry: Entry) -> None:
        """Something more has come that way."""
        self.parts.setdefault(part, []).append(entry)

    @property
    def entries(self) -> int:
        """How many there are."""
        return sum(map(len, self.parts.values()))


class Ear(ClientView):
    """A client that keeps nothing but the trace of what it receives."""

    def __init__(self, user_id: int, clock: Clock) -> None:
        super().__init__(user_id, clock)
        self.heard: list[Entry] = []

    def put(self, kind: Kind, key: int, channel_id: int, payload: Json, delay_s: float) -> None:
        """Something leaves Discord for this client."""
        body = {"id": str(key), "channel": str(channel_id), "payload": payload}
        self.heard.append(Entry(self.arrival_s(delay_s) * 1000, kind, body))


def comparable(entries: Iterable[Entry], *, ordered: bool = True) -> list[bytes]:
    """Each entry as bytes, its ids renumbered. Not `ordered`: within one moment they come in any order."""
    written = list(map(_written, entries))
    if not ordered:
        written.sort(key=_within_a_moment)
    numbers: dict[bytes, bytes] = {}

    def numbered(found: "re.Match[bytes]") -> bytes:
        return numbers.setdefault(found.group(), b"#%d" % len(numbers))

    return [_ID.sub(numbered, one) for one in written]


def _within_a_moment(written: bytes) -> tuple[float, bytes, bytes]:
    return float(written.split(b" ", 1)[0]), _ID.sub(b"#", written), written


def _written(entry: Entry) -> bytes:
    body = orjson.dumps(entry.payload, option=orjson.OPT_SORT_KEYS)
    return b"%.3f ms %b %b" % (entry.at_ms, entry.kind.encode(), body)


def difference(one: Trace, other: Trace, *, ordered: bool = True) -> str | None:
    """The first entry in which two traces differ, in words; None: they are equal. `ordered`: see there."""
    for part in dict.fromkeys((*one.parts, *other.parts)):
        mine, theirs = (comparable(trace.parts.get(part, ()), ordered=ordered) for trace in (one, other))
        if mine != theirs:
            return f"{part}: {_first(mine, theirs)}"
    return None


def _first(one: Sequence[bytes], other: Sequence[bytes]) -> str:
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            at = next(n for n, (a, b) in enumerate(zip(mine + b"\0", theirs + b"\1", strict=False)) if a != b)
            return f"entry {number}: {_cut(mine, at)} | {_cut(theirs, at)}"
    longer = max(one, other, key=len)
    return (
        f"{len(one)} and {len(other)} entries, the first more: {_cut(longer[min(len(one), len(other))], 0)}"
    )


def _cut(text: bytes, at: int) -> str:
    """The moment, and what lies round the difference."""
    head, around = text.split(b" ms ", 1)[0], text[max(0, at - _SHOWN // 2) : at + _SHOWN // 2]
    return f"{head.decode()} ms …{around.decode(errors='replace')}…"


def without(trace: Trace, parts: Iterable[str]) -> Trace:
    """The same, some ways left out."""
    left_out = frozenset(parts)
    kept: Mapping[str, list[Entry]] = {
        name: part for name, part in trace.parts.items() if name not in left_out
    }
    return Trace(dict(kept))
