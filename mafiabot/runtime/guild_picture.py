"""One guild's microphones at this moment: what voice table, tables and ledger say together.

Only reads and answers; whoever changes one of the three asks again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.member_edits import Want
from mafiabot.runtime.mic_probe import Probe
from mafiabot.runtime.mic_reports import Level
from mafiabot.runtime.mic_rules import MOST_SPECTATORS, Lever, Part, Urgency, urgency, wanted_flag, wish_of
from mafiabot.runtime.ports import Debt, SeenVoice
from mafiabot.runtime.table_mics import TableBook, TableMics
from mafiabot.runtime.voice_asker import AWAITED, AWAY, UNTOLD, Pace
from mafiabot.runtime.voice_table import Place, VoiceTable


@dataclass(slots=True)
class GuildFacts:
    """What a guild is besides its voices. `stages`: ids of its Stage channels, as far as they were told."""

    bots: set[int] = field(default_factory=set)
    stages: set[int] = field(default_factory=set)
    mutes_spectators: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Which table has a say over somebody, and what it wishes of him."""

    table: TableMics | None
    wish: MicWish = MicWish.AS_FOUND


@dataclass(frozen=True, slots=True)
class GuildPicture:
    guild_id: int
    voice: VoiceTable
    book: TableBook
    ledger: Ledger
    probes: Mapping[int, Probe]
    facts: GuildFacts

    def concerned(self) -> frozenset[int]:
        """Everybody with a wish or a debt; nobody else is ever touched."""
        owed = {debt.user_id for debt in self.ledger.open}
        return self.book.users | self.probes.keys() | owed | set(self._audience())

    def free(self, user_id: int) -> bool:
        """Neither a table nor a trial has a say over his microphone."""
        return self.claim(user_id).wish is MicWish.AS_FOUND and user_id not in self.probes

    def claim(self, user_id: int) -> Claim:
        seated = self.book.of(user_id)
        if seated is not None and seated.playing:
            part = Part.SPEAKER if seated.wishes[user_id] is MicWish.OPEN else Part.SEATED
            return Claim(seated, wish_of(part, playing=True, mutes_spectators=self.facts.mutes_spectators))
        seen = self.voice.get(user_id)
        near = self.book.in_play_at(seen.channel_id) if seen is not None and seen.channel_id else None
        if near is None:
            return Claim(seated)
        muted = self.facts.mutes_spectators and user_id in self.spectators(near)[:MOST_SPECTATORS]
        return Claim(near, wish_of(self._part(user_id, near), playing=True, mutes_spectators=muted))

    def _part(self, user_id: int, table: TableMics) -> Part:
        """Of somebody in the table's channel who is not seated at it."""
        if user_id in table.judges:
            return Part.JUDGE
        return Part.BOT if user_id in self.facts.bots else Part.SPECTATOR

    def spectators(self, table: TableMics) -> tuple[int, ...]:
        """Who looks on in the table's channel: those we have muted already first."""
        here = self.voice.in_channel(table.state.channel_id)
        found = [u for u in here if u not in table.wishes and self._part(u, table) is Part.SPECTATOR]
        return tuple(sorted(found, key=lambda user: (self.ledger.get(user) is None, user)))

    def _audience(self) -> Iterator[int]:
        if self.facts.mutes_spectators:
            for table in self.book.tables:
                if table.playing:
                    yield from self.spectators(table)

    # --- what is wanted --------------------------------------------------------------------------

    def wants(self, lever: Lever) -> dict[int, Want]:
        """The edits' aims by user id; who is to be left alone is not in it."""
        if lever is Lever.SUPPRESS and not self.facts.stages:
            return {}
        of = self._mute_want if lever is Lever.MUTE else self._stage_want
        return {user: want for user in self.concerned() if (want := of(user)) is not None}

    def _mute_want(self, user_id: int) -> Want | None:
        """On a stage the table has no say over the server mute; what is owed is paid there, too."""
        claim, debt, probe = self.claim(user_id), self.ledger.get(user_id), self.probes.get(user_id)
        if (
            probe is not None
            and claim.wish is MicWish.AS_FOUND
            and (probe.muting or probe.editor is not None)
        ):
            here = self.voice.place(user_id, probe.channel_id) is Place.HERE
            aim = Want(muted=probe.muting, urgency=Urgency.REST, turn=-1, editor=probe.editor)
            return aim if here else None
        if self._on_stage(claim.table):
            claim = Claim(claim.table)
        return self._want(user_id, claim, debt.found_muted if debt is not None else None)

    def _stage_want(self, user_id: int) -> Want | None:
        """Being audience ends with the visit: nothing is wanted anywhere but on the table's stage."""
        claim, debt = self.claim(user_id), self.ledger.get(user_id)
        found = debt.found_suppressed if debt is not None else None
        stage_id = claim.table.state.channel_id if claim.table is not None else None
        if stage_id is None and debt is not None:
            stage_id = debt.channel_id
        if stage_id not in self.facts.stages or self.voice.place(user_id, stage_id) is not Place.HERE:
            return None
        return self._want(user_id, claim, found, stage_id)

    def _want(
        self, user_id: int, claim: Claim, found: bool | None, channel_id: int | None = None
    ) -> Want | None:
        table = claim.table
        if table is not None:
            channel_id = table.state.channel_id
        place = self.voice.place(user_id, channel_id)
        muted = wanted_flag(claim.wish, place, found)
        if muted is None:
            return None
        return Want(
            muted=muted,
            urgency=urgency(claim.wish, place, table is not None and user_id in table.spoke_last),
            turn=table.turn if table is not None else -1,
            table=table.state.game_id if table is not None else "",
            hands_off=table is not None and table.paused,
        )

    def _on_stage(self, table: TableMics | None) -> bool:
        return table is not None and table.state.channel_id in self.facts.stages

    # --- what is owed ----------------------------------------------------------------------------

    def paid(self) -> Iterator[int]:
        """Whose debt may be cleared: seen as found, and no table has a say over him."""
        for debt in self.ledger.open:
            seen = self.voice.get(debt.user_id)
            if seen is None or not self.voice.sure(debt.user_id) or not self.free(debt.user_id):
                continue
            if _mute_paid(debt, seen) and _stage_paid(debt, seen):
                yield debt.user_id

    def unnoted(self) -> Iterator[int]:
        """Who needs no edit because he was found muted; that, too, is to be known after a restart."""
        for table in self.book.tables:
            if self._on_stage(table):
                continue
            for user_id, wish in table.wishes.items():
                seen = self.voice.get(user_id) if self.voice.sure(user_id) else None
                here = seen is not None and seen.channel_id == table.state.channel_id and seen.mute
                if here and wish is MicWish.MUTED and self.ledger.get(user_id) is None:
                    yield user_id

    def debt(self, user_id: int, lever: Lever, flag: bool, now_ms: int) -> Debt | None:
        """What he is owed once an edit to `flag` is sent; None while that cannot be known for sure.

        While not all debts are known yet, who is muted at a table that was in play when we met it is taken
        for one of ours: nobody is left muted.
        """
        known, named, seen = self.ledger.get(user_id), self._named(user_id), self.voice.get(user_id)
        if known is not None:
            moved = replace(known, ours_muted=flag)
            moved = moved if named is None else replace(moved, game_id=named[0], channel_id=named[1])
            missing = known.found_suppressed if lever is Lever.SUPPRESS else known.found_muted
            return moved if missing is not None or seen is None else self._found(moved, lever, seen)
        if named is None or seen is None or not self.voice.sure(user_id):
            return None
        new = Debt(
            guild_id=self.guild_id,
            user_id=user_id,
            channel_id=named[1],
            game_id=named[0],
            found_muted=None,
            ours_muted=flag,
            since_ms=now_ms,
        )
        return self._found(new, lever, seen)

    def _found(self, debt: Debt, lever: Lever, seen: SeenVoice) -> Debt:
        if lever is Lever.SUPPRESS:
            return replace(debt, found_suppressed=seen.suppress)
        return replace(
            debt, found_muted=seen.mute and (self.ledger.complete or not self._met_in_play(debt.user_id))
        )

    def _met_in_play(self, user_id: int) -> bool:
        table = self.claim(user_id).table
        return table is not None and table.met_in_play

    def _named(self, user_id: int) -> tuple[str, int] | None:
        """Game and channel of the table that has a say over him, else of the trial."""
        table, probe = self.claim(user_id).table, self.probes.get(user_id)
        if table is not None:
            return table.state.game_id, table.state.channel_id
        return (probe.game_id, probe.channel_id) if probe is not None else None

    # --- what is seen ----------------------------------------------------------------------------

    def doubt(self, user_id: int, now_ms: int) -> Pace | None:
        """How soon to ask for him; None: what was told of him is believed.

        Nothing sure is known, he has the floor and is not seen open, or he may come back unseen and be heard.
        """
        if not self.voice.sure(user_id):
            return UNTOLD
        table = self.book.of(user_id)
        if table is None or not table.playing:
            return None
        channel_id = table.state.channel_id
        here = self.voice.place(user_id, channel_id) is Place.HERE
        if table.wishes[user_id] is not MicWish.OPEN:
            return AWAY if not here and self._returns_open(user_id, channel_id) else None
        if here:
            return None if self.voice.may_be_heard(user_id, channel_id, now_ms) else UNTOLD
        return AWAITED

    def _returns_open(self, user_id: int, channel_id: int) -> bool:
        """Whether he would be heard if he came back: who left muted is muted still; stages have audience."""
        seen, debt = self.voice.get(user_id), self.ledger.get(user_id)
        if seen is None or channel_id in self.facts.stages:
            return False
        left_muted = seen.channel_id is None and debt is not None and debt.ours_muted
        return not seen.mute and not left_muted

    def levels(self, now_ms: int) -> Iterator[tuple[GameState, int, Level]]:
        """How everybody at the open tables is seen, as far as it is sure."""
        for table in self.book.tables:
            channel_id = table.state.channel_id
            for user_id in table.wishes:
                if self.voice.sure(user_id):
                    present = self.voice.place(user_id, channel_id) is Place.HERE
                    heard = self.voice.may_be_heard(user_id, channel_id, now_ms)
                    yield table.state, user_id, Level(present, heard)


def _mute_paid(debt: Debt, seen: SeenVoice) -> bool:
    if debt.found_muted is None:
        return True
    return seen.channel_id is not None and seen.mute == debt.found_muted


def _stage_paid(debt: Debt, seen: SeenVoice) -> bool:
    """Whoever left the stage is owed nothing there."""
    if debt.found_suppressed is None or seen.channel_id != debt.channel_id:
        return True
    return seen.suppress == debt.found_suppressed
