"""The documented permissions are enough for a game, and none of them can be missing without being named."""

import pytest

from mafiabot.engine.state import Lobby
from mafiabot.playground.model import Role
from mafiabot.playground.permissions import EVERYONE, Perm
from mafiabot.playground.structure import new_role, set_role_permissions
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

DOCUMENTED = 5344256
NEEDED = {
    "View Channel": Perm.VIEW_CHANNEL,
    "Send Messages": Perm.SEND_MESSAGES,
    "Attach Files": Perm.ATTACH_FILES,
    "Read Message History": Perm.READ_MESSAGE_HISTORY,
    "Connect": Perm.CONNECT,
    "Mute Members": Perm.MUTE_MEMBERS,
}
UNDONE = "No game can be played here yet"

each_permission = pytest.mark.parametrize("name", NEEDED)


async def strict(house: Club) -> Role:
    """The bot has the documented permissions and nothing by the way: @everyone may do nothing. Its role."""
    players = new_role(house.local.core, house.guild, "players", EVERYONE)
    for person in (house.host, *house.people):
        house.local.admin.give_role(house.guild, person.id, players)
    judge = house.local.admin.bot_role(house.guild, house.bot.user.id)
    set_role_permissions(house.local.core, house.guild, house.guild.roles[house.guild.id], 0)
    set_role_permissions(house.local.core, house.guild, judge, DOCUMENTED)
    await house.seconds(1)
    return judge


def refused_requests(house: Club) -> list[str]:
    return [record.key for record in house.local.records.requests if record.status == 403]


def named(text: str) -> list[str]:
    """The permissions that a check's list marks as missing."""
    return [line.removeprefix("❌ ") for line in text.splitlines() if line.startswith("❌ ")]


def test_the_number_is_the_sum_of_what_is_needed() -> None:
    assert sum(NEEDED.values()) == DOCUMENTED


async def test_a_game_needs_no_more_than_the_documented_permissions() -> None:
    async with club() as house:
        await strict(house)
        checked = await house.slash(house.host, "mafia check")
        assert named(checked.text) == []
        await house.deal()
        game = Game(house)
        await game.floor(1)
        assert house.muted() == [2, 3, 4, 5, 6]
        await house.press(house.people[0], "Finish speech")
        await game.floor(2)
        assert house.muted() == [1, 3, 4, 5, 6]
        await house.slash(house.host, "mafia stop")
        await house.seconds(5)
        assert house.muted() == []
        assert refused_requests(house) == []
        house.clean()


@each_permission
async def test_without_one_of_them_no_table_is_opened(name: str) -> None:
    async with club() as house:
        judge = await strict(house)
        house.local.admin.set_permission(house.guild, judge, NEEDED[name], False)
        await house.seconds(1)
        assert name in named((await house.slash(house.host, "mafia check")).text)
        opened = await house.slash(house.host, "mafia open", preset="club")
        assert name in named(opened.text)
        assert UNDONE in opened.text
        assert house.app is not None
        assert await house.app.services.table_in(house.guild.id, house.channel.id) is None
        house.clean()


@each_permission
async def test_without_one_of_them_in_the_channel_alone_nothing_is_dealt(name: str) -> None:
    async with club() as house:
        judge = await strict(house)
        await house.open_table()
        await house.seat_everybody()
        house.local.admin.set_channel_permission(house.channel, judge.id, NEEDED[name], False)
        await house.seconds(1)
        started = await house.slash(house.host, "mafia start")
        assert name in named(started.text)
        assert UNDONE in started.text
        assert isinstance((await house.state()).phase, Lobby)
        house.local.admin.set_channel_permission(house.channel, judge.id, NEEDED[name], None)
        await house.seconds(1)
        await house.slash(house.host, "mafia start")
        assert not isinstance((await house.state()).phase, Lobby)
        house.clean()
