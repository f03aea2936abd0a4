"""People in finished games: which games name one, and the rows of a game from which one was taken out.

Whole documents are searched, page by page, so that no transaction lasts long however large the archive is.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mafiabot.adapters.archive import games_rows as rows
from mafiabot.adapters.archive.tables import GAME_AWARDS, GAME_PENALTIES, GAME_PROTESTS, GAME_SEATS, GAMES
from mafiabot.adapters.codec import PROTOCOLS, encode_event
from mafiabot.runtime.archive_port import ArchivedGame

PAGE = 200
ADDED = (GAME_AWARDS, GAME_PENALTIES, GAME_PROTESTS)


async def page_naming(
    connection: AsyncConnection, user_id: int, after: str
) -> tuple[str | None, Sequence[str]]:
    """The next `PAGE` games after an id: the last of them (None: there are none), and those that name him."""
    held = sa.or_(GAMES.c.protocol.contains(str(user_id)), GAMES.c.log.contains(str(user_id)))
    asked = sa.select(GAMES.c.game_id, held.label("held")).where(GAMES.c.game_id > after)
    found = (await connection.execute(asked.order_by(GAMES.c.game_id).limit(PAGE))).all()
    return (found[-1].game_id if found else None), [row.game_id for row in found if row.held]


async def added_by(connection: AsyncConnection, user_id: int) -> set[str]:
    """Games to which he added something after their end."""
    his = [sa.select(table.c.game_id).where(table.c.by == user_id) for table in ADDED]
    his.append(sa.select(GAME_PROTESTS.c.game_id).where(GAME_PROTESTS.c.user_id == user_id))
    return set((await connection.execute(sa.union(*his))).scalars())


async def lock(connection: AsyncConnection, game_id: str) -> bool:
    """Whether the game is still there; nobody else changes it before the transaction ends."""
    asked = sa.select(GAMES.c.game_id).where(GAMES.c.game_id == game_id).with_for_update()
    return (await connection.execute(asked)).one_or_none() is not None


async def put(connection: AsyncConnection, game: ArchivedGame) -> None:
    """Instead of the same game as it was kept; which seats there are does not change."""
    await connection.execute(
        sa.update(GAMES)
        .where(GAMES.c.game_id == game.game_id)
        .values(
            protocol=PROTOCOLS.encode(game.protocol).decode(),
            log=b"\n".join(encode_event(event) for event in game.log).decode(),
        )
    )
    for seat in game.protocol.seats:
        mine = (GAME_SEATS.c.game_id == game.game_id) & (GAME_SEATS.c.seat == seat.number)
        await connection.execute(
            sa.update(GAME_SEATS).where(mine).values(user_id=seat.user_id, name=seat.name)
        )
    for table in ADDED:
        await connection.execute(sa.delete(table).where(table.c.game_id == game.game_id))
    await rows.insert_added(connection, game)


async def guilds_with_logs(connection: AsyncConnection) -> Sequence[int]:
    asked = sa.select(GAMES.c.guild_id).where(GAMES.c.log != "").distinct().order_by(GAMES.c.guild_id)
    return (await connection.execute(asked)).scalars().all()


async def prune_logs(connection: AsyncConnection, guild_id: int, before_ms: int) -> int:
    """How many games lost their log; all else of them stays."""
    old = (GAMES.c.guild_id == guild_id) & (GAMES.c.ended_at_ms < before_ms) & (GAMES.c.log != "")
    return (await connection.execute(sa.update(GAMES).where(old).values(log=""))).rowcount
