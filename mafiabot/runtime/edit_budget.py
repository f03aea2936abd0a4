"""How many edits one bot may send into one guild now: assumed at first, then learnt from Discord's answers.

An answer's headers say how large its bucket is, how much of it is used and when it is full again. A refusal
(429) in spite of them shows a limit nobody announces; it is kept to for a while.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

MARGIN_MS = 250  # sends can arrive closer together than they left
SETTLE_MS = 20  # a window that ends at this very moment may not have ended there
HIDDEN_FOR_MS = 120_000
RETRY_MS, RETRY_GROWS_MS = 1_000, 2_000  # the library's own, after an answer that Discord has failed
LEAST_HIDDEN = 2  # a change of speakers


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsSeen:
    """What an answer says of the bucket it was counted in; None where it says nothing.

    `retry_after_ms`: it was refused (429). `shared`: others' requests were counted, too. `everywhere`: all of
    the bot's requests were, of whatever kind. `failed`: Discord itself failed (5xx), and may have done it or
    not; the library sends it again, much later. `done`: it was carried out, and the member's server mute is
    now `mute` (None: not said).
    """

    limit: int | None = None
    remaining: int | None = None
    reset_after_ms: int | None = None
    retry_after_ms: int | None = None
    shared: bool = False
    everywhere: bool = False
    failed: bool = False
    done: bool = False
    mute: bool | None = None


OnLimits = Callable[[LimitsSeen], object]


_listener: ContextVar[tuple[asyncio.Task[Any] | None, OnLimits] | None] = ContextVar(
    "edit_limits", default=None
)


@contextmanager
def hearing_limits(listener: OnLimits) -> Iterator[None]:
    """`listener` is told of every answer to the edits that this task sends inside, when it arrives.

    The edit's own call cannot tell: it may return long after its answer. A task begun inside inherits this
    one's context, and is not heard: it may write messages, which count in other buckets.
    """
    before = _listener.set((asyncio.current_task(), listener))
    try:
        yield
    finally:
        _listener.reset(before)


def limits_heard() -> bool:
    """Whether somebody listens to the answers of what this task sends."""
    return _listening() is not None


def tell_limits(seen: LimitsSeen) -> None:
    """Called by whoever hears an answer, in the task that sent the edit."""
    if (listener := _listening()) is not None:
        listener(seen)


def _listening() -> OnLimits | None:
    match _listener.get():
        case (task, listener) if task is asyncio.current_task():
            return listener
    return None


@dataclass(slots=True, eq=False)
class Token:
    """One edit's place in the budget; `at_ms` is moved to the moment it really leaves.

    `free_ms`: when its place is free again, as Discord said; None: not said yet. `failed`: how often Discord
    has failed over it.
    """

    at_ms: int
    editor: int = 0
    free_ms: int | None = None
    failed: int = 0


class EditBudget:
    """At most `burst` edits in any `window_s` seconds (and a margin) until Discord says more."""

    def __init__(self, burst: int, window_s: float) -> None:
        self._burst = burst
        self._window_ms = round(window_s * 1000)
        self._hidden = burst
        self._hidden_until_ms = 0
        self._blocked_ms = 0
        self._taken: list[Token] = []
        self._passed_ms: list[int] = []

    def most(self, now_ms: int) -> int:
        """Edits a window, as far as is known."""
        return min(self._burst, self._hidden) if now_ms < self._hidden_until_ms else self._burst

    def room(self, now_ms: int) -> int:
        """How many edits may be sent now."""
        self._taken = [token for token in self._taken if self._free_ms(token) > now_ms]
        return 0 if now_ms < self._blocked_ms else max(0, self.most(now_ms) - len(self._taken))

    def take(self, now_ms: int, editor: int = 0) -> Token:
        """A place for one edit; only where there is room."""
        token = Token(now_ms, editor)
        self._taken.append(token)
        return token

    def give_back(self, token: Token) -> None:
        """Nothing was sent for it."""
        self._taken = [taken for taken in self._taken if taken is not token]

    def grows_ms(self, now_ms: int) -> list[int]:
        """The moments at which one more edit may be sent, ascending; now for those that may be sent now."""
        self.room(now_ms)
        open_now = self.most(now_ms) - len(self._taken)
        freed = sorted(self._free_ms(token) for token in self._taken)
        moments = [now_ms] * max(0, open_now) + freed[max(0, -open_now) :]
        return [max(moment, self._blocked_ms) for moment in moments]

    def told(self, token: Token, seen: LimitsSeen, now_ms: int) -> None:
        """The answer to the edit that holds `token` has come."""
        if seen.retry_after_ms is not None:
            self._refused(token, seen, now_ms + seen.retry_after_ms, now_ms)
        elif seen.limit is not None and seen.remaining is not None and seen.reset_after_ms is not None:
            self._counted(token, seen.limit, seen.limit - seen.remaining, seen.reset_after_ms, now_ms)
        if seen.failed:
            self._comes_again(token, now_ms)

    def _comes_again(self, token: Token, now_ms: int) -> None:
        """The library will send it once more, asking nobody: its place must not be given away meanwhile."""
        again_ms = now_ms + RETRY_MS + token.failed * RETRY_GROWS_MS
        token.failed += 1
        self._taken.append(Token(again_ms, token.editor))

    def _counted(self, token: Token, limit: int, used: int, reset_after_ms: int, now_ms: int) -> None:
        """`used` counts what others sent with this token, too: names, or a process before this one."""
        self._burst = max(1, limit)
        self._hidden = max(self._hidden, self._passed(now_ms) + 1)
        self._passed_ms.append(now_ms)
        if used == 1:
            self._window_ms = reset_after_ms
        token.free_ms = now_ms + reset_after_ms + SETTLE_MS
        self.room(now_ms)
        for _ in range(used - len(self._taken)):
            self._taken.append(Token(token.at_ms, token.editor, token.free_ms))

    def _refused(self, token: Token, seen: LimitsSeen, until_ms: int, now_ms: int) -> None:
        """The library sends it again by itself at `until_ms`; what others brought about is theirs alone.

        Too many requests of all kinds say nothing of how many edits there may be, once they are forgiven.
        """
        token.at_ms, token.free_ms = until_ms, None
        if seen.shared:
            return
        self._blocked_ms = max(self._blocked_ms, until_ms)
        if not seen.everywhere and (seen.remaining is None or seen.remaining > 0):
            self._hidden = max(LEAST_HIDDEN, self._passed(now_ms))
            self._hidden_until_ms = now_ms + HIDDEN_FOR_MS

    def _passed(self, now_ms: int) -> int:
        """Edits that Discord has taken within a window: more than that it does allow."""
        self._passed_ms = [at_ms for at_ms in self._passed_ms if at_ms > now_ms - self._window_ms]
        return len(self._passed_ms)

    def _free_ms(self, token: Token) -> int:
        if token.free_ms is not None:
            return token.free_ms
        return token.at_ms + self._window_ms + MARGIN_MS
