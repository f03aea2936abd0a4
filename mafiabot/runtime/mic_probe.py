"""How long a mute and an unmute take, tried on somebody who asks for it; the debt is written before the mute.

A probe is one more wish beside those of the tables: the same edits, the same ledger. If the process dies in
the middle, the next one finds the debt and gives the microphone back.
"""

import asyncio
from dataclasses import dataclass, field

from mafiabot.runtime.ports import Clock

PROBE_LIMIT_MS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MicDelays:
    """From the edit's departure until the gateway shows it; None = not shown within `PROBE_LIMIT_MS`."""

    mute_ms: int | None
    unmute_ms: int | None


@dataclass(slots=True, kw_only=True, eq=False)
class Probe:
    """One member's trial: muted first (`muting`), then as he was found. `game_id`: what his debt names.

    `editor`: the bot that is tried, None: whichever has room.
    """

    channel_id: int
    game_id: str
    editor: int | None = None
    muting: bool = True
    _sent_ms: int | None = None
    _took_ms: int | None = None
    _shown: asyncio.Event = field(default_factory=asyncio.Event)

    def sent(self, muted: bool, now_ms: int) -> None:
        """An edit is leaving; one that is repeated counts from the first."""
        if muted is self.muting and self._sent_ms is None:
            self._sent_ms = now_ms

    def seen(self, muted: bool, now_ms: int) -> None:
        """A voice state of his came in."""
        if muted is self.muting and self._sent_ms is not None and self._took_ms is None:
            self._took_ms = now_ms - self._sent_ms
            self._shown.set()

    def turn(self) -> None:
        """From muting to giving back."""
        self.muting = False
        self._sent_ms = self._took_ms = None
        self._shown.clear()

    async def took_ms(self, clock: Clock) -> int | None:
        """Waits for the edit to be shown, `PROBE_LIMIT_MS` at most."""
        shown = asyncio.ensure_future(self._shown.wait())
        limit = asyncio.ensure_future(clock.sleep_until_ms(clock.now_ms() + PROBE_LIMIT_MS))
        try:
            await asyncio.wait((shown, limit), return_when=asyncio.FIRST_COMPLETED)
        finally:
            shown.cancel()
            limit.cancel()
        return self._took_ms
