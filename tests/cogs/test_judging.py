"""What a judge may do through the real client, and what anybody may read."""

import pytest

from mafiabot.engine.state import Ended, Lobby, NightStep, Outcome, Role, Talk
from mafiabot.playground import structure
from mafiabot.playground.controls import text_of
from mafiabot.playground.permissions import Perm
from tests.support.club import club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual


async def test_a_pause_stops_the_clocks_and_closes_the_microphones() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        paused = await house.slash(house.host, "mafia pause")
        assert paused.text == "Paused."
        await house.seconds(100)
        assert house.muted() == [1, 2, 3, 4, 5, 6]
        state = await house.state()
        assert isinstance(state.phase, Talk)
        assert state.phase.floor.turn.seat == 1
        again = await house.slash(house.host, "mafia pause")
        assert again.text == "The game is paused already."
        resumed = await house.slash(house.host, "mafia resume")
        assert resumed.text == "The game goes on."
        await game.floor(1)
        assert house.muted() == [2, 3, 4, 5, 6]
        said = "\n".join(house.public())
        assert "⏸️" in said
        assert "▶️" in said
        house.clean()


async def test_a_long_pause_is_mentioned() -> None:
    async with club() as house:
        await house.deal()
        await house.slash(house.host, "mafia pause")
        await house.seconds(905)
        assert any("The pause has become long" in text for text in house.public())
        house.clean()


async def test_who_has_not_opened_his_hand_is_named() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        for seat in (1, 2, 3, 4):
            await game.open_hand(seat)
        await game.step(NightStep.MAFIA_MINUTE)
        await house.seconds(2)
        (note,) = [text for text in house.public() if "Did not open their hands" in text]
        assert "**5** · Player 5, **6** · Player 6" in note
        house.clean()


@pytest.mark.parametrize(
    ("command", "outcome", "done"),
    [
        ("stop", Outcome.STOPPED, "The game is stopped, the table is closed."),
        ("void", Outcome.VOID, "The game is annulled."),
    ],
)
async def test_a_game_that_is_broken_off_is_laid_open(command: str, outcome: Outcome, done: str) -> None:
    async with club() as house:
        await house.deal()
        answered = await house.slash(house.host, f"mafia {command}")
        await house.seconds(15)
        state = await house.state()
        assert answered.text == done
        assert isinstance(state.phase, Ended)
        assert state.phase.outcome is outcome
        assert any("Deal seed: `" in text for text in house.public())
        assert house.muted() == []
        house.clean()


async def test_a_lobby_is_closed_without_a_verdict() -> None:
    async with club() as house:
        await house.open_table()
        closed = await house.slash(house.host, "mafia stop")
        assert closed.text == "The table is closed."
        await house.seconds(3)
        assert not any("seed" in text for text in house.public())
        assert (await house.slash(house.host, "mafia open", preset="club")).text.startswith("The table is")
        house.clean()


async def test_a_rematch_seats_the_same_people_under_the_next_number() -> None:
    async with club() as house:
        await house.deal()
        first = await house.state()
        refused = await house.slash(house.host, "mafia rematch")
        assert refused.text == "The game is still on."
        await house.slash(house.host, "mafia stop")
        await house.seconds(3)
        again = await house.slash(house.host, "mafia rematch")
        await house.seconds(3)
        second = await house.state()
        assert again.text == "A new table with the same people is open."
        assert isinstance(second.phase, Lobby)
        assert [seat.person for seat in second.seats] == [seat.person for seat in first.seats]
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in house.people:
            await house.press(person, "Ready")
        await house.seconds(2)
        dealt = await house.state()
        assert dealt.game_number == 2
        assert dealt.commitment != first.commitment
        opened = await Game(house).open_hand(1)
        assert "Your number is 1" in opened.text
        house.clean()


async def test_a_button_of_the_former_game_says_that_it_works_no_longer() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.open_hand(1)
        old = game.hand(1)
        await house.slash(house.host, "mafia pause")
        await house.seconds(16 * 60)
        await house.slash(house.host, "mafia stop")
        await house.seconds(3)
        await house.slash(house.host, "mafia rematch")
        await house.seconds(3)
        pressed = await (await house.people[0].press(old, "Leave the game")).outcome()
        assert "no longer works" in pressed.text
        house.clean()


async def test_unseating_in_a_game_takes_the_player_out() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        taken_out = await house.slash(house.host, "mafia unseat", seat=6)
        assert taken_out.text == "Player 6 is out of the game."
        await house.seconds(2)
        assert not (await house.state()).seat(6).alive
        assert any("The judge has taken player **6**" in text for text in house.public())
        house.clean()


# --- reading -------------------------------------------------------------------------------------


