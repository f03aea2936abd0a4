"""The table of rights is whole: every command, menu and control has its row, and no row is anybody else's."""

import subprocess
import sys
from pathlib import Path

import discord
import pytest

from mafiabot.cogs.rights import ANYBODY, ASKED_HERE, CONTROLS, DEEDS, JUDGE, MAFIA, MENUS, Office, Rights
from mafiabot.engine import commands as cmd
from mafiabot.engine.legal import TABLE
from mafiabot.engine.views import PhaseName
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.ids import Action
from tests.support.club import club


def test_every_control_has_its_row() -> None:
    assert set(CONTROLS) == set(Action)


def test_every_command_and_menu_has_its_row() -> None:
    assert set(MAFIA) == set(i18n.COMMANDS)
    assert set(JUDGE) == set(i18n.JUDGE_COMMANDS)
    assert set(MENUS) == set(i18n.MENUS)
    assert len(DEEDS) == len(MAFIA) + len(JUDGE) + len(MENUS) + len(CONTROLS)


def test_every_command_of_a_person_can_be_asked_by_some_deed() -> None:
    asked = {one for deed in DEEDS.values() for one in deed.asks}
    by_itself = {cmd.DeadlineReached, cmd.VoiceObserved, cmd.WindowShown, cmd.WindowLost, cmd.Recovered}
    assert asked == {*TABLE, cmd.OpenTable} - by_itself


def test_offices_of_the_rules_are_asked_for_by_the_rules() -> None:
    """No row mixes the two, or nobody would ask for one half of it."""
    for name, deed in DEEDS.items():
        asked_here = deed.who <= ASKED_HERE
        assert asked_here or not deed.who & ASKED_HERE, name
        assert Rights().who(name) == (deed.who if asked_here else ANYBODY)


def test_a_forgotten_check_lets_everybody_through() -> None:
    assert Office.ANYBODY not in Rights().who("/mafia stop")
    assert Rights(frozenset({"/mafia stop"})).who("/mafia stop") == ANYBODY


def test_phases_follow_from_what_is_asked() -> None:
    assert DEEDS["vote"].phases == {PhaseName.VOTE}
    assert DEEDS["/mafia open"].phases == {PhaseName.ENDED}
    assert DEEDS["/judge award"].phases == {PhaseName.ENDED}
    assert DEEDS["history"].phases == frozenset()


@pytest.mark.virtual
async def test_the_commands_discord_is_told_of_are_those_of_the_table() -> None:
    async with club() as house:
        assert house.app is not None
        found = set()
        for command in house.app.client.tree.walk_commands():
            if isinstance(command, discord.app_commands.Command):
                found.add(f"/{command.qualified_name}")
        assert found == {name for name in DEEDS if name.startswith("/")}


def test_the_page_about_trust_shows_the_table_as_it_is() -> None:
    tool = Path(__file__).parents[2] / "tools" / "rights.py"
    assert subprocess.run([sys.executable, tool, "--check"], check=False).returncode == 0
