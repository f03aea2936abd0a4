"""The panel: one message a chapter, edited until it shows the state, posted anew when it is lost."""

from dataclasses import replace

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLASSIC, CLUB
from mafiabot.engine.state import Ended, Night, NightStep, SpeechKind, Talk
from mafiabot.engine.views import PhaseName
from mafiabot.runtime.panels import BURIED_BELOW, COUNTER_BITS, RETRY_MS, SETTLE_MS, chapter
from tests.support import builders
from tests.support.shell import GAME, Shell
from tests.support.table import Table

pytestmark = pytest.mark.virtual


def posting(number: int) -> int:
    """The id of the nth message: a moment, and a counter that tells nothing here."""
    return number << COUNTER_BITS


def whats(shell: Shell) -> list[str]:
    return [call.what for call in shell.messenger.written if call.what.endswith("_panel")]


async def opened() -> Shell:
    """A lobby whose panel stands."""
    shell = Shell()
    shell.service.listen(shell.panels.changed)
    await shell.open()
    await shell.effects.drain()
    return shell


async def one_more(shell: Shell, number: int = 7) -> None:
    await shell.do(cmd.Join(person=builders.person(number)))
    await shell.effects.drain()


async def test_a_new_table_gets_a_panel() -> None:
    shell = await opened()
    assert whats(shell) == ["post_panel"]
    ref = await shell.store.panel(7, GAME)
    assert ref is not None
    assert (ref.channel_id, ref.message_id, ref.chapter) == (8, posting(1), "lobby")


async def test_changes_of_one_moment_are_one_edit() -> None:
    shell = await opened()
    for number in (7, 8, 9):
        await shell.do(cmd.Join(person=builders.person(number)))
    await shell.effects.drain()
    assert whats(shell) == ["post_panel", "edit_panel"]
    assert len(shell.messenger.written[-1].about.seats) == 9


async def test_changes_during_an_edit_are_one_more() -> None:
    shell = await opened()
    shell.messenger.takes_ms = 2_000
    await shell.do(cmd.Join(person=builders.person(7)))
    await shell.seconds((SETTLE_MS + 100) / 1000)
    for number in (8, 9, 10):
        await shell.do(cmd.Join(person=builders.person(number)))
    await shell.effects.drain()
    edits = shell.messenger.calls("edit_panel")
    assert [len(call.about.seats) for call in edits] == [7, 10]


async def test_what_does_not_show_costs_no_edit() -> None:
    shell = await opened()
    user = builders.person(3).user_id
    await shell.do(cmd.VoiceObserved(user_id=user, present=True, open=True, at_ms=shell.clock.now_ms()))
    await shell.effects.drain()
    assert whats(shell) == ["post_panel"]


async def test_every_chapter_is_a_new_message_and_the_old_one_loses_its_controls() -> None:
    shell = Shell().run()
    shell.service.listen(shell.panels.changed)
    await shell.deal()
    await shell.until(Ended, most_s=4000)
    await shell.seconds(3)
    posts, retired = shell.messenger.calls("post_panel"), shell.messenger.calls("retire_panel")
    phases = [call.about.phase for call in posts]
    assert phases[:4] == [PhaseName.DEALING, PhaseName.NIGHT, PhaseName.TALK, PhaseName.NIGHT]
    assert phases[-1] is PhaseName.ENDED
    assert [call.message_id for call in retired] == [call.message_id for call in posts[:-1]]
    await shell.stop()


def test_a_best_move_at_night_belongs_to_the_chapter_of_that_night() -> None:
    table = Table(10, ruleset=CLASSIC).to_day_0()
    table.day()
    night = chapter(table.state)
    table.night(kill=9)
    assert table.has_floor(9, SpeechKind.BEST_MOVE)
    assert chapter(table.state) == night
    table.finish()
    assert chapter(table.state) == "day:1"


async def test_within_a_chapter_the_message_is_edited() -> None:
    shell = Shell().run()
    shell.service.listen(shell.panels.changed)
    await shell.deal()
    first = await shell.until(Talk)
    await shell.seconds(70)
    second = await shell.state()
    assert chapter(first) == chapter(second)
    assert first.phase != second.phase
    panel = shell.messenger.calls("post_panel")[-1]
    edits = [call for call in shell.messenger.calls("edit_panel") if call.message_id == panel.message_id]
    assert edits
    await shell.stop()


