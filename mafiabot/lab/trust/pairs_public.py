"""What happens in the open besides the players' moves: a judge at work, people who come, go and write."""

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.state import GameState, Night, NightStep, Talk
from mafiabot.lab.trust.pairs_line import Room
from mafiabot.lab.trust.pairs_press import Presses
from mafiabot.lab.trust.scenario import Scenario
from mafiabot.lab.trust.scenario_deeds import Deed
from mafiabot.lab.trust.trace import Ear
from mafiabot.playground import members, messages, voice
from mafiabot.playground.model import User
from mafiabot.runtime.background import Background
from mafiabot.ui.ids import Action

PAUSED_IN = (NightStep.OPEN, NightStep.DON, NightStep.SHERIFF)
MOST_FOULS = 2


class Public:
    """All of it follows from the scenario and from what everybody sees."""

    def __init__(self, made: Room, scenario: Scenario, presses: Presses) -> None:
        self._room = made
        self._scenario = scenario
        self._presses = presses
        self._tasks = Background()
        self._fouls: dict[int, int] = {}
        self._stranger: User | None = None

    @property
    def stranger(self) -> User | None:
        """Who came late, if anybody did."""
        return self._stranger

    def set_off(self, state: GameState, key: object) -> None:
        """Something has begun, which is called `key`."""
        rng = self._scenario.rng("public", key)
        if isinstance(state.phase, Talk) and not state.paused:
            self._by_day(state, rng.random(), rng.choice(state.living))
        elif _paused_in(state) and rng.random() < 0.08:
            self._tasks.start(self._pause(state.judge_id or 0, 2.0), "pause")
        if state.judge_id is not None and rng.random() < 0.1:
            judge = self._room.core.world.users[state.judge_id]
            self._presses.in_public(judge, Deed(after_ms=0, seat=0, action=Action.JUDGE))

    def _by_day(self, state: GameState, drawn: float, seat: int) -> None:
        phase = state.phase
        assert isinstance(phase, Talk)
        other = seat != phase.floor.turn.seat
        user_id = state.seat(seat).person.user_id
        if drawn < 0.04 and other:
            self._tasks.start(self._goes_out(user_id), "goes out")
        elif drawn < 0.08:
            self._write()
        elif drawn < 0.1:
            self._comes()
        elif drawn < 0.2 and state.judge_id is not None and other and state.ruleset.fouls:
            self._foul(state.judge_id, seat)
        elif drawn < 0.23 and state.judge_id is not None:
            self._tasks.start(self._pause(state.judge_id, 2.4), "pause")

    async def _goes_out(self, user_id: int) -> None:
        await self._room.seconds(0.4)
        voice.leave(self._room.core, self._room.guild, user_id)
        await self._room.seconds(1.7)
        voice.join(self._room.core, self._room.guild, user_id, self._room.channel)

    async def _pause(self, judge_id: int, after_s: float) -> None:
        game, game_id = self._room.app.services.game, self._game_id
        await self._room.seconds(after_s)
        await game.submit(game_id, cmd.Pause(by=judge_id))
        await self._room.seconds(1.5)
        await game.submit(game_id, cmd.Resume(by=judge_id))

    def _foul(self, judge_id: int, seat: int) -> None:
        """Nobody gets so many that he is removed."""
        self._fouls[seat] = self._fouls.get(seat, 0) + 1
        if self._fouls[seat] <= MOST_FOULS:
            foul = cmd.GiveFoul(by=judge_id, seat=seat, reason=FoulReason.OUT_OF_TURN)
            self._tasks.start(self._submit(foul), "foul")

    async def _submit(self, command: cmd.Command) -> None:
        await self._room.seconds(0.7)
        await self._room.app.services.game.submit(self._game_id, command)

    @property
    def _game_id(self) -> str:
        return self._room.app.services.game.open_tables[0].game_id

    def _write(self) -> None:
        writer = self._stranger or self._new_stranger()
        messages.create(self._room.core, self._room.channel, writer, {"content": "…"})

    def _comes(self) -> None:
        """Somebody comes late, and would play next time."""
        stranger = self._stranger or self._new_stranger()
        voice.join(self._room.core, self._room.guild, stranger.id, self._room.channel)
        self._presses.in_public(stranger, Deed(after_ms=0, seat=0, action=Action.JOIN))

    def _new_stranger(self) -> User:
        stranger = self._stranger = self._room.local.add_user("Stranger")
        members.add(self._room.core, self._room.guild, stranger)
        self._room.core.views.clients[stranger.id] = Ear(stranger.id, self._room.core.clock)
        return stranger


def _paused_in(state: GameState) -> bool:
    """Steps of a night in which a pause does not keep the shots from being fired."""
    return isinstance(state.phase, Night) and state.phase.step in PAUSED_IN and state.judge_id is not None
