"""Around the game: coming, sitting down, getting ready, and what people do while somebody else speaks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from . import talk
from .phrases import Phrase
from .temperament import Habit

if TYPE_CHECKING:
    from .player import Player

TRY_AGAIN_S = 6.0
LAST_FOUL_PAID = 3
VANISHED_S = (150.0, 1_500.0)


async def come_in(player: Player) -> None:
    """Come into the voice channel."""
    await asyncio.sleep(player.rng.uniform(0.0, 4.0))
    while not player.in_voice:
        await player.enter()
        await player.until(lambda: player.in_voice, TRY_AGAIN_S)


async def take_a_seat(player: Player) -> None:
    """Press Join until one's name is in the ring or the lobby is over."""
    while player.place is None:
        await player.react()
        panel = player.scene.panel
        if panel is None or panel.what.stage is not Phrase.LOBBY or Phrase.JOIN not in panel.what.buttons:
            return
        await player.press(panel.seen, panel.what.buttons[Phrase.JOIN])
        await player.until(lambda: player.place is not None, TRY_AGAIN_S)


async def get_ready(player: Player, serial: int) -> None:
    """Confirm in the ready check."""
    if Habit.LATE in player.habits:
        await asyncio.sleep(player.rng.uniform(4.0, 15.0))
    while player.at(serial):
        await player.react()
        panel = player.scene.panel
        if panel is None or not player.at(serial) or Phrase.READY not in panel.what.buttons:
            return
        if await player.press(panel.seen, panel.what.buttons[Phrase.READY]):
            return


async def look_at_role(player: Player, serial: int) -> None:
    """Open the hand in the deal."""
    await player.react(3.0)
    if Habit.LATE in player.habits:
        await asyncio.sleep(player.rng.uniform(10.0, 40.0))
    while player.at(serial) and not await player.open_hand():
        await player.react()


def listen(player: Player, floor_id: int) -> None:
    """Somebody else got the floor: most just listen."""
    temper = player.temper
    if player.playing and player.chance(temper.chats):
        player.begin(("chat", floor_id), lambda: _chat(player))
    if player.playing and player.may_cry_out and player.chance(temper.cries_out):
        player.begin(("cry out", floor_id), lambda: _cry_out(player))
    if player.chance(temper.drops_out):
        player.begin(("drop", floor_id), lambda: _drop(player))
    if player.playing and player.chance(temper.vanishes):
        player.begin(("vanish", floor_id), lambda: _vanish(player))
    if player.chance(temper.looks_around):
        player.begin(("around", floor_id), lambda: look_around(player))
    if player.chance(temper.wrong_press):
        player.begin(("fumble", floor_id), lambda: fumble(player))
    if player.playing and player.chance(temper.gives_up):
        player.begin(("give up", floor_id), lambda: give_up(player, really=True))
    elif player.playing and player.chance(temper.wrong_press / 20):
        player.begin(("give up", floor_id), lambda: give_up(player, really=False))


async def _chat(player: Player) -> None:
    await asyncio.sleep(player.rng.uniform(2.0, 15.0))
    await player.say(talk.remark(player.reader.book.language, player.rng))


async def _cry_out(player: Player) -> None:
    """Something that cannot wait; nobody pays for it with his game."""
    await asyncio.sleep(player.rng.uniform(1.0, 25.0))
    panel, place = player.scene.panel, player.place
    if panel is not None and place is not None and place.fouls < LAST_FOUL_PAID and player.may_cry_out:
        await player.press(panel.seen, panel.what.buttons[Phrase.CRY_OUT])


async def _drop(player: Player) -> None:
    await asyncio.sleep(player.rng.uniform(1.0, 20.0))
    await player.drop_out((1.5, 6.0))


async def _vanish(player: Player) -> None:
    """Something at home: gone for minutes, perhaps not to be waited for; looks in when the game is over."""
    await asyncio.sleep(player.rng.uniform(1.0, 20.0))
    if await player.drop_out(None):
        await player.until(lambda: player.outcome is not None, player.rng.uniform(*VANISHED_S))
        await player.enter()


async def look_around(player: Player) -> None:
    """Read the rules, the game log or one's hand again."""
    await player.react(3.0)
    panel = player.scene.panel
    offered = [p for p in (Phrase.HISTORY, Phrase.RULES, Phrase.HAND) if panel and p in panel.what.buttons]
    if panel is None or not offered:
        return
    await player.press(panel.seen, panel.what.buttons[player.rng.choice(offered)])


async def fumble(player: Player) -> None:
    """Press what is not one's own to press now: another's Finish, an old hand, a window long seen."""
    await player.react(4.0)
    panel, hand = player.scene.panel, player.scene.old_hand or player.scene.hand
    wrong = [p for p in (Phrase.FINISH, Phrase.READY, Phrase.JOIN) if panel and p in panel.what.buttons]
    if wrong and panel is not None and player.scene.floor and not player.speaking and player.chance(0.5):
        await player.press(panel.seen, panel.what.buttons[player.rng.choice(wrong)])
    elif hand is not None and not hand.what.select.disabled:
        values = [option.value for option in hand.what.select.options]
        await player.choose(hand.seen, hand.what.select, [player.rng.choice(values)])
    elif hand is not None and Phrase.FINISH in hand.what.buttons:
        await player.press(hand.seen, hand.what.buttons[Phrase.FINISH])


async def give_up(player: Player, *, really: bool) -> None:
    """Press Give up in the hand, then confirm, or think better of it."""
    await player.react(2.0)
    hand = player.scene.hand
    if hand is None or Phrase.GIVE_UP not in hand.what.buttons:
        return
    before_ms = player.now_ms()
    await player.press(hand.seen, hand.what.buttons[Phrase.GIVE_UP])
    if not await player.until(
        lambda: (q := player.scene.question) is not None and q.since_ms >= before_ms, TRY_AGAIN_S
    ):
        return
    await player.react()
    asked = player.scene
    if asked.question is not None and really:
        await player.press(asked.question.seen, asked.question.what.confirm)
    elif asked.question is not None and asked.question.what.back is not None:
        await player.press(asked.question.seen, asked.question.what.back)


async def after(player: Player) -> None:
    """The verdict is there: some are gone at once, a few of them only for a moment."""
    if Habit.LEAVES_EARLY in player.habits:
        await asyncio.sleep(player.rng.uniform(0.1, 0.6))
        await player.drop_out(None)
    elif player.chance(2 * player.temper.drops_out):
        await asyncio.sleep(player.rng.uniform(0.1, 1.5))
        await player.drop_out((3.0, 9.0))
