"""What /metrics counts is what happened; nothing there tells who has which role, or where anybody plays."""

import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from mafiabot.adapters import virtual_time
from mafiabot.adapters.memory_games import MemoryGames
from mafiabot.bot.http import HttpServer
from mafiabot.bot.metrics import PrometheusMeters, counting_logs
from mafiabot.engine.commands import Command
from mafiabot.engine.state import GameState, Night, NightStep
from mafiabot.playground.permissions import Perm
from mafiabot.playground.structure import install
from mafiabot.runtime.archive_port import FinishedGame
from mafiabot.runtime.identify_gate import IdentifyGate
from mafiabot.runtime.ports import StoreUnavailable
from mafiabot.runtime.service import Outcome
from tests.support.club import Club, club
from tests.support.playing import Game

Key = tuple[str, tuple[tuple[str, str], ...]]

LABELS = {
    *("end", "event", "le", "level", "phase", "reason", "reference", "route", "deferred", "scope", "shard"),
    *("status", "trouble", "version", "why"),
}


class Scrape:
    """One answer of `/metrics`."""

    def __init__(self, text: str) -> None:
        self.families = list(text_string_to_metric_families(text))
        self.samples: dict[Key, float] = {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in self.families
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        return self.samples.get((f"mafiabot_{name}", tuple(sorted(labels.items()))), 0.0)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


@asynccontextmanager
async def measured(
    seed: int = 1, archive: MemoryGames | None = None, latency_ms: tuple[float, float] = (20, 80)
) -> AsyncIterator[tuple[Club, str]]:
    """A club whose bot is measured, and the address of its metrics."""
    meters = PrometheusMeters("1.2.3")
    async with club(meters=meters, seed=seed, archive=archive, latency_ms=latency_ms) as house:
        assert house.app is not None
        server, address = HttpServer(house.app, meters), f"127.0.0.1:{free_port()}"
        await server.start(address)
        try:
            yield house, f"http://{address}/metrics"
        finally:
            await server.close()


async def scraped(address: str) -> Scrape:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        return Scrape(await answer.text())


async def evening(game: Game) -> None:
    """Everybody presses the same, so that only the deal can make a difference."""
    await game.step(NightStep.MAFIA_MINUTE)
    for seat in range(1, 7):
        await game.open_hand(seat)
    await game.choose(2, 4)  # if he is the don, his team's hands show it at once
    await game.to_day()
    await game.play_day()
    for step in (NightStep.SHOTS, NightStep.DON, NightStep.SHERIFF):
        await game.step(step)
        for seat in range(1, 7):
            await game.open_hand(seat)
            former = game.hand(seat)
            await game.open_hand(seat)
            await game.choose(seat, 3 if step is NightStep.SHOTS or seat != 3 else 1)
            if (step, seat) == (NightStep.DON, 2):  # refused if he is the don, else nothing happens
                await (await game.person(2).select(former, ["5"])).outcome()
    await game.until(lambda state: not isinstance(state.phase, Night))
    await game.house.seconds(5)


@pytest.mark.virtual
async def test_what_is_counted_is_what_happened() -> None:
    async with measured() as (house, address):
        await house.deal()
        dealt = await scraped(address)
        assert dealt("tables", phase="dealing") == 1
        await Game(house).to_day()
        await house.seconds(5)
        seen = await scraped(address)
        records = house.local.records
        assert seen("tables", phase="dealing") == 0
        assert sum(seen("tables", phase=phase) for phase in ("night", "talk")) == 1
        assert seen("edits_sent_total") == len(records.edits) > 6
        assert seen("edits_wanted_total") == seen("edits_observed_total") == seen("edit_seconds_count") > 6
        edits = sum(1 for one in records.requests if one.key == "PATCH /guilds/{}/members/{}")
        assert seen("discord_answers_total", route="member_edit", status="2xx") == edits
        answers = sum(1 for one in records.requests if "/callback" in one.key)
        assert seen("discord_answers_total", route="press_answer", status="2xx") == answers > 12
        assert seen("answer_seconds_count", deferred="no") == answers
        assert seen("commits_total", end="applied") == seen("commit_seconds_count") > 20
        assert seen("deadline_lateness_seconds_count") >= 2
        assert seen("gateway_events_total", event="identify") == 1
        assert (seen("gateway_sessions_left"), seen("gateway_sessions_allowed")) == (999, 1000)
        assert (seen("gateway_up", shard="0"), seen("guilds"), seen("ready")) == (1, 1, 1)
        assert (seen("store_up"), seen("archive_up")) == (1, 1)
        assert seen("debts_open") == len(await house.store.debts()) > 0
        assert seen("build_info", version="1.2.3") == 1
        house.clean()


@pytest.mark.virtual
async def test_refusals_are_counted_by_their_reason() -> None:
    async with measured() as (house, address):
        await house.open_table()
        for _ in range(2):
            await house.slash(house.host, "mafia open", preset="club")
        assert (await scraped(address))("refusals_total", reason="table_open_here") == 2


@pytest.mark.virtual
async def test_what_discord_refuses_is_counted() -> None:
    async with measured() as (house, address):
        house.local.faults.answer("PATCH /guilds/{}/members/{}", 429, nth=1, retry_after_s=1)
        house.local.faults.answer("PATCH /guilds/{}/members/{}", 502, nth=4, after_apply=True)
        await house.deal()
        await Game(house).to_day()
        await house.seconds(20)
        seen = await scraped(address)
        assert seen("discord_answers_total", route="member_edit", status="429") == 1
        assert seen("discord_answers_total", route="member_edit", status="5xx") == 1
        assert sum(value for (name, _), value in seen.samples.items() if "rate_limited_total" in name) == 1


@pytest.mark.virtual
async def test_a_connection_that_broke_is_counted_and_a_shard_that_is_away_is_down() -> None:
    async with measured() as (house, address):
        house.local.gateway.drop(house.bot, resumable=False, for_s=20)
        await house.seconds(1)
        assert (await scraped(address))("gateway_up", shard="0") == 0
        await house.seconds(120)
        seen = await scraped(address)
        assert seen("gateway_up", shard="0") == 1
        assert seen("gateway_events_total", event="disconnected") >= 1
        assert seen("gateway_events_total", event="identify") >= 2


@pytest.mark.virtual
async def test_games_that_wait_for_the_archive_are_counted_with_their_age() -> None:
    class Full(MemoryGames):
        async def keep(self, finished: FinishedGame) -> None:
            raise StoreUnavailable("disk full")

    async with measured(archive=Full()) as (house, address):
        await house.deal()
        assert (await scraped(address))("unarchived_games") == 0
        await house.slash(house.host, "mafia stop")
        await house.seconds(90)
        seen = await scraped(address)
        assert seen("unarchived_games") == 1
        assert 85 < seen("unarchived_oldest_seconds") < 100


@pytest.mark.virtual
async def test_a_finished_game_that_cannot_be_read_waits_for_the_archive_longer_and_longer() -> None:
    async with measured() as (house, address):
        assert house.app is not None
        store = house.app.services.store

        async def unreadable(game_id: str) -> GameState | None:
            raise ValueError("another version wrote it")

        async def waiting(guild_id: int | None = None, *, served: object = None) -> tuple[str, ...]:
            return ("g1",)

        store.load, store.unarchived = unreadable, waiting  # type: ignore[method-assign]
        with capture_logs() as logged:
            await scraped(address)
            await house.seconds(700)
            seen = await scraped(address)
        assert seen("unarchived_games") == 1
        assert seen("unarchived_oldest_seconds") == pytest.approx(700, abs=1)
        assert [line["event"] for line in logged].count("finished game cannot be read") == 1


@pytest.mark.virtual
async def test_what_other_processes_begin_is_taken_from_the_sessions_that_are_left() -> None:
    async with measured() as (house, address):
        assert house.app is not None
        other = IdentifyGate(house.app._among._standing.cluster, house.clock)
        starts = await house.app.session_starts()
        assert starts is not None
        await other.told(starts, 2)
        await other.enter(1)
        assert (await scraped(address))("gateway_sessions_left") == 998


@pytest.mark.virtual
async def test_requests_of_further_bots_are_counted_like_the_bot_s_own() -> None:
    meters = PrometheusMeters("1")
    async with club(start=False, meters=meters) as house:
        helper = house.local.add_bot("Second")
        install(house.local.core, helper, house.guild, Perm.MUTE_MEMBERS | Perm.CONNECT)
        house.voice_tokens = (helper.token,)
        await house.start_bot()
        await house.deal()
        await Game(house).floor(1)
        edits = house.local.records.edits
        assert {edit.app_id for edit in edits} == {house.bot.id, helper.id}
        seen = Scrape(meters.exposition().decode())
        assert seen("discord_answers_total", route="member_edit", status="2xx") == len(edits)


@pytest.mark.virtual
async def test_a_table_at_which_an_invariant_broke_is_counted() -> None:
    async with measured() as (house, address):
        await house.open_table()
        assert house.app is not None
        house.app.services.game._stuck.add((await house.state()).game_id)
        assert (await scraped(address))("tables_troubled", why="invariant") == 1


@pytest.mark.virtual
async def test_a_table_that_stands_still_is_counted_and_its_channel_told() -> None:
    async with measured() as (house, address):
        await house.deal()
        assert house.app is not None

        async def in_vain(game_id: str, command: Command, command_id: str | None = None) -> Outcome:
            raise ZeroDivisionError

        house.app.services.game.submit = in_vain  # type: ignore[method-assign] # a bug in the rules
        with capture_logs() as logged:
            await house.seconds(200)
        assert [line["event"] for line in logged if line["log_level"] == "critical"] == [
            "table does not go on"
        ]
        assert (await scraped(address))("tables_troubled", why="overdue") == 1
        assert sum("halted by an error" in text for text in house.public()) == 1


@pytest.mark.virtual
async def test_a_process_that_is_still_starting_can_be_asked() -> None:
    meters = PrometheusMeters("1")
    async with club(start=False, meters=meters) as house:
        server, address = HttpServer(house.compose(), meters), f"127.0.0.1:{free_port()}"
        await server.start(address)
        seen = await scraped(f"http://{address}/metrics")
        await server.close()
    assert (seen("ready"), seen("store_up"), seen("guilds")) == (0, 1, 0)


def test_warnings_and_worse_in_the_log_are_counted() -> None:
    import logging

    meters, speaking = PrometheusMeters("1"), logging.getLogger("mafiabot.test")
    speaking.setLevel(logging.INFO)  # whatever level another test has left to the others
    with counting_logs(meters):
        for level in (logging.INFO, logging.WARNING, logging.CRITICAL, logging.CRITICAL):
            speaking.log(level, "said")
    speaking.critical("after the end")
    seen = Scrape(meters.exposition().decode())
    assert [seen("log_lines_total", level=level) for level in ("warning", "error", "critical")] == [1, 0, 2]


async def played(seed: int) -> tuple[object, Scrape, set[str]]:
    """The deal, what was measured of an evening, and the ids that were in it."""
    async with measured(seed, latency_ms=(40, 40)) as (house, address):
        await house.deal()
        game = Game(house)
        await evening(game)
        ids = {str(house.guild.id), str(house.channel.id), (await house.state()).game_id}
        ids |= {str(person.id) for person in house.people}
        return tuple((await game.roles()).values()), await scraped(address), ids


def test_no_metric_depends_on_the_deal_or_names_anybody() -> None:
    """Two deals, the same presses, the same dead: the same counts, and no sum differs."""
    (first_deal, first, ids), (second_deal, second, _) = (virtual_time.run(played(seed)) for seed in (1, 2))
    assert first_deal != second_deal
    real = "mafiabot_gateway_latency_seconds"  # the library's heart beats by the host's clock
    ours = {key for key in first.samples if key[0].startswith("mafiabot_") and key[0] != real}
    assert len(ours) > 150
    assert {key: first.samples[key] for key in ours} == {key: second.samples[key] for key in ours}
    labels = {label for _, pairs in first.samples for label in pairs}
    assert {name for name, _ in labels} <= LABELS
    values = {value for _, value in labels}
    assert not ids & values
    assert not any(re.search(r"\b(don|sheriff|civilian|mafia)\b|\d{6}", value) for value in values)
