"""What the table sees of a judged day: fouls, lost speeches, removals, undoing, in words, marks and mutes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.evolve import fold
from mafiabot.engine.state import GameState, Night, SpeechKind, Talk, Vote
from tests.support.club import Club, club
from tests.support.playing import Game, has_label

pytestmark = pytest.mark.virtual


class Judged(Game):
    """A game that the host judges."""

    async def does(self, command: cmd.Command) -> None:
        """Submits what the host asks of the game, and lets everybody see what came of it."""
        assert self.house.app is not None
        game_id = (await self.house.state()).game_id
        await self.house.app.services.game.submit(game_id, command)
        await self.house.seconds(2)

    async def foul(self, seat: int, times: int = 1) -> None:
        for _ in range(times):
            reason = FoulReason.OUT_OF_TURN
            await self.does(cmd.GiveFoul(by=self.house.host.id, seat=seat, reason=reason))

    async def undo(self) -> None:
        assert self.house.app is not None
        state = await self.house.state()
        log = await self.house.app.services.store.log(state.game_id)
        former = fold(log[: state.acts[-1].seq])
        await self.does(cmd.Undo(by=self.house.host.id, reason="wrong seat", former=former))

    def panel(self) -> str:
        """The table's panel as the host sees it."""
        heads = [(text, text.splitlines()[0]) for text in self.house.public()]
        return next(text for text, head in reversed(heads) if head.endswith(" rules"))

    def said(self, words: str) -> bool:
        return any(words in text for text in self.house.public())


def _window_open(state: GameState) -> bool:
    return isinstance(state.phase, Vote) and state.phase.window.ends_at_ms is not None


@asynccontextmanager
async def first_day(preset: str = "classic") -> AsyncIterator[tuple[Club, Judged]]:
    """The first floor of a table of ten drawn seats, the host in voice and not seated."""
    async with club(10) as house:
        await house.slash(house.host, "mafia open", preset=preset)
        await house.seconds(2)
        await house.host.join(house.channel)
        await house.seat_everybody()
        await house.slash(house.host, "mafia start")
        await house.seconds(2)
        for person in list(house.people):
            await house.press(person, "Ready")
        await house.seconds(2)
        dealt = await house.state()
        house.people.sort(key=lambda person: dealt.seat_of(person.id) or 0)
        game = Judged(house)
        await game.floor(1)
        yield house, game
        house.clean()


async def test_who_judges_is_said_at_the_deal_and_has_his_button() -> None:
    async with first_day() as (house, game):
        assert game.said(f"⚖️ Judge: <@{house.host.id}>.")
        assert f"⚖️ Judge: <@{house.host.id}>." in game.panel()
        assert has_label(house.host.latest(house.channel, label="Judge"), "Judge")


async def test_a_foul_is_said_and_marked() -> None:
    async with first_day() as (_, game):
        await game.foul(4)
        assert game.said("⚠️ Foul No. 1 to player **4**")
        assert "⚠️×1" in game.panel()


async def test_a_lost_speech_is_muted_and_still_nominates() -> None:
    async with first_day() as (house, game):
        await game.foul(2, 3)
        assert "⚠️×3, loses a speech" in game.panel()
        await game.finish()
        await game.floor(2, SpeechKind.LOST)
        assert 2 in house.muted()
        opened = await game.open_hand(2)
        assert "your microphone stays closed, but you may nominate" in opened.text
        nominated = await game.choose(2, 5)
        assert "You have nominated **5**" in nominated.text
        await game.floor(3)
        assert game.said("loses this speech for the third foul")
        assert "Nominated, in order: **5**" in game.panel()


async def test_a_removal_is_said_with_its_cause_and_cancels_the_vote() -> None:
    async with first_day() as (house, game):
        await game.does(
            cmd.RemovePlayer(by=house.host.id, seat=6, cause=GoneCause.CARD_SHOWN, text="on camera")
        )
        assert game.said("is removed: showing the card.\nJudge: “on camera”")
        assert "A removal has cancelled the nearest vote." in game.panel()
        assert 6 in house.muted()
        await game.talk({1: 5, 2: 7})
        await game.until(lambda state: isinstance(state.phase, Night))
        assert game.said("Because of a removal there is no vote")
        assert not any("Who votes for" in text for text in house.public())


async def test_an_undone_removal_gives_seat_and_vote_back() -> None:
    async with first_day() as (house, game):
        await game.does(cmd.RemovePlayer(by=house.host.id, seat=6, cause=GoneCause.OTHER))
        await game.undo()
        assert game.said("The judge has undone: removal of player 6.\nReason: wrong seat.")
        assert "A removal has cancelled" not in game.panel()
        assert "⛔" not in game.panel()
        await game.talk({1: 5, 2: 7})
        await game.vote({})
        assert game.said("Who votes for **5**")


async def test_a_window_whose_vote_is_undone_loses_its_button() -> None:
    async with first_day() as (house, game):
        await game.talk({1: 5, 2: 7})
        await game.until(_window_open)
        label = f"Vote for 5 · {game.person(5).user.display}"
        assert any(has_label(seen, label) for seen in house.shown(house.host))
        await game.undo()
        assert isinstance((await house.state()).phase, Talk)
        assert not any(has_label(seen, label) for seen in house.shown(house.host))
        assert game.said("The judge has undone: end of the speech of player 10.")


async def test_a_best_move_at_night_comes_before_the_day() -> None:
    async with first_day() as (_, game):
        await game.talk()
        victim = (await game.red())[-1]
        await game.play_night(kill=victim)
        await game.floor(victim, SpeechKind.BEST_MOVE)
        assert "Night 1 · best move" in game.panel()
        assert game.said("Killed tonight: player")
        await game.open_hand(victim)
        named = await game.choose(victim, *(await game.black()))
        assert "Your best move was taken" in named.text
        await game.floor(victim, SpeechKind.LAST_WORD)
        assert "Day 1" in game.panel()
        assert game.said("Best move of player")
