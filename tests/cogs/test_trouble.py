"""Trouble with Discord in the middle of a game: connections drop, messages are refused, channels vanish."""

import pytest
from structlog.testing import capture_logs

from mafiabot.engine.events import WindowClosed
from mafiabot.engine.state import GameState, NightStep, Role, Talk
from mafiabot.playground.permissions import Perm
from tests.support.club import club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

POST = "POST /channels/{}/messages"
EDIT = "PATCH /channels/{}/messages/{}"


def speaker(state: GameState) -> int:
    assert isinstance(state.phase, Talk), state.phase
    return state.phase.floor.turn.seat


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_dropped_connection_is_not_noticed_at_the_table(resumable: bool) -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        house.local.gateway.drop(house.bot, resumable=resumable, for_s=6)
        await house.seconds(20)
        await game.finish()
        await game.floor(2)
        await house.seconds(5)
        assert house.muted() == [1, 3, 4, 5, 6]
        house.clean()


async def test_who_left_during_an_outage_is_known_to_be_out_afterwards() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        house.local.gateway.drop(house.bot, resumable=False, for_s=6)
        await house.people[5].leave(house.guild)
        await house.seconds(25)
        assert (await house.state()).seat(6).away is not None
        await house.people[5].join(house.channel)
        await house.seconds(3)
        assert (await house.state()).seat(6).away is None
        assert 6 in house.muted()
        house.clean()


async def test_announcements_that_were_refused_are_said_once_and_in_order() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        house.local.faults.answer(POST, 503, nth=1, times=1)
        house.local.faults.answer(POST, 502, nth=4, times=1, after_apply=True)
        await game.floor(2)
        said = [text for text in house.public() if "your minute" in text or "wakes up" in text]
        assert ["wakes up" in text for text in said] == [True, False, False]
        house.clean()


async def test_a_window_whose_message_does_not_come_is_timed_by_our_own_clock() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        made = {1: 3, 2: 4}
        for seat in range(1, 6):
            if seat in made:
                await game.floor(seat)
                await game.open_hand(seat)
                await game.choose(seat, made[seat])
            await game.finish()
        await game.floor(6)
        await house.seconds(2.5)
        house.local.faults.hang(POST, 30, nth=2)
        await house.press(house.people[5], "Finish speech")
        await game.until(lambda state: not isinstance(state.phase, Talk))
        await house.seconds(60)
        assert any("timed by our own clock" in text for text in house.public())
        house.clean()


async def test_a_panel_deleted_in_play_comes_back_with_its_buttons() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        panel = house.people[0].latest(house.channel, label="My hand")
        house.local.admin.delete_message(house.channel, panel.id)
        await house.seconds(5)
        assert "Your number is 1" in (await game.open_hand(1)).text
        house.clean()


async def test_a_deleted_vote_window_is_asked_for_anew_and_can_be_pressed() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        state = await game.talk({1: 3, 2: 4})
        await house.seconds(0.5)
        window = house.people[0].latest(house.channel, label="Vote")
        house.local.admin.delete_message(house.channel, window.id)
        await house.seconds(0.5)
        again = house.people[0].latest(house.channel, label="Vote")
        assert again.id != window.id
        answer = await house.press(house.people[4], "Vote")
        assert answer.answered_ms is not None
        await house.seconds(30)
        log = await house.store.log(state.game_id)
        assert next(event for event in log if isinstance(event, WindowClosed)).voters == (5,)
        house.clean()


async def test_a_channel_that_is_deleted_ends_the_game_and_frees_everybody() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        game_id = (await house.state()).game_id
        with capture_logs() as logs:
            house.local.admin.delete_channel(house.channel)
            await house.seconds(60 * 60)
            state = await house.store.load(game_id)
        assert state is not None
        assert state.over
        assert not [line for line in logs if line["log_level"] == "critical"]
        assert not [line for line in logs if line["event"] == "background task failed"]
        elsewhere = house.local.add_channel(house.guild, "elsewhere")
        for person in house.people:
            await person.join(elsewhere)
        await house.seconds(15)
        assert house.muted() == []
        assert not await house.store.debts()
        house.clean()


async def test_a_bot_that_may_not_write_any_more_judges_on() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        house.local.admin.set_channel_permission(house.channel, house.bot.id, Perm.SEND_MESSAGES, False)
        with capture_logs() as logs:
            await game.finish()
            await game.floor(2)
            await game.finish()
            await game.floor(3)
        assert not [line for line in logs if line["event"] == "background task failed"]
        house.local.admin.set_channel_permission(house.channel, house.bot.id, Perm.SEND_MESSAGES, None)
        await game.finish()
        await game.floor(4)
        assert "your minute" in "\n".join(house.public())
        house.clean()


async def test_a_kicked_bot_lets_the_game_go() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        with capture_logs() as logs:
            house.local.admin.kick(house.guild, house.bot.id)
            await house.seconds(1_800)
        assert not [line for line in logs if line["event"] == "background task failed"]


async def test_a_lost_voice_event_is_asked_for() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.step(NightStep.FREE_SEATING)
        house.local.faults.events("VOICE_STATE_UPDATE", "lose", n=1)
        state = await game.floor(1)
        assert speaker(state) == 1
        await house.seconds(5)
        assert house.muted() == [2, 3, 4, 5, 6]
        house.clean()


async def test_an_answer_that_discord_refuses_breaks_nothing() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        house.local.faults.answer("POST /interactions/{}/{}/callback", 404, nth=1, times=1)
        with capture_logs() as logs:
            pressed = await house.people[0].press(
                house.people[0].latest(house.channel, label="My hand"), "My hand"
            )
            await pressed.answered()
            await house.seconds(4)
        assert "background task failed" not in [line["event"] for line in logs]
        assert "Your number is 1" in (await game.open_hand(1)).text


async def test_people_who_come_and_go_at_random_leave_nobody_muted() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        for seat in (2, 4, 6):
            await house.people[seat - 1].leave(house.guild)
            await house.seconds(3)
            await house.people[seat - 1].join(house.channel)
        don = await game.seat_of(Role.DON)
        await house.people[don - 1].leave(house.guild)
        await house.slash(house.host, "mafia stop")
        await house.seconds(1)
        await house.people[don - 1].join(house.channel)
        await house.seconds(25)
        assert house.muted() == []
        assert not await house.store.debts()
        house.clean()
