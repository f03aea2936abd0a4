"""A player's protest in words: the form in which he writes it, and what he is told then."""

from discord import ui

from mafiabot.engine.aftermath import TEXT_MOST, Protest
from mafiabot.ui.forms import Field, form
from mafiabot.ui.ids import ControlId
from mafiabot.ui.texts import Texts

PROTEST_FIELD = "text"


def protest_form(texts: Texts, locale: str, control: ControlId, number: int) -> ui.Modal:
    """`number`: the game's. `control` is what the form comes back as."""
    say = texts.say(locale)
    text = Field(name=PROTEST_FIELD, label=say("form-protest-text"), most=TEXT_MOST, long=True)
    return form(control, say("form-protest", number=str(number)), text)


def protest_line(texts: Texts, locale: str, protest: Protest) -> str:
    return texts.get(locale, "protest-made", id=str(protest.id))
