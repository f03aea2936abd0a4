"""Permissions are computed as Discord does: roles, overwrites in order, owner, time-out, implied denials."""

from __future__ import annotations

import pytest

from mafiabot.playground.model import Channel, Guild, Member, Overwrite, Role, User
from mafiabot.playground.permissions import ALL, EVERYONE, Perm, in_channel, in_guild, outranks

GUILD, OWNER, ANNA, ROLE_A, ROLE_B = 1, 2, 3, 11, 12


@pytest.fixture
def guild() -> Guild:
    made = Guild(id=GUILD, name="Club", owner_id=OWNER, locale="ru", created_ms=0)
    made.roles = {
        GUILD: Role(id=GUILD, name="@everyone", permissions=EVERYONE, position=0),
        ROLE_A: Role(id=ROLE_A, name="a", permissions=0, position=1),
        ROLE_B: Role(id=ROLE_B, name="b", permissions=int(Perm.MUTE_MEMBERS), position=2),
    }
    for user_id in (OWNER, ANNA):
        user = User(id=user_id, name=str(user_id), display=str(user_id))
        made.members[user_id] = Member(user=user, guild_id=GUILD, joined_ms=0)
    return made


def place(kind: int, *overwrites: Overwrite) -> Channel:
    return Channel(id=9, kind=kind, name="c", guild_id=GUILD, overwrites={o.id: o for o in overwrites})


def denied(target: int, permission: Perm, kind: int = 0) -> Overwrite:
    return Overwrite(id=target, kind=kind, deny=int(permission))


def allowed(target: int, permission: Perm, kind: int = 0) -> Overwrite:
    return Overwrite(id=target, kind=kind, allow=int(permission))


def test_the_owner_and_administrators_may_do_everything(guild: Guild) -> None:
    assert in_guild(guild, guild.members[OWNER]) == ALL
    guild.roles[ROLE_A].permissions = int(Perm.ADMINISTRATOR)
    guild.members[ANNA].roles = [ROLE_A]
    assert in_channel(guild, guild.members[ANNA], place(2, denied(GUILD, Perm.VIEW_CHANNEL)), 0) == ALL


def test_an_allow_of_one_role_beats_a_deny_of_another(guild: Guild) -> None:
    guild.members[ANNA].roles = [ROLE_A, ROLE_B]
    channel = place(0, denied(ROLE_A, Perm.SEND_MESSAGES), allowed(ROLE_B, Perm.SEND_MESSAGES))
    assert in_channel(guild, guild.members[ANNA], channel, 0) & Perm.SEND_MESSAGES


def test_a_member_s_own_overwrite_has_the_last_word(guild: Guild) -> None:
    guild.members[ANNA].roles = [ROLE_B]
    channel = place(0, allowed(ROLE_B, Perm.SEND_MESSAGES), denied(ANNA, Perm.SEND_MESSAGES, 1))
    assert not in_channel(guild, guild.members[ANNA], channel, 0) & Perm.SEND_MESSAGES


def test_without_view_nothing_is_left(guild: Guild) -> None:
    assert in_channel(guild, guild.members[ANNA], place(0, denied(GUILD, Perm.VIEW_CHANNEL)), 0) == 0


def test_without_connect_a_voice_channel_denies_its_text_chat_too(guild: Guild) -> None:
    channel = place(2, denied(GUILD, Perm.CONNECT))
    assert in_channel(guild, guild.members[ANNA], channel, 0) == Perm.VIEW_CHANNEL


def test_without_send_there_are_no_files_either(guild: Guild) -> None:
    bits = in_channel(guild, guild.members[ANNA], place(0, denied(GUILD, Perm.SEND_MESSAGES)), 0)
    assert not bits & Perm.ATTACH_FILES


def test_a_timed_out_member_only_looks_and_reads_until_it_ends(guild: Guild) -> None:
    guild.members[ANNA].timed_out_until_ms = 1000
    looking = Perm.VIEW_CHANNEL | Perm.READ_MESSAGE_HISTORY
    assert in_channel(guild, guild.members[ANNA], place(0), 999) == looking
    assert in_channel(guild, guild.members[ANNA], place(0), 1001) & Perm.SEND_MESSAGES


def test_the_hierarchy_goes_by_the_highest_role_and_spares_the_owner(guild: Guild) -> None:
    user = User(id=7, name="bot", display="bot", bot=True)
    bot = guild.members[7] = Member(user=user, guild_id=GUILD, joined_ms=0, roles=[ROLE_B])
    assert outranks(guild, bot, guild.members[ANNA])
    assert not outranks(guild, bot, guild.members[OWNER])
    guild.members[ANNA].roles = [ROLE_B]
    assert not outranks(guild, bot, guild.members[ANNA])
