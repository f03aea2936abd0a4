"""Which life of a server a connection speaks with: a server that was started anew may have lost something.

A server draws an id when it starts; a replica that took over has another one. A connection that finds an id
other than the last one is refused once, so that nothing is done there before somebody has heard of it.
"""

from typing import Any

import structlog
from redis.exceptions import RedisError, ResponseError

log = structlog.get_logger(__name__)

_RUN_ID = b"run_id:"


class AnotherLife(RedisError):
    """Another life of the server answers; nothing has been done there."""


class Lives:
    """What one client knows. `several`: its servers are different ones, told apart by their addresses."""

    def __init__(self, *, several: bool = False) -> None:
        self._several = several
        self._known: dict[str, bytes] = {}

    async def greet(self, connection: Any) -> None:
        """What a connection begins with, in the library's place. Raises `AnotherLife`."""
        await connection.on_connect()
        life = await _life(connection)
        server = f"{connection.host}:{connection.port}" if self._several else ""
        known = self._known.get(server)
        if life is None or life == known:
            return
        self._known[server] = life
        if known is not None:
            raise AnotherLife("another life of the server answers")


async def _life(connection: Any) -> bytes | None:
    """None where we may not ask: then only what is found to be missing tells of it."""
    await connection.send_command("INFO", "server")
    try:
        told = await connection.read_response()
    except ResponseError as refused:
        log.warning(
            "Redis: INFO is refused, a server that was started anew is noticed late", error=str(refused)
        )
        return None
    lines = (told.encode() if isinstance(told, str) else told).splitlines()
    return next((line.removeprefix(_RUN_ID) for line in lines if line.startswith(_RUN_ID)), None)
