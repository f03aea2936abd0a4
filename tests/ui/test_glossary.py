"""The glossary: every name in any language finds its term, the best match first, within Discord's limits."""

import re
from collections.abc import Iterator

import pytest

from mafiabot.ui import answers, glossary
from mafiabot.ui.glossary import TERMS, fold, glossary_text, headword, meant, names, nearest, offers, search
from mafiabot.ui.texts import LOCALES, Texts
from tests.support import layouts
from tests.support.rules import RULEBOOK

needs_rulebook = pytest.mark.skipif(not RULEBOOK.exists(), reason=f"the rulebook is not at {RULEBOOK}")

# The rulebook's concepts by the terms that explain them, where one row or its name is not one term's.
CONCEPTS: dict[str, tuple[str, ...]] = {
    "seat, number": ("seat",),
    "red / black team": ("teams",),
    "role deal": ("deal",),
    "static / dynamic shooting": ("shooting-mode",),
    "night 0, day 0": ("night-zero",),
    "speech, minute": ("speech",),
    '"pass" / "thank you"': ("pass",),
    "to nominate": ("nominate",),
    "vote, revote": ("vote",),
    "to split the table": ("split-table",),
    "to break the split": ("break-table",),
    "defence speech": ("defence",),
    "raise all": ("raise",),
    "take the hand away": ("spare",),
    "shot, kill": ("shot",),
    "colour, version": ("colour", "version"),
    "sheriff's claim / retraction": ("claim", "retract"),
    "two versions": ("versions",),
    "to side with a claim": ("back",),
    "guessing endgame (3–4 alive)": ("guessing",),
    "critical round": ("critical",),
    "balance / counterweight": ("balance", "counterweight"),
    "buying a player": ("buying",),
    "judge's bonus": ("bonus",),
    "protocol, protest": ("protocol", "protest"),
    "don checks": ("don-seeks",),
    "mafia goes hunting": ("hunt",),
    "night falls / city wakes": ("night",),
    "voted out / killed / removed (status)": ("gone",),
    "black / red check": ("check-colour",),
    "the town": ("town",),
    "round of speeches": ("round",),
    "tied players": ("tied",),
    "chief judge, appeal board": ("chief-judge",),
}


def spellings(cell: str) -> Iterator[str]:
    """The names in a cell of the rulebook, without what stands in brackets and its marks of origin."""
    bare = re.sub(r"\([^)]*\)", " ", cell)
    for part in re.split(r"[,;/]", bare):
        name = re.sub(r"\b(slang:|also|MR)(?=\s)", " ", part.replace("slang:", " ")).strip(' "')
        if name:
            yield " ".join(name.split())


