"""`/judge award`, `penalty`, `protest` through the real client: after the game, in time, in the budget."""

import pytest

from mafiabot.engine.aftermath import Protest, ProtestState
from mafiabot.playground.permissions import Perm
from mafiabot.runtime.archive_port import ArchivedGame
from tests.support.judged import JudgedGame, judged

pytestmark = pytest.mark.virtual

BUDGET = "Left for this game: 1.2, for 5 more players."


async def ended(game: JudgedGame) -> tuple[list[int], list[int]]:
    """Ends the game by team loss of a black: (seats that won, seats that lost)."""
    winners, losers = list(await game.red()), list(await game.black())
    await game.floor(1)
    await game.order("team-loss", seat=losers[0])
    await game.house.seconds(5)
    return winners, losers


async def kept(game: JudgedGame) -> ArchivedGame:
    archived = await game.house.archive.game(game.house.guild.id)
    assert archived is not None
    return archived


def who(game: JudgedGame, seat: int) -> str:
    return f"**{seat}** · {game.person(seat).user.display}"


async def protested(game: JudgedGame, seat: int) -> None:
    made = await game.house.archive.protest(
        game.house.guild.id, None, game.person(seat).id, "unfair", game.house.clock.now_ms()
    )
    assert isinstance(made, Protest)


async def test_an_award_says_what_is_left_of_the_budget() -> None:
    async with judged("tournament") as game:
        winners, losers = await ended(game)
        first = await game.order("award", seat=winners[0], points=0.7)
        second = await game.order("award", seat=losers[1], points=0.3)
        assert first == f"{who(game, winners[0])}: 0.7 awarded.\nLeft for this game: 0.5, for 4 more players."
        assert second.endswith("Left for this game: 0.2, for 3 more players.")
        over = await game.order("award", seat=winners[1], points=0.3)
        assert over == (
            "That is more than is left of 1.2 for this game.\n"
            "Left for this game: 0.2, for 3 more players.\n"
            "This player can be given at most 0.2."
        )
        awards = {one.seat: one.hundredths for one in (await kept(game)).awards}
        assert awards == {winners[0]: 70, losers[1]: 30}
        back = await game.order("award", seat=winners[0], points=0)
        assert back.startswith(f"{who(game, winners[0])}: the award is taken back.")
        game.house.clean()


async def test_a_loser_is_not_given_what_only_a_winner_may_have() -> None:
    """E88; and awards go in tenths."""
    async with judged("tournament") as game:
        winners, losers = await ended(game)
        refused = await game.order("award", seat=losers[0], points=0.5)
        assert refused.startswith("That is more than this player’s result allows")
        assert BUDGET in refused
        assert refused.endswith("This player can be given at most 0.4.")
        uneven = await game.order("award", seat=winners[0], points=0.25)
        assert uneven.startswith("Awards go in steps of 0.1.")
        assert (await kept(game)).awards == ()
        game.house.clean()


async def test_a_game_error_is_charged_with_its_reason() -> None:
    async with judged("tournament") as game:
        winners, _ = await ended(game)
        charged = await game.order("penalty", seat=winners[0], reason="did not shoot")
        assert charged == f"{who(game, winners[0])}: a game error is written down, −0.4."
        (penalty,) = (await kept(game)).penalties
        assert (penalty.seat, penalty.text, penalty.by) == (winners[0], "did not shoot", game.judge.id)
        game.house.clean()


async def test_points_are_given_within_twenty_minutes_and_never_before_the_end() -> None:
    async with judged("tournament") as game:
        await game.floor(1)
        assert await game.order("award", seat=1, points=0.1) == "The game is still on."
        assert await game.order("penalty", seat=1) == "The game is still on."
        winners, _ = await ended(game)
        await game.house.seconds(20 * 60)
        late = await game.order("award", seat=winners[0], points=0.1)
        assert late == "Too late: awards and penalties are given within 20 min after the end."
        assert await game.order("penalty", seat=winners[0]) == late
        game.house.clean()


async def test_only_the_judge_of_the_game_and_moderators_give_points() -> None:
    async with judged("tournament") as game:
        house = game.house
        winners, _ = await ended(game)
        player = game.person(winners[1])
        for command, options in (("award", {"points": 0.1}), ("penalty", {})):
            refused = await house.slash(player, f"judge {command}", seat=winners[0], **options)
            assert refused.text == "Only the judge can do that."
        chief = house.local.add_person("Chief", house.guild)
        house.local.admin.set_channel_permission(house.channel, chief.id, Perm.MUTE_MEMBERS, True)
        await house.seconds(1)
        given = await house.slash(chief, "judge award", seat=winners[0], points=0.1)
        assert "0.1 awarded" in given.text
        house.clean()


async def test_a_game_without_points_and_a_game_that_is_not_there_are_told_apart() -> None:
    async with judged("club", 6) as game:
        assert await game.order("award", seat=1, points=0.1, game=7) == (
            "There is no finished game of that number here."
        )
        await game.house.slash(game.judge, "mafia void")
        await game.house.seconds(5)
        refused = await game.order("award", seat=1, points=0.1)
        assert refused == "This game has no points: the rules give none, or it was broken off."
        game.house.clean()


async def test_the_seats_and_the_games_are_offered() -> None:
    async with judged("tournament") as game:
        await ended(game)
        everybody = await game.offered("award", "seat", points=0.1)
        assert everybody == [f"{n} · {game.person(n).user.display}" for n in range(1, 11)]
        assert await game.offered("award", "game", seat=1, points=0.1) == [
            "1 · tournament · The red team wins!"
        ]
        game.house.clean()


async def test_after_a_rematch_the_former_game_is_named_by_its_number() -> None:
    async with judged("tournament") as game:
        winners, _ = await ended(game)
        await game.house.slash(game.judge, "mafia rematch")
        await game.house.seconds(2)
        given = await game.order("award", seat=winners[0], points=0.1, game=1)
        assert "0.1 awarded" in given
        game.house.clean()


# --- protests ------------------------------------------------------------------------------------


async def test_a_protest_is_decided_once_and_for_all() -> None:
    async with judged("tournament") as game:
        winners, _ = await ended(game)
        seat = winners[0]
        await protested(game, seat)
        assert await game.offered("protest", "number", verdict="accepted", text="x") == [
            f"1 · {seat} · {game.person(seat).user.display}"
        ]
        decided = await game.order("protest", number=1, verdict="rejected", text="the video shows nothing")
        assert decided == f"Protest 1 of {who(game, seat)}: rejected."
        (protest,) = (await kept(game)).protests
        assert (protest.state, protest.verdict) == (ProtestState.REJECTED, "the video shows nothing")
        again = await game.order("protest", number=1, verdict="accepted", text="after all")
        assert again == "This protest is decided, and that is final."
        assert await game.offered("protest", "number", verdict="accepted", text="x") == []
        game.house.clean()


async def test_a_protest_that_is_not_there_cannot_be_decided() -> None:
    async with judged("tournament") as game:
        await ended(game)
        missing = await game.order("protest", number=3, verdict="accepted", text="yes")
        assert missing == "There is no protest of that number."
        game.house.clean()
