"""What a protocol is written with: the paper (all there is to tell of one game) and the pen (how it is said).

The same lines go into a message and into a plain text; only the pen differs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mafiabot.engine.protocol_types import Moment, Protocol, When
from mafiabot.engine.published import Published
from mafiabot.engine.state import RoundRecord
from mafiabot.ui import words
from mafiabot.ui.names import plain_name
from mafiabot.ui.texts import Say, Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """`people`: names of users who may have held no seat (the judges)."""

    game: Published
    people: Mapping[int, str] = field(default_factory=dict)

    @property
    def protocol(self) -> Protocol:
        return self.game.protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """`name`, `text`: somebody's name and own words made harmless. `user`: a user by id.

    `moment`: a moment in words.
    """

    say: Say
    name: Callable[[str], str]
    text: Callable[[str], str]
    user: Callable[[int], str]
    moment: Callable[[int], str]

    def quoted(self, text: str) -> str:
        """Somebody's own words in quotation marks; empty if there are none."""
        said = self.text(text)
        return self.say("protocol-words", text=said) if said else ""


def plain_pen(texts: Texts, locale: str, paper: Paper) -> Pen:
    def user(user_id: int) -> str:
        seated = {one.user_id: one.name for one in paper.protocol.seats}
        return plain_name({**seated, **paper.people}.get(user_id, str(user_id)))

    def moment(at_ms: int) -> str:
        return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"

    return Pen(say=texts.say(locale), name=plain_name, text=plain_words, user=user, moment=moment)


def plain_words(text: str) -> str:
    """Somebody's own words as one line of plain text, whole."""
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())


def night_name(pen: Pen, protocol: Protocol, number: int) -> str:
    return pen.say("night", n=number + protocol.ruleset.first_day_label)


def day_name(pen: Pen, protocol: Protocol, number: int) -> str:
    return pen.say("day", n=number + protocol.ruleset.first_day_label)


def seat_name(pen: Pen, protocol: Protocol, seat: int) -> str:
    return pen.name(protocol.seat(seat).name)


def where(pen: Pen, moment: Moment) -> str:
    """The part of the day, with whose words it was."""
    if moment.speaker is None:
        return pen.say(f"protocol-at-{(moment.when if moment.when in PARTS else When.VOTE).value}")
    return pen.say(f"protocol-at-{moment.when.value}", speaker=moment.speaker)


PARTS = (When.DEAL, When.NIGHT, When.VOTE)
"""Parts in which nobody has the floor."""


def ballots(pen: Pen, record: RoundRecord) -> str:
    """Every candidate of a round with the hands for him, unused votes named."""
    return "; ".join(_for(pen, seat, record) for seat in record.candidates)


def _for(pen: Pen, seat: int, record: RoundRecord) -> str:
    """A single nominee has everybody's vote without a window."""
    mine = [ballot for ballot in record.ballots if ballot.candidate == seat]
    hands = words.numbers(ballot.voter for ballot in mine if ballot.cast)
    unused = words.numbers(ballot.voter for ballot in mine if not ballot.cast)
    if not mine:
        return pen.say("protocol-for-nobody", seat=seat)
    if unused == words.NOBODY:
        return pen.say("protocol-for", seat=seat, hands=hands, count=len(mine))
    if hands != words.NOBODY:
        return pen.say("protocol-for-and-unused", seat=seat, hands=hands, unused=unused, count=len(mine))
    if len(record.candidates) == 1:
        return pen.say("protocol-for-all", seat=seat, count=len(mine))
    return pen.say("protocol-for-unused", seat=seat, unused=unused, count=len(mine))


def hundredths(pen: Pen, value: int, *, signed: bool = False) -> str:
    """`1,65` or `+0.30`, with the language's decimal mark."""
    sign = "−" if value < 0 else "+" if signed else ""
    whole, rest = divmod(abs(value), 100)
    return f"{sign}{whole}{pen.say('protocol-decimal-mark')}{rest:02d}"
