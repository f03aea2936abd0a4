"""Announcements: in order, each once, from a cursor; after a takeover what the channel shows is skipped."""

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import Ended, GameState, Night, Talk, Vote
from mafiabot.runtime.announcements import NOTES, Announcement, Kind
from mafiabot.runtime.announcer import CURSOR, RETRY_MS, TRIES, WINDOW_MESSAGE
from mafiabot.runtime.announcing import announcement_for
from mafiabot.runtime.ports import StoreUnavailable
from tests.support import builders
from tests.support.shell import GAME, Shell, WritingMessenger

pytestmark = pytest.mark.virtual


class ForgetfulStore(MemoryStore):
    """Keeps no cursor while `ill`."""

    ill = False

    async def set_cursor(self, guild_id: int, game_id: str, name: str, seq: int) -> None:
        if self.ill:
            raise StoreUnavailable
        await super().set_cursor(guild_id, game_id, name, seq)


def due(shell: Shell) -> list[Announcement]:
    """All that the changes so far ask to be said."""
    found: list[Announcement] = []
    state: GameState | None = None
    for change in shell.changes:
        for event in change.events:
            state = evolve(state, event)
            if (said := announcement_for(event, state)) is not None:
                found.append(said)
    return found


async def cursor(shell: Shell) -> int:
    return await shell.store.cursor(7, GAME, CURSOR)


async def test_a_whole_game_is_told_in_order_and_each_once() -> None:
    shell = Shell().listen().run()
    await shell.deal()
    await shell.until(Ended, most_s=4000)
    await shell.seconds(5)
    assert shell.messenger.said == due(shell)
    assert shell.messenger.kinds[:3] == [Kind.GAME_OPENED, Kind.HANDS_UNOPENED, Kind.NIGHT_FALLS]
    assert shell.messenger.kinds[-1] is Kind.VERDICT
    assert await cursor(shell) == shell.messenger.said[-1].seq
    assert not shell.announcer._tables
    await shell.stop()


async def test_slow_messages_do_not_overtake_each_other() -> None:
    shell = Shell().listen().run()
    shell.messenger.takes_ms = 700
    await shell.to_vote()
    await shell.until(Night, most_s=200)
    seqs = [said.seq for said in shell.messenger.said]
    assert seqs == sorted(seqs)
    await shell.stop()


async def test_the_windows_message_opens_the_window() -> None:
    shell = Shell().listen().run()
    vote = (await shell.to_vote()).phase
    assert isinstance(vote, Vote)
    await shell.seconds(0.1)
    now = (await shell.state()).phase
    assert isinstance(now, Vote)
    (call,) = [call for call in shell.messenger.calls("announce") if call.about.kind is Kind.WINDOW]
    assert now.window.message_ms == call.at_ms + builders.DISCORD_AHEAD_MS
    assert await shell.store.cursor(7, GAME, WINDOW_MESSAGE) == call.message_id
    await shell.stop()


async def test_a_decided_window_loses_its_buttons() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.seconds(20)
    windows = [call for call in shell.messenger.calls("announce") if call.about.kind is Kind.WINDOW]
    retired = shell.messenger.calls("retire_window")
    assert len(windows) == 2
    assert [call.message_id for call in retired] == [call.message_id for call in windows]
    await shell.stop()


async def test_a_window_that_a_pause_cut_off_loses_its_buttons_when_it_is_asked_for_anew() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.seconds(1)
    await shell.do(cmd.Pause(by=1))
    await shell.do(cmd.Resume(by=1))
    await shell.seconds(1)
    windows = [call for call in shell.messenger.calls("announce") if call.about.kind is Kind.WINDOW]
    assert [call.about.seat for call in windows] == [3, 3]
    assert [call.message_id for call in shell.messenger.calls("retire_window")] == [windows[0].message_id]
    await shell.stop()


async def test_a_stopped_game_leaves_no_window_with_buttons() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.seconds(1)
    await shell.do(cmd.StopGame(by=1))
    await shell.effects.drain()
    assert len(shell.messenger.calls("retire_window")) == 1
    await shell.stop()


async def test_a_window_that_is_over_before_it_could_be_posted_is_not_posted() -> None:
    shell = Shell().run()
    shell.messenger.takes_ms = 30_000
    shell.service.listen(shell.announcer.changed)
    await shell.to_vote()
    await shell.until(Night, most_s=300)
    await shell.seconds(600)
    assert Kind.WINDOW_RESULT in shell.messenger.kinds
    windows = [said.window_no for said in shell.messenger.said if said.kind is Kind.WINDOW]
    assert len(windows) < 2
    await shell.stop()


