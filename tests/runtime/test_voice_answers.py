"""The answer to an edit is evidence of its effect: when it is, when not, and what events say beside it."""

from collections.abc import AsyncIterator

import pytest

from mafiabot.runtime.edit_budget import Token
from mafiabot.runtime.edit_pacing import RoundTrip
from mafiabot.runtime.member_edits import LINGER_MS, Edit, MemberEdits, Want
from mafiabot.runtime.mic_rules import Urgency
from tests.support.fake_voice import LOUNGE, Fault
from tests.support.voice import TEN, Observed, Room, room

TRIP = RoundTrip()


# --- one member ----------------------------------------------------------------------------------


def sent(member: MemberEdits, at_ms: int, *, muted: bool, seen: bool | None = None) -> Edit:
    """Another wish, and the edit for it on its way; he is seen otherwise."""
    member.wish(Want(muted=muted, urgency=Urgency.SWAP, turn=at_ms), at_ms)
    edit = member.launch(Token(at_ms), seen_muted=not muted if seen is None else seen)
    member.sent(edit, at_ms, TRIP)
    return edit


def test_an_answer_tells_the_flag_where_no_event_does() -> None:
    member = MemberEdits()
    assert member.done(sent(member, 0, muted=False), 80, TRIP)
    assert not member.needs_edit(False, 81)
    assert not member.settled(81), "its event is still to come"


def test_an_answer_tells_nothing_while_an_edit_to_the_other_flag_is_on_its_way() -> None:
    member = MemberEdits()
    mute, unmute = sent(member, 0, muted=True), sent(member, 10, muted=False)
    assert not member.done(unmute, 90, TRIP)
    assert not member.done(mute, 95, TRIP), "the unmute left before that was known"


def test_an_answer_tells_the_flag_if_the_other_edit_was_known_to_be_done_when_it_left() -> None:
    member = MemberEdits()
    mute = sent(member, 0, muted=True)
    assert member.done(mute, 80, TRIP)
    assert member.done(sent(member, 80, muted=False), 160, TRIP)


def test_an_answer_tells_nothing_that_a_failed_edit_may_still_undo() -> None:
    member = MemberEdits()
    mute = sent(member, 0, muted=True)
    member.failed(mute, 50, TRIP, applied_maybe=True)
    member.returned(mute, 50)
    member.observe(True, 60, TRIP)
    assert not member.done(sent(member, 70, muted=False), 50 + LINGER_MS - 1, TRIP)
    assert member.done(sent(member, 70, muted=False), 50 + LINGER_MS, TRIP)


def test_an_answer_tells_nothing_after_an_event_has_told_otherwise_meanwhile() -> None:
    member = MemberEdits()
    unmute = sent(member, 0, muted=False)
    assert member.observe(True, 40, TRIP)
    assert not member.done(unmute, 80, TRIP)


def test_an_event_that_left_before_the_edit_was_done_changes_nothing() -> None:
    """He switched his own microphone just before, and the answer was faster."""
    member = MemberEdits()
    member.done(sent(member, 0, muted=False), 80, TRIP)
    assert member.observe(True, 90, TRIP) is False
    assert member.observe(False, 95, TRIP) is False
    assert not member.undone


def test_what_a_person_does_after_the_edit_was_shown_counts() -> None:
    member = MemberEdits()
    edit = sent(member, 0, muted=False)
    member.done(edit, 80, TRIP)
    member.returned(edit, 80)
    member.observe(False, 90, TRIP)
    assert member.observe(True, 95, TRIP) is True
    assert member.undone


def test_an_event_with_the_other_flag_counts_when_that_of_the_edit_has_not_come_in_time() -> None:
    member = MemberEdits()
    edit = sent(member, 0, muted=False)
    member.done(edit, 80, TRIP)
    assert member.observe(True, edit.given_up_ms, TRIP) is True


def test_the_event_of_a_later_edit_is_no_event_from_before() -> None:
    """That of the former one was lost."""
    member = MemberEdits()
    member.done(sent(member, 0, muted=False), 80, TRIP)
    mute = sent(member, 200, muted=True)
    assert member.observe(True, 240, TRIP) is True
    member.done(mute, 280, TRIP)
    assert member.observe(True, 300, TRIP) is True


def test_a_question_tells_since_when_it_has_been_so() -> None:
    member = MemberEdits()
    unmute = sent(member, 0, muted=False)
    member.observe(True, 40, TRIP)
    member.done(unmute, 80, TRIP)
    assert member.learn(False, 1_600) == 80
    assert member.learn(False, 1_700) is None


# --- a table -------------------------------------------------------------------------------------


@pytest.fixture
async def r() -> AsyncIterator[Room]:
    async with room() as made:
        yield made


async def playing(r: Room, speaker: int | None) -> None:
    await r.seated(*TEN)
    r.floor(speaker, TEN)
    await r.after(30)
    r.observed.clear()


