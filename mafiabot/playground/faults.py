"""Trouble on demand: the n-th call of a route, or the next events of a kind, go wrong as planned."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

MEMBER_EDIT = "PATCH /guilds/{}/members/{}"
EventMode = Literal["lose", "delay", "double"]
CUT = 0


@dataclass(slots=True, kw_only=True)
class Fault:
    """What happens to one call: it waits `hang_s`, then is answered `status` (0: the connection is cut)."""

    route: str
    nth: int = 1
    times: int = 1
    status: int | None = None
    after_apply: bool = False
    hang_s: float = 0.0
    retry_after_s: float = 1.0
    scope: str = "user"
    seen: int = 0

    @property
    def spent(self) -> bool:
        """Whether all that were to be hit have been."""
        return self.seen >= self.nth + self.times - 1

    def strikes(self, key: str) -> bool:
        """Count one call; True where it is one of those to be hit."""
        if self.route not in (key, "*"):
            return False
        self.seen += 1
        return self.nth <= self.seen < self.nth + self.times


@dataclass(slots=True, kw_only=True)
class EventFault:
    """What happens to the next `left` events of a kind (`*`: any)."""

    kind: str
    mode: EventMode
    left: int
    delay_ms: float


class Faults:
    """The plan; routes are written as in reports: `PATCH /guilds/{}/members/{}`, or `*`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._calls: list[Fault] = []
        self._events: list[EventFault] = []
        self.faulty_edits = 0.0

    def answer(
        self,
        route: str,
        status: int,
        *,
        nth: int = 1,
        times: int = 1,
        after_apply: bool = False,
        retry_after_s: float = 1.0,
        scope: str = "user",
    ) -> Fault:
        """Answer calls nth … nth+times-1 from now with `status`; 0 cuts the connection instead."""
        fault = Fault(route=route, nth=nth, times=times, status=status, after_apply=after_apply)
        fault.retry_after_s, fault.scope = retry_after_s, scope
        self._calls.append(fault)
        return fault

    def hang(
        self, route: str, for_s: float, *, nth: int = 1, times: int = 1, after_apply: bool = False
    ) -> Fault:
        """Hold calls nth … nth+times-1 from now for `for_s` seconds, before or after they are applied."""
        fault = Fault(route=route, nth=nth, times=times, hang_s=for_s, after_apply=after_apply)
        self._calls.append(fault)
        return fault

    def events(self, kind: str, mode: EventMode, *, n: int = 1, delay_ms: float = 0) -> EventFault:
        """Lose, delay or double the next n gateway events of a kind (`VOICE_STATE_UPDATE`, `*`).

        The plan is returned: `left` counts down.
        """
        planned = EventFault(kind=kind, mode=mode, left=n, delay_ms=delay_ms)
        self._events.append(planned)
        return planned

    def clear(self) -> None:
        """Forget every plan."""
        self._calls.clear()
        self._events.clear()
        self.faulty_edits = 0.0

    def of_call(self, key: str) -> Fault | None:
        """The fault that hits this call, if any; every matching plan counts it."""
        hits = [fault for fault in self._calls if fault.strikes(key)]
        if hits:
            return hits[0]
        if key == MEMBER_EDIT and self.faulty_edits and self._rng.random() < self.faulty_edits:
            status = self._rng.choice((500, 502))
            return Fault(route=key, status=status, after_apply=self._rng.random() < 0.5)
        return None

    def of_event(self, kind: str) -> tuple[float, ...]:
        """Extra seconds of each copy of an event to deliver: (0,) normally, () for a lost one."""
        fault = next((f for f in self._events if f.kind in (kind, "*") and f.left > 0), None)
        if fault is None:
            return (0.0,)
        fault.left -= 1
        if fault.mode == "lose":
            return ()
        return (fault.delay_ms / 1000,) if fault.mode == "delay" else (0.0, fault.delay_ms / 1000)
