"""The way between Discord and its clients: one-way latency, and which of answer and event comes first."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

Order = Literal["answer_first", "event_first", "mixed"]
GAP_S = 0.001


@dataclass(slots=True)
class Trip:
    """One request on its way: seconds there, seconds back, seconds its events may not precede."""

    there_s: float
    back_s: float
    event_floor_s: float = 0.0
    events_before_answer: bool = False


class Network:
    """Draws latencies, uniform within `latency_ms`, each way on its own, from the seeded generator."""

    def __init__(self, rng: Random, latency_ms: tuple[float, float], order: Order) -> None:
        self._rng = rng
        self.latency_ms = latency_ms
        self.order: Order = order
        self.current: Trip | None = None

    def delay_s(self) -> float:
        """Seconds of one way."""
        low, high = self.latency_ms
        return 0.0 if high <= 0 else self._rng.uniform(low, high) / 1000

    def trip(self) -> Trip:
        """The plan of one request, following `order`."""
        trip = Trip(there_s=self.delay_s(), back_s=self.delay_s())
        still = self.latency_ms[1] <= 0
        answer_first = self.order == "answer_first"
        if self.order == "mixed" and still:
            answer_first = self._rng.random() < 0.5
        if answer_first:
            trip.event_floor_s = trip.back_s + GAP_S
        trip.events_before_answer = self.order == "event_first"
        return trip

    def event_delay_s(self) -> float:
        """Seconds until an event caused right now reaches a bot."""
        trip = self.current
        delay = self.delay_s()
        if trip is None:
            return delay
        delay = max(delay, trip.event_floor_s)
        if trip.events_before_answer:
            trip.back_s = max(trip.back_s, delay + GAP_S)
        return delay
