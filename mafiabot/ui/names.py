"""A display name is somebody else's text: it can neither format, ping, link nor turn the line."""

import unicodedata

from discord.utils import escape_markdown

MAX_NAME = 32
NAMELESS = "?"
_BREAK = "\u200b"  # zero width space: breaks a mention or a link without being seen
_UNWANTED = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # controls, bidi and other format characters, line breaks
_JOINER = "\u200d"  # holds emoji of several parts together


def plain_name(name: str) -> str:
    """For labels and options, which show no markdown: one line, at most `MAX_NAME` characters."""
    kept = (c for c in name if c == _JOINER or unicodedata.category(c) not in _UNWANTED)
    text = " ".join("".join(kept).split())
    if len(text) > MAX_NAME:
        text = text[: MAX_NAME - 1].rstrip() + "…"
    return text or NAMELESS


def safe_name(name: str) -> str:
    """For text displays: markdown escaped, mentions, timestamps, custom emoji and links broken."""
    text = escape_markdown(plain_name(name), ignore_links=False)
    for opener in ("@", "<", "://"):
        text = text.replace(opener, opener[0] + _BREAK + opener[1:])
    return text
