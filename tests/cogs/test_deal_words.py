"""Words in the deal through the real client: setting, button, form, count, the list at the end, the proof."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from mafiabot.adapters.codec import PUBLISHED
from mafiabot.cli import run_command
from mafiabot.engine.published import published
from mafiabot.engine.state import Dealing
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.person import Person
from tests.support.club import Club, club
from tests.support.presses import forged

pytestmark = pytest.mark.virtual


@asynccontextmanager
async def ready_check(**options: Any) -> AsyncIterator[Club]:
    async with club(**options) as house:
        await house.slash(house.host, "mafia settings", **{"deal-words": True})
        await house.open_table()
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        yield house
        house.clean()


async def add(house: Club, who: Person, word: str) -> Interaction:
    opened = await house.press(who, "Add a word")
    return await (await who.submit_modal(opened, {"word": word})).outcome()


async def test_words_are_added_counted_shown_at_the_end_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ready_check() as house:
        first, second, *_ = house.people
        answered = await add(house, first, "їжак *")
        assert "Your word is in the deal: “їжак \\*”. Everybody sees it at the end." in answered.text
        await add(house, second, "two words")
        await house.seconds(2)
        panel = house.public()[-1]
        assert "Words added: 2 of 6." in panel
        assert "їжак" not in "".join(house.public())
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(2)
        assert isinstance((await house.state()).phase, Dealing)
        assert not any("їжак" in text for text in house.public())
        await house.slash(house.host, "mafia stop")
        await house.seconds(3)
        assert (
            "Words in the deal, by the numbers before it: 1 їжак \\* · 2 two words · 3 – ·"
            in house.public()[-1]
        )
        kept = await house.archive.game(house.guild.id)
        assert kept is not None
        assert kept.protocol.words == ("їжак *", "two words", "", "", "", "")
        file = tmp_path / "game.json"
        file.write_bytes(PUBLISHED.encode(published(kept.protocol)))
    assert run_command(["verify", str(file)]) == 0
    assert "commitment ok\n1 " in capsys.readouterr().out


async def test_the_form_is_for_the_seated_and_only_before_they_are_ready() -> None:
    async with ready_check() as house:
        first, second, *_ = house.people
        stranger = await house.press(house.host, "Add a word")
        assert stranger.text == "You are not at this table."
        opened = await house.press(first, "Add a word")
        await house.press(first, "Ready")
        late = await (await first.submit_modal(opened, {"word": "x"})).outcome()
        assert "You are ready already, so your word stands." in late.text
        hidden = await add(house, second, "a\u202eb")
        assert "Write the word with characters that can be seen" in hidden.text
        assert "The word is too long: 32 characters at most." in (await add(house, second, "x" * 40)).text
        await add(house, second, "x")
        assert "You have no word in the deal." in (await add(house, second, "")).text
        assert (await house.state()).words == ()


async def test_a_table_without_the_setting_has_no_button_and_refuses_a_forged_one() -> None:
    async with club() as house:
        await house.open_table()
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        labels = [text for text in house.public() if "Add a word" in text or "Words added" in text]
        assert labels == []
        pressed = await forged(house, house.people[0], f"mb:1:{(await house.state()).game_id}:word:0")
        assert "This table deals without the players’ words." in pressed.text
        house.clean()
