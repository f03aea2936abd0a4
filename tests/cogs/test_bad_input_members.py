"""Who is not where he should be: people kicked or unmuting themselves, the bot thrown out, a server away."""

import pytest
from structlog.testing import capture_logs

from mafiabot.cogs.watching import THROWN_OUT_MS
from mafiabot.engine.state import GameState, Role, Talk
from mafiabot.playground import members, structure
from mafiabot.playground.admin import VoiceChange
from mafiabot.playground.permissions import Perm
from mafiabot.playground.server import JUDGE_PERMISSIONS
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


def speaker(state: GameState) -> int:
    assert isinstance(state.phase, Talk), state.phase
    return state.phase.floor.turn.seat


@pytest.mark.parametrize("how", ["kick", "ban"])
async def test_a_speaker_thrown_out_of_the_server_forfeits_and_the_game_goes_on(how: str) -> None:
    async with club(8) as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        await house.seconds(10)
        with capture_logs() as logs:
            getattr(house.local.admin, how)(house.guild, house.people[0].id)
            await house.seconds(5)
            assert (await house.state()).seat(1).away is not None
            await game.floor(2)
        assert not [line for line in logs if line["log_level"] in ("error", "critical")]
        await house.seconds(400)
        assert not (await house.state()).seat(1).alive
        house.clean()


async def test_a_stranger_to_the_server_who_comes_back_unmuted_is_muted_again_at_his_table() -> None:
    """Whoever is kicked loses his mute flag with his membership."""
    async with club(8) as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        house.local.admin.kick(house.guild, house.people[4].id)
        await house.seconds(3)
        members.add(house.local.core, house.guild, house.people[4].user)
        await house.people[4].join(house.channel)
        await house.seconds(3)
        assert 5 in house.muted()
        assert "Your number is 5" in (await game.open_hand(5)).text
        house.clean()


async def test_who_unmutes_himself_is_muted_again_once_a_turn_so_that_nobody_fights_the_bot() -> None:
    async with club() as house:
        rebel = house.people[3]
        house.local.admin.set_channel_permission(house.channel, rebel.id, Perm.MUTE_MEMBERS, True)
        await house.deal()
        game = Game(house)
        await game.floor(1)
        await house.seconds(3)
        for muted in ([2, 3, 4, 5, 6], [2, 3, 5, 6]):
            await rebel.server_mute(house.guild, rebel, False)
            await house.seconds(3)
            assert house.muted() == muted
        await game.finish()
        await game.floor(2)
        await house.seconds(3)
        assert house.muted() == [1, 3, 4, 5, 6]
        checked = await house.slash(house.host, "mafia check")
        assert f"Able to unmute themselves: <@{rebel.id}>" in checked.text
        house.clean()


# --- the bot thrown out ---------------------------------------------------------------------------


async def thrown_out(house: Club) -> str:
    """The bot is kicked in the first speech. Returns the table's id."""
    await house.deal()
    game = Game(house)
    await game.floor(1)
    await house.seconds(10)
    game_id = (await house.state()).game_id
    house.local.admin.kick(house.guild, house.bot.id)
    await house.seconds(2)
    return game_id


async def test_a_bot_invited_again_finds_the_game_as_it_was() -> None:
    async with club() as house:
        with capture_logs() as logs:
            game_id = await thrown_out(house)
            await house.seconds(120)
        assert [line["table"] for line in logs if line["event"].startswith("thrown out")] == [game_id]
        assert (await house.state()).paused is not None
        structure.install(house.local.core, house.bot, house.guild, JUDGE_PERMISSIONS | Perm.VIEW_CHANNEL)
        await house.seconds(5)
        resumed = await house.slash(house.host, "mafia resume")
        assert resumed.text == "The game goes on."
        game = Game(house)
        assert speaker(await game.floor(1)) == 1
        await game.finish()
        await game.floor(2)
        await house.seconds(3)
        assert house.muted() == [1, 3, 4, 5, 6]


async def test_a_bot_invited_again_shows_the_pause_and_does_not_close_the_table_later() -> None:
    async with club() as house:
        game_id = await thrown_out(house)
        await house.seconds(20)
        assert not [one for one in house.public() if "Paused" in one]
        structure.install(house.local.core, house.bot, house.guild, JUDGE_PERMISSIONS | Perm.VIEW_CHANNEL)
        await house.seconds(5)
        assert [one for one in house.public() if "Paused" in one]
        await house.seconds(THROWN_OUT_MS / 1000)
        state = await house.store.load(game_id)
        assert state is not None
        assert not state.over


async def test_a_bot_that_is_not_invited_again_closes_the_table() -> None:
    async with club() as house:
        game_id = await thrown_out(house)
        await house.seconds(THROWN_OUT_MS / 1000 + 5)
        state = await house.store.load(game_id)
        assert state is not None
        assert state.over
        structure.install(house.local.core, house.bot, house.guild, JUDGE_PERMISSIONS | Perm.VIEW_CHANNEL)
        await house.seconds(20)
        assert house.muted() == []
        opened = await house.slash(house.host, "mafia open", preset="club")
        assert opened.text.startswith("The table is open")


async def test_a_bot_thrown_out_while_it_was_down_pauses_and_then_closes_the_table() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        game_id = (await house.state()).game_id
        await house.kill_bot()
        house.local.admin.kick(house.guild, house.bot.id)
        await house.start_bot()
        await house.seconds(5)
        state = await house.store.load(game_id)
        assert state is not None
        assert state.paused is not None
        await house.seconds(THROWN_OUT_MS / 1000 + 5)
        state = await house.store.load(game_id)
        assert state is not None
        assert state.over


# --- a server that is unavailable -----------------------------------------------------------------


async def test_a_server_that_is_unavailable_for_a_minute_goes_on_where_it_is() -> None:
    async with club(8) as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        game_id = (await house.state()).game_id
        with capture_logs() as logs:
            house.local.admin.outage(house.guild)
            await house.seconds(60)
            left = VoiceChange(user_id=house.people[5].id, left=True)
            house.local.admin.end_outage(house.guild, left)
            await house.seconds(5)
        assert not [line for line in logs if line["log_level"] in ("error", "critical")]
        state = await house.state()
        assert state.game_id == game_id
        assert not state.over
        assert state.paused is None
        assert state.seat(6).away is not None
        await game.finish()
        await house.seconds(3)
        state = await house.state()
        open_now = speaker(state)
        assert house.muted() == [
            seat for seat in range(1, 9) if seat != open_now
        ]  # 6 gets his back when seen
        assert "Your number is 2" in (await game.open_hand(2)).text


# --- private messages -----------------------------------------------------------------------------


async def test_closed_private_messages_change_nothing_since_none_are_sent() -> None:
    async with club() as house:
        for person in house.people:
            person.user.dms_open = False
        await house.deal()
        game = Game(house)
        don, red = await game.seat_of(Role.DON), await game.red()
        await game.to_day()
        await game.play_day({1: don, 2: red[1] if don == 2 else 2}, {don: red})
        await house.slash(house.host, "mafia stop")
        await house.seconds(15)
        routes = {request.route for request in house.local.records.requests}
        assert not [route for route in routes if "/users/@me/channels" in route]
        assert all(channel.guild_id is not None for channel in house.local.core.world.channels.values())
        house.clean()
