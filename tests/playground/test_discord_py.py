"""The unmodified discord.py client end to end: what a bot does all day works on the local Discord."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import discord
import pytest
from discord import app_commands, ui

from mafiabot.playground.admin import VoiceChange
from mafiabot.playground.controls import buttons
from mafiabot.playground.model import Application, Channel, Guild
from mafiabot.playground.person import Person
from mafiabot.playground.server import LocalDiscord
from tests.playground.clients import Client, logged_in

pytestmark = pytest.mark.virtual
ORIGINAL: Any = "@original"


class Vote(ui.DynamicItem[ui.Button[Any]], template=r"vote:(?P<seat>[0-9]+)"):
    """A button that outlives the process."""

    def __init__(self, seat: int) -> None:
        super().__init__(ui.Button(label=f"Seat {seat}", custom_id=f"vote:{seat}"))
        self.seat = seat

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["seat"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"voted {self.seat}", ephemeral=True)


class Word(ui.Modal, title="Your word"):
    """A form with one field."""

    word: ui.Label[Any] = ui.Label(text="Word", component=ui.TextInput(min_length=2, max_length=20))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, ui.TextInput)
        await interaction.response.send_message(f"word: {self.word.component.value}", ephemeral=True)


def hand(text: str, *seats: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text), ui.Separator())
    container.add_item(ui.ActionRow(*(Vote(seat) for seat in seats)))
    view.add_item(container)
    return view


class Table(Client):
    """A bot with every kind of command; `tokens` are kept as a store would keep them."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens: list[str] = []
        self.voice_states: list[tuple[int | None, bool]] = []
        self.resumed = asyncio.Event()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_voice_state_update(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        self.voice_states.append((after.channel.id if after.channel else None, after.mute))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Vote)
        group = app_commands.Group(name="mafia", description="The game")

        @group.command(name="open", description="Open a table")
        @app_commands.choices(preset=[app_commands.Choice(name="Клуб", value="club")])
        async def open_table(interaction: discord.Interaction, preset: str, seats: int = 10) -> None:
            await interaction.response.send_message(view=hand(f"{preset} for {seats}", 3))

        @group.command(name="hand", description="Your hand")
        async def show_hand(interaction: discord.Interaction) -> None:
            self.tokens.append(interaction.token)
            await interaction.response.send_message(view=hand("your role", 1, 2), ephemeral=True)

        @group.command(name="word", description="A word")
        async def word(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Word())

        @group.command(name="late", description="Deferred")
        async def late(interaction: discord.Interaction, name: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await asyncio.sleep(5)
            await interaction.followup.send(f"at last, {name}")

        @late.autocomplete("name")
        async def names(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=typed + "!", value=typed)]

        @self.tree.context_menu(name="Foul")
        async def foul(interaction: discord.Interaction, member: discord.Member) -> None:
            await interaction.response.send_message(f"foul for {member.display_name}")

        self.tree.add_command(group)
        await self.tree.sync()


class Club:
    """A guild with a bot logged in, a voice channel and some people in it."""

    def __init__(self, local: LocalDiscord) -> None:
        self.local = local
        self.app: Application = local.add_bot()
        self.guild: Guild = local.add_guild("Club", self.app, locale="ru")
        self.channel: Channel = local.add_channel(self.guild)
        self.people: list[Person] = [local.add_person(f"P{n}", self.guild) for n in range(10)]
        self.client = Table()

    async def seat_all(self) -> None:
        for person in self.people:
            await person.join(self.channel)

    async def mute(self, person: Person, on: bool) -> None:
        await self.client.http.edit_member(self.guild.id, person.id, mute=on)

    def now(self) -> float:
        return self.local.core.clock.now_s()


@pytest.fixture
async def club(local: LocalDiscord) -> AsyncIterator[Club]:
    made = Club(local)
    async with logged_in(made.client, local, made.app):
        yield made
    assert local.records.crashes == []
    assert local.records.schema_errors == []
    assert local.records.unknown_routes == []
    assert local.interactions.unanswered() == []


async def test_a_subcommand_is_synced_offered_and_answered(club: Club) -> None:
    anna = club.people[0]
    opened = await (await anna.slash(club.channel, "mafia open", preset="Клуб", seats=9)).answered()
    assert opened.text == "club for 9"
    assert [b.label for b in buttons(anna.latest(club.channel).payload)] == ["Seat 3"]


async def test_a_dynamic_button_answers_privately(club: Club) -> None:
    anna, boris = club.people[:2]
    await (await anna.slash(club.channel, "mafia open", preset="club")).answered()
    voted = await (await boris.press(boris.latest(club.channel), "Seat 3")).answered()
    assert voted.text == "voted 3"
    assert boris.latest(club.channel).ephemeral
    assert not anna.latest(club.channel).ephemeral


async def test_a_private_hand_is_edited_later_through_its_stored_token(club: Club) -> None:
    anna = club.people[0]
    await (await anna.slash(club.channel, "mafia hand")).answered()
    webhook = discord.Webhook.partial(club.app.id, club.client.tokens[0], client=club.client)
    await webhook.edit_message(ORIGINAL, view=hand("your role, day 2", 4))
    shown = anna.latest(club.channel)
    assert shown.payload["flags"] == 32768 | 64
    assert [b.label for b in buttons(shown.payload)] == ["Seat 4"]
    assert len(shown.versions) == 2


async def test_after_fifteen_minutes_the_hand_s_token_is_dead(club: Club) -> None:
    await (await club.people[0].slash(club.channel, "mafia hand")).answered()
    await asyncio.sleep(901)
    webhook = discord.Webhook.partial(club.app.id, club.client.tokens[0], client=club.client)
    with pytest.raises(discord.HTTPException) as caught:
        await webhook.edit_message(ORIGINAL, view=hand("too late", 4))
    assert caught.value.code == 50027


