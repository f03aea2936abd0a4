"""Words that players add to the deal: the form, which never holds a former one, and the line at the end."""

from collections.abc import Callable, Sequence

from discord import ui

from mafiabot.ui import words
from mafiabot.ui.forms import Field, form
from mafiabot.ui.ids import ControlId
from mafiabot.ui.texts import Say, Texts

WORD_FIELD = "word"
MOST_TYPED = 64  # more than a word may have: blanks and composed letters are counted afterwards


def word_form(texts: Texts, locale: str, control: ControlId) -> ui.Modal:
    """Left empty, it takes the word back."""
    say = texts.say(locale)
    field = Field(name=WORD_FIELD, label=say("form-word-text"), most=MOST_TYPED, required=False)
    return form(control, say("form-word"), field)


def words_lines(say: Say, added: Sequence[str], shown: Callable[[str], str]) -> list[str]:
    """Every number before seats were drawn with its word, `shown` harmless; nothing if nobody added one."""
    if not added:
        return []
    listed = (f"{number} {shown(word) or words.NOBODY}" for number, word in enumerate(added, 1))
    return [say("verdict-words", words=" · ".join(listed))]
