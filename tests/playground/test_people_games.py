"""Whole games by people against the bot, who share nothing but the local Discord."""

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from mafiabot.adapters.virtual_time import run
from mafiabot.engine.state import Talk
from mafiabot.playground.interactions import COMMAND
from mafiabot.playground.people import Company, Heard, Result, Setting
from mafiabot.playground.people.company import OUTCOMES
from mafiabot.playground.people.names import Language
from mafiabot.playground.people.phrases import OUTCOMES as SEEN
from mafiabot.playground.people.phrases import Phrase
from mafiabot.playground.server import LocalDiscord
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual

VERDICTS = ("red", "black", "draw")


def table(house: Club, language: Language = "en", *, seats: int = 6, **wishes: Any) -> Company:
    return Company(house.local, house.guild, house.channel, seats=seats, language=language, **wishes)


async def played(company: Company, give_up_s: float = 14_400) -> Result:
    try:
        result = await company.play(give_up_s)
    finally:
        await company.stop()
    assert result.crashes == ()
    return result


async def test_a_game_reaches_its_verdict() -> None:
    """In every language and with every temperament: tests/lab/test_demo_games.py, where oracles look on."""
    async with club(0, locale="uk") as house:
        result = await played(table(house, "uk", seed=1, temperament="obedient"))
        assert result.outcome in VERDICTS
        assert sorted(result.seats) == [1, 2, 3, 4, 5, 6]
        house.clean()


async def test_habits_are_kept_by_their_seat() -> None:
    habits = {1: "self_muted", 2: "late", 3: "leaves_early", 4: "never_votes", 5: "double_clicks"}
    async with club(0) as house:
        company = table(house, seed=3, seats=7, temperament="obedient", habits=habits)
        result = await played(company)
        assert result.outcome in VERDICTS
        people = {seat: company.player(seat).person for seat in habits}
        assert house.guild.voice[people[1].id].self_mute
        assert people[3].id not in house.guild.voice
        heard = house.local.core.timelines.audible.intervals(user_id=people[1].id)
        assert sum((one.end_ms or one.start_ms) - one.start_ms for one in heard) < 5000
        doubled = company.player(5).deeds.presses
        assert doubled > company.player(6).deeds.presses
        house.clean()


async def test_where_seats_are_drawn_habits_stay_with_the_person() -> None:
    async with club(0) as house:
        company = table(
            house, seats=10, seed=3, temperament="obedient", preset="classic", habits={1: "self_muted"}
        )
        result = await played(company, give_up_s=300)
        assert isinstance((await house.state()).phase, Talk)
        first = company.players[0].person.id
        assert sorted(result.seats.values()) == sorted(one.person.id for one in company.players)
        assert result.seats != {n: one.person.id for n, one in enumerate(company.players, 1)}
        assert house.guild.voice[first].self_mute
        assert not any(house.guild.voice[user].self_mute for user in result.seats.values() if user != first)
        house.clean()


def commands(house: Club, company: Company) -> Counter[str]:
    """What the host has typed, and the bot has answered."""
    typed = [
        made
        for made in house.local.core.interactions.all
        if made.kind == COMMAND and made.user_id == company.host.person.id and made.failed is None
    ]
    return Counter(f"{made.data['name']} {made.data['options'][0]['name']}" for made in typed)


async def test_a_tournaments_judge_fouls_pauses_and_awards_more_than_there_is() -> None:
    async with club(0) as house:
        company = table(house, seats=10, seed=3, temperament="obedient", preset="tournament")
        await played(company)
        typed = commands(house, company)
        assert typed["judge foul"] >= 3
        assert typed["mafia pause"] == typed["mafia resume"]
        assert (typed["judge award"], typed["judge penalty"]) == (4, 1)
        house.clean()


async def test_seats_go_by_turn_and_a_playing_host_has_the_first_and_judges_nothing() -> None:
    async with club(0) as house:
        company = table(house, seed=4, temperament="obedient", setting=Setting(host_plays=True, spectators=2))
        result = await played(company)
        assert result.outcome in VERDICTS
        assert set(commands(house, company)) == {"mafia open", "mafia start"}
        assert result.seats == {n: one.person.id for n, one in enumerate(company.players, 1)}
        assert company.host.person is company.players[0].person
        onlookers = {one.person.id for one in company.onlookers}
        assert onlookers <= house.guild.voice.keys()
        assert not onlookers & set(result.seats.values())