async def test_a_form_is_opened_and_sent(club: Club) -> None:
    anna = club.people[0]
    opened = await (await anna.slash(club.channel, "mafia word")).answered()
    await asyncio.sleep(1)  # typing takes a while; the library knows its form once the answer has come back
    sent = await (await anna.submit_modal(opened, {"Word": "лес"})).answered()
    assert sent.text == "word: лес"


async def test_a_deferred_answer_comes_by_follow_up(club: Club) -> None:
    anna = club.people[0]
    asked = await (await anna.slash(club.channel, "mafia late", name="Anna")).answered()
    assert asked.deferred
    assert (await asked.outcome()).text == "at last, Anna"


async def test_autocompletion_offers_choices(club: Club) -> None:
    choices = await club.people[0].autocomplete(club.channel, "mafia late", "name", "An")
    assert choices == [{"name": "An!", "value": "An"}]


async def test_a_context_menu_command_gets_its_member(club: Club) -> None:
    judge, anna = club.people[:2]
    answered = await (await judge.menu(club.channel, "Foul", anna)).answered()
    assert answered.text == "foul for P1"


async def test_a_mute_comes_back_as_a_voice_state(club: Club) -> None:
    anna = club.people[0]
    await anna.join(club.channel)
    await asyncio.sleep(0.1)
    await club.mute(anna, True)
    await asyncio.sleep(0.1)
    assert club.client.voice_states == [(club.channel.id, False), (club.channel.id, True)]
    assert club.guild.members[anna.id].mute


async def test_ten_mutes_at_once_are_in_effect_at_once_and_return_at_the_reset(club: Club) -> None:
    await club.seat_all()
    before = club.now()
    edits = [asyncio.create_task(club.mute(person, True)) for person in club.people]
    await asyncio.sleep(0.5)
    assert sum(club.guild.members[person.id].mute for person in club.people) == 10
    await asyncio.gather(*edits)
    assert 9.9 <= club.now() - before <= 10.1


async def test_a_dropped_gateway_is_resumed_with_what_was_missed(club: Club) -> None:
    anna = club.people[0]
    club.local.gateway.drop(club.app, for_s=3)
    await asyncio.sleep(1)
    await anna.join(club.channel)
    await club.client.resumed.wait()
    await asyncio.sleep(0.1)
    assert club.client.voice_states == [(club.channel.id, False)]
    assert len(club.local.records.identifies) == 1


async def test_a_lost_session_is_identified_anew_and_tells_the_voice_states(club: Club) -> None:
    anna = club.people[0]
    club.local.gateway.drop(club.app, resumable=False, for_s=3)
    await anna.join(club.channel)
    club.client.up.clear()
    await club.client.up.wait()
    found = club.client.get_guild(club.guild.id)
    assert found is not None
    assert [member.id for member in found.voice_channels[0].members] == [anna.id]
    assert len([one for one in club.local.records.identifies if one.accepted]) == 2


async def test_reconnect_and_invalid_session_are_survived(club: Club) -> None:
    club.local.gateway.ask_reconnect(club.app)
    await club.client.resumed.wait()
    await asyncio.sleep(10)
    club.client.up.clear()
    club.local.gateway.invalidate(club.app)
    await club.client.up.wait()
    assert len(club.local.records.identifies) == 2


async def test_after_an_outage_the_guild_comes_with_changed_voice_states(club: Club) -> None:
    anna, boris = club.people[:2]
    await anna.join(club.channel)
    club.local.admin.outage(club.guild)
    await boris.join(club.channel)
    assert club.client.get_guild(club.guild.id) is not None
    club.local.admin.end_outage(club.guild, VoiceChange(user_id=anna.id, left=True))
    await asyncio.sleep(1)
    found = club.client.get_guild(club.guild.id)
    assert found is not None
    assert boris.id in {member.id for member in found.voice_channels[0].members}


async def test_a_picture_is_posted_edited_and_deleted(club: Club) -> None:
    anna = club.people[0]
    channel = club.client.get_partial_messageable(club.channel.id)
    posted = await channel.send("seating", file=discord.File(io.BytesIO(b"png"), "table.png"), nonce="n1")
    assert anna.latest(club.channel).payload["attachments"][0]["filename"] == "table.png"
    await posted.edit(content="seating, day 2")
    assert anna.latest(club.channel).payload["content"] == "seating, day 2"
    await posted.delete()
    assert anna.messages(club.channel) == []


async def test_history_is_read_around_before_and_after(club: Club) -> None:
    channel = club.client.get_partial_messageable(club.channel.id)
    sent = [club.local.admin.post(club.channel, club.people[0].user, str(n)) for n in range(9)]
    middle = discord.Object(sent[4].id)
    assert [m.id async for m in channel.history(limit=2, before=middle)] == [sent[3].id, sent[2].id]
    assert [m.id async for m in channel.history(limit=2, after=middle)] == [sent[5].id, sent[6].id]
    around = [m.id async for m in channel.history(limit=3, around=middle)]
    assert set(around) == {sent[3].id, sent[4].id, sent[5].id}


async def test_closed_direct_messages_refuse_with_50007(club: Club) -> None:
    club.people[0].user.dms_open = False
    user = await club.client.fetch_user(club.people[0].id)
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("hello")
    assert caught.value.code == 50007


async def test_who_is_not_in_voice_cannot_be_muted(club: Club) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await club.mute(club.people[0], True)
    assert caught.value.code == 40032
