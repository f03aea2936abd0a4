"""What is said to one is said in his language, what is said to all in the server's."""

import re

import pytest

from mafiabot.engine.state import NightStep
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


async def joined_by(house: Club, locale: str) -> str:
    """What somebody of that language is told when he takes a seat."""
    await house.slash(house.host, "mafia open", preset="club")
    await house.seconds(2)
    person = house.local.add_person("Гість", house.guild, locale=locale)
    return (await house.press(person, "Сесть за стол")).text


@pytest.mark.parametrize(
    ("locale", "words"),
    [("ru", "Вы за столом"), ("uk", "за столом"), ("en-GB", "You are at the table"), ("pl", "You are at")],
)
async def test_a_person_is_answered_in_his_language_and_the_panel_speaks_the_servers(
    locale: str, words: str
) -> None:
    async with club(locale="ru") as house:
        answer = await joined_by(house, locale)
        assert words.lower() in answer.lower()
        await house.seconds(2)
        assert any("Гість" in text for text in house.public())
        house.clean()


async def test_a_refusal_speaks_the_persons_language() -> None:
    async with club(locale="ru") as house:
        person = house.local.add_person("Guest", house.guild, locale="en-US")
        refused = await house.slash(person, "mafia open", preset="club")
        assert refused.text == "Only the judge can do that."
        house.clean()


async def test_the_chosen_language_is_the_tables() -> None:
    async with club(locale="en-US") as house:
        await house.slash(house.host, "mafia settings", language="uk")
        await house.open_table()
        assert re.search("[а-яіїєґ]", house.public()[-1])
        house.clean()


async def test_a_hand_stays_in_the_language_it_was_opened_in() -> None:
    async with club(locale="en-US") as house:
        house.people[5].user.locale = "uk"
        await house.deal()
        game = Game(house)
        await game.open_hand(6)
        await game.step(NightStep.MAFIA_MINUTE)
        await house.seconds(1)
        hand = [seen for seen in house.shown(house.people[5]) if seen.ephemeral][-1]
        assert hand.edited_ms is not None
        assert re.search("[іїєґ]", str(hand.payload))
        assert "Your number" not in str(hand.payload)
        house.clean()
