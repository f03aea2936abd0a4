"""One option of the rules as a person names it and its values: what is offered, and what was meant.

Whatever was chosen from the list, typed as the rulebook has it, or typed in the person's own words means
the same.
"""

import re
from collections.abc import Collection, Iterator

from mafiabot.engine.options import OPTIONS, Kind, NotAValue, Option, Value, json_of, value_of
from mafiabot.engine.overrides import PRESETS, overridden
from mafiabot.engine.ruleset import Ruleset
from mafiabot.runtime.guild_rules import Default
from mafiabot.ui.glossary import fold
from mafiabot.ui.rules import decimal, duration, option_words
from mafiabot.ui.texts import Say, Texts

MOST_OFFERED = 25
MOST_LABEL = 100
DEFAULT = "default"
NONE = "none"
_NUMBER = re.compile(r"(\d{1,7})(?:[.,](\d{1,3}))?")
_SIZES = re.compile(r"(\d{1,2})(?:\s*[-–—]\s*(\d{1,2}))?")
_MILLISECONDS_FROM = 100  # fewer are seconds
CAP = "day0_nominee_cap"  # the one option of which `None` is a choice


# --- options -------------------------------------------------------------------------------------


def option_name(say: Say, option: str) -> str:
    """A field of `Ruleset` in words; another version's stays as it is."""
    known = OPTIONS.get(option)
    return say(f"ruleset-{known.spoken}") if known is not None else option


def option_offers(texts: Texts, locale: str, typed: str, first: Collection[str]) -> list[tuple[str, str]]:
    """(label, option) of what holds `typed`; `first` (those a guild has changed) lead."""
    say, wanted = texts.say(locale), fold(typed)
    found = [name for name, option in OPTIONS.items() if wanted in _searched(say, option)]
    found.sort(key=lambda name: name not in first)
    return [(_option_label(say, OPTIONS[name]), name) for name in found[:MOST_OFFERED]]


def _searched(say: Say, option: Option) -> str:
    return f"{fold(say(f'ruleset-{option.spoken}'))} {option.spoken} {fold(option.spoken)}"


def _option_label(say: Say, option: Option) -> str:
    return f"{say(f'ruleset-{option.spoken}')} · {option.spoken}"[:MOST_LABEL]


def option_meant(texts: Texts, locale: str, typed: str, kept: Collection[str]) -> str | None:
    """The field that is meant; also one of `kept`, be it another version's: it can be taken back."""
    typed = typed.strip()
    if typed in OPTIONS or typed in kept:
        return typed
    say, wanted = texts.say(locale), fold(typed)
    for name, option in OPTIONS.items():
        names = (say(f"ruleset-{option.spoken}"), option.spoken, _option_label(say, option))
        if wanted in map(fold, names):
            return name
    return None


# --- values --------------------------------------------------------------------------------------


def value_words(say: Say, ruleset: Ruleset, option: Option) -> str:
    """What an option is in a ruleset, without a full stop."""
    value = getattr(ruleset, option.name)
    if option.kind is Kind.SIZES:
        return say("settings-sizes", least=value[0], most=value[1])
    if value is None:
        return say("settings-no-cap" if option.name == CAP else "settings-none")
    if option.kind is Kind.NUMBER and option.name != "first_day_label":
        return number_words(say, option, value)
    return option_words(say, ruleset, option.name).rstrip(".") or say("settings-none")


def number_words(say: Say, option: Option, number: int) -> str:
    if option.name.endswith("_s"):
        return duration(say, number)
    if option.name.endswith("_ms"):
        return say("duration-s", n=decimal(say, number, 1000))
    return decimal(say, number, 100) if option.name.endswith("_hundredths") else str(number)


def possible_words(say: Say, option: Option) -> str:
    """All values there are, as they may be typed."""
    match option.kind:
        case Kind.CHOICE:
            words = ", ".join(f"`{choice.value}`" for choice in option.choices)
        case Kind.FLAG:
            words = f"{say('settings-yes')}, {say('settings-no')}"
        case _:
            least, most = (number_words(say, option, limit) for limit in (option.least, option.most))
            words = say("settings-range", least=least, most=most)
    if option.name == CAP:
        words += f", `{NONE}` ({say('settings-no-cap')})"
    return f"{words}, `{DEFAULT}`"


