"""A name with a full stop at a sentence's end does not make two."""

from mafiabot.ui.texts import Texts


def test_a_name_that_ends_in_a_full_stop_ends_the_sentence() -> None:
    said = Texts.load(strict=True).get("en", "said-gone-gave_up", seat="4 · Tom W.")
    assert ".." not in said
