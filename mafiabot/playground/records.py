"""What happened, for tests and reports: every request, event, refusal and breach, in loop milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .errors import Json


@dataclass(slots=True, kw_only=True)
class RequestRecord:
    """One request; `applied_ms` and `answered_ms` stay None where that never came.

    `given_up`: whoever asked had hung up before the answer was there.
    """

    method: str
    route: str
    path: str
    app_id: int | None
    received_ms: float
    body: Any = None
    reason: str | None = None
    applied_ms: float | None = None
    answered_ms: float | None = None
    status: int | None = None
    code: int | None = None
    given_up: bool = False

    @property
    def key(self) -> str:
        """Method and route template: `PATCH /guilds/{}/members/{}`."""
        return f"{self.method} {self.route}"


@dataclass(slots=True, kw_only=True)
class EditRecord:
    """One member edit as it was asked for; `fields` holds the body, `was_muted` his mute before it."""

    app_id: int
    guild_id: int
    user_id: int
    fields: Json
    reason: str | None
    received_ms: float
    was_muted: bool | None = None
    applied_ms: float | None = None
    status: int | None = None

    @property
    def mute(self) -> bool | None:
        """The server mute it asked for, if it did."""
        value: bool | None = self.fields.get("mute")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaError:
    """A body that breaks the published specification or a limit it does not state."""

    route: str
    where: str
    detail: Any
    at_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifyRecord:
    """One IDENTIFY; `accepted` is False where max_concurrency refused it."""

    app_id: int
    shard: tuple[int, int]
    at_ms: float
    accepted: bool


@dataclass(slots=True)
class Records:
    """All of it, in order of arrival; `crashes` are bugs of the local Discord itself."""

    requests: list[RequestRecord] = field(default_factory=list)
    edits: list[EditRecord] = field(default_factory=list)
    unknown_routes: list[RequestRecord] = field(default_factory=list)
    schema_errors: list[SchemaError] = field(default_factory=list)
    identifies: list[IdentifyRecord] = field(default_factory=list)
    resumes: list[tuple[float, int]] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    interaction_misuse: list[Json] = field(default_factory=list)

    def count(self, key: str) -> int:
        """How often a route was called: `PATCH /guilds/{}/members/{}`."""
        return sum(1 for record in self.requests if record.key == key)

    def by_route(self) -> dict[str, int]:
        """Number of requests of every route."""
        counts: dict[str, int] = {}
        for record in self.requests:
            counts[record.key] = counts.get(record.key, 0) + 1
        return counts

    def invalid_requests(self) -> int:
        """Answers that count towards Discord's ban for invalid requests (401, 403, 429)."""
        return sum(1 for record in self.requests if record.status in (401, 403, 429))