@pytest.mark.parametrize("code", [0, 503])
async def test_what_an_outage_hinders_is_said_in_order_when_it_is_over(code: int) -> None:
    shell = Shell().listen().run()
    await shell.deal()
    await shell.until(Night)
    shell.messenger.refuse("announce", code, times=50)
    await shell.seconds(300)
    said, wanted = shell.messenger.said, due(shell)
    assert [one for one in said if one.kind not in NOTES] == [one for one in wanted if one.kind not in NOTES]
    assert len(said) > 4
    await shell.stop()


async def test_what_is_refused_again_and_again_is_given_up() -> None:
    shell = Shell().listen().run()
    shell.messenger.refuse("announce", 50035, times=TRIES)
    await shell.deal()
    await shell.until(Night)
    await shell.seconds(5)
    assert Kind.GAME_OPENED not in shell.messenger.kinds
    assert Kind.NIGHT_FALLS in shell.messenger.kinds
    await shell.stop()


async def test_what_is_refused_is_tried_again() -> None:
    shell = Shell().listen().run()
    shell.messenger.refuse("announce", 500)
    await shell.deal()
    await shell.seconds(RETRY_MS / 1000 + 0.5)
    assert shell.messenger.kinds == [Kind.GAME_OPENED]
    await shell.stop()


@pytest.mark.parametrize("code", [10003, 50001, 50013])
async def test_where_asking_is_in_vain_the_next_one_is_not_kept_waiting(code: int) -> None:
    shell = Shell().listen().run()
    shell.messenger.refuse("announce", code)
    await shell.deal()
    await shell.until(Night)
    await shell.seconds(0.5)
    assert shell.messenger.kinds == [Kind.HANDS_UNOPENED, Kind.NIGHT_FALLS]
    assert await cursor(shell) == shell.messenger.said[-1].seq
    await shell.stop()


async def test_a_deleted_channel_holds_up_no_table() -> None:
    shell = Shell().listen().run()
    shell.messenger.refuse("announce", 10003, times=1000)
    await shell.deal()
    await shell.until(Ended, most_s=4000)
    await shell.seconds(1)
    assert not shell.effects.names()
    assert not shell.announcer._tables
    await shell.stop()


async def test_a_store_that_keeps_no_cursor_silences_nobody() -> None:
    store = ForgetfulStore()
    shell = Shell(store).listen().run()
    await shell.deal()
    store.ill = True
    await shell.until(Night)
    store.ill = False
    await shell.until(Talk)
    await shell.seconds(1)
    assert shell.messenger.said == due(shell)
    await shell.stop()


# --- takeover ------------------------------------------------------------------------------------


async def killed_and_resumed(shell: Shell, shows: frozenset[int] = frozenset()) -> Shell:
    """The process dies; another one takes the table up."""
    await shell.stop()
    messenger = WritingMessenger(shell.clock, shows=shows)
    other = Shell(shell.store, messenger)
    await other.announcer.resume(GAME)
    await other.effects.drain()
    return other


async def test_after_a_takeover_only_the_rest_is_said() -> None:
    shell = Shell().listen().run()
    await shell.deal()
    await shell.seconds(1)
    shell.messenger.takes_ms = 1_000_000
    await shell.until(Talk)
    other = await killed_and_resumed(shell)
    assert shell.messenger.kinds == [Kind.GAME_OPENED]
    assert other.messenger.said == due(shell)[1:]
    assert await cursor(other) == other.messenger.said[-1].seq


async def test_what_the_channel_shows_already_is_not_said_again() -> None:
    shell = Shell().run()
    await shell.deal()
    await shell.until(Talk)
    first, second, *rest = due(shell)
    other = await killed_and_resumed(shell, frozenset({first.mark, second.mark}))
    assert other.messenger.said == rest


async def test_a_note_that_shares_its_step_with_what_the_channel_shows_is_said() -> None:
    shell = Shell().run()
    await shell.deal()
    await shell.until(Talk)
    await shell.seconds(20)
    *_, floor, note = due(shell)
    assert (floor.kind, note.kind) == (Kind.FLOOR, Kind.MIC_NOT_SEEN)
    assert note.step == floor.step
    other = await killed_and_resumed(shell, frozenset(said.mark for said in due(shell)[:-1]))
    assert other.messenger.said == [note]


async def test_the_end_is_told_to_the_store_only_after_the_verdict_was_said() -> None:
    shell = Shell().listen().run()
    await shell.deal()
    await shell.seconds(1)
    shell.messenger.takes_ms = 3_000
    await shell.do(cmd.StopGame(by=1))
    await shell.seconds(2)
    assert await shell.store.untold() == (GAME,)
    await shell.seconds(2)
    assert shell.messenger.kinds[-1] is Kind.VERDICT
    assert await shell.store.untold() == ()
    assert not shell.announcer._tables
    await shell.stop()


