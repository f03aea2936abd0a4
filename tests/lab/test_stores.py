"""Whole games on Redis: as clean as on SQLite, and nothing of them is left on a shared server."""

import pytest
from redis import Redis

from mafiabot.lab.game import run_game
from mafiabot.lab.options import BadOptions, DemoOptions, store_kind
from mafiabot.lab.report import Report


def game(options: DemoOptions) -> Report:
    report = run_game(options)
    assert [f"{one.moment}: {one.what}" for one in report.violations] == []
    assert report.clean
    return report


def test_a_game_on_a_redis_in_this_process_is_clean() -> None:
    report = game(DemoOptions(seats=6, seed=21, people="clumsy", language="uk", store="fake"))
    assert report.winner is not None


def test_a_game_on_a_real_redis_is_clean(redis_url: str) -> None:
    report = game(DemoOptions(seats=6, seed=22, people="clumsy", store="redis", redis_url=redis_url))
    assert report.winner is not None
    assert len(report.speeches) >= 6


def test_a_game_leaves_nothing_on_the_server(redis_url: str) -> None:
    run_game(DemoOptions(seats=6, seed=3, give_up_s=200, store="redis", redis_url=f"{redis_url}?prefix=left"))
    with Redis.from_url(redis_url) as client:
        assert list(client.scan_iter("left*")) == []


def test_a_server_that_is_not_there_is_said_before_the_game() -> None:
    with pytest.raises(BadOptions, match="start a Redis or set MAFIABOT_REDIS_URL"):
        run_game(DemoOptions(store="redis", redis_url="redis://127.0.0.1:1"))


def test_a_store_nobody_knows_is_refused_with_those_there_are() -> None:
    assert store_kind("fake") == "fake"
    with pytest.raises(BadOptions, match="sqlite, fake, redis"):
        store_kind("paper")
