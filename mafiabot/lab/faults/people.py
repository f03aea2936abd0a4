"""What people do beside playing, so that a bug has its occasion; each is an `Audience` of the stage."""

import asyncio
from collections.abc import AsyncIterator

from mafiabot.engine.state import Night
from mafiabot.lab.stage import Stage
from mafiabot.playground.clock import snowflake_ms
from mafiabot.playground.controls import buttons
from mafiabot.playground.people.phrases import Phrase
from mafiabot.playground.people.player import Player
from mafiabot.playground.people.scene import Spotted
from mafiabot.playground.people.things import Hand

LOOK_MS = 50
INTO_SPEECH_MS = 8_000
BACK_AFTER_MS = 2_000
LATE_BY_MS = 5
LATE_HANDS = 3


async def _looks(stage: Stage) -> AsyncIterator[None]:
    """Again and again, for ever."""
    while True:
        yield
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + LOOK_MS)


async def leaves_muted_and_returns(stage: Stage) -> None:
    """Who is out of the game leaves voice in the next night, and comes back when all is over."""
    left: Player | None = None
    async for _ in _looks(stage):
        state = stage.book.state
        if state is None:
            continue
        dead = [number for number, seat in enumerate(state.seats, 1) if not seat.alive]
        if left is None and dead and isinstance(state.phase, Night):
            left = stage.company.player(dead[0])
            await left.person.leave(stage.guild)
        elif left is not None and state.over:
            await stage.clock.sleep_until_ms(stage.clock.now_ms() + BACK_AFTER_MS)
            await left.enter()
            return


async def votes_late(stage: Stage) -> None:
    """In every window some raise their hands just after its end."""
    seen: set[int] = set()
    async for _ in _looks(stage):
        window = stage.company.players[0].scene.window
        if window is None or window.seen.id in seen or stage.book.state is None:
            continue
        seen.add(window.seen.id)
        end_ms = snowflake_ms(window.seen.id) + stage.book.state.ruleset.vote_window_ms
        await stage.clock.sleep_until_ms(end_ms + LATE_BY_MS)
        hands = [player for player in stage.company.players if player.playing][:LATE_HANDS]
        await asyncio.gather(*(_press(player, window.seen.id, Phrase.VOTE) for player in hands))


async def keeps_old_buttons(stage: Stage) -> None:
    """In his first speech everybody opens two hands; the finish of the older one he presses in his next."""
    await asyncio.gather(*(_keeps_an_old_button(stage, player) for player in stage.company.players))


async def _keeps_an_old_button(stage: Stage, player: Player) -> None:
    floors: set[int] = set()
    kept: Spotted[Hand] | None = None
    async for _ in _looks(stage):
        floor = player.scene.floor
        if floor is None or floor.what.user_id != player.person.id or floor.seen.id in floors:
            continue
        floors.add(floor.seen.id)
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + INTO_SPEECH_MS)
        if kept is None:
            await player.open_hand()
            kept = player.scene.hand
            await player.open_hand()
        else:
            await _press(player, kept.seen.id, Phrase.FINISH)


async def _press(player: Player, message_id: int, phrase: Phrase) -> None:
    """A press of the button that says this, if the message still has it."""
    seen = player.person.view.message(message_id)
    if seen is None:
        return
    for control in buttons(seen.payload):
        if player.reader.book.match(phrase, control.label) and not control.disabled:
            label = control.label
            await player.touch(lambda: player.person.press(message_id, label))  # noqa: B023 - awaited here
            return


async def writes_a_secret(stage: Stage) -> None:
    """In the first night a civilian touches the plan once more: a deed that nobody may notice."""
    async for _ in _looks(stage):
        for player in stage.company.players:
            hand = player.scene.hand
            if hand is None or hand.what.asks is not Phrase.ADD_TO_PLAN:
                continue
            if hand.what.role is Phrase.CIVILIAN:
                await player.choose(hand.seen, hand.what.select, [str(hand.what.options[0])])
                return
