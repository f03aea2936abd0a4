"""One log for everything: structlog over the standard library, as text or as JSON lines.

A line that names a table or a guild gets its guild and shard, every line its process: looked up when it is
written, so that nothing has to carry them along.

Roles, shots, checks and tokens are never handed to a logger; what is logged names tables and codes.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TextIO

import structlog


class Whereabouts(Protocol):
    """Where tables and guilds are served."""

    def guild_of(self, game_id: str) -> int | None: ...

    def shard_of(self, guild_id: int) -> int: ...


_whereabouts: ContextVar[Whereabouts | None] = ContextVar("whereabouts", default=None)


@contextmanager
def located_logs(process: str, whereabouts: Whereabouts) -> Iterator[None]:
    """What is logged inside, and in tasks that are started inside, says where. `process`: as `0/3`."""
    token = _whereabouts.set(whereabouts)
    try:
        with structlog.contextvars.bound_contextvars(process=process):
            yield
    finally:
        _whereabouts.reset(token)


def _located(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    whereabouts, guild = _whereabouts.get(), event.get("guild")
    if whereabouts is None:
        return event
    if guild is None and "table" in event:
        guild = whereabouts.guild_of(event["table"])
    if guild is not None:
        event["guild"], event["shard"] = guild, whereabouts.shard_of(guild)
    return event


def set_up_logs(level: str, fmt: str, stream: TextIO | None = None) -> None:
    """`fmt`: text or json. The library's own lines stay at warnings, with DEBUG at INFO.

    Its DEBUG lines hold whole requests and events: hands, roles, tokens.
    """
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if fmt == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        _located,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for retrying in ("discord.client", "discord.shard"):
        logging.getLogger(retrying).addFilter(_shortened)
    for library in ("discord", "alembic", "sqlalchemy"):
        logging.getLogger(library).setLevel({"DEBUG": "INFO", "INFO": "WARNING"}.get(level, level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _shortened(record: logging.LogRecord) -> bool:
    """A lost connection is a line and no traceback: the library tries again by itself."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and str(record.msg).startswith(("Attempting a reconnect", "Failed to connect")):
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__}: {error})", ()
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True
