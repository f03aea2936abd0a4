"""A protocol fits a message: as much as there is room for, harmless, with whole files beside it."""

from dataclasses import replace

from discord import ui

from mafiabot.engine.aftermath import Protest
from mafiabot.engine.published import published
from mafiabot.engine.ruleset import CLUB
from mafiabot.ui.protocol import protocol_markdown, protocol_text
from mafiabot.ui.protocol_answer import protocol_files, protocol_layout
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.protocol_sheet import sheet_text
from mafiabot.ui.texts import Texts
from tests.support.papers import AFTER, at_table, eventful, paper


def test_a_message_holds_as_much_as_there_is_room_for_and_says_where_the_rest_is(
    texts: Texts, locale: str
) -> None:
    whole = protocol_markdown(texts, locale, paper(eventful(), **AFTER), 10_000)
    short = protocol_markdown(texts, locale, paper(eventful(), **AFTER), 1_000)
    more = texts.get(locale, "protocol-more")
    assert len(short) <= 1_000
    assert short.endswith(f"\n{more}")
    assert whole.startswith(short.removesuffix(more))
    assert more not in whole


def test_names_and_words_are_harmless_in_a_message(texts: Texts) -> None:
    table = eventful()
    seats = table.state.seats
    named = replace(seats[0], person=replace(seats[0].person, name="**@everyone**"))
    game = paper(table)
    seat = replace(game.protocol.seats[0], name=named.person.name)
    shown = replace(game.protocol, seats=(seat, *game.protocol.seats[1:]))
    told = protocol_markdown(texts, "en", Paper(game=published(shown)), 10_000)
    assert "**@everyone**" not in told
    assert "@everyone" not in told
    assert "for \\*long\\*" in told


def test_an_answer_fits_a_message_and_brings_both_files(texts: Texts, locale: str) -> None:
    told = paper(eventful(), **AFTER)
    layout = protocol_layout(texts, locale, told)
    assert layout.content_length() <= 4000
    files = protocol_files(texts, locale, told, b"{}")
    assert [file.filename for file in files] == ["protocol-1.txt", "protocol-1.json"]
    readable = files[0].fp.read().decode()
    assert readable.startswith(protocol_text(texts, locale, told))
    assert readable.endswith(sheet_text(texts, locale, told))


def test_a_sheet_too_long_for_the_message_is_in_the_file(texts: Texts) -> None:
    table = eventful()
    protests = tuple(Protest(id=n, user_id=100 + n, seat=n, text="why " * 100, at_ms=1) for n in range(1, 10))
    told = paper(table, protests=protests)
    layout = protocol_layout(texts, "en", told)
    assert layout.content_length() <= 4000
    shown = [item.content for item in layout.walk_children() if isinstance(item, ui.TextDisplay)]
    assert not any("GAME PROTOCOL" in content for content in shown)
    assert b"GAME PROTOCOL" in protocol_files(texts, "en", told, b"{}")[0].fp.read()


def test_rules_without_a_sheet_bring_none(texts: Texts) -> None:
    told = paper(at_table(CLUB))
    readable = protocol_files(texts, "en", told, b"{}")[0].fp.read().decode()
    assert readable == protocol_text(texts, "en", told)
