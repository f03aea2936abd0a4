"""Deadlines: each fires once at its moment, whatever woke the sleeper; a standstill is not charged."""

import asyncio
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.store_rules import earliest
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import Dealing, GameState, Night, NightStep, Talk
from mafiabot.runtime.heart import BEAT_MS, Heart
from mafiabot.runtime.ports import Due, StoreUnavailable, Wanted
from mafiabot.runtime.pulse import Pulse
from mafiabot.runtime.service import Outcome
from mafiabot.runtime.timers import RELOOK_MS, RETRY_MS, Timers
from tests.support import builders
from tests.support.shell import GAME, Shell

pytestmark = pytest.mark.virtual


class AilingStore(MemoryStore):
    """Does not answer while `ill`."""

    ill = False

    async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
        if self.ill:
            raise StoreUnavailable
        return await super().due(until_ms, limit, wanted)


class SlowStore(MemoryStore):
    """Takes its time to say what is due."""

    async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
        await asyncio.sleep(0.2)
        return await super().due(until_ms, limit, wanted)


def happened(shell: Shell, kind: type[ev.Happened]) -> list[ev.Event]:
    return [event for change in shell.changes for event in change.events if isinstance(event, kind)]


async def test_a_deadline_fires_once_and_at_its_moment() -> None:
    shell = Shell().run()
    dealt = await shell.deal()
    assert isinstance(dealt.phase, Dealing)
    await shell.until(Night)
    await shell.seconds(5)
    fallen = happened(shell, ev.NightFell)
    assert [event.at_ms for event in fallen] == [dealt.phase.until_ms]
    await shell.stop()


async def test_a_deadline_does_not_wait_for_the_store_to_say_that_it_has_come() -> None:
    shell = Shell(SlowStore()).run()
    dealt = await shell.deal()
    assert isinstance(dealt.phase, Dealing)
    await shell.until(Night)
    assert [event.at_ms for event in happened(shell, ev.NightFell)] == [dealt.phase.until_ms]
    await shell.stop()


async def test_of_more_deadlines_than_are_read_at_once_each_fires_at_its_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mafiabot.runtime.timers.MOST_AT_ONCE", 1)
    shell = Shell().run()
    await shell.deal()
    other = builders.open_table(seats=0)
    people = tuple(builders.person(number) for number in range(11, 17))
    await shell.service.submit("g2", replace(other, game_id="g2", channel_id=9, seated=people))
    users = tuple(person.user_id for person in people)
    await shell.service.submit("g2", cmd.StartGame(by=1, seed=builders.SEED, game_number=2, in_voice=users))
    await shell.seconds(61)
    fell, failed = happened(shell, ev.NightFell), happened(shell, ev.ReadyCheckFailed)
    assert (len(fell), len(failed)) == (1, 1)
    await shell.stop()


async def test_an_earlier_deadline_wakes_the_sleeper() -> None:
    shell = Shell().run()
    await shell.deal(ruleset=replace(CLUB, absence_s=0))
    before = deadline(await shell.until(Talk))
    assert before is not None
    at_ms = shell.clock.now_ms()
    assert before.at_ms > at_ms + 1_000
    await shell.do(cmd.VoiceObserved(user_id=103, present=False, open=False, at_ms=at_ms))
    await shell.seconds(0.01)
    assert [event.at_ms for event in happened(shell, ev.PlayerGone)] == [at_ms]
    await shell.stop()


async def test_a_deadline_behind_one_that_never_ends_is_still_in_time() -> None:
    """A stuck table's moment stays in the index for ever."""
    shell = Shell().run()
    await shell.deal()
    shell.service._stuck.add(GAME)
    await shell.seconds(65.3)
    other = builders.open_table(seats=0)
    people = tuple(builders.person(number) for number in range(11, 17))
    opened = replace(other, game_id="g2", channel_id=9, seated=people)
    await shell.service.submit("g2", opened)
    users = tuple(person.user_id for person in people)
    start = cmd.StartGame(by=1, seed=builders.SEED, game_number=2, in_voice=users)
    await shell.service.submit("g2", start)
    failed_ms = shell.clock.now_ms() + 60_000
    await shell.seconds(61)
    assert [event.at_ms for event in happened(shell, ev.ReadyCheckFailed)] == [failed_ms]
    await shell.stop()


