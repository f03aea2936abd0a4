"""Who could be heard when: intervals of loop milliseconds per voice channel and member."""

from __future__ import annotations

from dataclasses import dataclass, field

from .clock import Clock


@dataclass(frozen=True, slots=True)
class Interval:
    """Somebody was audible (or open) in a channel from `start_ms` until `end_ms` (None: still)."""

    guild_id: int
    channel_id: int
    user_id: int
    start_ms: float
    end_ms: float | None


@dataclass(slots=True)
class Timeline:
    """One level per member, remembered as intervals."""

    clock: Clock
    closed: list[Interval] = field(default_factory=list)
    running: dict[tuple[int, int], tuple[int, float]] = field(default_factory=dict)

    def set(self, guild_id: int, user_id: int, channel_id: int | None) -> None:
        """From now on the member is on in `channel_id` (None: nowhere)."""
        key = (guild_id, user_id)
        before = self.running.get(key)
        if (before[0] if before else None) == channel_id:
            return
        now = self.clock.now_ms()
        if before is not None:
            del self.running[key]
            self.closed.append(Interval(guild_id, before[0], user_id, before[1], now))
        if channel_id is not None:
            self.running[key] = (channel_id, now)

    def intervals(self, *, channel_id: int | None = None, user_id: int | None = None) -> list[Interval]:
        """Closed and running intervals in order of their start, of one channel or member if asked."""
        still = [Interval(g, c, u, start, None) for (g, u), (c, start) in self.running.items()]
        found = [
            one
            for one in (*self.closed, *still)
            if (channel_id is None or one.channel_id == channel_id)
            and (user_id is None or one.user_id == user_id)
        ]
        return sorted(found, key=lambda one: one.start_ms)

    def total_ms(self, user_id: int, from_ms: float, to_ms: float, channel_id: int | None = None) -> float:
        """How long a member was on within a span, in ms."""
        spans = self.intervals(user_id=user_id, channel_id=channel_id)
        return sum(
            max(0.0, min(to_ms, one.end_ms if one.end_ms is not None else to_ms) - max(from_ms, one.start_ms))
            for one in spans
        )

    def together_ms(self, channel_id: int, from_ms: float, to_ms: float) -> float:
        """The longest stretch within a span in which two or more were on at once, in ms."""
        changes: list[tuple[float, int]] = []
        for one in self.intervals(channel_id=channel_id):
            start, end = max(from_ms, one.start_ms), min(to_ms, to_ms if one.end_ms is None else one.end_ms)
            if start < end:
                changes += [(start, 1), (end, -1)]
        longest, count, since = 0.0, 0, 0.0
        for at, step in sorted(changes):
            if count >= 2:
                longest = max(longest, at - since)
            if count + step >= 2 > count:
                since = at
            count += step
        return longest


@dataclass(slots=True)
class Timelines:
    """`audible`: really heard; `open`: could be heard, self-mute ignored."""

    clock: Clock
    audible: Timeline = field(init=False)
    open: Timeline = field(init=False)

    def __post_init__(self) -> None:
        self.audible = Timeline(self.clock)
        self.open = Timeline(self.clock)
