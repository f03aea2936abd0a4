"""A table that cannot be read, or its log, or not yet: others are taken up, and it is as far as it can be."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from mafiabot.engine import commands as cmd
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.cluster_port import Signs
from tests.support import builders
from tests.support.shell import GAME, Shell
from tests.support.takeovers import PickyStore, killed, started, taking_over

pytestmark = pytest.mark.virtual


async def test_a_table_that_cannot_be_read_is_left_alone_and_said_so() -> None:
    store = PickyStore()
    shell, _ = await killed(store)
    second = replace(builders.open_table(), game_id="g2", channel_id=9)
    await shell.service.submit("g2", second)
    store.unreadable = GAME
    other = Shell(store).listen()
    with capture_logs() as logs:
        assert await started(taking_over(other), Signs()) == 1
    assert ("critical", GAME) in [(line["log_level"], line.get("table")) for line in logs]
    await other.effects.drain()
    assert {call.about.game_id for call in other.messenger.written} == {"g2"}


async def test_a_table_whose_log_does_not_come_keeps_no_other_waiting() -> None:
    store = PickyStore()
    shell, _ = await killed(store)
    await shell.service.submit("g2", replace(builders.open_table(), game_id="g2", channel_id=9))
    store.silent = GAME
    other = Shell(store).listen()
    taking = taking_over(other)
    with capture_logs():
        assert await taking.run(Signs()) == 2
        other.run(taking.show())
        await other.seconds(2)
    await other.stop()
    assert {call.about.game_id for call in other.messenger.written} == {GAME, "g2"}
    assert not other.messenger.calls("announce")


@pytest.mark.parametrize("down_ms", [None, 5_000])
async def test_what_is_due_there_is_said_in_its_order_when_the_log_comes(down_ms: int | None) -> None:
    store = PickyStore()
    shell, _ = await killed(store)
    await shell.do(cmd.Pause(by=1))
    await shell.effects.stop()
    store.silent = GAME
    other = Shell(store).listen()
    taking = taking_over(other)
    with capture_logs():
        await taking.run(Signs(any_ms=down_ms and shell.clock.now_ms() - down_ms))
        other.run(taking.show())
        await other.do(cmd.Resume(by=1))
        await other.seconds(2)
        assert not other.messenger.said
    store.silent = None
    await other.seconds(2)
    assert other.messenger.kinds == [Kind.PAUSED, Kind.RESUMED]
    await other.stop()


@pytest.mark.parametrize("over", [False, True])
async def test_a_table_whose_log_another_version_has_written_keeps_nobody_waiting_either(over: bool) -> None:
    store = PickyStore()
    shell, _ = await killed(store)
    await shell.service.submit("g2", replace(builders.open_table(), game_id="g2", channel_id=9))
    if over:
        await shell.service.submit(GAME, cmd.StopGame(by=1))
        await shell.effects.stop()
    store.closed = GAME
    other = Shell(store).listen()
    with capture_logs() as logs:
        await started(taking_over(other), Signs(any_ms=shell.clock.now_ms() - 5_000))
    assert ("critical", GAME) in [(line["log_level"], line.get("table")) for line in logs]
    await other.effects.drain()
    assert "g2" in {call.about.game_id for call in other.messenger.written}
    if not over:
        await other.do(cmd.Pause(by=1))
        await other.effects.drain()
        assert other.messenger.kinds == [Kind.PAUSED]
