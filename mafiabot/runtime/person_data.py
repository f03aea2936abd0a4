"""What is kept about one person, wherever it lies, and how he is forgotten.

Results stay: in finished games he becomes a “player” without an id. What he is still owed stays until it has
been given back, or he would be left muted.
"""

from dataclasses import dataclass
from typing import Protocol

import structlog

from mafiabot.engine.aftermath import ProtestState
from mafiabot.engine.state import GameState, Outcome, Role, Status
from mafiabot.runtime.archive_port import ArchivedGame, GamesArchive
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import Debt, SeenVoice, Store, StoreUnavailable

log = structlog.get_logger(__name__)

FORGOTTEN_NAME = "player"
"""What a forgotten person is called in stored documents; people are shown a word of their language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRef:
    """A finished game. `ended_at_ms` is on the host's clock."""

    guild_id: int
    number: int
    ended_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHeld(GameRef):
    """`outcome`: of the game."""

    seat: int
    name: str
    role: Role | None
    status: Status
    fouls: int
    disqualified: bool
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Protested(GameRef):
    """`verdict`: the judge's words, once it is settled."""

    text: str
    state: ProtestState
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """An open table that names him. `seat` None: he waits, judges, or opened it."""

    guild_id: int
    channel_id: int
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonData:
    """Latest games first. `named`: games that name him otherwise than as who sat there at the end."""

    user_id: int
    seats: tuple[SeatHeld, ...] = ()
    named: tuple[GameRef, ...] = ()
    protests: tuple[Protested, ...] = ()
    tables: tuple[AtTable, ...] = ()
    debts: tuple[Debt, ...] = ()
    nicknames: tuple[GivenName, ...] = ()
    voice: tuple[SeenVoice, ...] = ()

    @property
    def empty(self) -> bool:
        games = (self.seats, self.named, self.protests)
        return not any((*games, self.tables, self.debts, self.nicknames, self.voice))


@dataclass(frozen=True, slots=True, kw_only=True)
class StillAtTable:
    """Nothing was changed: these tables have to end first, or he has to leave them."""

    tables: tuple[AtTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """`games`: so many finished games named him until now. `owed`: something is still to be given back."""

    games: int
    owed: bool


class Forgetful(Protocol):
    """The part of the archivist that is needed."""

    async def forget(self, guild_id: int, game_id: str) -> None: ...


async def person_data(store: Store, archive: GamesArchive, user_id: int, guild_id: int) -> PersonData:
    """Everything kept about a user of Discord; his voice state as last seen in `guild_id`.

    Raises `StoreUnavailable`.
    """
    games = sorted(await archive.games_naming(user_id), key=lambda one: one.ended_at_ms, reverse=True)
    return PersonData(
        user_id=user_id,
        seats=tuple(held for game in games for held in _seats(game, user_id)),
        named=tuple(_ref(game) for game in games if not _seats(game, user_id)),
        protests=tuple(told for game in games for told in _protests(game, user_id)),
        tables=await _tables(store, user_id),
        debts=tuple(debt for debt in await store.debts() if debt.user_id == user_id),
        nicknames=tuple(name for name in await store.names() if name.user_id == user_id),
        voice=tuple(seen for seen in await store.voice(guild_id) if seen.user_id == user_id),
    )


async def forget_person(
    store: Store, archive: GamesArchive, archivist: Forgetful, user_id: int
) -> Forgotten | StillAtTable:
    """Takes the person out of every finished game; again after a failure, it goes on where it stopped.

    Raises `StoreUnavailable`.
    """
    if tables := await _tables(store, user_id):
        return StillAtTable(tables=tables)
    await _drop_live(store, archive, archivist, user_id)
    games = await archive.forget_person(user_id)
    owed = {debt.user_id for debt in await store.debts()} | {name.user_id for name in await store.names()}
    return Forgotten(games=games, owed=user_id in owed)


async def _tables(store: Store, user_id: int) -> tuple[AtTable, ...]:
    """Open tables, and finished ones whose end is still being told."""
    found = []
    for game_id in dict.fromkeys((*await store.open_games(), *await store.untold())):
        state = await _readable(store, game_id)
        if state is not None and _names(state, user_id):
            seat = state.seat_of(user_id)
            found.append(AtTable(guild_id=state.guild_id, channel_id=state.channel_id, seat=seat))
    return tuple(found)


async def _drop_live(store: Store, archive: GamesArchive, archivist: Forgetful, user_id: int) -> None:
    """Live data of his finished games: archived if they are not yet, then dropped."""
    known = [game.game_id for game in await archive.games_naming(user_id)]
    for game_id in dict.fromkeys((*known, *await store.unarchived())):
        state = await _readable(store, game_id)
        if state is None or not (game_id in known or _names(state, user_id)):
            continue
        await archivist.forget(state.guild_id, game_id)
        if await store.load(game_id) is not None:
            raise StoreUnavailable("a finished game could not be archived and dropped yet")


async def _readable(store: Store, game_id: str) -> GameState | None:
    """A table this version cannot read must not keep everybody from his data."""
    try:
        return await store.load(game_id)
    except ValueError as error:
        log.warning("table cannot be read, nobody is looked for there", table=game_id, error=str(error))
        return None


def _names(state: GameState, user_id: int) -> bool:
    people = (*state.seated, *state.waiting)
    others = (state.host_id, state.judge_id, state.co_judge_id, *(user for user, _ in state.informed))
    return user_id in others or any(person.user_id == user_id for person in people)


def _ref(game: ArchivedGame) -> GameRef:
    return GameRef(guild_id=game.guild_id, number=game.game_number, ended_at_ms=game.ended_at_ms)


def _seats(game: ArchivedGame, user_id: int) -> list[SeatHeld]:
    return [
        SeatHeld(
            guild_id=game.guild_id,
            number=game.game_number,
            ended_at_ms=game.ended_at_ms,
            seat=seat.number,
            name=seat.name,
            role=seat.role,
            status=seat.status,
            fouls=seat.fouls,
            disqualified=seat.disqualified,
            outcome=game.outcome,
        )
        for seat in game.protocol.seats
        if seat.user_id == user_id
    ]


def _protests(game: ArchivedGame, user_id: int) -> list[Protested]:
    return [
        Protested(
            guild_id=game.guild_id,
            number=game.game_number,
            ended_at_ms=game.ended_at_ms,
            text=made.text,
            state=made.state,
            verdict=made.verdict,
        )
        for made in game.protests
        if made.user_id == user_id
    ]
