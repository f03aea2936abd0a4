"""Further bots that only edit: what each lacks in a guild, and that its token is told to nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.discord_helper import HelperBot
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.permissions import Perm
from mafiabot.playground.server import LocalDiscord
from mafiabot.playground.structure import install
from mafiabot.runtime.edit_budget import LimitsSeen, hearing_limits
from mafiabot.runtime.ports import DiscordUnavailable, HelperFit
from tests.playground.clients import Client, logged_in

pytestmark = pytest.mark.virtual


@dataclass(slots=True, kw_only=True)
class Yard:
    """A guild with the bot itself; `second` is an account that may be in it or not."""

    local: LocalDiscord
    guild: Guild
    channel: Channel
    second: Application
    helper: HelperBot

    def invite(self, permissions: int) -> None:
        install(self.local.core, self.second, self.guild, permissions | Perm.VIEW_CHANNEL | Perm.CONNECT)

    async def fit(self) -> HelperFit:
        return await self.helper.fit(self.guild.id, self.channel.id)


@asynccontextmanager
async def yard(token: str | None = None) -> AsyncIterator[Yard]:
    async with LocalDiscord(seed=7) as local:
        main, second = local.add_bot(), local.add_bot("Second")
        guild = local.add_guild("Club", main)
        client = Client()
        async with logged_in(client, local, main):
            helper = HelperBot(token or second.token, 1, client)
            yield Yard(
                local=local,
                guild=guild,
                channel=local.add_channel(guild),
                second=second,
                helper=helper,
            )
            await helper.close()


@pytest.fixture
async def y() -> AsyncIterator[Yard]:
    async with yard() as made:
        yield made


async def test_a_member_that_may_mute_is_fit_and_known_by_its_account(y: Yard) -> None:
    y.invite(Perm.MUTE_MEMBERS)
    assert (await y.fit(), y.helper.bot_id) == (HelperFit.FIT, y.second.user.id)


async def test_one_that_is_not_in_the_guild_is_no_member(y: Yard) -> None:
    assert await y.fit() is HelperFit.NOT_MEMBER


async def test_one_without_the_right_lacks_the_permission(y: Yard) -> None:
    y.invite(0)
    assert await y.fit() is HelperFit.NO_PERMISSION


async def test_a_right_denied_in_the_channel_alone_is_missing(y: Yard) -> None:
    y.invite(Perm.MUTE_MEMBERS)
    role = y.local.admin.bot_role(y.guild, y.second.user.id)
    y.local.admin.set_channel_permission(y.channel, role.id, Perm.MUTE_MEMBERS, False)
    await asyncio.sleep(1)
    assert await y.fit() is HelperFit.NO_PERMISSION


async def test_a_refused_token_is_tried_once_and_never_written_anywhere() -> None:
    with capture_logs() as logs:
        async with yard("bad-secret-token") as y:
            assert [await y.fit() for _ in range(3)] == [HelperFit.BAD_TOKEN] * 3
            asked = [r for r in y.local.records.requests if r.key == "GET /users/@me" and r.status == 401]
            assert len(asked) == 1
            assert "bad-secret-token" not in f"{logs!r}{y.helper!r}"


async def test_its_edits_mute_and_come_out_of_its_own_budget(y: Yard) -> None:
    y.invite(Perm.MUTE_MEMBERS)
    await y.fit()
    person = y.local.add_person("Anna", y.guild)
    await person.join(y.channel)
    heard: list[LimitsSeen] = []
    with hearing_limits(heard.append):
        await y.helper.set_mute(y.guild.id, person.id, True, "mafiabot: table g1")
    assert y.guild.members[person.id].mute
    assert (heard[0].limit, heard[0].remaining) == (10, 9)
    assert y.local.records.edits[-1].app_id == y.second.id


async def test_one_that_has_not_logged_in_edits_nothing(y: Yard) -> None:
    with pytest.raises(DiscordUnavailable) as refused:
        await y.helper.set_mute(y.guild.id, 1, True, "")
    assert refused.value.code == 401
