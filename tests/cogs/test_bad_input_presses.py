"""Presses nobody should make: whom they name, when they come, from where, and how many at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.engine.state import NightStep, Role, Talk, Vote
from mafiabot.playground.controls import selects
from mafiabot.playground.interactions import DEFERRED_MESSAGE, DEFERRED_UPDATE, MESSAGE
from tests.support.club import Club, club
from tests.support.playing import Game
from tests.support.presses import SlowStore, forged

pytestmark = pytest.mark.virtual

CALLBACK = "POST /interactions/{}/{}/callback"


@asynccontextmanager
async def dealt(**options: Any) -> AsyncIterator[tuple[Club, Game]]:
    async with club(**options) as house:
        await house.deal()
        yield house, Game(house)
        house.clean()


async def second_day(house: Club, game: Game, *, out: int = 3) -> int:
    """Player 3 is voted out on the first day; it is the second day's first speech. Returns whose it is."""
    await game.to_day()
    await game.play_day({1: out, 2: 4}, {out: (1, 2, 4, 5, 6)})
    await game.step(NightStep.SHERIFF)
    state = await game.until(lambda now: isinstance(now.phase, Talk) and now.day == 1)
    assert isinstance(state.phase, Talk)
    speaker = state.phase.floor.turn.seat
    await game.floor(speaker)
    return speaker


# --- whom a press names --------------------------------------------------------------------------


async def test_the_dead_cannot_be_nominated() -> None:
    async with dealt(seats=8) as (house, game):
        speaker = await second_day(house, game)
        state = await house.state()
        assert isinstance(state.phase, Talk)
        custom_id = f"mb:1:{state.game_id}:nominate:{state.phase.floor.ordinal}"
        pressed = await forged(house, game.person(speaker), custom_id, values=["3"])
        assert "Player **3** · Player 3 is no longer at the table. Choose somebody else." in pressed.text
        assert (await house.state()).all_days[-1].nominations == ()
        await game.open_hand(speaker)
        offered = {
            option.value for select in selects(game.hand(speaker).payload) for option in select.options
        }
        assert "3" not in offered


async def test_who_is_on_the_list_already_is_named_to_the_second_nominator() -> None:
    async with dealt() as (house, game):
        await game.floor(1)
        await game.open_hand(1)
        await game.choose(1, 4)
        await game.finish()
        state = await game.floor(2)
        assert isinstance(state.phase, Talk)
        custom_id = f"mb:1:{state.game_id}:nominate:{state.phase.floor.ordinal}"
        pressed = await forged(house, game.person(2), custom_id, values=["4"])
        assert "Player **4** · Player 4 is on the list already." in pressed.text
        again = await forged(house, game.person(2), custom_id, values=["5"])
        assert "You have nominated" in again.text


async def test_a_vote_for_somebody_who_is_not_up_for_it_is_refused() -> None:
    async with dealt() as (house, game):
        await game.to_day()
        state = await game.talk({1: 3, 2: 4})
        await house.seconds(1)
        assert isinstance(state.phase, Vote)
        window = state.phase.window.window_no
        for seat, words in ((5, "Player **5** · Player 5 is not up"), (77, "Player 77 is not up")):
            pressed = await forged(house, game.person(6), f"mb:1:{state.game_id}:vote:{window}.{seat}")
            assert words in pressed.text
        cast = await game.ballot(6, 3)
        assert "Your vote for 3 was taken" in cast.text


async def test_a_dead_seat_that_presses_the_votes_own_button_is_told_why_it_does_not_count() -> None:
    async with dealt(seats=8) as (house, game):
        await second_day(house, game)
        living = (await house.state()).living
        state = await game.talk({living[0]: living[1], living[2]: living[3]})
        await house.seconds(1)
        assert isinstance(state.phase, Vote)
        pressed = await game.ballot(3, state.phase.candidates[0])
        assert "You have left the table." in pressed.text
        vote = (await house.state()).phase
        assert isinstance(vote, Vote)
        assert vote.ballots == ()


# --- when it comes -------------------------------------------------------------------------------


async def test_a_nomination_after_the_minute_is_late() -> None:
    async with dealt() as (house, game):
        state = await game.floor(1)
        assert isinstance(state.phase, Talk)
        first = state.phase.floor
        await game.open_hand(1)
        await game.until(lambda now: isinstance(now.phase, Talk) and now.phase.floor.turn.seat == 2)
        await house.seconds(3)
        custom_id = f"mb:1:{state.game_id}:nominate:{first.ordinal}"
        late = await forged(house, game.person(1), custom_id, values=["4"])
        assert "Time is up." in late.text
        assert (await house.state()).all_days[-1].nominations == ()


