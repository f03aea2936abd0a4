"""Ports any call of which can be a bot's last: before it is made, or once it has taken effect.

Whatever is reached is a step by itself: every method of a store, of microphones, messages, settings, archive
and debts, every decision of the rules, every request to Discord. A new method is one more step.
"""

import inspect
import re
from collections.abc import Awaitable, Callable
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar, cast

import aiohttp

from mafiabot.engine.commands import Command
from mafiabot.engine.events import Event
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState
from mafiabot.runtime.ports import Commit, CommitResult, CommitStatus, Store
from mafiabot.runtime.service import Decide

T = TypeVar("T")

NO_STEPS = frozenset({"close", "wait_for_earlier"})
"""What has no effect: the end of a life, and waiting."""

_API = re.compile(r"^/api/v\d+")
_SECRETS = re.compile(r"(/(?:interactions|webhooks)/\d+)/[^/]+")
_IDS = re.compile(r"/\d+(?=/|$)")


class ProcessDied(BaseException):
    """Nothing of this life goes on; no `except Exception` may stop it."""


class Side(StrEnum):
    BEFORE = "before"
    AFTER = "after"


class Mortal(Protocol):
    """A life: `at` raises `ProcessDied` where it ends, and ever after."""

    def at(self, step: str, side: Side) -> None: ...


async def lived_through(life: Mortal, step: str, work: Callable[[], Awaitable[T]]) -> T:
    """One call, if the life lasts."""
    life.at(step, Side.BEFORE)
    result = await work()
    life.at(step, Side.AFTER)
    return result


class Dying:
    """A port of which every call is a step called `prefix` and what `named` makes of it."""

    def __init__(self, inner: object, life: Mortal, prefix: str = "") -> None:
        self._inner = inner
        self._life = life
        self._prefix = prefix

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        if name in NO_STEPS or not inspect.iscoroutinefunction(method):
            return method

        async def step(*args: Any, **named: Any) -> Any:
            called = f"{self._prefix}{name}{_detail(name, args)}"
            return await lived_through(self._life, called, lambda: method(*args, **named))

        return step


def _detail(name: str, args: tuple[Any, ...]) -> str:
    """What tells calls of one method apart: the announcement's kind, the cursor's name, the wish."""
    match name, args:
        case "announce", (_, announcement, _):
            return f" {announcement.kind.value}"
        case "set_cursor" | "cursor", (_, _, str(which), *_):
            return f" {which}"
        case "set_mute", (_, _, bool(muted), _):
            return " on" if muted else " off"
        case _:
            return ""


def dying(port: T, life: Mortal, prefix: str = "") -> T:
    """The same port, mortal."""
    return cast("T", Dying(port, life, prefix))


Committed = Callable[[Commit, Store], Awaitable[None]]


class DyingStore(Dying):
    """A live store; `committed` hears of every commit that happened, also of one nobody lived to tell."""

    def __init__(self, inner: Store, life: Mortal, committed: Committed) -> None:
        super().__init__(inner, life)
        self._store = inner
        self._committed = committed

    async def commit(self, commit: Commit) -> CommitResult:
        """As the port has it."""
        step = f"commit {type(commit.events[0]).__name__}"
        self._life.at(step, Side.BEFORE)
        result = await self._store.commit(commit)
        if result.status is CommitStatus.APPLIED:
            await self._committed(commit, self._store)
        self._life.at(step, Side.AFTER)
        return result


def deciding(life: Mortal, decide: Decide) -> Decide:
    """The rules, with a step before and after every decision."""

    def decided(state: GameState | None, command: Command, now: int) -> tuple[Event, ...] | Refusal:
        step = f"decide {type(command).__name__}"
        life.at(step, Side.BEFORE)
        events = decide(state, command, now)
        life.at(step, Side.AFTER)
        return events

    return decided


def request_of(method: str, path: str) -> str:
    """A request as a step: ids and tokens left out."""
    return f"{method} " + _IDS.sub("/{}", _SECRETS.sub(r"\1/{}", _API.sub("", path)))


def trace_requests(life: Mortal, trace: aiohttp.TraceConfig) -> None:
    """Every request of a client whose trace this is: before it is sent, and once it has been answered."""

    async def sending(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, sent: aiohttp.TraceRequestStartParams
    ) -> None:
        life.at(request_of(sent.method, sent.url.path), Side.BEFORE)

    async def answered(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, got: aiohttp.TraceRequestEndParams
    ) -> None:
        life.at(request_of(got.method, got.url.path), Side.AFTER)

    trace.on_request_start.append(sending)
    trace.on_request_end.append(answered)
