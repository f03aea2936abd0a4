"""The engine's types as strict JSON: the one rule is that everything is derived, nothing listed by hand.

A dataclass is an object of exactly its fields (one that is missing takes its default, an unknown one is
refused), a tuple a list, an enum its value; a member of a union carries its class name beside its fields as
`type`. A type for which there is no such rule is a `TypeError` when the codec is built, hence at import.
"""

import dataclasses
from collections.abc import Callable, Hashable
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic_core import CoreSchema, core_schema
from pydantic_core.core_schema import ComputedField, DataclassField

TAG = "type"

_PLAIN: dict[object, CoreSchema] = {
    int: core_schema.int_schema(strict=True),
    str: core_schema.str_schema(strict=True),
    bool: core_schema.bool_schema(strict=True),
}

Tagging = Callable[[type, list[DataclassField]], CoreSchema]


@dataclasses.dataclass(frozen=True, slots=True)
class Direction:
    """Reading and writing differ only in a union: how its members are told apart, and how one is tagged."""

    discriminator: str | Callable[[Any], str]
    tagged: Tagging


def _class_name(value: object) -> str:
    return type(value).__name__


def _read_tagged(kind: type, fields: list[DataclassField]) -> CoreSchema:
    """The tag is an argument that is checked and then dropped."""
    tag = core_schema.dataclass_field(
        TAG, core_schema.literal_schema([kind.__name__]), init_only=True, kw_only=True
    )
    return _dataclass(kind, [tag, *fields], collect_init_only=True)


def _write_tagged(kind: type, fields: list[DataclassField]) -> CoreSchema:
    """The tag is computed from the class of the object, which every object knows."""
    name = core_schema.plain_serializer_function_ser_schema(lambda cls: cls.__name__)
    tag = core_schema.computed_field("__class__", core_schema.any_schema(serialization=name), alias=TAG)
    return _dataclass(kind, fields, computed_fields=[tag])


READING = Direction(TAG, _read_tagged)
WRITING = Direction(_class_name, _write_tagged)


def schema_of(kind: Any, direction: Direction) -> CoreSchema:
    """The schema of a type. Raises `TypeError` for one that has no rule above."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if get_origin(kind) in (Union, UnionType):
        return _union(get_args(kind), direction)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), direction)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return core_schema.enum_schema(kind, list(kind), sub_type="str", strict=True)
    if _is_record(kind):
        return _dataclass(kind, _fields(kind, direction))
    raise TypeError(f"no JSON shape for {kind!r}")


def _tuple(items: tuple[Any, ...], direction: Direction) -> CoreSchema:
    if len(items) == 2 and items[1] is Ellipsis:
        return core_schema.tuple_schema([schema_of(items[0], direction)], variadic_item_index=0, strict=True)
    return core_schema.tuple_schema([schema_of(item, direction) for item in items], strict=True)


def _union(members: tuple[Any, ...], direction: Direction) -> CoreSchema:
    present = [member for member in members if member is not NoneType]
    inner = schema_of(present[0], direction) if len(present) == 1 else _choice(present, direction)
    return inner if len(present) == len(members) else core_schema.nullable_schema(inner)


def _choice(members: list[Any], direction: Direction) -> CoreSchema:
    if not all(_is_record(member) and TAG not in _names(member) for member in members):
        raise TypeError(f"only dataclasses without a field {TAG!r} can be told apart in a union: {members!r}")
    if len({member.__name__ for member in members}) < len(members):
        raise TypeError(f"two members of a union have one name: {members!r}")
    choices: dict[Hashable, CoreSchema] = {
        member.__name__: direction.tagged(member, _fields(member, direction)) for member in members
    }
    return core_schema.tagged_union_schema(choices, discriminator=direction.discriminator, strict=True)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def _dataclass(
    kind: type,
    fields: list[DataclassField],
    *,
    computed_fields: list[ComputedField] | None = None,
    collect_init_only: bool | None = None,
) -> CoreSchema:
    arguments = core_schema.dataclass_args_schema(
        kind.__name__,
        fields,
        computed_fields=computed_fields,
        collect_init_only=collect_init_only,
        extra_behavior="forbid",
    )
    return core_schema.dataclass_schema(kind, arguments, _names(kind), slots=True, strict=True)


def _names(kind: type) -> list[str]:
    return [field.name for field in dataclasses.fields(kind)]


def _fields(kind: type, direction: Direction) -> list[DataclassField]:
    hints = get_type_hints(kind)
    return [
        core_schema.dataclass_field(field.name, _field(field, hints[field.name], direction), kw_only=True)
        for field in dataclasses.fields(kind)
    ]


def _field(field: dataclasses.Field[Any], hint: Any, direction: Direction) -> CoreSchema:
    schema = schema_of(hint, direction)
    if field.default is not dataclasses.MISSING:
        return core_schema.with_default_schema(schema, default=field.default)
    if field.default_factory is not dataclasses.MISSING:
        return core_schema.with_default_schema(schema, default_factory=field.default_factory)
    return schema