async def test_anybody_may_read_status_history_rules_and_help() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.to_day()
        await game.play_day({1: 3, 2: 4}, {3: (1, 2, 4, 5, 6)})
        stranger = house.local.add_person("Stranger", house.guild)
        for command, words in (
            ("status", "Night 2"),
            ("history", "Day 1"),
            ("rules", "60"),
            ("help", "How to play"),
        ):
            answer = await house.slash(stranger, f"mafia {command}")
            assert words in answer.text, command
        log = await house.press(stranger, "Game log")
        assert "Day 1" in log.text
        house.clean()


async def test_rules_can_be_read_where_there_is_no_table() -> None:
    async with club() as house:
        answer = await house.slash(house.people[0], "mafia rules", preset="club")
        status = await house.slash(house.people[0], "mafia status")
        assert "60" in answer.text
        assert status.text == "There is no open table in this channel."
        house.clean()


async def test_the_rules_button_of_the_lobby_works() -> None:
    async with club() as house:
        await house.open_table()
        rules = await house.press(house.people[0], "Rules")
        assert "60" in rules.text
        house.clean()


# --- before a game -------------------------------------------------------------------------------


async def test_the_check_passes_and_says_nothing_it_does_not_know() -> None:
    """The gateway's latency is unknown until the first heartbeat has been answered."""
    async with club() as house:
        answer = await house.slash(house.host, "mafia check")
        assert "✅ Mute Members" in answer.text
        assert "nan" not in answer.text
        assert "inf" not in answer.text
        house.clean()


async def test_the_check_names_who_is_muted_and_who_could_unmute_himself() -> None:
    async with club() as house:
        for person in house.people:
            await person.join(house.channel)
        await house.host.join(house.channel)
        house.local.admin.set_mute(house.guild, house.people[1].id, True)
        await house.seconds(1)
        answer = await house.slash(house.host, "mafia check")
        assert f"<@{house.people[1].id}>" in answer.text
        house.clean()


async def test_a_role_makes_moderators() -> None:
    async with club() as house:
        role = structure.new_role(house.local.core, house.guild, "judges")
        kept = await house.slash(house.host, "mafia settings", role=role, language="uk")
        assert f"<@&{role.id}>" in kept.text
        house.local.admin.give_role(house.guild, house.people[0].id, role)
        await house.seconds(1)
        opened = await house.slash(house.people[0], "mafia open", preset="club")
        assert opened.text.startswith("The table is open")
        await house.seconds(2)
        assert "Сісти за стіл" in str(house.shown(house.host)[-1].payload)
        house.clean()


async def test_microphones_are_given_back_by_hand() -> None:
    async with club() as house:
        await house.open_table()
        nothing = await house.slash(house.host, "mafia unmute-all")
        assert "Nothing to give back" in nothing.text
        refused = await house.slash(house.people[0], "mafia unmute-all")
        assert refused.text == "This takes the right Mute Members in the whole server."
        house.clean()


async def test_who_is_out_is_counted_as_owed() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.step(NightStep.MAFIA_MINUTE)
        await house.people[5].leave(house.guild)
        await house.slash(house.host, "mafia stop")
        await house.seconds(5)
        answer = await house.slash(house.host, "mafia unmute-all")
        assert "1 more member gets it" in answer.text
        house.clean()


# --- a moderator who plays -----------------------------------------------------------------------


async def test_a_moderator_who_plays_sees_no_more_than_a_player() -> None:
    async with club() as house:
        judge = house.people[0]
        house.local.admin.set_channel_permission(house.channel, judge.id, Perm.MUTE_MEMBERS, True)
        await house.deal()
        game = Game(house)
        await game.open_hand(1)
        await game.to_day()
        roles = await game.roles()
        for command in ("status", "history", "check"):
            await house.slash(judge, f"mafia {command}")
        await house.slash(judge, "mafia pause")
        await house.slash(judge, "mafia resume")
        own = {
            seen.id for seen in house.shown(judge) if seen.ephemeral and "Role: ||" in text_of(seen.payload)
        }
        texts = [text_of(seen.payload) for seen in house.shown(judge) if seen.id not in own]
        words = {role.value for role in Role} - {roles[1].value, "civilian"}
        for text in texts:
            assert not any(f"||{word}||" in text for word in words)
            assert "Deal seed" not in text
        assert len(own) == 1
        house.clean()


# --- microphones Discord does not let us run -----------------------------------------------------


async def test_a_permission_taken_away_in_play_pauses_the_game_and_says_why() -> None:
    async with club() as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        role = house.local.admin.bot_role(house.guild, house.bot.id)
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, False)
        await game.finish()
        await house.seconds(5)
        assert (await house.state()).paused is not None
        notes = [text for text in house.public() if "does not let us run the microphone" in text]
        assert len(notes) == 1
        house.local.admin.set_permission(house.guild, role, Perm.MUTE_MEMBERS, True)
        await house.seconds(3)
        await house.slash(house.host, "mafia resume")
        await game.floor(2)
        await house.seconds(3)
        assert house.muted() == [1, 3, 4, 5, 6]
        house.clean()