async def test_a_hand_of_the_former_night_shoots_nobody() -> None:
    async with dealt(seats=10) as (house, game):
        await game.to_day()
        await game.play_day()
        await game.step(NightStep.SHOTS)
        shooter = (await game.black())[0]
        await game.open_hand(shooter)
        old = next(
            one.custom_id for one in selects(game.hand(shooter).payload) if ":shoot:" in str(one.custom_id)
        )
        assert old is not None
        await game.until(lambda now: isinstance(now.phase, Talk))
        late = await forged(house, game.person(shooter), old, values=["1"])
        assert "This hand is out of date. Open a new one with “My hand”." in late.text
        await game.play_day()
        await game.step(NightStep.SHOTS)
        stale = await forged(house, game.person(shooter), old, values=["1"])
        assert "This hand is out of date. Open a new one with “My hand”." in stale.text
        assert not any(record.shots for record in (await house.state()).nights)


async def test_a_press_on_a_finished_game_says_that_it_is_over() -> None:
    async with dealt() as (house, _):
        game_id = (await house.state()).game_id
        await house.slash(house.host, "mafia stop")
        await house.seconds(3)
        for action in ("join:0", "leave:0", "vote:1.2", "finish:1", "give_up_confirm:0"):
            pressed = await forged(house, house.people[0], f"mb:1:{game_id}:{action}")
            assert "The game is over." in pressed.text, action


# --- from where ----------------------------------------------------------------------------------


async def test_another_servers_table_is_not_reached_from_here() -> None:
    async with dealt() as (house, game):
        state = await house.state()
        other = house.local.add_guild("Rivals", house.bot)
        channel = house.local.add_channel(other, "table")
        await house.seconds(1)
        stranger = house.local.add_person("Rival", other)
        rival = Club(
            local=house.local,
            bot=house.bot,
            guild=other,
            channel=channel,
            host=stranger,
            people=[stranger],
            store=house.store,
            settings=house.settings,
            archive=house.archive,
            clock=house.clock,
        )
        house.local.admin.post(channel, stranger.user, "hello")
        await house.seconds(1)
        for action in ("join:0", "hand:0", "ready:0", "finish:1", "history:0"):
            pressed = await forged(rival, stranger, f"mb:1:{state.game_id}:{action}")
            assert pressed.text == "This button no longer works. Look for the table's latest panel."
        assert (await house.state()).seq == state.seq
        assert game.house is house


@pytest.mark.parametrize("arg", ["١.٢", "1.²", "１.２", "9" * 400, "1..2", ".", "-1.2", "1e3.2"])
async def test_numbers_that_are_none_are_answered_like_any_old_button(arg: str) -> None:
    async with dealt() as (house, _):
        state = await house.state()
        custom_id = f"mb:1:{state.game_id}:vote:{arg}"[:100]
        pressed = await forged(house, house.people[0], custom_id)
        assert pressed.text.startswith("This button no longer works.")
        assert (await house.state()).seq == state.seq


# --- how many at once ----------------------------------------------------------------------------


async def test_ten_joins_in_one_millisecond_fill_ten_seats() -> None:
    async with club(10, latency_ms=(0, 0)) as house:
        await house.open_table()
        panels = [(one, one.latest(house.channel, label="Take a seat")) for one in house.people]
        pressed = await asyncio.gather(*(one.press(panel, "Take a seat") for one, panel in panels))
        answers = await asyncio.gather(*(one.outcome() for one in pressed))
        numbers = sorted(int(one.text.split("your number is ")[1].split(".")[0]) for one in answers)
        assert numbers == list(range(1, 11))
        assert len({seat.person.user_id for seat in (await house.state()).seats}) == 10
        house.clean()


# --- a store that does not answer ----------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-US", "ru", "uk"])
async def test_a_store_frozen_for_five_seconds_is_bridged_and_the_outcome_is_the_truth(locale: str) -> None:
    labels = {"en-US": "Take a seat", "ru": "Сесть за стол", "uk": "Сісти за стіл"}
    lost = {"en-US": "It was not taken", "ru": "Он не принят", "uk": "Його не прийнято"}
    store = SlowStore()
    async with club(store=store, locale=locale) as house:
        await house.open_table()
        store.house, store.slow_s = house, 5.0
        joined = await house.press(house.people[0], labels[locale])
        assert joined.answer_kind == DEFERRED_MESSAGE
        assert "1" in joined.text
        assert len((await house.state()).seats) == 1
        store.gone = True
        refused = await house.press(house.people[1], labels[locale])
        assert refused.answer_kind == DEFERRED_MESSAGE
        assert lost[locale] in refused.text
        assert len((await house.state()).seats) == 1
        house.clean()


