"""Addresses of Redis: every form that may be written, and one line for every mistake."""

import pytest

from mafiabot.adapters.redis_clients import clients_of
from mafiabot.adapters.redis_url import BadRedisUrl, RedisUrl, parse_redis_url


@pytest.mark.parametrize(
    ("text", "hosts", "db"),
    [
        ("redis://localhost", (("localhost", 6379),), 0),
        ("redis://127.0.0.1:6380/15", (("127.0.0.1", 6380),), 15),
        ("redis://[::1]:6380/", (("::1", 6380),), 0),
        ("rediss://redis.example.org", (("redis.example.org", 6379),), 0),
        ("redis+sentinel://a:1,b:2,c/main", (("a", 1), ("b", 2), ("c", 26379)), 0),
        ("redis+sentinel://a/main/3", (("a", 26379),), 3),
        ("redis+cluster://a:1,b", (("a", 1), ("b", 6379)), 0),
        ("unix:///run/redis.sock", (), 0),
        ("unix:///run/redis.sock?db=2", (), 2),
    ],
)
def test_an_address_is_taken_apart(text: str, hosts: tuple[tuple[str, int], ...], db: int) -> None:
    url = parse_redis_url(text)
    assert (url.hosts, url.db, url.prefix) == (hosts, db, "mafiabot")
    assert url.path == ("/run/redis.sock" if text.startswith("unix") else "")
    assert url.service == ("main" if "sentinel" in text else "")


def test_two_bots_may_share_a_server_under_two_prefixes() -> None:
    assert parse_redis_url("redis://h/1?prefix=club:2").prefix == "club:2"
    assert parse_redis_url("unix:///s?db=1&prefix=b").prefix == "b"


def _secrets(url: RedisUrl) -> tuple[str | None, str | None]:
    return url.username, url.password


@pytest.mark.parametrize(
    "text",
    [
        "redis://bot:s%40fe@h:1/0",
        "rediss://bot:s%40fe@h",
        "redis+sentinel://bot:s%40fe@h:1,i:2/main",
        "redis+cluster://bot:s%40fe@h:1,i:2",
    ],
)
def test_a_password_is_used_and_never_shown(text: str) -> None:
    url = parse_redis_url(text)
    assert _secrets(url) == ("bot", "s@fe")
    for shown in (url.shown, repr(url)):
        assert "fe" not in shown.replace("prefix", "")
        assert "bot" not in shown.replace("mafiabot", "")


def test_a_password_may_stand_without_a_name() -> None:
    assert _secrets(parse_redis_url("redis://:hush@h")) == (None, "hush")


def test_tls_options_are_for_tls() -> None:
    url = parse_redis_url("rediss://h?ssl_ca_certs=/etc/ca.pem&ssl_cert_reqs=required")
    assert url.tls_options == {"ssl_ca_certs": "/etc/ca.pem", "ssl_cert_reqs": "required"}


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("localhost:6379", "begin with one of redis://"),
        ("http://h", "begin with one of redis://"),
        ("", "begin with one of redis://"),
        ("redis://[::1", "no address"),
        ("redis://", "host is missing"),
        ("redis://:pw@/0", "host is missing"),
        ("redis://h:port", "port is a number"),
        ("redis://h:70000", "port is a number"),
        ("redis://h/games", "database is a number"),
        ("redis://h/-1", "database is a number"),
        ("redis://h/0/1", "number of one database"),
        ("redis://h,i", "redis\\+sentinel:// or redis\\+cluster://"),
        ("redis://h?prefix=", "prefix is made of"),
        ("redis://h?prefix={b01}", "prefix is made of"),
        ("redis://h?ssl_ca_certs=x", "no option ssl_ca_certs"),
        ("redis://h?timeout=9", "no option timeout"),
        ("redis+sentinel://a:1", "name of the service"),
        ("redis+sentinel://a,,b/main", "host is missing"),
        ("redis+cluster://a/1", "one database only"),
        ("unix://", "path of a socket"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(text: str, advice: str) -> None:
    with pytest.raises(BadRedisUrl, match=advice) as bad:
        parse_redis_url(text)
    assert "\n" not in str(bad.value)
    assert "pw" not in str(bad.value)


@pytest.mark.parametrize(
    "text", ["redis://h", "rediss://h", "unix:///s", "redis+sentinel://a/main", "redis+cluster://a"]
)
async def test_making_clients_connects_to_nothing(text: str) -> None:
    await clients_of(parse_redis_url(text)).commands.aclose()
