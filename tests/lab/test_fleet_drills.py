"""Drills of several processes fail where what they guard is gone; one process can be made to stand still."""

import asyncio
from pathlib import Path

import pytest

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.drill.reading import drill_of, read_drill
from mafiabot.lab.drill.virtual import run_virtual
from mafiabot.lab.freezing import Freezer
from mafiabot.lab.options import BadOptions
from mafiabot.runtime.mechanisms import Mechanism
from mafiabot.runtime.ownership import Ownership

DRILLS = Path(__file__).parent.parent / "drills"


def missed(name: str, planted: Planted = NOTHING_PLANTED) -> list[str]:
    report = run_virtual(read_drill(DRILLS / f"{name}.toml"), None, planted)
    return [one.key for one in report.missed]


@pytest.mark.drills
def test_whoever_reads_nothing_again_sends_what_he_wanted_before_he_stood_still() -> None:
    blind = Planted(without=frozenset({Mechanism.READS_AGAIN}))
    assert missed("fleet_stopped_and_replaced", blind) == ["totals.member_edits"]


@pytest.mark.drills
def test_whoever_heeds_no_lease_edits_beside_his_successor(monkeypatch: pytest.MonkeyPatch) -> None:
    async def renewed(self: Ownership) -> None:
        self._sure_ms = self._clock.now_ms()

    monkeypatch.setattr(Ownership, "_renew", renewed)
    assert "totals.member_edits" in missed("fleet_cut_off_and_replaced")


TWO = 'store = "fake"\nprocesses = 2\n'


def fault(do: str, *more: str) -> str:
    return "\n".join(["[[fault]]", 'at = "deal"', f'do = "{do}"', *more])


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("processes = 2", "a store they share"),
        ('store = "fake"\nshards = 3', "how many processes"),
        (f"{TWO}shards = 1", "a process needs one"),
        (fault("roll"), "needs processes"),
        (fault("stop", "for_s = 1", "replaced = true"), "needs processes"),
        (TWO + fault("kill", "restart_after_s = 1", "process = 2"), "0 to 1"),
        ('mode = "process"\n' + TWO.replace("fake", "redis") + fault("twin", "for_s = 1"), "virtual"),
    ],
)
def test_what_no_fleet_can_be_is_said(written: str, advice: str) -> None:
    with pytest.raises(BadOptions, match=advice):
        drill_of(f'name = "n"\n{written}\n[[table]]\nid = "a"', "a file")


# --- standing still ------------------------------------------------------------------------------


class Worker:
    """Counts its steps; what it was told meanwhile it hears afterwards."""

    def __init__(self) -> None:
        self.steps = 0
        self.cancelled_at: int | None = None

    async def run(self) -> None:
        try:
            while True:
                self.steps += 1
                await asyncio.sleep(1)
        except asyncio.CancelledError:
            self.cancelled_at = self.steps
            raise


@pytest.mark.virtual
async def test_a_stopped_task_takes_no_step_until_it_is_let_go_on() -> None:
    freezer, worker = Freezer(), Worker()
    task = asyncio.create_task(freezer.wrapped(worker.run()))
    await asyncio.sleep(2.5)
    freezer.stop()
    await asyncio.sleep(10)
    assert worker.steps == 3
    freezer.go_on()
    await asyncio.sleep(2.5)
    assert worker.steps == 6
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()


@pytest.mark.virtual
async def test_who_is_cancelled_while_he_stands_still_hears_of_it_afterwards() -> None:
    freezer, worker = Freezer(), Worker()
    task = asyncio.create_task(freezer.wrapped(worker.run()))
    await asyncio.sleep(0.5)
    freezer.stop()
    task.cancel()
    await asyncio.sleep(5)
    assert not task.done()
    freezer.go_on()
    await asyncio.gather(task, return_exceptions=True)
    assert worker.cancelled_at == 1
    assert task.cancelled()