@pytest.mark.parametrize("code", [10008, 30046])
async def test_a_panel_that_cannot_be_edited_any_more_is_posted_anew(code: int) -> None:
    shell = await opened()
    shell.messenger.refuse("edit_panel", code)
    await one_more(shell)
    assert whats(shell)[:2] == ["post_panel", "post_panel"]
    ref = await shell.store.panel(7, GAME)
    assert ref is not None
    assert ref.message_id == posting(2)


async def test_a_passing_trouble_posts_nothing_and_is_tried_again() -> None:
    shell = await opened()
    shell.messenger.refuse("edit_panel", 500)
    began = shell.clock.now_ms()
    await one_more(shell)
    assert whats(shell) == ["post_panel", "edit_panel"]
    assert shell.messenger.written[-1].at_ms - began >= RETRY_MS


async def test_where_asking_is_in_vain_nothing_is_tried_until_the_next_change() -> None:
    shell = await opened()
    shell.messenger.refuse("edit_panel", 50013)
    await one_more(shell, 7)
    assert whats(shell) == ["post_panel"]
    await one_more(shell, 8)
    assert whats(shell) == ["post_panel", "edit_panel"]


async def test_what_was_refused_for_good_is_shown_when_the_bot_may_do_more_in_that_guild() -> None:
    """Where the table has come to a pause, nothing else would ever show it."""
    shell = await opened()
    shell.messenger.refuse("edit_panel", 50001)
    await one_more(shell)
    shell.panels.access_changed(6)
    await shell.effects.drain()
    assert whats(shell) == ["post_panel"]
    for _ in range(2):
        shell.panels.access_changed(7)
        await shell.effects.drain()
        assert whats(shell) == ["post_panel", "edit_panel"]


async def test_a_deleted_panel_is_posted_anew() -> None:
    shell = await opened()
    shell.panels.lost(GAME)
    await shell.effects.drain()
    assert whats(shell)[:2] == ["post_panel", "post_panel"]


async def test_of_a_table_that_the_store_has_lost_nothing_is_remembered() -> None:
    shell = await opened()
    assert isinstance(shell.store, MemoryStore)
    shell.store._games.clear()
    await shell.service.refresh(GAME)
    await shell.effects.drain()
    assert not shell.panels._shown
    assert not shell.panels._below


async def test_a_panel_far_up_is_posted_anew() -> None:
    shell = await opened()
    for _ in range(BURIED_BELOW - 1):
        shell.panels.foreign_message(GAME)
    await shell.effects.drain()
    assert whats(shell) == ["post_panel"]
    shell.panels.foreign_message(GAME)
    await shell.effects.drain()
    assert whats(shell) == ["post_panel", "post_panel", "retire_panel"]
    assert shell.messenger.calls("retire_panel")[0].message_id == posting(1)


async def test_postings_of_one_panel_have_one_key_and_others_have_others() -> None:
    shell = await opened()
    for _ in range(2):
        shell.panels.lost(GAME)
        await shell.effects.drain()
    keys = [call.key for call in shell.messenger.calls("post_panel")]
    assert keys == ["lobby:0", "lobby:1", "lobby:2"]


async def test_after_a_takeover_the_panel_is_brought_up_to_date_whatever_it_shows() -> None:
    shell = await opened()
    await shell.stop()
    other = Shell(shell.store)
    other.panels.resume(GAME)
    await other.effects.drain()
    assert [(call.what, call.message_id) for call in other.messenger.written] == [("edit_panel", posting(1))]


async def test_what_discord_counts_in_a_millisecond_shows_in_no_nonce() -> None:
    """It counts secret answers as well, and the end of a message's id is that count."""
    keys = []
    for counted in (0, 7):
        shell = await opened()
        ref = await shell.store.panel(7, GAME)
        assert ref is not None
        await shell.store.save_panel(7, GAME, replace(ref, message_id=posting(1) + counted))
        shell.panels.lost(GAME)
        await shell.effects.drain()
        keys.append(shell.messenger.calls("post_panel")[-1].key)
    assert keys[0] == keys[1]


