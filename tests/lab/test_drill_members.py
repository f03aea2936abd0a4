"""Who is held against the bot when a drill ends: muted people who are there, not those who are away."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.members import MemberLine, Presence, given_back, member_lines, stop
from mafiabot.lab.drill.stage import DrillStage, TableStage, set_drill_stage
from mafiabot.lab.drill.virtual import allowed_ms, virtual_clock_at
from mafiabot.playground.person import Person
from mafiabot.playground.records import EditRecord

pytestmark = pytest.mark.virtual

PATIENCE_S = 20


@dataclass(slots=True)
class Ended:
    """A table whose game is over, and one of its people, muted by the bot when he was last in voice."""

    stage: DrillStage
    table: TableStage
    person: Person
    presence: Presence

    def mute(self, *, on: bool) -> None:
        self.stage.local.admin.set_mute(self.table.guild, self.person.id, on)

    async def seconds(self, seconds: float) -> None:
        await self.stage.sleep_ms(seconds * 1000)

    async def waited_s(self) -> float:
        began_ms = self.stage.now_ms()
        await given_back(self.stage, PATIENCE_S * 1000)
        return (self.stage.now_ms() - began_ms) / 1000

    @property
    def line(self) -> MemberLine:
        [line] = member_lines(self.stage, self.presence)
        return line


@asynccontextmanager
async def ended() -> AsyncIterator[Ended]:
    drill = Drill.model_validate({"name": "t", "table": ({"id": "a", "seats": 6},)})
    clock = virtual_clock_at(running_virtual_loop())
    async with set_drill_stage(drill, clock, None) as stage:
        table = stage.tables["a"]
        one = Ended(stage, table, table.company.players[0].person, Presence(stage))
        watching = running_virtual_loop().create_task(one.presence.watch())
        await one.person.join(table.channel)
        edit = EditRecord(
            app_id=stage.judge.id,
            guild_id=table.guild.id,
            user_id=one.person.id,
            fields={"mute": True},
            reason=None,
            received_ms=stage.now_ms(),
            was_muted=False,
        )
        stage.local.records.edits.append(edit)
        one.mute(on=True)
        table.book.zeros_ms["end"] = stage.now_ms()
        yield one
        await stop(watching)


async def test_who_is_there_and_stays_muted_is_waited_for_and_then_held_against_the_bot() -> None:
    async with ended() as one:
        assert await one.waited_s() == pytest.approx(PATIENCE_S, abs=1)
        assert (one.line.left_muted, one.line.debt_open) == (True, False)


async def test_who_gets_his_microphone_back_late_is_waited_for_and_no_longer() -> None:
    async with ended() as one:
        running_virtual_loop().call_later(7, lambda: one.mute(on=False))
        assert await one.waited_s() == pytest.approx(7, abs=1.1)
        await one.seconds(PATIENCE_S)
        assert (one.line.left_muted, one.line.debt_open) == (False, False)


async def test_who_is_away_is_an_open_debt_and_nobody_waits_for_him() -> None:
    async with ended() as one:
        await one.person.leave(one.table.guild)
        assert await one.waited_s() == 0
        await one.seconds(PATIENCE_S)
        assert (one.line.left_muted, one.line.debt_open) == (False, True)


async def test_who_has_only_just_come_back_is_waited_for() -> None:
    async with ended() as one:
        await one.person.leave(one.table.guild)
        await one.seconds(PATIENCE_S)
        await one.person.join(one.table.channel)
        running_virtual_loop().call_later(4, lambda: one.mute(on=False))
        assert await one.waited_s() == pytest.approx(4, abs=1.1)


def test_where_few_edits_are_allowed_a_drill_waits_longer_for_the_last_microphone() -> None:
    def allowed_s(**discord: tuple[int, float]) -> float:
        tables = ({"id": "a", "seats": 10}, {"id": "b", "seats": 10, "spectators": 1})
        return allowed_ms(Drill.model_validate({"name": "t", "table": tables, "discord": discord})) / 1000

    assert allowed_s() == 60
    assert allowed_s(edit_budget=(1, 5.0)) == 210
    assert allowed_s(hidden_edit_budget=(2, 10.0)) == 220
    assert allowed_s(edit_budget=(0, 0.0)) == 0
