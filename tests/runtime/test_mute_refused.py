"""A microphone Discord does not let us run: the game is paused and everybody can read why."""

import pytest
from structlog.testing import capture_logs

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine import commands as cmd
from mafiabot.runtime.announcements import Kind
from mafiabot.runtime.mute_refused import MuteRefused
from mafiabot.runtime.ports import StoreUnavailable
from tests.support.shell import Shell

pytestmark = pytest.mark.virtual


async def told(shell: Shell, *, user: int = 102, code: int = 50013) -> None:
    with capture_logs():
        await MuteRefused(shell.store, shell.service, shell.announcer).told(7, user, code)
    await shell.effects.drain()


async def test_the_game_is_paused_and_the_member_named() -> None:
    shell = Shell().listen()
    await shell.deal()
    await told(shell)
    assert (await shell.state()).paused is not None
    assert shell.messenger.kinds[-2:] == [Kind.PAUSED, Kind.MUTE_REFUSED]
    assert shell.messenger.said[-1].seats == (2,)


async def test_it_is_said_once_a_pause() -> None:
    shell = Shell().listen()
    await shell.deal()
    for user in (102, 103, 104):
        await told(shell, user=user)
    assert shell.messenger.kinds.count(Kind.MUTE_REFUSED) == 1
    await shell.do(cmd.Resume(by=1))
    await told(shell, user=103)
    assert shell.messenger.kinds.count(Kind.MUTE_REFUSED) == 2


@pytest.mark.parametrize("code", [0, 500, 40032])
async def test_a_passing_trouble_pauses_nothing(code: int) -> None:
    shell = Shell().listen()
    await shell.deal()
    await told(shell, code=code)
    assert (await shell.state()).paused is None


async def test_in_a_lobby_and_for_strangers_nothing_happens() -> None:
    shell = Shell().listen()
    opened = await shell.open()
    await told(shell)
    await told(shell, user=999)
    assert await shell.state() == opened
    assert not shell.messenger.said


async def test_a_store_that_does_not_answer_is_survived() -> None:
    class Gone(MemoryStore):
        async def game_of_member(self, guild_id: int, user_id: int) -> str | None:
            raise StoreUnavailable

    await told(Shell(Gone()))
