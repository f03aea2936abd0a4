"""What would spoil a game in a channel, as far as it can be known; and how fast a microphone follows."""

import math

import discord

from mafiabot.cogs.asking import Asked
from mafiabot.cogs.permissions import (
    VoiceLike,
    can_unmute_himself,
    may_name,
    missing_here,
    stands_below,
)
from mafiabot.cogs.services import Services
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import GameState, Lobby
from mafiabot.runtime.mic_probe import MicDelays
from mafiabot.runtime.ports import Debt, HelperFit, SeenVoice, StoreUnavailable
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui.check import AfkRule, CheckReport, HelperReport


async def looked_at(
    services: Services, asked: Asked, channel: VoiceLike, state: GameState | None = None
) -> CheckReport:
    """The report on a channel; `state`: on the table that is about to play there, and its people alone."""
    here = services.keeper.in_channel(asked.guild.id, channel.id)
    seated = {person.user_id for person in state.seated} if state is not None else set(here)
    members = [m for user in here if (m := asked.guild.get_member(user)) is not None and not m.bot]
    people = [member for member in members if member.id in seated]
    seen = {m.id: s for m in people if (s := services.keeper.seen(asked.guild.id, m.id)) is not None}
    settings = await _settings_of(services, asked.guild.id)
    on_stage = isinstance(channel, discord.StageChannel)
    owed = {debt.user_id: debt for debt in await services.store.debts(asked.guild.id)}
    return CheckReport(
        channel_id=channel.id,
        missing=missing_here(channel),
        muted=tuple(user for user, voice in seen.items() if _by_others(voice, owed.get(user))),
        silenced=()
        if on_stage
        else tuple(m.id for m in people if m.id in seen and not _may_speak(m, channel, seen[m.id])),
        deafened=tuple(user for user, voice in seen.items() if voice.deaf),
        timed_out=tuple(m.id for m in people if services.keeper.timed_out(asked.guild.id, m.id)),
        self_unmuters=tuple(m.id for m in people if can_unmute_himself(m, channel)),
        debts=tuple(debt.user_id for debt in await overdue(services, asked.guild.id)),
        latency_ms=latency_ms(asked.interaction.client),
        offset_ms=services.offset.offset_ms,
        limit=channel.user_limit,
        inside=len(here),
        seats=len(state.seats) if state is not None else CLUB.table_sizes[1],
        stage=on_stage,
        afk=_afk_rule(asked.guild),
        sits=on_stage or _heard_in(services.keeper.seen(asked.guild.id, asked.member.id), channel.id),
        spectators=await _spectators(services, settings, asked.guild.id, channel.id, here),
        may_name=may_name(asked.guild) if settings.seat_nicknames else None,
        unnameable=tuple(m.id for m in people if not stands_below(m)),
    )


async def measured(services: Services, asked: Asked, report: CheckReport) -> MicDelays | None:
    """How long a mute and an unmute of who asks take; None where that cannot be tried (see the keeper)."""
    return await _tried(services, asked, report)


async def helpers_tried(services: Services, asked: Asked, report: CheckReport) -> tuple[HelperReport, ...]:
    """Every further bot: a member here, allowed to mute in the channel, and one trial mute of who asks."""
    found = []
    for number, (helper, fit) in enumerate(
        await services.keeper.helpers_in(asked.guild.id, report.channel_id)
    ):
        delays = await _tried(services, asked, report, number) if fit is HelperFit.FIT else None
        found.append(HelperReport(number=number + 1, bot_id=helper.bot_id, fit=fit, delays=delays))
    return tuple(found)


async def _tried(
    services: Services, asked: Asked, report: CheckReport, helper: int | None = None
) -> MicDelays | None:
    table = await services.table_in(asked.guild.id, report.channel_id)
    playing = table is not None and not table.over and not isinstance(table.phase, Lobby)
    if playing or not report.passed or not report.sits:
        return None
    trial = services.identities.new_game_id(asked.guild.id)
    who, where = asked.member.id, report.channel_id
    return await services.keeper.measure(asked.guild.id, who, where, trial, helper)


async def overdue(services: Services, guild_id: int) -> tuple[Debt, ...]:
    """What is owed from games that are over; a running game's microphones are its own."""
    running = await services.store.open_games(guild_id)
    return tuple(debt for debt in await services.store.debts(guild_id) if debt.game_id not in running)


def latency_ms(client: discord.Client) -> int | None:
    """The gateway's round trip; None before the first heartbeat has been answered."""
    return round(client.latency * 1000) if math.isfinite(client.latency) else None


async def _settings_of(services: Services, guild_id: int) -> GuildSettings:
    try:
        return await services.settings.get(guild_id)
    except StoreUnavailable:
        return GuildSettings()  # what the archive cannot say now does not keep anybody from playing


async def _spectators(
    services: Services, settings: GuildSettings, guild_id: int, channel_id: int, here: tuple[int, ...]
) -> int | None:
    """How many look on in a guild that has them muted; before a table is open, who would find no seat."""
    if not settings.mute_spectators:
        return None
    table = await services.table_in(guild_id, channel_id)
    if table is None or table.over:
        return max(0, len(here) - CLUB.table_sizes[1])
    return len(set(here) - {person.user_id for person in table.seated})


def _by_others(voice: SeenVoice, debt: Debt | None) -> bool:
    return voice.mute and (debt is None or debt.found_muted is not False)


def _may_speak(member: discord.Member, channel: VoiceLike, voice: SeenVoice) -> bool:
    """A right that was given back reaches him only when he enters the channel anew."""
    return channel.permissions_for(member).speak and not voice.suppress


def _heard_in(voice: SeenVoice | None, channel_id: int) -> bool:
    return voice is not None and voice.channel_id == channel_id and not voice.mute and not voice.suppress


def _afk_rule(guild: discord.Guild) -> AfkRule | None:
    if guild.afk_channel is None:
        return None
    return AfkRule(channel_id=guild.afk_channel.id, after_s=guild.afk_timeout)
