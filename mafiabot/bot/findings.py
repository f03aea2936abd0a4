"""What an examination comes to: one line of what was found, and what to do where it is not well."""

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """Warnings keep nobody from starting."""

    OK = 0
    WARN = 1
    FAIL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`what` was looked at, what is `said` of it, and what `todo`; neither text holds a secret."""

    level: Level
    what: str
    said: str
    todo: str = ""


def ok(what: str, said: str) -> Finding:
    return Finding(level=Level.OK, what=what, said=said)


def warn(what: str, said: str, todo: str) -> Finding:
    return Finding(level=Level.WARN, what=what, said=said, todo=todo)


def fail(what: str, said: str, todo: str) -> Finding:
    return Finding(level=Level.FAIL, what=what, said=said, todo=todo)
