"""State, events and commands as bytes: strict JSON that carries its schema version and nothing else.

A document is an object with `"schema": 1` among its fields; a member of a union (an event, a phase) names
its class as `"type"`. A field added with a default needs no new version; any other change raises `SCHEMA`,
adds an upcaster here and a stored sample of the former version to the tests.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from pydantic_core import SchemaSerializer, SchemaValidator, ValidationError

from mafiabot.adapters.shapes import READING, WRITING, schema_of
from mafiabot.adapters.state_writer import StateWriter
from mafiabot.engine.events import Event
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.published import Published
from mafiabot.engine.state import SCHEMA, GameState
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import Debt, HandRef, PanelRef, SeenVoice

T = TypeVar("T")

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

# From version n to n + 1: a state's object, an event's object with its `type`.
STATE_UPCASTERS: Mapping[int, Upcaster] = {}
EVENT_UPCASTERS: Mapping[int, Upcaster] = {}

_HEAD = b'{"schema":%d,' % SCHEMA


class Undecodable(ValueError):
    """Bytes that are not what this version of the program writes, nor can be brought to it."""


class Codec(Generic[T]):
    """One type (a dataclass, or a union of them) to and from JSON, in both directions strictly."""

    def __init__(self, kind: Any) -> None:
        self._reader = SchemaValidator(schema_of(kind, READING))
        self._writer = SchemaSerializer(schema_of(kind, WRITING))

    def encode(self, value: T) -> bytes:
        """Raises `PydanticSerializationError` for what is not of the type, which is a bug."""
        return self._writer.to_json(value, by_alias=True, warnings="error")

    def decode(self, data: bytes) -> T:
        """Raises `Undecodable`."""
        try:
            value: T = self._reader.validate_json(data)
        except ValidationError as error:
            raise Undecodable(_reasons(error)) from None
        return value


def _reasons(error: ValidationError) -> str:
    """Where and what, without the values: they may be a game's secrets, and this is logged."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in found)


_states: Codec[GameState] = Codec(GameState)
_writer = StateWriter()
_events: Codec[Event] = Codec(Event)

HANDS: Codec[HandRef] = Codec(HandRef)
PANELS: Codec[PanelRef] = Codec(PanelRef)
DEBTS: Codec[Debt] = Codec(Debt)
NAMES: Codec[GivenName] = Codec(GivenName)
VOICES: Codec[SeenVoice] = Codec(SeenVoice)
PROTOCOLS: Codec[Protocol] = Codec(Protocol)
PUBLISHED: Codec[Published] = Codec(Published)


def encode_state(state: GameState) -> bytes:
    return _writer.encode(state)


def decode_state(data: bytes, upcasters: Mapping[int, Upcaster] = STATE_UPCASTERS) -> GameState:
    """Raises `Undecodable`. A former version is brought up to date first."""
    try:
        state = _states.decode(data)
    except Undecodable:
        if _version(_parsed(data)) == SCHEMA:
            raise
    else:
        if state.schema == SCHEMA:
            return state
    document = _parsed(data)
    lifted = _lifted(document, _version(document), upcasters)
    return _states.decode(json.dumps({**lifted, "schema": SCHEMA}).encode())


def encode_event(event: Event) -> bytes:
    return _HEAD + _events.encode(event)[1:]


def decode_event(data: bytes, upcasters: Mapping[int, Upcaster] = EVENT_UPCASTERS) -> Event:
    """Raises `Undecodable`. A former version is brought up to date first."""
    if data.startswith(_HEAD):
        return _events.decode(b"{" + data[len(_HEAD) :])
    document = _parsed(data)
    version = _version(document)
    lifted = _lifted({key: document[key] for key in document if key != "schema"}, version, upcasters)
    return _events.decode(json.dumps(lifted).encode())


def _version(document: Any) -> int:
    match document:
        case {"schema": int(version)}:
            return version
        case _:
            raise Undecodable("a stored document is an object that carries its schema version")


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError as error:
        raise Undecodable(str(error)) from error


def _lifted(document: dict[str, Any], version: int, upcasters: Mapping[int, Upcaster]) -> dict[str, Any]:
    if version > SCHEMA:
        raise Undecodable(f"schema {version} is newer than this program's {SCHEMA}")
    for former in range(version, SCHEMA):
        if former not in upcasters:
            raise Undecodable(f"no way from schema {former} to {former + 1}")
        document = upcasters[former](document)
    return document
