"""Each text is parsed when it is first said, and reads as if its whole catalogue had been parsed."""

from collections.abc import Iterator

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from mafiabot.ui import texts
from mafiabot.ui.texts import CATALOGUES, LOCALES, TextMissing, Texts, source


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Catalogues that are empty until the test fills them."""
    sources: dict[str, str] = {}
    monkeypatch.setattr(texts, "source", lambda _locale, name: sources.get(name, ""))
    texts._catalogue.cache_clear()
    yield sources
    texts._catalogue.cache_clear()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_text_alone_is_what_it_is_among_all_the_others(locale: str) -> None:
    for name in CATALOGUES:
        entries = texts._entries(source(locale, name))
        whole = [
            one for one in FluentParser().parse(source(locale, name)).body if isinstance(one, ftl.Message)
        ]
        assert list(entries) == [one.id.name for one in whole]
        for one in whole:
            alone = FluentParser().parse(entries[one.id.name]).body[0]
            assert alone.equals(one, ignored_fields=["span", "comment"])


def test_what_a_text_names_is_read_with_it(made: dict[str, str]) -> None:
    made[CATALOGUES[0]] = "-town = The city\nnight = { falls-asleep }.\n"
    made[CATALOGUES[1]] = "# Said every evening.\nfalls-asleep =\n    { -town } falls asleep\n"
    assert Texts(strict=True).get("en", "night") == "The city falls asleep."


def test_a_text_that_is_nowhere_is_missing(made: dict[str, str]) -> None:
    made[CATALOGUES[0]] = "day = Day\n"
    with pytest.raises(TextMissing):
        Texts(strict=True).get("en", "night")
