"""The bot asks for no more than it uses: no privileged intent, and the documented permission numbers."""

from pathlib import Path

import discord

from mafiabot.bot.client import intents
from mafiabot.cogs.permissions import FLAGS

ROOT = Path(__file__).parents[2]


def test_the_intents_are_those_it_hears_and_none_is_privileged() -> None:
    asked = {name for name, on in intents() if on}
    # Besides the two that games need: that foreign messages exist or come, so that the panel stays in sight.
    wanted = discord.Intents(guilds=True, voice_states=True, guild_messages=True, guild_typing=True)
    assert intents() == wanted
    assert not asked & {"members", "presences", "message_content"}


def test_the_permission_numbers_are_the_documented_ones_everywhere() -> None:
    needed = discord.Permissions(**dict.fromkeys(FLAGS.values(), True))
    naming = discord.Permissions(**dict.fromkeys((*FLAGS.values(), "manage_nicknames"), True))
    assert (needed.value, naming.value) == (5344256, 139561984)
    assert not naming.administrator
    for name in ("docs/setup.md", "SECURITY.md"):
        page = (ROOT / name).read_text(encoding="utf-8")
        assert str(needed.value) in page
        assert str(naming.value) in page
