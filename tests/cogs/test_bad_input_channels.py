"""Channels that are not as they should be: closed to the bot, gone, full, too small, for who is away."""

import pytest
from structlog.testing import capture_logs

from mafiabot.engine.state import Lobby, NightStep, Talk
from mafiabot.playground.errors import NotPossible
from mafiabot.playground.permissions import Perm
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


async def test_a_channel_in_which_the_bot_may_not_mute_is_refused_and_the_next_one_is_not() -> None:
    async with club() as house:
        house.local.admin.set_channel_permission(house.channel, house.bot.id, Perm.MUTE_MEMBERS, False)
        await house.seconds(1)
        refused = await house.slash(house.host, "mafia open", preset="club")
        assert "❌ Mute Members" in refused.text
        assert f"<#{house.channel.id}>" in refused.text
        other = house.local.add_channel(house.guild, "open to all")
        await house.seconds(1)
        opened = await (await house.host.slash(other, "mafia open", preset="club")).outcome()
        assert opened.text.startswith("The table is open")
        house.clean()


async def test_a_channel_closed_to_the_bot_since_the_opening_stops_the_start() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        house.local.admin.set_channel_permission(house.channel, house.bot.id, Perm.CONNECT, False)
        await house.seconds(1)
        refused = await house.slash(house.host, "mafia start")
        assert "❌ Connect" in refused.text
        assert isinstance((await house.state()).phase, Lobby)
        house.clean()


async def test_a_player_in_another_voice_channel_is_named_and_nobody_is_muted() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        elsewhere = house.local.add_channel(house.guild, "elsewhere")
        await house.people[3].join(elsewhere)
        await house.seconds(1)
        refused = await house.slash(house.host, "mafia start")
        assert refused.text == "Not in the table's voice channel: **4** · Player 4."
        await house.people[3].join(house.channel)
        await house.seconds(1)
        started = await house.slash(house.host, "mafia start")
        assert "Not in the table's" not in started.text
        assert house.muted() == []
        house.clean()


# --- deleted -------------------------------------------------------------------------------------


async def test_a_lobby_whose_channel_is_deleted_is_closed_and_frees_its_people() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        game_id = (await house.state()).game_id
        with capture_logs() as logs:
            house.local.admin.delete_channel(house.channel)
            await house.seconds(10)
        assert not [line for line in logs if line["log_level"] in ("error", "critical")]
        state = await house.store.load(game_id)
        assert state is not None
        assert state.over
        await at_a_new_table(house)


async def test_a_game_whose_channel_is_deleted_is_closed_and_frees_its_people() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        game_id = (await house.state()).game_id
        with capture_logs() as logs:
            house.local.admin.delete_channel(house.channel)
            await house.seconds(10)
        closed = [line for line in logs if line["event"] == "channel gone, table closed"]
        assert [line["table"] for line in closed] == [game_id]
        await at_a_new_table(house)
        assert house.muted() == []
        assert not await house.store.debts()
        house.clean()


async def at_a_new_table(house: Club) -> None:
    """Everybody sits down at a table in another channel."""
    house.channel = house.local.add_channel(house.guild, "another")
    await house.seconds(1)
    await house.open_table()
    await house.seat_everybody()
    assert len((await house.state()).seats) == len(house.people)
    await house.seconds(15)


# --- full and too small --------------------------------------------------------------------------


async def test_who_cannot_come_back_into_a_full_channel_is_counted_as_away_until_he_can() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        house.local.admin.set_user_limit(house.channel, 6)
        gate_crasher = house.local.add_person("Crasher", house.guild)
        await house.people[4].leave(house.guild)
        await gate_crasher.join(house.channel)
        with pytest.raises(NotPossible, match="full"):
            await house.people[4].join(house.channel)
        await house.seconds(5)
        assert (await house.state()).seat(5).away is not None
        assert not house.guild.members[gate_crasher.id].mute
        await gate_crasher.leave(house.guild)
        await house.people[4].join(house.channel)
        await house.seconds(3)
        assert (await house.state()).seat(5).away is None
        assert house.muted() == [2, 3, 4, 5, 6]
        house.clean()


async def test_a_channel_smaller_than_the_table_is_mentioned_at_the_opening() -> None:
    async with club() as house:
        house.local.admin.set_user_limit(house.channel, 5)
        await house.seconds(1)
        opened = await house.slash(house.host, "mafia open", preset="club")
        assert opened.text.startswith("The table is open")
        assert "takes 5 people only" in opened.text
        checked = await house.slash(house.host, "mafia check")
        assert "⚠️ The channel takes 5 people only" in checked.text
        house.local.admin.set_user_limit(house.channel, 12)
        await house.seconds(1)
        assert "people only" not in (await house.slash(house.host, "mafia check")).text
        house.clean()


# --- the channel for who is away -----------------------------------------------------------------


async def test_a_silent_player_moved_to_the_afk_channel_is_away_with_his_microphone_as_found() -> None:
    async with club() as house:
        afk = house.local.add_channel(house.guild, "afk")
        house.guild.afk_channel_id = afk.id
        await house.deal()
        game = Game(house)
        await game.floor(1)
        house.local.admin.move(house.guild, house.people[5].id, afk)
        await house.seconds(5)
        assert (await house.state()).seat(6).away is not None
        assert house.muted() == [2, 3, 4, 5]
        await house.people[5].join(house.channel)
        await house.seconds(3)
        assert (await house.state()).seat(6).away is None
        assert house.muted() == [2, 3, 4, 5, 6]
        house.clean()


async def test_a_speaker_moved_to_the_afk_channel_speaks_on_when_he_is_back() -> None:
    async with club() as house:
        afk = house.local.add_channel(house.guild, "afk")
        house.guild.afk_channel_id = afk.id
        await house.deal()
        game = Game(house)
        await game.floor(1)
        await house.seconds(20)
        house.local.admin.move(house.guild, house.people[0].id, afk)
        await house.seconds(8)
        await house.people[0].join(house.channel)
        await house.seconds(35)
        state = await house.state()
        assert isinstance(state.phase, Talk)
        assert state.phase.floor.turn.seat == 1
        house.clean()


async def test_the_afk_channel_itself_is_no_place_for_a_table() -> None:
    async with club() as house:
        afk = house.local.add_channel(house.guild, "afk")
        house.guild.afk_channel_id = afk.id
        await house.kill_bot()
        await house.start_bot()
        refused = await (await house.host.slash(afk, "mafia open", preset="club")).outcome()
        assert "is the server's AFK channel" in refused.text
        assert await house.store.open_games() == ()
        house.clean()


async def test_a_table_by_night_does_not_care_who_is_moved_away() -> None:
    async with club() as house:
        afk = house.local.add_channel(house.guild, "afk")
        house.guild.afk_channel_id = afk.id
        await house.deal()
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        house.local.admin.move(house.guild, house.people[2].id, afk)
        await house.seconds(3)
        assert house.muted() == [1, 2, 4, 5, 6]
        pressed = await game.open_hand(3)
        assert "Your number is 3" in pressed.text
        house.clean()


async def test_a_channel_deleted_while_the_bot_was_down_is_noticed_at_its_start() -> None:
    async with club() as house:
        await house.deal()
        await Game(house).floor(1)
        game_id = (await house.state()).game_id
        await house.kill_bot()
        house.local.admin.delete_channel(house.channel)
        house.seed = 2
        await house.start_bot()
        await house.seconds(5)
        state = await house.store.load(game_id)
        assert state is not None
        assert state.over
        await at_a_new_table(house)
        assert house.muted() == []
