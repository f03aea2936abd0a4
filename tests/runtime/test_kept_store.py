"""Games that a store loses are written anew by whoever had them answered, whole, and never two mixed."""

from dataclasses import replace

import pytest

from mafiabot.engine.events import Event
from mafiabot.runtime.ports import Commit, CommitResult, CommitStatus, StoreUnavailable
from mafiabot.runtime.tail import LOSS_MS
from tests.support.fragile import START_MS, House
from tests.support.stores import (
    CHANNEL,
    GUILD,
    applied,
    commit,
    events,
    state,
    status,
)

pytestmark = pytest.mark.virtual


@pytest.fixture
async def house() -> House:
    return House()


# --- games -------------------------------------------------------------------------------------


async def test_what_was_committed_after_the_last_backup_is_there_again_after_an_outage(house: House) -> None:
    await applied(house.store, commit(count=2, command_id="a", claims=(1,), due_ms=7))
    house.fragile.remember()
    await applied(house.store, commit(after=2, command_id="b", claims=(1, 2)), commit(after=3, count=2))
    house.fragile.rewind()
    await house.outage()
    stored = house.fragile.inner
    assert await stored.load("g") == state(seq=5)
    assert await stored.log("g") == events(1, 5)
    assert await stored.seen_command("g", "b")
    assert await status(house.store, commit(after=5, command_id="b")) is CommitStatus.REPEATED
    assert house.gone == []


async def test_a_store_that_lost_everything_has_the_game_again_as_a_whole(house: House) -> None:
    await applied(house.store, commit(count=3, command_id="a"), commit(after=3, command_id="b"))
    await house.seconds(2 * LOSS_MS / 1000)
    house.fragile.wipe()
    await house.outage()
    stored = house.fragile.inner
    assert await stored.log("g") == events(1, 4)
    assert await stored.seen_command("g", "a")
    assert await stored.open_games() == ("g",)
    assert await stored.game_in_channel(CHANNEL, GUILD) == "g"


async def test_due_time_and_claims_are_those_of_the_state(house: House) -> None:
    await applied(house.store, commit(claims=tuple(range(1, 11))))
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.game_of_member(GUILD, 10) == "g"


async def test_a_loss_nobody_noticed_is_made_good_when_the_next_commit_finds_it(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1))
    house.fragile.rewind()
    assert await status(house.store, commit(after=2)) is CommitStatus.CONFLICT
    assert await house.store.load("g") == state(seq=2)
    await applied(house.store, commit(after=2))
    assert await house.fragile.inner.log("g") == events(1, 3)


async def test_a_game_whose_stored_log_cannot_be_read_keeps_no_other_from_coming_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await applied(house.store, commit(), commit("h", channel_id=CHANNEL + 1))
    house.fragile.remember()
    await applied(house.store, commit(after=1), commit("h", after=1, channel_id=CHANNEL + 1))
    house.fragile.rewind()
    stored, whole = house.fragile.inner, house.fragile.inner.log

    async def log(game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        if game_id == "g":
            raise ValueError("written by another version")
        return await whole(game_id, after_seq)

    monkeypatch.setattr(stored, "log", log)
    await house.outage()
    assert await stored.load("g") == state(seq=1)
    assert await stored.load("h") == state("h", seq=2, channel_id=CHANNEL + 1)
    assert house.gone == []


async def test_nor_does_one_with_which_another_version_goes_on_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1))
    house.fragile.rewind()
    stored, keep = house.fragile.inner, house.fragile.inner.commit

    async def overtaken(ours: Commit) -> CommitResult:
        await keep(commit(after=1))
        return await keep(ours)

    async def unreadable(_: str) -> None:
        raise ValueError("written by another version")

    monkeypatch.setattr(stored, "commit", overtaken)
    monkeypatch.setattr(stored, "load", unreadable)
    await house.outage()
    assert await stored.log("g") == events(1, 2)
    assert house.gone == []


async def test_nor_from_being_remembered_as_a_whole_and_it_is_asked_for_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, whole = house.fragile.inner, house.fragile.inner.log
    await applied(stored, commit(), commit("h", channel_id=CHANNEL + 1))
    for game_id in "gh":
        await house.store.load(game_id)
    asked: list[str] = []

    async def log(game_id: str, after_seq: int = 0) -> tuple[Event, ...]:
        asked.append(game_id)
        if game_id == "g":
            raise ValueError("written by another version")
        return await whole(game_id, after_seq)

    monkeypatch.setattr(stored, "log", log)
    for _ in range(2):
        await house.kept.fill()
    assert asked == ["g", "h"]


# --- one at a time -------------------------------------------------------------------------------


