"""Oracles of what was said in public: once, in one language, and nothing that is secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .controls import controls
from .errors import Json
from .oracles import Evidence, Player, Violation, first, text_lines
from .people.phrases import FLOORS, Phrase, PhraseBook, book
from .views import Seen

_MENTION = re.compile(r"<@!?(?P<id>\d+)>")
_NO_PROSE = re.compile(r"```.*?```|`[^`]*`|<[^>\s]+>|https?://\S+", re.DOTALL)
_ZERO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufe0f]")
_ESCAPE = re.compile(r"\\(?=[^\w\s]|_)")

_SHOWN = 31
_LATIN, _CYRILLIC = re.compile(r"[A-Za-z]{2,}"), re.compile(r"[А-Яа-яЁёІіЇїЄєҐґ]+")
_FOREIGN = {
    "en": (_CYRILLIC,),
    "ru": (_LATIN, re.compile(r"\w*[іїєґІЇЄҐ]\w*")),
    "uk": (_LATIN, re.compile(r"\w*[ыэъёЫЭЪЁ]\w*")),
}

ROLE_WORDS = re.compile(
    r"\b(civilian|sheriff|mafia|don|"
    r"мирный|шериф|мафия|дон|"
    r"мирний|мафія)\b",
    re.IGNORECASE,
)
_TYPED = re.compile(r"`[^`]*`")
_SPOILER = re.compile(r"\|\|.*?\|\|")
_SEAT = re.compile(r"\*\*\d{1,2}\*\*|<@!?\d+>|\b\d{1,2} · ")


class FloorsAreAnnouncedOnce:
    """Every floor is said aloud once, in order, with its owner mentioned."""

    name = "announcement of a floor"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """The first floor that was not announced as it came, or an announcement too many."""
        words = book(evidence.language)
        said = [found for seen in evidence.announcements if (found := _mentioned(seen, words)) is not None]
        given = [(floor.given_ms, floor.user_id) for floor in evidence.floors if floor.announced]
        for (at_ms, wanted), (_, got) in zip(given, said, strict=False):
            if wanted != got:
                yield evidence.violation(at_ms, f"seat {evidence.seat_of(got)} was announced instead")
                return
        for at_ms, wanted in given[len(said) :]:
            yield evidence.violation(at_ms, f"nothing said for seat {evidence.seat_of(wanted)}")
        for at_ms, got in said[len(given) :]:
            yield evidence.violation(at_ms, f"seat {evidence.seat_of(got)} announced once too often")


def _mentioned(seen: Seen, words: PhraseBook) -> tuple[float, int] | None:
    """Who is given the floor; a judge may be mentioned, too, and after an undoing who has it again."""
    lines = text_lines(first(seen))
    if any(words.match(Phrase.UNDONE, line) for line in lines):
        return None
    for line in lines:
        found = _MENTION.search(line)
        if found is not None and words.which(line, FLOORS) is not None:
            return seen.received_ms, int(found["id"])
    return None


class NothingIsSaidTwice:
    """No announcement comes twice: the same words for the same step of the game."""

    name = "said twice"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every repetition."""
        heard: set[tuple[int, str]] = set()
        for seen in evidence.announcements:
            payload = first(seen)
            text = "\n".join(text_lines(payload))
            said = (next((int(c.get("id", 0)) for c in payload.get("components", [])), 0), text)
            if said in heard and said[0]:
                yield evidence.violation(seen.received_ms, repr(text.splitlines()[0] if text else ""))
            heard.add(said)


class OneLanguageIsSpoken:
    """Prose and labels are in the table's language, in hands too; names are their owners' business."""

    name = "language"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every different line with a foreign word."""
        read: set[str] = set()
        for seen in (*evidence.messages, *evidence.private):
            for at_ms, payload in seen.versions:
                for line in (*text_lines(payload), *_labels(payload)):
                    if line not in read and (word := foreign(line, evidence)):
                        yield evidence.violation(at_ms, f"{word!r} in {line!r}")
                    read.add(line)


def foreign(line: str, evidence: Evidence) -> str | None:
    """The first word of a line that is not of the table's language."""
    prose = _ESCAPE.sub("", _ZERO_WIDTH.sub("", line))
    for name in names(evidence):
        prose = prose.replace(name, " ")
    prose = _NO_PROSE.sub(" ", prose)
    hits = (pattern.search(prose) for pattern in _FOREIGN[evidence.language])
    return next((hit[0] for hit in hits if hit), None)


def names(evidence: Evidence) -> tuple[str, ...]:
    """Everybody's name as it may be shown, long ones also cut short; the longest first."""
    return _as_shown(evidence.players)


@lru_cache(maxsize=64)
def _as_shown(players: tuple[Player, ...]) -> tuple[str, ...]:
    whole = [_ZERO_WIDTH.sub("", player.name) for player in players]
    cut = [name[:_SHOWN].rstrip() + "…" for name in whole if len(name) > _SHOWN]
    return tuple(sorted((*whole, *cut), key=lambda name: -len(name)))


def _labels(payload: Json) -> Iterator[str]:
    for control in controls(payload):
        yield control.label
        yield from (option.label for option in control.options)


class SecretsAreHidden:
    """In what only a player is shown, a role next to a seat stands behind a spoiler until the verdict."""

    name = "role without a spoiler"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every such line."""
        for seen in evidence.private:
            for at_ms, payload in seen.versions:
                for line in text_lines(payload):
                    bare = _SPOILER.sub(" ", line)
                    if at_ms < evidence.over_ms and names_a_role(bare, evidence):
                        yield evidence.violation(at_ms, repr(line))


class RolesAreSecret:
    """Before the verdict no line for all, or for the judge, has a player and the word for a role in it."""

    name = "role in public"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every such line as it first appeared."""
        for seen in (*evidence.messages, *evidence.judge_saw):
            for at_ms, payload in seen.versions:
                if at_ms >= evidence.over_ms:
                    break
                found = next((line for line in text_lines(payload) if names_a_role(line, evidence)), None)
                if found is not None:
                    yield evidence.violation(at_ms, repr(found))
                    break


def names_a_role(line: str, evidence: Evidence) -> bool:
    """Whether a line ties a role to a seat; names do not count as words."""
    return ties_to_a_seat(line, evidence, ROLE_WORDS)


def ties_to_a_seat(line: str, evidence: Evidence, secret: re.Pattern[str]) -> bool:
    """Whether a line has a seat and a secret word in it; names and what is to be typed are no words."""
    return _ties(line, names(evidence), secret)


@lru_cache(maxsize=8192)  # most lines recur in every version of a panel or a hand
def _ties(line: str, known: tuple[str, ...], secret: re.Pattern[str]) -> bool:
    plain = _ESCAPE.sub("", _ZERO_WIDTH.sub("", _TYPED.sub(" ", line)))
    has_seat = _SEAT.search(plain) is not None
    for name in known:
        has_seat = has_seat or name in plain
        plain = plain.replace(name, " ")
    return has_seat and secret.search(plain) is not None
