"""By night everybody does the same things: opens the hand, picks a number; only some picks mean something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import talk
from .phrases import Phrase
from .temperament import Habit
from .things import Hand

if TYPE_CHECKING:
    from .player import Player


async def open_eyes(player: Player, serial: int) -> None:
    """Press the large hand button."""
    if Habit.LATE in player.habits:
        await asyncio.sleep(player.rng.uniform(3.0, 12.0))
    await player.react()
    while player.at(serial) and not await player.open_hand():
        await player.react()


async def write_plan(player: Player, serial: int) -> None:
    """Black write the order of shots, one select after another, and a sign; others at most try."""
    started_ms = player.stage_since_ms
    await player.react(2.0)
    spotted = await player.hand_asking(Phrase.ADD_TO_PLAN, lambda: player.at(serial), started_ms)
    if spotted is None:
        return
    writes = player.mind.writes_plan(spotted.what)
    if writes or player.chance(player.temper.wrong_press):
        wanted = player.mind.plan(spotted.what, spotted.what.options)
        await _add_to_plan(player, serial, wanted if writes else wanted[:1])
    if player.mind.signs(spotted.what):
        await _write_sign(player, serial)


async def _write_sign(player: Player, serial: int) -> None:
    hand = player.scene.hand
    if not player.at(serial) or hand is None or Phrase.SIGN not in hand.what.buttons:
        return
    button = hand.what.buttons[Phrase.SIGN]
    if not button.disabled:
        await player.fill_in(hand.seen, button, talk.sign(player.reader.book.language, player.rng))


async def _add_to_plan(player: Player, serial: int, wanted: list[int]) -> None:
    for seat in wanted:
        hand = player.scene.hand
        if not player.at(serial) or hand is None or hand.what.asks is not Phrase.ADD_TO_PLAN:
            return
        await player.choose(hand.seen, hand.what.select, [str(seat)])
        await player.react()


async def shoot(player: Player, serial: int, number: int) -> None:
    """Name a target; who looks red names one too, or not."""
    combat_night = number - player.first_night if player.first_night is not None else number

    def decide(hand: Hand) -> int | None:
        return player.mind.shot(hand, combat_night, hand.options, player.living)

    await _pick(player, Phrase.SHOOT, serial, decide)


async def check(player: Player, serial: int, role: Phrase) -> None:
    """Check somebody, in one's own step for real."""

    def decide(hand: Hand) -> int | None:
        return player.mind.check(hand, hand.role is role, player.living, hand.options)

    await _pick(player, Phrase.CHECK, serial, decide)


async def _pick(player: Player, phrase: Phrase, serial: int, decide: Callable[[Hand], int | None]) -> None:
    started_ms = player.stage_since_ms
    await player.react()
    for _ in range(2):
        spotted = await player.hand_asking(phrase, lambda: player.at(serial), started_ms)
        seat = decide(spotted.what) if spotted is not None else None
        if spotted is None or seat is None:
            return
        await player.react()
        await player.choose(spotted.seen, spotted.what.select, [str(seat)])
        if await _picked(player, serial, seat):
            return


async def _picked(player: Player, serial: int, seat: int) -> bool:
    """Wait for the hand to show the pick."""

    def shown() -> bool:
        return player.hand is not None and seat in player.hand.picked

    await player.until(lambda: shown() or not player.at(serial), 3.0)
    return shown()
