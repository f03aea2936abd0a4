"""Whole games of six by script through the real client: what people press is what comes of it."""

import hashlib
import re

import pytest

from mafiabot.engine.state import (
    Ended,
    Night,
    NightStep,
    Outcome,
    RaiseVote,
    Role,
    SpeechKind,
    Status,
    Talk,
    TalkStage,
    Vote,
)
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


async def dealt(house: Club) -> Game:
    await house.deal()
    return Game(house)


async def won_by_red(game: Game) -> None:
    """The don goes on the first day, the mafia on the second."""
    don, red = await game.seat_of(Role.DON), await game.red()
    await game.to_day()
    await game.play_day({1: don, 2: red[1] if don == 2 else 2}, {don: red})
    await game.play_night(kill=red[-1], checks={Role.SHERIFF: await game.seat_of(Role.MAFIA)})
    mafia, left = await game.seat_of(Role.MAFIA), await game.red()
    await game.play_day({left[0]: mafia, left[1]: left[0]}, {mafia: left})


async def test_red_wins_and_everything_is_laid_open() -> None:
    async with club() as house:
        game = await dealt(house)
        await won_by_red(game)
        state = await game.until(lambda now: now.over)
        assert isinstance(state.phase, Ended)
        assert state.phase.outcome is Outcome.RED
        await house.seconds(5)
        both = "\n".join(house.public()[-3:])
        seed = re.search(r"Deal seed: `([0-9a-f]{64})`", both)
        commitment = re.search(r"Deal commitment: `([0-9a-f]{64})`", both)
        assert "The red team wins!" in both
        assert seed is not None
        assert commitment is not None
        assert hashlib.sha256(bytes.fromhex(seed[1])).hexdigest() == commitment[1]
        for role in ("don", "sheriff", "mafia"):
            assert role in both
        house.clean()


async def test_the_commitment_is_public_before_the_cards_are_and_stays_the_same() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        before = re.search(r"Deal commitment: `([0-9a-f]{64})`", "\n".join(house.public()))
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(3)
        after = re.findall(r"Deal commitment: `([0-9a-f]{64})`", "\n".join(house.public()))
        assert before is not None
        assert set(after) == {before[1]}
        house.clean()


async def test_everybody_has_his_microphone_as_it_was_found() -> None:
    async with club() as house:
        for person in house.people:
            await person.join(house.channel)
        house.local.admin.set_mute(house.guild, house.people[3].id, True)
        game = await dealt(house)
        await game.to_day()
        assert 1 not in house.muted()
        await won_by_red(game)
        await game.until(lambda now: now.over)
        await house.seconds(15)
        assert house.muted() == [4]
        house.clean()


async def test_who_was_found_muted_speaks_in_his_own_minute() -> None:
    async with club() as house:
        await house.people[1].join(house.channel)
        house.local.admin.set_mute(house.guild, house.people[1].id, True)
        game = await dealt(house)
        await game.to_day()
        await game.finish()
        await game.floor(2)
        assert house.muted() == [1, 3, 4, 5, 6]
        house.clean()


async def test_who_left_while_muted_gets_his_microphone_back_when_he_returns() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.until(lambda state: isinstance(state.phase, Night))
        await house.seconds(5)
        await house.people[5].leave(house.guild)
        await house.slash(house.host, "mafia stop")
        await house.seconds(15)
        assert house.muted() == [6]
        assert len(await house.store.debts()) == 1
        await house.people[5].join(house.channel)
        await house.seconds(5)
        assert house.muted() == []
        assert not await house.store.debts()
        house.clean()


async def test_a_tie_is_defended_voted_again_and_all_are_raised() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.to_day()
        state = await game.talk({1: 3, 2: 4})
        assert isinstance(state.phase, Vote)
        state = await game.vote({3: (1, 2, 4), 4: (3, 5, 6)})
        assert isinstance(state.phase, Talk)
        assert state.phase.stage is TalkStage.DEFENCE
        state = await game.talk()
        assert isinstance(state.phase, Vote)
        await game.vote({3: (1, 2, 4), 4: (3, 5, 6)})
        state = await game.raise_vote(yes=(1, 2, 5, 6), no=(3, 4))
        assert state.seat(3).status is Status.VOTED_OUT
        assert state.seat(4).status is Status.VOTED_OUT
        said = "\n".join(house.public())
        assert "A tie: **3**" in said
        assert "Tied again" in said
        assert "For raising: 1, 2, 5, 6. Against: 3, 4." in said
        house.clean()


async def test_a_raise_without_a_majority_leaves_all_at_the_table() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await game.vote({3: (1, 2, 4), 4: (3, 5, 6)})
        await game.talk()
        state = await game.vote({3: (1, 2, 4), 4: (3, 5, 6)})
        assert isinstance(state.phase, RaiseVote)
        state = await game.raise_vote(yes=(1, 2, 5))
        assert state.living == (1, 2, 3, 4, 5, 6)
        house.clean()


async def test_who_did_not_vote_votes_for_the_last_one() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        state = await game.vote({3: (1, 2)})
        assert state.seat(4).status is Status.VOTED_OUT
        assert "Did not vote: 3, 4, 5, 6" in "\n".join(house.public())
        house.clean()


async def test_a_window_that_is_over_has_no_buttons() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.to_day()
        await game.talk({1: 3, 2: 4})
        await game.vote({3: (1, 2)})
        await house.seconds(3)
        shown = [seen for seen in house.shown(house.host) if "Who votes for" in str(seen.payload)]
        assert len(shown) == 2
        assert all("custom_id" not in str(seen.payload) for seen in shown)
        house.clean()


async def test_the_first_killed_names_his_best_move() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.to_day()
        await game.play_day()
        victim = (await game.red())[0]
        await game.play_night(kill=victim)
        await game.floor(victim, SpeechKind.BEST_MOVE)
        await game.open_hand(victim)
        others = [seat for seat in range(1, 7) if seat != victim][:3]
        made = await game.choose(victim, *others)
        assert "Your best move was taken" in made.text
        await house.seconds(2)
        assert f"Best move of player **{victim}**" in "\n".join(house.public())
        house.clean()


async def test_the_plan_the_shots_and_the_checks_reach_the_game() -> None:
    async with club() as house:
        game = await dealt(house)
        don, sheriff = await game.seat_of(Role.DON), await game.seat_of(Role.SHERIFF)
        target = next(seat for seat in await game.red() if seat != sheriff)
        await game.step(NightStep.MAFIA_MINUTE)
        await game.open_hand(don)
        planned = await game.choose(don, target)
        assert f"||{target}" in planned.text
        await game.to_day()
        await game.play_day()
        await game.play_night(kill=target, checks={Role.DON: sheriff, Role.SHERIFF: don})
        state = await house.state()
        assert state.plan == (target,)
        (night,) = state.nights
        assert night.victim == target
        assert night.don_check is not None
        assert night.don_check.hit
        assert night.sheriff_check is not None
        assert night.sheriff_check.hit
        seen = await game.open_hand(sheriff)
        assert f"Night 2: {don} – black" in seen.text
        house.clean()


async def test_a_player_may_leave_the_game_after_he_has_been_asked_once_more() -> None:
    async with club() as house:
        game = await dealt(house)
        await game.to_day()
        await game.open_hand(6)
        asked = await game.press_hand(6, "Leave the game")
        assert "Are you sure?" in asked.text
        assert (await house.state()).seat(6).alive
        await house.press(house.people[5], "Yes, I leave the game")
        await house.seconds(2)
        assert (await house.state()).seat(6).status is Status.GONE
        assert "🚪" in "\n".join(house.public())
        house.clean()
