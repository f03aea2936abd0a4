"""One member's wish and his edits under way: what is still needed, what may still change, who did it.

Plain and synchronous. An edit is *unseen* until the gateway (or a question) has told its effect.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mafiabot.runtime.edit_budget import Token
from mafiabot.runtime.edit_pacing import RoundTrip
from mafiabot.runtime.mechanisms import ALL_THERE, Mechanism, Without
from mafiabot.runtime.mic_rules import Urgency

MOST_PENDING = 2  # a storm of wishes costs two edits a round trip, not one each
MOST_ALIKE = 2  # the sleeping one and one beside it
MOST_CALLS = 5  # more would only fill the library's queue
SOON_MS, SOON_TRIES = 100, 3  # after a failure: until the event of one that was done all the same has come
LINGER_MS = 5_000  # an edit whose answer was an error may still be applied
DOUBTFUL_TRIES = 2
RESTLESS_SENDS, RESTLESS_MS = 3, 20_000
OLD_MS = 5_000
FOR_EVER_MS = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """`turn`: what a person does by hand is undone once a turn, then left until the next one.

    `table`: whose wish it is; a change of speakers goes out together. `editor`: the only bot to send it.
    `hands_off`: what a person does by hand stands.
    """

    muted: bool
    urgency: Urgency
    turn: int
    table: str = ""
    editor: int | None = None
    hands_off: bool = False


@dataclass(slots=True, eq=False)
class Edit:
    """`sent_ms` None: not on the wire yet, and dropped if another flag is wanted by then.

    `given_up_ms`: not shown by then, another one may be sent. `failed_ms`: Discord failed over it, and the
    library waits before it sends it again. `done_ms`: Discord's answer came that it was carried out.
    `doubted`: between its departure and that answer an event told the other flag. `believed`: that answer
    alone tells how the flag is.
    """

    muted: bool
    token: Token
    sent_ms: int | None = None
    given_up_ms: int = 0
    returned_ms: int | None = None
    shown: bool = False
    failed_ms: int | None = None
    done_ms: int | None = None
    doubted: bool = False
    believed: bool = False

    @property
    def unseen(self) -> bool:
        """On its way, as far as events have told."""
        return self.sent_ms is not None and not self.shown

    @property
    def asleep(self) -> bool:
        """The library will send it once more."""
        return self.failed_ms is not None and self.done_ms is None

    @property
    def answered_ms(self) -> int | None:
        """When it had been carried out, if it was."""
        return self.done_ms if self.done_ms is not None else self.failed_ms

    def over_by(self, at_ms: int) -> bool:
        """Whether Discord had answered it for good by then."""
        return any(ms is not None and ms <= at_ms for ms in (self.returned_ms, self.done_ms))

    def pending(self, now_ms: int) -> bool:
        return self.unseen and now_ms < self.given_up_ms


@dataclass(slots=True)
class MemberEdits:
    """`reached`: what is wanted has been seen, so that a change from it is somebody else's doing.

    `remade`: how often that was undone in this turn.
    """

    want: Want | None = None
    without: Without = ALL_THERE
    wanted_ms: int = 0
    refused: bool = False
    _edits: list[Edit] = field(default_factory=list)
    _seen: bool | None = None
    _turn: int | None = None
    _tries: int = 0
    _not_before_ms: int = 0
    _reached: bool = False
    _remade: int = 0
    _linger_ms: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    _sends_ms: list[int] = field(default_factory=list)

    def wish(self, want: Want | None, now_ms: int) -> None:
        old, self.want = self.want, want
        if want is None:
            return
        if self._turn != want.turn:
            self._turn, self._remade = want.turn, 0
        if old is None or old.muted != want.muted:
            self.wanted_ms, self._tries, self._not_before_ms, self._reached = now_ms, 0, 0, False

    def needs_edit(self, seen_muted: bool, now_ms: int) -> bool:
        want = self.want
        if want is None or self.refused or self.left_to_people or now_ms < self._not_before_ms:
            return False
        calls = [edit for edit in self._edits if edit.returned_ms is None and not edit.shown]
        alike = [edit for edit in calls if edit.muted == want.muted and not edit.asleep]
        if len(calls) >= MOST_CALLS or len(alike) >= MOST_ALIKE or any(not edit.sent_ms for edit in alike):
            return False
        pending = [edit for edit in self._edits if edit.pending(now_ms)]
        if pending:
            return pending[-1].muted != want.muted and len(pending) < MOST_PENDING
        return seen_muted != want.muted

    @property
    def left_to_people(self) -> bool:
        """Somebody has set our edit aside twice in this turn: it is his responsibility until the next."""
        hands_off = self.want is not None and self.want.hands_off
        most = 0 if hands_off or Mechanism.REMAKES in self.without else 1
        return self._remade > most

    @property
    def undone(self) -> bool:
        """Somebody has set our edit aside in this turn."""
        return self._remade > 0

    def asleep(self) -> tuple[int, ...]:
        """Bots whose call about him has not returned."""
        return tuple(edit.token.editor for edit in self._edits if edit.returned_ms is None)

    def restless(self, now_ms: int) -> bool:
        """He comes and goes so often that he would use up what others need."""
        self._sends_ms = [at_ms for at_ms in self._sends_ms if at_ms > now_ms - RESTLESS_MS]
        return len(self._sends_ms) >= RESTLESS_SENDS

    def urgency(self, now_ms: int) -> Urgency:
        """What has waited long goes with what is more urgent, so that nobody waits for ever."""
        assert self.want is not None
        old = self.want.urgency is Urgency.REST and now_ms - self.wanted_ms >= OLD_MS
        return Urgency.INTRUDER if old else self.want.urgency

    def launch(self, token: Token, seen_muted: bool) -> Edit:
        """A new edit to what is wanted now. Only after `needs_edit`, with the same flag."""
        assert self.want is not None
        self._seen = seen_muted
        edit = Edit(self.want.muted, token)
        self._edits.append(edit)
        self._tries += 1
        return edit

    def sent(self, edit: Edit, now_ms: int, patience_of: RoundTrip) -> None:
        edit.sent_ms = edit.token.at_ms = now_ms
        edit.given_up_ms = now_ms + patience_of.patience_ms(max(1, self._tries))
        if Mechanism.SENDS_AGAIN in self.without:
            edit.given_up_ms = now_ms + FOR_EVER_MS
        if self.want is not None and self.want.urgency is not Urgency.SWAP:
            self._sends_ms.append(now_ms)

    def sleeps(self, edit: Edit, until_ms: int, patience_of: RoundTrip) -> None:
        """Discord refused it for now (429); the library sends it again at `until_ms`."""
        edit.given_up_ms = max(edit.given_up_ms, until_ms + patience_of.patience_ms(1))

    def opens_speaker(self, edit: Edit) -> bool:
        """Whether somebody's time begins with this edit: had it been done, it must be known since when."""
        return not edit.muted and self.want is not None and self.want.urgency is Urgency.SWAP

    def fails(self, edit: Edit, now_ms: int, asked: RoundTrip | None) -> None:
        """Discord's answer was a failure of its own: another edit may go soon, beside the sleeping one.

        `asked`: whether it was done has been asked; until that is answered no other edit blurs it.
        """
        if Mechanism.SENDS_AGAIN in self.without:
            return
        edit.failed_ms = now_ms
        if asked is not None:
            edit.given_up_ms = now_ms + asked.patience_ms(1)
        else:
            edit.given_up_ms = min(edit.given_up_ms, now_ms + SOON_MS)

    def not_sent(self, edit: Edit, now_ms: int, patience_of: RoundTrip) -> None:
        """The edit was given up before it left."""
        self._edits.remove(edit)
        self._postpone(edit, now_ms, patience_of)

    def returned(self, edit: Edit, now_ms: int) -> None:
        """The call came back, well or badly; a `shown` edit is then done with."""
        edit.returned_ms = now_ms
        self._tidy()

    def failed(
        self,
        edit: Edit,
        now_ms: int,
        patience_of: RoundTrip,
        *,
        applied_maybe: bool,
        at_once: bool = False,
    ) -> None:
        """`at_once`: another bot may try now."""
        if applied_maybe:
            self._linger_ms[edit.muted] = max(self._linger_ms[edit.muted], now_ms + LINGER_MS)
        else:
            edit.shown = True
        if applied_maybe and self._tries <= SOON_TRIES:
            self._not_before_ms = max(self._not_before_ms, now_ms + SOON_MS)
        elif not at_once:
            self._postpone(edit, now_ms, patience_of)

    def linger(self, until_ms: int) -> None:
        """Edits of a former process may still arrive until then."""
        self._linger_ms = {flag: max(known_ms, until_ms) for flag, known_ms in self._linger_ms.items()}

    def done(self, edit: Edit, now_ms: int, round_trip: RoundTrip) -> bool:
        """Discord has answered that it was carried out. True: so the flag is as it says, event or not."""
        edit.done_ms = now_ms
        if edit.sent_ms is None or edit.shown or edit.doubted or not self._alone(edit, now_ms):
            return False
        if self._tries == 1:
            round_trip.observe(now_ms - edit.sent_ms)
        edit.believed = True
        edit.given_up_ms = max(edit.given_up_ms, now_ms + round_trip.patience_ms(1))
        self.refused = False
        self._compare(edit.muted, True)
        return True

    def _alone(self, edit: Edit, now_ms: int) -> bool:
        """No edit to the other flag can have been carried out after this one."""
        others = (other for other in self._edits if other.muted != edit.muted and other.sent_ms is not None)
        return now_ms >= self._linger_ms[not edit.muted] and all(
            other.done_ms is not None and edit.sent_ms is not None and other.done_ms <= edit.sent_ms
            for other in others
        )

    def observe(self, muted: bool, now_ms: int, round_trip: RoundTrip) -> bool:
        """A voice event showed this flag; returns how it is, which an answer may have told better.

        A change of it shows one edit, the oldest to that flag. One known to be done needs no change.
        """
        overtaken = self._overtaken(muted, now_ms)
        changed, self._seen = muted is not self._seen, muted
        hits = [edit for edit in self._edits if edit.unseen and edit.muted == muted]
        ours = bool(hits) or now_ms < self._linger_ms[muted] or any(e.muted == muted for e in self._edits)
        if hits and (changed or hits[0].done_ms is not None):
            self._show(hits[0])
            if self._tries == 1 and len(hits) == 1 and hits[0].sent_ms is not None:
                round_trip.observe(now_ms - hits[0].sent_ms)
        if not overtaken:
            for edit in self._edits:
                edit.doubted = edit.doubted or (edit.unseen and edit.muted != muted)
            self.refused = False
            self._compare(muted, ours)
        self._tidy()
        return not muted if overtaken else muted

    def _overtaken(self, muted: bool, now_ms: int) -> bool:
        """Whether an event with this flag left before an edit that is known to be done was carried out."""
        for edit in reversed(self._edits):
            if edit.unseen and edit.muted == muted:
                return False
            if edit.believed and edit.pending(now_ms):
                return True
        return False

    def _show(self, edit: Edit) -> None:
        """Events come in order: those of edits that were done before it will not come any more."""
        edit.shown = True
        for earlier in self._edits[: self._edits.index(edit)]:
            earlier.shown = earlier.shown or earlier.believed

    def learn(self, muted: bool | None, asked_ms: int) -> int | None:
        """An answer to a question asked at `asked_ms`: what was over by then has had its effect.

        `muted` None: he is not in voice. Returns since when the flag has been so, where an edit tells.
        """
        since_ms = min(self._carried_out(muted, asked_ms), default=None)
        for edit in self._edits:
            failed = edit.asleep and edit.failed_ms is not None and edit.failed_ms <= asked_ms
            if edit.over_by(asked_ms) or (failed and edit.muted == muted):
                edit.shown = True
            elif failed and muted is not None:
                edit.given_up_ms = min(edit.given_up_ms, asked_ms)
        if muted is not None:
            self._seen = muted
            self._compare(muted, True)
        self._tidy()
        return since_ms

    def _carried_out(self, muted: bool | None, by_ms: int) -> Iterator[int]:
        """By when each edit had been carried out that can have brought about a flag seen later."""
        for edit in self._edits:
            at_ms = edit.answered_ms
            if not edit.unseen or edit.muted != muted or not self._alone(edit, by_ms):
                continue
            if at_ms is not None and at_ms <= by_ms:
                yield at_ms

    def settled(self, now_ms: int) -> bool:
        """Nothing we sent can change his flag any more."""
        return not self._edits and now_ms >= max(self._linger_ms.values())

    def doubtful(self, now_ms: int) -> bool:
        """Events that should have come have not: ask."""
        late = any(e.sent_ms is not None and not e.shown and now_ms >= e.given_up_ms for e in self._edits)
        return late or self._tries >= DOUBTFUL_TRIES

    def next_ms(self, now_ms: int) -> int | None:
        """The next moment at which time alone changes what is said above."""
        lingers = self._linger_ms.values()
        moments = [self._not_before_ms, *lingers, *(edit.given_up_ms for edit in self._edits)]
        return min((moment for moment in moments if moment > now_ms), default=None)

    def _compare(self, muted: bool, ours: bool) -> None:
        if self.want is None:
            return
        if muted == self.want.muted:
            self._reached, self._tries = True, 0
        elif self._reached:
            self._reached = False
            self._remade += not ours

    def _postpone(self, edit: Edit, now_ms: int, patience_of: RoundTrip) -> None:
        if self.want is not None and self.want.muted == edit.muted:
            self._not_before_ms = now_ms + patience_of.patience_ms(max(1, self._tries))

    def _tidy(self) -> None:
        self._edits = [edit for edit in self._edits if not edit.shown or edit.returned_ms is None]
