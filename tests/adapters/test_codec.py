"""What is written is read back as it was, and nothing else is accepted."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic_core import PydanticSerializationError

from mafiabot.adapters.codec import (
    DEBTS,
    HANDS,
    NAMES,
    PANELS,
    VOICES,
    Codec,
    Undecodable,
    decode_event,
    decode_state,
    encode_event,
    encode_state,
)
from mafiabot.engine.commands import Command
from mafiabot.engine.events import Event, GameEnded, PauseOverdue, PlayerJoined
from mafiabot.engine.state import SCHEMA, GameState, Lobby, Outcome, Phase, Role
from mafiabot.runtime.names_port import GivenName
from mafiabot.runtime.ports import Debt, HandRef, PanelRef, SeenVoice
from tests.support.samples import EVENTS, STATES
from tests.support.stores import person, state

FEW = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
COMMANDS: Codec[Command] = Codec(Command)


def _named(members: tuple[Any, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("member", members, ids=lambda member: member.__name__)


def _edited(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    document = json.loads(data)
    change(document)
    return json.dumps(document).encode()


# --- there and back --------------------------------------------------------------------------


@_named(get_args(Event))
@FEW
@given(data=st.data())
def test_every_event_is_read_back_as_it_was_written(member: type, data: st.DataObject) -> None:
    event = data.draw(st.from_type(member))
    assert decode_event(encode_event(event)) == event


@_named(get_args(Phase))
@FEW
@given(data=st.data())
def test_a_state_in_every_phase_is_read_back_as_it_was_written(member: type, data: st.DataObject) -> None:
    in_phase = replace(state(), phase=data.draw(st.from_type(member)))
    assert decode_state(encode_state(in_phase)) == in_phase


@FEW
@given(st.from_type(GameState))
def test_any_state_is_read_back_as_it_was_written(drawn: GameState) -> None:
    of_now = replace(drawn, schema=SCHEMA)
    assert decode_state(encode_state(of_now)) == of_now


@_named(get_args(Command))
@FEW
@given(data=st.data())
def test_every_command_is_read_back_as_it_was_written(member: type, data: st.DataObject) -> None:
    command = data.draw(st.from_type(member))
    assert COMMANDS.decode(COMMANDS.encode(command)) == command


@pytest.mark.parametrize(
    ("codec", "kind"),
    [(DEBTS, Debt), (HANDS, HandRef), (NAMES, GivenName), (PANELS, PanelRef), (VOICES, SeenVoice)],
)
@FEW
@given(data=st.data())
def test_what_is_kept_beside_a_game_is_read_back_as_it_was(
    codec: Codec[Any], kind: type, data: st.DataObject
) -> None:
    kept = data.draw(st.from_type(kind))
    assert codec.decode(codec.encode(kept)) == kept


def test_a_document_is_plain_json_with_its_schema_and_the_class_of_a_union_member() -> None:
    assert json.loads(encode_event(GameEnded(at_ms=7, outcome=Outcome.RED, by=None))) == {
        "schema": SCHEMA,
        "type": "GameEnded",
        "at_ms": 7,
        "outcome": "red",
        "by": None,
    }
    document = json.loads(encode_state(state()))
    assert (document["schema"], document["phase"]) == (SCHEMA, {"type": "Lobby"})


def test_classes_that_look_alike_are_told_apart() -> None:
    joined = PlayerJoined(at_ms=1, person=person(1))
    assert decode_event(encode_event(joined)) == joined
    assert b"PlayerQueued" not in encode_event(joined)


# --- strictness ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda d: d.update(colour="red"), id="a field nobody knows"),
        pytest.param(lambda d: d.pop("seq"), id="a missing field"),
        pytest.param(lambda d: d.update(seq="1"), id="text for a number"),
        pytest.param(lambda d: d.update(seq=1.0), id="a fraction for a number"),
        pytest.param(lambda d: d.update(seq=True), id="a truth for a number"),
        pytest.param(lambda d: d.update(locale=None), id="nothing for a text"),
        pytest.param(lambda d: d.update(phase={"type": "Limbo"}), id="a phase nobody knows"),
        pytest.param(lambda d: d.update(phase={}), id="a phase without a name"),
        pytest.param(lambda d: d["phase"].update(colour="red"), id="a field nobody knows in a phase"),
        pytest.param(lambda d: d["ruleset"].update(seating="by_height"), id="an enum's unknown value"),
        pytest.param(lambda d: d["ruleset"].update(table_sizes=[6]), id="too short a pair"),
        pytest.param(lambda d: d.update(schema=SCHEMA + 1), id="a newer schema"),
        pytest.param(lambda d: d.update(schema=0), id="a schema without upcaster"),
        pytest.param(lambda d: d.pop("seats") and d.pop("schema") and d.pop("seq"), id="no schema"),
    ],
)
def test_a_state_that_is_not_exactly_right_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(Undecodable):
        decode_state(_edited(encode_state(state()), change))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"nonsense",
        b'{"at_ms":1,"type":"PauseOverdue"}',
        b'{"schema":1,"at_ms":1}',
        b'{"schema":1,"at_ms":1,"type":"Unheard"}',
        b'{"schema":1,"at_ms":1,"type":"PauseOverdue","by":1}',
        b'{"schema":999,"at_ms":1,"type":"PauseOverdue"}',
        b'{"at_ms":1,"schema":"1","type":"PauseOverdue"}',
    ],
)
def test_an_event_that_is_not_exactly_right_is_refused(data: bytes) -> None:
    with pytest.raises(Undecodable):
        decode_event(data)


def test_what_is_wrong_with_a_document_is_told_without_its_secrets() -> None:
    dealt = replace(state(), seed="5eed", seats=(replace(state().seats[0], role=Role.DON),))
    with pytest.raises(Undecodable, match=r"^seats\.0\.colour: ") as refused:
        decode_state(_edited(encode_state(dealt), lambda d: d["seats"][0].update(colour="red")))
    assert not {"5eed", "don"} & set(str(refused.value).replace("'", " ").split())


def test_a_value_of_a_wrong_type_is_not_written() -> None:
    crooked = replace(state(), locale=cast("str", 5))
    with pytest.raises(PydanticSerializationError):
        encode_state(crooked)


def test_the_order_of_fields_does_not_matter() -> None:
    assert decode_event(b'{"type": "PauseOverdue", "schema": 1, "at_ms": 4}') == PauseOverdue(at_ms=4)


@dataclass(frozen=True)
class _Odd:
    share: float


@dataclass(frozen=True)
class _Typed:
    type: str


_Namesake: type = dataclass(frozen=True)(type("Lobby", (), {"__annotations__": {"until_ms": int}}))


@pytest.mark.parametrize(
    "kind", [_Odd, float, dict[str, int], int | str, Lobby | int, Lobby | _Typed, Lobby | _Namesake]
)
def test_a_type_without_a_rule_is_found_when_the_codec_is_built(kind: Any) -> None:
    with pytest.raises(TypeError):
        Codec(kind)


# --- versions --------------------------------------------------------------------------------


def _kept(stored: Any, now: Any) -> bool:
    """Whether all that is said in `stored` is said in `now`, where fields may have been added."""
    if isinstance(stored, dict):
        return all(key in now and _kept(stored[key], now[key]) for key in stored)
    if isinstance(stored, list):
        return len(stored) == len(now) and all(map(_kept, stored, now))
    return bool(stored == now)


@pytest.mark.parametrize(
    "line", STATES.read_bytes().splitlines(), ids=lambda line: json.loads(line)["phase"]["type"]
)
def test_every_stored_state_can_still_be_read(line: bytes) -> None:
    assert _kept(json.loads(line), json.loads(encode_state(decode_state(line))))


@pytest.mark.parametrize("line", EVENTS.read_bytes().splitlines(), ids=lambda line: json.loads(line)["type"])
def test_every_stored_event_can_still_be_read(line: bytes) -> None:
    assert _kept(json.loads(line), json.loads(encode_event(decode_event(line))))


def test_a_field_that_was_added_with_a_default_needs_no_new_version() -> None:
    assert decode_state(_edited(encode_state(state()), lambda d: d.pop("quiet_nights"))) == state()


def _former(document: dict[str, Any]) -> None:
    document["schema"] = SCHEMA - 1
    document["tongue"] = document.pop("locale")


def _lift(document: dict[str, Any]) -> dict[str, Any]:
    return {("locale" if key == "tongue" else key): value for key, value in document.items()}


def test_a_state_of_a_former_schema_is_lifted_by_its_upcaster() -> None:
    data = _edited(encode_state(state()), _former)
    assert decode_state(data, {SCHEMA - 1: _lift}) == state()


def test_a_state_that_fits_but_says_it_is_older_is_lifted_too() -> None:
    data = _edited(encode_state(state()), lambda d: d.update(schema=SCHEMA - 2))
    bumps = {version: lambda d: d | {"day": d["day"] + 1} for version in (SCHEMA - 2, SCHEMA - 1)}
    assert decode_state(data, bumps) == replace(state(), day=2)


def test_an_event_of_a_former_schema_is_lifted_by_its_upcaster() -> None:
    data = b'{"schema":%d,"when_ms":4,"type":"PauseOverdue"}' % (SCHEMA - 1)
    lifted = decode_event(data, {SCHEMA - 1: lambda d: {"type": d["type"], "at_ms": d["when_ms"]}})
    assert lifted == PauseOverdue(at_ms=4)
