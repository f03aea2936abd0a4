"""A drill file read: what is wrong with it is said with file, key and what is allowed."""

import json
import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from mafiabot.lab.drill import faults
from mafiabot.lab.drill.format import Discord, Drill, Table
from mafiabot.lab.options import BadOptions

MOST_TOLD = 5
_PARTS: dict[str, type[BaseModel]] = {"discord": Discord, "table": Table}
MODELS: dict[str, type[BaseModel]] = {
    model.model_fields["do"].annotation.__args__[0]: model  # type: ignore[union-attr]
    for model in vars(faults).values()
    if isinstance(model, type) and issubclass(model, faults.Fault) and "do" in model.model_fields
}


def read_drill(path: Path) -> Drill:
    """The drill of a file. Raises `BadOptions`, one line."""
    try:
        return drill_of(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise BadOptions(f"{path}: cannot be read ({error.strerror}); name a drill file") from error
    except UnicodeDecodeError as error:
        raise BadOptions(f"{path}: is no text in UTF-8; write it as TOML") from error


def drill_of(text: str, name: str) -> Drill:
    """The drill a text in TOML describes; `name` stands in what is said about it. Raises `BadOptions`."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOptions(f"{name}: is no TOML: {error}; correct it") from error
    try:
        return Drill.model_validate_json(json.dumps(written, default=str))
    except ValidationError as error:
        told = [_told(one) for one in error.errors() if not _follows(one)]
        more = [f"and {len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
        raise BadOptions(f"{name}: {'; '.join([*told[:MOST_TOLD], *more])}") from error


def _follows(error: ErrorDetails) -> bool:
    """Items that were wrong do not count: that there are then too few of them is no mistake of its own."""
    return error["type"] == "too_short" and bool(error["input"])


def _told(error: ErrorDetails) -> str:
    loc = error["loc"]
    where = _where(loc)
    match error["type"]:
        case "extra_forbidden":
            return f"{where}: unknown key; allowed: {', '.join(_fields(loc[:-1]))}"
        case "missing":
            return f"{where}: is missing"
        case "union_tag_invalid":
            return f"{where}.do: {error['ctx']['tag']!r} is unknown; allowed: {', '.join(MODELS)}"
        case "union_tag_not_found":
            return f"{where}.do: is missing; allowed: {', '.join(MODELS)}"
        case "value_error":
            said = str(error["ctx"]["error"])
            return f"{where}: {said}" if where else said
        case _:
            return f"{where}: {_said(error)}"


def _said(error: ErrorDetails) -> str:
    given = error["input"]
    shown = "" if isinstance(given, dict | list) else f"{json.dumps(given, default=str)}: "
    return shown + error["msg"][0].lower() + error["msg"][1:]


def _where(loc: tuple[int | str, ...]) -> str:
    """`table 1.seats`, counted from one, without the tag of a union."""
    parts: list[str] = []
    for part in _untagged(loc):
        if isinstance(part, int) and parts:
            parts[-1] += f" {part + 1}"
        else:
            parts.append(str(part))
    return ".".join(parts)


def _untagged(loc: tuple[int | str, ...]) -> list[int | str]:
    return [part for number, part in enumerate(loc) if not (number == 2 and loc[0] == "fault")]


def _fields(loc: tuple[int | str, ...]) -> list[str]:
    """The keys a part of the file has."""
    model: type[BaseModel] = Drill
    if loc and loc[0] == "fault":
        model = faults.Change if "changes" in loc else MODELS[str(loc[2])]
    elif loc:
        model = _PARTS[str(loc[0])]
    return list(model.model_fields)


def shown_value(value: Any) -> str:
    """A value as reports and complaints show it."""
    return json.dumps(value, ensure_ascii=False, default=str)
