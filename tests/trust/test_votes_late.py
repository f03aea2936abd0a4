"""The whole bot, its clock five seconds wrong and every way close to a second: votes on a window's edge."""

import pytest

from mafiabot.engine.state import Vote
from mafiabot.playground.clicks import click
from mafiabot.playground.components import BUTTON
from mafiabot.playground.interactions import COMPONENT, Interaction
from mafiabot.ui.ids import Action, ControlId
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual
SLOW_MS = (800.0, 900.0)
DISCORD_EPOCH_MS = 1_420_070_400_000


async def _window(house: Club, candidate: int) -> tuple[int, str]:
    """The id of the candidate's window as soon as it is there, and its button's."""
    while True:
        state = await house.state()
        if isinstance(state.phase, Vote) and state.phase.candidates[state.phase.index] == candidate:
            number = state.phase.window.window_no
            custom_id = str(ControlId(state.game_id, Action.VOTE, f"{number}.{candidate}"))
            shown = [one.id for one in house.channel.messages.values() if custom_id in str(one.payload)]
            if shown:
                return shown[0], custom_id
        await house.seconds(0.02)


async def _pressed(house: Club, seat: int, message_id: int, custom_id: str, after_ms: int) -> Interaction:
    """Discord makes the press that long after the message."""
    core, at_ms = house.local.core, (message_id >> 22) + DISCORD_EPOCH_MS + after_ms
    await house.clock.sleep_until_ms(house.clock.now_ms() + round(at_ms - core.clock.epoch_ms()))
    data = {"component_type": BUTTON, "custom_id": custom_id}
    user, now_ms = house.people[seat - 1].user, core.clock.now_ms()
    made = click(
        core, house.bot, user, house.channel, COMPONENT, data, clicked_ms=now_ms, source_id=message_id
    )
    assert (made.id >> 22) + DISCORD_EPOCH_MS == at_ms
    return made


@pytest.mark.parametrize("ahead_ms", [-5_000, 5_000])
async def test_the_last_millisecond_of_a_window_counts_and_the_next_one_does_not(ahead_ms: int) -> None:
    async with club(start=False) as house:
        house.local.core.clock.offset_ms = ahead_ms
        await house.start_bot()
        await house.deal()
        game = Game(house)
        await game.to_day()
        state = await game.talk({1: 3, 2: 4})
        house.local.core.network.latency_ms = SLOW_MS
        window_ms = state.ruleset.vote_window_ms
        message_id, custom_id = await _window(house, 4)
        pressed = {
            (5, True): await _pressed(house, 5, message_id, custom_id, 600),
            (1, True): await _pressed(house, 1, message_id, custom_id, window_ms - 1),
            (2, False): await _pressed(house, 2, message_id, custom_id, window_ms),
            (6, False): await _pressed(house, 6, message_id, custom_id, window_ms + 90),
        }
        for (seat, counts), made in pressed.items():
            text = (await made.outcome()).text
            assert ("Your vote for 4 was taken" in text) is counts, (seat, text)
        assert "4.999 s after it was shown; it is open for 5 s." in pressed[1, True].text
        await house.seconds(6)
        assert any("For **4** · Player 4: 2 votes – 1, 5." in text for text in house.public())
        house.clean()
