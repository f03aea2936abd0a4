"""One process a data folder. The lock is the kernel's: it is gone with its process, however that died."""

import fcntl
import os
from pathlib import Path

from mafiabot.runtime.ports import StoreUnavailable

LOCK_FILE = "live.lock"


class StoreLocked(StoreUnavailable):
    """Another process works in this data folder; the text is one line and says what to do."""


class DataLock:
    """Held from construction to `release`.

    Raises `StoreLocked` when it is held already, `StoreUnavailable` where there can be none.
    """

    def __init__(self, data_dir: Path) -> None:
        try:
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file: int | None = os.open(data_dir / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreUnavailable(f"the data folder {data_dir} cannot be used: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise StoreLocked(
                f"the data folder {data_dir} is in use by another mafiabot: "
                "stop that one, or set MAFIABOT_DATA_DIR to a folder of its own"
            ) from None

    def release(self) -> None:
        """Idempotent."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
