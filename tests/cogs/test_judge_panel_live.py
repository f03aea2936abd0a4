"""The judge's panel through the real client: for judges alone, and answered by the whole of it anew."""

import pytest

from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.state import Ended, GameState, Outcome, Role, SpeechKind, Status
from mafiabot.playground.controls import find, text_of
from mafiabot.playground.interactions import DEFERRED_UPDATE, Interaction
from mafiabot.ui.ids import Action, ControlId
from tests.support.club import Club
from tests.support.judged import JudgedGame, judged
from tests.support.presses import forged

pytestmark = pytest.mark.virtual

SEAT = "Player"
FOUL = "Foul for player 3: reason"
UNDO = "Undo: back to before …"


class SlowReading(MemoryStore):
    """Takes two seconds to find a game once it knows the house."""

    house: Club | None = None

    async def load(self, game_id: str) -> GameState | None:
        if self.house is not None:
            await self.house.seconds(2)
        return await super().load(game_id)


def on_panel(answered: Interaction, label: str) -> bool:
    """Whether the answer is a panel that shows this control."""
    return answered.message is not None and find(answered.message.payload, label=label) is not None


PANEL_EDIT = "PATCH /webhooks/{}/{}/messages/@original"


async def opened(game: JudgedGame, seat: int | None = None) -> Interaction:
    await game.floor(1)
    panel = await game.open_panel()
    return await game.pick(SEAT, str(seat)) if seat is not None else panel


async def test_the_judge_gets_his_panel_and_everybody_else_a_sentence() -> None:
    async with judged() as game:
        panel = await opened(game)
        assert on_panel(panel, "End speech")
        assert panel.message is not None
        assert panel.message.ephemeral
        assert "Roles" not in panel.text
        player = await game.house.press(game.person(2), "Judge")
        assert player.text == "Only the judge of this table can do that."
        assert not on_panel(player, "End speech")
        game.house.clean()


async def test_a_foul_is_a_seat_and_a_reason() -> None:
    async with judged() as game:
        chosen = await opened(game, 3)
        assert f"Chosen: **3** · {game.person(3).user.display} – in the game, no fouls" in chosen.text
        given = await game.pick(FOUL, FoulReason.ARGUING.value)
        assert f"Foul given: **3** · {game.person(3).user.display}, that makes 1." in given.text
        assert "1 foul" in given.text
        assert on_panel(given, "Take foul back")
        back = await game.touch("Take foul back")
        assert "Foul taken back: **3**" in back.text
        assert (await game.house.state()).seat(3).fouls == 0
        game.house.clean()


async def test_a_foul_in_the_judges_own_words_is_asked_in_a_form() -> None:
    async with judged() as game:
        await opened(game, 3)
        form = await game.pick(FOUL, FoulReason.OTHER.value)
        assert form.modal is not None
        assert form.modal["title"] == "Foul for player 3"
        given = await game.fill(form, "For what, in your own words", "  knocked on the *door*  ")
        assert "Foul given: **3**" in given.text
        assert on_panel(given, "End speech")
        (foul,) = (await game.house.state()).fouls
        assert (foul.reason, foul.text) == (FoulReason.OTHER, "knocked on the *door*")
        game.house.clean()


async def test_a_form_that_was_opened_before_a_restart_is_still_taken() -> None:
    async with judged() as game:
        await opened(game, 3)
        form = await game.pick(FOUL, FoulReason.OTHER.value)
        await game.house.kill_bot()
        await game.house.start_bot()
        given = await game.fill(form, "For what, in your own words", "late")
        assert "Foul given: **3**" in given.text
        game.house.clean()


async def test_two_people_may_fill_in_the_same_form_at_once() -> None:
    async with judged() as game:
        house = game.house
        side = house.local.add_person("Side", house.guild)
        await game.order("co-judge", member=side)
        await opened(game, 3)
        mine = await game.pick(FOUL, FoulReason.OTHER.value)
        await house.press(side, "Judge")
        seen = side.latest(house.channel, label=SEAT)
        await (await side.select(seen, ["3"], SEAT)).outcome()
        theirs = await (
            await side.select(side.latest(house.channel, label=FOUL), [FoulReason.OTHER.value], FOUL)
        ).outcome()
        first = await game.fill(mine, "For what, in your own words", "one")
        submitted = await side.submit_modal(theirs, {"For what, in your own words": "two"})
        second = await submitted.outcome()
        assert "that makes 1" in first.text
        assert "that makes 2" in second.text
        house.clean()


