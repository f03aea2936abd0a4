"""What is shown of microphones: hints, the judge's line and button, the cue, notices, writers at night."""

import pytest

from mafiabot.engine.state import NightStep, Talk
from mafiabot.playground.controls import text_of
from mafiabot.playground.permissions import Perm
from tests.support.club import Club
from tests.support.judged import JudgedGame, judged

pytestmark = pytest.mark.virtual


def table_panel(house: Club) -> str:
    return text_of(house.host.latest(house.channel, label="My hand").payload)


def judge_panel(game: JudgedGame) -> str:
    return text_of(game.panel().payload)


def hand_of(game: JudgedGame, seat: int) -> str:
    return text_of(game.hand(seat).payload)


async def test_a_speaker_whose_own_microphone_is_off_is_told_and_so_is_the_judge_and_his_time_runs() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.open_panel()
        await game.open_hand(2)
        await game.person(2).self_mute(house.guild)
        await game.floor(1)
        await game.finish()
        await game.floor(2)
        await house.seconds(6)
        assert "Your microphone is off. Switch it on: your time is running." in hand_of(game, 2)
        assert "the player’s own microphone is off" in table_panel(house)
        assert "the player’s own microphone is off" in judge_panel(game)
        state = await house.state()
        assert isinstance(state.phase, Talk)
        assert state.phase.floor.running_since_ms is not None
        await game.person(2).self_mute(house.guild, False)
        await house.seconds(4)
        for shown in (hand_of(game, 2), table_panel(house), judge_panel(game)):
            assert "microphone is off" not in shown
        house.clean()


async def test_a_moment_of_silence_is_not_worth_a_word() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.floor(1)
        await game.person(1).self_mute(house.guild)
        await house.seconds(1)
        await game.person(1).self_mute(house.guild, False)
        await house.seconds(3)
        texts = [text_of(edit.payload) for edit in house.shown(house.host)]
        assert not any("microphone is off" in text for text in texts)


async def test_the_button_beside_the_reason_gives_seconds() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.floor(1)
        await game.person(1).self_mute(house.guild)
        await game.open_panel()
        await house.seconds(6)
        pressed = await game.judge.press(game.panel(), "+30 s")
        assert "Time added: 30 s." in (await pressed.outcome()).text
        house.clean()


async def test_who_is_not_there_is_waited_for_with_a_pause_at_hand() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.open_panel()
        await game.floor(1)
        await game.person(1).leave(house.guild)
        await house.seconds(6)
        assert "in no voice channel." in judge_panel(game)
        assert "The clock stands: the player is not in the voice channel." in table_panel(house)
        house.clean()


async def test_who_may_not_speak_here_is_named_with_the_check_beside_it() -> None:
    async with judged("club", 6) as game:
        house, mute = game.house, game.person(2)
        await game.open_panel()
        await game.floor(1)
        house.local.admin.set_channel_permission(house.channel, mute.id, Perm.SPEAK, False)
        await mute.leave(house.guild)
        await house.seconds(1)
        await mute.join(house.channel)
        await game.order("skip")
        await house.seconds(6)
        assert "has no right to speak in this channel." in judge_panel(game)
        checked = await (await game.judge.press(game.panel(), "Check")).outcome()
        assert "Not allowed to speak here" in checked.text
        assert "has no right to speak in this channel." in judge_panel(game)
        house.clean()


async def test_a_lost_permission_pauses_the_game_and_what_it_left_undone_is_done_when_it_is_back() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.floor(1)
        role = house.local.admin.bot_role(house.guild, house.bot.user.id)
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, False)
        await game.order("skip")
        await house.seconds(5)
        assert (await house.state()).paused is not None
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, True)
        await house.seconds(2)
        await house.slash(game.judge, "mafia resume")
        await game.floor(2)
        await house.seconds(2)
        muted = [seat for seat, person in game.seats.items() if house.guild.members[person.id].mute]
        assert muted == [1, 3, 4, 5, 6]
        house.clean()


async def test_ten_seconds_before_the_end_the_panel_says_so() -> None:
    async with judged("club", 6) as game:
        house = game.house
        state = await game.floor(1)
        assert isinstance(state.phase, Talk)
        floor = state.phase.floor
        assert floor.running_since_ms is not None
        ends_ms = floor.running_since_ms + floor.granted_ms
        await house.clock.sleep_until_ms(ends_ms - 11_500)
        assert "Ten seconds left." not in table_panel(house)
        await house.clock.sleep_until_ms(ends_ms - 9_500)
        assert "Ten seconds left." in table_panel(house)
        await game.floor(2)
        await house.seconds(2)
        assert "Ten seconds left." not in table_panel(house)
        house.clean()


async def test_added_seconds_take_the_cue_back() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.open_panel()
        await game.floor(1)
        await house.seconds(52)
        assert "Ten seconds left." in table_panel(house)
        await game.touch("+30 s")
        await house.seconds(2)
        assert "Ten seconds left." not in table_panel(house)
        house.clean()


