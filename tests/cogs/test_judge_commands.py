"""`/judge` through the real client: fouls, removals, the clock, what is said aloud, undo, absent people."""

import pytest

from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.state import Ended, NightStep, Outcome, SpeechKind, Status, Talk
from mafiabot.playground.errors import NotPossible
from tests.support.judged import judged

pytestmark = pytest.mark.virtual


# --- fouls ---------------------------------------------------------------------------------------


async def test_a_foul_counts_and_is_told_with_its_reason() -> None:
    async with judged() as game:
        await game.floor(1)
        answered = await game.order("foul", seat=3, reason="arguing with the judge", text="twice *today*")
        await game.house.seconds(2)
        state = await game.house.state()
        assert answered == f"Foul given: **3** · {game.person(3).user.display}, that makes 1."
        assert [(f.seat, f.reason, f.text) for f in state.fouls] == [(3, FoulReason.ARGUING, "twice *today*")]
        assert any("twice \\*today\\*" in text for text in game.house.public())
        game.house.clean()


async def test_the_third_foul_costs_a_speech_and_the_fourth_the_game() -> None:
    async with judged() as game:
        await game.floor(1)
        answers = [await game.order("foul", seat=5, reason="another reason") for _ in range(4)]
        state = await game.house.state()
        assert "loses the next speech" in answers[2]
        assert "is out of the game" in answers[3]
        assert state.seat(5).status is Status.REMOVED
        late = await game.order("foul", seat=5, reason="another reason")
        assert late == f"**5** · {game.person(5).user.display} has left the game."
        game.house.clean()


async def test_a_foul_is_taken_back_and_then_there_is_none() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.order("foul", seat=3, reason="another reason")
        who = f"**3** · {game.person(3).user.display}"
        assert await game.order("unfoul", seat=3) == f"Foul taken back: {who}, 0 left."
        assert await game.order("unfoul", seat=3) == f"{who} has no foul to take back."
        game.house.clean()


async def test_where_the_rules_know_no_fouls_the_judge_is_told() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        refused = "The rules of this table do not allow that."
        assert await game.order("foul", seat=3, reason="another reason") == refused
        assert await game.order("remove", seat=3, cause="showing the card") == refused
        assert await game.order("team-loss", seat=3) == refused
        game.house.clean()


# --- removals ------------------------------------------------------------------------------------


async def test_a_removal_takes_a_player_out_and_its_undo_brings_him_back() -> None:
    async with judged() as game:
        await game.floor(1)
        name = game.person(4).user.display
        assert await game.order("remove", seat=4, cause="showing the card") == f"Removed: **4** · {name}."
        removed = await game.house.state()
        assert removed.seat(4).status is Status.REMOVED
        assert removed.owed_cancels == (4,)
        assert await game.offered("undo", "steps") == [f"1. removal of player 4 · {name}"]
        undone = await game.order("undo", steps=1, reason="mistaken")
        back = await game.house.state()
        assert undone == f"Undone (1): removal of player **4** · {name}."
        assert back.seat(4).alive
        assert back.owed_cancels == ()
        assert back.seq > removed.seq
        game.house.clean()


async def test_in_club_who_is_gone_is_taken_out_though_there_are_no_removals() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        answered = await game.order("remove", seat=4, cause="did not come back to the channel")
        state = await game.house.state()
        assert answered.startswith("Removed: **4**")
        assert [gone.cause for gone in state.gone] == [GoneCause.UNSEATED]
        game.house.clean()


async def test_team_loss_gives_the_game_to_the_others() -> None:
    async with judged("tournament") as game:
        await game.floor(1)
        (culprit, *_) = await game.black()
        answered = await game.order("team-loss", seat=culprit, text="peeping")
        state = await game.house.state()
        assert answered.startswith("Team loss: the team of ")
        assert isinstance(state.phase, Ended)
        assert state.phase.outcome is Outcome.RED
        over = await game.order("skip")
        assert over == "The game is over, this panel works no longer."
        game.house.clean()


# --- the floor and the clock ---------------------------------------------------------------------


async def test_a_speech_is_ended_by_the_judge() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        assert await game.order("skip") == "The speech is ended."
        await game.floor(2)
        game.house.clean()


async def test_seconds_are_added_and_taken_away() -> None:
    async with judged("club", 6) as game:
        state = await game.floor(1)
        assert isinstance(state.phase, Talk)
        granted_ms = state.phase.floor.granted_ms
        assert await game.order("time", seconds=20) == "Time added: 20 s."
        assert await game.order("time", seconds=-5) == "Time taken away: 5 s, or what was left of it."
        state = await game.house.state()
        assert isinstance(state.phase, Talk)
        assert state.phase.floor.granted_ms == granted_ms + 15_000
        game.house.clean()


async def test_no_time_to_change_is_said_and_so_is_a_phase_that_runs_to_its_end() -> None:
    async with judged("club", 6) as game:
        await game.step(NightStep.MAFIA_MINUTE)
        assert await game.order("time", seconds=20) == "Nothing is running whose time could be changed."
        assert await game.order("skip") == "Nobody has the floor now."
        refused = await game.order("end-phase")
        assert refused == "The rules let this run to its end, it cannot be cut short."
        game.house.clean()


async def test_free_seating_is_ended_early() -> None:
    async with judged("tournament") as game:
        await game.step(NightStep.FREE_SEATING)
        assert await game.order("end-phase") == "The phase is ended."
        assert isinstance((await game.house.state()).phase, Talk)
        game.house.clean()


