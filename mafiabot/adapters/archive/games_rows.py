"""A finished game as rows and back; every function works inside the caller's transaction."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from mafiabot.adapters.archive.tables import GAME_AWARDS, GAME_PENALTIES, GAME_PROTESTS, GAME_SEATS, GAMES
from mafiabot.adapters.codec import PROTOCOLS, decode_event, encode_event
from mafiabot.engine.aftermath import GivenAward, Penalty, PenaltyKind, Protest, ProtestState
from mafiabot.engine.events import Event
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.ruleset import Preset
from mafiabot.engine.state import Outcome
from mafiabot.runtime.archive_port import ArchivedGame, FinishedGame, GameHead

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """A game whose row nobody else can lock before the transaction ends."""

    game_id: str
    protocol: Protocol


# --- writing ---------------------------------------------------------------------------------------


async def insert(connection: AsyncConnection, game: FinishedGame) -> bool:
    """The game and its seats; False and nothing written where it is kept already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(GAMES).values(**_columns(game)).on_conflict_do_nothing()
    written = (await connection.execute(statement)).rowcount == 1
    if written:
        await _insert_all(connection, GAME_SEATS, _seats(game))
    return written


async def insert_added(connection: AsyncConnection, game: ArchivedGame) -> None:
    """What was added to a game after its end."""
    for table, added in (
        (GAME_AWARDS, [asdict(one) for one in game.awards]),
        (GAME_PENALTIES, [{"id": n, **asdict(one)} for n, one in enumerate(game.penalties, 1)]),
        (GAME_PROTESTS, [asdict(one) for one in game.protests]),
    ):
        await _insert_all(connection, table, [{"game_id": game.game_id, **row} for row in added])


async def put_award(connection: AsyncConnection, game_id: str, seat: int, given: GivenAward | None) -> None:
    """Instead of the seat's former award; None: he has none."""
    old = GAME_AWARDS.c
    await connection.execute(sa.delete(GAME_AWARDS).where(old.game_id == game_id, old.seat == seat))
    if given is not None:
        await _insert_all(connection, GAME_AWARDS, [{"game_id": game_id, **asdict(given)}])


async def add_penalty(connection: AsyncConnection, game_id: str, charged: Penalty) -> None:
    number = 1 + len(await penalties(connection, game_id))
    await _insert_all(connection, GAME_PENALTIES, [{"game_id": game_id, "id": number, **asdict(charged)}])


async def put_protest(connection: AsyncConnection, game_id: str, made: Protest) -> None:
    """A new one, or instead of the one with its id."""
    old = GAME_PROTESTS.c
    await connection.execute(sa.delete(GAME_PROTESTS).where(old.game_id == game_id, old.id == made.id))
    await _insert_all(connection, GAME_PROTESTS, [{"game_id": game_id, **asdict(made)}])


async def _insert_all(connection: AsyncConnection, table: sa.Table, rows: list[Row]) -> None:
    if rows:
        await connection.execute(sa.insert(table), rows)


def _columns(game: FinishedGame) -> Row:
    return {
        "game_id": game.game_id,
        "guild_id": game.guild_id,
        "game_number": game.game_number,
        "channel_id": game.channel_id,
        "opened_at_ms": game.opened_at_ms,
        "ended_at_ms": game.ended_at_ms,
        "preset": game.preset.value,
        "outcome": game.outcome.value,
        "protocol": PROTOCOLS.encode(game.protocol).decode(),
        "log": b"\n".join(encode_event(event) for event in game.log).decode(),
    }


def _seats(game: FinishedGame) -> list[Row]:
    return [
        {
            "game_id": game.game_id,
            "seat": seat.number,
            "user_id": seat.user_id,
            "name": seat.name,
            "role": seat.role.value if seat.role is not None else None,
            "status": seat.status.value,
            "fouls": seat.fouls,
            "disqualified": seat.disqualified,
        }
        for seat in game.protocol.seats
    ]


# --- reading ---------------------------------------------------------------------------------------


async def locked(connection: AsyncConnection, guild_id: int, number: int | None) -> Locked | None:
    """The game of that number, the latest if None; others who want to add to it wait."""
    asked = _named(sa.select(GAMES.c.game_id, GAMES.c.protocol), guild_id, number).with_for_update()
    row = (await connection.execute(asked)).one_or_none()
    return Locked(game_id=row.game_id, protocol=_protocol(row.protocol)) if row is not None else None


