"""Which server-mute flag is wanted of whom: one table over the wish, the place and what he is owed.

A mute is wanted only for people in the table's own channel. Who has neither a wish nor a debt is never
touched, so bots, the judge and spectators are safe by construction.
"""

from enum import IntEnum

from mafiabot.engine.reading import MicWish
from mafiabot.runtime.voice_table import Place


class Urgency(IntEnum):
    """What goes first: a change of speakers, then who is heard without right, then the rest."""

    SWAP = 0
    INTRUDER = 1
    REST = 2


def wanted_mute(wish: MicWish, place: Place, found_muted: bool | None) -> bool | None:
    """The flag he should have, None = leave it. `found_muted`: what his debt says, None = no debt.

    People out of voice cannot be edited (40032): their debt waits. Elsewhere in voice everybody is owed
    the state he was found in.
    """
    match place:
        case Place.OUT | Place.UNKNOWN:
            return None
        case Place.ELSEWHERE:
            return found_muted
        case Place.HERE:
            return found_muted if wish is MicWish.AS_FOUND else wish is MicWish.MUTED


def urgency(wish: MicWish, place: Place, spoke_last: bool) -> Urgency:
    """`spoke_last`: his microphone was meant to be open before the table's wishes last changed."""
    if place is not Place.HERE or wish is MicWish.AS_FOUND:
        return Urgency.REST
    return Urgency.SWAP if wish is MicWish.OPEN or spoke_last else Urgency.INTRUDER