async def test_a_panel_posted_anew_by_a_process_that_died_over_it_is_the_one_that_goes_on() -> None:
    """The next process posts it with the same key, so Discord gives it the message that stands already."""
    shell = await opened()
    shell.messenger.takes_ms = 2_000
    for _ in range(BURIED_BELOW):
        shell.panels.foreign_message(GAME)
    await shell.seconds((SETTLE_MS + 100) / 1000)
    await shell.stop()
    other = Shell(shell.store)
    other.panels.resume(GAME)
    await other.effects.drain()
    assert whats(other) == ["post_panel", "retire_panel"]
    assert [call.key for call in other.messenger.calls("post_panel")] == ["lobby:1"]
    ref = await other.store.panel(7, GAME)
    assert ref is not None
    assert ref.chapter == "lobby"


async def test_a_finished_game_leaves_nothing_in_memory() -> None:
    shell = Shell().run()
    shell.service.listen(shell.panels.changed)
    await shell.deal()
    await shell.until(Night)
    shell.panels.foreign_message(GAME)
    await shell.do(cmd.StopGame(by=1))
    await shell.effects.drain()
    assert not shell.panels._shown
    assert not shell.panels._below
    await shell.stop()


async def test_a_verdict_that_was_refused_leaves_nothing_in_memory_either() -> None:
    shell = await opened()
    shell.messenger.refuse("post_panel", 10003)
    await shell.do(cmd.StopGame(by=1))
    await shell.effects.drain()
    assert not shell.panels._shown
    assert not shell.panels._refused
    assert not shell.panels._below


async def at_shots() -> tuple[Shell, Night]:
    """A dealt game whose panel shows that shots are asked for."""
    shell = Shell().run()
    shell.service.listen(shell.panels.changed)
    await shell.deal()
    while not isinstance(phase := (await shell.state()).phase, Night) or phase.step is not NightStep.SHOTS:
        await shell.seconds(1)
    await shell.seconds(SETTLE_MS / 1000 + 1)
    return shell, phase


async def shot(shell: Shell, night: Night, at_ms: int) -> None:
    """Somebody's shot, in time and `at_ms` on its way; black's and a civilian's are committed alike."""
    await shell.clock.sleep_until_ms(at_ms)
    user_id, press = builders.person(2).user_id, builders.press(night.until_ms - 10)
    await shell.do(cmd.Shoot(user_id=user_id, night=night.number, seat=1, press=press))


def moments(shell: Shell) -> list[int]:
    return [call.at_ms for call in shell.messenger.written if call.what == "edit_panel"]


@pytest.mark.parametrize("before_ms", [None, 1, SETTLE_MS // 2, SETTLE_MS - 1])
async def test_a_secret_press_just_before_a_change_does_not_hurry_the_panel(before_ms: int | None) -> None:
    shell, night = await at_shots()
    changes_ms = night.until_ms + CLUB.vote_settle_ms
    if before_ms is not None:
        await shot(shell, night, changes_ms - before_ms)
    await shell.clock.sleep_until_ms(changes_ms + SETTLE_MS + 100)
    assert moments(shell)[-1] == changes_ms + SETTLE_MS
    await shell.stop()


async def test_nor_does_one_during_an_edit() -> None:
    shell, night = await at_shots()
    changes_ms = night.until_ms + CLUB.vote_settle_ms
    shell.messenger.takes_ms = 300
    edit_ms = changes_ms - SETTLE_MS - 500
    await shell.clock.sleep_until_ms(edit_ms)
    await shell.do(cmd.Join(person=builders.person(7)))  # a public change, whose edit is under way when …
    await shot(shell, night, edit_ms + SETTLE_MS + 200)
    await shell.clock.sleep_until_ms(changes_ms + 2 * SETTLE_MS + 700)
    assert moments(shell)[-1] == changes_ms + SETTLE_MS + 300
    await shell.stop()


async def test_a_panel_that_is_held_stays_as_it_is_until_it_is_resumed() -> None:
    shell = await opened()
    shell.panels.hold(GAME)
    await one_more(shell, 7)
    shell.panels.noted(GAME)
    await shell.effects.drain()
    assert whats(shell) == ["post_panel"]
    shell.panels.resume(GAME)
    await shell.effects.drain()
    assert whats(shell) == ["post_panel", "edit_panel"]


async def test_a_panel_that_is_released_follows_the_next_change() -> None:
    shell = await opened()
    shell.panels.hold(GAME)
    await one_more(shell, 7)
    shell.panels.release(GAME)
    await shell.effects.drain()
    assert whats(shell) == ["post_panel"]
    await one_more(shell, 8)
    assert [len(call.about.seats) for call in shell.messenger.calls("edit_panel")] == [8]
