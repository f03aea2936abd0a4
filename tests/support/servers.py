"""Real servers for tests: present, or the reason why not."""

import os
import shutil
import socket
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

REDIS_URL = os.environ.get("MAFIABOT_TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
POSTGRES_URL = os.environ.get("MAFIABOT_TEST_POSTGRES_URL", "postgresql+asyncpg://postgres@127.0.0.1/test")


def require(url: str, default_port: int) -> str:
    """`url` if somebody listens there; else the test is skipped, or failed where CI is set."""
    where = urlsplit(url)
    address = (where.hostname or "127.0.0.1", where.port or default_port)
    refused = _refusal(address)
    if refused is not None:
        _missing(f"no server at {address[0]}:{address[1]} ({refused})")
    return url


def require_program(name: str) -> str:
    """Where the program is; else the test is skipped, or failed where CI is set."""
    return shutil.which(name) or _missing(f"no program {name}")


def _missing(reason: str) -> NoReturn:
    if os.environ.get("CI", "").lower() in ("", "0", "false"):
        pytest.skip(reason)
    pytest.fail(f"{reason}; nothing is skipped in CI", pytrace=False)


def _refusal(address: tuple[str, int]) -> str | None:
    try:
        socket.create_connection(address, timeout=1).close()
    except OSError as error:
        return error.strerror or str(error)
    return None
