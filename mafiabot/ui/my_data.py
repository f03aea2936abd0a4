"""What `/mafia my-data` says: a summary for the screen, everything as JSON beside it, what was deleted."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from discord import ui

from mafiabot.engine.protocol_types import Protocol
from mafiabot.runtime.person_data import AtTable, Forgotten, GameRef, PersonData, SeatHeld, StillAtTable
from mafiabot.ui import words
from mafiabot.ui.answers import text_layout
from mafiabot.ui.names import safe_name
from mafiabot.ui.texts import Say, Texts

FILE_NAME = "my-data.json"
MOST_GAMES = 15
MOST_NAMED = 5
Guilds = Mapping[int, str]
"""Names of servers by id, as far as the bot is there."""


def my_data_text(texts: Texts, locale: str, data: PersonData, guilds: Guilds) -> str:
    say = texts.say(locale)
    if data.empty:
        return f"{say('my-data-title')}\n{say('my-data-nothing')}\n{say('my-data-page')}"
    lines = [
        *_games(say, data, guilds),
        *_others(say, data, guilds),
        say("my-data-delete"),
        say("my-data-page"),
    ]
    return "\n".join((say("my-data-title"), *lines))


def my_data_layout(texts: Texts, locale: str, data: PersonData, guilds: Guilds) -> ui.LayoutView:
    """The text with the file below it."""
    layout = text_layout(my_data_text(texts, locale, data, guilds))
    layout.add_item(ui.File(f"attachment://{FILE_NAME}"))
    return layout


def my_data_json(data: PersonData) -> bytes:
    """Everything that is kept, as it is kept."""
    return json.dumps(asdict(data), ensure_ascii=False, indent=2).encode()


def _games(say: Say, data: PersonData, guilds: Guilds) -> Iterator[str]:
    if data.seats:
        yield say("my-data-games", games=len(data.seats))
        yield from (_seat(say, held, guilds) for held in data.seats[:MOST_GAMES])
        if len(data.seats) > MOST_GAMES:
            yield say("my-data-more", more=len(data.seats) - MOST_GAMES)
    if data.named:
        yield say("my-data-named", games=len(data.named))
    if data.protests:
        yield say("my-data-protests", protests=len(data.protests))


def _seat(say: Say, held: SeatHeld, guilds: Guilds) -> str:
    return say(
        "my-data-seat",
        game=_game(say, held, guilds),
        seat=held.seat,
        role=words.role(say, held.role) if held.role is not None else words.NOBODY,
        status=say(f"status-{held.status.value}"),
    )


def _game(say: Say, game: GameRef, guilds: Guilds) -> str:
    when = f"<t:{game.ended_at_ms // 1000}:d>"
    return say("my-data-game", when=when, server=_server(guilds, game.guild_id), number=str(game.number))


def _server(guilds: Guilds, guild_id: int) -> str:
    return safe_name(guilds.get(guild_id, str(guild_id)))


def _others(say: Say, data: PersonData, guilds: Guilds) -> Iterator[str]:
    if data.tables:
        yield say("my-data-tables", channels=_channels(data.tables))
    if data.debts:
        servers = sorted({_server(guilds, debt.guild_id) for debt in data.debts})
        yield say("my-data-debts", servers=", ".join(servers[:MOST_NAMED]))
    if data.nicknames:
        servers = sorted({_server(guilds, name.guild_id) for name in data.nicknames})
        yield say("my-data-nicknames", servers=", ".join(servers[:MOST_NAMED]))
    if data.voice:
        yield say("my-data-voice")


def _channels(tables: tuple[AtTable, ...]) -> str:
    return ", ".join(f"<#{table.channel_id}>" for table in tables[:MOST_NAMED])


# --- deleting --------------------------------------------------------------------------------------


def sure_text(texts: Texts, locale: str) -> str:
    """What deleting does, before it is done."""
    return texts.get(locale, "my-data-sure")


def still_at_table_text(texts: Texts, locale: str, still: StillAtTable) -> str:
    return texts.get(locale, "my-data-at-table", channels=_channels(still.tables))


def forgotten_text(texts: Texts, locale: str, done: Forgotten) -> str:
    say = texts.say(locale)
    said = say("my-data-deleted", games=done.games) if done.games else say("my-data-deleted-nothing")
    return f"{said} {say('my-data-owed')}" if done.owed else said


# --- who was forgotten -----------------------------------------------------------------------------


def player_word(texts: Texts, locale: str) -> str:
    """What such a person is called."""
    return texts.get(locale, "person-forgotten")


def with_players(protocol: Protocol, player: str) -> Protocol:
    """The protocol with that word in place of every person who had himself forgotten (his id is negative)."""
    seats = tuple(replace(seat, name=player) if seat.user_id < 0 else seat for seat in protocol.seats)
    traded = tuple(
        replace(one, former_name=player) if one.former < 0 else one for one in protocol.substitutions
    )
    return replace(protocol, seats=seats, substitutions=traded)
