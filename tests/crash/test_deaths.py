"""Bots that die in the middle of a call: a sample of the matrix; and what goes wrong would be noticed."""

import asyncio
from itertools import islice
from random import Random

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.lab.deaths_bot import OneLife
from mafiabot.lab.deaths_evenings import drawn
from mafiabot.lab.deaths_fates import AtRandom, Cell, Fate
from mafiabot.lab.deaths_matrix import Known, Sought, Way, fates
from mafiabot.lab.deaths_play import Survived, survive
from mafiabot.lab.deaths_ports import ProcessDied, Side, dying, request_of
from mafiabot.lab.drill.format import StoreName
from mafiabot.runtime.ports import Store

pytestmark = pytest.mark.timeout(180)


class Once:
    """Dies in one cell, the nth time it is reached."""

    def __init__(self, phase: str, step: str, side: Side, nth: int = 1) -> None:
        self._cell = Cell(phase=phase, step=step, side=side)
        self._left = nth

    def strikes(self, cell: Cell, now_ms: float) -> bool:
        self._left -= cell == self._cell
        return cell == self._cell and self._left == 0

    def served(self, now_ms: float) -> None:
        pass


def survived(
    kind: str, seed: int, fate: Fate, store: StoreName, planted: Planted = NOTHING_PLANTED
) -> Survived:
    return survive(drawn(kind, seed, store), fate, planted=planted)


# --- the matrix, a sample ------------------------------------------------------------------------


@pytest.mark.parametrize("store", ["sqlite", pytest.param("fake", marks=pytest.mark.drills)])
def test_a_death_in_any_step_is_survived(store: StoreName) -> None:
    known = Known()
    one = survived("club", 8, Sought(known, Way(seed=8, step=0)), store)
    assert one.problems == ()
    assert len(one.deaths) >= 15
    assert set(one.deaths) == known.died_in
    assert {cell.side for cell in one.deaths} == set(Side)
    assert len({cell.phase for cell in one.deaths}) >= 10
    reached = {cell.step for cell in known.reached}
    assert {"commit MicSeen", "announce floor", "set_mute on", "put_debt", "save_panel"} <= reached
    assert {"set_cursor announcer", "save_hand", "decide DeadlineReached", "second put_debt"} <= reached
    assert "POST /interactions/{}/{}/callback" in reached


@pytest.mark.drills
def test_an_evening_is_repeated_step_by_step_to_where_nobody_has_died_yet() -> None:
    known = Known()
    for fate in islice(fates(known, 8, rehearsals=1), 4):
        goal = fate.goal
        one = survived("club", fate.seed, fate, "sqlite")
        assert one.problems == ()
        assert goal is None or goal in one.deaths


@pytest.mark.drills
def test_a_judged_game_survives_deaths_at_random() -> None:
    one = survived("judged club", 3, AtRandom(Random(3), apart_ms=60_000), "sqlite")
    assert one.problems == ()
    assert len(one.deaths) >= 5


@pytest.mark.drills
@pytest.mark.timeout(180)
def test_a_tournaments_game_does_to_its_last_award() -> None:
    one = survived("tournament", 3, AtRandom(Random(3)), "fake")
    assert one.problems == ()
    assert len(one.deaths) >= 5


@pytest.mark.servers
def test_so_it_does_on_a_real_redis() -> None:
    one = survived("club", 2, AtRandom(Random(2)), "redis")
    assert one.problems == ()
    assert len(one.deaths) >= 10


# --- what goes wrong is noticed ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("planted", "fate", "noticed"),
    [
        pytest.param(
            Planted(catches_up=False),
            Once("speeches", "commit SpeechEnded", Side.AFTER),
            "totals.announcements_lost",
            marks=pytest.mark.drills,
        ),
        (Planted(credits_downtime=False), Once("speeches", "beat", Side.AFTER, nth=30), "credited 0 for"),
        pytest.param(
            Planted(frees_at_end=False),
            Once("deal", "beat", Side.AFTER),
            "totals.left_muted",
            marks=pytest.mark.drills,
        ),
    ],
    ids=["nothing caught up", "no time given back", "nobody unmuted at the end"],
)
def test_a_bot_that_does_not_recover_is_found_out(planted: Planted, fate: Fate, noticed: str) -> None:
    one = survived("club", 1, fate, "sqlite", planted)
    assert len(one.deaths) == 1
    assert any(noticed in problem for problem in one.problems)


# --- dying ---------------------------------------------------------------------------------------


def a_life(step: str, side: Side, ends: list[Cell]) -> OneLife:
    return OneLife(lambda: "lobby", lambda cell: (cell.step, cell.side) == (step, side), ends.append)


@pytest.mark.virtual
@pytest.mark.parametrize("side", Side)
async def test_a_call_is_made_or_not_and_no_other_one_afterwards(side: Side) -> None:
    kept, ends = MemoryStore(), list[Cell]()
    life = a_life("beat", side, ends)
    store: Store = dying(kept, life)
    with pytest.raises(ProcessDied):
        await store.beat("main", 7)
    assert await kept.last_beat_ms() == (7 if side is Side.AFTER else None)
    with pytest.raises(ProcessDied):
        await store.set_cursor(1, "g", "announcer", 3)
    assert await kept.cursor(1, "g", "announcer") == 0
    assert [cell.side for cell in ends] == [side]


@pytest.mark.virtual
async def test_with_a_life_all_its_tasks_end_where_they_stand() -> None:
    life = a_life("beat", Side.BEFORE, [])
    done: list[str] = []

    async def other() -> None:
        await asyncio.sleep(0)
        done.append("more")

    life.tasks.add(task := asyncio.ensure_future(other()))
    await asyncio.sleep(0)
    with pytest.raises(ProcessDied):
        await dying(MemoryStore(), life).beat("main", 1)
    await asyncio.gather(task, return_exceptions=True)
    assert (done, task.cancelled(), life.over.is_set()) == ([], True, True)


def test_a_step_is_named_without_ids_and_tokens() -> None:
    assert request_of("POST", "/api/v10/interactions/123/aToken/callback") == (
        "POST /interactions/{}/{}/callback"
    )
    assert request_of("PATCH", "/api/v10/webhooks/1/aToken/messages/@original") == (
        "PATCH /webhooks/{}/{}/messages/@original"
    )
    assert request_of("PATCH", "/api/v10/guilds/1/members/2") == "PATCH /guilds/{}/members/{}"
