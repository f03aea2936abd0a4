"""The way into a game, through the real client: open, join, leave, swap, unseat, start, ready, deal."""

from typing import Any

import pytest

from mafiabot.engine.state import Dealing, Lobby, ReadyCheck
from mafiabot.playground.errors import NotPossible
from mafiabot.playground.permissions import Perm
from mafiabot.runtime.panels import BURIED_BELOW
from tests.support.club import Club, club

pytestmark = pytest.mark.virtual


async def seats(house: Club) -> list[str]:
    return [seat.person.name for seat in (await house.state()).seats]


async def test_a_table_is_opened_joined_and_dealt() -> None:
    async with club(6) as house:
        await house.deal()
        state = await house.state()
        assert state.game_number == 1
        assert [seat.role is not None for seat in state.seats] == [True] * 6
        house.clean()


async def test_only_one_table_stands_in_a_channel() -> None:
    async with club() as house:
        first = await house.slash(house.host, "mafia open", preset="club")
        second = await house.slash(house.host, "mafia open", preset="club")
        assert "The table is open" in first.text
        assert second.text == "A table is open in this channel already."
        house.clean()


async def test_who_may_not_mute_members_opens_nothing() -> None:
    async with club() as house:
        refused = await house.slash(house.people[0], "mafia open", preset="club")
        assert refused.text == "Only the judge can do that."
        house.clean()


async def test_a_table_may_be_opened_for_another_channel_than_the_one_typed_in() -> None:
    async with club() as house:
        text = house.local.add_channel(house.guild, "talk", "text")
        opened = await (await house.host.slash(text, "mafia open", channel=house.channel)).outcome()
        assert f"<#{house.channel.id}>" in opened.text
        assert isinstance((await house.state()).phase, Lobby)
        house.clean()


async def test_in_a_text_channel_nothing_can_be_opened() -> None:
    async with club() as house:
        text = house.local.add_channel(house.guild, "talk", "text")
        refused = await (await house.host.slash(text, "mafia open")).outcome()
        assert "A table is opened in a voice channel" in refused.text
        house.clean()


async def test_who_asks_from_a_text_channel_is_told_where_a_table_is_asked_about() -> None:
    async with club() as house:
        await house.open_table()
        chat = house.local.add_channel(house.guild, "chat", "text")
        await house.seconds(1)
        lost = await (await house.host.slash(chat, "mafia status")).outcome()
        assert lost.text.startswith("Which table? Type the command in the chat of its voice channel")
        await house.host.join(house.channel)
        await house.seconds(1)
        found = await (await house.host.slash(chat, "mafia status")).outcome()
        assert "Seats are open" in found.text
        house.clean()


async def test_what_is_missing_is_named_before_anything_is_dealt() -> None:
    async with club() as house:
        role = house.local.admin.bot_role(house.guild, house.bot.id)
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, False)
        await house.seconds(1)
        refused = await house.slash(house.host, "mafia open", preset="club")
        assert "❌ Mute Members" in refused.text
        assert await house.store.open_games() == ()
        house.clean()


async def test_what_has_been_taken_away_since_stops_the_start() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        role = house.local.admin.bot_role(house.guild, house.bot.id)
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, False)
        await house.seconds(1)
        refused = await house.slash(house.host, "mafia start")
        assert "❌ Mute Members" in refused.text
        assert isinstance((await house.state()).phase, Lobby)
        house.clean()


async def test_people_sit_in_the_order_they_came_and_gaps_close() -> None:
    async with club() as house:
        await house.open_table()
        for person in house.people[:4]:
            await house.press(person, "Take a seat")
        left = await house.press(house.people[1], "Leave the table")
        assert left.text == "You have left the table."
        assert await seats(house) == ["Player 1", "Player 3", "Player 4"]
        house.clean()


async def test_who_is_too_many_waits_and_moves_up() -> None:
    async with club(13) as house:
        await house.open_table()
        for person in house.people[:12]:
            await house.press(person, "Take a seat")
        queued = await house.press(house.people[12], "Take a seat")
        assert "number 1 in the waiting list" in queued.text
        await house.press(house.people[0], "Leave the table")
        assert (await seats(house))[-1] == "Player 13"
        house.clean()


async def test_one_sits_at_one_table_of_a_server() -> None:
    async with club() as house:
        await house.open_table()
        await house.press(house.people[0], "Take a seat")
        other = house.local.add_channel(house.guild, "second table")
        await (await house.host.slash(other, "mafia open", preset="club")).outcome()
        await house.seconds(2)
        one = house.people[0]
        pressed = await one.press(one.latest(other, label="Take a seat"), "Take a seat")
        refused = await pressed.outcome()
        assert "Already seated at another table" in refused.text
        house.clean()


