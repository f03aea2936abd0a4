"""What a person makes of one message: a panel, a hand, a window … or nothing he cares about."""

from __future__ import annotations

import re

from .. import controls
from ..controls import Control
from ..errors import Json
from . import talk
from .phrases import BUTTONS, FLOORS, NIGHT_STEPS, OUTCOMES, ROLES, SELECTS, STAGES, Phrase, PhraseBook
from .things import (
    Absence,
    Candidates,
    Claim,
    FloorGiven,
    Hand,
    NightFalls,
    Nominee,
    Panel,
    Place,
    Question,
    Raise,
    Thing,
    Undone,
    Verdict,
    Window,
)

MENTION = re.compile(r"<@(\d+)>")
SEAT = re.compile(r"(?<!\\)\*\*(\d+)\*\*")
RING = re.compile(r"^(?P<icon>[^\w\s:]+) \*\*(?P<seat>\d+)\*\* · (?P<name>.*?)(?: — (?P<marks>[^—]*))?$")
SPOILER = re.compile(r"\|\|(?P<inside>.*)\|\|\s*$")
CHECKED = re.compile(r"\b(?P<seat>\d+) \S (?P<result>[^,]+)")
SPEAKING_ICON = "🎙"
PLAYING_ICONS = ("🟢", SPEAKING_ICON)
PANEL_BUTTONS = frozenset({Phrase.JOIN, Phrase.READY, Phrase.HAND, Phrase.HISTORY})
DAY_STAGES = tuple(stage for stage in STAGES if stage not in NIGHT_STEPS)


