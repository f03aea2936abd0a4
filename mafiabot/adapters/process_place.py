"""Which process on which machine this is, so that a lease of a dead one need not run out.

A name is `<boot>.<pid namespace>.<pid>.<start>`; `start` is random. Where the system does not tell boot and
namespace, nobody is ever known to be dead.
"""

import os
import secrets
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")


class ProcessPlace:
    """`name` is this start's alone."""

    def __init__(self) -> None:
        self._machine = _machine()
        self._pid = os.getpid()
        self.name = f"{self._machine}.{self._pid}.{secrets.token_hex(4)}"

    def is_dead(self, holder: str) -> bool:
        """Whether that process is certainly gone: it ran here, and its number is free, or ours by now."""
        machine, _, rest = holder.rpartition(".")[0].rpartition(".")
        if not self._machine or machine != self._machine or holder == self.name or not rest.isdigit():
            return False
        return int(rest) == self._pid or not _runs(int(rest))


def _machine() -> str:
    try:
        boot = _BOOT.read_text(encoding="ascii").strip()
        namespace = _NAMESPACE.readlink().name.strip("pid:[]")
    except OSError:
        return ""
    return f"{boot}.{namespace}"


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
