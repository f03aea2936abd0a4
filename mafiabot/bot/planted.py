"""Deliberate bugs for `make faults`: every default is the right one, and nobody else sets another.

A field is a switch of one mechanism's constructor, or what is put in front of one of its ports.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mafiabot.adapters.discord_messages import NonceOf, nonce_of
from mafiabot.engine.decide import decide
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


NOTHING_PLANTED = Planted()
