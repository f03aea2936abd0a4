"""The glossary through the real client: words are offered as they are typed, explained in one's language."""

import pytest

from tests.support.club import club

pytestmark = pytest.mark.virtual


@pytest.mark.parametrize(
    ("locale", "command", "option", "typed", "label", "words"),
    [
        ("ru", "мафия словарь", "термин", "комисс", "шериф (комиссар)", "## Шериф"),
        ("en-US", "mafia glossary", "term", "lif", "to raise all (lift)", "## To raise all"),
        ("uk", "мафія словник", "термін", "відкат", "відкотити (відкатити)", "## Відкотити"),
    ],
)
async def test_a_word_is_offered_chosen_and_explained(
    locale: str, command: str, option: str, typed: str, label: str, words: str
) -> None:
    async with club(locale=locale) as house:
        person = house.people[0]
        offered = await person.autocomplete(house.channel, command, option, typed)
        assert offered[0]["name"] == label
        answer = await house.slash(person, command, **{option: offered[0]["value"]})
        assert answer.text.startswith(words)
        await house.seconds(2)
        assert all(not seen.ephemeral for seen in house.shown(house.host))
        house.clean()


async def test_an_unknown_word_and_no_word_are_answered_too() -> None:
    async with club() as house:
        unknown = await house.slash(house.people[0], "mafia glossary", term="sherrif")
        everything = await house.slash(house.people[0], "mafia glossary")
        assert "Did you mean: sheriff · " in unknown.text
        assert "counterweight" in everything.text
        house.clean()
