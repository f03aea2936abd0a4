"""Hands with a deliberate bug, for `make faults`."""

from discord import ui

from mafiabot.engine.views import HandView
from mafiabot.ui.controls import ControlButton
from mafiabot.ui.covered import BLANK
from mafiabot.ui.hand import hand_view_layout
from mafiabot.ui.texts import Texts


def blacks_see_more(texts: Texts, locale: str, hand: HandView, line: str) -> ui.LayoutView:
    """One line more for whoever is black."""
    layout = hand_view_layout(texts, locale, hand, line)
    if hand.role is not None and hand.role.black:
        layout.add_item(ui.TextDisplay("⚔️"))
    return layout


def buttons_of_nobody(texts: Texts, locale: str, hand: HandView, line: str) -> ui.LayoutView:
    """Buttons whose ids say nothing to the bot: whoever presses one waits in vain."""
    layout = hand_view_layout(texts, locale, hand, line)
    for item in layout.walk_children():
        if isinstance(item, ControlButton):
            item.custom_id = f"former-{item.custom_id}"
    return layout


def bars_as_wide_as_their_words(texts: Texts, locale: str, hand: HandView, line: str) -> ui.LayoutView:
    """What is hidden is not filled up: the bar over a black's partners is wider than a civilian's."""
    layout = hand_view_layout(texts, locale, hand, line)
    for item in layout.walk_children():
        if isinstance(item, ui.TextDisplay):
            item.content = item.content.replace(BLANK, "")
    return layout
