"""What machine this is, and what a process has used of it: from /proc, elsewhere from `ps`."""

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Usage:
    """`cpu_s`: processor time since its start; `rss_mib`: memory it has now."""

    cpu_s: float
    rss_mib: float


def usage(pid: int) -> Usage:
    """Raises `OSError` for a process that is gone."""
    if Path("/proc/self/stat").exists():
        return _from_proc(Path("/proc") / str(pid))
    return _from_ps(pid)


def _from_proc(folder: Path) -> Usage:
    after_name = (folder / "stat").read_text().rpartition(")")[2].split()
    ticks = int(after_name[11]) + int(after_name[12])
    pages = int((folder / "statm").read_text().split()[1])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / _MIB)


def _from_ps(pid: int) -> Usage:
    told = subprocess.run(  # noqa: S603 - the arguments are ours
        ["/bin/ps", "-o", "rss=,time=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    if not told:
        raise ProcessLookupError(f"no process {pid}")
    seconds = 0.0
    for part in told[1].split(":"):
        seconds = seconds * 60 + float(part)
    return Usage(seconds, int(told[0]) / 1024)


def described() -> str:
    """This machine in a line."""
    loop = "uvloop" if _has_uvloop() else "asyncio's loop"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    version = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.system()} {platform.machine()}, {cores} cores, {version}, {loop}"


def _has_uvloop() -> bool:
    try:
        import uvloop  # noqa: F401 - only whether it is there
    except ImportError:
        return False
    return True
