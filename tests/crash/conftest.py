"""Bots that die leave a traceback for each of their tasks: nobody wants to see those."""

import io
import logging
from collections.abc import Iterator

import pytest
import structlog

from mafiabot.bot.logs import set_up_logs


@pytest.fixture(autouse=True)
def only_alarms_are_logged() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    set_up_logs("CRITICAL", "text", io.StringIO())
    yield
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)
