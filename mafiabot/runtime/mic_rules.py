"""Which flag is wanted of whom: one table over his part at the table, the place and what he is owed.

A mute is wanted only for people in the table's own channel. Who has neither a wish nor a debt is never
touched. Judges and bots are never muted, whatever a guild has set.
"""

from enum import IntEnum, StrEnum

from mafiabot.engine.reading import MicWish
from mafiabot.runtime.voice_table import Place

MOST_SPECTATORS = 15
"""More are not muted: their edits would cost the speakers theirs. Denying Speak on the channel is free."""


class Lever(StrEnum):
    """What silences somebody: the guild's server mute, or being audience on a stage."""

    MUTE = "mute"
    SUPPRESS = "suppress"


class Part(StrEnum):
    """Who somebody in a table's channel is to that table. The first that fits counts."""

    SPEAKER = "speaker"  # seated, and may be heard now
    SEATED = "seated"  # a player, in the game or out of it
    JUDGE = "judge"  # or the second one
    BOT = "bot"
    SPECTATOR = "spectator"


class Urgency(IntEnum):
    """What goes first: a change of speakers, then who is heard without right, then the rest."""

    SWAP = 0
    INTRUDER = 1
    REST = 2


def wish_of(part: Part, *, playing: bool, mutes_spectators: bool) -> MicWish:
    """What the table wishes of him. Not `playing`: before the cards are dealt, and after the end."""
    if not playing:
        return MicWish.AS_FOUND
    match part:
        case Part.SPEAKER:
            return MicWish.OPEN
        case Part.SEATED:
            return MicWish.MUTED
        case Part.SPECTATOR:
            return MicWish.MUTED if mutes_spectators else MicWish.AS_FOUND
        case Part.JUDGE | Part.BOT:
            return MicWish.AS_FOUND


def wanted_flag(wish: MicWish, place: Place, found: bool | None) -> bool | None:
    """The flag he should have (server-muted, or audience), None = leave it.

    `found`: how he was found, as his debt says; None = no debt. People out of voice cannot be edited
    (40032): their debt waits. Elsewhere in voice everybody is owed the state he was found in.
    """
    match place:
        case Place.OUT | Place.UNKNOWN:
            return None
        case Place.ELSEWHERE:
            return found
        case Place.HERE:
            return found if wish is MicWish.AS_FOUND else wish is MicWish.MUTED


def urgency(wish: MicWish, place: Place, spoke_last: bool) -> Urgency:
    """`spoke_last`: his microphone was meant to be open before the table's wishes last changed."""
    if place is not Place.HERE or wish is MicWish.AS_FOUND:
        return Urgency.REST
    return Urgency.SWAP if wish is MicWish.OPEN or spoke_last else Urgency.INTRUDER
