"""Who serves a guild no more commits and says nothing there; what nobody can look up is said all the same."""

from dataclasses import dataclass

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine.viewing import public_view
from mafiabot.engine.views import PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.runtime.ports import DiscordUnavailable, NotServed, StoreUnavailable, TableAddress
from mafiabot.runtime.served import NOT_SERVED, ServedMessenger, served_store
from tests.support.shell import Shell
from tests.support.stores import GUILD, commit, debt

pytestmark = pytest.mark.virtual

SAID = Announcement(kind=Kind.STUCK, seq=1, step=1, seats=())


@dataclass
class Owner:
    """Serves `GUILD` while `serves`; `away`: nobody can tell."""

    serves: bool = True
    away: bool = False

    async def sure(self, guild_id: int) -> bool:
        if self.away:
            raise StoreUnavailable("away")
        return self.serves and guild_id == GUILD


async def test_nothing_is_committed_at_another_processs_table() -> None:
    owner, inner = Owner(), MemoryStore()
    store = served_store(inner, owner)
    await store.commit(commit("g"))
    owner.serves = False
    with pytest.raises(NotServed):
        await store.commit(commit("g", after=1))
    with pytest.raises(NotServed):
        await store.debts(GUILD)
    state = await inner.load("g")
    assert state is not None
    assert state.seq == 1


async def test_everything_else_is_the_stores_own() -> None:
    inner = MemoryStore()
    store = served_store(inner, Owner())
    await store.put_debt(debt())
    assert await store.debts() == await inner.debts() != ()
    with pytest.raises(NotServed):
        await store.debts(GUILD + 1)


async def test_nothing_is_said_at_another_processs_table() -> None:
    owner, shell = Owner(), Shell()
    messenger = ServedMessenger(shell.messenger, owner)
    view = await shown(shell)
    await messenger.announce(table(), SAID, view)
    owner.serves = False
    for send in (
        messenger.announce(table(), SAID, view),
        messenger.post_panel(table(), view, "k"),
        messenger.edit_panel(table(), 1, view),
        messenger.retire_panel(table(), 1, view),
        messenger.retire_window(table(), 1, SAID, view),
    ):
        with pytest.raises(DiscordUnavailable) as refused:
            await send
        assert refused.value.code == NOT_SERVED
    assert len(shell.messenger.written) == 1


async def test_while_nobody_can_tell_what_was_decided_is_said() -> None:
    shell = Shell()
    await ServedMessenger(shell.messenger, Owner(away=True)).announce(table(), SAID, await shown(shell))
    assert len(shell.messenger.written) == 1


def table() -> TableAddress:
    return TableAddress(game_id="g", guild_id=GUILD, channel_id=1, locale="en")


async def shown(shell: Shell) -> PublicView:
    return public_view(await shell.open())
