"""The keeper through the unmodified library: swaps, a debt paid later, bad answers, an outage."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from mafiabot.adapters.discord_voice import attach
from mafiabot.engine.state import GameState
from mafiabot.playground.person import Person
from mafiabot.runtime.voice_keeper import VoiceKeeper
from mafiabot.runtime.voice_sink import VoiceSink
from tests.support.hall import Hall
from tests.support.keeper_store import FakeKeeperStore
from tests.support.voice import AS_FOUND, MUTED, OPEN, Wishes, table_state

pytestmark = pytest.mark.virtual


class Table:
    """A keeper at work on a hall: one table whose wishes a test sets by hand."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = FakeKeeperStore()
        self.wishes: dict[int, Wishes] = {}
        self.observed: list[tuple[int, bool, bool]] = []
        self.keeper = VoiceKeeper(
            self.store, hall.clock, hall.voice, self._observed, self._refused, mics=self._mics
        )
        sink: VoiceSink = self.keeper
        attach(hall.client, sink, hall.clock)

    def wish(self, wishes: Wishes, *, over: bool = False) -> None:
        seq = len(self.wishes) + 1
        state = table_state(wishes, seq=seq, channel_id=self.hall.channel.id, over=over)
        state = replace(state, guild_id=self.hall.guild.id)
        self.wishes[seq] = wishes
        self.store.states[state.game_id] = state
        self.keeper.table_changed(state)

    def floor(self, speaker: Person) -> None:
        self.wish({p.id: OPEN if p is speaker else MUTED for p in self.hall.people[:3]})

    def muted(self) -> list[int]:
        return [n for n, person in enumerate(self.hall.people) if self.hall.is_muted(person)]

    def _mics(self, state: GameState) -> Wishes:
        return self.wishes[state.seq]

    async def _observed(self, game_id: str, user_id: int, present: bool, heard: bool, at_ms: int) -> None:
        self.observed.append((user_id, present, heard))

    async def _refused(self, guild_id: int, user_id: int, code: int) -> None:
        raise AssertionError((user_id, code))


@pytest.fixture
async def table(hall: Hall) -> AsyncIterator[Table]:
    made = Table(hall)
    for person in hall.people[:3]:
        await person.join(hall.channel)
    await hall.after(1)
    yield made
    await made.keeper.close()


async def test_a_swap_is_seen_on_discord_at_once(hall: Hall, table: Table) -> None:
    table.floor(hall.people[0])
    await hall.after(1)
    assert table.muted() == [1, 2]
    table.floor(hall.people[1])
    await hall.after(0.01)
    assert table.muted() == [0, 2]
    assert table.observed[-1] == (hall.people[1].id, True, True)


async def test_who_left_muted_is_paid_at_his_next_visit_to_any_channel(hall: Hall, table: Table) -> None:
    table.floor(hall.people[0])
    await hall.after(1)
    await hall.people[1].leave(hall.guild)
    table.wish(dict.fromkeys((p.id for p in hall.people[:3]), AS_FOUND), over=True)
    await hall.after(60)
    assert table.muted() == [1]
    assert set(table.store.owed) == {hall.people[1].id}
    await hall.people[1].join(hall.lounge)
    await hall.after(20)
    assert (table.muted(), table.store.owed) == ([], {})


async def test_edits_that_discord_loses_or_answers_badly_are_made_again(hall: Hall, table: Table) -> None:
    hall.local.faults.faulty_edits = 0.5
    for n in range(12):
        table.floor(hall.people[n % 3])
        await hall.after(15)
    hall.local.faults.clear()
    table.floor(hall.people[0])
    await hall.after(30)
    assert table.muted() == [1, 2]
    table.wish(dict.fromkeys((p.id for p in hall.people[:3]), AS_FOUND), over=True)
    await hall.after(60)
    assert (table.muted(), table.store.owed) == ([], {})


async def test_after_an_outage_everybody_is_brought_to_what_the_table_wants(hall: Hall, table: Table) -> None:
    table.floor(hall.people[0])
    await hall.after(1)
    hall.local.admin.outage(hall.guild)
    await hall.after(1)
    table.floor(hall.people[1])
    await hall.after(30)
    hall.local.admin.end_outage(hall.guild)
    await hall.after(1)
    assert table.muted() == [0, 2]