async def test_a_stale_entry_of_the_index_changes_nothing() -> None:
    store = MemoryStore()
    shell = Shell(store).run()
    await shell.deal()
    store._games[GAME].due_ms = shell.clock.now_ms() + 10
    seq = (await shell.state()).seq
    await shell.seconds(3)
    assert (await shell.state()).seq == seq
    await shell.stop()


async def test_tables_of_other_processes_are_left_alone() -> None:
    shell = Shell()
    shell.timers = Timers(shell.store, shell.clock, shell.service, shell.effects, lambda guild_id: False)
    shell.run()
    dealt = await shell.deal()
    await shell.seconds(120)
    assert await shell.state() == dealt
    await shell.stop()


async def test_tables_of_a_process_that_is_gone_keep_nobody_else_waiting() -> None:
    """However many of them have been due before."""
    others = 8

    class Deserted(MemoryStore):
        async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
            old = [Due(game_id=f"left{n}", guild_id=others, at_ms=n, seq=1) for n in range(150)]
            return earliest((*old, *await super().due(until_ms)), limit, wanted)

    shell = Shell(store=Deserted())
    shell.timers = Timers(
        shell.store, shell.clock, shell.service, shell.effects, lambda guild_id: guild_id != others
    )
    shell.run()
    await shell.deal()
    await shell.until(Night)
    await shell.stop()


async def test_a_store_that_is_away_for_a_while_is_survived() -> None:
    store = AilingStore()
    shell = Shell(store).run()
    await shell.deal()
    store.ill = True
    await shell.seconds(70)
    assert isinstance((await shell.state()).phase, Dealing)
    store.ill = False
    await shell.seconds(RETRY_MS / 1000 + 0.1)
    assert isinstance((await shell.state()).phase, Night)
    await shell.stop()


# --- standstill ----------------------------------------------------------------------------------


async def test_a_process_that_stood_still_says_so_before_anything_fires() -> None:
    shell = Shell()
    stood: list[tuple[int, bool]] = []

    async def stalled(down_ms: int) -> None:
        stood.append((down_ms, isinstance((await shell.state()).phase, Dealing)))

    shell.timers = Timers(shell.store, shell.clock, shell.service, shell.effects, stalled=stalled)
    shell.run()
    await shell.deal()
    await shell.seconds(59.5)
    running_virtual_loop().stall(10)
    await shell.seconds(1)
    assert len(stood) == 1
    down_ms, still_dealing = stood[0]
    assert 10_000 <= down_ms <= 10_000 + RELOOK_MS, "timers alone look once a second"
    assert still_dealing
    await shell.stop()


@pytest.mark.parametrize("began_ms", [30, 180, 260, 490, 740, 990])
@pytest.mark.parametrize("for_s", [1.4, 10])
async def test_a_standstill_is_known_to_a_quarter_of_a_second_whenever_it_began(
    began_ms: int, for_s: float
) -> None:
    shell, stood, pulse = Shell(), list[int](), Pulse()

    async def stalled(down_ms: int) -> None:
        stood.append(down_ms)

    shell.timers = Timers(
        shell.store, shell.clock, shell.service, shell.effects, stalled=stalled, pulse=pulse
    )
    heart = Heart(shell.store, shell.clock, "me", pulse=pulse)
    shell.run(shell.timers.run(), heart.run())
    await shell.seconds(5 + began_ms / 1000)
    running_virtual_loop().stall(for_s)
    await shell.seconds(1)
    assert len(stood) == 1
    assert 0 <= stood[0] - for_s * 1000 <= BEAT_MS
    await shell.stop()


async def test_a_store_that_answers_late_is_no_standstill() -> None:
    pulse = Pulse()
    for at_ms in (0, 250, 500, 750, 1_000, 1_250):
        pulse.ran(at_ms)
    pulse.woke(1_300, 100)
    assert pulse.down_ms() == 0


