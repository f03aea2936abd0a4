"""Sessions are resumed rather than begun anew: RESUME is free, IDENTIFY is counted by the day.

The library resumes after a lost connection, but gives the session up when the first attempt to connect again
fails, as in any outage of the network. Here it tries to resume a few times more; a session that Discord has
forgotten costs one refused attempt. Private parts of the library are touched in this file alone.
"""

import discord
import structlog
from discord.gateway import ReconnectWebSocket

log = structlog.get_logger(__name__)

RESUME_TRIES = 8


def resume_first(client: discord.AutoShardedClient, shard_id: int) -> None:
    """To be called once a shard has been launched."""
    info = client.get_shard(shard_id)
    assert info is not None
    shard = info._parent
    begin_anew = shard.reconnect
    tries, of = 0, shard.ws

    async def reconnect() -> None:
        nonlocal tries, of
        if shard.ws is not of:
            tries, of = 0, shard.ws
        tries += 1
        if shard.ws.session_id is None or tries > RESUME_TRIES:
            await begin_anew()
            return
        log.info("resuming a session", shard=shard_id, attempt=tries)
        await shard.reidentify(ReconnectWebSocket(shard_id, resume=True))

    shard.reconnect = reconnect  # type: ignore[method-assign]  # this shard's alone
