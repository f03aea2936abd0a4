"""One guild's edits: order, budget, storms, losses, reorderings, the library's queue."""

from collections.abc import AsyncIterator

import pytest

from mafiabot.runtime.edit_budget import Token
from mafiabot.runtime.edit_pacing import RoundTrip
from mafiabot.runtime.member_edits import Edit, MemberEdits, Want
from mafiabot.runtime.mic_rules import Urgency
from mafiabot.runtime.voice_asker import AWAY
from tests.support.fake_voice import LOUNGE, Fault
from tests.support.voice import MUTED, OPEN, TEN, Room, room


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


async def all_muted(r: Room, *users: int) -> None:
    """Everybody has been muted and all is quiet."""
    await r.seated(*users)
    r.floor(None, users)
    await r.after(30)


def test_patience_is_two_round_trips_and_a_slack_and_doubles_up_to_ten_seconds() -> None:
    trip = RoundTrip()
    for _ in range(50):
        trip.observe(100)
    assert [trip.patience_ms(tries) for tries in (1, 2, 3, 9, 99)] == [400, 800, 1600, 10_000, 10_000]


def _three_edits() -> tuple[MemberEdits, list[Edit]]:
    """Unmute, mute, unmute: all on the wire, none seen; he is muted."""
    member, trip = MemberEdits(), RoundTrip()
    edits = []
    for turn, wanted in enumerate((False, True, False)):
        member.wish(Want(muted=wanted, urgency=Urgency.SWAP, turn=turn), turn)
        edits.append(member.launch(Token(turn), seen_muted=True))
        member.sent(edits[-1], turn, trip)
    return member, edits


def test_one_event_shows_one_edit() -> None:
    member, edits = _three_edits()
    for edit in edits:
        member.returned(edit, 50)
    for muted, settled in ((False, False), (True, False), (False, True)):
        member.observe(muted, 100, RoundTrip())
        assert member.settled(100) is settled


def test_an_event_that_changes_no_flag_shows_no_edit() -> None:
    member, edits = _three_edits()
    member.observe(True, 100, RoundTrip())
    assert not edits[1].shown


def test_an_answer_settles_what_had_returned_before_the_question() -> None:
    member, edits = _three_edits()
    member.returned(edits[0], 50)
    member.returned(edits[1], 50)
    member.returned(edits[2], 70)
    member.learn(None, 60)
    assert [edit.shown for edit in edits] == [True, True, False]
    member.learn(None, 70)
    assert member.settled(70)


