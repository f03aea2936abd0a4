"""Every refusal of the local Discord is one `ApiError`; every impossible act of a person is `NotPossible`."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

Json = dict[str, Any]

MESSAGES: dict[int, str] = {
    10003: "Unknown Channel",
    10004: "Unknown Guild",
    10007: "Unknown Member",
    10008: "Unknown Message",
    10011: "Unknown Role",
    10013: "Unknown User",
    10015: "Unknown Webhook",
    10026: "Unknown Ban",
    10062: "Unknown interaction",
    10063: "Unknown application command",
    10065: "Unknown Voice State",
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later",
    40032: "Target user is not connected to voice.",
    40060: "Interaction has already been acknowledged.",
    50001: "Missing Access",
    50005: "Cannot edit a message authored by another user",
    50006: "Cannot send an empty message",
    50007: "Cannot send messages to this user",
    50008: "Cannot send messages in a non-text channel",
    50013: "Missing Permissions",
    50024: "Cannot execute action on this channel type",
    50027: "Invalid Webhook Token",
    50028: "Invalid role",
    50035: "Invalid Form Body",
    50109: "The request body contains invalid JSON.",
}


class ApiError(Exception):
    """An error answer: HTTP status, JSON error code and, for 50035, the tree of field errors."""

    def __init__(self, status: int, code: int, *, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {MESSAGES.get(code, '')} {errors or ''}")
        self.status = status
        self.code = code
        self.errors = errors

    def body(self) -> Json:
        """The JSON body as Discord words it."""
        message = MESSAGES.get(self.code) or f"{self.status}: {HTTPStatus(self.status).phrase}"
        body: Json = {"message": message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class NotPossible(Exception):
    """A person tried what no Discord client would have let them do."""


class Form:
    """Collects field errors of one request body and raises them together as 50035."""

    def __init__(self) -> None:
        self.problems: list[tuple[tuple[str | int, ...], str, str]] = []

    def refuse(self, path: Iterable[str | int], code: str, message: str) -> None:
        """Note that the field at `path` is wrong."""
        self.problems.append((tuple(path), code, message))

    def too_long(self, path: Iterable[str | int], value: object, limit: int) -> None:
        """Note a string longer than `limit` characters."""
        if isinstance(value, str) and len(value) > limit:
            self.refuse(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")

    def length(self, path: Iterable[str | int], value: object, low: int, high: int) -> None:
        """Note a value that is no string of `low` to `high` characters."""
        if not isinstance(value, str) or not low <= len(value) <= high:
            text = f"Must be between {low} and {high} in length."
            self.refuse(path, "BASE_TYPE_BAD_LENGTH", text)

    def unknown(self, path: tuple[str | int, ...], body: Json, known: frozenset[str]) -> None:
        """Note every field of `body` that Discord does not document there."""
        for name in body.keys() - known:
            self.refuse((*path, name), "UNKNOWN_FIELD", "This field is not known here.")

    def tree(self) -> Json:
        """The nested `errors` object of a 50035 answer."""
        root: Json = {}
        for path, code, message in self.problems:
            node = root
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return root

    def check(self) -> None:
        """Raise the collected problems, if there are any."""
        if self.problems:
            raise ApiError(400, 50035, errors=self.tree())
