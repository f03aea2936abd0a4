"""A guild's voice as Discord and the library make it behave: budget, queue, latency, faults, lost events."""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Coroutine
from dataclasses import dataclass, replace

from mafiabot.runtime.edit_budget import LimitsSeen, tell_limits
from mafiabot.runtime.ports import Clock, DiscordUnavailable, SeenVoice
from mafiabot.runtime.voice_sink import VoiceSink

GUILD, TABLE, LOUNGE = 1 << 40, 501, 502


@dataclass(slots=True)
class Member:
    channel_id: int | None = None
    mute: bool = False
    suppress: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    at_ms: int
    user_id: int
    muted: bool
    reason: str


@dataclass(slots=True)
class Fault:
    """What happens to one edit. `code` None: it is answered well; `hang_s` passes before it is answered.

    `late_s`: it is applied that long after its bad answer. `told`: the answer is heard when it comes, and
    `hang_s` is how long the call itself sleeps afterwards, as the library's does.
    """

    code: int | None = None
    applied: bool = False
    hang_s: float = 0.0
    late_s: float | None = None
    told: bool = False


class FakeDiscord:
    """One guild. Edits go through the library's queue: ten a window, the last one returns at the reset."""

    def __init__(self, clock: Clock, *, latency_ms: tuple[int, int] = (40, 40), seed: int = 0) -> None:
        self.clock = clock
        self.latency_ms = latency_ms
        self.random = random.Random(seed)
        self.sink: VoiceSink | None = None
        self.members: dict[int, Member] = {}
        self.calls: list[Call] = []
        self.applied: list[Call] = []
        self.asked: list[int] = []
        self.stage_calls: list[Call] = []
        self.faults: deque[Fault] = deque()
        self.lose_events: Counter[int] = Counter()
        self.permitted = True
        self.silent = False
        self.answers_tell = True
        self.says_limits = False
        self.limit, self.window_ms = 10, 10_000
        self.most_waiting = 0
        self._waiting = 0
        self._left, self._reset_ms = self.limit, 0
        self._queue = asyncio.Lock()
        self._events_ms = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the port --------------------------------------------------------------------------------

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        assert guild_id == GUILD
        call = Call(self.clock.now_ms(), user_id, muted, reason)
        self.calls.append(call)
        self._waiting += 1
        self.most_waiting = max(self.most_waiting, self._waiting)
        last = await self._token()
        left, reset_ms = self._left, self._reset_ms
        try:
            await self._pass(self._latency())
            await self._edit(call)
            await self._pass(self._latency())
            self._answer(call, left, reset_ms)
        finally:
            self._waiting -= 1
            if last:
                await self.clock.sleep_until_ms(self._reset_ms)

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        """Of a bucket of its own, which is never full here."""
        await self._pass(self._latency())
        member = self._member(user_id)
        if member.channel_id != channel_id:
            raise DiscordUnavailable(40032, "Target user is not connected to voice.")
        self.stage_calls.append(Call(self.clock.now_ms(), user_id, suppressed, reason))
        self.suppress(user_id, suppressed)
        await self._pass(self._latency())

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        assert guild_id == GUILD
        self.asked.append(user_id)
        if self.silent:
            raise DiscordUnavailable(503, "silent")
        await self._pass(self._latency())
        member = self.members.get(user_id, Member())
        answer = self._seen(user_id, member) if member.channel_id is not None else None
        await self._pass(self._latency())
        return answer

    # --- people ----------------------------------------------------------------------------------

    def join(self, user_id: int, channel_id: int = TABLE) -> None:
        self._member(user_id).channel_id = channel_id
        self._tell(user_id)

    def leave(self, user_id: int) -> None:
        self._member(user_id).channel_id = None
        self._tell(user_id)

    def by_hand(self, user_id: int, muted: bool) -> None:
        self._member(user_id).mute = muted
        self._tell(user_id)

    def suppress(self, user_id: int, suppressed: bool) -> None:
        self._member(user_id).suppress = suppressed
        self._tell(user_id)

    def snapshot(self) -> None:
        """GUILD_CREATE, at once."""
        assert self.sink is not None
        states = [self._seen(user, m) for user, m in self.members.items() if m.channel_id is not None]
        self.sink.guild_snapshot(GUILD, states, self.clock.now_ms())

    def muted(self) -> set[int]:
        return {user for user, member in self.members.items() if member.mute}

    # --- inside ----------------------------------------------------------------------------------

    def _member(self, user_id: int) -> Member:
        return self.members.setdefault(user_id, Member())

    async def _token(self) -> bool:
        """Strictly first in, first out; whether it was the window's last."""
        async with self._queue:
            now = self.clock.now_ms()
            if now >= self._reset_ms:
                self._left, self._reset_ms = self.limit, now + self.window_ms
            elif self._left == 0:
                await self.clock.sleep_until_ms(self._reset_ms)
                self._left, self._reset_ms = self.limit, self._reset_ms + self.window_ms
            self._left -= 1
            return self._left == 0

    async def _edit(self, call: Call) -> None:
        fault = self.faults.popleft() if self.faults else Fault()
        if fault.code is None or fault.applied:
            self._apply(call)
        if fault.told:
            await self._pass(self._latency())
            tell_limits(LimitsSeen(failed=True))
        await self._pass(round(fault.hang_s * 1000))
        if fault.late_s is not None:
            self._start(self._apply_late(call, fault.late_s))
        if fault.code is not None:
            raise DiscordUnavailable(fault.code, "fault")

    def _answer(self, call: Call, left: int, reset_ms: int) -> None:
        """What is read in a good answer: the member, and the bucket's headers."""
        mute, rest_ms = call.muted if self.answers_tell else None, max(0, reset_ms - self.clock.now_ms())
        if self.says_limits:
            seen = LimitsSeen(limit=self.limit, remaining=left, reset_after_ms=rest_ms, done=True, mute=mute)
        else:
            seen = LimitsSeen(done=True, mute=mute)
        tell_limits(seen)

    async def _apply_late(self, call: Call, late_s: float) -> None:
        await self._pass(round(late_s * 1000))
        self._apply(call)

    def _apply(self, call: Call) -> None:
        member = self._member(call.user_id)
        if not self.permitted:
            raise DiscordUnavailable(50013, "Missing Permissions")
        if member.channel_id is None:
            raise DiscordUnavailable(40032, "Target user is not connected to voice.")
        self.applied.append(replace(call, at_ms=self.clock.now_ms()))
        if member.mute != call.muted:
            member.mute = call.muted
            self._tell(call.user_id)

    def _tell(self, user_id: int) -> None:
        """One event, in the order of the gateway."""
        seen = self._seen(user_id, self._member(user_id))
        if self.lose_events[user_id]:
            self.lose_events[user_id] -= 1
            return
        self._events_ms = max(self._events_ms + 1, self.clock.now_ms() + self._latency())
        self._start(self._deliver(seen, self._events_ms))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, seen: SeenVoice, at_ms: int) -> None:
        await self.clock.sleep_until_ms(at_ms)
        if self.sink is not None:
            self.sink.voice_seen(replace(seen, seen_ms=self.clock.now_ms()))

    def _seen(self, user_id: int, member: Member) -> SeenVoice:
        return SeenVoice(
            guild_id=GUILD,
            user_id=user_id,
            channel_id=member.channel_id,
            mute=member.mute,
            deaf=False,
            self_mute=False,
            self_deaf=False,
            suppress=member.suppress,
            seen_ms=self.clock.now_ms(),
        )

    def _latency(self) -> int:
        return self.random.randint(*self.latency_ms)

    async def _pass(self, ms: int) -> None:
        if ms:
            await self.clock.sleep_until_ms(self.clock.now_ms() + ms)
