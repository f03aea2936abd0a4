"""Oracles of order and manners: windows one after another, nights of one length, every click answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .clock import snowflake_ms
from .controls import controls
from .oracles import Evidence, Oracle, Violation, Wrong, first, text_lines
from .oracles_judge import DeedsOfTheNightAreSecret, NoVoteAfterARemoval, PanelsKeepUp, SignsAreSecret
from .oracles_mic import (
    EverybodyIsAsFound,
    OnlyTheFloorIsHeard,
    OutcriesAreShort,
    SpeechesAreHeardInFull,
    TheSilentAreNotHeard,
)
from .oracles_press import FinishesBelongToTheirFloor, LateVotesDoNotCount, is_window
from .oracles_secret import HandsLookAlike, NightsNeedNoEdits, ReasonsNameNoRole
from .oracles_text import (
    FloorsAreAnnouncedOnce,
    NothingIsSaidTwice,
    OneLanguageIsSpoken,
    RolesAreSecret,
    SecretsAreHidden,
)
from .people.phrases import Phrase, PhraseBook, book
from .views import Seen

NIGHT_SLACK_MS = 5.0
SEEN_SLACK_MS = 6_000.0
"""Announcements queue: that of a night's fall behind the results of a vote, or behind a removal in it.

A channel takes five messages in five seconds.
"""


class WindowsDoNotOverlap:
    """A window's message is published only when the former one is over; stamps are Discord's own."""

    name = "windows overlap"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every window opened too early."""
        before_ms: int | None = None
        words = book(evidence.language)
        for seen in evidence.messages:
            if not is_window(seen, evidence.language):
                if _breaks_off(seen, words):
                    before_ms = None
                continue
            stamp_ms = snowflake_ms(seen.id)
            if before_ms is not None and stamp_ms < before_ms + evidence.window_ms:
                early_ms = before_ms + evidence.window_ms - stamp_ms
                yield evidence.violation(seen.received_ms, f"{early_ms:.0f} ms before the former one's end")
            before_ms = stamp_ms


def _breaks_off(seen: Seen, words: PhraseBook) -> bool:
    """A pause or an undoing voids the window that is open."""
    lines = text_lines(first(seen)) if next(controls(first(seen)), None) is None else []
    return any(words.which(line, (Phrase.PAUSED, Phrase.UNDONE)) is not None for line in lines)


class NightsHaveOneLength:
    """A night lasts what the rules say, whoever is alive and whatever was pressed."""

    name = "length of a night"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every night that was longer or shorter."""
        for night in evidence.nights:
            lasted_ms = night.over_ms - night.fell_ms
            if not night.disturbed and abs(lasted_ms - night.expected_ms) > NIGHT_SLACK_MS:
                said = f"night {night.number} lasted {lasted_ms:.0f} instead of {night.expected_ms:.0f} ms"
                yield evidence.violation(night.over_ms, said)


class NightsSeemOfOneLength:
    """From the words that night falls to those of the morning, by Discord's stamps; no book is asked."""

    name = "night as seen"

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every night that a spectator saw last otherwise than the rules want."""
        seen = list(_nights_seen(evidence))
        for night, (fell_ms, over_ms) in zip(evidence.nights, seen, strict=False):
            lasted_ms = over_ms - fell_ms
            if not night.disturbed and abs(lasted_ms - night.expected_ms) > SEEN_SLACK_MS:
                said = f"night {night.number} lasted {lasted_ms} instead of {night.expected_ms:.0f} ms"
                yield evidence.violation(night.over_ms, said)


def _nights_seen(evidence: Evidence) -> Iterator[tuple[int, int]]:
    words, fell_ms = book(evidence.language), None
    for seen in evidence.announcements:
        lines = text_lines(first(seen))
        if any(words.match(Phrase.NIGHT_FALLS, line) for line in lines):
            fell_ms = snowflake_ms(seen.id)
        elif fell_ms is not None and any(words.match(Phrase.MORNING, line) for line in lines):
            yield fell_ms, snowflake_ms(seen.id)
            fell_ms = None


class Noted:
    """What the local Discord itself noted as wrong."""

    def __init__(self, name: str, which: Callable[[Evidence], Sequence[Wrong]]) -> None:
        self.name = name
        self._which = which

    def violations(self, evidence: Evidence) -> Iterator[Violation]:
        """One for every note."""
        return (evidence.violation(one.at_ms, one.what) for one in self._which(evidence))


def all_oracles() -> tuple[Oracle, ...]:
    """Every oracle there is."""
    return (
        OnlyTheFloorIsHeard(),
        OutcriesAreShort(),
        TheSilentAreNotHeard(),
        SpeechesAreHeardInFull(),
        EverybodyIsAsFound(),
        FloorsAreAnnouncedOnce(),
        NothingIsSaidTwice(),
        OneLanguageIsSpoken(),
        RolesAreSecret(),
        SecretsAreHidden(),
        NightsHaveOneLength(),
        NightsSeemOfOneLength(),
        NightsNeedNoEdits(),
        ReasonsNameNoRole(),
        HandsLookAlike(),
        SignsAreSecret(),
        DeedsOfTheNightAreSecret(),
        PanelsKeepUp(),
        NoVoteAfterARemoval(),
        WindowsDoNotOverlap(),
        LateVotesDoNotCount(),
        FinishesBelongToTheirFloor(),
        Noted("edit given up", lambda evidence: evidence.given_up),
        Noted("unanswered", lambda evidence: evidence.unanswered),
        Noted("answered wrongly", lambda evidence: evidence.misused),
        Noted("unknown route", lambda evidence: evidence.unknown_routes),
        Noted("schema", lambda evidence: evidence.schema_errors),
    )
