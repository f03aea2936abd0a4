"""Further bots in a club: their edits come out of their own budget, and the check tries each of them."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from mafiabot.playground.model import Application
from mafiabot.playground.permissions import Perm
from mafiabot.playground.structure import install
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


@asynccontextmanager
async def helped(seats: int = 10, *, invited: bool = True) -> AsyncIterator[tuple[Club, Application]]:
    async with club(seats, start=False) as house:
        helper = house.local.add_bot("Second")
        if invited:
            install(house.local.core, helper, house.guild, Perm.MUTE_MEMBERS | Perm.CONNECT)
        house.voice_tokens = (helper.token,)
        await house.start_bot()
        yield house, helper


def senders(house: Club) -> Counter[int]:
    return Counter(edit.app_id for edit in house.local.records.edits)


async def test_two_bots_share_the_edits_of_a_table() -> None:
    async with helped() as (house, helper):
        game = Game(house)
        await house.deal()
        await game.floor(1)
        await game.floor(2)
        assert min(senders(house)[app.id] for app in (house.bot, helper)) >= 3
        house.clean()


async def test_one_that_is_not_on_the_server_costs_nothing_and_is_named() -> None:
    async with helped(invited=False) as (house, helper):
        game = Game(house)
        await house.deal()
        await game.floor(2)
        assert set(senders(house)) == {house.bot.id}
        checked = await house.slash(house.host, "mafia check")
        assert f"⚠️ Further bot <@{helper.user.id}>: is not on this server." in checked.text
        house.clean()


async def test_one_that_loses_its_permission_is_left_out_and_no_speech_waits_for_it() -> None:
    async with helped() as (house, helper):
        game = Game(house)
        await house.deal()
        await game.floor(1)
        role = house.local.admin.bot_role(house.guild, helper.user.id)
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, False)
        for seat in (2, 3, 4):
            await game.finish()
            await game.floor(seat)
            await house.seconds(1)
            assert [n for n in range(1, 11) if n not in house.muted()] == [seat]
        state = await house.state()
        assert state.paused is None
        house.clean()


async def test_the_check_tries_every_bot_on_who_asks() -> None:
    async with helped() as (house, helper):
        await house.host.join(house.channel)
        await house.seconds(1)
        checked = await house.slash(house.host, "mafia check")
        assert f"✅ Further bot <@{helper.user.id}>: ready; your microphone was closed after" in checked.text
        assert senders(house)[helper.id] == 2
        assert not house.guild.members[house.host.id].mute
        assert helper.token not in checked.text
        house.clean()


async def test_a_refused_token_is_named_by_its_number() -> None:
    async with club(start=False) as house:
        house.voice_tokens = ("a-secret-that-is-wrong",)
        await house.start_bot()
        checked = await house.slash(house.host, "mafia check")
        assert "⚠️ Further bot 1: Discord refuses its token." in checked.text
        assert "a-secret" not in checked.text