async def test_seats_are_swapped_and_freed_by_the_judge() -> None:
    async with club() as house:
        await house.open_table()
        for person in house.people[:3]:
            await house.press(person, "Take a seat")
        swapped = await house.slash(house.host, "mafia swap", first=1, second=3)
        assert "Players 1 and 3" in swapped.text
        freed = await house.slash(house.host, "mafia unseat", seat=2)
        assert freed.text == "Seat 2 is free."
        assert await seats(house) == ["Player 3", "Player 1"]
        house.clean()


JUDGES_ONLY: dict[str, dict[str, Any]] = {
    "start": {},
    "stop": {},
    "pause": {},
    "resume": {},
    "void": {},
    "rematch": {},
    "swap": {"first": 1, "second": 2},
    "unseat": {"seat": 1},
    "check": {},
    "unmute-all": {},
    "settings": {"language": "uk"},
}
MISSING = {
    "unmute-all": "This takes the right Mute Members in the whole server.",
    "settings": "This takes the right Manage Server.",
}


async def test_a_player_judges_nothing() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        before = await house.state()
        for command, options in JUDGES_ONLY.items():
            refused = await house.slash(house.people[0], f"mafia {command}", **options)
            assert refused.text == MISSING.get(command, "Only the judge can do that."), command
        assert await house.state() == before
        house.clean()


async def test_too_few_cannot_start() -> None:
    async with club(5) as house:
        await house.open_table()
        await house.seat_everybody()
        refused = await house.slash(house.host, "mafia start")
        assert "at least 6" in refused.text
        house.clean()


async def test_who_is_not_in_the_channel_is_named() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        await house.people[2].leave(house.guild)
        await house.seconds(2)
        refused = await house.slash(house.host, "mafia start")
        assert "Not in the table's voice channel: **3** · Player 3" in refused.text
        house.clean()


async def test_a_ready_check_that_is_not_passed_goes_back_to_the_lobby() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        ready = await house.press(house.people[0], "Ready")
        assert "Waiting for 5 more players" in ready.text
        assert isinstance((await house.state()).phase, ReadyCheck)
        await house.seconds(61)
        assert isinstance((await house.state()).phase, Lobby)
        house.clean()


async def test_the_panel_shows_who_sits_where() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        await house.seconds(2)
        assert all(f"Player {n}" in house.public()[-1] for n in range(1, 7))
        house.clean()


async def test_the_lobbys_panel_loses_its_buttons_when_the_cards_are_dealt() -> None:
    async with club() as house:
        await house.deal()
        await house.seconds(2)
        assert isinstance((await house.state()).phase, Dealing)
        with pytest.raises(NotPossible):
            house.people[0].latest(house.channel, label="Ready")
        house.clean()


async def test_a_deleted_panel_comes_back() -> None:
    async with club() as house:
        await house.open_table()
        panel = house.people[0].latest(house.channel, label="Take a seat")
        house.local.admin.delete_message(house.channel, panel.id)
        await house.seconds(3)
        assert house.people[0].latest(house.channel, label="Take a seat").id != panel.id
        house.clean()


async def test_a_panel_under_much_talk_comes_down() -> None:
    async with club() as house:
        await house.open_table()
        panel = house.people[0].latest(house.channel, label="Take a seat")
        for number in range(BURIED_BELOW):
            await house.people[1].say(house.channel, f"so they say {number}")
        await house.seconds(3)
        newer = house.people[0].latest(house.channel, label="Take a seat")
        assert newer.id != panel.id
        assert newer.id == house.shown(house.people[0])[-1].id
        house.clean()


async def test_a_slash_commands_answer_is_seen_by_its_giver_only() -> None:
    async with club() as house:
        await house.slash(house.host, "mafia open", preset="club")
        await house.seconds(2)
        assert all(not seen.ephemeral for seen in house.shown(house.people[0]))
        house.clean()


async def test_a_ready_check_that_failed_takes_no_number_away() -> None:
    async with club(6) as house:
        await house.open_table()
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(65)
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(2)
        assert (await house.state()).game_number == 1
        house.clean()


async def test_a_start_that_is_refused_takes_no_number_away() -> None:
    async with club(6) as house:
        await house.open_table()
        for reason in ("at least 6", "at least 6"):
            assert reason in (await house.slash(house.host, "mafia start")).text
        await house.seat_everybody()
        await house.people[0].leave(house.guild)
        await house.seconds(1)
        assert "Not in the table's" in (await house.slash(house.host, "mafia start")).text
        await house.people[0].join(house.channel)
        await house.seconds(1)
        await house.slash(house.host, "mafia start")
        again = await house.slash(house.host, "mafia start")
        assert (await house.state()).game_number == 1
        assert again.text == "Not now: this is not the moment for it."
        house.clean()
