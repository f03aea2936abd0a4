"""One door for all checks of bodies: limits the specification does not state, then the specification."""

from __future__ import annotations

from typing import Any

from .core import Core
from .errors import Json


class Validator:
    """Checks requests (raising 50035) and answers (noting a schema error)."""

    def __init__(self, spec_path: str | None) -> None:
        self._spec_path = spec_path

    def request(self, method: str, path: str, body: Any, files: list[Json], reason: str | None) -> None:
        """Raise `ApiError` 50035 where a body is not what Discord would take."""

    def answer(self, core: Core, method: str, path: str, reply: Any) -> None:
        """Note an answer of the local Discord that breaks the specification."""