async def test_who_vanished_looks_in_when_the_game_is_over_and_gets_his_microphone_back() -> None:
    async with club(0) as house:
        company = table(house, seed=1, temperament="obedient")
        gone, host = company.players[2], company.host
        gone.temper = replace(gone.temper, vanishes=1.0)
        playing = asyncio.ensure_future(played(company))
        while not gone.deeds.dropouts:
            await house.seconds(1)
        await house.seconds(30)
        assert gone.person.id not in house.guild.voice
        assert house.guild.members[gone.person.id].mute
        await host.type("mafia stop")
        assert (await playing).outcome == "stopped"
        assert gone.person.id in house.guild.voice
        await house.seconds(5)
        assert not house.guild.members[gone.person.id].mute
        house.clean()


async def test_another_game_can_be_played_by_the_same_people() -> None:
    async with club(0) as house:
        company = table(house, seed=5)
        first = await company.play()
        second = await played(company)
        assert first.outcome in VERDICTS
        assert second.outcome in VERDICTS
        assert second.started_s >= first.ended_s


async def test_people_go_on_when_the_bot_dies_and_comes_back() -> None:
    async with club(0) as house:
        company = table(house, seed=6, temperament="obedient")
        game = asyncio.ensure_future(played(company))
        for _ in range(4):
            await house.seconds(130)
            assert house.app is not None
            await house.app.close()
            await house.seconds(6)
            await house.start_bot()
        result = await game
        assert result.outcome in VERDICTS


async def test_the_hand_and_the_chat_can_be_read_along() -> None:
    heard: list[Heard] = []
    async with club(0) as house:
        company = table(house, seed=7, temperament="chatty")
        company.listen(heard.append)
        assert company.hand_text(1) == ""
        await played(company)
        assert "Role" in company.hand_text(1)
        verdict = [one for one in heard if one.bot and not one.edited and "wins!" in one.text]
        assert verdict
        assert any(not one.bot for one in heard)
        assert all("||" not in one.text.replace(r"\|\|", "") for one in heard)
        moments = [one.at_s for one in heard]
        assert moments == sorted(moments)


async def evening(seed: int) -> list[tuple[float, str]]:
    heard: list[Heard] = []
    async with club(0) as house:
        company = table(house, seed=seed)
        company.listen(heard.append)
        await played(company, give_up_s=600)
    return [(one.at_s, one.text) for one in heard]


def test_the_same_seed_gives_the_same_evening() -> None:
    first, second, other = (run(evening(seed)) for seed in (8, 8, 9))
    assert first == second
    assert first != other


async def test_without_a_bot_people_wait_and_give_up() -> None:
    async with LocalDiscord(seed=9) as local:
        guild = local.add_guild()
        channel = local.add_channel(guild)
        company = Company(local, guild, channel, seats=6, seed=9, language="en")
        result = await company.play(give_up_s=120)
        await company.stop()
        assert result.outcome is None
        assert result.ended_s - result.started_s == pytest.approx(120)
        assert company.host.deeds.impossible > 5
        assert len(guild.voice) == 7


async def test_nobody_has_a_seat_that_is_not_at_the_table() -> None:
    async with club(0, start=False) as house:
        company = table(house, seed=1)
        assert company.player(6) is company.players[5]
        with pytest.raises(LookupError):
            company.player(7)


async def test_an_unknown_temperament_or_habit_is_refused() -> None:
    async with club(0, start=False) as house:
        with pytest.raises(KeyError):
            Company(house.local, house.guild, house.channel, temperament="furious")
        with pytest.raises(ValueError, match="sleepwalks"):
            Company(house.local, house.guild, house.channel, habits={1: "sleepwalks"})


def test_every_outcome_has_a_name() -> None:
    assert set(SEEN) | {Phrase.CLOSED} == set(OUTCOMES)
