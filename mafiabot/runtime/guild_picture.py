"""One guild's microphones at this moment: what voice table, tables and ledger say together.

Only reads and answers; whoever changes one of the three asks again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState
from mafiabot.runtime.ledger import Ledger
from mafiabot.runtime.member_edits import Want
from mafiabot.runtime.mic_probe import Probe
from mafiabot.runtime.mic_reports import Level
from mafiabot.runtime.mic_rules import Urgency, urgency, wanted_mute
from mafiabot.runtime.ports import Debt
from mafiabot.runtime.table_mics import TableBook
from mafiabot.runtime.voice_table import Place, VoiceTable


@dataclass(frozen=True, slots=True)
class GuildPicture:
    guild_id: int
    voice: VoiceTable
    book: TableBook
    ledger: Ledger
    probes: Mapping[int, Probe]

    def concerned(self) -> frozenset[int]:
        """Everybody with a wish or a debt; nobody else is ever touched."""
        return self.book.users | self.probes.keys() | {debt.user_id for debt in self.ledger.open}

    def free(self, user_id: int) -> bool:
        """Neither a table nor a trial has a say over his microphone."""
        return self.book.wish(user_id) is MicWish.AS_FOUND and user_id not in self.probes

    def wants(self) -> dict[int, Want]:
        """The edits' aims by user id; who is to be left alone is not in it."""
        return {user: want for user in self.concerned() if (want := self._want(user)) is not None}

    def paid(self) -> Iterator[int]:
        """Whose debt may be cleared: seen in voice as found, and no table has a say over him."""
        for debt in self.ledger.open:
            seen = self.voice.get(debt.user_id)
            as_found = seen is not None and seen.channel_id is not None and seen.mute == debt.found_muted
            if as_found and self.free(debt.user_id) and self.voice.sure(debt.user_id):
                yield debt.user_id

    def unnoted(self) -> Iterator[int]:
        """Who needs no edit because he was found muted; that, too, is to be known after a restart."""
        for table in self.book.tables:
            for user_id, wish in table.wishes.items():
                seen = self.voice.get(user_id) if self.voice.sure(user_id) else None
                here = seen is not None and seen.channel_id == table.state.channel_id and seen.mute
                if here and wish is MicWish.MUTED and self.ledger.get(user_id) is None:
                    yield user_id

    def unheard(self, user_id: int, now_ms: int) -> bool:
        """He has the floor and is not seen open, or nothing sure is known of him."""
        if not self.voice.sure(user_id):
            return True
        table = self.book.of(user_id)
        if table is None or table.wishes[user_id] is not MicWish.OPEN:
            return False
        return not self.voice.may_be_heard(user_id, table.state.channel_id, now_ms)

    def levels(self, now_ms: int) -> Iterator[tuple[GameState, int, Level]]:
        """How everybody at the open tables is seen, as far as it is sure."""
        for table in self.book.tables:
            channel_id = table.state.channel_id
            for user_id in table.wishes:
                if self.voice.sure(user_id):
                    present = self.voice.place(user_id, channel_id) is Place.HERE
                    heard = self.voice.may_be_heard(user_id, channel_id, now_ms)
                    yield table.state, user_id, Level(present, heard)

    def debt(self, user_id: int, muted: bool, now_ms: int) -> Debt | None:
        """What he is owed once an edit to `muted` is sent; None while that cannot be known for sure.

        While not all debts are known yet, who is muted at a table that was in play when we met it is taken
        for one of ours: nobody is left muted.
        """
        known, claim, seen = self.ledger.get(user_id), self._claim(user_id), self.voice.get(user_id)
        if known is not None:
            moved = replace(known, ours_muted=muted)
            if claim is None:
                return moved
            return replace(moved, game_id=claim[0], channel_id=claim[1])
        if claim is None or seen is None or not self.voice.sure(user_id):
            return None
        return Debt(
            guild_id=self.guild_id,
            user_id=user_id,
            channel_id=claim[1],
            game_id=claim[0],
            found_muted=seen.mute and (self.ledger.complete or not self._met_in_play(user_id)),
            ours_muted=muted,
            since_ms=now_ms,
        )

    def _met_in_play(self, user_id: int) -> bool:
        table = self.book.of(user_id)
        return table is not None and table.met_in_play

    def _claim(self, user_id: int) -> tuple[str, int] | None:
        """Game and channel of the table that has a say over him, else of the trial."""
        table, probe = self.book.of(user_id), self.probes.get(user_id)
        if table is not None:
            return table.state.game_id, table.state.channel_id
        return (probe.game_id, probe.channel_id) if probe is not None else None

    def _want(self, user_id: int) -> Want | None:
        probe = self.probes.get(user_id)
        if probe is not None and probe.muting and self.book.wish(user_id) is MicWish.AS_FOUND:
            here = self.voice.place(user_id, probe.channel_id) is Place.HERE
            return Want(muted=True, urgency=Urgency.REST, turn=-1) if here else None
        wish, table, debt = self.book.wish(user_id), self.book.of(user_id), self.ledger.get(user_id)
        place = self.voice.place(user_id, table.state.channel_id if table is not None else None)
        muted = wanted_mute(wish, place, debt.found_muted if debt is not None else None)
        if muted is None:
            return None
        spoke_last = table is not None and user_id in table.spoke_last
        return Want(
            muted=muted,
            urgency=urgency(wish, place, spoke_last),
            turn=table.turn if table is not None else -1,
        )
