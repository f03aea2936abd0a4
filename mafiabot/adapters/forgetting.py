"""A person taken out of a finished game: he is a “player” without an id, everything else stays as it was.

It works on the JSON documents, so that nothing that holds an id or a name can be overlooked: a user's id is
no other number of a game. Placeholders are negative and count within the game, so that two who were forgotten
are still two. The words that were mixed into the deal stay, or nobody could verify it any more.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from mafiabot.adapters.codec import PROTOCOLS, decode_event, encode_event
from mafiabot.engine.aftermath import GivenAward, Penalty, PenaltyKind, Protest, ProtestState
from mafiabot.runtime.archive_port import ArchivedGame
from mafiabot.runtime.person_data import FORGOTTEN_NAME

NAMED_LEAST = 3
"""A shorter name is not looked for in what others wrote: it would be found inside of words."""

T = TypeVar("T", GivenAward, Penalty, Protest)

_IDS = ("user_id", "host_id", "judge", "co_judge", "judge_id", "co_judge_id", "by", "former")
_NAME_BESIDE = {"user_id": "name", "former": "former_name"}
_FREE = ("text", "verdict")  # what people wrote; `reason` is one only where something was undone


@dataclass(frozen=True, slots=True)
class _Person:
    """`seats`: all he ever held. `names`: all he ever had."""

    user_id: int
    placeholder: int
    names: tuple[str, ...]
    seats: frozenset[int]


def names_person(game: ArchivedGame, user_id: int) -> bool:
    """Whether anything of the game, or of what was added to it, still names this user."""
    return any(value == user_id for document in _documents(game) for value in _numbers(document))


def without_person(game: ArchivedGame, user_id: int) -> ArchivedGame:
    """The game with the person forgotten; the very same where it does not name him.

    Raises `Undecodable` for what this version cannot read.
    """
    protocol, log, added = _documents(game)
    if not names_person(game, user_id):
        return game
    person = _Person(
        user_id=user_id,
        placeholder=min([0, *_ids(protocol), *_ids(log), *_ids(added)]) - 1,
        names=tuple(sorted({*_names(protocol, user_id), *_names(log, user_id)}, key=len, reverse=True)),
        seats=frozenset(_seats(protocol, user_id)),
    )
    return replace(
        game,
        protocol=PROTOCOLS.decode(json.dumps(_forgotten(protocol, person)).encode()),
        log=tuple(decode_event(json.dumps(_forgotten(event, person)).encode()) for event in log),
        awards=tuple(GivenAward(**_forgotten(asdict(one), person)) for one in game.awards),
        penalties=tuple(_penalty(one, person) for one in game.penalties),
        protests=tuple(_protest(one, person) for one in game.protests),
    )


def _documents(game: ArchivedGame) -> tuple[Any, list[Any], list[Any]]:
    return (
        json.loads(PROTOCOLS.encode(game.protocol)),
        [json.loads(encode_event(event)) for event in game.log],
        [*map(asdict, game.awards), *map(asdict, game.penalties), *map(asdict, game.protests)],
    )


def _penalty(one: Penalty, person: _Person) -> Penalty:
    told = _forgotten(asdict(one), person)
    return Penalty(**{**told, "kind": PenaltyKind(told["kind"])})


def _protest(one: Protest, person: _Person) -> Protest:
    """His own protest keeps its verdict and loses his words."""
    told = _forgotten(asdict(one), person)
    text = "" if one.user_id == person.user_id else told["text"]
    return Protest(**{**told, "text": text, "state": ProtestState(told["state"])})


# --- what is looked for ----------------------------------------------------------------------------


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every object inside, the outer ones first."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list | tuple) else ():
        yield from _nodes(inner)


def _numbers(node: Any) -> Iterator[int]:
    if isinstance(node, dict | list | tuple):
        for inner in node.values() if isinstance(node, dict) else node:
            yield from _numbers(inner)
    elif isinstance(node, int) and not isinstance(node, bool):
        yield node


def _ids(document: Any) -> Iterator[int]:
    for node in _nodes(document):
        yield from (node[key] for key in _IDS if isinstance(node.get(key), int))


def _names(document: Any, user_id: int) -> Iterator[str]:
    for node in _nodes(document):
        for key, beside in _NAME_BESIDE.items():
            if node.get(key) == user_id and isinstance(node.get(beside), str):
                yield node[beside]


def _seats(protocol: Any, user_id: int) -> Iterator[int]:
    yield from (seat["number"] for seat in protocol["seats"] if seat["user_id"] == user_id)
    yield from (one["seat"] for one in protocol["substitutions"] if one["former"] == user_id)


# --- what becomes of it ----------------------------------------------------------------------------


def _forgotten(node: Any, person: _Person) -> Any:
    if isinstance(node, list | tuple):
        return [_forgotten(inner, person) for inner in node]
    if not isinstance(node, dict):
        return person.placeholder if _is(node, person.user_id) else node
    told = {key: _value(node, key, person) for key in node}
    for key, beside in _NAME_BESIDE.items():
        if _is(node.get(key), person.user_id) and beside in node:
            told[beside] = FORGOTTEN_NAME
    return told


def _is(value: Any, user_id: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value == user_id


def _value(node: dict[str, Any], key: str, person: _Person) -> Any:
    value = node[key]
    if key == "signs":
        return [_sign(sign, person) for sign in value]
    if key == "text" and node.get("type") == "SignWritten" and node["by"] in person.seats:
        return ""
    written = key in _FREE or (key == "reason" and "steps" in node)
    if written and isinstance(value, str):
        return _unnamed(value, person)
    return _forgotten(value, person)


def _sign(sign: Any, person: _Person) -> Any:
    """Of a protocol an object, of a state a pair; his own loses its text."""
    if isinstance(sign, dict):
        return {**sign, "text": ""} if sign["seat"] in person.seats else sign
    seat, text = sign
    return [seat, "" if seat in person.seats else text]


def _unnamed(text: str, person: _Person) -> str:
    """What somebody wrote, without the person's name and mention."""
    text = re.sub(rf"<@!?{person.user_id}>|{person.user_id}", FORGOTTEN_NAME, text)
    for name in person.names:
        if len(name) >= NAMED_LEAST:
            text = re.sub(re.escape(name), FORGOTTEN_NAME, text, flags=re.IGNORECASE)
    return text
