"""By day: a minute of one's own, nominating in it, votes, the raise, the best move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import table, talk
from .phrases import Phrase
from .scene import Spotted
from .temperament import Habit
from .things import FloorGiven, Raise, Window

if TYPE_CHECKING:
    from .player import Player

HEARD_WITHIN_S = 20.0
LOST_AT_MOST_S = 30.0
NOMINATES_AFTER_S = {Phrase.SPEECH: (2.0, 15.0), Phrase.LOST: (0.5, 4.0)}
TALKS = {Phrase.DEFENCE: 0.5, Phrase.LAST_WORD: 0.6, Phrase.EXTRA: 0.3}
LATE_S = (4.5, 7.5)


async def speech(player: Player, floor: Spotted[FloorGiven]) -> None:
    """Everything one does with the floor, from the mention to the last word."""

    def mine() -> bool:
        return player.scene.floor is not None and player.scene.floor.seen.id == floor.seen.id

    await _hold_the_floor(player, floor.what.kind, mine, ("of", floor.seen.id))


async def unannounced_speech(player: Player) -> None:
    """The panel gives him the floor, the announcement never came: after a moment he speaks all the same."""
    kind = player.panel.floor if player.panel else None

    def mine() -> bool:
        panel = player.panel
        return panel is not None and panel.floor_of == player.person.id and panel.floor is kind

    # Whose floor was undone is still letting go of it.
    await asyncio.sleep(0.5)
    await player.until(lambda: not mine() or player.speaking, 4.0)
    if mine() and not player.speaking and kind is not None:
        await _hold_the_floor(player, kind, mine, ("unannounced of", player.serial, kind))


async def _hold_the_floor(
    player: Player, kind: Phrase, mine: Callable[[], bool], key: tuple[object, ...]
) -> None:
    player.speaking = True
    try:
        if kind in (Phrase.SPEECH, Phrase.LOST) and player.mind.nominates(player.day):
            player.begin(("nominate", *key), lambda: _nominate(player, mine, kind))
        if kind is Phrase.LOST:
            await player.until(lambda: not mine(), LOST_AT_MOST_S)
            return
        await player.until(lambda: player.open or not mine(), HEARD_WITHIN_S)
        if kind in (Phrase.SPEECH, Phrase.LAST_WORD):
            player.begin(("claim", *key), lambda: _claim(player))
        if kind is Phrase.BEST_MOVE:
            await _name_best_move(player, mine)
        else:
            await _talk(player, kind, mine)
        if kind is Phrase.LAST_WORD and Habit.LEAVES_EARLY in player.habits:
            await player.drop_out(None)
        elif player.chance(player.temper.finishes):
            await _finish(player, mine)
        await player.until(lambda: not mine(), 120.0)
    finally:
        player.speaking = False


async def _claim(player: Player) -> None:
    """A sheriff tells what he has checked; now and then a black pretends."""
    hand = player.hand
    told = player.mind.claims(hand, player.living, player.named) if hand is not None else None
    if told is None:
        return
    player.named.add(told[0])
    await player.react(3.0)
    await player.say(talk.claim(player.reader.book.language, *told))


async def _talk(player: Player, kind: Phrase, mine: Callable[[], bool]) -> None:
    talk_s = player.rng.uniform(*player.temper.talk_s) * TALKS.get(kind, 1.0)
    drops = player.chance(player.temper.drops_in_speech)
    first_s = player.rng.uniform(2.0, talk_s * 0.8) if drops else talk_s
    await player.until(lambda: not mine(), first_s)
    if drops and mine():
        await player.drop_out((2.0, 8.0))
        await player.until(lambda: not mine(), talk_s - first_s)


async def _finish(player: Player, mine: Callable[[], bool]) -> None:
    for _ in range(4):
        if not mine():
            return
        hand, panel = player.scene.hand, player.scene.panel
        own = hand.what.buttons.get(Phrase.FINISH) if hand else None
        public = panel.what.buttons.get(Phrase.FINISH) if panel else None
        if hand is not None and own is not None and not own.disabled and player.chance(0.5):
            await player.press(hand.seen, own)
        elif panel is not None and public is not None and panel.what.floor_of == player.person.id:
            await player.press(panel.seen, public)
        await player.until(lambda: not mine(), player.rng.uniform(2.0, 4.0))


async def _nominate(player: Player, mine: Callable[[], bool], kind: Phrase) -> None:
    """Name somebody; once more where it was not accepted, or the judge has taken it back."""
    floor_ms = player.now_ms()
    await asyncio.sleep(player.rng.uniform(*NOMINATES_AFTER_S[kind]))
    for _ in range(2):
        spotted = await player.hand_asking(Phrase.NOMINATE, mine, floor_ms)
        if spotted is None or not spotted.what.options:
            return
        seat = player.mind.nominee(spotted.what, spotted.what.options, frozenset(player.accused))
        await player.react()
        await player.choose(spotted.seen, spotted.what.select, [str(seat)])
        await player.until(lambda: player.hand is None or player.hand.asks is not Phrase.NOMINATE, 2.0)
        if player.hand is None or player.hand.asks is not Phrase.NOMINATE or player.chance(0.5):
            return


async def _name_best_move(player: Player, mine: Callable[[], bool]) -> None:
    floor_ms = player.now_ms()
    await player.react(2.0)
    spotted = await player.hand_asking(Phrase.NAME_BEST_MOVE, mine, floor_ms)
    if spotted is None:
        return
    named = player.mind.best_move(spotted.what, spotted.what.options)
    await player.react(2.0)
    await player.choose(spotted.seen, spotted.what.select, [str(seat) for seat in named])


async def vote(player: Player, window: Spotted[Window]) -> None:
    """Vote in a window if it is the wanted one; the clumsy now and then in another, the late too late."""
    wanted = player.wants(window)
    if not wanted and not player.chance(player.temper.wrong_press / 4):
        return
    await _in_time(player)
    current = player.scene.window
    if current is None or current.seen.id != window.seen.id:
        if player.chance(player.temper.wrong_press):
            await table.fumble(player)
        return
    await player.press(current.seen, current.what.vote)


async def answer_raise(player: Player, raising: Spotted[Raise]) -> None:
    """Say yes or no to removing all the tied."""
    yes = player.mind.raises(player.hand, player.day)
    if yes is None:
        return
    await _in_time(player)
    current = player.scene.raising
    if current is not None and current.seen.id == raising.seen.id:
        await player.press(current.seen, current.what.yes if yes else current.what.no)


async def _in_time(player: Player) -> None:
    """A hand goes up within the window, mostly."""
    if player.chance(player.temper.late):
        await asyncio.sleep(player.rng.uniform(*LATE_S))
    else:
        await asyncio.sleep(player.rng.uniform(*player.temper.reaction_s))
