"""Discord's clock against ours, as bounds: what was made for a request was made between it and its answer.

Whatever is converted is converted in the player's favour: as early as it can have been where an end is asked
about, as late as it can have been where a beginning is.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from mafiabot.engine.person import Press
from mafiabot.runtime.ports import Posted

KEPT = 9
DRIFT_PPM = 500
"""No clock runs faster or slower by more: NTP keeps a host's within that, a bare quartz within a fifth."""
PRESS_LIVES_MS = 3_000
"""Discord gives a press up when it is not answered so long after it was made."""
ROUNDING_MS = 1
"""Moments are told in whole milliseconds."""


@dataclass(frozen=True, slots=True)
class _Span:
    """Discord minus host lay between `least_ms` and `most_ms`, as measured at `at_ms` (host)."""

    least_ms: int
    most_ms: int
    at_ms: int

    def drift_ms(self, now_ms: int) -> int:
        """By how much the clocks may have drifted apart since."""
        return abs(now_ms - self.at_ms) * DRIFT_PPM // 1_000_000

    def after(self, drift_ms: int) -> "_Span":
        """What is left of it."""
        return _Span(self.least_ms - drift_ms, self.most_ms + drift_ms, self.at_ms)


class OffsetMeter:
    """Learns from requests whose answer carries a snowflake; without any, the two clocks count as one."""

    def __init__(self) -> None:
        self._seen: deque[_Span] = deque(maxlen=KEPT)
        self._known: tuple[tuple[int, ...], _Span] | None = None

    def observe(self, sent_ms: int, answered_ms: int, discord_ms: int) -> None:
        """`sent_ms`, `answered_ms`: host's clock around a request; `discord_ms`: its snowflake's moment."""
        least, most = discord_ms - answered_ms - ROUNDING_MS, discord_ms - sent_ms + ROUNDING_MS
        self._seen.append(_Span(least, most, answered_ms))
        self._known = None

    @property
    def offset_ms(self) -> int:
        """Discord minus host, as it most likely is."""
        span = self._last
        return (span.least_ms + span.most_ms) // 2

    @property
    def uncertainty_ms(self) -> int:
        """By how much `offset_ms` may be wrong."""
        span = self._last
        return (span.most_ms - span.least_ms + 1) // 2

    @property
    def _last(self) -> _Span:
        return self._span(self._seen[-1].at_ms) if self._seen else _Span(0, 0, 0)

    def to_host_ms(self, discord_ms: int) -> int:
        return discord_ms - self.offset_ms

    def press(self, discord_ms: int, arrived_ms: int) -> Press:
        """A press made at `discord_ms` that has reached us at `arrived_ms` (host)."""
        if not self._seen:
            early, late = arrived_ms - PRESS_LIVES_MS, arrived_ms
        else:
            span = self._span(arrived_ms)
            early, late = discord_ms - span.most_ms, min(arrived_ms, discord_ms - span.least_ms)
        return Press(discord_ms=discord_ms, host_ms=early, doubt_ms=max(0, late - early))

    def posted(self, message_id: int, message_ms: int, sent_ms: int, answered_ms: int) -> Posted:
        """A message that was asked for at `sent_ms`: learnt from, and told as late as it can have been."""
        self.observe(sent_ms, answered_ms, message_ms)
        latest_ms = message_ms - self._span(answered_ms).least_ms
        return Posted(message_id=message_id, message_ms=message_ms, host_ms=latest_ms)

    def _span(self, now_ms: int) -> _Span:
        """What most measurements have in common: the same for seconds, as drifts are whole milliseconds."""
        drifts = tuple([span.drift_ms(now_ms) for span in self._seen])
        if self._known is None or self._known[0] != drifts:
            left = [span.after(drift_ms) for span, drift_ms in zip(self._seen, drifts, strict=True)]
            self._known = drifts, _common(left)
        return self._known[1]


def _common(spans: Sequence[_Span]) -> _Span:
    """The overlap of as many as have one; of equally many the greater.

    What deceives makes an offset too small: a message that had been posted before, its answer lost, is found
    when it is asked for again, and a host that was put to sleep has its clock stand still.
    """
    best: list[_Span] = []
    for start in sorted(spans, key=lambda span: span.least_ms, reverse=True):
        over = [one for one in spans if one.least_ms <= start.least_ms <= one.most_ms]
        best = max(best, over, key=len)
    least, most = max(one.least_ms for one in best), min(one.most_ms for one in best)
    return _Span(least, most, best[-1].at_ms)
