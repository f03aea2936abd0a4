"""Every word people read comes out of the Fluent catalogues, through this one façade.

Numbers that decide a plural or are shown as small counts are passed as `int`; ids, moments and anything a
language must not group by thousands are passed as `str`.
"""

import functools
import logging
import re
from collections.abc import Mapping
from importlib import resources
from typing import Protocol

from fluent.runtime import FluentBundle, FluentResource

LOCALES = ("ru", "uk", "en")
FALLBACK = "en"
CATALOGUES = (
    "common",
    "panel",
    "hand",
    "announcements",
    "answers",
    "refusals",
    "errors",
    "commands",
    "rules",
    "settings",
    "history",
    "check",
    "protocol",
    "glossary",
    "judge",
    "judge_commands",
    "protests",
    "deal",
    "privacy",
)

KEPT = 4096
"""So many texts are remembered as they were said last: labels and lines recur with every hand and panel."""

Values = tuple[tuple[str, str | int], ...]

_ENTRY = re.compile(r"^(?=(-?[a-zA-Z][\w-]*) *=)", re.MULTILINE)  # before each message
_NAMED = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)")  # what else a text may be put together from

_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")  # a name that ends a sentence may bring its own full stop

log = logging.getLogger(__name__)


class TextMissing(LookupError):
    """A key is not in the catalogue, or a value its text needs was not given: a bug."""


class Say(Protocol):
    """The catalogue of one language: `say("key", n=3)`."""

    def __call__(self, key: str, /, **values: str | int) -> str: ...


@functools.lru_cache(128)
def locale_for(discord_locale: str) -> str:
    """The catalogue for a Discord locale (`ru`, `uk`, `en-GB`, `pl` …)."""
    language = discord_locale.lower().replace("_", "-").split("-")[0]
    return language if language in LOCALES else FALLBACK


class Texts:
    """All catalogues. `strict` (tests) raises `TextMissing`; otherwise it is logged and English is said."""

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self._formatted = functools.lru_cache(KEPT)(self._format)

    @classmethod
    @functools.cache
    def load(cls, *, strict: bool = False) -> "Texts":
        """One a process; each text is parsed when it is first said."""
        return cls(strict=strict)

    def get(self, locale: str, key: str, /, **values: str | int) -> str:
        """The text of `key` in a language (one of `LOCALES`; another one counts as English)."""
        try:
            return self._formatted(locale_for(locale), key, tuple(values.items()))
        except TextMissing:
            if self._strict:
                raise
            log.exception("text missing: %s in %s", key, locale)
        return self._in_english(key, values)

    def say(self, locale: str) -> Say:
        """`get` bound to one language."""
        return functools.partial(self.get, locale)

    def _format(self, locale: str, key: str, values: Values) -> str:
        bundle = _catalogue(locale).with_text(key)
        if not bundle.has_message(key):
            raise TextMissing(key)
        pattern = bundle.get_message(key).value
        if pattern is None:
            raise TextMissing(key)
        text, errors = bundle.format_pattern(pattern, dict(values))
        if errors:
            raise TextMissing(f"{key}: {errors}")
        return _TWO_STOPS.sub(".", str(text))

    def _in_english(self, key: str, values: Mapping[str, str | int]) -> str:
        try:
            return self._formatted(FALLBACK, key, tuple(values.items()))
        except TextMissing:
            return key


class _Catalogue:
    """One language. Parsing all of it takes a tenth of a second, a single text a tenth of a millisecond."""

    def __init__(self, locale: str) -> None:
        self._bundle = FluentBundle([locale], use_isolating=False)
        self._unread: dict[str, str] = {}
        for name in CATALOGUES:
            self._unread |= _entries(source(locale, name))

    def with_text(self, key: str) -> FluentBundle:
        """The bundle, with that text and whatever it names in it, if there is one."""
        entry = self._unread.pop(key, None)
        if entry is not None:
            self._bundle.add_resource(FluentResource(entry))
            for named in _NAMED.findall(entry):
                self.with_text(named)
        return self._bundle


def _entries(text: str) -> dict[str, str]:
    """The source of each message by its key."""
    parts = _ENTRY.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@functools.cache
def _catalogue(locale: str) -> _Catalogue:
    """Read once a process, for strict texts and for others."""
    return _Catalogue(locale)


def source(locale: str, name: str) -> str:
    """The Fluent source of one catalogue file."""
    folder = resources.files("mafiabot.ui") / "locales" / locale
    return (folder / f"{name}.ftl").read_text(encoding="utf-8")
