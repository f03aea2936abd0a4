"""Hands with a deliberate bug, for `make faults`."""

from discord import ui

from mafiabot.engine.views import HandView
from mafiabot.ui.hand import hand_view_layout
from mafiabot.ui.texts import Texts

EXPIRES_S = 0.001


def blacks_see_more(texts: Texts, locale: str, hand: HandView, line: str) -> ui.LayoutView:
    """One line more for whoever is black."""
    layout = hand_view_layout(texts, locale, hand, line)
    if hand.role is not None and hand.role.black:
        layout.add_item(ui.TextDisplay("⚔️"))
    return layout


def mixed_items(texts: Texts, locale: str, hand: HandView, line: str) -> ui.LayoutView:
    """An ordinary button beside dynamic ones: when the view expires, the library forgets their class.

    It would after 15 minutes of the host's clock, which stands still in virtual time; hence so soon.
    """
    layout = hand_view_layout(texts, locale, hand, line)
    layout.add_item(ui.ActionRow(ui.Button(label="…", custom_id="ordinary")))
    layout.timeout = EXPIRES_S
    return layout
