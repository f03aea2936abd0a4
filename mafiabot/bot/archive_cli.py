"""`mafiabot archive`: finished games out of the archive as JSON lines, and in again unchanged.

What is wrong with one game is said on stderr, without anything it holds, and the rest goes on.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mafiabot.adapters.archive.games import ArchiveGames, Taken
from mafiabot.adapters.archive.games_lines import decode_line, encode_line
from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.codec import Undecodable
from mafiabot.bot.settings import Settings, SettingsError
from mafiabot.bot.stores import archive_of
from mafiabot.runtime.ports import StoreUnavailable


class BadFile(Exception):
    """A file that cannot be read or written; the text is one line."""


def export_games(settings: Settings, file: Path) -> bool:
    """Whether every game was written. Raises `SettingsError`, `BadFile`; an old file stays then."""
    return asyncio.run(_export(settings, file))


def import_games(settings: Settings, file: Path) -> bool:
    """Whether every line is in the archive now. Raises `SettingsError`, `BadFile`."""
    return asyncio.run(_import(settings, file))


async def _export(settings: Settings, file: Path) -> bool:
    async with archive_of(settings, SystemClock()) as archive:
        games = ArchiveGames(archive)
        with _answering(), _in_place_of(file) as out:
            ids = await games.ids()
            written = sum([await _written(games, game_id, out) for game_id in ids])
    sys.stdout.write(f"games exported: {written}\n")
    return written == len(ids)


async def _written(games: ArchiveGames, game_id: str, out: BinaryIO) -> bool:
    try:
        game = await games.of_id(game_id)
    except Undecodable as error:
        _complain(f"game {game_id}: {error}")
        return False
    out.write(encode_line(game) + b"\n")
    return True


async def _import(settings: Settings, file: Path) -> bool:
    async with archive_of(settings, SystemClock()) as archive:
        games = ArchiveGames(archive)
        with _answering(), _opened(file) as lines:
            outcomes = [
                await _taken(games, line, f"{file}:{number}")
                for number, line in enumerate(lines, 1)
                if line.strip()
            ]
    new, known = outcomes.count(Taken.NEW), outcomes.count(Taken.KNOWN)
    refused = len(outcomes) - new - known
    sys.stdout.write(f"games imported: {new}, there already: {known}, refused: {refused}\n")
    return not refused


async def _taken(games: ArchiveGames, line: bytes, place: str) -> Taken | None:
    """None: malformed."""
    try:
        game = decode_line(line.strip())
    except Undecodable as error:
        _complain(f"{place}: {error}")
        return None
    taken = await games.take(game)
    if taken is Taken.OTHER:
        _complain(f"{place}: game {game.game_id} is in the archive and not the same; it stays as it is")
    return taken


@contextmanager
def _answering() -> Iterator[None]:
    """An archive that stops answering on the way is no file's fault."""
    try:
        yield
    except StoreUnavailable as error:
        raise SettingsError(f"MAFIABOT_ARCHIVE_URL: {error}; try again when it answers") from error


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    try:
        lines = file.open("rb")
    except OSError as error:
        raise BadFile(f"{file} cannot be read: {error.strerror}") from error
    with lines:
        yield lines


@contextmanager
def _in_place_of(file: Path) -> Iterator[BinaryIO]:
    """A new file, for its owner's eyes, that takes the name once it is whole."""
    part = file.with_name(f"{file.name}.part")
    try:
        with open(part, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
            yield out
        part.replace(file)
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def _complain(line: str) -> None:
    sys.stderr.write(f"{line}\n")
