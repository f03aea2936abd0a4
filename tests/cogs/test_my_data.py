"""`/mafia my-data` through the real client: shown to its owner, and deleted when he says so."""

import pytest

from mafiabot.adapters.codec import PUBLISHED, encode_event
from mafiabot.engine.published import published
from mafiabot.runtime.archive_port import ArchivedGame
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual
EPHEMERAL = 64
DELETE = {"action": "delete"}
SURE = {**DELETE, "sure": True}


async def played(house: Club) -> None:
    """One game, stopped on its first day, and told."""
    await house.deal()
    await Game(house).to_day()
    await house.slash(house.host, "mafia stop")
    await house.seconds(20)


async def kept(house: Club) -> ArchivedGame:
    game = await house.archive.game(house.guild.id)
    assert game is not None
    return game


def written(game: ArchivedGame) -> str:
    return b"".join([PUBLISHED.encode(published(game.protocol)), *map(encode_event, game.log)]).decode()


async def test_what_is_kept_is_shown_with_everything_in_a_file() -> None:
    async with club() as house:
        first = house.people[0]
        nothing = await house.slash(first, "mafia my-data")
        assert "Nothing: you have not played in a finished game" in nothing.text
        await house.open_table()
        await house.press(first, "Take a seat")
        assert (
            f"A table knows you now: <#{house.channel.id}>"
            in (await house.slash(first, "mafia my-data")).text
        )
        await house.press(first, "Leave the table")
        await house.slash(house.host, "mafia stop")
        await house.seconds(20)
        await played(house)
        shown = await house.slash(first, "mafia my-data")
        assert "Finished games with a seat of yours: 1" in shown.text
        assert "· Club · game 1: seat 1, " in shown.text
        assert shown.message is not None
        assert shown.message.payload["flags"] & EPHEMERAL
        assert [one["filename"] for one in shown.message.payload["attachments"]] == ["my-data.json"]
        hosted = await house.slash(house.host, "mafia my-data")
        assert "Games that name you otherwise" in hosted.text
        house.clean()


async def test_deleting_asks_first_and_then_leaves_no_name_and_no_id() -> None:
    async with club(names=("Ярослав Мудрый",)) as house:
        first = house.people[0]
        await played(house)
        before = await kept(house)
        asked = await house.slash(first, "mafia my-data", **DELETE)
        assert "This cannot be undone." in asked.text
        assert await kept(house) == before
        done = await house.slash(first, "mafia my-data", **SURE)
        assert done.text == "Done: in 1 game you are “player” now."
        after = await kept(house)
        assert str(first.id) in written(before)
        assert str(first.id) not in written(after)
        assert "Ярослав" not in written(after)
        assert after.protocol.seats[1:] == before.protocol.seats[1:]
        assert [seat.role for seat in after.protocol.seats] == [seat.role for seat in before.protocol.seats]
        again = await house.slash(first, "mafia my-data", **SURE)
        assert again.text == "Done: no finished game names you."
        left = (await house.slash(first, "mafia my-data")).text
        assert "Finished games" not in left
        assert "last seen in voice" in left
        told = await house.slash(house.people[1], "mafia protocol")
        assert "player" in told.text
        assert "-1" not in told.text
        house.clean()


async def test_a_finished_table_goes_with_him() -> None:
    """The live data of the game, kept for a rematch, hold his name, too."""
    async with club() as house:
        await played(house)
        game_id = (await house.state()).game_id
        await house.slash(house.people[0], "mafia my-data", **SURE)
        assert await house.store.load(game_id) is None
        assert "There is no open table" in (await house.slash(house.host, "mafia rematch")).text
        house.clean()


async def test_who_is_at_a_table_is_asked_to_wait() -> None:
    async with club(7) as house:
        *_, waiting = house.people
        await house.deal()
        for person in (house.host, house.people[0], waiting):
            refused = await house.slash(person, "mafia my-data", **SURE)
            assert f"A table still knows you: <#{house.channel.id}>." in refused.text
        await house.slash(house.host, "mafia stop")
        await house.seconds(20)
        assert "Done" in (await house.slash(waiting, "mafia my-data", **SURE)).text
        house.clean()


@pytest.mark.parametrize(("locale", "word"), [("ru", "игрок"), ("uk", "гравець")])
async def test_a_forgotten_player_is_called_so_in_the_readers_language(locale: str, word: str) -> None:
    async with club(locale=locale, names=("Z" * 9,)) as house:
        labels = {"ru": ("Сесть за стол", "Готов"), "uk": ("Сісти за стіл", "Готовий")}[locale]
        await house.slash(house.host, "mafia open", preset="club")
        await house.seconds(2)
        for person in house.people:
            await person.join(house.channel)
            await house.press(person, labels[0])
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, labels[1])
        await house.seconds(2)
        await house.slash(house.host, "mafia stop")
        await house.seconds(20)
        await house.slash(house.people[0], "mafia my-data", **SURE)
        told = (await house.slash(house.people[1], "mafia protocol")).text
        assert word in told
        assert "Z" * 9 not in told
        house.clean()
