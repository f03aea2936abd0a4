"""What `mafiabot verify` reads of a file: protocols as `/mafia protocol`, the demo or the archive wrote them.

A file is one JSON document or one a line. Only what concerns the deal is looked at, so that files of any
version can be read; nothing of what they hold is repeated in an error.
"""

import json
import re
from pathlib import Path
from typing import Any

from mafiabot.engine.state import Role
from mafiabot.lab.options import LEAST_SEATS, MOST_SEATS, BadOptions
from mafiabot.lab.verify import Recorded, Verdict, verified_record

_HEX = re.compile(r"[0-9a-fA-F]{64}")
_ROLES = tuple(role.value for role in Role)
_GAME_ID = re.compile(r"[0-9A-Za-z_-]{1,48}")


def file_verified(path: Path) -> Verdict:
    """Every game of the file; where there are several, each below a line with its id. Raises `BadOptions`."""
    deals = recorded_deals(path)
    outcomes = [(deal.game_id, verified_record(deal)) for deal in deals]
    lines = [
        line
        for game_id, (_, told) in outcomes
        for line in (told if len(deals) == 1 else [f"game {game_id}", *told])
    ]
    return all(kept for _, (kept, _) in outcomes), lines


def recorded_deals(path: Path) -> list[Recorded]:
    """Every game of the file. Raises `BadOptions` with one line that names file, line and key."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadOptions(f"{path}: cannot be read ({why}); name a protocol's JSON file") from error
    found = [_recorded(document, where) for document, where in _documents(path, text)]
    if not found:
        raise BadOptions(f"{path}: holds no protocol; give the JSON that /mafia protocol hands out")
    return found


def _documents(path: Path, text: str) -> list[tuple[Any, str]]:
    try:
        return [(json.loads(text), str(path))]
    except (ValueError, RecursionError):
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    found = []
    for number, line in lines:
        try:
            found.append((json.loads(line), f"{path}:{number}"))
        except (ValueError, RecursionError) as error:
            raise BadOptions(f"{path}:{number}: is no JSON") from error
    return found


def _recorded(document: Any, where: str) -> Recorded:
    """The protocol itself, or whatever holds it as `protocol`."""
    holder = document if isinstance(document, dict) else {}
    protocol = holder.get("protocol", holder)
    if not isinstance(protocol, dict) or "commitment" not in protocol:
        raise BadOptions(f"{where}: holds no protocol; give the JSON that /mafia protocol hands out")
    if protocol.get("explicit_deal") is True:
        raise BadOptions(f"{where}: its roles were given, not drawn: there is nothing to verify")
    game_id = str(protocol.get("game_id"))
    return Recorded(
        game_id=game_id if _GAME_ID.fullmatch(game_id) else "?",
        seed=_digest(protocol, "seed", where),
        commitment=_digest(protocol, "commitment", where),
        words=_words(protocol, where),
        seating=_seating(protocol, where),
        roles=_roles(protocol, where),
    )


def _digest(protocol: dict[str, Any], key: str, where: str) -> str:
    value = protocol.get(key)
    if not isinstance(value, str) or _HEX.fullmatch(value) is None:
        raise BadOptions(f"{where}: {key}: 64 hexadecimal digits are expected")
    return value


def _roles(protocol: dict[str, Any], where: str) -> tuple[str | None, ...]:
    seats = protocol.get("seats")
    if not isinstance(seats, list) or not LEAST_SEATS <= len(seats) <= MOST_SEATS:
        raise BadOptions(f"{where}: seats: a table has {LEAST_SEATS} to {MOST_SEATS} seats")
    roles = [seat.get("role") if isinstance(seat, dict) else "?" for seat in seats]
    if any(role is not None and role not in _ROLES for role in roles) or roles.count(None) > 1:
        raise BadOptions(f"{where}: seats: each needs a role, but for one number that is nobody's")
    return tuple(roles)


def _words(protocol: dict[str, Any], where: str) -> tuple[str, ...]:
    """One for everybody who played, or none at all; a protocol of former versions has no such key."""
    words = protocol.get("words", [])
    people = sum(role is not None for role in _roles(protocol, where))
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BadOptions(f"{where}: words: a list of texts is expected")
    if words and len(words) != people:
        raise BadOptions(f"{where}: words: one is expected for each of the {people} players, or none")
    if not all(_hashable(word) for word in words):
        raise BadOptions(f"{where}: words: one of them is no text that could be hashed")
    return tuple(words)


def _hashable(word: str) -> bool:
    try:
        return len(word.encode()) < 1 << 15
    except UnicodeEncodeError:
        return False


def _seating(protocol: dict[str, Any], where: str) -> tuple[int, ...]:
    seating = protocol.get("seating", [])
    numbers = list(range(1, len(_roles(protocol, where)) + 1))
    if not isinstance(seating, list) or (seating and sorted(map(str, seating)) != sorted(map(str, numbers))):
        raise BadOptions(f"{where}: seating: every number once is expected, or none")
    return tuple(int(number) for number in seating)