async def test_a_store_that_fails_in_a_hand_leaves_the_hand_on_the_screen() -> None:
    store = SlowStore()
    async with dealt(store=store) as (house, game):
        don = await game.seat_of(Role.DON)
        await game.step(NightStep.MAFIA_MINUTE)
        await game.open_hand(don)
        store.gone = True
        at_once = await game.choose(don, 1)
        assert at_once.answer_kind == MESSAGE
        assert "It was not taken" in at_once.text
        store.house, store.slow_s = house, 2.0
        late = await game.choose(don, 1)
        assert late.answer_kind == DEFERRED_UPDATE
        await house.seconds(4)
        assert any("It was not taken" in str(one.payload) for one in late.followups)
        store.gone, store.slow_s = False, 0
        planned = await game.choose(don, 1)
        assert "Written down: ||1" in planned.text


async def test_a_disk_without_room_loses_no_state_and_says_that_nothing_was_taken(tmp_path: Path) -> None:
    """SQLite is told that its file may not grow, which it answers as it does a full disk."""
    store = SqliteStore(tmp_path)
    async with club(store=store) as house:
        await house.open_table()
        store._file.run("PRAGMA max_page_count = 1")
        said, label, before = "", "Leave the table", await house.state()
        while "not taken" not in said:
            label = "Take a seat" if label == "Leave the table" else "Leave the table"
            before = await house.state()
            assert before.seq < 500
            said = (await house.press(house.people[0], label)).text
        assert said.startswith("The move cannot be written down right now. It was not taken")
        assert await house.state() == before == await store.load(before.game_id)
        store._file.run("PRAGMA max_page_count = 100000")
        again = await house.press(house.people[0], label)
        assert "not taken" not in again.text
        house.clean()
    await store.close()


async def test_a_failed_press_is_logged_with_its_table() -> None:
    store = SlowStore()
    async with club(store=store) as house:
        await house.open_table()
        game_id = (await house.state()).game_id
        store.gone = True
        with capture_logs(processors=[merge_contextvars]) as logs:
            await house.press(house.people[0], "Take a seat")
            await house.slash(house.host, "mafia stop")
        failed = [line for line in logs if line["event"] == "store unavailable at a click"]
        assert [line["table"] for line in failed] == [game_id, game_id]
        house.clean()


# --- an answer Discord does not take ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "after_apply"), [(404, False), (400, False), (500, False), (500, True), (0, False), (0, True)]
)
async def test_an_answer_that_does_not_get_through_changes_nothing_twice(
    status: int, after_apply: bool
) -> None:
    async with club() as house:
        await house.open_table()
        house.local.faults.answer(CALLBACK, status, after_apply=after_apply)
        with capture_logs(processors=[merge_contextvars]) as logs:
            one = house.people[0]
            await one.press(one.latest(house.channel, label="Take a seat"), "Take a seat")
            await house.seconds(8)
        assert len((await house.state()).seats) == 1
        assert not [line for line in logs if line["log_level"] in ("error", "critical")]
        warned = [line for line in logs if line["event"] in ("answer refused", "answer not sent")]
        game_id = (await house.state()).game_id
        assert all(line["table"] == game_id for line in warned)
        assert bool(warned) is (status < 500)
        answers = [seen for seen in house.shown(one) if seen.ephemeral]
        assert len(answers) <= 1
        again = await house.press(one, "Take a seat")
        assert "at the table already" in again.text


async def test_a_hand_whose_receipt_got_lost_is_kept_up_to_date_like_any() -> None:
    async with dealt() as (house, game):
        house.local.faults.answer(CALLBACK, 500, after_apply=True)
        await game.open_hand(2)
        await house.seconds(4)
        state = await house.state()
        kept = await house.store.hands(house.guild.id, state.game_id)
        assert house.people[1].id in {hand.user_id for hand in kept}


async def test_a_deferral_whose_receipt_got_lost_is_followed_by_the_outcome() -> None:
    store = SlowStore()
    async with club(store=store) as house:
        await house.open_table()
        store.house, store.slow_s = house, 2.0
        house.local.faults.answer(CALLBACK, 500, after_apply=True)
        joined = await house.press(house.people[0], "Take a seat")
        assert joined.answer_kind == DEFERRED_MESSAGE
        assert "your number is 1" in joined.text
        store.slow_s = 0
        house.clean()


async def test_a_slash_command_whose_answer_does_not_get_through_is_logged_and_no_more() -> None:
    async with club() as house:
        house.local.faults.answer(CALLBACK, 0, times=9)
        with capture_logs() as logs:
            await house.host.slash(house.channel, "mafia open", preset="club")
            await house.seconds(8)
        assert not [line for line in logs if line["log_level"] in ("error", "critical")]
        assert len(await house.store.open_games()) == 1
