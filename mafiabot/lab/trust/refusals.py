"""Which answers say that nothing was done: the catalogues' own sentences, whatever is filled in."""

import re
from functools import cache

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from mafiabot.ui.judge_lines import JudgeNote
from mafiabot.ui.texts import CATALOGUES, source

FAMILIES = ("refusal-", "error-", "after-", "award-")
NOTES = [note for note in JudgeNote if note is not JudgeNote.OPEN]
MORE = ("my-data-at-table", *(f"judge-{note.value}" for note in NOTES))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    entries = (entry for name in CATALOGUES for entry in FluentParser().parse(source("en", name)).body)
    return tuple(
        re.compile(_pattern(entry.value))
        for entry in entries
        if isinstance(entry, ftl.Message) and entry.value is not None and _is_one(entry.id.name)
    )


def _is_one(name: str) -> bool:
    return name.startswith(FAMILIES) or name in MORE


def _pattern(text: ftl.Pattern) -> str:
    parts = (re.escape(part.value) if isinstance(part, ftl.TextElement) else ".*" for part in text.elements)
    return "".join(parts)


def refuses(answer: str) -> bool:
    """Whether the answer's first line is one of them (a hand or a panel may follow)."""
    first = answer.strip().partition("\n")[0]
    return any(pattern.match(answer.strip()) or pattern.fullmatch(first) for pattern in _patterns())
