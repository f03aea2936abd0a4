"""`replace` for frozen records with slots: a state has forty fields, of which a command changes three.

The library's own reads them one by one and sets them through a constructor, which takes twice as long and
more. Checkers take this one for that one, whose fields and types they know.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from collections.abc import Callable
    from dataclasses import fields
    from functools import cache
    from operator import attrgetter

    Copy = Callable[[object, dict[str, object]], object]

    def replace(record, /, **changes):
        """A copy with `changes`. Raises `TypeError` for what is no field."""
        return _copier(type(record))(record, changes)

    @cache
    def _copier(kind: type) -> Copy:
        """Only for records that set their fields and nothing else when they are made."""
        names = tuple(field.name for field in fields(kind))
        numbers = {name: number for number, name in enumerate(names)}
        setters = tuple(getattr(kind, name).__set__ for name in names)
        values_of, new = attrgetter(*names), object.__new__

        def copy(record: object, changes: dict[str, object]) -> object:
            values = list(values_of(record)) if len(names) > 1 else [values_of(record)]
            try:
                for name, value in changes.items():
                    values[numbers[name]] = value
            except KeyError as error:
                raise TypeError(f"{kind.__name__} has no field {error}") from None
            made = new(kind)
            for setter, value in zip(setters, values, strict=True):
                setter(made, value)
            return made

        return copy


__all__ = ["replace"]
