"""A display name is somebody else's text: it can neither format, ping, link nor turn the line.

The name itself may be written from right to left; what stands beside it is not turned by that.

So is what a person has written in a form.
"""

import unicodedata
from functools import lru_cache

from discord.utils import escape_markdown

MAX_NAME = 32
MAX_TEXT = 200
NAMELESS = "?"
KEPT = 4096  # so many names are remembered: the same ten are drawn again and again
_BREAK = "\u200b"  # zero width space: breaks a mention or a link without being seen
_UNWANTED = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # controls, bidi and other format characters, line breaks
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols by name, empty on the screen
_ISOLATE, _END = "\u2068", "\u2069"
_RIGHT_TO_LEFT = ("R", "AL", "AN")
_JOINER = "\u200d"  # holds emoji of several parts together


@lru_cache(KEPT)
def plain_name(name: str) -> str:
    """What is kept of a name: one line of at most `MAX_NAME` characters."""
    return _one_line(name, MAX_NAME) or NAMELESS


@lru_cache(KEPT)
def label_name(name: str) -> str:
    """For labels and options, which show no markdown."""
    return _isolated(plain_name(name))


@lru_cache(KEPT)
def safe_name(name: str) -> str:
    """For text displays: markdown escaped, mentions, timestamps, custom emoji and links broken."""
    return _isolated(_escaped(plain_name(name)))


def plain_text(text: str) -> str:
    """A person's own words as one line of at most `MAX_TEXT` characters; empty if nothing of it shows."""
    return _one_line(" ".join(text.split()), MAX_TEXT)


def safe_text(text: str) -> str:
    """`plain_text` for text displays, escaped like a name."""
    return _isolated(_escaped(plain_text(text)))


def _one_line(text: str, most: int) -> str:
    kept = (c for c in text if c == _JOINER or unicodedata.category(c) not in _UNWANTED)
    line = " ".join("".join(kept).split())
    if not any(_shows(c) for c in line):
        return ""
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _shows(c: str) -> bool:
    """Letters, digits, punctuation and symbols do; joiners and marks by themselves do not."""
    return c not in _BLANKS and unicodedata.category(c)[0] in "LNPS"


def _isolated(text: str) -> str:
    """Else the number after such a name changes places with it: in a list, of seats with seats."""
    turns = any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text)
    return f"{_ISOLATE}{text}{_END}" if turns else text


def _escaped(text: str) -> str:
    text = escape_markdown(text, ignore_links=False)
    for opener in ("@", "<", "://"):
        text = text.replace(opener, opener[0] + _BREAK + opener[1:])
    return text
