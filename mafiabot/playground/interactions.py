"""One click or command from the person's hand to the bot's answer, with the deadlines Discord sets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .buckets import Limits
from .clock import Clock
from .controls import text_of
from .errors import ApiError, Json
from .model import Application, Channel, Message
from .records import Records

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 1, 2, 3, 4, 5
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


@dataclass(slots=True, kw_only=True)
class Interaction:
    """What a person did and what came of it; moments are loop ms.

    `clicked_ms` is when the person acted, `created_ms` when Discord stamped the id, `answered_ms` when the
    bot's first answer arrived at Discord, `seen_ms` when the person's client showed it.
    """

    id: int
    token: str
    kind: int
    app: Application
    user_id: int
    channel: Channel
    data: Json
    clicked_ms: float
    created_ms: float
    source: Message | None = None
    parent: Interaction | None = None
    answer_kind: int | None = None
    answered_ms: float | None = None
    seen_ms: float | None = None
    failed: str | None = None
    message: Message | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    followups: list[Message] = field(default_factory=list)
    settled: asyncio.Future[None] = field(default_factory=asyncio.Future)
    final: asyncio.Future[None] = field(default_factory=asyncio.Future)

    @property
    def deferred(self) -> bool:
        """Whether the first answer only promised one."""
        return self.answer_kind in (DEFERRED_MESSAGE, DEFERRED_UPDATE)

    @property
    def unanswered(self) -> bool:
        """Whether the first answer did not come in time."""
        return self.failed == "unanswered"

    @property
    def text(self) -> str:
        """All the text of the answering message as it is now; empty where there is none."""
        return "" if self.message is None else text_of(self.message.payload)

    async def answered(self) -> Interaction:
        """Wait until the client has shown the first answer, or that there was none."""
        await asyncio.shield(self.settled)
        return self

    async def outcome(self) -> Interaction:
        """Wait for the answer itself: past a deferral until its first edit (or the token's end)."""
        await asyncio.shield(self.final)
        return self


class Interactions:
    """All interactions, by id and by token."""

    def __init__(self, clock: Clock, records: Records, limits: Limits, rng: Random) -> None:
        self.all: list[Interaction] = []
        self._clock = clock
        self._records = records
        self._limits = limits
        self._rng = rng
        self._by_token: dict[str, Interaction] = {}

    def open(self, **known: Any) -> Interaction:
        """Register a new interaction and start its 3 s; `known` are the fields given by the person."""
        token = f"{self._rng.getrandbits(320):080x}"
        made = Interaction(token=token, created_ms=self._clock.now_ms(), **known)
        self.all.append(made)
        self._by_token[token] = made
        self._clock.loop.call_later(self._limits.answer_within_s, self._expire, made)
        return made

    def find(self, token: str) -> Interaction | None:
        """The interaction of a token, alive or not."""
        return self._by_token.get(token)

    def unanswered(self) -> list[Interaction]:
        """Interactions whose first answer did not come within 3 s."""
        return [one for one in self.all if one.unanswered]

    def refuse(self, made: Interaction, why: str) -> None:
        """Discord itself turns the click down; the bot never hears of it."""
        made.failed = why
        self._settle(made)

    def _expire(self, made: Interaction) -> None:
        if made.answer_kind is None and made.failed is None:
            made.failed = "unanswered"
            self._settle(made)

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """The interaction a callback is for; 10062 where unknown or late, 40060 where answered before."""
        made = self._by_token.get(token)
        if made is None or made.id != interaction_id or made.failed is not None:
            raise self._misuse(made, ApiError(404, 10062))
        if made.answer_kind is not None:
            raise self._misuse(made, ApiError(400, 40060))
        return made

    def by_token(self, app_id: int, token: str) -> Interaction:
        """The interaction a webhook call is for; 10015 where unknown or unanswered, 50027 past 15 minutes."""
        made = self._by_token.get(token)
        if made is None or made.app.id != app_id:
            raise ApiError(404, 10015)
        if self._clock.now_ms() - made.created_ms > self._limits.token_life_s * 1000:
            raise self._misuse(made, ApiError(401, 50027))
        if made.answer_kind is None:
            raise self._misuse(made, ApiError(404, 10015))
        return made

    def _misuse(self, made: Interaction | None, error: ApiError) -> ApiError:
        note = {"interaction": made and made.id, "code": error.code, "at_ms": self._clock.now_ms()}
        self._records.interaction_misuse.append(note)
        return error

    def answer(self, made: Interaction, kind: int, seen_s: float) -> None:
        """Note the first answer; the person's client shows it at `seen_s` (loop seconds)."""
        made.answer_kind = kind
        made.answered_ms = self._clock.now_ms()
        self._clock.loop.call_at(seen_s, self._settle, made)

    def completed(self, made: Interaction, seen_s: float) -> None:
        """The promised answer is there; the person's client shows it at `seen_s`."""
        if not made.final.done():
            self._clock.loop.call_at(seen_s, self._finish, made)

    def _settle(self, made: Interaction) -> None:
        if not made.settled.done():
            made.seen_ms = self._clock.now_ms()
            made.settled.set_result(None)
        if made.answer_kind == DEFERRED_MESSAGE:
            self._clock.loop.call_later(self._limits.token_life_s, self._finish, made)
        else:
            self._finish(made)

    def _finish(self, made: Interaction) -> None:
        if not made.final.done():
            made.final.set_result(None)