async def test_nothing_passes_before_a_new_life_of_the_store_has_been_looked_at(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.wipe()
    house.fragile.another_life()
    other = commit("h")  # in the same channel
    assert await status(house.store, other) is CommitStatus.CHANNEL_TAKEN
    assert await house.fragile.inner.open_games() == ("g",)


async def test_a_store_that_changes_again_and_again_is_unavailable(house: House) -> None:
    await house.store.beat("main", 1)
    house.fragile.another_life(2)
    with pytest.raises(StoreUnavailable):
        await house.store.beat("main", 2)


async def test_a_game_that_ended_in_the_lost_moment_ends_again(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1, over=True))
    house.fragile.rewind()
    await house.outage()
    assert await house.fragile.inner.untold() == ("g",)
    assert await house.fragile.inner.game_of_member(GUILD, 1) is None


async def test_what_another_process_played_on_is_left_as_it_is(house: House) -> None:
    await applied(house.store, commit())
    await house.fragile.inner.commit(commit(after=1))
    await house.outage()
    assert await house.fragile.inner.log("g") == events(1, 2)
    assert await house.store.load("g") == state(seq=2)
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.log("g") == events(1, 2)


async def test_a_game_that_others_ended_and_dropped_does_not_come_back(house: House) -> None:
    await applied(house.store, commit())
    opened = replace(commit(), state=replace(state("old"), opened_at_ms=START_MS, channel_id=5))
    await applied(house.store, opened)
    await house.seconds(LOSS_MS / 1000 + 1)
    await house.fragile.inner.commit(replace(commit("old", after=1, over=True, channel_id=5)))
    await house.fragile.inner.archived(GUILD, "old", 1)
    await house.fragile.inner.forget(GUILD, "old")
    await house.outage()
    assert await house.store.load("old") is None
    assert house.gone == []


async def test_a_game_this_process_dropped_does_not_come_back(house: House) -> None:
    fresh = replace(commit(), state=replace(state(), opened_at_ms=START_MS))
    await applied(house.store, fresh, commit(after=1, over=True))
    await house.store.archived(GUILD, "g", 1)
    await house.store.forget(GUILD, "g")
    await house.outage()
    assert await house.fragile.inner.load("g") is None


async def test_two_histories_never_mix(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.remember()
    await applied(house.store, commit(after=1, count=3))
    house.fragile.rewind()
    other = replace(commit(after=1), events=events(77, 1))
    await house.fragile.inner.commit(other)
    await house.outage()
    assert await house.fragile.inner.log("g") == (*events(1, 1), *events(77, 1))
    assert await house.store.load("g") == state(seq=2)


async def test_games_of_guilds_that_others_serve_are_not_brought_back(house: House) -> None:
    await applied(house.store, commit())
    house.kept.serves = lambda guild_id: guild_id != GUILD
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.load("g") is None


async def test_a_look_at_a_game_that_others_serve_remembers_nothing_of_it(house: House) -> None:
    """Its log would be read and kept for as long as this process lives: its end is told to others."""
    await applied(house.fragile.inner, commit(count=2))
    house.kept.serves = lambda guild_id: False
    assert await house.store.load("g") == state(seq=2)
    asked = list(house.fragile.calls)
    await house.kept.fill()
    assert house.fragile.calls == asked


async def test_no_game_is_given_a_number_that_was_given_and_lost(house: House) -> None:
    assert [await house.store.next_game_number(GUILD) for _ in range(2)] == [1, 2]
    house.fragile.wipe()
    await house.outage()
    assert await house.store.next_game_number(GUILD) == 3


# --- games that were taken over ----------------------------------------------------------------


async def test_a_game_that_was_taken_over_is_known_as_a_whole_once_its_log_was_read(house: House) -> None:
    await applied(house.store, commit(count=3))
    house.process()
    assert await house.store.load("g") == state(seq=3)
    await house.kept.fill()
    await applied(house.store, commit(after=3))
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.log("g") == events(1, 4)


async def test_a_game_of_which_too_little_is_known_is_lost_and_somebody_is_told(house: House) -> None:
    await applied(house.store, commit(count=3))
    house.process()
    await house.store.load("g")
    await applied(house.store, commit(after=3))
    house.fragile.wipe()
    await house.outage()
    assert await house.fragile.inner.load("g") is None
    assert house.gone == [state(seq=4)]


async def test_a_game_whose_place_was_taken_is_lost(house: House) -> None:
    await applied(house.store, commit())
    house.fragile.wipe()
    await house.fragile.inner.commit(commit("h"))
    await house.outage()
    assert house.gone == [state()]
    assert await house.fragile.inner.open_games() == ("h",)
