"""Of one change of speakers the mute leaves first, however long each takes to be written down.

A library that knows nothing of the limit yet sends its first edit alone and the next one a whole round trip
later: were that the mute, two people would be heard meanwhile.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from mafiabot.runtime.member_edits import Want
from mafiabot.runtime.mic_rules import Urgency


@dataclass(frozen=True, slots=True, eq=False)
class Departure:
    """One edit's turn: `after` those that go first; `left` is set when it goes, or will not go."""

    after: tuple[asyncio.Event, ...] = ()
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def turn(self) -> None:
        for one in self.after:
            await one.wait()


class Departures:
    """Of the edits launched in one look at the wishes, in their order: mutes of a swap first."""

    def __init__(self) -> None:
        self._mutes: defaultdict[str, list[asyncio.Event]] = defaultdict(list)

    def of(self, want: Want) -> Departure:
        if want.urgency is not Urgency.SWAP:
            return Departure()
        mutes = self._mutes[want.table]
        if not want.muted:
            return Departure(after=tuple(mutes))
        departure = Departure()
        mutes.append(departure.left)
        return departure
