"""The file that `--json` names is opened before anything is run, so that nothing is run for nothing."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from mafiabot.lab.options import BadOptions


@contextlib.contextmanager
def json_target(path: Path | None) -> Iterator[TextIO | None]:
    """To be written once, when all is done; None where no file is named. Raises `BadOptions`."""
    if path is None:
        yield None
        return
    try:
        target = path.open("w", encoding="utf-8")
    except OSError as error:
        raise BadOptions(
            f"--json {path}: cannot be written ({error.strerror}); choose another file"
        ) from error
    with target:
        yield target
