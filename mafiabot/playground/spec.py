"""The published OpenAPI document as validators: one per operation and direction, compiled once a process."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from .errors import Json

REF = "#/components/schemas/"
PERMISSION_FIELDS = frozenset({"allow", "deny", "permissions", "default_member_permissions"})


@cache
def specification(path: str) -> Specification:
    """The specification at a path; read once a process."""
    return Specification(orjson.loads(Path(path).read_bytes()))


class Specification:
    """Validators made on first use; two relaxations: ids may be numbers, permission sets strings."""

    def __init__(self, document: Json) -> None:
        self._paths: Json = document["paths"]
        self._schemas: Json = {k: _relaxed(v) for k, v in document["components"]["schemas"].items()}
        self._schemas["SnowflakeType"] = {
            "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]
        }
        self._validators: dict[tuple[str, str, str], Any] = {}

    def knows(self, method: str, path: str) -> bool:
        """Whether the document has the operation."""
        return method.lower() in self._paths.get(path, {})

    def request_problems(self, method: str, path: str, body: Any) -> list[tuple[tuple[str | int, ...], str]]:
        """Where and why a JSON request body breaks the document."""
        return self._problems(method, path, "request", body)

    def answer_problems(
        self, method: str, path: str, status: int, body: Any
    ) -> list[tuple[tuple[str | int, ...], str]]:
        """Where and why an answer's JSON breaks the document; undocumented success statuses are problems."""
        if not self.knows(method, path):
            return []
        documented = self._paths[path][method.lower()]["responses"]
        if status < 300 and str(status) not in documented:
            return [((), f"status {status} is not among {sorted(documented)}")]
        return self._problems(method, path, str(status), body)

    def _problems(
        self, method: str, path: str, direction: str, body: Any
    ) -> list[tuple[tuple[str | int, ...], str]]:
        key = (method, path, direction)
        if key not in self._validators:
            self._validators[key] = self._compile(method, path, direction)
        validator = self._validators[key]
        if validator is None or validator.is_valid(body):
            return []
        return [(tuple(error.instance_path), error.message) for error in validator.iter_errors(body)]

    def _compile(self, method: str, path: str, direction: str) -> Any:
        import jsonschema_rs

        operation = self._paths.get(path, {}).get(method.lower(), {})
        if direction == "request":
            content = operation.get("requestBody", {}).get("content", {})
        else:
            content = operation.get("responses", {}).get(direction, {}).get("content", {})
        if "application/json" not in content:
            return None
        root = _relaxed(content["application/json"]["schema"])
        return jsonschema_rs.Draft202012Validator({**root, "$defs": self._reachable(root)})

    def _reachable(self, root: Json) -> Json:
        found: Json = {}
        waiting = _references(root)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self._schemas[name]
                waiting |= _references(found[name]) - found.keys()
        return found


def _references(schema: Any) -> set[str]:
    return set(re.findall(r'"#/\$defs/([^"]+)"', orjson.dumps(schema).decode()))


def _relaxed(schema: Any, name: str = "") -> Any:
    """A copy whose references point to `$defs` and whose permission sets may be strings."""
    if isinstance(schema, list):
        return [_relaxed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made: Json = {}
    for key, value in schema.items():
        if key == "$ref" and isinstance(value, str):
            made[key] = "#/$defs/" + value.removeprefix(REF)
        elif key == "properties":
            made[key] = {field: _relaxed(inner, field) for field, inner in value.items()}
        else:
            made[key] = _relaxed(value)
    if name in PERMISSION_FIELDS and "integer" in str(made.get("type")):
        kinds = made["type"] if isinstance(made["type"], list) else [made["type"]]
        made["type"] = [*kinds, "string"]
    return made
