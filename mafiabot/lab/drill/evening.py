"""What people do in a drill: tables open one after another in a guild, play, and stay until all is over."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore

OPEN_WITHIN_MS = 180_000
LOOK_MS = 500
SEEN_WITHIN_MS = 20_000
"""So long after a game's end people have seen its verdict, if anybody could tell them."""


async def play_all(stage: DrillStage, settings: SettingsStore) -> None:
    """Every table to its end, or to the drill's own."""
    guilds: dict[int, list[TableStage]] = {}
    for table in stage.tables.values():
        guilds.setdefault(table.guild.id, []).append(table)
    await asyncio.gather(*(_play_guild(stage, tables, settings) for tables in guilds.values()))


async def _play_guild(stage: DrillStage, tables: list[TableStage], settings: SettingsStore) -> None:
    """A guild's rules hold for whatever is opened next, so tables with rules of their own open in turn."""
    playing = []
    for table in tables:
        await settings.change(table.guild.id, partial(_with_rules, table, tables))
        playing.append(asyncio.ensure_future(_play(stage, table)))
        await _until_open(stage, table)
    await asyncio.gather(*playing)


def _with_rules(table: TableStage, tables: list[TableStage], kept: GuildSettings) -> GuildSettings:
    others = {name: rules for name, rules in kept.overrides.items() if name != table.spec.preset}
    own: dict[str, dict[str, Any]] = {table.spec.preset: table.spec.overrides} if table.spec.overrides else {}
    return replace(
        kept,
        overrides={**others, **own},
        seat_nicknames=any(one.spec.seat_nicknames for one in tables),
        mute_spectators=any(one.spec.mute_spectators for one in tables),
    )


async def _until_open(stage: DrillStage, table: TableStage) -> None:
    patience_ms = stage.now_ms() + OPEN_WITHIN_MS
    while table.book.state is None and stage.now_ms() < patience_ms:
        await stage.sleep_ms(LOOK_MS)


async def _play(stage: DrillStage, table: TableStage) -> None:
    """One game after another: rematches, if the table plays more than one."""
    for number in range(table.spec.games):
        table.company.host.rematches = number > 0
        left_s = stage.drill.give_up_s - (stage.now_ms() - stage.start_ms) / 1000
        await _play_one(stage, table, number, max(0.0, left_s))


async def _play_one(stage: DrillStage, table: TableStage, number: int, give_up_s: float) -> None:
    game = asyncio.ensure_future(table.company.play(give_up_s))
    while not game.done() and not _over_for_long(stage, table, number):
        await asyncio.wait((game,), timeout=LOOK_MS / 1000)
    if not game.done():
        game.cancel()
    (came_to,) = await asyncio.gather(game, return_exceptions=True)
    if isinstance(came_to, Exception):
        table.crashes = (came_to,)
    elif not isinstance(came_to, BaseException):
        table.outcome, table.crashes = came_to.outcome, came_to.crashes


def _over_for_long(stage: DrillStage, table: TableStage, number: int) -> bool:
    """Whether a game has ended of which nobody at the table will ever hear."""
    ends_ms = table.book.ends_ms
    return len(ends_ms) > number and stage.now_ms() - ends_ms[number] > SEEN_WITHIN_MS + 30_000


async def go_home(stage: DrillStage) -> None:
    """People let go of everything; whoever is in voice stays there."""
    ended = await asyncio.gather(
        *(table.company.stop() for table in stage.tables.values()), return_exceptions=True
    )
    for table, outcome in zip(stage.tables.values(), ended, strict=True):
        if isinstance(outcome, Exception):
            table.crashes = (*table.crashes, outcome)
