"""Several real processes: games go on whatever befalls one of them, and every table has one history."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.lab.drill import histories
from mafiabot.lab.drill.process import run_process
from mafiabot.lab.drill.report import DrillReport
from mafiabot.lab.drill.stage import DrillStage
from mafiabot.lab.fleet import MOST_END_S, FleetOptions, fleet_drill, judged, main
from mafiabot.runtime.service import Applied, GameService
from tests.support import builders
from tests.support.shell import GAME, Shell


@pytest.mark.fleet
@pytest.mark.timeout(600)
def test_games_go_on_while_processes_are_killed_stopped_replaced_and_updated() -> None:
    ends_s: list[float] = []
    report = run_process(fleet_drill(FleetOptions(games=3, pace=6, speech_s=8)), None, ends_s)
    assert judged(report, ends_s) == []


def test_every_fault_befalls_a_table_of_the_process_it_is_meant_for() -> None:
    drill = fleet_drill(FleetOptions(processes=2, games=4))
    assert [(one.do, one.table, getattr(one, "process", None)) for one in drill.fault] == [
        ("kill", "t0", 0),
        ("stop", "t1", 1),
        ("stop", "t0", 0),
        ("roll", "t0", None),
    ]


def test_too_few_games_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_process_that_takes_its_time_to_end_is_a_fault() -> None:
    clean = DrillReport(body={}, missed=())
    assert judged(clean, [1.0, MOST_END_S]) == []
    assert [one.key for one in judged(clean, [MOST_END_S + 0.1])] == ["end of a process"]


# --- one history ---------------------------------------------------------------------------------


class Torn(MemoryStore):
    """`forgets`: how many of the last events its log has lost."""

    forgets = 0

    async def log(self, game_id: str, after_seq: int = 0) -> tuple[Any, ...]:
        events = await super().log(game_id, after_seq)
        return events[: len(events) - self.forgets]


@pytest.mark.virtual
async def test_a_log_that_is_not_its_state_is_found() -> None:
    store = Torn()
    shell = Shell(store)
    service = GameService(store, shell.clock)
    opened = await service.submit(GAME, replace(builders.open_table(), game_id=GAME))
    assert isinstance(opened, Applied)
    state = opened.state
    table = SimpleNamespace(
        channel=SimpleNamespace(id=state.channel_id),
        guild=SimpleNamespace(id=state.guild_id),
        book=SimpleNamespace(state=state),
    )
    stage = cast("DrillStage", SimpleNamespace(tables={"a": table}))
    assert await histories.torn(stage, store) == []
    store.forgets = 1
    assert [one.key for one in await histories.torn(stage, store)] == ["history of table a"]
    store.forgets = 0
    table.book.state = replace(state, seq=state.seq + 1)
    assert len(await histories.torn(stage, store)) == 1, "what was seen while it was played is gone"
    await shell.stop()
