"""How full every container is that can be reached from an object: what grows with each game is found."""

import asyncio
from collections import Counter, deque
from types import FunctionType, MethodType
from typing import Any
from weakref import WeakValueDictionary

from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.ui.texts import Texts

KEEPING = (MemoryStore, MemoryGames, Texts, asyncio.AbstractEventLoop)
"""What is there to keep things, or is filled once; a deployed bot's stores are files and servers."""


def fullness(root: object) -> Counter[str]:
    """By the way to it, how much is in each container; of parts that are many, together."""
    full: Counter[str] = Counter()
    seen: dict[int, object] = {}
    waiting = deque([("", root)])
    while waiting:
        path, one = waiting.popleft()
        if id(one) in seen or isinstance(one, KEEPING):
            continue
        seen[id(one)] = one
        if isinstance(one, dict | set | list | deque | WeakValueDictionary):
            full[path] += len(one)
        waiting.extend((f"{path}{step}", part) for step, part in _parts(one))
    return full


def _parts(one: Any) -> list[tuple[str, object]]:
    match one:
        case dict():
            return [("[]", part) for item in one.items() for part in item]
        case set() | frozenset() | list() | tuple() | deque():
            return [("[]", part) for part in one]
        case MethodType():
            return [("", one.__self__)]
        case FunctionType():
            return [("()", cell.cell_contents) for cell in one.__closure__ or ()]
        case _ if type(one).__module__.startswith(("mafiabot", "discord")):
            return [(f".{name}", getattr(one, name)) for name in _names(one) if hasattr(one, name)]
        case _:
            return []


def _names(one: Any) -> list[str]:
    slots = (getattr(kind, "__slots__", ()) for kind in type(one).__mro__)
    named = (name for names in slots for name in ((names,) if isinstance(names, str) else names))
    return [*getattr(one, "__dict__", ()), *(name for name in named if not name.startswith("__"))]
