"""Numbers in front of names through the real client: never ahead of a microphone, and gone after the game."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from mafiabot.playground.model import Member
from mafiabot.playground.permissions import Perm
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual

FAMILY = "👩‍👩‍👧‍👦" * 8


@asynccontextmanager
async def numbering(seats: int = 6, *, names: Sequence[str] = ()) -> AsyncIterator[Club]:
    async with club(seats, names=names) as house:
        await house.settings.change(house.guild.id, lambda kept: replace(kept, seat_nicknames=True))
        yield house


def nicks(house: Club) -> list[str | None]:
    return [house.guild.members[person.id].nick for person in house.people]


def member(house: Club, seat: int) -> Member:
    return house.guild.members[house.people[seat - 1].id]


NUMBERED = [f"0{n} Player {n}" for n in range(1, 7)]


async def test_a_game_numbers_its_players_and_gives_their_names_back() -> None:
    async with numbering() as house:
        member(house, 2).nick = "Second"
        await house.deal()
        await house.seconds(30)
        assert nicks(house) == ["01 Player 1", "02 Second", *NUMBERED[2:]]
        await house.slash(house.host, "mafia void")
        await house.seconds(30)
        assert nicks(house) == [None, "Second", None, None, None, None]
        assert await house.store.names() == ()
        assert not any(one.mute for one in house.guild.members.values())
        house.clean()


async def test_without_the_setting_no_name_is_touched() -> None:
    async with club() as house:
        await house.deal()
        await house.seconds(30)
        assert nicks(house) == [None] * 6
        house.clean()


async def test_microphones_go_first_when_the_table_is_muted_and_when_it_is_freed() -> None:
    async with numbering(10) as house:
        await house.deal()
        await house.seconds(40)
        made = [edit.mute is not None for edit in house.local.records.edits]
        assert made == [True] * 10 + [False] * 10
        before = len(made)
        await house.slash(house.host, "mafia void")
        await house.seconds(60)
        after = [edit.mute is not None for edit in house.local.records.edits[before:]]
        assert after == [True] * 10 + [False] * 10
        assert nicks(house) == [None] * 10
        house.clean()


async def test_a_long_name_is_cut_where_discord_takes_it() -> None:
    async with numbering(names=[FAMILY]) as house:
        await house.deal()
        await house.seconds(30)
        nick = member(house, 1).nick
        assert nick is not None
        assert nick.startswith("01 👩‍👩‍👧‍👦")
        assert len(nick) <= 32
        house.clean()


async def test_the_owner_and_whoever_stands_higher_keep_their_names_and_the_table_is_told_once() -> None:
    async with numbering() as house:
        house.guild.owner_id = house.people[0].id
        role = house.local.admin.bot_role(house.guild, house.bot.user.id)
        house.local.admin.give_role(house.guild, house.people[2].id, role)
        await house.deal()
        await house.seconds(90)
        assert nicks(house) == [None, NUMBERED[1], None, *NUMBERED[3:]]
        told = [text for text in house.public() if "No number in front of the name" in text]
        assert len(told) == 1
        assert "**1** · Player 1, **3** · Player 3" in told[0]
        house.clean()


async def test_a_bot_that_died_in_the_game_gives_the_names_back_when_it_ends() -> None:
    async with numbering() as house:
        await house.deal()
        await house.seconds(30)
        await house.kill_bot()
        await house.seconds(3)
        await house.start_bot()
        await house.seconds(10)
        assert nicks(house) == NUMBERED
        await house.slash(house.host, "mafia void")
        await house.seconds(30)
        assert nicks(house) == [None] * 6
        house.clean()


async def test_a_bot_that_died_with_the_end_gives_them_back_when_it_is_there_again() -> None:
    async with numbering() as house:
        await house.deal()
        await house.seconds(30)
        await house.slash(house.host, "mafia void")
        await house.kill_bot()
        assert NUMBERED[5] in nicks(house)
        await house.start_bot()
        await house.seconds(30)
        assert nicks(house) == [None] * 6
        house.clean()


async def test_names_are_given_back_though_their_server_is_seen_late() -> None:
    async with numbering() as house:
        await house.deal()
        await house.seconds(30)
        await house.slash(house.host, "mafia void")
        await house.kill_bot()
        assert NUMBERED[5] in nicks(house)
        house.local.faults.events("GUILD_CREATE", "delay", delay_ms=2_000)
        await house.start_bot()
        await house.seconds(60)
        assert nicks(house) == [None] * 6
        house.clean()


async def test_the_check_names_the_missing_right_and_whose_name_stays() -> None:
    async with numbering() as house:
        for person in (house.host, house.people[0]):
            await person.join(house.channel)
        await house.seconds(1)
        owner = f"<@{house.host.id}>"
        assert (
            f"The name stays without a number: {owner} ("
            in (await house.slash(house.host, "mafia check")).text
        )
        role = house.local.admin.bot_role(house.guild, house.bot.user.id)
        house.local.admin.set_permission(house.guild, role, Perm.MANAGE_NICKNAMES, on=False)
        await house.seconds(1)
        said = (await house.slash(house.host, "mafia check")).text
        assert "the bot lacks Manage Nicknames" in said
        assert "stays without a number" not in said
        await house.settings.change(house.guild.id, lambda kept: replace(kept, seat_nicknames=False))
        assert "Nicknames" not in (await house.slash(house.host, "mafia check")).text
        house.clean()


async def test_a_right_that_is_missing_spoils_no_game() -> None:
    async with numbering() as house:
        role = house.local.admin.bot_role(house.guild, house.bot.user.id)
        house.local.admin.set_permission(house.guild, role, Perm.MANAGE_NICKNAMES, on=False)
        await house.seconds(1)
        await house.deal()
        await house.seconds(90)
        assert nicks(house) == [None] * 6
        assert sum("No number in front of the name" in text for text in house.public()) == 1
        assert (await house.state()).paused is None
        house.clean()


async def test_the_setting_is_changed_and_said_by_the_command() -> None:
    async with club() as house:
        said = (await house.slash(house.host, "mafia settings", **{"seat-nicknames": True})).text
        assert "the seat’s number stands in front of the name during a game" in said
        assert (await house.settings.get(house.guild.id)).seat_nicknames
        again = (await house.slash(house.host, "mafia settings", **{"seat-nicknames": False})).text
        assert "players’ names are left alone" in again
        house.clean()