async def load(connection: AsyncConnection, guild_id: int, number: int | None) -> ArchivedGame | None:
    row = (await connection.execute(_named(sa.select(GAMES), guild_id, number))).one_or_none()
    return await _archived(connection, row) if row is not None else None


async def by_id(connection: AsyncConnection, game_id: str) -> ArchivedGame:
    row = (await connection.execute(sa.select(GAMES).where(GAMES.c.game_id == game_id))).one()
    return await _archived(connection, row)


async def ids(connection: AsyncConnection) -> Sequence[str]:
    """Of all games: by guild, then as they ended."""
    order = (GAMES.c.guild_id, GAMES.c.ended_at_ms, GAMES.c.game_id)
    return (await connection.execute(sa.select(GAMES.c.game_id).order_by(*order))).scalars().all()


async def heads(connection: AsyncConnection, guild_id: int, limit: int) -> tuple[GameHead, ...]:
    columns = (GAMES.c.game_number, GAMES.c.ended_at_ms, GAMES.c.outcome, GAMES.c.preset)
    asked = _latest_first(sa.select(*columns).where(GAMES.c.guild_id == guild_id)).limit(limit)
    found: dict[int, GameHead] = {}
    for number, ended_at_ms, outcome, preset in await connection.execute(asked):
        head = GameHead(
            number=number, ended_at_ms=ended_at_ms, outcome=Outcome(outcome), preset=Preset(preset)
        )
        found.setdefault(number, head)
    return tuple(found.values())


async def awards(connection: AsyncConnection, game_id: str) -> tuple[GivenAward, ...]:
    return tuple(GivenAward(**row) for row in await _of_game(connection, GAME_AWARDS, game_id))


async def penalties(connection: AsyncConnection, game_id: str) -> tuple[Penalty, ...]:
    rows = await _of_game(connection, GAME_PENALTIES, game_id)
    return tuple(Penalty(**{**_without(row, "id"), "kind": PenaltyKind(row["kind"])}) for row in rows)


async def protests(connection: AsyncConnection, game_id: str) -> tuple[Protest, ...]:
    rows = await _of_game(connection, GAME_PROTESTS, game_id)
    return tuple(Protest(**{**row, "state": ProtestState(row["state"])}) for row in rows)


def _named(asked: sa.Select[Any], guild_id: int, number: int | None) -> sa.Select[Any]:
    of_guild = asked.where(GAMES.c.guild_id == guild_id)
    if number is None:
        return _latest_first(of_guild).limit(1)
    # A forged number may be larger than any column takes.
    meant = GAMES.c.game_number == number if abs(number) < 2**63 else sa.false()
    return _latest_first(of_guild.where(meant)).limit(1)


def _latest_first(asked: sa.Select[Any]) -> sa.Select[Any]:
    return asked.order_by(GAMES.c.ended_at_ms.desc(), GAMES.c.game_id.desc())


async def _of_game(connection: AsyncConnection, table: sa.Table, game_id: str) -> list[Row]:
    """In order of the second half of the key: the seat, or the count."""
    order = list(table.primary_key.columns)[1]
    asked = sa.select(table).where(table.c.game_id == game_id).order_by(order)
    return [_without(dict(row._mapping), "game_id") for row in await connection.execute(asked)]


def _without(row: Row, name: str) -> Row:
    return {key: value for key, value in row.items() if key != name}


async def _archived(connection: AsyncConnection, row: sa.Row[Any]) -> ArchivedGame:
    return ArchivedGame(
        guild_id=row.guild_id,
        game_number=row.game_number,
        game_id=row.game_id,
        channel_id=row.channel_id,
        opened_at_ms=row.opened_at_ms,
        ended_at_ms=row.ended_at_ms,
        preset=Preset(row.preset),
        outcome=Outcome(row.outcome),
        protocol=_protocol(row.protocol),
        log=_log(row.log),
        awards=await awards(connection, row.game_id),
        penalties=await penalties(connection, row.game_id),
        protests=await protests(connection, row.game_id),
    )


def _protocol(document: str) -> Protocol:
    return PROTOCOLS.decode(document.encode())


def _log(lines: str) -> tuple[Event, ...]:
    return tuple(decode_event(line) for line in lines.encode().splitlines())