async def test_a_form_that_would_come_too_late_is_asked_for_once_more() -> None:
    """Discord takes a form as the first answer only, and that was “one moment”."""
    store = SlowReading()
    async with judged(store=store) as game:
        await opened(game, 3)
        assert game.house.app is not None
        game.house.app.services.game._cache.clear()
        store.house = game.house
        slow = await game.pick(FOUL, FoulReason.OTHER.value)
        store.house = None
        assert slow.answer_kind == DEFERRED_UPDATE
        await game.house.seconds(3)
        assert any("please press once more" in text_of(seen.payload) for seen in game.house.shown(game.judge))
        form = await game.pick(FOUL, FoulReason.OTHER.value)
        assert form.modal is not None
        game.house.clean()


async def test_a_removal_asks_for_its_cause_and_once_more() -> None:
    async with judged() as game:
        await opened(game, 4)
        asked = await game.touch("Remove …")
        assert f"Remove **4** · {game.person(4).user.display} from the game?" in asked.text
        named = await game.pick("Remove for what?", GoneCause.CARD_SHOWN.value)
        assert (await game.house.state()).seat(4).alive
        assert on_panel(named, "Yes, remove")
        removed = await game.touch("Yes, remove", face="Yes, remove")
        assert f"Removed: **4** · {game.person(4).user.display}." in removed.text
        state = await game.house.state()
        assert [gone.cause for gone in state.gone] == [GoneCause.CARD_SHOWN]
        game.house.clean()


async def test_going_back_from_a_question_changes_nothing() -> None:
    async with judged("tournament") as game:
        await opened(game, 4)
        for question in ("Remove …", "Team loss …", "Annul game …"):
            asked = await game.touch(question)
            assert not on_panel(asked, "End speech")
            back = await game.touch("Back", face="Back")
            assert on_panel(back, "End speech")
            await game.pick(SEAT, "4")
        state = await game.house.state()
        assert len(state.living) == 10
        game.house.clean()


async def test_team_loss_is_asked_once_more_and_ends_the_game() -> None:
    async with judged("tournament") as game:
        (culprit, *_) = await game.red()
        await opened(game, culprit)
        await game.touch("Team loss …")
        lost = await game.touch("Yes, the team loses", face="Yes, the team loses")
        assert "Team loss: the team of" in lost.text
        state = await game.house.state()
        assert isinstance(state.phase, Ended)
        assert state.phase.outcome is Outcome.BLACK
        late = await game.touch("Refresh")
        assert late.text == "The game is over, this panel works no longer."
        game.house.clean()


async def test_annulling_is_asked_once_more() -> None:
    async with judged("club", 6) as game:
        await opened(game)
        await game.touch("Annul game …")
        annulled = await game.touch("Yes, annul", face="Yes, annul")
        assert "The game is annulled." in annulled.text
        state = await game.house.state()
        assert isinstance(state.phase, Ended)
        assert state.phase.outcome is Outcome.VOID
        game.house.clean()


async def test_the_clock_is_the_judges() -> None:
    async with judged("club", 6) as game:
        await opened(game)
        assert "Time added: 30 s." in (await game.touch("+30 s")).text
        assert "Time taken away: 15 s, or what was left of it." in (await game.touch("−15 s")).text
        paused = await game.touch("Pause")
        assert "Paused." in paused.text
        assert (await game.house.state()).paused is not None
        assert "The game goes on." in (await game.touch("Resume")).text
        await game.floor(1)
        await game.touch("Refresh")
        assert "The speech is ended." in (await game.touch("End speech")).text
        await game.floor(2)
        game.house.clean()


async def test_a_skip_meant_for_a_former_speech_skips_nobody() -> None:
    async with judged("club", 6) as game:
        await opened(game)
        game.house.local.core.faults.answer(PANEL_EDIT, 404)  # so that his screen still shows the former one
        await game.finish()
        await game.floor(2)
        await game.house.seconds(3)
        late = await game.touch("End speech")
        assert "The game has moved on meanwhile" in late.text
        state = await game.floor(2)
        assert state.floors == 2
        game.house.clean()


async def test_the_floor_is_given_to_the_chosen_seat() -> None:
    async with judged("club", 6) as game:
        await opened(game, 5)
        given = await game.touch("Give floor")
        assert f"The floor goes to **5** · {game.person(5).user.display} for 30 s." in given.text
        await game.floor(5, SpeechKind.EXTRA)
        game.house.clean()


async def test_an_undo_is_chosen_in_words_and_its_reason_asked() -> None:
    async with judged() as game:
        await opened(game, 3)
        await game.pick(FOUL, FoulReason.ARGUING.value)
        await game.pick(FOUL, FoulReason.KNOCKING.value)
        state = await game.house.state()
        form = await game.pick(UNDO, str(state.acts[-1].at_ms))
        undone = await game.fill(form, "Why? Everybody will read it", "he said nothing")
        assert f"Undone (1): foul of player **3** · {game.person(3).user.display}." in undone.text
        state = await game.house.state()
        assert [foul.reason for foul in state.fouls] == [FoulReason.ARGUING]
        await game.house.seconds(8)
        assert any("he said nothing" in text for text in game.house.public())
        game.house.clean()


