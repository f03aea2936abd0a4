"""One log for everything: structlog over the standard library, as text or as JSON lines.

Roles, shots, checks and tokens are never handed to a logger; what is logged names tables and codes.
"""

import logging
import sys
from typing import TextIO

import structlog


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
    for library in ("discord", "alembic", "sqlalchemy"):
        logging.getLogger(library).setLevel("INFO" if level == "DEBUG" else "WARNING")
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
