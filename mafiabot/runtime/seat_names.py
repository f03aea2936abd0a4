"""A seat's number in front of a name, within what Discord takes as a nickname."""

import regex

NICK_MOST = 32

_GRAPHEMES = regex.compile(r"\X")


def numbered(seat: int, name: str) -> str:
    """`07 Name`: at most 32 characters, the name cut between what people take for letters.

    Characters are counted as UTF-16 does it, the strictest way: an emoji outside the first plane is two.
    """
    kept = f"{seat:02d} "
    for grapheme in _GRAPHEMES.findall(name):
        if _length(kept) + _length(grapheme) > NICK_MOST:
            break
        kept += grapheme
    return kept.strip()


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
