"""`/mafia check`, and the same look at a start: what can be known beforehand is said, nobody is harmed."""

import asyncio

import pytest

from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.engine.state import Lobby
from mafiabot.playground import voice
from mafiabot.playground.permissions import Perm
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

TRIED = "Your microphone was closed after"


async def checked(house: Club) -> str:
    answer = await house.slash(house.host, "mafia check")
    return answer.text


def mentions(*people: int) -> str:
    return ", ".join(f"<@{person}>" for person in people)


# --- the delay of a mute ---------------------------------------------------------------------------


async def test_the_delay_is_tried_on_whoever_asks() -> None:
    async with club(latency_ms=(20, 20)) as house:
        await house.host.join(house.channel)
        for person in house.people:
            await person.join(house.channel)
        await house.seconds(1)
        assert f"✅ {TRIED} 40 ms and open again after 40 ms." in await checked(house)
        edits = house.local.records.edits
        assert [(edit.user_id, edit.mute) for edit in edits] == [
            (house.host.id, True),
            (house.host.id, False),
        ]
        await house.seconds(1)
        assert not house.guild.members[house.host.id].mute
        assert await house.store.debts() == ()
        house.clean()


async def test_who_sits_elsewhere_is_told_how_to_have_it_tried() -> None:
    async with club() as house:
        said = await checked(house)
        assert "Sit in the channel, unmuted, and ask again" in said
        assert TRIED not in said
        assert house.local.records.edits == []
        house.clean()


async def test_whom_somebody_else_muted_is_not_tried_on() -> None:
    async with club() as house:
        await house.host.join(house.channel)
        house.local.admin.set_mute(house.guild, house.host.id, True)
        await house.seconds(1)
        said = await checked(house)
        assert f"Muted, and not by us: {mentions(house.host.id)}" in said
        assert house.local.records.edits == []
        assert house.guild.members[house.host.id].mute
        house.clean()


async def test_a_game_in_play_is_not_disturbed_and_its_mutes_are_nobody_elses() -> None:
    async with club() as house:
        await house.host.join(house.channel)
        await house.deal()
        await Game(house).floor(1)
        sent = len(house.local.records.edits)
        said = await checked(house)
        assert TRIED not in said
        assert "not by us" not in said
        assert len(house.local.records.edits) == sent
        house.clean()


async def test_a_bot_killed_in_the_middle_of_the_trial_gives_the_microphone_back() -> None:
    async with club(latency_ms=(300, 300)) as house:
        await house.host.join(house.channel)
        await house.seconds(2)
        asking = asyncio.ensure_future(house.slash(house.host, "mafia check"))
        while not house.guild.members[house.host.id].mute:
            await house.seconds(0.05)
        await house.kill_bot()
        await house.seconds(5)
        assert house.guild.members[house.host.id].mute
        await house.start_bot()
        await house.seconds(10)
        assert not house.guild.members[house.host.id].mute
        assert await house.store.debts() == ()
        await asking


async def test_a_mute_that_is_refused_is_said_not_to_have_been_seen() -> None:
    async with club() as house:
        await house.host.join(house.channel)
        await house.seconds(1)
        house.local.faults.answer("PATCH /guilds/{}/members/{}", 403, times=9)
        assert "not seen to close and open within five seconds" in await checked(house)
        house.clean()


# --- what is said ----------------------------------------------------------------------------------


async def test_who_may_not_speak_is_named_until_he_has_come_back_with_the_right() -> None:
    async with club() as house:
        silent = house.people[2]
        house.local.admin.set_channel_permission(house.channel, silent.id, Perm.SPEAK, False)
        await silent.join(house.channel)
        await house.seconds(1)
        named = f"Not allowed to speak here: {mentions(silent.id)}."
        assert named in await checked(house)
        house.local.admin.set_channel_permission(house.channel, silent.id, Perm.SPEAK, None)
        await house.seconds(1)
        assert named in await checked(house)
        await silent.leave(house.guild)
        await silent.join(house.channel)
        await house.seconds(1)
        assert named not in await checked(house)
        house.clean()