def value_offers(texts: Texts, locale: str, now: Ruleset, option: str, typed: str) -> list[tuple[str, str]]:
    """(label, what the label stands for) of an option's values; `now`: the rules as the guild plays them."""
    known = OPTIONS.get(option)
    say, wanted = texts.say(locale), fold(typed)
    if known is None:
        return [(say("settings-default", usual=say("settings-none")), DEFAULT)]
    usual = value_words(say, PRESETS[now.preset.value], known)
    values = dict.fromkeys(_values(say, now, known, typed))
    offers = [(_value_label(say, now, known, value), _token(known, value)) for value in values]
    offers.append((say("settings-default", usual=usual), DEFAULT))
    if known.kind in (Kind.CHOICE, Kind.FLAG) or isinstance(_read(say, now, known, typed), NotAValue):
        offers = [(label, token) for label, token in offers if wanted in f"{fold(label)} {fold(token)}"]
    return [(_cut(label), token) for label, token in offers[:MOST_OFFERED]]


def _values(say: Say, now: Ruleset, option: Option, typed: str) -> Iterator[Value]:
    """All choices; of numbers what was typed, what is played now, and what the presets have."""
    match option.kind:
        case Kind.CHOICE:
            yield from option.choices
        case Kind.FLAG:
            yield from (True, False)
        case Kind.NUMBER | Kind.SIZES:
            read = _read(say, now, option, typed)
            played = (getattr(rules, option.name) for rules in (now, *PRESETS.values()))
            known = (value for value in (read, *played) if not isinstance(value, NotAValue))
            yield from (value for value in known if _possible(option, value))


def _possible(option: Option, value: Value) -> bool:
    match value:
        case int():
            return option.least <= value <= option.most
        case (int(fewest), int(most)):
            return option.least <= fewest <= most <= option.most
        case _:
            return option.name == CAP


def _token(option: Option, value: Value) -> str:
    """What `_read` reads as the value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    match value:
        case None:
            return NONE
        case (fewest, most):
            return f"{fewest}-{most}"
        case int() if option.name.endswith("_hundredths"):
            return f"{value / 100:.2f}"
        case int() if option.name.endswith("_ms") and value < _MILLISECONDS_FROM:
            return f"{value / 1000:g}"
        case _:
            return str(value)


def _value_label(say: Say, now: Ruleset, option: Option, value: Value) -> str:
    words = value_words(say, _like(now, option, value), option)
    return say("settings-now", value=words) if value == getattr(now, option.name) else words


def _like(now: Ruleset, option: Option, value: Value) -> Ruleset:
    return overridden(now, {option.name: json_of(value)}).ruleset


def _cut(label: str) -> str:
    return label if len(label) <= MOST_LABEL else label[: MOST_LABEL - 1].rstrip() + "…"


def value_meant(
    texts: Texts, locale: str, now: Ruleset, option: str, typed: str
) -> Value | Default | NotAValue:
    """Whether a number is in its range is not asked here."""
    if fold(typed) == DEFAULT:
        return Default()
    known = OPTIONS.get(option)
    return _read(texts.say(locale), now, known, typed) if known is not None else NotAValue()


def _read(say: Say, now: Ruleset, option: Option, typed: str) -> Value | NotAValue:
    typed = typed.strip()
    wanted = fold(typed)
    if option.optional and wanted in (NONE, fold(say("settings-none")), fold(say("settings-no-cap"))):
        return value_of(option, None)
    match option.kind:
        case Kind.FLAG:
            words = {"true": True, "yes": True, fold(say("settings-yes")): True}
            words |= {"false": False, "no": False, fold(say("settings-no")): False}
            return words.get(wanted, NotAValue())
        case Kind.CHOICE:
            named = {fold(value_words(say, _like(now, option, c), option)): c for c in option.choices}
            return named.get(wanted, value_of(option, typed.lower()))
        case Kind.NUMBER:
            return _number(option, typed)
        case Kind.SIZES:
            found = _SIZES.fullmatch(typed)
            return (int(found[1]), int(found[2] or found[1])) if found else NotAValue()


def _number(option: Option, typed: str) -> Value | NotAValue:
    """Milliseconds may be given as seconds; hundredths are given as a decimal number."""
    found = _NUMBER.fullmatch(typed)
    if found is None:
        return NotAValue()
    whole, part = int(found[1]), found[2] or ""
    if option.name.endswith("_hundredths"):
        return whole * 100 + int(part.ljust(2, "0")) if len(part) <= 2 else NotAValue()
    if option.name.endswith("_ms") and (part or whole < _MILLISECONDS_FROM):
        return whole * 1000 + int(part.ljust(3, "0"))
    return NotAValue() if part else whole
