"""A display name can do nothing in our messages but be read."""

import pytest

from mafiabot.ui.names import MAX_NAME, MAX_TEXT, label_name, plain_name, safe_name, safe_text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  two   words ", "two words"),
        ("line\nbreak", "linebreak"),
        ("right\u202eleft", "rightleft"),
        ("\u2066isolated\u2069", "isolated"),
        ("zero\u200bwidth", "zerowidth"),
        ("Мирослава Їжак", "Мирослава Їжак"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("", "?"),
        ("\u202e\n", "?"),
        ("\u3164 \u2800", "?"),
        ("\u200d\u200d\u0301", "?"),
    ],
)
def test_a_plain_name_is_one_readable_line(name: str, shown: str) -> None:
    assert plain_name(name) == shown


def test_a_long_name_is_cut() -> None:
    assert plain_name("x" * 100) == "x" * (MAX_NAME - 1) + "…"


@pytest.mark.parametrize(
    "name", ["**bold**", "_it_", "||spoiler||", "`code`", "~~x~~", "# head", "[a](http://b)"]
)
def test_markdown_in_a_name_is_escaped(name: str) -> None:
    assert safe_name(name).count("\\") >= 1


@pytest.mark.parametrize("name", ["@everyone", "<@123>", "<@&1>", "<#5>", "<t:1:R>", "<:e:1>", "</cmd:1>"])
def test_a_mention_in_a_name_is_broken(name: str) -> None:
    shown = safe_name(name)
    for live in ("@e", "<@", "<#", "<t", "<:", "</"):
        assert live not in shown


def test_a_link_in_a_name_is_broken() -> None:
    assert "://" not in safe_name("https://example.org/a_b")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("two\nlines ", "two lines"),
        ("a ||spoiler||", "a \\|\\|spoiler\\|\\|"),
        ("", ""),
        ("\u200d\u3164\n", ""),
        ("x" * 300, "x" * (MAX_TEXT - 1) + "…"),
    ],
)
def test_a_persons_words_are_one_line_that_formats_nothing(text: str, shown: str) -> None:
    assert safe_text(text) == shown


def test_a_mention_in_a_persons_words_is_broken() -> None:
    assert "<@" not in safe_text("ask <@123> about it")


@pytest.mark.parametrize("name", ["ابن سينا", "דוד", "Ann דוד"])
def test_a_name_from_right_to_left_turns_nothing_beside_it(name: str) -> None:
    assert plain_name(name) == name
    for shown in (safe_name(name), label_name(name), safe_text(name)):
        assert shown == f"\u2068{name}\u2069"
    assert label_name("Їжак 🦔") == safe_name("Їжак 🦔") == "Їжак 🦔"
