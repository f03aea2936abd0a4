"""Who judges: hand-overs, co-judges, what is offered to them, menus, what `/mafia` lets a judge do."""

import pytest

from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.state import SpeechKind
from mafiabot.playground.permissions import Perm
from tests.support.club import club
from tests.support.judged import judged

pytestmark = pytest.mark.virtual


# --- who judges ----------------------------------------------------------------------------------


async def test_a_player_who_types_judge_is_told_who_may() -> None:
    async with judged() as game:
        await game.floor(1)
        house, player = game.house, game.person(2)
        answered = await house.slash(player, "judge foul", seat=3, reason="another reason")
        assert answered.text == "Only the judge of this table can do that."
        assert (await house.state()).fouls == ()
        house.clean()


async def test_judge_is_answered_where_there_is_no_table_no_game_and_no_judge() -> None:
    async with club() as house:
        nowhere = await house.slash(house.host, "judge skip")
        assert nowhere.text == "There is no open table in this channel."
        await house.open_table()
        early = await house.slash(house.host, "judge skip")
        assert early.text.startswith("The game has not begun.")
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(2)
        nobody = await house.slash(house.host, "judge skip")
        assert nobody.text.startswith("This table has no judge.")
        house.clean()


async def test_a_moderator_takes_a_table_without_judge_and_judges_it() -> None:
    async with judged("club", 6, judge=False) as game:
        assert (await game.house.state()).judge_id is None
        await game.floor(1)
        taken = await game.order("hand-over")
        assert taken == f"The judge now is <@{game.judge.id}>."
        assert (await game.order("skip")) == "The speech is ended."
        game.house.clean()


async def test_a_former_judge_has_no_say_at_once() -> None:
    async with judged("club", 6) as game:
        house = game.house
        other = house.local.add_person("Other", house.guild)
        await game.floor(1)
        assert await game.order("hand-over", member=other) == f"The judge now is <@{other.id}>."
        assert await game.order("skip") == "Only the judge of this table can do that."
        skipped = await house.slash(other, "judge skip")
        assert skipped.text == "The speech is ended."
        house.clean()


async def test_nobody_but_the_judge_and_moderators_hands_a_table_over() -> None:
    async with judged("club", 6) as game:
        house = game.house
        stranger = house.local.add_person("Stranger", house.guild)
        refused = await house.slash(stranger, "judge hand-over")
        assert refused.text == "Only the judge can do that."
        house.local.admin.set_channel_permission(house.channel, stranger.id, Perm.MUTE_MEMBERS, True)
        await house.seconds(1)
        assert (await house.slash(stranger, "judge hand-over")).text == f"The judge now is <@{stranger.id}>."
        house.clean()


async def test_who_plays_can_neither_judge_nor_take_the_table() -> None:
    async with judged("club", 6) as game:
        house, player = game.house, game.person(2)
        seated = "Whoever sits at the table cannot judge it."
        assert await game.order("hand-over", member=player.user) == seated
        assert await game.order("co-judge", member=player.user) == seated
        house.local.admin.set_channel_permission(house.channel, player.id, Perm.MUTE_MEMBERS, True)
        await house.seconds(1)
        assert (await house.slash(player, "judge hand-over")).text == seated
        house.clean()


async def test_a_bot_is_no_judge() -> None:
    async with judged("club", 6) as game:
        assert await game.order("hand-over", member=game.house.bot.user) == "A bot cannot judge."
        assert await game.order("co-judge", member=game.house.bot.user) == "A bot cannot judge."
        game.house.clean()


async def test_a_side_judge_helps_until_he_is_let_go() -> None:
    async with judged() as game:
        house = game.house
        side = house.local.add_person("Side", house.guild)
        await game.floor(1)
        assert await game.order("co-judge", member=side) == f"Side judge: <@{side.id}>."
        fouled = await house.slash(side, "judge foul", seat=3, reason="another reason")
        assert fouled.text.startswith("Foul given:")
        assert await game.order("co-judge") == "There is no side judge any more."
        refused = await house.slash(side, "judge unfoul", seat=3)
        assert refused.text == "Only the judge of this table can do that."
        house.clean()


# --- what is offered, in which words --------------------------------------------------------------


async def test_the_living_are_offered_by_number_and_name() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.order("remove", seat=4, cause="showing the card")
        everybody = await game.offered("foul", "seat")
        assert [label.split(" ")[0] for label in everybody] == ["1", "2", "3", "5", "6", "7", "8", "9", "10"]
        name = game.person(7).user.display
        assert f"7 · {name}" in await game.offered("foul", "seat", name.lower())
        assert await game.offered("team-loss", "seat", "4 ·") == [f"4 · {game.person(4).user.display}"]
        game.house.clean()


async def test_a_judge_uses_his_own_language() -> None:
    async with judged() as game:
        house, judge = game.house, game.judge
        await game.floor(1)
        for locale, command, options, words in (
            ("ru", "судья фол", {"номер": 3, "причина": "спор с судьёй"}, "Фол: **3**"),
            ("uk", "суддя фол", {"номер": 3, "причина": "суперечка із суддею"}, "Фол: **3**"),
        ):
            judge.user.locale = locale
            answered = await house.slash(judge, command, **options)
            assert answered.text.startswith(words)
        offered = await judge.autocomplete(house.channel, "суддя скасувати", "кроки", "")
        assert offered[0]["name"].startswith("1. фол гравцеві 3")
        house.clean()


# --- context menus -------------------------------------------------------------------------------


async def test_the_menu_foul_asks_for_the_reason_and_gives_it() -> None:
    async with judged() as game:
        await game.floor(1)
        asked = await (await game.judge.menu(game.house.channel, "Foul", game.person(3))).outcome()
        assert "A foul for **3**" in asked.text
        given = await game.pick("Foul for player 3: reason", FoulReason.KNOCKING.value)
        assert "Foul given: **3**" in given.text
        assert [foul.reason for foul in (await game.house.state()).fouls] == [FoulReason.KNOCKING]
        game.house.clean()


async def test_the_menu_floor_gives_the_floor() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        given = await (await game.judge.menu(game.house.channel, "Floor", game.person(3))).outcome()
        assert given.text.startswith("The floor goes to **3**")
        await game.floor(3, SpeechKind.EXTRA)
        game.house.clean()


async def test_the_menus_answer_for_whoever_does_not_play_or_does_not_judge() -> None:
    async with judged() as game:
        house = game.house
        for menu in ("Foul", "Floor"):
            outside = await (await game.judge.menu(house.channel, menu, game.judge)).outcome()
            assert outside.text == "That person does not play at this table."
            player = await (await game.person(2).menu(house.channel, menu, game.person(3))).outcome()
            assert player.text == "Only the judge of this table can do that."
        house.clean()


async def test_the_menu_foul_says_where_no_foul_can_be_given() -> None:
    async with judged("club", 6) as game:
        refused = await (await game.judge.menu(game.house.channel, "Foul", game.person(3))).outcome()
        assert refused.text == "The rules of this table do not allow that."
        game.house.clean()


# --- what /mafia lets a judge do ------------------------------------------------------------------


async def test_a_judge_who_is_no_moderator_pauses_and_goes_on() -> None:
    async with judged("club", 6) as game:
        house = game.house
        guest = house.local.add_person("Guest", house.guild)
        await game.floor(1)
        refused = await house.slash(guest, "mafia pause")
        assert refused.text == "Only the judge can do that."
        await game.order("hand-over", member=guest)
        assert (await house.slash(guest, "mafia pause")).text == "Paused."
        assert (await house.slash(guest, "mafia resume")).text == "The game goes on."
        house.clean()
