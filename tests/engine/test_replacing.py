"""A copy with changes is what the library's own `replace` makes of any record of the rules."""

import dataclasses
import inspect
from types import ModuleType

import pytest

from mafiabot.engine import commands, discipline, events, person, refusals, ruleset, state, views
from mafiabot.engine.person import Person
from mafiabot.engine.replacing import replace

MODULES = (commands, discipline, events, person, refusals, ruleset, state, views)


def _records(module: ModuleType) -> list[type]:
    return [kind for _, kind in inspect.getmembers(module, inspect.isclass) if dataclasses.is_dataclass(kind)]


RECORDS = sorted({kind for module in MODULES for kind in _records(module)}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_sets_its_fields_and_nothing_else_when_it_is_made(kind: type) -> None:
    """What `replace` relies on."""
    assert not hasattr(kind, "__post_init__")
    assert not hasattr(kind, "__dict__") or kind.__dictoffset__ == 0
    assert all(field.init for field in dataclasses.fields(kind))


@pytest.mark.parametrize("kind", RECORDS)
def test_a_copy_is_what_the_library_makes(kind: type) -> None:
    names = [field.name for field in dataclasses.fields(kind)]
    record = kind(**{name: f"former {name}" for name in names})
    for name in names:
        changed = replace(record, **{name: "new"})
        assert changed == dataclasses.replace(record, **{name: "new"})
        assert type(changed) is kind
        assert getattr(record, name) == f"former {name}"


def test_what_is_no_field_is_a_bug() -> None:
    with pytest.raises(TypeError, match="nickname"):
        replace(Person(user_id=1, name="a"), nickname="b")  # type: ignore[call-arg]
