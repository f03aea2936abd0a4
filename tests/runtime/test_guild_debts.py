"""What is to be written of debts leaves nothing behind where a process ends before it has begun."""

import gc
import warnings
from typing import cast

import pytest

from mafiabot.runtime.background import Background
from mafiabot.runtime.guild_debts import GuildDebts
from mafiabot.runtime.guild_picture import GuildPicture
from mafiabot.runtime.ledger import Ledger
from tests.support.fake_voice import GUILD
from tests.support.keeper_store import FakeKeeperStore
from tests.support.voice import virtual_clock

pytestmark = pytest.mark.virtual


class OnePaid:
    """A picture of a guild in which one member has been seen as he was found."""

    guild_id = GUILD

    def paid(self) -> tuple[int, ...]:
        return (1,)

    def unnoted(self) -> tuple[int, ...]:
        return ()


async def test_a_writing_that_is_cut_off_before_its_first_step_leaves_nothing_unawaited() -> None:
    clock, edits, writes, done = virtual_clock(), Background(), Background(), [0]

    def written() -> None:
        done[0] += 1

    ledger = Ledger(FakeKeeperStore(), GUILD, clock, writes)
    picture = cast("GuildPicture", OnePaid())
    debts = GuildDebts(picture, ledger, clock, edits, lambda _user_id: True, written)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        debts.review()
        debts.review()  # one writing a member at a time
        assert edits.names() == ("debt cleared",)
        await edits.stop()
        gc.collect()
    assert [str(one.message) for one in warned] == []
    assert done == [0]