async def test_what_has_been_undone_meanwhile_is_not_undone_again() -> None:
    async with judged() as game:
        await opened(game, 3)
        await game.pick(FOUL, FoulReason.ARGUING.value)
        state = await game.house.state()
        form = await game.pick(UNDO, str(state.acts[-1].at_ms))
        await game.order("undo", steps=1, reason="faster")
        late = await game.fill(form, "Why? Everybody will read it", "too late")
        assert "The game has moved on meanwhile" in late.text
        game.house.clean()


async def test_an_absence_is_waited_for_or_ended_from_the_panel() -> None:
    async with judged() as game:
        await game.floor(1)
        await game.person(6).leave(game.house.guild)
        await game.until(lambda state: bool((away := state.seat(6).away) and away.asked), most_s=900)
        panel = await game.open_panel()
        assert f"**6** · {game.person(6).user.display} has been gone for long" in panel.text
        assert "Waiting on for **6**" in (await game.touch("Wait for 6")).text
        await game.until(lambda state: bool((away := state.seat(6).away) and away.asked), most_s=900)
        await game.touch("Refresh")
        asked = await game.touch("Remove 6")
        assert on_panel(asked, "Yes, remove")
        await game.touch("Yes, remove", face="Yes, remove")
        state = await game.house.state()
        assert state.seat(6).status is Status.REMOVED
        assert [gone.cause for gone in state.gone] == [GoneCause.ABSENT]
        game.house.clean()


async def test_a_substitute_is_the_one_who_has_waited_longest() -> None:
    async with judged(seats=11) as game:
        await game.floor(1)
        await game.person(4).leave(game.house.guild)
        await game.house.seconds(2)
        await game.open_panel()
        await game.pick(SEAT, "4")
        seated = await game.touch("Substitute")
        assert "Seat **4** is played on by Player 11." in seated.text
        game.house.clean()


async def test_roles_are_shown_where_the_guild_lets_its_judges_see_them() -> None:
    async with judged("club", 6, shows=True) as game:
        panel = await opened(game)
        roles = await game.roles()
        words = {Role.CIVILIAN: "civilian", Role.SHERIFF: "sheriff", Role.MAFIA: "mafia", Role.DON: "don"}
        told = ", ".join(f"{seat} {words[role]}" for seat, role in roles.items())
        assert f"Roles: ||{told}||" in panel.text
        game.house.clean()


async def test_a_former_judges_panel_obeys_him_no_more() -> None:
    async with judged("club", 6) as game:
        house = game.house
        other = house.local.add_person("Other", house.guild)
        await opened(game)
        await game.order("hand-over", member=other)
        refused = await game.touch("End speech")
        assert refused.text == "Only the judge of this table can do that."
        house.clean()


async def test_a_forged_control_does_nothing() -> None:
    async with judged() as game:
        await game.floor(1)
        house, state = game.house, await game.house.state()
        for action, arg, values in (
            (Action.J_FOUL, "99", ["arguing"]),
            (Action.J_FOUL, "3", ["no_such_reason"]),
            (Action.J_FOUL, "3", ["arguing", "knocking"]),
            (Action.J_SEAT, "0", ["99"]),
            (Action.J_CAUSE, "3", ["team_loss"]),
            (Action.J_UNDO, "0", ["x"]),
            (Action.J_UNDO, "0", ["²"]),
        ):
            answered = await forged(
                house, game.judge, str(ControlId(state.game_id, action, arg)), values=values
            )
            assert answered.text
        for action, arg in (
            (Action.J_REMOVE_YES, "3.fourth_foul"),
            (Action.J_REMOVE_YES, "3"),
            (Action.J_END, "0"),
        ):
            answered = await forged(house, game.judge, str(ControlId(state.game_id, action, arg)))
            assert answered.text
        after = await house.state()
        assert (after.fouls, after.gone, after.floors) == (state.fouls, state.gone, state.floors)
        house.clean()


async def test_a_players_press_on_a_tool_is_refused_by_the_game() -> None:
    async with judged() as game:
        await game.floor(1)
        house, state = game.house, await game.house.state()
        for action in (Action.J_PAUSE, Action.J_VOID_YES, Action.J_SKIP, Action.J_MORE):
            arg = str(state.floors) if action is Action.J_SKIP else "30"
            answered = await forged(house, game.person(2), str(ControlId(state.game_id, action, arg)))
            assert answered.text == "Only the judge of this table can do that."
        after = await house.state()
        assert after.paused is None
        assert after.floors == state.floors
        house.clean()
