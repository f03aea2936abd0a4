"""One guild's member edits in front of the library's strictly first-in-first-out queue.

Last wish wins, urgent ones go first, tokens are kept back for changes of speakers. Fire and forget: an
edit has happened when the gateway shows it; one that is not shown in time is sent again beside the sleeping
one. No edit is ever cancelled.
"""

from collections.abc import Mapping
from typing import Protocol

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.edit_pacing import EditBudget, RoundTrip
from mafiabot.runtime.member_edits import Edit, MemberEdits, Want
from mafiabot.runtime.mic_rules import Urgency
from mafiabot.runtime.ports import Clock, DiscordUnavailable, SeenVoice, StoreUnavailable, Voice

log = structlog.get_logger(__name__)

NOT_IN_VOICE = frozenset({40032, 10007, 10013})
REFUSED = frozenset({401, 403, 404, 10004, 50001, 50013})


class SchedulerOwner(Protocol):
    """What the scheduler asks back of whoever knows the wishes."""

    def seen(self, user_id: int) -> SeenVoice | None: ...

    def reason(self, user_id: int) -> str:
        """For the audit log: everybody may read it."""
        ...

    async def prepare(self, user_id: int, muted: bool) -> bool:
        """Debt written, wishes fresh: may this edit be sent? Raises `StoreUnavailable`."""
        ...

    def not_in_voice(self, user_id: int, sent_ms: int) -> None:
        """Discord said so of an edit sent at `sent_ms`."""
        ...

    def refused(self, user_id: int, code: int) -> None: ...

    def come_back(self, at_ms: int) -> None:
        """`replace` wants to be called again then."""
        ...

    def edit_ended(self) -> None:
        """A call is over: to be looked at again."""
        ...


class EditScheduler:
    """`burst` edits per `window_s` seconds. Its owner calls it again at the moment `replace` returned."""

    def __init__(
        self,
        guild_id: int,
        voice: Voice,
        clock: Clock,
        owner: SchedulerOwner,
        edits: Background,
        *,
        burst: int = 10,
        window_s: float = 10.0,
    ) -> None:
        self._guild_id = guild_id
        self._voice = voice
        self._clock = clock
        self._owner = owner
        self._background = edits
        self._budget = EditBudget(burst, window_s)
        self._round_trip = RoundTrip()
        self._members: dict[int, MemberEdits] = {}

    def replace(self, wants: Mapping[int, Want], keep: int) -> int | None:
        """All wishes there are; sends what can be sent now. Returns the next moment to come back, if any.

        `keep`: tokens kept back for changes of speakers.
        """
        now = self._clock.now_ms()
        for user_id in self._members.keys() | wants.keys():
            self._member(user_id).wish(wants.get(user_id), now)
        waits_ms = self._pump(now, keep)
        self._members = {
            user: member
            for user, member in self._members.items()
            if member.want is not None or not member.settled(now)
        }
        moments = (waits_ms, *(member.next_ms(now) for member in self._members.values()))
        return min((moment for moment in moments if moment is not None), default=None)

    def wanted(self, user_id: int) -> bool | None:
        member = self._members.get(user_id)
        return member.want.muted if member is not None and member.want is not None else None

    def observe(self, seen: SeenVoice) -> None:
        """A voice event of somebody with a wish or an edit."""
        if (member := self._members.get(seen.user_id)) is not None:
            member.observe(seen.mute, self._clock.now_ms(), self._round_trip)

    def learn(self, user_id: int, muted: bool | None, asked_ms: int) -> None:
        """The answer to a question asked at `asked_ms`; `muted` None: not in voice."""
        if (member := self._members.get(user_id)) is not None:
            member.learn(muted, asked_ms)

    def linger(self, user_id: int, until_ms: int) -> None:
        """Edits of a former process may still arrive until then."""
        self._member(user_id).linger(until_ms)

    def settled(self, user_id: int) -> bool:
        """Nothing we sent can change his flag any more."""
        member = self._members.get(user_id)
        return member is None or member.settled(self._clock.now_ms())

    def doubtful(self, user_id: int) -> bool:
        """His state should be asked for: events that were due have not come."""
        member = self._members.get(user_id)
        return member is not None and member.doubtful(self._clock.now_ms())

    def permissions_changed(self) -> None:
        """Whom Discord refused may be tried again."""
        for member in self._members.values():
            member.refused = False

    def _member(self, user_id: int) -> MemberEdits:
        return self._members.setdefault(user_id, MemberEdits())

    def _pump(self, now: int, keep: int) -> int | None:
        """Sends by urgency while tokens last; returns when the next token comes if somebody waits for one."""
        for user_id, member, want, seen_muted in self._due(now):
            kept = 0 if want.urgency is Urgency.SWAP else keep
            token = self._budget.take(now, kept)
            if token is None:
                return self._budget.next_ms(kept)
            edit = member.launch(token, seen_muted)
            self._background.start(
                self._send(user_id, member, edit), "member edit", guild=self._guild_id, user=user_id
            )
        return None

    def _due(self, now: int) -> list[tuple[int, MemberEdits, Want, bool]]:
        due = [
            (user_id, member, member.want, seen.mute)
            for user_id, member in self._members.items()
            if member.want is not None
            and (seen := self._owner.seen(user_id)) is not None
            and seen.channel_id is not None
            and member.needs_edit(seen.mute, now)
        ]
        return sorted(due, key=lambda item: (item[2].urgency, not item[2].muted, item[1].wanted_ms))

    async def _send(self, user_id: int, member: MemberEdits, edit: Edit) -> None:
        try:
            ready = await self._ready(user_id, edit)
            if ready:
                await self._call(user_id, member, edit)
        finally:
            now = self._clock.now_ms()
            if edit.sent_ms is None:
                self._budget.give_back(edit.token)
                member.not_sent(edit, now, self._round_trip)
            else:
                member.returned(edit, now)
            self._owner.edit_ended()

    async def _ready(self, user_id: int, edit: Edit) -> bool:
        try:
            return await self._owner.prepare(user_id, edit.muted)
        except StoreUnavailable:
            log.warning("edit waits for the store", guild=self._guild_id, user=user_id)
            return False

    async def _call(self, user_id: int, member: MemberEdits, edit: Edit) -> None:
        sent_ms = self._clock.now_ms()
        member.sent(edit, sent_ms, self._round_trip)
        self._owner.come_back(edit.given_up_ms)
        try:
            await self._voice.set_mute(self._guild_id, user_id, edit.muted, self._owner.reason(user_id))
        except DiscordUnavailable as error:
            self._failed(user_id, member, edit, error.code)

    def _failed(self, user_id: int, member: MemberEdits, edit: Edit, code: int) -> None:
        log.info("member edit failed", guild=self._guild_id, user=user_id, muted=edit.muted, code=code)
        certain = code in NOT_IN_VOICE or code in REFUSED
        member.failed(edit, self._clock.now_ms(), self._round_trip, applied_maybe=not certain)
        if code in NOT_IN_VOICE:
            self._owner.not_in_voice(user_id, edit.sent_ms or 0)
        elif code in REFUSED and not member.refused:
            member.refused = True
            self._owner.refused(user_id, code)
