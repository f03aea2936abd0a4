"""What becomes of a private answer shows nowhere: refused, failed or late, everybody else sees the same.

Hands are brought up to date when black plan, too; if anything public waited for that, or took another way
after it had failed, it would tell who is black.
"""

import asyncio
from functools import cache
from typing import Any

import pytest
from structlog.testing import capture_logs

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine.views import HandView, PublicView
from mafiabot.lab.faults.ports import MessengerRelay
from mafiabot.lab.trust import pairs_line, pairs_loop
from mafiabot.lab.trust.pairs import PRESSES
from mafiabot.lab.trust.pairs_line import Line
from mafiabot.lab.trust.pairs_play import Evening, played
from mafiabot.lab.trust.scenario import scenario
from mafiabot.lab.trust.trace import difference, without
from mafiabot.playground.rest.router import Call, Reply
from mafiabot.runtime.announcements import Announcement
from mafiabot.runtime.ports import HandRef, Messenger, Posted, TableAddress

EVENINGS = (2, 52)
"""One of black who shoot, one of black who plan and sign."""
EDIT, ANSWER = "/webhooks/", "/interactions/"


def evening(number: int, planted: Planted = NOTHING_PLANTED) -> Evening:
    with capture_logs():
        return pairs_loop.run(played(scenario(number), 0, planted))


lucky = cache(evening)


def unlucky(way: str, status: int, *, later_s: float = 0.0, every: int = 1) -> type[Line]:
    """A line on which one of so many (`every`) private answers of one kind fares so."""

    class Unlucky(Line):
        tried = 0

        async def exchange(self, method: str, path: str, **asked: Any) -> Any:
            if later_s and path.startswith(way):
                await self._takes(later_s)
            return await super().exchange(method, path, **asked)

        def _applied(self, method: str, path: str, call: Call) -> Reply:
            if not path.startswith(way):
                return super()._applied(method, path, call)
            Unlucky.tried += 1
            if status == 200 or Unlucky.tried % every:
                return super()._applied(method, path, call)
            return Reply(status, {"message": "no", "code": 0})

    return Unlucky


@pytest.mark.parametrize("number", EVENINGS)
@pytest.mark.parametrize(
    "line",
    [
        unlucky(EDIT, 404),
        unlucky(EDIT, 500),
        unlucky(EDIT, 200, later_s=4),
        unlucky(ANSWER, 404, every=7),
        unlucky(ANSWER, 500, every=7),
    ],
    ids=["edit refused", "edit failed", "edit late", "answer refused", "answer failed"],
)
def test_whether_private_answers_come_through_shows_nowhere(
    monkeypatch: pytest.MonkeyPatch, number: int, line: Any
) -> None:
    usual = lucky(number)
    monkeypatch.setattr(pairs_line, "Line", line)
    other = evening(number)
    assert line.tried > 10
    seen, told = (without(one.public, (PRESSES,)) for one in (usual, other))
    assert difference(seen, told) is None


class OneAtATime(MessengerRelay):
    """Whatever is sent waits for what was sent before."""

    def __init__(self, messenger: Messenger) -> None:
        super().__init__(messenger)
        self._free = asyncio.Lock()

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        async with self._free:
            return await super().announce(table, announcement, view)

    async def refresh_hand(self, hand: HandRef, view: HandView) -> None:
        async with self._free:
            await super().refresh_hand(hand, view)


def test_a_bot_whose_words_wait_for_private_answers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = evening(EVENINGS[0], Planted(messenger=OneAtATime))
    monkeypatch.setattr(pairs_line, "Line", unlucky(EDIT, 200, later_s=4))
    other = evening(EVENINGS[0], Planted(messenger=OneAtATime))
    assert difference(usual.public, other.public) is not None
