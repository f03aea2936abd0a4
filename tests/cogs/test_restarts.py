"""The bot dies or stands still in the middle of a game, and the game goes on as if nobody had noticed."""

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine.state import Ended, Floor, GameState, NightStep, Role, Talk, Vote
from mafiabot.runtime.heart import BEAT_MS
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


class NewerStore(MemoryStore):
    """One of its games was written by a version to come."""

    unreadable: str | None = None

    async def load(self, game_id: str) -> GameState | None:
        if game_id == self.unreadable:
            raise ValueError("schema 99")
        return await super().load(game_id)


def floor_of(state: GameState) -> Floor:
    assert isinstance(state.phase, Talk), state.phase
    return state.phase.floor


async def restarted(house: Club, after_s: float) -> None:
    await house.kill_bot()
    await house.seconds(after_s)
    await house.start_bot()
    await house.seconds(1)


async def test_a_speech_is_given_back_what_nobody_judged() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        before = floor_of(await game.floor(1))
        await house.seconds(20)
        await restarted(house, 8)
        after = floor_of(await house.state())
        assert after.turn == before.turn
        assert 8_000 <= after.granted_ms - before.granted_ms <= 9_000
        assert house.muted() == [2, 3, 4, 5, 6]
        house.clean()


async def test_a_game_killed_in_mid_speech_is_played_to_its_end() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        don, red = await game.seat_of(Role.DON), await game.red()
        await game.floor(1)
        await restarted(house, 5)
        await game.play_day({1: don, 2: red[1] if don == 2 else 2}, {don: red})
        await restarted(house, 5)
        await game.play_night(kill=red[-1])
        mafia, left = await game.seat_of(Role.MAFIA), await game.red()
        await game.play_day({left[0]: mafia, left[1]: left[0]}, {mafia: left})
        state = await game.until(lambda now: now.over)
        await house.seconds(15)
        assert isinstance(state.phase, Ended)
        assert state.phase.outcome is not None
        assert house.muted() == []
        assert not await house.store.debts()
        assert len([text for text in house.public() if "Night falls" in text]) == 3
        house.clean()


async def test_nothing_is_said_twice_and_nothing_is_left_out() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(2)
        await restarted(house, 200)
        await game.floor(3)
        said = [text for text in house.public() if "your minute" in text]
        assert len(said) == 3
        assert len([text for text in house.public() if "The city wakes up" in text]) == 1
        house.clean()


async def test_a_vote_that_was_cut_off_is_asked_for_anew() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await game.ballot(5, 3)
        await restarted(house, 20)
        state = await game.vote({3: (1, 2, 4, 6)})
        assert not state.seat(3).alive
        (record,) = state.all_days[0].rounds
        assert sorted(b.voter for b in record.ballots if b.candidate == 3) == [1, 2, 4, 5, 6]
        house.clean()


async def test_old_buttons_and_hands_work_after_a_restart() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        don = await game.seat_of(Role.DON)
        await game.open_hand(don)
        await restarted(house, 2)
        planned = await game.choose(don, 1)
        assert "Written down: ||1" in planned.text
        opened = await game.open_hand(1)
        assert "Your number is 1" in opened.text
        house.clean()


async def test_who_left_while_nobody_served_him_gets_his_microphone_back() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        await house.kill_bot()
        await house.people[5].leave(house.guild)
        other = house.local.add_channel(house.guild, "elsewhere")
        await house.people[5].join(other)
        assert house.muted() == [1, 2, 3, 4, 5, 6]
        await house.start_bot()
        await house.seconds(5)
        assert house.muted() == [1, 2, 3, 4, 5]
        house.clean()


async def test_a_game_that_ended_in_the_last_moment_is_still_laid_open() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        await house.seconds(2)
        pressed = await house.host.slash(house.channel, "mafia stop")
        while not (await house.state()).over:
            await house.seconds(0.001)
        await house.kill_bot()
        await house.seconds(3)
        assert not any("Deal seed" in text for text in house.public())
        await house.start_bot()
        await house.seconds(20)
        assert pressed.kind
        assert any("The game was stopped" in text for text in house.public())
        assert any("Deal seed" in text for text in house.public())
        assert house.muted() == []


async def test_a_verdict_is_said_by_the_next_process_though_nobody_is_owed_anything() -> None:
    async with club() as house:
        await house.deal()
        await Game(house).step(NightStep.MAFIA_MINUTE)
        for nth in range(1, 5):
            house.local.faults.hang("POST /channels/{}/messages", 600, nth=nth)
        await house.slash(house.host, "mafia stop")
        await house.seconds(25)
        assert house.muted() == []
        assert not await house.store.debts()
        await house.kill_bot()
        assert not any("The game was stopped" in text for text in house.public())
        house.local.faults.clear()
        await house.start_bot()
        await house.seconds(5)
        assert len([text for text in house.public() if text.startswith("# The game was stopped")]) == 1
        await house.kill_bot()
        await house.start_bot()
        await house.seconds(5)
        assert len([text for text in house.public() if text.startswith("# The game was stopped")]) == 1


async def test_a_table_that_cannot_be_read_is_answered_for_and_keeps_no_other_waiting() -> None:
    store = NewerStore()
    async with club(store=store) as house:
        await house.open_table()
        store.unreadable = (await house.state()).game_id
        await house.kill_bot()
        house.seed = 2
        await house.start_bot()
        with capture_logs(processors=[merge_contextvars]) as logs:
            pressed = await house.press(house.people[0], "Take a seat")
        assert "Something broke on our side, not yours. Your move was not taken" in pressed.text
        assert [line["table"] for line in logs if line["log_level"] == "error"] == [store.unreadable]
        house.channel = house.local.add_channel(house.guild, "second table")
        await house.seconds(1)
        await house.open_table()
        assert "your number is 1" in (await house.press(house.people[0], "Take a seat")).text
        house.clean()


async def test_a_bot_that_stood_still_credits_the_speaker() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        before = floor_of(await game.floor(1))
        await house.seconds(10)
        running_virtual_loop().stall(15)
        await house.seconds(2)
        after = floor_of(await house.state())
        assert after.turn == before.turn
        assert 15_000 <= after.granted_ms - before.granted_ms <= 15_000 + BEAT_MS
        await house.seconds(30)
        assert floor_of(await house.state()).turn == before.turn
        house.clean()


async def test_a_vote_in_which_the_bot_stood_still_is_asked_for_anew() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        state = await game.talk({1: 3, 2: 4})
        assert isinstance(state.phase, Vote)
        first = state.phase.window.window_no
        running_virtual_loop().stall(15)
        await house.seconds(2)
        again = (await house.state()).phase
        assert isinstance(again, Vote)
        assert again.index == 0
        assert again.window.window_no > first
        house.clean()


async def test_two_bots_in_a_row_leave_one_history() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        for _ in range(3):
            await house.seconds(10)
            await restarted(house, 1)
        await game.to_day()
        state = await house.state()
        log = await house.store.log(state.game_id)
        assert len(log) == state.seq
        house.clean()
