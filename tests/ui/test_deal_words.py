"""What is said of words in the deal: while they are added, and at the end."""

from dataclasses import replace

from mafiabot.engine.views import PhaseName
from mafiabot.ui.deal_words import word_form
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.panel import panel_view
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

ASKED = replace(views.public_view(phase=PhaseName.READY_CHECK, seats=12), takes_words=True, words_added=3)
LONGEST = ("_" * 32,) * 12


def test_the_panel_offers_a_word_and_counts_them(texts: Texts) -> None:
    panel = panel_view(texts, "en", ASKED)
    assert layouts.labels(panel) == ["Ready", "Add a word", "Rules"]
    assert "Words added: 3 of 12." in layouts.text_of(panel)
    without = panel_view(texts, "en", replace(ASKED, takes_words=False))
    assert layouts.labels(without) == ["Ready", "Rules"]
    assert "ords added" not in layouts.text_of(without)


def test_twelve_of_the_longest_words_fit_under_a_verdict(texts: Texts, locale: str) -> None:
    ended = views.renamed(replace(views.ended_view(12), words=LONGEST), "_" * 32)
    layouts.assert_within_limits(panel_view(texts, locale, ended))
    layouts.assert_within_limits(panel_view(texts, locale, ASKED))


def test_the_form_never_holds_a_word(texts: Texts, locale: str) -> None:
    shown = word_form(texts, locale, ControlId(views.GAME_ID, Action.WORD)).to_dict()
    written = shown["components"][0]["component"]
    assert written.get("value") is None
    assert written["required"] is False
    assert len(shown["title"]) <= 45
    assert len(shown["components"][0]["label"]) <= 45
