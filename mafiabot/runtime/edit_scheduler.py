"""One guild's member edits in front of the library's strictly first-in-first-out queue.

Last wish wins, urgent ones go first, tokens are kept back for changes of speakers. Fire and forget: an
edit has happened when the gateway shows it; one that is not shown in time is sent again beside the sleeping
one. No edit is ever cancelled.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.edit_budget import LimitsSeen, hearing_limits
from mafiabot.runtime.edit_departures import Departure, Departures
from mafiabot.runtime.edit_meter import EditMeter, Wish
from mafiabot.runtime.edit_pacing import RoundTrip
from mafiabot.runtime.edit_tokens import THE_BOT, EditTokens
from mafiabot.runtime.mechanisms import ALL_THERE, Mechanism, Without
from mafiabot.runtime.member_edits import Edit, MemberEdits, Want
from mafiabot.runtime.meters import NO_METERS, EditTrouble, Meters
from mafiabot.runtime.mic_rules import Lever, Urgency
from mafiabot.runtime.ports import Clock, DiscordUnavailable, SeenVoice, StoreUnavailable
from mafiabot.runtime.table_mics import SWAP_TOKENS

log = structlog.get_logger(__name__)

NOT_IN_VOICE = frozenset({40032, 10007, 10013, 10065})
REFUSED = frozenset({401, 10004, 50001, 50013})
KEPT_FROM_RESTLESS = 4
KEPT_FROM_NAMES = 2
LEFT_AT_LEAST = 2  # of a whole budget, however much is kept back


class SchedulerOwner(Protocol):
    """What the scheduler asks back of whoever knows the wishes."""

    def seen(self, user_id: int) -> SeenVoice | None: ...

    def reason(self, user_id: int) -> str:
        """For the audit log: everybody may read it."""
        ...

    async def prepare(self, user_id: int, lever: Lever, muted: bool) -> bool:
        """Debt written, wishes fresh: may this edit be sent? Raises `StoreUnavailable`."""
        ...

    def not_in_voice(self, user_id: int, sent_ms: int) -> None:
        """Discord said so of an edit sent at `sent_ms`."""
        ...

    def refused(self, user_id: int, code: int) -> None: ...

    def helper_refused(self, place: int) -> None:
        """A further bot turned out not to be allowed here."""
        ...

    def edit_done(self, user_id: int, lever: Lever, flag: bool) -> None:
        """Discord's answer tells that his flag is so; the event may come later, or never."""
        ...

    def ask_now(self, user_id: int) -> bool:
        """How he is, is to be asked at once; False: nothing is asked now."""
        ...

    def come_back(self, at_ms: int) -> None:
        """`replace` wants to be called again then."""
        ...

    def edit_ended(self) -> None:
        """A call is over: to be looked at again."""
        ...


