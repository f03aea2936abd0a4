"""What `MAFIABOT_REDIS_URL` may be, taken apart strictly; a password never appears in a text made from it.

    redis://[user:password@]host[:port][/db]          rediss://… (TLS)          unix:///path/to/socket[?db=N]
    redis+sentinel://h:p,h:p/service[/db]             redis+cluster://h:p,h:p

Options follow a `?`: `prefix` (what all keys begin with; two bots may share one server) and, with TLS,
`ssl_ca_certs`, `ssl_certfile`, `ssl_keyfile`, `ssl_cert_reqs`.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

DEFAULT_PREFIX = "mafiabot"
_PORTS = {"redis": 6379, "rediss": 6379, "redis+sentinel": 26379, "redis+cluster": 6379}
_SCHEMES = ("redis", "rediss", "unix", "redis+sentinel", "redis+cluster")
_TLS_OPTIONS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_cert_reqs"})
_PREFIX = re.compile(r"[A-Za-z0-9_.:-]{1,64}")

Host = tuple[str, int]


class BadRedisUrl(ValueError):
    """An address that cannot be used; the text is one line, says what to do and holds no secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedisUrl:
    """`hosts`: one server, or the sentinels or nodes to begin with; none for a socket (`path`).

    `service`: the name under which sentinels know the servers. `shown`: the address without secrets.
    """

    scheme: str
    hosts: tuple[Host, ...]
    path: str
    service: str
    db: int
    prefix: str
    tls_options: dict[str, str]
    shown: str
    username: str | None = field(repr=False)
    password: str | None = field(repr=False)


def parse_redis_url(text: str) -> RedisUrl:
    """Raises `BadRedisUrl`."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        raise BadRedisUrl("this is no address; write it like redis://127.0.0.1:6379/0") from None
    if parts.scheme not in _SCHEMES:
        known = ", ".join(f"{scheme}://" for scheme in _SCHEMES)
        raise BadRedisUrl(f"the address has to begin with one of {known}")
    options = _options(parts)
    service, db = _service_and_db(parts, options)
    username, password, places = _credentials(parts.netloc)
    return RedisUrl(
        scheme=parts.scheme,
        hosts=_hosts(parts.scheme, places),
        path=unquote(parts.path) if parts.scheme == "unix" else "",
        service=service,
        db=db,
        prefix=options.get("prefix", DEFAULT_PREFIX),
        tls_options={name: value for name, value in options.items() if name in _TLS_OPTIONS},
        shown=f"{parts.scheme}://{places}{parts.path}",
        username=username,
        password=password,
    )


def _options(parts: SplitResult) -> dict[str, str]:
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    allowed = {"prefix"} | (_TLS_OPTIONS if parts.scheme == "rediss" else set())
    allowed |= {"db"} if parts.scheme == "unix" else set()
    if unknown := sorted(options.keys() - allowed):
        raise BadRedisUrl(f"{parts.scheme}:// has no option {unknown[0]}; leave it out")
    if not _PREFIX.fullmatch(options.get("prefix", DEFAULT_PREFIX)):
        raise BadRedisUrl("a prefix is made of up to 64 letters, digits and _ . : -")
    return options


def _service_and_db(parts: SplitResult, options: dict[str, str]) -> tuple[str, int]:
    steps = [unquote(step) for step in parts.path.split("/")[1:] if step]
    if parts.scheme == "unix":
        if not steps:
            raise BadRedisUrl("unix:// needs the path of a socket, like unix:///run/redis/redis.sock")
        return "", _number(options.get("db", "0"))
    service = ""
    if parts.scheme == "redis+sentinel":
        if not steps:
            raise BadRedisUrl("redis+sentinel:// needs the name of the service, like …/mymaster/0")
        service = steps.pop(0)
    if len(steps) > 1:
        raise BadRedisUrl("after the host there may be the number of one database, like …:6379/0")
    db = _number(steps[0]) if steps else 0
    if db and parts.scheme == "redis+cluster":
        raise BadRedisUrl("a cluster has one database only; leave its number out")
    return service, db


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise BadRedisUrl("a database is a number, like …:6379/0")
    return int(text)


def _credentials(netloc: str) -> tuple[str | None, str | None, str]:
    """User name, password, and what is left of the place."""
    who, _, places = netloc.rpartition("@")
    name, _, password = who.partition(":")
    return unquote(name) or None, unquote(password) or None, places


def _hosts(scheme: str, places: str) -> tuple[Host, ...]:
    if scheme == "unix":
        return ()
    several = places.split(",")
    if len(several) > 1 and scheme in ("redis", "rediss"):
        raise BadRedisUrl(f"{scheme}:// is one server; several are redis+sentinel:// or redis+cluster://")
    return tuple(_host(place, _PORTS[scheme]) for place in several)


def _host(place: str, default_port: int) -> Host:
    try:
        parts = urlsplit(f"//{place}")
        port = parts.port if parts.port is not None else default_port
    except ValueError:
        raise BadRedisUrl("a port is a number up to 65535, like …:6379") from None
    if not parts.hostname:
        raise BadRedisUrl("a host is missing; write it like 127.0.0.1:6379")
    return parts.hostname, port
