"""Asks Discord for the voice states that events should have told and have not, patiently."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import Clock, DiscordUnavailable, SeenVoice, Voice

log = structlog.get_logger(__name__)

ASK_AFTER_MS = 1_500
LONGEST_WAIT_MS = 30_000


@dataclass(frozen=True, slots=True)
class Pace:
    """How soon a doubt becomes a question, and how long to wait at most until it is asked again, in ms."""

    first_ms: int
    longest_ms: int


UNTOLD = Pace(ASK_AFTER_MS, LONGEST_WAIT_MS)
AWAY = Pace(ASK_AFTER_MS, 6_000)
"""Somebody of a table who would be heard if he came back, and may have done so without an event."""

AWAITED = Pace(0, 2_000)
"""The same, and he has the floor: until he is found he may be speaking while his clock stands."""


class AnswerTaker(Protocol):
    """Whoever keeps the voice table."""

    def seen(self, user_id: int) -> SeenVoice | None: ...

    def answered(
        self, user_id: int, answer: SeenVoice | None, before: SeenVoice | None, asked_ms: int
    ) -> None:
        """`answer` None: not in voice. `before`: what was seen of him when the question was asked."""
        ...


@dataclass(slots=True)
class _Doubt:
    next_ms: int
    pace: Pace
    wait_ms: int = ASK_AFTER_MS
    asking: bool = False


class VoiceAsker:
    """One guild's open questions."""

    def __init__(
        self, guild_id: int, voice: Voice, clock: Clock, taker: AnswerTaker, questions: Background
    ) -> None:
        self._guild_id = guild_id
        self._voice = voice
        self._clock = clock
        self._taker = taker
        self._questions = questions
        self._doubts: dict[int, _Doubt] = {}

    def review(self, doubtful: Mapping[int, Pace]) -> int | None:
        """Everybody in doubt now: a doubt that lasts becomes a question. Returns when to come back."""
        now = self._clock.now_ms()
        self._doubts = {user_id: self._doubt(user_id, pace, now) for user_id, pace in doubtful.items()}
        for user_id, doubt in self._doubts.items():
            if doubt.next_ms <= now and not doubt.asking:
                self._ask_later(user_id, doubt, now)
        return min((d.next_ms for d in self._doubts.values() if d.next_ms > now), default=None)

    def ask_now(self, user_id: int) -> None:
        """A question that cannot wait, beside any that is on its way."""
        self._start(user_id, _Doubt(0, UNTOLD))

    def _doubt(self, user_id: int, pace: Pace, now: int) -> _Doubt:
        known = self._doubts.get(user_id)
        if known is None:
            return _Doubt(now + pace.first_ms, pace)
        if pace.first_ms < known.pace.first_ms:
            known.next_ms = min(known.next_ms, now + pace.first_ms)
        known.pace = pace
        return known

    def _ask_later(self, user_id: int, doubt: _Doubt, now: int) -> None:
        doubt.wait_ms = min(doubt.pace.longest_ms, doubt.wait_ms * 2)
        doubt.next_ms = now + doubt.wait_ms
        doubt.asking = True
        self._start(user_id, doubt)

    def _start(self, user_id: int, doubt: _Doubt) -> None:
        self._questions.start(self._ask(user_id, doubt), "voice question", guild=self._guild_id, user=user_id)

    async def _ask(self, user_id: int, doubt: _Doubt) -> None:
        before, asked_ms = self._taker.seen(user_id), self._clock.now_ms()
        try:
            answer = await self._voice.ask(self._guild_id, user_id)
        except DiscordUnavailable as error:
            log.info("voice question failed", guild=self._guild_id, user=user_id, code=error.code)
        else:
            self._taker.answered(user_id, answer, before, asked_ms)
        finally:
            doubt.asking = False
