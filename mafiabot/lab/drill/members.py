"""Everybody whom the bot has ever muted or unmuted, and every seat: as found, and as left.

*Found* is the server mute somebody had when the bot first touched him. *Left muted* is who has been in a
voice channel for a while after the end and still is not as found; who never came back is an open debt.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.playground.model import Guild
from mafiabot.playground.oracles_mic import LEFT_MUTED_AFTER_MS

LOOK_MS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """One member; `seat` None: he had none."""

    guild: str
    user: int
    seat: int | None
    found_muted: bool
    left_muted: bool
    debt_open: bool


class Presence:
    """Since when each member of each guild has been in voice without a break, looked at once a second."""

    def __init__(self, stage: DrillStage) -> None:
        self._stage = stage
        self.since_ms: dict[tuple[int, int], float] = {}

    async def watch(self) -> None:
        """Until cancelled."""
        guilds = {table.guild.id: table.guild for table in self._stage.tables.values()}
        while True:
            now_ms = self._stage.now_ms()
            there = {(guild.id, user_id) for guild in guilds.values() for user_id in guild.voice}
            self.since_ms = {key: self.since_ms.get(key, now_ms) for key in there}
            await self._stage.sleep_ms(LOOK_MS)

    def of(self, guild: Guild) -> dict[int, float]:
        """By user, in loop ms."""
        return {
            user_id: since for (guild_id, user_id), since in self.since_ms.items() if guild_id == guild.id
        }


async def given_back(stage: DrillStage, patience_ms: float) -> None:
    """Returns when everybody in voice is as found, or after so long."""
    until_ms = stage.now_ms() + patience_ms
    while stage.now_ms() < until_ms and any(_waiting(stage)):
        await stage.sleep_ms(LOOK_MS)


def _waiting(stage: DrillStage) -> Iterator[bool]:
    """Of everybody whom we have touched and who is in voice: whether he is not as found."""
    ours = _ours(stage)
    for guild in {table.guild.id: table.guild for table in stage.tables.values()}.values():
        found = found_muted(stage, guild)
        for user_id in guild.voice:
            yield (guild.id, user_id) in ours and guild.members[user_id].mute is not found[user_id]


async def stop(task: "asyncio.Task[None]") -> None:
    """End a watch."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def found_muted(stage: DrillStage, guild: Guild) -> dict[int, bool]:
    """Everybody of a guild as the bot found him: his flag at its first edit, else as it is."""
    found: dict[int, bool] = {}
    for edit in stage.local.records.edits:
        if edit.guild_id == guild.id and edit.mute is not None and edit.was_muted is not None:
            found.setdefault(edit.user_id, edit.was_muted)
    return {user_id: member.mute for user_id, member in guild.members.items()} | found


def member_lines(stage: DrillStage, presence: Presence) -> Iterator[MemberLine]:
    """Seats in order of tables, then whoever else was touched."""
    ours = _ours(stage)
    seated: set[tuple[int, int]] = set()
    for table in stage.tables.values():
        for seat, user_id in _seats(table):
            seated.add((table.guild.id, user_id))
            yield _line(stage, presence, table, user_id, seat, ours)
    guilds = {table.guild.id: table for table in stage.tables.values()}
    for guild_id, user_id in sorted(ours - seated):
        yield _line(stage, presence, guilds[guild_id], user_id, None, ours)


def _ours(stage: DrillStage) -> set[tuple[int, int]]:
    """By guild and user: whom the bot has muted or unmuted, or tried to."""
    return {(edit.guild_id, edit.user_id) for edit in stage.local.records.edits if edit.mute is not None}


def _seats(table: TableStage) -> Iterator[tuple[int, int]]:
    state = table.book.state
    if state is None:
        return
    for number, person in enumerate(state.seated, 1):
        yield number, person.user_id


def _line(
    stage: DrillStage,
    presence: Presence,
    table: TableStage,
    user_id: int,
    seat: int | None,
    ours: set[tuple[int, int]],
) -> MemberLine:
    guild = table.guild
    found = found_muted(stage, guild).get(user_id, False)
    member = guild.members.get(user_id)
    differs = (guild.id, user_id) in ours and member is not None and member.mute is not found
    since_ms = presence.of(guild).get(user_id) if user_id in guild.voice else None
    long_enough = since_ms is not None and _since_the_end(stage, table, since_ms) >= LEFT_MUTED_AFTER_MS
    return MemberLine(
        guild=table.spec.guild,
        user=user_id,
        seat=seat,
        found_muted=found,
        left_muted=differs and long_enough,
        debt_open=differs and not long_enough,
    )


def _since_the_end(stage: DrillStage, table: TableStage, since_ms: float) -> float:
    """How long he has been there after his table's end; a table without one has just ended."""
    over_ms = table.book.end_ms
    return stage.now_ms() - max(since_ms, stage.now_ms() if over_ms is None else over_ms)
