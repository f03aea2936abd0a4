"""The stand-in for a cluster where there is one process only: the data folder's lock holds all its leases.

The book of gateway sessions lies beside the live store, so that a crash loop is noticed without a server.
"""

from collections.abc import Mapping
from pathlib import Path

import structlog

from mafiabot.runtime.cluster_port import Held, Share

log = structlog.get_logger(__name__)

BOOK_FILE = "identifies.json"


class OneProcess:
    """`runtime.cluster_port.Cluster`. `folder` None: the book is kept in memory."""

    shared = False

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / BOOK_FILE if folder is not None else None
        self._book: bytes | None = None

    async def shards_in_use(self, now_ms: int) -> int | None:
        return None

    async def take(self, share: Share, now_ms: int) -> tuple[Held, ...]:
        return ()

    async def renew(self, share: Share, now_ms: int, *, serving: bool) -> bool:
        return True

    async def release(self, share: Share, now_ms: int) -> None:
        pass

    async def signs(self) -> Mapping[str, int]:
        return {}

    async def book(self) -> bytes | None:
        if self._book is None and self._path is not None:
            try:
                self._book = self._path.read_bytes()
            except FileNotFoundError:
                return None
            except OSError as error:
                log.warning("the book of gateway sessions is not read", error=error.strerror)
        return self._book

    async def write_book(self, before: bytes | None, after: bytes) -> bool:
        """What cannot be written is remembered: a full disk must not keep a shard from coming back."""
        self._book = after
        if self._path is not None:
            fresh = self._path.with_suffix(".new")
            try:
                fresh.touch(mode=0o600)  # like everything in that folder
                fresh.write_bytes(after)
                fresh.replace(self._path)
            except OSError as error:
                log.warning("the book of gateway sessions is not written", error=error.strerror)
        return True
