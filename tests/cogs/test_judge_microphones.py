"""What a judge does is heard at once: microphones and the table's panel follow every act and every undo."""

import pytest

from mafiabot.engine.state import SpeechKind
from mafiabot.playground.controls import text_of
from tests.support.judged import JudgedGame, judged

pytestmark = pytest.mark.virtual


def heard(game: JudgedGame) -> list[int]:
    """Seats that are not server-muted now."""
    members = game.house.guild.members
    return [seat for seat, person in game.seats.items() if not members[person.id].mute]


def table_panel(game: JudgedGame) -> str:
    return text_of(game.judge.latest(game.house.channel, label="My hand").payload)


async def test_an_undone_skip_gives_the_first_speaker_his_microphone_back() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        await game.order("skip")
        await game.floor(2)
        await game.house.seconds(3)
        assert heard(game) == [2]
        await game.order("undo", steps=1, reason="too early")
        await game.floor(1)
        await game.house.seconds(3)
        assert heard(game) == [1]
        assert "🎙️ **1** ·" in table_panel(game)
        game.house.clean()


async def test_who_is_removed_in_his_own_speech_is_heard_no_more_until_it_is_undone() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.order("remove", seat=1, cause="showing the card")
        await game.floor(2)
        await game.house.seconds(3)
        assert heard(game) == [2]
        await game.order("undo", steps=1, reason="it was a photo of a cat")
        await game.floor(1)
        await game.house.seconds(3)
        assert heard(game) == [1]
        game.house.clean()


async def test_the_floor_out_of_turn_is_the_only_microphone_that_is_open() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        await game.order("floor", seat=4, length=10)
        await game.floor(4, SpeechKind.EXTRA)
        await game.house.seconds(3)
        assert heard(game) == [4]
        game.house.clean()


async def test_the_judge_is_never_muted_not_even_in_a_pause() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.floor(1)
        await house.slash(game.judge, "mafia pause")
        await house.seconds(3)
        assert heard(game) == []
        assert not house.guild.members[game.judge.id].mute
        await house.slash(game.judge, "mafia resume")
        await house.seconds(3)
        assert not house.guild.members[game.judge.id].mute
        house.clean()


async def test_a_game_undone_and_played_on_leaves_nobody_muted() -> None:
    async with judged("tournament") as game:
        house = game.house
        await game.floor(1)
        for _ in range(2):
            await game.order("skip")
            await house.seconds(1)
        await game.order("undo", steps=2, reason="again")
        await game.floor(1)
        await game.order("team-loss", seat=3)
        await house.seconds(15)
        assert heard(game) == list(range(1, 11))
        house.clean()
