"""Files of recorded games: what is not of the format is named by file, line and field, the rest is read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from mafiabot.lab.transcripts import Game, VoteCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """What is wrong at one place of a line (`line` from 1); `field` is dotted, empty for the whole line."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.field or 'line'}: {self.message}"


R = TypeVar("R", bound=BaseModel)


def read_lines(path: Path) -> tuple[list[Game], list[Malformed]]:
    """Recorded games, one a line. Raises `OSError` where the file cannot be read, nothing for its content."""
    return _read(path, game_of)


def read_votes(path: Path) -> tuple[list[VoteCase], list[Malformed]]:
    """Single votes, one a line; otherwise as `read_lines`."""
    return _read(path, lambda line, file, number: _validated(VoteCase, line, file, number))


def game_of(text: bytes, file: str, line: int) -> Game | list[Malformed]:
    """The game that `text` is, or everything that keeps it from being one that can be replayed."""
    game = _validated(Game, text, file, line)
    if isinstance(game, list):
        return game
    wrong = [
        Malformed(file=file, line=line, field=field, message=message) for field, message in _faults(game)
    ]
    return wrong or game


def _read(
    path: Path, parse: Callable[[bytes, str, int], R | list[Malformed]]
) -> tuple[list[R], list[Malformed]]:
    good: list[R] = []
    bad: list[Malformed] = []
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        if not line.strip():
            continue
        record = parse(line, path.name, number)
        if isinstance(record, list):
            bad += record
        else:
            good.append(record)
    return good, bad


def _validated(kind: type[R], text: bytes, file: str, line: int) -> R | list[Malformed]:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        return [
            Malformed(file=file, line=line, field=".".join(map(str, one["loc"])), message=one["msg"])
            for one in error.errors(include_url=False, include_context=False, include_input=False)
        ]


# --- what is right by itself and wrong together ----------------------------------------------------

_NOT_APPLIED = ("table_sizes", "nine_seats")
_SEATS = frozenset(
    (
        *("opener", "speakers", "by", "seat", "candidates", "ballots", "yes", "left", "speaker", "seats"),
        *("shots", "victim", "don_check", "sheriff_check"),
    )
)


def _faults(game: Game) -> Iterator[tuple[str, str]]:
    """Field and message of everything that keeps the game from being replayed."""
    for problem in game.rules.overridden().problems:
        if problem.field not in _NOT_APPLIED:
            yield f"rules.overrides.{problem.field}", problem.reason.value
    black = sum(role is not None and role.black for role in game.roles)
    if not 0 < 2 * black < len(game.roles) - len(game.absent):
        yield "roles", "the game is decided by the deal"
    for field, seat in _seats_named(game.model_dump(mode="json", by_alias=True), ""):
        if seat > len(game.roles):
            yield field, f"there is no seat {seat}"
    for field, numbers in (
        ("days", [day.day for day in game.days]),
        ("nights", [night.night for night in game.nights]),
    ):
        if numbers != sorted(set(numbers)):
            yield field, "each once, in order"


def _seats_named(value: object, path: str, *, named: bool = False) -> Iterator[tuple[str, int]]:
    """Every seat below `value`, with its dotted place; `named`: numbers here are seats."""
    match value:
        case dict():
            for key, held in value.items():
                place = f"{path}.{key}".removeprefix(".")
                if named:
                    yield place, int(key)
                yield from _seats_named(held, place, named=named or key in _SEATS)
        case list():
            for at, held in enumerate(value):
                yield from _seats_named(held, f"{path}.{at}", named=named)
        case int() if named and not isinstance(value, bool):
            yield path, value
        case _:
            return
