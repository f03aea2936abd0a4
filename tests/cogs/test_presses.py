"""Presses that come late, twice, from strangers or out of thin air get a sentence, and nothing breaks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from mafiabot.engine.state import NightStep, Role, Talk
from mafiabot.playground.interactions import DEFERRED_MESSAGE, DEFERRED_UPDATE, MESSAGE, UPDATE
from tests.support.club import Club, club
from tests.support.playing import Game
from tests.support.presses import SlowStore, WatchedStore, forged

pytestmark = pytest.mark.virtual


@asynccontextmanager
async def dealt(**options: Any) -> AsyncIterator[tuple[Club, Game]]:
    async with club(**options) as house:
        await house.deal()
        yield house, Game(house)
        house.clean()


# --- how an answer comes -------------------------------------------------------------------------


async def test_a_public_button_is_answered_privately_and_a_hand_by_its_update() -> None:
    async with dealt() as (house, game):
        opened = await game.open_hand(2)
        assert opened.answer_kind == MESSAGE
        assert opened.message is not None
        assert opened.message.seen_only_by == house.people[1].id
        don = await game.seat_of(Role.DON)
        await game.step(NightStep.MAFIA_MINUTE)
        await game.open_hand(don)
        planned = await game.choose(don, 1)
        assert planned.answer_kind == UPDATE


async def test_an_answer_that_the_end_of_the_process_overtakes_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = SlowStore()
    async with club(store=store) as house:
        await house.open_table()
        store.house, store.slow_s = house, 8.0
        person = house.people[0]
        await person.join(house.channel)
        await person.press(person.latest(house.channel, label="Take a seat"), "Take a seat")
        await house.seconds(0.5)
        assert house.app is not None
        await house.app.close()
        house.app = None
        await house.seconds(10)
        assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def test_nothing_is_told_back_of_an_answer() -> None:
    """The library would ask for the message it has just sent, and take it apart."""
    async with dealt() as (house, game):
        await game.open_hand(2)
        answers = [one for one in house.local.records.requests if one.path.endswith("/callback")]
        assert {one.status for one in answers} == {204}


async def test_a_press_asks_the_store_for_its_commit_and_leaves_the_hands_token() -> None:
    store = WatchedStore()
    async with dealt(store=store) as (_, game):
        await game.step(NightStep.SHOTS)
        await game.open_hand(1)
        store.asked.clear()
        await game.choose(1, 3)
        assert store.asked == ["commit", "save_hand"]


async def test_finishing_is_acknowledged_without_a_word() -> None:
    async with dealt() as (_, game):
        await game.to_day()
        finished = await game.finish()
        assert finished.answer_kind == DEFERRED_UPDATE


async def test_hands_look_alike_whatever_the_role() -> None:
    async with dealt() as (house, game):
        await game.step(NightStep.MAFIA_MINUTE)

        def shape(components: list[dict[str, Any]]) -> list[object]:
            return [(part["type"], shape(part.get("components", []))) for part in components]

        shapes = []
        for seat in range(1, 7):
            await game.open_hand(seat)
            shapes.append(shape(game.hand(seat).payload["components"]))
        assert all(one == shapes[0] for one in shapes)
        assert len(house.people) == 6


async def test_a_civilians_press_at_night_is_answered_like_anybodys() -> None:
    async with dealt() as (_, game):
        await game.to_day()
        await game.play_day()
        await game.step(NightStep.SHOTS)
        answers = set()
        for seat in range(1, 7):
            await game.open_hand(seat)
            answers.add((await game.choose(seat, 3)).text.splitlines()[0])
        assert answers == {"✅ Your pick was taken: ||3||. You may change it until the step ends."}


async def test_every_button_works_after_a_hand_has_timed_out() -> None:
    """The library takes an ephemeral view down after fifteen minutes, if it keeps it at all."""
    async with dealt() as (house, game):
        await game.open_hand(1)
        await game.open_hand(2)
        await house.slash(house.host, "mafia pause")
        await house.seconds(20 * 60)
        opened = await game.open_hand(3)
        assert "Your number is 3" in opened.text
        await house.slash(house.host, "mafia resume")
        await game.to_day()
        await game.open_hand(1)
        nominated = await game.choose(1, 4)
        assert "You have nominated" in nominated.text


# --- twice, late, wrong --------------------------------------------------------------------------


async def test_a_click_that_is_delivered_twice_is_answered_once() -> None:
    async with club() as house:
        await house.open_table()
        await house.people[0].join(house.channel)
        house.local.faults.events("INTERACTION_CREATE", "double", delay_ms=400)
        joined = await house.press(house.people[0], "Take a seat")
        await house.seconds(3)
        assert "your number is 1" in joined.text
        assert len((await house.state()).seats) == 1
        house.clean()


async def test_pressing_twice_joins_once() -> None:
    async with club() as house:
        await house.open_table()
        await house.press(house.people[0], "Take a seat")
        again = await house.press(house.people[0], "Take a seat")
        assert "at the table already" in again.text
        house.clean()


async def test_a_vote_cannot_be_changed() -> None:
    async with dealt() as (house, game):
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await house.seconds(1)
        first = await game.ballot(5, 3)
        again = await game.ballot(5, 3)
        assert "Your vote for 3 was taken" in first.text
        assert "cannot be changed" in again.text


async def test_a_former_windows_button_counts_for_nothing() -> None:
    async with dealt() as (house, game):
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await house.seconds(1)
        old = house.people[4].latest(house.channel, label="Vote for 3 · Player 3")
        custom_id = next(
            part["custom_id"] for part in old.payload["components"][-1]["components"] if "custom_id" in part
        )
        await house.seconds(8)
        late = await forged(house, house.people[4], custom_id)
        assert "closed" in late.text or "no vote" in late.text


async def test_a_stranger_is_told_that_he_is_not_at_this_table() -> None:
    async with dealt() as (house, _):
        stranger = house.local.add_person("Stranger", house.guild)
        pressed = await house.press(stranger, "My hand")
        assert pressed.text == "You are not at this table."


async def test_a_strangers_vote_counts_for_nothing() -> None:
    async with dealt() as (house, game):
        stranger = house.local.add_person("Stranger", house.guild)
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await house.seconds(1)
        pressed = await house.press(stranger, "Vote for 3 · Player 3")
        assert pressed.text == "You are not at this table."


async def test_somebody_elses_turn_cannot_be_finished() -> None:
    async with dealt() as (house, game):
        state = await game.to_day()
        assert isinstance(state.phase, Talk)
        await house.seconds(4)
        pressed = await house.press(house.people[3], "Finish speech")
        assert "You do not have the floor." in pressed.text
        assert (await house.state()).phase == (await game.floor(1)).phase


async def test_the_dead_look_at_their_hands_and_vote_for_nobody() -> None:
    async with dealt() as (house, game):
        await game.to_day()
        await game.play_day({1: 3, 2: 4}, {3: (1, 2, 4, 5, 6)})
        opened = await game.open_hand(3)
        assert "You have left the table." in opened.text
        await game.step(NightStep.SHOTS)
        night = (await house.state()).game_id
        shot = await forged(house, house.people[2], f"mb:1:{night}:shoot:1", values=["1"])
        assert "You have left the table." in shot.text


async def test_a_press_in_the_wrong_phase_says_why() -> None:
    async with dealt() as (house, _):
        game_id = (await house.state()).game_id
        one = house.people[0]
        assert "no vote now" in (await forged(house, one, f"mb:1:{game_id}:vote:1.2")).text
        assert "do not have the floor" in (await forged(house, one, f"mb:1:{game_id}:finish:1")).text
        assert "out of date" in (await forged(house, one, f"mb:1:{game_id}:shoot:1", values=["2"])).text
        assert "no ready check" in (await forged(house, one, f"mb:1:{game_id}:ready:0")).text


FORGED = [
    "mb:1:nosuchgame:hand:0",
    "mb:1:nosuchgame:vote:1.2",
    "mb:0:{game}:hand:0",
    "mb:99:{game}:join:0",
    "mb:1:{game}:dance:0",
    "mb:1:{game}:vote:x",
    "mb:1:{game}:vote:1.2.3",
    "mb:1:{game}:finish:99999999999999999999",
    "mb:1:{game}:vote:1." + "9" * 20,
    "mb:1::hand:0",
    "mb:1:../../etc:hand:0",
]


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_button_gets_a_kind_answer(custom_id: str) -> None:
    async with dealt() as (house, _):
        before = await house.state()
        pressed = await forged(house, house.people[0], custom_id.format(game=before.game_id))
        assert pressed.text
        assert "Something broke" not in pressed.text
        assert (await house.state()).seq == before.seq


@pytest.mark.parametrize(
    ("control", "values"),
    [
        ("nominate:1", ["99"]),
        ("nominate:1", ["0"]),
        ("nominate:1", ["-1"]),
        ("nominate:1", ["٣"]),
        ("nominate:x", ["3"]),
        ("best_move:1", ["1", "2", "3"]),
        ("best_move:1", ["nobody"]),
        ("shoot:1", ["none"]),
        ("check:1.don", ["2"]),
        ("check:x.don", ["2"]),
        ("plan_add:0", ["99"]),
        ("idle:0", ["nothing"]),
    ],
)
async def test_a_forged_choice_gets_a_kind_answer(control: str, values: list[str]) -> None:
    async with dealt() as (house, game):
        await game.to_day()
        before = await house.state()
        pressed = await forged(house, house.people[0], f"mb:1:{before.game_id}:{control}", values=values)
        assert pressed.text
        assert "Something broke" not in pressed.text
        after = await house.state()
        assert after.plan == before.plan
        assert after.today == before.today


# --- a slow or absent store ----------------------------------------------------------------------


async def test_a_slow_store_is_bridged_by_a_deferral_and_the_outcome_follows() -> None:
    store = SlowStore()
    async with club(store=store) as house:
        await house.open_table()
        store.house, store.slow_s = house, 2.0
        joined = await house.press(house.people[0], "Take a seat")
        assert joined.answer_kind == DEFERRED_MESSAGE
        assert "your number is 1" in joined.text
        house.clean()


async def test_a_slow_store_is_bridged_in_a_hand_too() -> None:
    store = SlowStore()
    async with dealt(store=store) as (house, game):
        don = await game.seat_of(Role.DON)
        await game.step(NightStep.MAFIA_MINUTE)
        await game.open_hand(don)
        store.house, store.slow_s = house, 2.0
        planned = await game.choose(don, 1)
        assert planned.answer_kind == DEFERRED_UPDATE
        await house.seconds(3)
        assert "Written down: ||1" in str(game.hand(don).payload)
        store.slow_s = 0


async def test_a_store_that_does_not_answer_says_that_nothing_was_taken() -> None:
    store = SlowStore()
    async with club(store=store) as house:
        await house.open_table()
        store.gone = True
        refused = await house.press(house.people[0], "Take a seat")
        assert "cannot be written down" in refused.text
        store.gone = False
        joined = await house.press(house.people[0], "Take a seat")
        assert "your number is 1" in joined.text
        house.clean()
