"""Numbers in front of names: given from the deal on, given back at the end, and nobody's own name lost."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafiabot.adapters.clock import VirtualClock
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.adapters.virtual_time import running_virtual_loop
from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import GameState
from mafiabot.runtime.background import Background
from mafiabot.runtime.names_port import GivenName, SeenName
from mafiabot.runtime.nicknames import LONG_RETRY_MS, RETRY_MS, Nicknames
from mafiabot.runtime.ports import Commit, DiscordUnavailable, StoreUnavailable
from mafiabot.runtime.seat_names import NICK_MOST, numbered
from mafiabot.runtime.service import Change
from tests.support.table import JUDGE, Table

pytestmark = pytest.mark.virtual

GUILD = 7


# --- what a name becomes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "name", "expected"),
    [
        (7, "Анна", "07 Анна"),
        (12, "Bo", "12 Bo"),
        (3, "a" * 40, "03 " + "a" * 29),
        (3, "a" * 28 + "👩‍👩‍👧", "03 " + "a" * 28),
        (3, "a" * 28 + "e\u0301", "03 " + "a" * 28),
        (3, "a" * 28 + " bc", "03 " + "a" * 28),
        (3, "ab" + "\u0301" * 40, "03 a"),
        (3, "👩‍👩‍👧" * 5, "03 " + "👩‍👩‍👧" * 3),
        (3, "", "03"),
    ],
    ids=[
        "short",
        "two digits",
        "long",
        "emoji",
        "combining",
        "blank at the cut",
        "zalgo",
        "family",
        "nothing",
    ],
)
def test_a_name_is_cut_between_letters(seat: int, name: str, expected: str) -> None:
    assert numbered(seat, name) == expected


@given(st.integers(1, 12), st.text(max_size=60))
def test_a_numbered_name_always_fits_and_begins_with_the_number(seat: int, name: str) -> None:
    made = numbered(seat, name)
    assert len(made.encode("utf-16-le", "surrogatepass")) // 2 <= NICK_MOST
    assert made.startswith(f"{seat:02d}")
    assert made == made.strip()


# --- a guild -------------------------------------------------------------------------------------


@dataclass
class Guild:
    """Its members' names, and everything that was asked and sent, in order. A `Names` port."""

    nicks: dict[int, str | None]
    above: set[int] = field(default_factory=set)
    fails: list[int] = field(default_factory=list)
    fails_after: bool = False
    order: list[tuple[int, str | None]] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    told: list[tuple[int, ...]] = field(default_factory=list)
    looks: int = 0

    async def look(self, guild_id: int, user_id: int) -> SeenName | None:
        assert guild_id == GUILD
        self.looks += 1
        if user_id not in self.nicks:
            return None
        nick = self.nicks[user_id]
        return SeenName(nick=nick, account=f"account {user_id}", may_rename=user_id not in self.above)

    async def rename(self, guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        assert reason.startswith("mafiabot: table ")
        code = self.fails.pop(0) if self.fails else None
        if code is None or self.fails_after:
            self.nicks[user_id] = nick
            self.order.append((user_id, nick))
        if code is not None:
            raise DiscordUnavailable(code, "")
        return nick

    async def turn(self, guild_id: int) -> None:
        await self.gate.wait()

    def kept(self, state: GameState, seats: tuple[int, ...]) -> None:
        self.told.append(seats)


class House:
    """One process after another on the same store."""

    def __init__(self) -> None:
        self.clock = VirtualClock(running_virtual_loop(), 1_790_000_000_000)
        self.store = MemoryStore()
        self.settings = MemorySettings()
        self.guild = Guild({100 + seat: None if seat % 2 else f"Имя {seat}" for seat in range(1, 11)})
        self.guild.gate.set()
        self.table = Table(10, judge=True)
        self.tasks: list[Background] = []
        self.names = self.process()

    def process(self) -> Nicknames:
        waiting, edits = Background(), Background()
        self.tasks += [waiting, edits]
        return Nicknames(
            self.store,
            self.clock,
            self.settings,
            self.guild,
            self.guild.turn,
            self.guild.kept,
            waiting=waiting,
            edits=edits,
        )

    async def wants(self, on: bool = True) -> None:
        await self.settings.change(GUILD, lambda kept: replace(kept, seat_nicknames=on))

    async def goes_on(self, seconds: float = 1.0) -> None:
        """Tells the newest state and lets time pass."""
        state = replace(self.table.state, guild_id=GUILD)
        self.names.changed(Change(before=None, state=state, events=()))
        await self.seconds(seconds)

    async def seconds(self, seconds: float) -> None:
        await self.clock.sleep_until_ms(self.clock.now_ms() + round(seconds * 1000))

    async def deal(self) -> None:
        self.table.deal()
        await self.goes_on()

    async def stop(self) -> None:
        self.table.do(cmd.StopGame(by=JUDGE))
        await self.goes_on()

    async def keep_state(self) -> None:
        """The live store has the table as it stands, as a restart finds it."""
        state = replace(self.table.state, guild_id=GUILD)
        commit = Commit(
            state=state,
            events=tuple(self.table.log),
            expected_seq=0,
            command_id=None,
            claims=(),
            due_ms=None,
        )
        await self.store.commit(commit)

    async def dies(self) -> None:
        for tasks in self.tasks:
            await tasks.stop()
        self.names = self.process()

    @property
    def nicks(self) -> dict[int, str | None]:
        return {user - 100: nick for user, nick in self.guild.nicks.items()}


def closed_to(guild: Guild) -> Any:
    """A `look` that is always answered as by a guild that has thrown the bot out."""
    looked = guild.look

    async def closed(guild_id: int, user_id: int) -> SeenName | None:
        await looked(guild_id, user_id)
        raise DiscordUnavailable(10004, "")

    return closed


FOUND = {seat: None if seat % 2 else f"Имя {seat}" for seat in range(1, 11)}
NUMBERED = {seat: f"{seat:02d} " + (FOUND[seat] or f"account {100 + seat}") for seat in range(1, 11)}


@pytest.fixture
async def h() -> AsyncIterator[House]:
    house = House()
    await house.names.start()
    yield house
    for tasks in house.tasks:
        await tasks.stop()


# --- a game --------------------------------------------------------------------------------------


async def test_without_the_setting_nobody_is_asked_for_his_name(h: House) -> None:
    await h.deal()
    await h.stop()
    assert (h.nicks, h.guild.looks) == (FOUND, 0)


async def test_numbers_are_given_with_the_deal_and_taken_away_at_the_end(h: House) -> None:
    await h.wants()
    await h.goes_on()
    assert h.nicks == FOUND
    await h.deal()
    assert h.nicks == NUMBERED
    await h.stop()
    assert h.nicks == FOUND
    assert await h.store.names() == ()


async def test_nobody_is_edited_twice_however_often_the_table_changes(h: House) -> None:
    await h.wants()
    await h.deal()
    looks = h.guild.looks
    h.table.run_until(lambda state: state.today is not None)
    await h.goes_on()
    h.table.gone(5)
    await h.goes_on()
    assert h.nicks == NUMBERED
    assert (len(h.guild.order), h.guild.looks) == (10, looks)


async def test_a_name_is_written_down_before_it_is_changed(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    assert h.nicks == FOUND
    (first,) = await h.store.names()
    assert first == GivenName(
        guild_id=GUILD, user_id=101, game_id=h.table.state.game_id, found=None, ours="01 account 101"
    )


async def test_every_edit_waits_for_its_turn(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    await h.seconds(600)
    assert h.guild.order == []
    h.guild.gate.set()
    await h.seconds(1)
    assert h.nicks == NUMBERED


async def test_whose_turn_comes_after_the_end_is_left_as_he_is(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    await h.stop()
    h.guild.gate.set()
    await h.seconds(1)
    assert h.guild.order == []
    assert await h.store.names() == ()


async def test_a_setting_changed_while_a_game_runs_counts_from_the_next_one_on(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.wants(False)
    h.table.voice(3, present=False)
    h.table.now += 1
    await h.goes_on()
    assert h.nicks == NUMBERED
    await h.stop()
    assert h.nicks == FOUND


async def test_a_substitute_takes_the_number_and_who_left_has_his_name_back(h: House) -> None:
    h.table = Table(10, ruleset=CLASSIC, judge=True, waiting=1)
    await h.wants()
    h.table.deal()
    substitute = h.table.state.waiting[0].user_id
    h.guild.nicks[substitute] = "New"
    await h.goes_on()
    h.table.voice(5, present=False)
    h.table.do(cmd.Substitute(by=JUDGE, seat=5, user_id=substitute))
    await h.goes_on()
    assert (h.guild.nicks[substitute], h.guild.nicks[105]) == ("05 New", None)


async def test_in_the_next_game_a_number_replaces_a_number_and_the_first_name_comes_back(h: House) -> None:
    await h.wants()
    await h.deal()
    h.guild.gate.clear()
    await h.stop()
    first = h.table
    h.table = Table(10, judge=True)
    h.table.state = replace(h.table.state, game_id="next")
    h.table.do(cmd.SwapSeats(by=JUDGE, first=1, second=2))
    h.table.deal()
    await h.goes_on()
    h.guild.gate.set()
    await h.seconds(1)
    assert first.state.over
    assert (h.guild.nicks[101], h.guild.nicks[102]) == ("02 account 101", "01 Имя 2")
    await h.stop()
    assert h.nicks == FOUND


# --- people --------------------------------------------------------------------------------------


async def test_who_was_renamed_meanwhile_keeps_the_new_name(h: House) -> None:
    await h.wants()
    await h.deal()
    h.guild.nicks[104] = "Himself"
    await h.stop()
    assert h.nicks == {**FOUND, 4: "Himself"}
    assert await h.store.names() == ()


async def test_owner_and_higher_roles_are_left_alone_and_told_of_once(h: House) -> None:
    h.guild.above = {102, 109}
    await h.wants()
    await h.deal()
    h.table.run_until(lambda state: state.today is not None)
    await h.goes_on()
    assert h.nicks == {**NUMBERED, 2: FOUND[2], 9: FOUND[9]}
    assert h.guild.told == [(2, 9)]
    assert {name.user_id for name in await h.store.names()} == {100 + n for n in range(1, 11)} - {102, 109}


async def test_whom_discord_refuses_to_rename_is_told_of_as_well(h: House) -> None:
    h.guild.fails = [50013]
    await h.wants()
    await h.deal()
    assert h.guild.told == [(1,)]
    assert h.nicks == {**NUMBERED, 1: None}


async def test_who_has_left_the_guild_owes_nothing(h: House) -> None:
    await h.wants()
    await h.deal()
    del h.guild.nicks[106]
    await h.stop()
    assert await h.store.names() == ()


async def test_who_is_no_member_is_passed_over(h: House) -> None:
    del h.guild.nicks[106]
    await h.wants()
    await h.deal()
    assert (len(h.guild.order), h.guild.told) == (9, [])


async def test_a_name_that_cannot_be_given_back_is_kept_in_mind(h: House) -> None:
    await h.wants()
    await h.deal()
    h.guild.above = {103}
    h.guild.fails = [50013]
    await h.stop()
    assert {name.user_id for name in await h.store.names()} == {101, 103}
    h.guild.above.clear()
    await h.dies()
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == FOUND


# --- trouble -------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [True, False], ids=["after applying", "before"])
async def test_an_edit_answered_with_a_fault_is_looked_at_again(h: House, after: bool) -> None:
    h.guild.fails, h.guild.fails_after = [500, 502], after
    await h.wants()
    await h.deal()
    await h.seconds(2 * RETRY_MS / 1000)
    assert h.nicks == NUMBERED
    assert len(h.guild.order) == 10
    await h.stop()
    assert h.nicks == FOUND


async def test_where_the_guild_is_closed_to_us_it_is_tried_again_much_later(h: House) -> None:
    looked = h.guild.look
    h.guild.look = closed_to(h.guild)  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    await h.seconds(LONG_RETRY_MS / 1000 - 10)
    assert h.guild.looks == 1
    h.guild.look = looked  # type: ignore[method-assign]
    await h.seconds(20)
    assert h.nicks == NUMBERED


async def test_a_store_that_is_down_changes_no_name_and_is_asked_again(h: House) -> None:
    kept = h.store.put_name

    async def down(name: GivenName) -> None:
        raise StoreUnavailable

    h.store.put_name = down  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    assert h.guild.order == []
    h.store.put_name = kept  # type: ignore[method-assign]
    await h.seconds(RETRY_MS / 1000 + 1)
    assert h.nicks == NUMBERED


async def test_one_retry_waits_however_often_it_fails(h: House) -> None:
    looked = h.guild.look
    h.guild.look = closed_to(h.guild)  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    h.table.gone(5)
    h.table.do(cmd.VoidGame(by=JUDGE))
    await h.goes_on()
    h.table = Table(10, judge=True)
    h.table.state = replace(h.table.state, game_id="next")
    await h.deal()
    h.guild.look = looked  # type: ignore[method-assign]
    await h.seconds(LONG_RETRY_MS / 1000)
    assert h.nicks == NUMBERED
    assert len(h.guild.order) == 10


async def test_a_name_of_which_discord_says_nothing_is_taken_as_it_was_sent(h: House) -> None:
    sent = h.guild.rename

    async def silent(guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        await sent(guild_id, user_id, nick, reason)
        return None

    h.guild.rename = silent  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    await h.stop()
    assert h.nicks == FOUND


async def test_what_discord_made_of_a_name_is_what_is_looked_for_afterwards(h: House) -> None:
    sent = h.guild.rename

    async def shortened(guild_id: int, user_id: int, nick: str | None, reason: str) -> str | None:
        made = nick[:9] if nick is not None else None
        return await sent(guild_id, user_id, made, reason)

    h.guild.rename = shortened  # type: ignore[method-assign]
    await h.wants()
    await h.deal()
    assert h.guild.nicks[101] == "01 accoun"
    h.guild.rename = sent  # type: ignore[method-assign]
    await h.stop()
    assert h.nicks == FOUND


# --- restarts ------------------------------------------------------------------------------------


async def test_a_game_that_ended_while_nobody_was_there_gives_its_names_back(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.dies()
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == FOUND


async def test_a_change_that_comes_before_names_are_read_takes_no_number_for_a_name(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()
    await h.goes_on()
    await h.names.start()
    await h.stop()
    assert h.nicks == FOUND


async def test_a_game_that_goes_on_keeps_its_numbers_and_nobody_is_edited_again(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()
    await h.names.start()
    await h.seconds(1)
    assert (h.nicks, len(h.guild.order)) == (NUMBERED, 10)
    await h.stop()
    assert h.nicks == FOUND


async def test_the_names_that_were_still_to_be_given_are_given_after_a_restart_and_nothing_is_said_twice(
    h: House,
) -> None:
    h.guild.above = {102}
    h.guild.gate.clear()
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()
    h.guild.gate.set()
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == {**NUMBERED, 2: FOUND[2]}
    assert h.guild.told == []


async def test_a_running_table_that_cannot_be_read_keeps_its_names(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.keep_state()
    await h.dies()

    async def unreadable(game_id: str) -> GameState | None:
        raise ValueError(game_id)

    h.store.load = unreadable  # type: ignore[method-assign]
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == NUMBERED


async def test_a_start_waits_for_the_store(h: House) -> None:
    await h.wants()
    await h.deal()
    await h.dies()
    names, calls = h.store.names, []

    async def down_once(guild_id: int | None = None) -> tuple[GivenName, ...]:
        calls.append(guild_id)
        if len(calls) == 1:
            raise StoreUnavailable
        return await names(guild_id)

    h.store.names = down_once  # type: ignore[method-assign]
    await h.names.start()
    await h.seconds(1)
    assert h.nicks == FOUND


async def test_once_closed_nothing_new_is_sent(h: House) -> None:
    await h.wants()
    h.guild.gate.clear()
    await h.deal()
    h.names.close()
    h.guild.gate.set()
    await h.seconds(1)
    assert h.guild.order == []
