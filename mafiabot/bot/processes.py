"""`mafiabot run --processes N`: a parent that starts N of them, passes a stop on, and starts again what died.

Each child is `mafiabot run` with a `MAFIABOT_CLUSTER` and a port of its own. What is wrong with the settings
shows at the first start, and ends them all; a child that dies later is started again, later each time.
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Coroutine, Mapping
from typing import Any

import structlog

from mafiabot.adapters.clock import SystemClock
from mafiabot.bot.http import host_and_port
from mafiabot.bot.settings import PREFIX, Settings, SettingsError
from mafiabot.runtime.ports import Clock

log = structlog.get_logger(__name__)

WITH_PARENT = "--with-parent"
FINE, FAILED, BAD_SETTINGS = 0, 1, 2
ENDED = (FINE, -signal.SIGTERM)
"""Of a child that was told to end; the latter while it was still starting."""
FIRST_WAIT_MS, LONGEST_WAIT_MS = 1_000, 60_000
STEADY_MS = 60_000
"""Who has run for so long starts again at once when he dies."""
END_MS = 10_000
"""A child ends within five seconds by itself."""

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """On Linux: this process is told to end when its parent dies, however that died."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def run_processes(settings: Settings, total: int) -> int:
    """Until told to stop; the exit code. Raises `SettingsError`."""
    if settings.redis_url is None:
        raise SettingsError(f"--processes {total} needs MAFIABOT_REDIS_URL: a file serves one process only")
    if settings.cluster is not None:
        raise SettingsError(
            "MAFIABOT_CLUSTER names one of several processes: unset it, or leave --processes out"
        )
    if settings.shards is not None and settings.shards < total:
        raise SettingsError(
            f"--processes {total} with MAFIABOT_SHARDS {settings.shards}: a process needs a shard"
        )
    settings.bot_token()
    environments = [child_environment(os.environ, settings.http, n, total) for n in range(total)]
    return asyncio.run(Parent(environments, SystemClock()).run())


def child_environment(environment: Mapping[str, str], http: str, ordinal: int, total: int) -> dict[str, str]:
    """What child `ordinal` is started with: HTTP on a port as much higher. Raises `SettingsError`."""
    changed = {f"{PREFIX}CLUSTER": f"{ordinal}/{total}"}
    if http:
        host, port = host_and_port(http)
        changed[f"{PREFIX}HTTP"] = f"[{host}]:{port + ordinal}" if ":" in host else f"{host}:{port + ordinal}"
    return {**environment, **changed}


class Parent:
    """`command`: what a child runs; another one only in tests."""

    def __init__(
        self,
        environments: list[dict[str, str]],
        clock: Clock,
        command: tuple[str, ...] = (sys.executable, "-m", "mafiabot", "run", WITH_PARENT),
    ) -> None:
        self._environments = environments
        self._clock = clock
        self._command = command
        self._stop = asyncio.Event()
        self._code = FINE

    async def run(self) -> int:
        """Until SIGTERM or SIGINT, or a first start that shows bad settings. The exit code."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        await asyncio.gather(*(self._keep(ordinal) for ordinal in range(len(self._environments))))
        return self._code

    async def _keep(self, ordinal: int) -> None:
        wait_ms, first = FIRST_WAIT_MS, True
        while not self._stop.is_set():
            began_ms = self._clock.now_ms()
            code = await self._one_life(ordinal)
            if self._stop.is_set():
                self._code = self._code or (FINE if code in ENDED else FAILED)
                return
            if first and code == BAD_SETTINGS:
                self._code = BAD_SETTINGS
                self._stop.set()
                return
            first = False
            if self._clock.now_ms() - began_ms >= STEADY_MS:
                wait_ms = FIRST_WAIT_MS
            log.error("a process ended, it is started again", process=ordinal, code=code, wait_ms=wait_ms)
            await self._unless_stopped(self._clock.sleep_until_ms(self._clock.now_ms() + wait_ms))
            wait_ms = min(2 * wait_ms, LONGEST_WAIT_MS)

    async def _one_life(self, ordinal: int) -> int:
        """The exit code of one child; minus the signal that killed it."""
        child = await asyncio.create_subprocess_exec(*self._command, env=self._environments[ordinal])
        log.info("a process has been started", process=ordinal, pid=child.pid)
        if not await self._unless_stopped(child.wait()):
            child.send_signal(signal.SIGTERM)
            ending = asyncio.ensure_future(child.wait())
            late = asyncio.ensure_future(self._clock.sleep_until_ms(self._clock.now_ms() + END_MS))
            await asyncio.wait((ending, late), return_when=asyncio.FIRST_COMPLETED)
            late.cancel()
            if not ending.done():
                log.error("a process does not end, it is killed", process=ordinal)
                child.kill()
        return await child.wait()

    async def _unless_stopped(self, work: Coroutine[Any, Any, object]) -> bool:
        """Whether `work` ended; a stop comes first."""
        task = asyncio.ensure_future(work)
        stopped = asyncio.ensure_future(self._stop.wait())
        await asyncio.wait((task, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not task.done():
            task.cancel()
            return False
        return True
