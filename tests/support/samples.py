"""One value of any engine type, and the stored samples of the current schema.

`python -m tests.support.samples` writes the samples anew. Right only as long as no release has written
documents of this schema: afterwards a change needs a new version, an upcaster and samples of its own.
"""

import dataclasses
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from mafiabot.adapters.codec import encode_event, encode_state
from mafiabot.engine.events import Event
from mafiabot.engine.state import SCHEMA, GameState, Phase

SAMPLES = Path(__file__).parents[1] / "adapters" / "samples"
STATES = SAMPLES / f"states_schema_{SCHEMA}.jsonl"
EVENTS = SAMPLES / f"events_schema_{SCHEMA}.jsonl"


def example_of(kind: Any) -> Any:
    """A value with every optional field set and every tuple filled."""
    plain = {int: 1_100_000_000_000_000_007, str: "слово", bool: True}
    if kind in plain:
        return plain[kind]
    if get_origin(kind) is tuple:
        return tuple(example_of(item) for item in get_args(kind) if item is not Ellipsis)
    if get_origin(kind) in (Union, UnionType):
        return example_of(next(member for member in get_args(kind) if member is not NoneType))
    if issubclass(kind, StrEnum):
        return list(kind)[-1]
    hints = get_type_hints(kind)
    return kind(**{field.name: example_of(hints[field.name]) for field in dataclasses.fields(kind)})


def sample_events() -> tuple[Event, ...]:
    """One of each."""
    return tuple(example_of(member) for member in get_args(Event))


def sample_states() -> Iterator[GameState]:
    """One in each phase."""
    state = dataclasses.replace(example_of(GameState), schema=SCHEMA)
    for phase in get_args(Phase):
        yield dataclasses.replace(state, phase=example_of(phase))


if __name__ == "__main__":
    SAMPLES.mkdir(exist_ok=True)
    STATES.write_bytes(b"".join(encode_state(state) + b"\n" for state in sample_states()))
    EVENTS.write_bytes(b"".join(encode_event(event) + b"\n" for event in sample_events()))
