"""Who looks on: left alone, unless the server wants them muted; then as they were found when it is over."""

from dataclasses import replace

import pytest

from mafiabot.engine.state import NightStep
from mafiabot.playground.permissions import Perm
from mafiabot.playground.person import Person
from mafiabot.playground.structure import install
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


async def onlookers(house: Club, count: int) -> list[Person]:
    people = [house.local.add_person(f"Onlooker {n}", house.guild) for n in range(count)]
    for person in people:
        await person.join(house.channel)
    return people


async def choose(house: Club) -> None:
    await house.settings.change(house.guild.id, lambda kept: replace(kept, mute_spectators=True))


def muted(house: Club, people: list[Person]) -> list[bool]:
    return [house.guild.members[person.id].mute for person in people]


async def test_spectators_are_left_alone_by_default() -> None:
    async with club() as house:
        people = await onlookers(house, 2)
        game = Game(house)
        await house.deal()
        await game.step(NightStep.MAFIA_MINUTE)
        assert muted(house, people) == [False, False]
        house.clean()


async def test_where_the_server_wants_it_they_are_muted_with_the_deal_and_freed_at_the_end() -> None:
    async with club() as house:
        await choose(house)
        first, second = people = await onlookers(house, 2)
        house.local.admin.set_mute(house.guild, second.id, True)
        game = Game(house)
        await house.open_table()
        await house.seconds(2)
        assert muted(house, people) == [False, True]
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await game.step(NightStep.MAFIA_MINUTE)
        await house.seconds(15)
        assert muted(house, people) == [True, True]
        late = (await onlookers(house, 1))[0]
        await house.seconds(2)
        assert muted(house, [late]) == [True]
        await first.join(house.local.add_channel(house.guild, "lounge"))
        await house.seconds(2)
        assert muted(house, [first]) == [False]
        await house.slash(house.host, "mafia stop")
        await house.seconds(15)
        assert muted(house, [first, second, late]) == [False, True, False]
        assert await house.store.debts() == ()
        house.clean()


async def test_neither_the_judge_nor_a_bot_is_muted_with_them() -> None:
    async with club() as house:
        await choose(house)
        music = house.local.add_bot("Music")
        install(house.local.core, music, house.guild, Perm.CONNECT)
        house.local.admin.move(house.guild, music.user.id, house.channel)
        await house.host.join(house.channel)
        game = Game(house)
        await house.deal()
        await game.floor(1)
        await house.seconds(12)
        assert not house.guild.members[music.user.id].mute
        assert not house.guild.members[house.host.id].mute
        house.clean()


async def test_no_more_than_fifteen_are_muted_and_the_check_names_the_better_way() -> None:
    async with club() as house:
        await choose(house)
        people = await onlookers(house, 17)
        game = Game(house)
        await house.deal()
        await game.floor(1)
        await house.seconds(40)
        assert sum(muted(house, people)) == 15
        checked = await house.slash(house.host, "mafia check")
        assert "17 people look on here, and more than 15 are never muted" in checked.text
        house.clean()


async def test_the_setting_is_refused_where_too_many_look_on() -> None:
    async with club() as house:
        await house.open_table()
        await onlookers(house, 16)
        await house.seconds(1)
        refused = await house.slash(house.host, "mafia settings", **{"mute-spectators": True})
        assert "Deny “Speak” to spectators" in refused.text
        assert not (await house.settings.get(house.guild.id)).mute_spectators
        house.clean()


async def test_the_setting_takes_effect_at_once() -> None:
    async with club() as house:
        people = await onlookers(house, 1)
        game = Game(house)
        await house.deal()
        await game.floor(1)
        answered = await house.slash(house.host, "mafia settings", **{"mute-spectators": True})
        assert "spectators are muted during a game" in answered.text
        await house.seconds(2)
        assert muted(house, people) == [True]
        await house.slash(house.host, "mafia settings", **{"mute-spectators": False})
        await house.seconds(2)
        assert muted(house, people) == [False]
        house.clean()