class Reader:
    """Reads messages in one language; what is read once is remembered for all who look at it."""

    MOST_REMEMBERED = 4000

    def __init__(self, book: PhraseBook) -> None:
        self.book = book
        self._known: dict[int, tuple[Json, Thing | None]] = {}

    def read(self, payload: Json) -> Thing | None:
        """What the message is; the payload is never changed in place, so its identity stands for it."""
        known = self._known.get(id(payload))
        if known is None:
            if len(self._known) > self.MOST_REMEMBERED:
                self._known.clear()
            known = self._known[id(payload)] = (payload, self._read(payload))
        return known[1]

    def _read(self, payload: Json) -> Thing | None:
        if not payload["author"].get("bot"):
            told = talk.claimed(self.book.language, payload["content"])
            return None if told is None else Claim(seat=told[0], black=told[1])
        touch = self._touch(payload)
        if payload["flags"] & 64:
            return self._private(payload, touch)
        if Phrase.VOTE in touch:
            asked = self.book.match(Phrase.VOTE, touch[Phrase.VOTE].label)
            return Window(seat=int(asked["seat"]) if asked else 0, vote=touch[Phrase.VOTE])
        if Phrase.RAISE_YES in touch and Phrase.RAISE_NO in touch:
            return Raise(yes=touch[Phrase.RAISE_YES], no=touch[Phrase.RAISE_NO])
        if PANEL_BUTTONS & touch.keys():
            return self._panel(payload, touch)
        return self._said(controls.text_of(payload))

    def _touch(self, payload: Json) -> dict[Phrase, Control]:
        found: dict[Phrase, Control] = {}
        for control in controls.buttons(payload):
            phrase = self.book.which(control.label, BUTTONS)
            if phrase is not None:
                found.setdefault(phrase, control)
        return found

    # --- public ---------------------------------------------------------------------------------

    def _said(self, text: str) -> Thing | None:
        lines = text.splitlines()
        if any(RING.match(line) for line in lines) or self._closed(lines):
            return Verdict(outcome=Phrase.CLOSED) if self._closed(lines) else None
        for line in lines:
            told = self._line(line)
            if told is not None:
                return told
        return None

    def _closed(self, lines: list[str]) -> bool:
        """A former panel says nothing new, except that the table was closed before anything was dealt."""
        over = len(lines) > 1 and self.book.which(lines[1], (Phrase.ENDED, Phrase.CLOSED)) is not None
        return over and not any(line.startswith("# ") for line in lines)

    def _line(self, line: str) -> Thing | None:
        mention = MENTION.search(line)
        if mention is not None:
            kind = self.book.which(line, FLOORS)
            return None if kind is None else FloorGiven(user_id=int(mention[1]), kind=kind)
        if line.startswith("# ") and (outcome := self.book.which(line[2:], OUTCOMES)):
            return Verdict(outcome=outcome)
        if falls := self.book.match(Phrase.NIGHT_FALLS, line):
            return NightFalls(number=int(falls["n"]))
        if nominated := self.book.match(Phrase.NOMINEE, line):
            return Nominee(by=int(nominated["by"]))
        if self.book.match(Phrase.UNDONE, line):
            return Undone()
        if absent := self.book.match(Phrase.ABSENT, line):
            return Absence(seat=int(absent["seat"]))
        return self._candidates(line)

    def _candidates(self, line: str) -> Candidates | None:
        for phrase in (Phrase.RECANDIDATES, Phrase.CANDIDATES):
            if listed := self.book.match(phrase, line):
                seats = tuple(int(seat) for seat in SEAT.findall(listed["seats"]))
                return Candidates(seats=seats, again=phrase is Phrase.RECANDIDATES)
        return None

    def _panel(self, payload: Json, touch: dict[Phrase, Control]) -> Panel:
        lines = controls.text_of(payload).splitlines()
        ring = [found for line in lines if (found := RING.match(line))]
        body = [line for line in lines[2:] if not RING.match(line)]
        told = [told for line in body if (told := self._line(line))]
        floor = next((one for one in told if isinstance(one, FloorGiven)), None)
        verdict = next((one for one in told if isinstance(one, Verdict)), None)
        listed = next((one for one in told if isinstance(one, Candidates)), None)
        phase = lines[1].strip() if len(lines) > 1 else ""
        stage, number = self._stage(phase, body)
        return Panel(
            stage=stage,
            number=number,
            paused=any(self.book.match(Phrase.PAUSED, line) for line in body),
            ring=tuple(self._place(line) for line in ring),
            floor_of=floor.user_id if floor else None,
            floor=floor.kind if floor else None,
            candidates=listed.seats if listed else (),
            outcome=verdict.outcome if verdict else None,
            buttons=touch,
        )

    def _stage(self, phase: str, body: list[str]) -> tuple[Phrase | None, int | None]:
        night = self.book.match(Phrase.NIGHT, phase)
        if night is not None:
            step = self.book.which("\n".join(body), NIGHT_STEPS)
            named = self.book.match(Phrase.BEST_MOVE, phase)
            return (Phrase.TALK if named else step), int(night["n"])
        day = self.book.match(Phrase.DAY, phase)
        return self.book.which(phase, DAY_STAGES), int(day["n"]) if day else None

    def _place(self, line: re.Match[str]) -> Place:
        name, marks = line["name"], line["marks"] or ""
        fouls = self.book.match(Phrase.FOULS, marks)
        return Place(
            seat=int(line["seat"]),
            name=name,
            known_as=recognised(name),
            playing=line["icon"].startswith(PLAYING_ICONS),
            speaking=line["icon"].startswith(SPEAKING_ICON),
            fouls=int(fouls["n"]) if fouls else 0,
        )

    # --- private --------------------------------------------------------------------------------

    def _private(self, payload: Json, touch: dict[Phrase, Control]) -> Hand | Question | None:
        if Phrase.GIVE_UP_CONFIRM in touch:
            return Question(confirm=touch[Phrase.GIVE_UP_CONFIRM], back=touch.get(Phrase.BACK))
        select = next(iter(controls.selects(payload)), None)
        if select is None:
            return None
        text = controls.text_of(payload)
        lines = text.splitlines()
        titles = [found for line in lines if (found := self.book.match(Phrase.MY_SEAT, line))]
        if not titles:
            return None
        checks = self._hidden(lines, Phrase.MY_CHECKS)
        results = [(int(c["seat"]), c["result"].strip()) for c in CHECKED.finditer(checks)]
        return Hand(
            seat=int(titles[-1]["seat"]),
            role=self.book.which(self._hidden(lines, Phrase.MY_ROLE), ROLES),
            partners=tuple(int(s) for s in SEAT.findall(self._hidden(lines, Phrase.MY_PARTNERS))),
            plan=_numbers(self._hidden(lines, Phrase.MY_PLAN)),
            checked=tuple(seat for seat, _ in results),
            blacks=tuple(seat for seat, result in results if self.book.match(Phrase.IS_BLACK, result)),
            sheriffs=tuple(seat for seat, result in results if self.book.match(Phrase.IS_SHERIFF, result)),
            picked=_numbers(self._hidden(lines, Phrase.MY_PICK)),
            asks=None if select.disabled else self.book.which(select.label, SELECTS),
            select=select,
            buttons=touch,
            text=text,
        )

    def _hidden(self, lines: list[str], phrase: Phrase) -> str:
        for line in lines:
            spoiler = SPOILER.search(line)
            if spoiler and self.book.match(phrase, line):
                return spoiler["inside"].strip()
        return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))


def recognised(name: str) -> str:
    """A name as one recognises it in a list: what formatting and escaping leave of it."""
    return "".join(c for c in name if c.isprintable() and not c.isspace() and c not in "\\\u200b\u200d")
