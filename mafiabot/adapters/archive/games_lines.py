"""Finished games as JSON lines, one a line with all that was kept of it; what is read is never trusted.

The same game is always the same line, so an export that was imported elsewhere is exported there as it was.
"""

import json
import re
from collections.abc import Iterator

from mafiabot.adapters.codec import Codec, Undecodable
from mafiabot.engine.scoring import BONUS_BUDGET
from mafiabot.engine.state import SCHEMA
from mafiabot.runtime.archive_port import ArchivedGame

_HEAD = b'{"schema":%d,' % SCHEMA
_MOST_FOULS = 4
_LARGEST = 2**63 - 1
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")

_GAMES: Codec[ArchivedGame] = Codec(ArchivedGame)


def encode_line(game: ArchivedGame) -> bytes:
    """Without the line's end."""
    return _HEAD + _GAMES.encode(game)[1:]


def decode_line(line: bytes) -> ArchivedGame:
    """Raises `Undecodable`: where and what, without the values."""
    if _NUL.search(line):
        raise Undecodable("a text holds a NUL, which no database takes")
    game = _GAMES.decode(b"{" + line[len(_HEAD) :] if line.startswith(_HEAD) else _unversioned(line))
    for trouble in _troubles(game):
        raise Undecodable(trouble)
    return game


def _unversioned(line: bytes) -> bytes:
    """The same document, written otherwise than by us, without its version."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Undecodable(f"no JSON: {error}") from None
    match document:
        case {"schema": int(version), **rest} if version == SCHEMA:
            return json.dumps(rest).encode()
        case {"schema": int(version)}:
            raise Undecodable(f"schema: {version}, and this program reads {SCHEMA}")
        case _:
            raise Undecodable("schema: a game is an object that carries its schema version")


def _troubles(game: ArchivedGame) -> Iterator[str]:
    """What is right by itself and wrong together."""
    kept = game.protocol
    for name, beside, inside in (
        ("game_id", game.game_id, kept.game_id),
        ("guild_id", game.guild_id, kept.guild_id),
        ("game_number", game.game_number, kept.number),
        ("channel_id", game.channel_id, kept.channel_id),
        ("ended_at_ms", game.ended_at_ms, kept.ended_ms),
        ("preset", game.preset, kept.preset),
        ("outcome", game.outcome, kept.outcome),
    ):
        if beside != inside:
            yield f"{name}: the protocol has another one"
    if not game.log:
        yield "log: empty"
    if [one.number for one in kept.seats] != list(range(1, len(kept.seats) + 1)):
        yield "protocol.seats: not numbered from 1"
    seats = [one.seat for one in game.awards]
    if seats != sorted(set(seats)):
        yield "awards: one a seat, in order of seats"
    if [one.id for one in game.protests] != list(range(1, len(game.protests) + 1)):
        yield "protests: not numbered from 1"
    if any(seat not in range(1, len(kept.seats) + 1) for seat in _seats_named(game)):
        yield "a seat is named that the game does not have"
    if any(seat.fouls not in range(_MOST_FOULS + 1) for seat in kept.seats):
        yield "protocol.seats: more fouls than there are"
    if any(one.hundredths not in range(1, BONUS_BUDGET + 1) for one in game.awards):
        yield "awards: more than there is to give"
    if not all(0 <= number <= _LARGEST for number in _numbers(game)):
        yield "a number is too large, or negative"


def _seats_named(game: ArchivedGame) -> Iterator[int]:
    yield from (award.seat for award in game.awards)
    yield from (penalty.seat for penalty in game.penalties)
    yield from (protest.seat for protest in game.protests)


def _numbers(game: ArchivedGame) -> Iterator[int]:
    """Ids and moments that go into columns of their own."""
    yield from (game.guild_id, game.game_number, game.channel_id, game.opened_at_ms, game.ended_at_ms)
    yield from (seat.user_id for seat in game.protocol.seats)
    for award in game.awards:
        yield from (award.by, award.at_ms)
    for penalty in game.penalties:
        yield from (penalty.by, penalty.at_ms)
    for protest in game.protests:
        yield from (protest.user_id, protest.at_ms)
        yield from (one for one in (protest.by, protest.settled_at_ms) if one is not None)