def rows(start: str, end: str) -> list[list[str]]:
    """The table between two headings of the rulebook, without its head."""
    text = RULEBOOK.read_text(encoding="utf-8").split(start)[1].split(end)[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


# --- the rulebook --------------------------------------------------------------------------------


@needs_rulebook
def test_every_concept_of_the_rulebook_has_a_term_and_is_found_by_every_name_it_gives() -> None:
    lost = []
    for concept, *cells in rows("## 6. Glossary", "### 6.1"):
        terms = CONCEPTS.get(concept, (concept.replace(" ", "-"),))
        assert set(terms) <= set(TERMS), concept
        for locale, cell in zip(LOCALES, cells, strict=True):
            spelt = list(spellings(cell))
            lost += [(locale, name) for name in spelt if not set(terms) & set(search(locale, name))]
    assert lost == []


@needs_rulebook
def test_the_three_languages_of_an_explained_term_lead_to_the_same_entry() -> None:
    for head, *_ in rows("### 6.1", "\n## "):
        uk, ru, en = head.split(" · ")
        found = {search(lang, n)[0] for lang, t in (("uk", uk), ("ru", ru), ("en", en)) for n in spellings(t)}
        assert len(found) == 1, head


# --- the terms -----------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_headwords_are_all_different_and_no_name_stands_twice_in_an_entry(texts: Texts, locale: str) -> None:
    heads = [fold(headword(texts, locale, term)) for term in TERMS]
    assert len(set(heads)) == len(heads)
    for term in TERMS:
        folded = [fold(name) for name in names(texts, locale, term)]
        assert all(folded), term
        assert len(set(folded)) == len(folded), term


@pytest.mark.parametrize("locale", LOCALES)
def test_an_explanation_is_whole_sentences_and_short(texts: Texts, locale: str) -> None:
    for term in TERMS:
        text = texts.get(locale, f"term-{term}")
        assert text.endswith("."), term
        assert text[0] in '«"' or text[0].isupper() or text[0].isdigit(), term
        assert len(text) <= 300, term


@pytest.mark.parametrize(
    ("locale", "foreign"), [("ru", "іїєґІЇЄҐ"), ("uk", "ыэъёЫЭЪЁ"), ("en", "абвгдежзик")]
)
def test_a_catalogue_has_no_letters_of_another_language(texts: Texts, locale: str, foreign: str) -> None:
    for term in TERMS:
        spoken = texts.get(locale, f"term-{term}") + texts.get(locale, f"term-{term}-names")
        assert not set(spoken) & set(foreign), term


def test_a_terms_code_is_no_name_of_another_term(texts: Texts) -> None:
    for term in TERMS:
        bearers = {t for lang in LOCALES for t in TERMS if fold(term) in map(fold, names(texts, lang, t))}
        assert not bearers or term in bearers, term


# --- search --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "typed", "term"),
    [
        ("uk", "комісар", "sheriff"),
        ("uk", "виключення", "removal"),
        ("uk", "відкатити", "retract"),
        ("uk", "пилити", "split-table"),
        ("uk", "лжешериф", "versions"),
        ("ru", "автокатастрофа", "tie"),
        ("ru", "попил", "tie"),
        ("ru", "ЛХ", "best-move"),
        ("ru", "ПУ", "first-killed"),
        ("ru", "договорка", "mafia-minute"),
        ("ru", "доп. речь", "defence"),
        ("ru", "подъем", "raise"),
        ("ru", "ЧЕРНАЯ  ПРОВЕРКА", "check-colour"),
        ("en", "crash", "tie"),
        ("en", "lift", "raise"),
        ("en", "nominate", "nominate"),
        ("en", "don’s check", "don-seeks"),
        ("en", "вписаться", "back"),
        ("ru", "вгадайка", "guessing"),
        ("pl", "balance", "balance"),
    ],
)
def test_whatever_people_call_it_comes_first(locale: str, typed: str, term: str) -> None:
    assert search(locale, typed)[0] == term
    assert meant(locale, typed) == term


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Подъём", "подъем"),
        ("ґанок", "ганок"),
        ("з'їзд", "зʼїзд"),
        ("з’їзд", "зїзд"),
        ("self-shot", "Self  Shot"),
        ("résumé", "resume"),
        ("to nominate", "nominate"),
        ("кто-то, где-то", "кто то где то"),
    ],
)
def test_case_accents_apostrophes_and_punctuation_do_not_matter(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def every_name(texts: Texts) -> Iterator[tuple[str, str, str]]:
    for locale in LOCALES:
        for term in TERMS:
            yield from ((locale, term, name) for name in names(texts, locale, term))


def test_every_name_finds_its_term_from_every_language_in_any_case(texts: Texts) -> None:
    for locale, term, name in every_name(texts):
        assert term in search(locale, name), (locale, name)
        assert all(term in search(reader, name) for reader in LOCALES), name
        assert search(locale, name.upper()) == search(locale, name), name


def test_a_whole_headword_finds_its_own_term_first(texts: Texts) -> None:
    for locale in LOCALES:
        for term in TERMS:
            assert search(locale, headword(texts, locale, term))[0] == term, (locale, term)


def kind(texts: Texts, term: str, typed: str) -> int:
    """0 a whole name, 1 begins a headword, 2 begins another name, 3 is somewhere inside, 4 not at all."""
    best = 4
    for locale in LOCALES:
        for place, name in enumerate(map(fold, names(texts, locale, term))):
            starts = 0 if name == typed else 1 if place == 0 else 2
            best = min(best, starts if name.startswith(typed) else 3 if typed in name else 4)
    return best


@pytest.mark.parametrize("locale", LOCALES)
def test_best_matches_come_first_within_discords_limits(texts: Texts, locale: str) -> None:
    beginnings = {
        fold(name)[:n].strip() for lang, _, name in every_name(texts) if lang == locale for n in (1, 3)
    }
    for typed in beginnings:
        found = search(locale, typed)
        kinds = [kind(texts, term, typed) for term in found]
        assert kinds == sorted(kinds), typed
        assert 4 not in kinds, typed
        shown = offers(texts, locale, typed)
        assert 1 <= len(shown) <= 25, typed
        assert len({term for _, term in shown}) == len(shown), typed
        assert all(1 <= len(label) <= 100 and term in TERMS for label, term in shown), typed


def test_in_equal_places_the_readers_own_language_comes_first() -> None:
    assert search("uk", "відк")[0] == "withdraw"
    assert search("ru", "круг")[0] == search("uk", "коло")[0] == "round"


def test_nothing_typed_offers_the_first_terms(texts: Texts) -> None:
    assert search("ru", "  ") == TERMS[:25]
    assert offers(texts, "ru", "")[0] == ("спортивная мафия", "game")


def test_an_offer_shows_the_name_that_was_typed(texts: Texts) -> None:
    assert offers(texts, "uk", "коміс")[0] == ("шериф (комісар)", "sheriff")
    assert offers(texts, "ru", "zzzzzz") == []
    assert ("подъём (lift)", "raise") in offers(texts, "ru", "lift")


def test_a_slip_of_the_pen_is_forgiven(texts: Texts) -> None:
    assert offers(texts, "ru", "шыриф")[0][1] == "sheriff"
    assert nearest("en", "sherrif")[0] == "sheriff"


# --- answers -------------------------------------------------------------------------------------


def test_an_entry_has_the_text_other_names_and_both_translations(texts: Texts) -> None:
    assert glossary_text(texts, "ru", "sheriff").splitlines() == [
        "## Шериф",
        texts.get("ru", "term-sheriff"),
        "-# Ещё говорят: комиссар, шер",
        "-# По-украински: шериф · по-английски: sheriff",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_answer_fits(texts: Texts, locale: str) -> None:
    for typed in (*TERMS, None, "", "?!", "ъ" * 6000, "[x](https://e.example) @everyone"):
        layouts.assert_within_limits(answers.text_layout(glossary_text(texts, locale, typed)))


def test_without_a_word_all_headwords_are_listed(texts: Texts) -> None:
    text = glossary_text(texts, "uk", None)
    assert all(headword(texts, "uk", term) in text for term in TERMS)


def test_an_unknown_word_gets_the_three_nearest(texts: Texts) -> None:
    text = glossary_text(texts, "en", "sherrif")
    assert text.startswith("That word is not in the glossary yet: sherrif. Did you mean: sheriff · ")
    assert text.count(" · ") == glossary.NEAREST - 1


def test_a_beginning_that_fits_several_is_not_guessed(texts: Texts) -> None:
    assert meant("ru", "про") is None
    assert "проверка" in glossary_text(texts, "ru", "про")


def test_what_was_typed_cannot_format_or_ping(texts: Texts) -> None:
    text = glossary_text(texts, "en", "**@everyone** https://e.example")
    assert "@everyone" not in text
    assert "**" not in text.replace("\\*\\*", "")
