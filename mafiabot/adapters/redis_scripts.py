"""The Lua scripts (`lua/*.lua`), each known to the server by the hash of its text."""

import hashlib
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, slots=True)
class Script:
    text: str
    sha: str


def _read(name: str) -> Script:
    text = resources.files("mafiabot.adapters").joinpath("lua", f"{name}.lua").read_text(encoding="utf-8")
    return Script(text=text, sha=hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


COMMIT = _read("commit")
FORGET = _read("forget")
DROP = _read("drop")
ARCHIVED = _read("archived")
BESIDE = _read("beside")
PUT_DEBT = _read("put_debt")
CLEAR_DEBT = _read("clear_debt")
BEAT = _read("beat")
NUMBER = _read("number")
TIME = _read("time")
LEASE = _read("lease")
REPLACE = _read("replace")