async def test_a_microphone_opened_by_hand_is_closed_once_then_it_is_the_judges() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.open_panel()
        await game.floor(1)
        await house.seconds(8)
        meddler = game.person(4)
        house.local.admin.set_mute(house.guild, meddler.id, False)
        await house.seconds(3)
        assert house.guild.members[meddler.id].mute
        notices = [text for text in house.public() if "by hand, and the bot has put it right" in text]
        assert len(notices) == 1
        house.local.admin.set_mute(house.guild, meddler.id, False)
        await house.seconds(6)
        assert not house.guild.members[meddler.id].mute
        assert "Set by hand and left to you until the turn ends: **4**" in judge_panel(game)
        await game.order("skip")
        await game.floor(2)
        await house.seconds(4)
        assert house.guild.members[meddler.id].mute
        assert "Set by hand" not in judge_panel(game)
        house.clean()


async def test_in_a_pause_what_people_switch_stays_switched_and_nobody_is_told() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.floor(1)
        await house.slash(game.judge, "mafia pause")
        await house.seconds(3)
        house.local.admin.set_mute(house.guild, game.person(4).id, False)
        await house.seconds(10)
        assert not house.guild.members[game.person(4).id].mute
        assert not any("by hand" in text for text in house.public())
        await house.slash(game.judge, "mafia resume")
        await house.seconds(4)
        assert house.guild.members[game.person(4).id].mute
        house.clean()


async def test_who_begins_to_write_at_night_is_shown_to_the_judge_alone() -> None:
    async with judged("club", 6) as game:
        house = game.house
        await game.open_panel()
        await game.skip_talk()
        await game.step(NightStep.SHOTS)
        await game.person(3).begin_to_type(house.channel)
        await game.person(5).say(house.channel, "psst")
        await house.seconds(6)
        assert "Wrote in the chat tonight: **3**" in judge_panel(game)
        assert "**5**" in judge_panel(game).partition("Wrote in the chat tonight")[2]
        assert "Wrote" not in table_panel(house)
        await game.to_day()
        await house.seconds(6)
        assert "Wrote" not in judge_panel(game)
        house.clean()


class TestTheJudgesPanel:
    async def test_it_follows_the_game_by_itself(self) -> None:
        async with judged("club", 6) as game:
            await game.floor(1)
            await game.open_panel()
            for seat in (1, 2):
                assert f"Player **{seat}**" in judge_panel(game)
                await game.finish()
                await game.floor(seat + 1)
                await game.house.seconds(3)
            game.house.clean()

    async def test_it_keeps_the_chosen_seat_and_the_last_line(self) -> None:
        async with judged("classic") as game:
            await game.floor(1)
            await game.open_panel()
            await game.pick("Player", "3")
            await game.finish()
            await game.floor(2)
            await game.house.seconds(3)
            assert "Chosen: **3**" in judge_panel(game)
            game.house.clean()

    async def test_a_question_is_not_wiped_away(self) -> None:
        async with judged("classic") as game:
            await game.floor(1)
            await game.open_panel()
            await game.touch("Annul game …")
            await game.finish()
            await game.floor(2)
            await game.house.seconds(5)
            asked = game.judge.latest(game.house.channel, label="Yes, annul")
            assert "Annul the game?" in text_of(asked.payload)
            game.house.clean()

    async def test_it_is_brought_up_to_date_after_a_restart(self) -> None:
        async with judged("club", 6) as game:
            await game.floor(1)
            await game.open_panel()
            await game.house.kill_bot()
            await game.house.seconds(3)
            await game.house.start_bot()
            await game.floor(2)
            await game.house.seconds(4)
            assert "Player **2**" in judge_panel(game)
            game.house.clean()

    async def test_after_a_hand_over_the_former_judges_panel_is_left_and_refused(self) -> None:
        async with judged("club", 6) as game:
            house = game.house
            other = house.local.add_person("Other judge", house.guild)
            await other.join(house.channel)
            await game.floor(1)
            await game.open_panel()
            await game.order("hand-over", member=other)
            before = judge_panel(game)
            await game.finish()
            await game.floor(2)
            await house.seconds(5)
            assert judge_panel(game) == before
            late = await game.touch("Pause")
            assert "judge" in late.text
            assert (await house.state()).paused is None
            house.clean()

    async def test_it_takes_no_more_than_an_edit_every_two_seconds(self) -> None:
        async with judged("club", 6) as game:
            house = game.house
            await game.floor(1)
            await game.open_panel()
            await house.seconds(5)
            before = len(house.local.records.requests)
            for _ in range(40):
                await game.person(4).leave(house.guild)
                await house.seconds(0.2)
                await game.person(4).join(house.channel)
                await house.seconds(0.2)
            asked = house.local.records.requests[before:]
            edits = [r for r in asked if r.key == "PATCH /webhooks/{}/{}/messages/@original"]
            assert 3 <= len(edits) <= 12
            house.clean()

    async def test_at_the_end_it_says_that_it_works_no_longer(self) -> None:
        async with judged("club", 6) as game:
            await game.floor(1)
            await game.open_panel()
            await game.house.slash(game.judge, "mafia stop")
            await game.house.seconds(6)
            shown = [text_of(seen.payload) for seen in game.house.shown(game.judge) if seen.ephemeral]
            assert any("The game is over, this panel works no longer." in text for text in shown)
            game.house.clean()