async def test_a_lobby_that_is_closed_leaves_nothing_to_tell() -> None:
    shell = Shell().listen()
    await shell.open()
    await shell.do(cmd.StopGame(by=1))
    await shell.effects.drain()
    assert await shell.store.untold() == ()
    assert not shell.messenger.said
    await shell.stop()


async def test_a_channel_that_cannot_be_read_keeps_nobody_waiting() -> None:
    shell = Shell().run()
    await shell.deal()
    await shell.stop()
    other = Shell(shell.store)
    other.messenger.refuse("announced_steps", 50001)
    await other.announcer.resume(GAME)
    await other.effects.drain()
    assert other.messenger.kinds == [Kind.GAME_OPENED]


async def test_after_a_takeover_the_open_window_still_loses_its_buttons() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.seconds(0.5)
    (call,) = [call for call in shell.messenger.calls("announce") if call.about.kind is Kind.WINDOW]
    other = await killed_and_resumed(shell)
    other.listen().run()
    await other.seconds(10)
    assert other.messenger.calls("retire_window")[0].message_id == call.message_id
    await other.stop()


def logs_asked(shell: Shell) -> list[int]:
    """After which event each log is asked for, from now on."""
    asked: list[int] = []
    log = shell.store.log

    async def noted(game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        asked.append(after_seq)
        return await log(game_id, after_seq)

    shell.store.log = noted  # type: ignore[method-assign]
    return asked


async def test_a_window_asked_for_anew_is_said_once_and_the_former_one_is_looked_up_only_then() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.seconds(0.5)
    (former,) = [call for call in shell.messenger.calls("announce") if call.about.kind is Kind.WINDOW]
    await shell.stop()
    told, asked = await cursor(shell), logs_asked(shell)
    other = Shell(shell.store).listen()
    other.announcer.hold(GAME)
    await other.do(cmd.Recovered(down_ms=5_000))
    assert not other.messenger.said
    await other.announcer.resume(GAME)
    assert asked == [told]
    await other.effects.drain()
    assert other.messenger.kinds == [Kind.WINDOW]
    assert asked == [told], "while a process starts, nobody reads whole logs"
    other.announcer.release(GAME)
    await other.effects.drain()
    (retired,) = other.messenger.calls("retire_window")
    assert (retired.message_id, retired.about) == (former.message_id, former.about)
    assert asked == [told, 0]


async def test_a_takeover_reads_the_log_from_where_it_has_been_told_once_no_window_has_buttons() -> None:
    shell = Shell().listen().run()
    await shell.to_vote()
    await shell.until(Night, most_s=200)
    await shell.seconds(5)
    assert await shell.store.cursor(7, GAME, WINDOW_MESSAGE) > 0
    told, asked = await cursor(shell), logs_asked(shell)
    other = await killed_and_resumed(shell)
    assert asked == [told]
    assert not other.messenger.said


async def test_resuming_a_table_nobody_knows_does_nothing() -> None:
    shell = Shell()
    await shell.announcer.resume("nothing")
    assert not shell.messenger.written


async def test_whether_anything_is_left_to_say_is_known() -> None:
    shell = Shell().run()
    dealt = await shell.deal()
    assert await shell.announcer.owes(dealt)
    other = await killed_and_resumed(shell)
    assert not await other.announcer.owes(dealt)


# --- notes ---------------------------------------------------------------------------------------


async def test_a_note_is_said_after_what_was_to_be_said_before() -> None:
    shell = Shell().listen()
    shell.messenger.takes_ms = 300
    state = await shell.deal()
    shell.announcer.note(state, Kind.MUTE_REFUSED, (2,))
    await shell.effects.drain()
    assert shell.messenger.kinds == [Kind.GAME_OPENED, Kind.MUTE_REFUSED]


async def test_who_has_not_opened_his_hand_is_named() -> None:
    shell = Shell().listen().run()
    await shell.deal()
    for seat in (1, 2, 3):
        await shell.do(cmd.OpenHand(user_id=100 + seat))
    await shell.until(Night)
    await shell.seconds(1)
    notes = [said for said in shell.messenger.said if said.kind is Kind.HANDS_UNOPENED]
    assert [said.seats for said in notes] == [(4, 5, 6)]
    await shell.stop()


async def test_a_pause_that_has_become_long_is_mentioned_once() -> None:
    shell = Shell().listen().run()
    await shell.deal()
    await shell.do(cmd.Pause(by=1))
    await shell.seconds(2 * 900)
    assert shell.messenger.kinds.count(Kind.PAUSE_OVERDUE) == 1
    await shell.stop()
