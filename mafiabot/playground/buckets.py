"""Rate limits: a fixed window per (bucket, major parameter, token), plus hidden and global ones."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from .clock import Clock
from .errors import Json

Budget = tuple[int, float]


@dataclass(slots=True, kw_only=True)
class Limits:
    """Every number of Discord's that tests may scale; budgets are (calls, seconds), 0 calls = no limit."""

    edit_budget: Budget = (10, 10.0)
    hidden_edit_budget: Budget = (0, 0.0)
    message_budget: Budget = (5, 5.0)
    message_edit_budget: Budget = (5, 5.0)
    interaction_budget: Budget = (5, 2.0)
    interaction_long_budget: Budget = (30, 60.0)
    other_budget: Budget = (20, 5.0)
    global_budget: Budget = (50, 1.0)
    answer_within_s: float = 3.0
    token_life_s: float = 900.0
    nonce_s: float = 120.0
    old_message_s: float = 3600.0
    old_message_budget: Budget = (5, 3600.0)
    max_concurrency: int = 1
    recommended_shards: int = 1
    gateway_budget: Budget = (120, 60.0)
    identify_every_s: float = 5.0
    identifies_a_day: int = 1000
    resume_within_s: float = 300.0
    heartbeat_ms: int = 41250


@dataclass(slots=True)
class Window:
    """Calls left in the window that ends at `ends_s` (loop time)."""

    left: int
    ends_s: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a call may pass, with the headers of its bucket."""

    headers: dict[str, str]
    retry_after_s: float | None = None
    scope: str = "user"

    def body(self) -> Json:
        """The JSON of a 429."""
        retry = round(self.retry_after_s or 0.0, 3)
        return {
            "message": "You are being rate limited.",
            "retry_after": retry,
            "global": self.scope == "global",
        }


@dataclass(slots=True)
class Buckets:
    """All windows of all tokens."""

    clock: Clock
    limits: Limits
    _windows: dict[str, Window] = field(default_factory=dict)

    def take(self, method: str, route: str, args: dict[str, str], token: str) -> Verdict:
        """Count one call against every limit it is under."""
        name, budget, hidden, major = self._bucket_of(method, route, args)
        outside = route.startswith(("/interactions", "/webhooks"))
        wait_s = None if outside else self._spend(f"global:{token}", self.limits.global_budget)
        if wait_s is not None:
            return Verdict(refusal_headers(wait_s, "global"), wait_s, "global")
        key = f"{name}:{major}:{token}"
        wait_s = self._spend(key, budget)
        headers = self._headers(name, key, budget)
        if wait_s is None:
            wait_s = self._spend(f"hidden:{key}", hidden)
        if wait_s is not None:
            return Verdict(headers | refusal_headers(wait_s, "user"), wait_s)
        return Verdict(headers)

    def _bucket_of(self, method: str, route: str, args: dict[str, str]) -> tuple[str, Budget, Budget, str]:
        limits = self.limits
        major = args.get("channel_id") or args.get("guild_id") or args.get("webhook_token", "")
        if method == "PATCH" and route.startswith("/guilds/{guild_id}/members/"):
            return "member-edit", limits.edit_budget, limits.hidden_edit_budget, major
        if route.startswith("/webhooks/{webhook_id}/{webhook_token}"):
            return "follow-up", limits.interaction_budget, limits.interaction_long_budget, major
        if route.startswith("/interactions"):
            return "callback", (0, 0.0), (0, 0.0), major
        if route == "/channels/{channel_id}/messages" and method == "POST":
            return "message", limits.message_budget, (0, 0.0), major
        if route == "/channels/{channel_id}/messages/{message_id}" and method == "PATCH":
            return "message-edit", limits.message_edit_budget, (0, 0.0), major
        return f"{method} {route}", limits.other_budget, (0, 0.0), major

    def _spend(self, key: str, budget: Budget) -> float | None:
        calls, seconds = budget
        if calls <= 0:
            return None
        now = self.clock.now_s()
        window = self._windows.get(key)
        if window is None or window.ends_s <= now:
            window = self._windows[key] = Window(calls, now + seconds)
        if window.left <= 0:
            return window.ends_s - now
        window.left -= 1
        return None

    def _headers(self, name: str, key: str, budget: Budget) -> dict[str, str]:
        window = self._windows.get(key)
        if window is None:
            return {}
        after_s = max(0.0, window.ends_s - self.clock.now_s())
        return {
            "X-RateLimit-Limit": str(budget[0]),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{self.clock.epoch_ms() / 1000 + after_s:.3f}",
            "X-RateLimit-Reset-After": f"{after_s:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(name.encode(), usedforsecurity=False).hexdigest(),
        }


def refusal_headers(retry_after_s: float, scope: str) -> dict[str, str]:
    """What every 429 carries besides its bucket's headers."""
    headers = {
        "Retry-After": str(max(1, round(retry_after_s))),
        "X-RateLimit-Scope": scope,
        "Via": "1.1 google",
    }
    return headers | ({"X-RateLimit-Global": "true"} if scope == "global" else {})
