"""The machine: the data folder, open files, the port of the health checks."""

import os
import resource
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp

from mafiabot.bot.findings import Finding, fail, ok, warn
from mafiabot.bot.http import host_and_port
from mafiabot.bot.settings import Settings, SettingsError

MIB = 1024 * 1024
LITTLE, TOO_LITTLE = 500 * MIB, 20 * MIB
FEW_FILES, TOO_FEW_FILES = 1024, 128
ASK_S = 2.0


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    yield files()
    if settings.redis_url is None or settings.archive_url is None:
        yield folder(settings.data_dir)
    if settings.http:
        yield await port(settings.http)


def folder(data_dir: Path) -> Finding:
    """Files are written there, or in a folder that is to be made."""
    what, there = "data folder", nearest(data_dir)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return fail(
            what, f"{data_dir} cannot be written to", "give this user the right, or set MAFIABOT_DATA_DIR"
        )
    free = shutil.disk_usage(there).free
    said = f"{data_dir}{'' if there == data_dir else ' (to be made)'}, {free // MIB} MiB free"
    if free < TOO_LITTLE:
        return fail(what, said, "make room: a full disk stops every table")
    return warn(what, said, "make room before it is full") if free < LITTLE else ok(what, said)


def nearest(path: Path) -> Path:
    """The first folder upwards that is there."""
    return path if path.exists() or path == path.parent else nearest(path.parent)


def files() -> Finding:
    """Sockets and files that one process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    what, said = "open files", "unlimited" if soft == resource.RLIM_INFINITY else f"at most {soft}"
    todo = "raise it: LimitNOFILE= in the systemd unit, `ulimit -n` in a shell"
    if soft == resource.RLIM_INFINITY or soft >= FEW_FILES:
        return ok(what, said)
    return warn(what, said, todo) if soft >= TOO_FEW_FILES else fail(what, said, todo)


async def port(address: str) -> Finding:
    """Free, or a mafiabot's already."""
    what = "health checks"
    try:
        host, number = host_and_port(address)
    except SettingsError as error:
        return fail(what, str(error), "correct MAFIABOT_HTTP")
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
    except OSError as error:
        if await _is_ours(address):
            return ok(what, f"a running mafiabot answers on {address}")
        reason = (error.strerror or str(error)).lower()
        return fail(
            what, f"cannot listen on {address} ({reason})", "name another MAFIABOT_HTTP, or set it empty"
        )
    return ok(what, f"{address} is free")


async def _is_ours(address: str) -> bool:
    session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ASK_S))
    try:
        async with session, session.get(f"http://{address}/healthz") as answer:
            return "heart" in await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return False