async def test_who_is_timed_out_or_deafened_is_named() -> None:
    async with club() as house:
        late, deaf = house.people[:2]
        for person in (late, deaf):
            await person.join(house.channel)
        house.local.admin.time_out(house.guild, late.id, 60)
        for muted in (True, False):  # Discord tells of a time-out with the next voice event
            house.local.admin.set_mute(house.guild, late.id, muted)
        voice.set_server(house.local.core, house.guild, house.guild.members[deaf.id], mute=None, deaf=True)
        await house.seconds(1)
        said = await checked(house)
        assert f"Timed out, and unheard until that ends: {mentions(late.id)}." in said
        assert f"Deafened by a moderator, so they will not hear the game: {mentions(deaf.id)}." in said
        await house.seconds(60)
        assert "Timed out" not in await checked(house)
        house.clean()


async def test_a_full_channel_is_mentioned() -> None:
    async with club() as house:
        house.local.admin.set_user_limit(house.channel, 12)
        await house.seconds(1)
        assert "The channel is full" not in await checked(house)
        house.local.admin.set_user_limit(house.channel, 1)
        await house.people[0].join(house.channel)
        await house.seconds(1)
        assert "The channel is full" in await checked(house)
        house.clean()


async def test_an_afk_channel_that_takes_people_soon_is_mentioned() -> None:
    async with club(start=False) as house:
        afk = house.local.add_channel(house.guild, "afk")
        house.guild.afk_channel_id = afk.id
        await house.start_bot()
        assert f"⚠️ Whoever is silent for 5 minutes may be moved to <#{afk.id}>." in await checked(house)
        house.clean()


async def test_a_stage_is_a_place_for_a_table() -> None:
    async with club(start=False) as house:
        stage = house.local.add_channel(house.guild, "stage", "stage")
        await house.start_bot()
        answer = await (await house.host.slash(stage, "mafia check")).outcome()
        assert "ℹ️ This is a Stage" in answer.text
        await (await house.host.slash(stage, "mafia open", preset="club")).outcome()
        assert len(await house.store.open_games()) == 1
        house.clean()


# --- at the start of a game --------------------------------------------------------------------------


async def test_a_start_without_trouble_says_nothing_more() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        started = await house.slash(house.host, "mafia start")
        assert started.text == "The ready check has begun."
        house.clean()


async def test_a_start_names_what_can_spoil_the_game_at_the_table() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        onlooker = house.local.add_person("Onlooker", house.guild)
        await onlooker.join(house.channel)
        for person in (house.people[3], onlooker):
            house.local.admin.set_mute(house.guild, person.id, True)
        await house.seconds(1)
        started = await house.slash(house.host, "mafia start")
        first, *warnings = started.text.splitlines()
        assert first == "The ready check has begun."
        (warning,) = warnings
        assert warning.startswith(f"⚠️ Muted, and not by us: {mentions(house.people[3].id)}.")
        assert not isinstance((await house.state()).phase, Lobby)
        house.clean()


async def test_a_start_where_no_game_is_possible_is_refused_before_the_ready_check() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        house.guild.afk_channel_id = house.channel.id
        await house.kill_bot()
        await house.start_bot()
        started = await house.slash(house.host, "mafia start")
        assert "❌ This is the server's AFK channel" in started.text
        assert isinstance((await house.state()).phase, Lobby)
        house.clean()


# --- without the archive -----------------------------------------------------------------------------


class NoSettings(MemorySettings):
    """An archive that does not answer."""

    async def get(self, guild_id: int) -> GuildSettings:
        raise StoreUnavailable("down")


async def test_an_archive_that_is_down_does_not_stop_who_has_discords_own_right() -> None:
    async with club(start=False) as house:
        house.settings = NoSettings()
        await house.start_bot()
        assert "Everything is ready for a game." in await checked(house)
        refused = await house.slash(house.people[0], "mafia check")
        assert "cannot be written down right now" in refused.text
        house.clean()
