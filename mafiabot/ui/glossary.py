"""The words of the game explained: whatever people call a thing, in whichever language, finds its entry.

A term's names lie in the catalogues as one text, headword first; they are folded before they are compared,
so that case, accents, apostrophes and punctuation do not matter.
"""

import difflib
import functools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from mafiabot.ui.names import safe_name
from mafiabot.ui.texts import LOCALES, Texts, locale_for

MOST_FOUND = 25
MOST_NAME = 100
NEAREST = 3
ALIKE = 0.6

TERMS = (
    *("game", "judge", "side-judge", "seat", "table", "teams", "civilian", "sheriff", "mafia", "don", "deal"),
    *("mafia-minute", "shooting-mode", "shooting-order", "free-seating", "night-zero", "speech", "pass"),
    *("nominate", "nominee", "withdraw", "vote", "tie", "split-table", "break-table", "tied"),
    *("defence", "raise", "spare"),
    *("last-word", "testament", "on-record", "best-move", "first-killed", "shot", "miss", "tactical-miss"),
    *("self-shot", "check", "check-colour", "colour", "version", "claim", "retract", "versions", "back"),
    *("guessing", "critical", "balance", "counterweight", "buying", "foul", "technical-foul", "removal"),
    *("team-loss", "draw", "bonus", "penalty", "compensation", "protocol", "protest", "don-seeks", "hunt"),
    *("night", "gone", "town", "round", "combat-night", "game-error", "chief-judge", "gestures"),
)

_ALONE = str.maketrans({"ґ": "г", "'": None, "’": None, "ʼ": None, "`": None, "´": None, "ʹ": None})


@dataclass(frozen=True, slots=True)
class _Name:
    """One name of a term, folded; `place` 0 is the headword."""

    term: int
    locale: str
    place: int
    text: str


def fold(text: str) -> str:
    """What is compared: lower case, no accents or apostrophes, words only, without an English "to"."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_ALONE))
    kept = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join("".join(kept).split()).removeprefix("to ")


def names(texts: Texts, locale: str, term: str) -> tuple[str, ...]:
    """All names of one of `TERMS` in a language, the headword first."""
    return tuple(name.strip() for name in texts.get(locale, f"term-{term}-names").split(";"))


def headword(texts: Texts, locale: str, term: str) -> str:
    return names(texts, locale, term)[0]


def prepare() -> None:
    """Reads all names, once a process, and with them every catalogue: a second no reader should wait for."""
    _index()


@functools.cache
def _index() -> tuple[_Name, ...]:
    return tuple(_all_names(Texts.load()))


def _all_names(texts: Texts) -> Iterator[_Name]:
    for number, term in enumerate(TERMS):
        for locale in LOCALES:
            for place, name in enumerate(names(texts, locale, term)):
                yield _Name(number, locale, place, fold(name))


def search(locale: str, typed: str) -> tuple[str, ...]:
    """At most 25 of `TERMS` with a name that holds `typed`, best first; all in order if nothing is typed.

    An exact name goes first, then what begins a headword, begins another name, begins a word, is inside;
    among equals the reader's own language.
    """
    wanted = fold(typed)
    if not wanted:
        return TERMS[:MOST_FOUND]
    language = locale_for(locale)
    best: dict[int, tuple[int, bool]] = {}
    for name in _index():
        if wanted in name.text:
            rank = (_nearness(name, wanted), name.locale != language)
            best[name.term] = min(rank, best.get(name.term, rank))
    return tuple(TERMS[term] for term in sorted(best, key=lambda term: (best[term], term)))[:MOST_FOUND]


def _nearness(name: _Name, wanted: str) -> int:
    """0 is the nearest."""
    if name.text == wanted:
        return 0
    if name.text.startswith(wanted):
        return 1 if name.place == 0 else 2
    return 3 if f" {wanted}" in name.text else 4


def nearest(locale: str, typed: str, alike: float = 0.0) -> tuple[str, ...]:
    """The three of `TERMS` whose names look most like `typed`; fewer if they must be `alike` (0-1)."""
    matcher = difflib.SequenceMatcher(None, "", fold(typed[:MOST_NAME]), autojunk=False)
    language = locale_for(locale)
    best: dict[int, tuple[float, bool]] = {}
    for name in _index():
        matcher.set_seq1(name.text)
        likeness = matcher.ratio()
        if likeness >= alike:
            rank = (-likeness, name.locale != language)
            best[name.term] = min(rank, best.get(name.term, rank))
    return tuple(TERMS[term] for term in sorted(best, key=lambda term: (best[term], term)))[:NEAREST]


def meant(locale: str, typed: str) -> str | None:
    """The term a person surely means: chosen from the list, named exactly, or the only one that fits."""
    if typed in TERMS:
        return typed
    found = search(locale, typed)
    wanted = fold(typed)
    if wanted and found and (len(found) == 1 or any(name.text == wanted for name in _index())):
        return found[0]
    return None


def offers(texts: Texts, locale: str, typed: str) -> list[tuple[str, str]]:
    """What autocompletion shows: (label of at most 100 characters, term); a slip of the pen is forgiven."""
    found = search(locale, typed) or nearest(locale, typed, ALIKE)
    return [(_label(texts, locale, term, fold(typed)), term) for term in found]


def _label(texts: Texts, locale: str, term: str, wanted: str) -> str:
    """The headword, and the name that was typed where it is another one."""
    head = headword(texts, locale, term)
    if wanted in fold(head):
        return head[:MOST_NAME]
    spoken = [name for lang in _own_first(locale) for name in names(texts, lang, term)]
    fitting = [name for name in spoken if wanted in fold(name)]
    other = min(fitting, key=lambda name: not fold(name).startswith(wanted), default=None)
    return (f"{head} ({other})" if other else head)[:MOST_NAME]


def _own_first(locale: str) -> tuple[str, ...]:
    own = locale_for(locale)
    return (own, *(other for other in LOCALES if other != own))


# --- answers -------------------------------------------------------------------------------------


def glossary_text(texts: Texts, locale: str, typed: str | None) -> str:
    """The entry that is meant, else the three nearest; without a word the list of all."""
    if typed is None or not typed.strip():
        return _list_text(texts, locale)
    term = meant(locale, typed)
    return entry_text(texts, locale, term) if term is not None else _unknown_text(texts, locale, typed)


def entry_text(texts: Texts, locale: str, term: str) -> str:
    """Headword, explanation, other names, and what it is called in the other two languages."""
    say = texts.say(locale)
    head, *also = names(texts, locale, term)
    lines = [f"## {_capital(head)}", say(f"term-{term}")]
    if also:
        lines.append("-# " + say("glossary-also", names=", ".join(also)))
    foreign = (say(f"glossary-in-{o}", name=headword(texts, o, term)) for o in _own_first(locale)[1:])
    lines.append("-# " + _capital(" · ".join(foreign)))
    return "\n".join(lines)


def _list_text(texts: Texts, locale: str) -> str:
    say = texts.say(locale)
    heads = " · ".join(headword(texts, locale, term) for term in TERMS)
    return f"{say('glossary-title')}\n{say('glossary-how')}\n\n{heads}"


def _unknown_text(texts: Texts, locale: str, typed: str) -> str:
    likely = (*search(locale, typed), *nearest(locale, typed))
    near = [headword(texts, locale, term) for term in dict.fromkeys(likely)][:NEAREST]
    return texts.get(locale, "glossary-unknown", typed=safe_name(typed), near=" · ".join(near))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
