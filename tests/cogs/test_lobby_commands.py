"""The way into a game, through the real client: open, join, start, ready, deal."""

import pytest

from tests.support.club import club

pytestmark = pytest.mark.virtual


async def test_a_table_is_opened_joined_and_dealt() -> None:
    async with club(6) as house:
        await house.deal()
        state = await house.state()
        assert state.game_number == 1
        assert [seat.role is not None for seat in state.seats] == [True] * 6
        house.clean()
