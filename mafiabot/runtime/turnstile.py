"""Lets one through in each turn of the loop: what each then does at a stretch leaves room for others between.

Ten hands that are drawn in one moment would hold up every deadline of that moment by all ten. What was begun
before, the edits of a change of speakers above all, has left by the time the first one goes through.
"""

import asyncio
from collections import deque


class Turnstile:
    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._turning = False

    async def through(self) -> None:
        """Returns when those who came before have gone through. May be cancelled."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn)
        await turn

    def _turn(self) -> None:
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()  # given up
        self._turning = bool(self._waiting)
        if self._waiting:
            self._waiting.popleft().set_result(None)
            asyncio.get_running_loop().call_soon(self._turn)
