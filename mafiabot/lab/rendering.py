"""Messages as a person reads them: Discord's markdown, mentions, timestamps and components as plain lines."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Payload = Mapping[str, Any]

CONTAINER, ROW, SECTION, TEXT, SEPARATOR, GALLERY, FILE = 17, 1, 9, 10, 14, 12, 13
BUTTON, SELECTS = 2, frozenset({3, 5, 6, 7, 8})

_TOKEN = re.compile(
    r"\\(?P<escaped>[^\w\s]|_)"
    r"|(?P<code>`[^`]+`)"
    r"|<@!?(?P<mention>\d+)>"
    r"|<t:(?P<time>-?\d+)(?::(?P<how>[tTdDfFR]))?>"
    r"|(?P<bold>\*\*)|(?P<spoiler>\|\|)|(?P<under>__)|(?P<italic>[*_])(?=\S)|(?P<italic_end>(?<=\S)[*_])"
)
_HEADING = re.compile(r"^(?P<marks>#{1,3}|-#) +")
_INVISIBLE = re.compile("[\u200b\u2060\u2068\u2069]")


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text and how it looks: words among bold, italic, code, mention, time, spoiler, head, dim."""

    text: str
    look: frozenset[str] = frozenset()


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Whose names mentions stand for, and Discord's epoch ms now, by which timestamps are told."""

    names: Mapping[int, str]
    now_ms: float


def plain(line: Line) -> str:
    """A line without any look."""
    return "".join(span.text for span in line)


def lines_of(payload: Payload, reading: Reading) -> list[Line]:
    """Everything a message shows, top to bottom; controls as `[label]`, selects as `[label ▾]`."""
    lines = [*_texts(str(payload.get("content") or ""), reading)]
    for component in payload.get("components", ()):
        lines += _component(component, reading)
    return lines


def _component(component: Payload, reading: Reading) -> Iterator[Line]:
    match component["type"]:
        case 10:
            yield from _texts(str(component["content"]), reading)
        case 1:
            yield _controls(component.get("components", ()))
        case 14:
            yield (Span("─" * 24, frozenset({"dim"})),)
        case 12 | 13:
            yield (Span("[picture]", frozenset({"dim"})),)
        case 9 | 17:
            for inner in component.get("components", ()):
                yield from _component(inner, reading)
            accessory = component.get("accessory")
            if accessory is not None and accessory["type"] == BUTTON:
                yield _controls((accessory,))
        case _:
            pass


def _controls(components: Any) -> Line:
    spans: list[Span] = []
    for component in components:
        if spans:
            spans.append(Span(" "))
        look = {"control"} | ({"dim"} if component.get("disabled") else set())
        spans.append(Span(f"[{_label(component)}]", frozenset(look)))
    return tuple(spans)


def _label(component: Payload) -> str:
    if component["type"] in SELECTS:
        return f"{component.get('placeholder') or ''} ▾".strip()
    emoji = (component.get("emoji") or {}).get("name") or ""
    return f"{emoji} {component.get('label') or ''}".strip()


def _texts(text: str, reading: Reading) -> Iterator[Line]:
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading is None:
            yield tuple(_spans(line, reading, frozenset()))
            continue
        look = frozenset({"dim"}) if heading["marks"] == "-#" else frozenset({"head"})
        yield tuple(_spans(line[heading.end() :], reading, look))


def _spans(line: str, reading: Reading, base: frozenset[str]) -> Iterator[Span]:
    look = set(base)
    at = 0
    for token in _TOKEN.finditer(line):
        if token.start() > at:
            yield _span(line[at : token.start()], look)
        at = token.end()
        switch = next(
            (name for name in ("bold", "spoiler", "under", "italic", "italic_end") if token[name]), None
        )
        if switch is not None:
            look ^= {switch.removesuffix("_end")}
            continue
        yield _atom(token, reading, look)
    if at < len(line):
        yield _span(line[at:], look)


def _atom(token: re.Match[str], reading: Reading, look: set[str]) -> Span:
    if token["escaped"]:
        return _span(token["escaped"], look)
    if token["code"]:
        return _span(token["code"].strip("`"), look | {"code"})
    if token["mention"]:
        name = reading.names.get(int(token["mention"]), token["mention"])
        return _span(f"@{name}", look | {"mention"})
    return _span(_time(int(token["time"]), token["how"], reading.now_ms), look | {"time"})


def _span(text: str, look: set[str]) -> Span:
    return Span(_INVISIBLE.sub("", text), frozenset(look))


def _time(at_s: int, how: str | None, now_ms: float) -> str:
    if how != "R":
        return datetime.fromtimestamp(at_s, UTC).strftime("%H:%M:%S" if how == "T" else "%H:%M")
    left_s = round(at_s - now_ms / 1000)
    minutes, seconds = divmod(abs(left_s), 60)
    amount = f"{minutes}:{seconds:02d}"
    return f"⏱ {amount}" if left_s >= 0 else f"⏱ −{amount}"
