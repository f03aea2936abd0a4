"""Taking tables over: credited, caught up; one bad table keeps no other waiting, a verdict is still said."""

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.state import Talk
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.cluster_port import Signs
from tests.support import builders
from tests.support.shell import GAME, Shell
from tests.support.takeovers import CountingStore, PickyStore, Serving, killed, started, taking_over

pytestmark = pytest.mark.virtual


async def test_down_time_is_credited_to_the_speaker() -> None:
    shell, before = await killed()
    last_beat = shell.clock.now_ms()
    await shell.seconds(10)
    other = Shell(shell.store).listen()
    assert await taking_over(other).run(Signs(any_ms=last_beat)) == 1
    after = await other.state()
    assert isinstance(before.phase, Talk)
    assert isinstance(after.phase, Talk)
    assert after.phase.floor.granted_ms == before.phase.floor.granted_ms + 10_000
    await other.stop()


async def test_a_new_store_credits_nothing() -> None:
    shell, before = await killed()
    other = Shell(shell.store).listen()
    await taking_over(other).run(Signs())
    assert (await other.state()).phase == before.phase
    await other.stop()


async def test_the_credit_counts_from_the_last_sign_of_life_of_that_tables_shard() -> None:
    shell, before = await killed()
    last_beat = shell.clock.now_ms()
    await shell.seconds(10)
    other = Shell(shell.store).listen()
    shard_id = (before.guild_id >> 22) % 2
    signs = {f"{shard_id}/2": last_beat, f"{1 - shard_id}/2": shell.clock.now_ms()}
    await taking_over(other).run(Signs(signs, any_ms=shell.clock.now_ms()))
    after = await other.state()
    assert isinstance(before.phase, Talk)
    assert isinstance(after.phase, Talk)
    assert after.phase.floor.granted_ms == before.phase.floor.granted_ms + 10_000
    await other.stop()


async def test_what_a_start_that_broke_off_has_credited_is_not_credited_again() -> None:
    shell, before = await killed()
    last_beat = shell.clock.now_ms()
    await shell.seconds(10)
    broken_off = Shell(shell.store).listen()
    await taking_over(broken_off).run(Signs(any_ms=last_beat))
    await broken_off.stop()
    await shell.seconds(5)
    other = Shell(shell.store).listen()
    await taking_over(other).run(Signs(any_ms=last_beat))
    after = await other.state()
    assert isinstance(before.phase, Talk)
    assert isinstance(after.phase, Talk)
    assert after.phase.floor.granted_ms == before.phase.floor.granted_ms + 15_000
    await other.stop()


async def test_tables_of_another_processs_guilds_are_left_to_it() -> None:
    shell, before = await killed()
    await shell.seconds(10)
    other = Shell(shell.store).listen()
    theirs = Serving(others=frozenset({before.guild_id}))
    taking = taking_over(other, theirs)
    assert await taking.run(Signs(any_ms=shell.clock.now_ms() - 10_000)) == 0
    await taking.stalled(10_000)
    await other.effects.drain()
    assert (await other.state()).seq == before.seq
    assert not other.messenger.written


async def test_who_was_replaced_while_he_stood_still_credits_nothing() -> None:
    shell, before = await killed()
    other = Shell(shell.store).listen()
    await taking_over(other, Serving(usurped=True)).stalled(20_000)
    assert (await other.state()).seq == before.seq
    await other.stop()


async def test_panel_and_hands_are_brought_up_to_date_and_nothing_is_said_twice() -> None:
    shell, _ = await killed()
    await shell.hold_hand(3)
    await shell.seconds(5)
    other = Shell(shell.store).listen()
    await started(taking_over(other), Signs(any_ms=shell.clock.now_ms() - 5_000))
    await other.effects.drain()
    assert {call.what for call in other.messenger.written} == {"edit_panel", "refresh_hand"}


async def test_a_table_that_goes_on_while_it_is_taken_up_is_credited_all_the_same() -> None:
    store = PickyStore()
    shell, before = await killed(store)
    last_beat = shell.clock.now_ms()
    await shell.seconds(10)
    other = Shell(store).listen()
    gone = cmd.VoiceObserved(
        user_id=before.seat(2).person.user_id, present=False, open=False, at_ms=shell.clock.now_ms()
    )
    store.meanwhile = lambda: other.service.submit(GAME, gone)
    await taking_over(other).run(Signs(any_ms=last_beat))
    after = await other.state()
    assert isinstance(before.phase, Talk)
    assert isinstance(after.phase, Talk)
    assert after.phase.floor.granted_ms == before.phase.floor.granted_ms + 10_000
    await other.stop()


