"""A table on a Stage: who speaks is on the stage, everybody else is audience; nobody is server-muted."""

import pytest

from mafiabot.engine.state import Night, NightStep
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


def speakers(house: Club) -> list[int]:
    """Seats that can be heard on the stage now."""
    voice = house.guild.voice
    return [n for n, p in enumerate(house.people, 1) if p.id in voice and not voice[p.id].suppress]


async def test_a_speech_on_a_stage_is_heard_and_costs_no_server_mute() -> None:
    async with club(kind="stage") as house:
        game = Game(house)
        await house.deal()
        for seat in (1, 2):
            await game.floor(seat)
            await house.seconds(1)
            assert speakers(house) == [seat]
            await game.finish()
        assert house.muted() == []
        assert not house.local.records.edits
        house.clean()


async def test_at_night_nobody_is_on_the_stage_and_who_returns_is_audience() -> None:
    async with club(kind="stage") as house:
        game = Game(house)
        await house.deal()
        await game.step(NightStep.MAFIA_MINUTE)
        assert speakers(house) == []
        await house.people[2].leave(house.guild)
        await house.seconds(2)
        await house.people[2].join(house.channel)
        await house.seconds(1)
        assert speakers(house) == []
        house.clean()


async def test_who_was_a_speaker_before_the_game_is_one_after_it_also_after_a_restart() -> None:
    async with club(kind="stage") as house:
        game = Game(house)
        await house.open_table()
        await house.seat_everybody()
        house.local.admin.set_suppress(house.guild, house.people[3].id, False)
        await house.seconds(1)
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await game.until(lambda state: isinstance(state.phase, Night))
        await house.seconds(2)
        assert speakers(house) == []
        await house.kill_bot()
        await house.start_bot()
        await house.slash(house.host, "mafia stop")
        await house.seconds(5)
        assert speakers(house) == [4]
        assert await house.store.debts() == ()
        house.clean()


async def test_who_leaves_the_stage_is_owed_nothing_there() -> None:
    async with club(kind="stage") as house:
        game = Game(house)
        await house.deal()
        await game.floor(1)
        await house.people[4].leave(house.guild)
        await house.seconds(2)
        await house.slash(house.host, "mafia stop")
        await house.seconds(5)
        assert await house.store.debts() == ()
        house.clean()