@pytest.mark.virtual
class TestEdits:
    async def test_a_lost_edit_is_sent_again_before_the_first_has_returned(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        r.discord.faults.append(Fault(code=502, hang_s=15))
        at_ms = r.clock.now_ms()
        r.floor(1, (1, 2))
        await r.after(3)
        again = [call.at_ms - at_ms for call in r.discord.calls if call.user_id == 1 and call.at_ms >= at_ms]
        assert again[0] == 0
        assert again[1] <= 2 * 250 + 200
        assert r.discord.muted() == {2}

    async def test_two_failures_in_a_row_are_made_good_long_before_the_library_tries_again(
        self, r: Room
    ) -> None:
        await all_muted(r, 1, 2)
        r.discord.faults.extend([Fault(code=500, told=True, hang_s=9.0)] * 2)
        at_ms = r.clock.now_ms()
        r.floor(1, (1, 2))
        await r.after(1)
        (done,) = [call for call in r.discord.applied if call.user_id == 1 and call.at_ms > at_ms]
        assert done.at_ms - at_ms <= 3 * 80 + 300
        assert r.discord.muted() == {2}

    async def test_an_edit_that_was_applied_but_answered_badly_is_not_repeated(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        r.discord.faults.append(Fault(code=502, applied=True))
        calls = len(r.discord.calls)
        r.floor(1, (1, 2))
        await r.after(30)
        assert len(r.discord.calls) == calls + 1

    async def test_while_wanted_and_seen_differ_it_does_not_give_up(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        r.discord.faults.extend([Fault(code=503)] * 12)
        calls = len(r.discord.calls)
        r.floor(1, (1, 2))
        await r.after(300)
        assert r.discord.muted() == {2}
        gaps = [
            b.at_ms - a.at_ms
            for a, b in zip(r.discord.calls[calls:], r.discord.calls[calls + 1 :], strict=False)
        ]
        assert gaps == sorted(gaps)
        assert 5_000 < gaps[-1] <= 11_000

    async def test_a_storm_of_wishes_costs_a_few_edits_and_the_last_one_wins(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        calls = len(r.discord.calls)
        for n in range(101):
            r.floor(1 if n % 2 == 0 else None, (1, 2))
            await r.after(0.005)
        await r.after(15)
        assert r.discord.muted() == {2}
        assert len(r.discord.calls) - calls <= 11

    async def test_no_more_than_two_edits_of_a_member_wait_to_be_seen(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        calls = len(r.discord.calls)
        for n in range(15):
            r.floor(1 if n % 2 == 0 else None, (1, 2))
            await r.after(0.005)
        assert len(r.discord.calls) - calls == 2
        await r.after(5)
        assert r.discord.muted() == {2}

    async def test_an_edit_applied_long_after_its_bad_answer_is_undone(self, r: Room) -> None:
        await r.seated(1, 2)
        r.discord.faults.append(Fault(code=504, late_s=4.5))
        r.floor(1, (1, 2))
        await r.after(0.2)
        r.end()
        await r.after(4)
        assert set(r.store.owed) == {2}
        await r.after(20)
        assert (r.discord.muted(), r.store.owed) == (set(), {})

    async def test_wishes_of_the_same_moment_melt_into_one_edit_each(self, r: Room) -> None:
        await all_muted(r, *TEN)
        await r.after(30)
        calls = len(r.discord.calls)
        for speaker in (1, 2, 3, 4):
            r.floor(speaker, TEN)
        await r.after(10)
        assert [(c.user_id, c.muted) for c in r.discord.calls[calls:]] == [(4, False)]

    async def test_join_and_leave_spam_of_others_does_not_hold_a_swap_up(self, r: Room) -> None:
        users = (*TEN, 11, 12)
        await r.seated(*users)
        r.floor(1, users)
        await r.after(30)
        for _ in range(20):
            r.discord.join(9, LOUNGE)
            await r.after(0.1)
            r.discord.join(9)
            await r.after(0.1)
        at_ms = r.clock.now_ms()
        r.floor(2, users)
        await r.after(0.1)
        swap = {(c.user_id, c.at_ms - at_ms) for c in r.discord.applied if c.at_ms > at_ms}
        assert swap >= {(1, 40), (2, 40)}

    async def test_an_intruder_waits_while_only_the_swaps_tokens_are_left(self, r: Room) -> None:
        await all_muted(r, *TEN)
        r.floor(1, TEN)
        await r.after(30)
        for user in TEN[1:9]:
            r.discord.join(user, LOUNGE)
        await r.after(2)
        calls = len(r.discord.calls)
        r.discord.join(2)
        await r.after(1)
        assert len(r.discord.calls) == calls
        await r.after(10)
        assert 2 in r.discord.muted()

    async def test_for_an_intruder_one_swap_is_kept_back_however_many_tables_have_a_speaker(
        self, r: Room
    ) -> None:
        """All tables change speakers in one moment more rarely than somebody is heard without right."""
        tables = {"g1": TEN, "g2": (21, 22), "g3": (31, 32)}
        await r.seated(*(user for users in tables.values() for user in users))
        for game_id, users in tables.items():
            r.wish(r.floor_wishes(users[0], users), game_id=game_id)
        await r.after(30)
        for user in TEN[1:6]:
            r.discord.join(user, LOUNGE)
        await r.after(2)
        assert 2 not in r.discord.muted()
        r.discord.join(2)
        await r.after(1)
        assert 2 in r.discord.muted()

    async def test_a_mute_that_overtakes_an_unmute_is_set_right(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        r.floor(1, (1, 2))
        await r.after(5)
        r.discord.latency_ms = (300, 300)
        r.floor(None, (1, 2))
        await r.after(0.001)
        r.discord.latency_ms = (20, 20)
        r.floor(1, (1, 2))
        await r.after(3)
        assert r.discord.muted() == {2}

    async def test_nobody_is_unmuted_before_the_mute_of_who_spoke_last_has_left(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        r.floor(1, (1, 2))
        await r.after(5)
        await r.restart()
        await r.after(1)
        r.store.slow_for_s[1] = 0.05
        r.discord.calls.clear()
        r.floor(2, (1, 2))
        await r.after(1)
        assert [(call.user_id, call.muted) for call in r.discord.calls] == [(1, True), (2, False)]
        assert r.discord.muted() == {1}

    async def test_a_mute_that_cannot_be_written_down_keeps_the_next_one_waiting_for_nothing(
        self, r: Room
    ) -> None:
        await r.seated(1, 2)
        r.floor(1, (1, 2))
        await r.after(5)
        r.store.refuses = r.second.refuses = {1}
        r.floor(2, (1, 2))
        await r.after(1)
        assert r.discord.muted() == set()
        r.store.refuses = r.second.refuses = set()
        await r.after(10)
        assert r.discord.muted() == {1}

    async def test_who_is_said_not_to_be_in_voice_is_left_alone_until_he_is_seen(self, r: Room) -> None:
        await all_muted(r, 1, 2)
        r.discord.lose_events[2] = 1
        r.discord.leave(2)
        r.floor(2, (1, 2))
        await r.after(120)
        assert [call.user_id for call in r.discord.calls].count(2) == 2
        r.discord.join(2)
        await r.after(1)
        assert r.discord.muted() == {1}

    async def test_who_left_before_his_mute_arrived_comes_back_open_and_is_asked_for(self, r: Room) -> None:
        """Neither his leaving nor his return is told."""
        await all_muted(r, 1, 2)
        r.floor(1, (1, 2))
        await r.after(5)
        r.discord.lose_events[1] = 2
        r.discord.leave(1)
        r.floor(2, (1, 2))
        await r.after(3)
        r.discord.join(1)
        await r.after((AWAY.longest_ms + 500) / 1000)
        assert r.discord.muted() == {1}

    async def test_the_library_never_has_more_than_a_few_of_our_edits_waiting(self, r: Room) -> None:
        r.discord.limit = 3
        await r.seated(*TEN)
        for n in range(40):
            r.wish({user: OPEN if (user + n) % 2 else MUTED for user in TEN})
            await r.after(2)
        assert r.discord.most_waiting <= 3 * len(TEN)
        r.end()
        await r.after(180)
        assert r.discord.muted() == set()
