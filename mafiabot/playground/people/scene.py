"""What one client shows of the table at this moment: the newest of everything that still matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ..views import Seen
from .reading import Reader
from .things import (
    Absence,
    Candidates,
    Claim,
    FloorGiven,
    Hand,
    NightFalls,
    Nominee,
    Panel,
    Question,
    Raise,
    Thing,
    Undone,
    Verdict,
    Window,
)

T = TypeVar("T", bound=Thing)
SCROLLED_BACK = 80


@dataclass(frozen=True, slots=True)
class Spotted(Generic[T]):
    """A message and what it is."""

    seen: Seen
    what: T

    @property
    def since_ms(self) -> float:
        """When the client last received or updated it, loop ms."""
        return self.seen.edited_ms or self.seen.received_ms


@dataclass(slots=True)
class Scene:
    """`floor` is None once the vote, the night, the verdict or an undoing has come after it."""

    panel: Spotted[Panel] | None = None
    hand: Spotted[Hand] | None = None
    old_hand: Spotted[Hand] | None = None
    window: Spotted[Window] | None = None
    raising: Spotted[Raise] | None = None
    floor: Spotted[FloorGiven] | None = None
    candidates: Spotted[Candidates] | None = None
    verdict: Spotted[Verdict] | None = None
    question: Spotted[Question] | None = None
    nominee: Spotted[Nominee] | None = None
    undone: Spotted[Undone] | None = None
    absence: Spotted[Absence] | None = None
    claims: list[Spotted[Claim]] = field(default_factory=list)


def look(reader: Reader, messages: Sequence[Seen]) -> Scene:
    """The scene a client shows; nobody scrolls further back than some eighty messages."""
    scene = Scene()
    floor_over = False
    for seen in reversed(messages[-SCROLLED_BACK:]):
        what = reader.read(seen.payload)
        match what:
            case None:
                continue
            case Panel():
                scene.panel = scene.panel or Spotted(seen, what)
            case Hand() if scene.hand is None:
                scene.hand = Spotted(seen, what)
            case Hand():
                scene.old_hand = scene.old_hand or Spotted(seen, what)
            case Window():
                scene.window = scene.window or Spotted(seen, what)
            case Raise():
                scene.raising = scene.raising or Spotted(seen, what)
            case FloorGiven():
                if scene.floor is None and not floor_over:
                    scene.floor = Spotted(seen, what)
            case Candidates():
                scene.candidates = scene.candidates or Spotted(seen, what)
                floor_over = True
            case NightFalls():
                floor_over = True
            case Verdict():
                scene.verdict = scene.verdict or Spotted(seen, what)
                floor_over = True
            case Claim():
                scene.claims.append(Spotted(seen, what))
            case Question():
                scene.question = scene.question or Spotted(seen, what)
            case Nominee():
                scene.nominee = scene.nominee or Spotted(seen, what)
            case Undone():
                scene.undone = scene.undone or Spotted(seen, what)
                floor_over = True
            case Absence():
                scene.absence = scene.absence or Spotted(seen, what)
    return scene
