"""Deliberate bugs, for `make faults` and tests of drills: every default is right, nobody sets another.

A field is a switch of one mechanism's constructor, or what is put in front of one of its ports.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mafiabot.adapters.discord_messages import NonceOf, nonce_of
from mafiabot.engine.decide import decide
from mafiabot.runtime.mechanisms import ALL_THERE, Mechanism, Without
from mafiabot.runtime.ports import Clock, Messenger, Voice
from mafiabot.runtime.service import Decide
from mafiabot.ui.hand import HandLayout, hand_view_layout
from mafiabot.ui.texts import Texts


def _voice(voice: Voice, clock: Clock) -> Voice:
    return voice


def _messenger(messenger: Messenger) -> Messenger:
    return messenger


def _texts(texts: Texts) -> Texts:
    return texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """What `App` hands to its mechanisms instead of its own choice; see their constructors."""

    decide: Decide = decide
    voice: Callable[[Voice, Clock], Voice] = _voice
    messenger: Callable[[Messenger], Messenger] = _messenger
    texts: Callable[[Texts], Texts] = _texts
    hand_layout: HandLayout = hand_view_layout
    nonce: NonceOf = nonce_of
    says_twice: bool = False
    frees_at_end: bool = True
    pays_debts: bool = True
    without: Without = ALL_THERE
    credits_downtime: bool = True
    notices_standstill: bool = True
    catches_up: bool = True
    forgotten_checks: frozenset[str] = frozenset()

    def missing(self) -> Without:
        """What the keeper of microphones is to do without."""
        ended = {Mechanism.FREES_AT_END} if not self.frees_at_end else set()
        owed = {Mechanism.PAYS_DEBTS} if not self.pays_debts else set()
        return self.without | ended | owed


NOTHING_PLANTED = Planted()
