"""What every test may use: virtual time by marker, servers by fixture, and a list of what did not run."""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
import structlog

from mafiabot.adapters.virtual_time import VirtualLoop
from tests.support.servers import POSTGRES_URL, REDIS_URL, require

# Dozens of processes are started: none of them shall compile everything anew, whatever this shell wants.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A bot that is killed leaves tracebacks; each drawn with all its variables would take half a second.
structlog.dev.ConsoleRenderer.get_active().exception_formatter = structlog.dev.plain_traceback

_SERVER_FIXTURES = {"redis_url", "postgres_url"}
_DESELECTED = pytest.StashKey[Counter[str]]()


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Async tests run in real time, those marked `virtual(start_s=…, pace=…)` in virtual time."""
    marker = item.get_closest_marker("virtual")
    if marker is None:
        return {"real": asyncio.SelectorEventLoop}
    return {"virtual": lambda: VirtualLoop(**marker.kwargs)}


@pytest.fixture(scope="session")
def redis_url() -> str:
    """A real Redis (or Valkey); use a key prefix of your own in it."""
    return require(REDIS_URL, 6379)


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A real PostgreSQL, as an SQLAlchemy URL; use a schema of your own in it."""
    return require(POSTGRES_URL, 5432)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever uses a server's fixture is a server test, so `-m servers` needs no marker in the files."""
    for item in items:
        if _SERVER_FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("servers")


def pytest_deselected(items: Iterable[pytest.Item]) -> None:
    for item in items:
        counts = item.config.stash.setdefault(_DESELECTED, Counter())
        counts[item.nodeid.partition("::")[0].rpartition("/")[0]] += 1


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What was skipped, by file and reason, and what was not selected, by folder."""
    reports = terminalreporter.stats.get("skipped", [])
    skipped = Counter((report.nodeid.partition("::")[0], _reason(report)) for report in reports)
    deselected = terminalreporter.config.stash.get(_DESELECTED, Counter())
    if not skipped and not deselected:
        return
    terminalreporter.section("not run")
    for (file, reason), count in sorted(skipped.items()):
        terminalreporter.line(f"{file}: {count} skipped: {reason}")
    for folder, count in sorted(deselected.items()):
        terminalreporter.line(f"{folder}: {count} not selected by this command")


def _reason(report: pytest.TestReport) -> str:
    where = report.longrepr
    return where[2].removeprefix("Skipped: ") if isinstance(where, tuple) else str(where)
