"""What every test may use: virtual time by marker, server tests that fail or skip by rule, a list of what was skipped."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from mafiabot.adapters.virtual_time import VirtualLoop

LoopFactories = Mapping[str, Callable[[], asyncio.AbstractEventLoop]]


def pytest_asyncio_loop_factories(item: pytest.Item) -> LoopFactories:
    """Async tests run in real time, those marked `virtual(start_s=…, pace=…)` in virtual time."""
    marker = item.get_closest_marker("virtual")
    if marker is None:
        return {"real": asyncio.SelectorEventLoop}
    return {"virtual": lambda: VirtualLoop(**marker.kwargs)}