async def test_a_night_step_that_ended_in_a_standstill_is_given_its_time_back() -> None:
    shell = Shell()

    async def stalled(down_ms: int) -> None:
        await shell.service.submit(GAME, cmd.Recovered(down_ms=down_ms))

    shell.timers = Timers(shell.store, shell.clock, shell.service, shell.effects, stalled=stalled)
    shell.run()
    await shell.deal()
    night = (await shell.until(Night)).phase
    assert isinstance(night, Night)
    await shell.clock.sleep_until_ms(night.until_ms - 2_000)
    running_virtual_loop().stall(20)
    await shell.seconds(1.5)
    now = (await shell.state()).phase
    assert isinstance(now, Night)
    assert now.step is NightStep.MAFIA_MINUTE
    await shell.stop()


async def test_timers_end_when_they_are_cancelled() -> None:
    shell = Shell()
    running = asyncio.ensure_future(shell.timers.run())
    await shell.seconds(2)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


class IllegibleStore(MemoryStore):
    """Its one game was written by a newer version."""

    async def load(self, game_id: str) -> GameState | None:
        raise ValueError("schema 99")


async def test_a_table_that_cannot_be_read_is_said_once_and_keeps_no_other_waiting() -> None:
    shell = Shell()
    await shell.deal()
    await shell.stop()
    store = IllegibleStore()
    assert isinstance(shell.store, MemoryStore)
    store._games = shell.store._games
    with capture_logs() as logs:
        other = Shell(store).run()
        await other.seconds(300)
        await other.stop()
    assert [(line["log_level"], line["table"]) for line in logs] == [("critical", GAME)]


async def test_a_table_whose_deadlines_are_dealt_with_in_vain_is_told_of_once() -> None:
    told: list[str] = []
    shell = Shell()
    timers = Timers(shell.store, shell.clock, shell.service, shell.effects, stands_still=told.append)
    await shell.deal()

    async def in_vain(game_id: str, command: cmd.Command, command_id: str | None = None) -> Outcome:
        raise ZeroDivisionError

    shell.service.submit = in_vain  # type: ignore[method-assign] # a bug in the rules
    with capture_logs():
        shell.run(timers.run())
        await shell.seconds(200)
    assert told == [GAME]
    assert timers.overdue == {GAME}
    await shell.stop()


async def test_tables_that_cannot_be_read_keep_nobody_else_waiting() -> None:
    """However many of them lie first in the index."""

    class Unreadable(MemoryStore):
        async def load(self, game_id: str) -> GameState | None:
            if game_id.startswith("newer"):
                raise ValueError("schema 9")
            return await super().load(game_id)

        async def due(self, until_ms: int, limit: int = 100, wanted: Wanted | None = None) -> tuple[Due, ...]:
            old = [Due(game_id=f"newer{n}", guild_id=1, at_ms=n, seq=1) for n in range(150)]
            return earliest((*old, *await super().due(until_ms)), limit, wanted)

    shell = Shell(store=Unreadable()).run()
    dealt = await shell.deal()
    assert isinstance(dealt.phase, Dealing)
    with capture_logs():
        await shell.until(Night)
    await shell.stop()


async def test_a_due_time_that_appears_in_the_moment_of_another_is_no_trouble() -> None:
    """The sleeper is woken by its moment, and called in the same turn of the loop."""
    loop = asyncio.get_running_loop()
    troubles: list[dict[str, object]] = []
    loop.set_exception_handler(lambda _, trouble: troubles.append(trouble))
    shell, earlier = Shell(), loop.create_future()
    until_ms = shell.clock.now_ms() + 100

    async def call() -> None:
        await shell.clock.sleep_until_ms(until_ms)
        earlier.set_result(None)

    await asyncio.gather(call(), shell.timers._slept(until_ms, earlier))
    await asyncio.sleep(0)
    assert not troubles
    loop.set_exception_handler(None)