@pytest.mark.virtual
class TestTable:
    async def test_a_speaker_whose_event_was_lost_is_open_when_the_answer_comes(self, r: Room) -> None:
        await playing(r, 1)
        r.discord.lose_events[9] = 1
        at_ms = r.clock.now_ms()
        r.floor(9, TEN)
        await r.after(10)
        assert Observed(9, True, True, at_ms + 80) in r.observed
        assert [o.open for o in r.observed if o.user_id == 9] == [True]
        assert sorted(call.user_id for call in r.discord.calls if call.at_ms >= at_ms) == [1, 9]

    async def test_what_only_an_answer_told_is_asked_for_once(self, r: Room) -> None:
        await playing(r, 1)
        r.discord.lose_events[9] = 1
        r.floor(9, TEN)
        await r.after(60)
        assert r.discord.asked == [9]

    async def test_the_answer_counts_when_it_comes_not_when_the_library_returns(self, r: Room) -> None:
        """The window's last edit returns only at its end."""
        await r.seated(*TEN)
        r.discord.limit = 2
        r.floor(None, (1, 2))
        await r.after(30)
        r.observed.clear()
        r.discord.lose_events[2] = 1
        at_ms = r.clock.now_ms()
        r.floor(1, (1, 2))
        r.floor(2, (1, 2))
        await r.after(1)
        assert Observed(2, True, True, at_ms + 80) in r.observed

    async def test_an_answer_that_tells_of_another_flag_is_no_evidence(self, r: Room) -> None:
        await playing(r, 1)
        r.discord.answers_tell = False
        r.discord.lose_events[9] = 1
        r.floor(9, TEN)
        await r.after(1.49)
        assert 9 not in {o.user_id for o in r.observed}

    async def test_an_applied_edit_that_was_answered_badly_is_known_by_its_event(self, r: Room) -> None:
        await playing(r, None)
        r.discord.faults.append(Fault(code=502, applied=True, told=True, hang_s=9.0))
        at_ms = r.clock.now_ms()
        r.floor(9, TEN)
        await r.after(5)
        assert r.observed == [Observed(9, True, True, at_ms + 80)]

    async def test_a_bad_answer_to_a_done_edit_without_event_still_dates_the_opening(self, r: Room) -> None:
        """He is asked for at once; that he is open can only be the doing of the edit that failed."""
        await playing(r, None)
        r.discord.faults.append(Fault(code=502, applied=True, told=True, hang_s=9.0))
        r.discord.lose_events[9] = 1
        at_ms = r.clock.now_ms()
        r.floor(9, TEN)
        await r.after(5)
        assert r.discord.asked == [9]
        assert r.observed == [Observed(9, True, True, at_ms + 80)]
        assert [call.user_id for call in r.discord.calls if call.at_ms >= at_ms] == [9]

    async def test_a_failed_edit_is_sent_again_as_soon_as_he_is_known_to_be_muted(self, r: Room) -> None:
        await playing(r, None)
        r.discord.faults.append(Fault(code=502, told=True, hang_s=9.0))
        at_ms = r.clock.now_ms()
        r.floor(9, TEN)
        await r.after(5)
        sent = [call.at_ms - at_ms for call in r.discord.calls if call.at_ms >= at_ms]
        assert sent == [0, 80 + 80]

    async def test_a_failed_edit_is_sent_again_where_the_question_is_not_answered(self, r: Room) -> None:
        await playing(r, None)
        r.discord.faults.append(Fault(code=502, told=True, hang_s=9.0))
        r.discord.silent = True
        r.floor(9, TEN)
        await r.after(5)
        assert r.discord.muted() == set(TEN) - {9}

    async def test_who_is_not_there_when_he_gets_the_floor_is_asked_for_at_once(self, r: Room) -> None:
        await playing(r, 1)
        r.discord.leave(9)
        await r.after(30)
        r.discord.lose_events[9] = 1
        r.discord.join(9)
        r.discord.asked.clear()
        r.observed.clear()
        at_ms = r.clock.now_ms()
        r.floor(9, TEN)
        await r.after(1)
        assert r.discord.asked == [9]
        assert Observed(9, True, False, at_ms + 80) in r.observed

    async def test_who_comes_back_without_an_event_is_found_and_muted(self, r: Room) -> None:
        await playing(r, 1)
        r.discord.join(5, LOUNGE)
        await r.after(120)
        assert 5 not in r.discord.muted()
        r.discord.lose_events[5] = 1
        r.discord.join(5)
        await r.after(6.2)
        assert 5 in r.discord.muted()

    async def test_who_left_muted_is_not_asked_for(self, r: Room) -> None:
        """He is muted still, wherever he comes back: there is nothing to be found in time."""
        await playing(r, 1)
        r.discord.leave(5)
        await r.after(120)
        assert r.discord.asked == []
        r.discord.snapshot()
        await r.after(120)
        assert r.discord.asked == []