async def test_a_verdict_kept_in_the_last_moment_is_still_said() -> None:
    shell, _ = await killed()
    await shell.service.submit(GAME, cmd.StopGame(by=1))
    await shell.effects.stop()
    other = Shell(shell.store).listen()
    assert await taking_over(other).run(Signs()) == 0
    await other.effects.drain()
    assert other.messenger.kinds == [Kind.VERDICT]
    assert len(other.messenger.calls("post_panel")) == 1
    assert await shell.store.untold() == ()
    again = Shell(shell.store).listen()
    await taking_over(again).run(Signs())
    await again.effects.drain()
    assert not again.messenger.written


async def test_an_end_that_was_said_but_not_marked_is_marked_and_not_said_again() -> None:
    shell, _ = await killed()
    shell.listen()
    await shell.service.submit(GAME, cmd.StopGame(by=1))
    await shell.seconds(0.01)
    store = shell.store
    assert isinstance(store, MemoryStore)
    await shell.effects.drain()
    store._games[GAME].told = False
    other = Shell(store).listen()
    await taking_over(other).run(Signs())
    await other.effects.drain()
    assert not other.messenger.written
    assert await store.untold() == ()


async def test_a_standstill_is_credited_at_every_open_table() -> None:
    shell, before = await killed()
    other = Shell(shell.store).listen()
    await taking_over(other).stalled(7_000)
    after = await other.state()
    assert isinstance(before.phase, Talk)
    assert isinstance(after.phase, Talk)
    assert after.phase.floor.granted_ms == before.phase.floor.granted_ms + 7_000
    credited = [e for change in other.changes for e in change.events if isinstance(e, ev.SpeechCredited)]
    assert [event.credit_ms for event in credited] == [7_000]


async def test_at_a_start_a_table_is_read_once() -> None:
    store = CountingStore()
    shell, _ = await killed(store)
    store.loads = 0
    other = Shell(store).listen()
    taking = taking_over(other)
    assert await taking.read() == {(await other.state()).guild_id}
    await started(taking, Signs(any_ms=shell.clock.now_ms()))
    await other.effects.drain()
    assert store.loads == 1
    await other.stop()


async def test_a_table_opened_after_the_tables_were_read_is_taken_up_too() -> None:
    shell, _ = await killed()
    other = Shell(shell.store).listen()
    taking = taking_over(other)
    await taking.read()
    await shell.service.submit("g2", replace(builders.open_table(), game_id="g2", channel_id=9))
    assert await taking.run(Signs()) == 2
    await other.stop()


async def test_nothing_is_drawn_before_commands_are_accepted() -> None:
    shell, _ = await killed()
    await shell.hold_hand(3)
    await shell.seconds(5)
    other = Shell(shell.store).listen()
    taking = taking_over(other)
    await taking.run(Signs(any_ms=shell.clock.now_ms() - 5_000))
    await other.effects.drain()
    assert not other.messenger.written
    await taking.show()
    await other.effects.drain()
    assert {call.what for call in other.messenger.written} == {"edit_panel", "refresh_hand"}


async def test_what_a_former_process_asked_for_loses_its_buttons_when_its_table_is_drawn() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.seconds(0.5)
    await shell.stop()
    other = Shell(shell.store).listen()
    taking = taking_over(other)
    await taking.run(Signs(any_ms=shell.clock.now_ms() - 5_000))
    await other.effects.drain()
    assert other.messenger.kinds == [Kind.WINDOW], "asked for anew"
    assert not other.messenger.calls("retire_window")
    await taking.show()
    await other.effects.drain()
    assert len(other.messenger.calls("retire_window")) == 1


async def test_screens_wait_for_a_store_that_is_away() -> None:
    store = PickyStore()
    shell, _ = await killed(store)
    await shell.hold_hand(3)
    other = Shell(store).listen()
    taking = taking_over(other)
    await taking.run(Signs())
    store.no_hands = True
    with capture_logs():
        showing = asyncio.ensure_future(taking.show())
        await shell.seconds(3)
        assert not other.messenger.calls("refresh_hand")
        store.no_hands = False
        await showing
    await other.effects.drain()
    assert len(other.messenger.calls("refresh_hand")) == 1


async def test_a_note_about_a_table_that_is_taken_up_hides_nothing_that_is_due() -> None:
    shell = Shell().run()
    await shell.deal()
    await shell.stop()
    other = Shell(shell.store)
    state = await other.state()
    other.announcer.hold(GAME)
    for seq in range(1, state.seq + 1):
        other.announcer.note(replace(state, seq=seq), Kind.STORE_BACK)
    await other.announcer.resume(GAME)
    await other.effects.drain()
    assert Kind.GAME_OPENED in other.messenger.kinds
