"""The judge's tools as he uses them: typed commands, chosen by what the panel and the chat show him."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .phrases import Phrase
from .schedule import Deed

if TYPE_CHECKING:
    from .host import Host

FOULS = ("out_of_turn", "during_vote", "gesturing", "knocking", "arguing", "unethical", "other")
REMOVALS = ("night_breach", "best_move_comment", "card_shown", "other")
NEED_A_FLOOR = (Deed.SKIP, Deed.TIME, Deed.FLOOR)
WAITS_S = 240.0
AWARDS = (0.3, 0.4, 0.2)
TOO_MUCH = 0.7
"""With the awards before it more than a game has to give."""


async def do(host: Host, deed: Deed) -> None:
    """One deed, after the moments it takes him to see and to type; one at a time."""
    await asyncio.sleep(host.rng.uniform(2.0, 20.0))
    if deed is Deed.NOMINATION_UNDONE:
        await _hears_a_nomination(host)
    elif deed in NEED_A_FLOOR:
        await host.until(lambda: host.scene.floor is not None or not host.at_play, WAITS_S)
    async with host.hands:
        if host.at_play:
            await _do(host, deed)


async def _do(host: Host, deed: Deed) -> None:
    match deed:
        case Deed.FOUL:
            await _foul(host)
        case Deed.FOUL_TAKEN_BACK:
            await _foul_taken_back(host)
        case Deed.FOUL_UNDONE:
            if (seat := await _foul(host)) is not None:
                await _undo(host, Phrase.ACT_FOUL, seat)
        case Deed.REMOVAL:
            await _remove(host, host.rng.choice(REMOVALS))
        case Deed.REMOVAL_UNDONE:
            if (seat := await _remove(host, "other")) is not None:
                await _undo(host, Phrase.ACT_REMOVAL, seat)
        case Deed.NOMINATION_UNDONE:
            await _undo(host, Phrase.ACT_NOMINATION)
        case Deed.PAUSE:
            await _pause(host)
        case Deed.SKIP:
            await host.type("judge skip")
        case Deed.TIME:
            await host.type("judge time", seconds=host.rng.choice((15, 30, -10)))
        case Deed.FLOOR:
            await host.type("judge floor", seat=host.rng.choice(host.living), length=20)


async def _foul(host: Host) -> int | None:
    seat = host.culprit()
    return seat if await host.type("judge foul", seat=seat, reason=host.rng.choice(FOULS)) else None


async def _foul_taken_back(host: Host) -> None:
    if (seat := await _foul(host)) is not None:
        await asyncio.sleep(host.rng.uniform(3.0, 10.0))
        await host.type("judge unfoul", seat=seat)


async def _remove(host: Host, cause: str) -> int | None:
    seat = host.rng.choice(host.living)
    return seat if await host.type("judge remove", seat=seat, cause=cause) else None


async def _hears_a_nomination(host: Host) -> None:
    """Wait for the next one, in vain at most so long."""
    known = _nominee(host)
    await host.until(lambda: _nominee(host) != known or not host.at_play, WAITS_S)


def _nominee(host: Host) -> int | None:
    return host.scene.nominee.seen.id if host.scene.nominee else None


async def _undo(host: Host, act: Phrase, seat: int | None = None) -> None:
    """What he has just done, found among what can be undone; left alone where it is not there."""
    await asyncio.sleep(host.rng.uniform(2.0, 5.0))
    words = host.reader.book
    for choice in (await host.offered("judge undo", "steps"))[:3]:
        done = words.match(act, choice["name"])
        if done is not None and (seat is None or int(done["seat"]) == seat):
            await host.type("judge undo", steps=choice["value"], reason=host.rng.choice(host.excuses))
            return


async def _pause(host: Host) -> None:
    if await host.type("mafia pause"):
        await asyncio.sleep(host.rng.uniform(8.0, 25.0))
        await host.type("mafia resume")


async def answer_absence(host: Host, seat: int) -> None:
    """Whom to wait for: once; the second time he is out."""
    await asyncio.sleep(host.rng.uniform(2.0, 8.0))
    async with host.hands:
        if not host.at_play:
            return
        if seat not in host.waited_for:
            host.waited_for.add(seat)
            await host.type("judge wait", seat=seat)
        elif host.preset == "club":
            await host.type("mafia unseat", seat=seat)
        else:
            await host.type("judge remove", seat=seat, cause="absent")


async def award(host: Host) -> None:
    """After a tournament's game: points for three, too many for a fourth, a penalty for one."""
    await asyncio.sleep(host.rng.uniform(1.0, 3.0))
    seats = host.rng.sample(range(1, host.seats + 1), len(AWARDS) + 2)
    for seat, points in zip(seats, (*AWARDS, TOO_MUCH), strict=False):
        await host.type("judge award", seat=seat, points=points)
        await host.react()
    await host.type("judge penalty", seat=seats[-1])