class EditScheduler:
    """All edits of one `lever`. Its owner calls it again at the moment `replace` returned."""

    def __init__(
        self,
        guild_id: int,
        lever: Lever,
        tokens: EditTokens,
        clock: Clock,
        owner: SchedulerOwner,
        edits: Background,
        without: Without = ALL_THERE,
        meters: Meters = NO_METERS,
    ) -> None:
        self._guild_id = guild_id
        self._lever = lever
        self._tokens = tokens
        self._clock = clock
        self._owner = owner
        self._background = edits
        self._without = without
        self._meter = EditMeter(meters)
        self._round_trip = RoundTrip()
        self._members: dict[int, MemberEdits] = {}
        self._names: list[asyncio.Future[None]] = []

    def replace(self, wants: Mapping[int, Want], keep: int) -> int | None:
        """All wishes there are; sends what can be sent now. Returns the next moment to come back, if any.

        `keep`: tokens kept back for changes of speakers.
        """
        now = self._clock.now_ms()
        for user_id in self._members.keys() | wants.keys():
            self._member(user_id).wish(wants.get(user_id), now)
        self._meter.look(self._wish, self._seen_flag, now)
        waits_ms = self._pump(now, keep if Mechanism.KEEPS_TOKENS not in self._without else 0)
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

    def observe(self, seen: SeenVoice) -> SeenVoice:
        """A voice event of somebody with a wish or an edit; returns how he is, see `MemberEdits.observe`."""
        if (member := self._members.get(seen.user_id)) is None:
            return seen
        flag = member.observe(self._flag(seen), self._clock.now_ms(), self._round_trip)
        return self.with_flag(seen, flag)

    def learn(self, user_id: int, answer: SeenVoice | None, asked_ms: int) -> int | None:
        """The answer to a question asked at `asked_ms` (None: not in voice); see `MemberEdits.learn`."""
        if (member := self._members.get(user_id)) is None:
            return None
        return member.learn(self._flag(answer) if answer is not None else None, asked_ms)

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

    def is_refused(self, user_id: int) -> bool:
        """Discord does not let us edit him, for now."""
        member = self._members.get(user_id)
        return member is not None and member.refused

    def remade(self) -> tuple[tuple[int, Want], ...]:
        """Whose microphone a person has set otherwise in this turn, and was or is set back."""
        return tuple(
            (user, member.want)
            for user, member in self._members.items()
            if member.undone and member.want is not None and not member.want.hands_off
        )

    def left_to_people(self, user_id: int) -> bool:
        """A person has set his microphone otherwise, and it is left so until the turn ends."""
        member = self._members.get(user_id)
        return member is not None and member.left_to_people

    def permissions_changed(self) -> None:
        """Whom Discord refused may be tried again."""
        for member in self._members.values():
            member.refused = False

    async def turn_for_a_name(self) -> None:
        """Returns when an edit that is no microphone's may be sent by the bot; its token is then taken.

        Never ahead of a microphone: all that are due have been sent, and more than a swap's tokens are left.
        """
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._names.append(turn)
        self._owner.edit_ended()
        await turn

    def with_flag(self, seen: SeenVoice, flag: bool) -> SeenVoice:
        """The same but for the flag this scheduler sets."""
        if flag is self._flag(seen):
            return seen
        return replace(seen, mute=flag) if self._lever is Lever.MUTE else replace(seen, suppress=flag)

    def _wish(self, user_id: int) -> Wish | None:
        member = self._members.get(user_id)
        want = member.want if member is not None else None
        return (want.muted, member.wanted_ms) if member is not None and want is not None else None

    def _seen_flag(self, user_id: int) -> bool | None:
        seen = self._owner.seen(user_id)
        return self._flag(seen) if seen is not None else None

    def _flag(self, seen: SeenVoice) -> bool:
        return seen.mute if self._lever is Lever.MUTE else seen.suppress

    def _member(self, user_id: int) -> MemberEdits:
        if user_id not in self._members:
            self._members[user_id] = MemberEdits(without=self._without)
        return self._members[user_id]

    # --- sending ---------------------------------------------------------------------------------

    def _pump(self, now: int, keep: int) -> int | None:
        """Sends by urgency while tokens last; returns when the next token comes if somebody waits for one."""
        moments, departures = [], Departures()
        for user_id, member, want, flag in self._due(now):
            self._meter.due(user_id, want.muted, member.wanted_ms)
            kept = self._kept(member, keep, now)
            token = self._tokens.take(now, kept, avoid=member.asleep(), only=want.editor)
            if token is None:
                moments.append(self._tokens.next_ms(now, kept))
                continue
            edit = member.launch(token, flag)
            sending = self._send(user_id, member, edit, departures.of(want))
            self._background.start(sending, "member edit", guild=self._guild_id, user=user_id)
        moments.append(self._pump_names(now, keep, free=not moments))
        return min((moment for moment in moments if moment is not None), default=None)

    def _kept(self, member: MemberEdits, keep: int, now: int) -> int:
        """For a change of speakers nothing, for an intruder one change, for the rest those of all tables."""
        urgency = member.urgency(now)
        if urgency is Urgency.SWAP:
            return 0
        if urgency is Urgency.INTRUDER:
            keep = min(keep, SWAP_TOKENS)
        kept = keep + KEPT_FROM_RESTLESS if keep and member.restless(now) else keep
        return min(kept, max(0, self._tokens.most(now) - LEFT_AT_LEAST))

    def _due(self, now: int) -> list[tuple[int, MemberEdits, Want, bool]]:
        """Urgent ones first, then whoever has waited longest; the two edits of one swap are neighbours."""
        due = [
            (user_id, member, member.want, self._flag(seen))
            for user_id, member in self._members.items()
            if member.want is not None
            and (seen := self._owner.seen(user_id)) is not None
            and seen.channel_id is not None
            and member.needs_edit(self._flag(seen), now)
        ]
        if Mechanism.URGENT_FIRST in self._without:
            return sorted(due, key=lambda one: one[1].wanted_ms)
        return sorted(
            due, key=lambda one: (one[1].urgency(now), one[1].wanted_ms, one[2].table, not one[2].muted)
        )

    def _pump_names(self, now: int, keep: int, *, free: bool) -> int | None:
        self._names = [turn for turn in self._names if not turn.done()]
        kept = min(keep + KEPT_FROM_NAMES, max(0, self._tokens.most(now) - LEFT_AT_LEAST))
        while self._names and free:
            if self._tokens.take(now, kept, only=THE_BOT) is None:
                return self._tokens.next_ms(now, kept)
            self._names.pop(0).set_result(None)
        return None

    async def _send(self, user_id: int, member: MemberEdits, edit: Edit, departure: Departure) -> None:
        try:
            ready = await self._ready(user_id, edit)
            await departure.turn()
            if ready and self.wanted(user_id) is edit.muted:
                departure.left.set()
                await self._call(user_id, member, edit)
        finally:
            departure.left.set()
            now = self._clock.now_ms()
            if edit.sent_ms is None:
                self._tokens.give_back(edit.token)
                member.not_sent(edit, now, self._round_trip)
            else:
                member.returned(edit, now)
            self._owner.edit_ended()

    async def _ready(self, user_id: int, edit: Edit) -> bool:
        try:
            return await self._owner.prepare(user_id, self._lever, edit.muted)
        except StoreUnavailable:
            log.warning("edit waits for the store", guild=self._guild_id, user=user_id)
            return False

    async def _call(self, user_id: int, member: MemberEdits, edit: Edit) -> None:
        member.sent(edit, self._clock.now_ms(), self._round_trip)
        self._meter.sent()
        self._owner.come_back(edit.given_up_ms)

        def told(seen: LimitsSeen) -> None:
            self._told(user_id, member, edit, seen)

        try:
            with hearing_limits(told):
                await self._edit(user_id, edit)
        except DiscordUnavailable as error:
            self._failed(user_id, member, edit, error.code)

    async def _edit(self, user_id: int, edit: Edit) -> None:
        voice, reason = self._tokens.voice(edit.token), self._owner.reason(user_id)
        if self._lever is Lever.MUTE:
            await voice.set_mute(self._guild_id, user_id, edit.muted, reason)
            return
        seen = self._owner.seen(user_id)
        if seen is None or seen.channel_id is None:
            raise DiscordUnavailable(10065, "he has left the stage")
        await voice.set_suppress(self._guild_id, seen.channel_id, user_id, edit.muted, reason)

    def _told(self, user_id: int, member: MemberEdits, edit: Edit, seen: LimitsSeen) -> None:
        if Mechanism.LEARNS_LIMITS in self._without:
            return
        now = self._clock.now_ms()
        self._tokens.told(edit.token, seen, now)
        if seen.retry_after_ms is not None:
            log.info("edit refused for now", guild=self._guild_id, user=user_id, ms=seen.retry_after_ms)
            member.sleeps(edit, now + seen.retry_after_ms, self._round_trip)
        if seen.failed:
            asked = member.opens_speaker(edit) and self._owner.ask_now(user_id)
            member.fails(edit, now, self._round_trip if asked else None)
            self._owner.come_back(edit.given_up_ms)
        if self._shows(seen, edit) and member.done(edit, now, self._round_trip):
            self._owner.edit_done(user_id, self._lever, edit.muted)
        self._owner.edit_ended()

    def _shows(self, seen: LimitsSeen, edit: Edit) -> bool:
        """Whether an answer tells that this edit was carried out."""
        if Mechanism.TAKES_ANSWERS in self._without or not seen.done:
            return False
        return self._lever is Lever.SUPPRESS or seen.mute is edit.muted

    def _failed(self, user_id: int, member: MemberEdits, edit: Edit, code: int) -> None:
        place = edit.token.editor
        log.info(
            "member edit failed",
            guild=self._guild_id,
            user=user_id,
            muted=edit.muted,
            code=code,
            editor=place,
        )
        certain = code in NOT_IN_VOICE or code in REFUSED
        helpless = place != THE_BOT and code in REFUSED
        if helpless:
            self._tokens.allow(place, allowed=False)
            self._owner.helper_refused(place)
        member.failed(
            edit,
            self._clock.now_ms(),
            self._round_trip,
            applied_maybe=not certain,
            at_once=helpless,
        )
        self._meter.failed(_trouble(code))
        if code in NOT_IN_VOICE:
            self._owner.not_in_voice(user_id, edit.sent_ms or 0)
        elif code in REFUSED and not helpless and not member.refused:
            member.refused = True
            self._owner.refused(user_id, code)


def _trouble(code: int) -> EditTrouble:
    if code in NOT_IN_VOICE:
        return EditTrouble.NOT_IN_VOICE
    return EditTrouble.REFUSED if code in REFUSED else EditTrouble.FAILED
