"""What a command prints goes out whole, or the command says that it did not: no traceback either way.

A terminal that cannot show a letter shows its number. Who has closed the pipe is told nothing.
"""

import errno
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

_UNWRITTEN = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT)


def with_output(program: str, work: Callable[[], int], failed: int) -> int:
    """The exit code of `work`; `failed` where what it printed could not be written."""
    if sys.stdout is None:  # it was closed before we began: `>&-`
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (as long as we run)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = work()
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in _UNWRITTEN:
            raise
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # what is left would fail again at exit
        if error.errno != errno.EPIPE:
            sys.stderr.write(f"{program}: cannot be written: {os.strerror(error.errno).lower()}\n")
        return failed
    return code