async def test_the_floor_out_of_turn_interrupts_and_the_speech_goes_on_afterwards() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        answered = await game.order("floor", seat=6, length=10)
        assert answered == f"The floor goes to **6** · {game.person(6).user.display} for 10 s."
        await game.floor(6, SpeechKind.EXTRA)
        await game.floor(1)
        game.house.clean()


async def test_who_has_the_floor_cannot_be_given_it() -> None:
    async with judged("classic", 10) as game:
        await game.floor(1)
        assert (await game.order("floor", seat=1)).endswith(" has the floor already.")
        game.house.clean()


async def test_a_speech_longer_than_the_rules_of_the_command_cannot_be_asked_for() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        with pytest.raises(NotPossible):
            await game.order("floor", seat=6, length=3600)
        game.house.clean()


# --- said aloud ----------------------------------------------------------------------------------


async def test_of_three_seats_named_in_one_breath_the_first_acceptable_one_counts() -> None:
    """E19."""
    async with judged("club", 6) as game:
        await game.floor(1)
        await game.order("nominate", seats="6")
        await game.order("skip")
        await game.floor(2)
        answered = await game.order("nominate", seats="6, 5, 3")
        state = await game.house.state()
        assert answered == f"Nominated: **5** · {game.person(5).user.display}."
        assert state.today is not None
        assert [(n.by, n.seat) for n in state.today.nominations] == [(1, 6), (2, 5)]
        game.house.clean()


async def test_numbers_that_are_none_are_answered_with_how_to_write_them() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        for typed in ("five", "3 and 5", "³", "123", "–"):
            assert await game.order("nominate", seats=typed) == "Give the numbers like this: `3 5 7`."
        game.house.clean()


async def test_a_best_move_named_aloud_is_written_down() -> None:
    """E73: the numbers spoken are his best move."""
    async with judged() as game:
        await game.floor(1)
        await game.skip_talk()
        (victim, *_) = await game.red()
        await game.play_night(kill=victim)
        await game.floor(victim, SpeechKind.BEST_MOVE)
        others = [seat for seat in range(1, 11) if seat != victim][:3]
        answered = await game.order("best-move", seats=" ".join(map(str, others)))
        state = await game.house.state()
        assert answered == f"Best move written down: {', '.join(map(str, others))}."
        assert state.best_move is not None
        assert (state.best_move.by, state.best_move.seats) == (victim, tuple(others))
        game.house.clean()


# --- undo ----------------------------------------------------------------------------------------


async def test_several_steps_back_are_named_newest_first() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.order("foul", seat=3, reason="another reason")
        await game.order("nominate", seats="5")
        offered = await game.offered("undo", "steps")
        assert [label.split(" of")[0] for label in offered] == ["1. nomination", "2. foul"]
        undone = await game.order("undo", steps=2, reason="wrong table")
        state = await game.house.state()
        assert undone.startswith("Undone (2): nomination of player **5**")
        assert state.fouls == ()
        assert state.today is not None
        assert state.today.nominations == ()
        game.house.clean()


async def test_more_steps_than_there_are_undo_nothing() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.order("foul", seat=3, reason="another reason")
        assert await game.order("undo", steps=2, reason="too far") == "There is nothing left to undo."
        assert (await game.house.state()).seat(3).fouls == 1
        game.house.clean()


async def test_what_could_be_undone_is_offered_to_the_judge_alone() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.order("foul", seat=3, reason="another reason")
        player = game.person(2)
        assert await player.autocomplete(game.house.channel, "judge undo", "steps", "", reason="x") == []
        game.house.clean()


# --- who is not there ----------------------------------------------------------------------------


async def test_somebody_who_waits_is_seated_for_one_who_vanished() -> None:
    async with judged(seats=11) as game:
        house, newcomer = game.house, game.house.people[10]
        await game.floor(1)
        assert "has not left the channel" in await game.order("substitute", seat=4)
        await game.person(4).leave(house.guild)
        await house.seconds(2)
        assert await game.offered("substitute", "seat") == [f"4 · {game.person(4).user.display}"]
        answered = await game.order("substitute", seat=4, member=newcomer)
        state = await house.state()
        assert answered == "Seat **4** is played on by Player 11."
        assert state.seat(4).person.user_id == newcomer.id
        house.clean()


async def test_with_nobody_waiting_there_is_no_substitute() -> None:
    async with judged("club", 6) as game:
        await game.floor(1)
        await game.person(4).leave(game.house.guild)
        await game.house.seconds(2)
        refused = await game.order("substitute", seat=4)
        assert refused == "A substitute comes from the waiting list, and that person is not in it."
        game.house.clean()


async def test_an_absence_is_asked_about_waited_for_and_asked_about_again() -> None:
    async with judged() as game:
        await game.floor(1)
        who = f"**6** · {game.person(6).user.display}"
        assert await game.order("wait", seat=6) == f"{who}: there is nobody to wait for."
        await game.person(6).leave(game.house.guild)
        await game.until(lambda state: bool((away := state.seat(6).away) and away.asked), most_s=900)
        assert await game.offered("wait", "seat") == [f"6 · {game.person(6).user.display}"]
        assert await game.order("wait", seat=6) == f"Waiting on for {who}."
        away = (await game.house.state()).seat(6).away
        assert away is not None
        assert not away.asked
        game.house.clean()
