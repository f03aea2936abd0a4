"""A sample of what `make trust` tries: cells of the table of rights, forged interactions, checks left out."""

import pytest

from mafiabot.cogs.rights import DEEDS
from mafiabot.engine.legal import phase_name
from mafiabot.engine.views import PhaseName
from mafiabot.lab.trust.cast import COLUMNS, Kind, offices_in, usual_offices
from mafiabot.lab.trust.faults import FAULTS, Fault, careless
from mafiabot.lab.trust.fuzz import fuzzed
from mafiabot.lab.trust.house import house
from mafiabot.lab.trust.refusals import refuses
from mafiabot.lab.trust.scenes import Scene
from mafiabot.lab.trust.walk import cells, walked

pytestmark = pytest.mark.virtual
EVERY = 41
QUICK_FAULTS = [fault for fault in FAULTS if fault.name in ("anybody may stop a game", "the dead vote")]


async def test_a_sample_of_the_tables_cells_is_what_the_table_says() -> None:
    result = await walked(list(cells(Scene, DEEDS, COLUMNS))[7::EVERY])
    assert result.wrong == []
    assert result.cells > 350
    assert result.allowed > 35
    assert sum(result.changed.values()) > 12


async def test_forged_interactions_are_answered_and_change_nothing_they_may_not() -> None:
    result = await fuzzed(250, seed=11)
    assert result.wrong == []
    assert result.answered == result.tried >= 250
    assert set(result.kinds) >= {"control", "right", "garbled", "form", "slash", "typed"}


@pytest.mark.parametrize("fault", QUICK_FAULTS, ids=lambda fault: fault.name)
async def test_a_check_left_out_is_noticed(fault: Fault) -> None:
    tried = list(cells(fault.scenes, fault.deeds, fault.kinds))
    assert (await walked(tried, planted=fault.plant())).wrong
    assert (await walked(tried)).wrong == []


async def test_forged_interactions_notice_that_no_checks_are_made() -> None:
    result = await fuzzed(80, seed=5, planted=careless())
    assert [wrong for wrong in result.wrong if "which the table does not allow" in wrong]


async def test_every_phase_has_a_scene_and_everybody_is_in_it_what_the_page_says() -> None:
    async with house() as made:
        phases = set()
        for scene in Scene:
            state = (await made.put(scene)).state
            phases.add(phase_name(state))
            if scene is not Scene.TALK:
                continue
            for kind in COLUMNS:
                assert offices_in(state, kind, made.cast.users[kind]) == usual_offices(kind), kind
        assert phases == set(PhaseName)
        assert made.cast.kind_of(made.people[Kind.DON].id) is Kind.DON


def test_refusals_are_told_from_answers() -> None:
    assert refuses("Only the judge can do that.")
    assert refuses("You are at the table already, in seat **2** · Don.")
    assert not refuses("Your hand.\nmore")
