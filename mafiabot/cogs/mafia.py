"""The `/mafia` group: one cog out of its parts, so that all commands share one group."""

from discord import app_commands
from discord.ext import commands

from mafiabot.cogs.answering import Answerer
from mafiabot.cogs.glossary import GlossaryCommands
from mafiabot.cogs.lobby import LobbyCommands
from mafiabot.cogs.my_data import MyDataCommands
from mafiabot.cogs.protocol import ProtocolCommands
from mafiabot.cogs.services import Services
from mafiabot.cogs.settings import SettingsCommands
from mafiabot.cogs.setup import SetupCommands
from mafiabot.cogs.table import TableCommands
from mafiabot.ui import commands_i18n as i18n


@app_commands.guild_only()
class Mafia(
    SetupCommands,
    SettingsCommands,
    LobbyCommands,
    TableCommands,
    GlossaryCommands,
    ProtocolCommands,
    MyDataCommands,
    commands.GroupCog,
    group_name=i18n.group_name(),
    group_description=i18n.group_description(),
):
    def __init__(self, services: Services, answerer: Answerer) -> None:
        self.services = services
        self.answerer = answerer
