"""Feeds a recorded game to the engine as commands, each where the game has come to its place.

The engine leads: at every floor, window and night step it is given what the record has somebody do there,
then the fouls and removals that are due, then time passes. Nothing is forced; what is refused is kept.
"""

from dataclasses import dataclass, field

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.narrowing import role_of, today_of
from mafiabot.engine.recorded import JUDGE
from mafiabot.engine.state import (
    Dealing,
    GameState,
    Night,
    NightStep,
    Phase,
    RaiseVote,
    Role,
    SpeechKind,
    Talk,
    Vote,
)
from mafiabot.lab import transcripts
from mafiabot.lab.replay_places import due, last_unit, unit_of
from mafiabot.lab.replay_table import Table
from mafiabot.lab.transcripts import (
    Foul,
    FoulKind,
    Game,
    Note,
    Placed,
    Removal,
    RemovalReason,
    Unit,
    When,
)


@dataclass(slots=True, kw_only=True)
class Fed:
    """A game played as far as its record goes.

    `removed`: by which part of the record who was removed. `refused`, `left_over`: what the engine did not
    take, or was not there to take, in words. `unsaid`: nominations for which no floor came, by day.
    """

    table: Table
    removed: list[tuple[Unit, int]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    left_over: list[Placed] = field(default_factory=list)
    unsaid: dict[int, list[int]] = field(default_factory=dict)


class Feeder:
    """Plays one recorded game. Raises `InvariantBroken` if the engine comes to a state that cannot be."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = Table(game.rules.overridden().ruleset, game.roles)
        self.fed = Fed(table=self.table)
        self._acts: list[Placed] = [*_fouls(game), *game.removals]
        self._said: set[tuple[int, int]] = set()  # day, index of the nomination
        self._spot: object = None

    @property
    def state(self) -> GameState:
        return self.table.state

    def play(self) -> Fed:
        """To the verdict, or to where the engine goes on and the record does not."""
        while not self.state.over and not self._past_the_record():
            self._feed()
            if act := self._due():
                self._acts.remove(act)
                self._place(act)
            elif not self.state.over:
                self.table.wait()
        self.fed.left_over = [act for act in self._acts if not self._removed_by_fouls(act)]
        self.fed.unsaid = {
            day.day: unsaid
            for day in self.game.days
            if (unsaid := [at for at in range(len(day.nominations)) if (day.day, at) not in self._said])
        }
        return self.fed

    def _past_the_record(self) -> bool:
        return unit_of(self.state) > last_unit(self.game) and self.state.decided is None

    def _due(self) -> Placed | None:
        if not self._acts:
            return None
        ahead = self.table.ahead()
        return next((act for act in self._acts if due(self.game, act, self.state, ahead)), None)

    def _do(self, command: cmd.Command, what: str) -> bool:
        refusal = self.table.do(command)
        if refusal is not None:
            self.fed.refused.append(f"{what} {refusal.reason.value}")
        return refusal is None

    def _press(self) -> cmd.Press:
        return cmd.Press(discord_ms=self.table.now, host_ms=self.table.now)

    # --- fouls and removals ----------------------------------------------------------------------

    def _place(self, act: Placed) -> None:
        gone = len(self.state.gone)
        if isinstance(act, Foul):
            self._foul(act)
        elif isinstance(act, Removal) and not self._removed_by_fouls(act):
            self._remove(act)
        if len(self.state.gone) > gone:
            self.fed.removed.append((act.unit, act.seat))

    def _removed_by_fouls(self, act: Placed) -> bool:
        """Whether the engine has made this removal by itself."""
        return isinstance(act, Removal) and (act.unit, act.seat) in self.fed.removed

    def _foul(self, foul: Foul) -> None:
        command = cmd.GiveFoul(by=JUDGE.user_id, seat=foul.seat, reason=FoulReason.OTHER)
        self._do(command, f"{named(foul.unit)} foul {foul.seat}")

    def _remove(self, act: Removal) -> None:
        what = f"{named(act.unit)} removal {act.seat}"
        gave_up = act.reason is RemovalReason.GAVE_UP
        if act.reason is RemovalReason.TEAM_LOSS:
            self._do(cmd.CallTeamLoss(by=JUDGE.user_id, seat=act.seat), what)
        elif self.state.ruleset.fouls:
            cause = GoneCause.GAVE_UP if gave_up else GoneCause.OTHER
            self._do(cmd.RemovePlayer(by=JUDGE.user_id, seat=act.seat, cause=cause), what)
        elif gave_up:
            self._do(cmd.GiveUp(user_id=act.seat), what)
        else:
            self._do(cmd.Unseat(by=JUDGE.user_id, seat=act.seat), what)

    # --- what is done where ----------------------------------------------------------------------

    def _feed(self) -> None:
        """Once at each floor, window and step."""
        if self._spot == (spot := _spot_of(self.state.phase)):
            return
        self._spot = spot
        match self.state.phase:
            case Dealing():
                self._sit_down()
            case Night() as night:
                self._at_night(night)
            case Talk() as talk:
                self._at_floor(talk)
            case Vote() as vote:
                self._show(vote)
                self._vote(vote)
            case RaiseVote() as asked:
                self._show(asked)
                self._answer(asked)
            case _:
                return

    def _sit_down(self) -> None:
        """Everybody is there all the time, and heard when he has the floor."""
        for seat in self.state.living:
            self._do(
                cmd.VoiceObserved(user_id=seat, present=True, open=True, at_ms=self.table.now), "microphone"
            )

    # --- night -----------------------------------------------------------------------------------

    def _at_night(self, night: Night) -> None:
        record = self.game.night(night.number)
        if record is None:
            return
        if night.step is NightStep.SHOTS:
            for shooter, target in sorted(self._shots(record).items()):
                self._do(
                    cmd.Shoot(user_id=shooter, night=night.number, seat=target, press=self._press()),
                    f"{named(unit_of(self.state))} shot {shooter}",
                )
        elif night.step is NightStep.DON:
            self._check(night.number, Role.DON, record.don_check)
        elif night.step is NightStep.SHERIFF:
            self._check(night.number, Role.SHERIFF, record.sheriff_check)

    def _shots(self, record: transcripts.Night) -> dict[int, int]:
        """Where shots are missing from the record its victim is taken as given."""
        shots = {shooter: target for shooter, target in record.shots.items() if target is not None}
        if Note.SHOTS_INCOMPLETE not in self.game.notes or record.victim is None:
            return shots
        black = [seat for seat in self.state.living if role_of(self.state, seat).black]
        return shots if set(black) <= set(shots) else dict.fromkeys((*shots, *black), record.victim)

    def _check(self, night: int, role: Role, seat: int | None) -> None:
        checkers = [number for number, held in enumerate(self.game.roles, 1) if held is role]
        if seat is None or not checkers:
            return
        command = cmd.Check(user_id=checkers[0], night=night, seat=seat, press=self._press())
        self._do(command, f"{named((night, 0))} {role.value}_check {seat}")

    # --- day -------------------------------------------------------------------------------------

    def _at_floor(self, talk: Talk) -> None:
        turn = talk.floor.turn
        if turn.kind is SpeechKind.BEST_MOVE:
            self._best_move(turn.seat)
        elif turn.kind in (SpeechKind.SPEECH, SpeechKind.LOST, SpeechKind.LAST_WORD):
            self._nominate(talk)

    def _best_move(self, seat: int) -> None:
        named_ = self.game.best_move
        if named_ is not None and named_.by == seat:
            command = cmd.NameBestMove(user_id=seat, seats=named_.seats, press=self._press())
            self._do(command, f"best_move {seat}")

    def _nominate(self, talk: Talk) -> None:
        number = today_of(self.state).number
        day = self.game.day(number)
        for at, said in enumerate(day.nominations if day is not None else ()):
            if said.by == talk.floor.turn.seat and (number, at) not in self._said:
                self._said.add((number, at))
                command = cmd.Nominate(
                    user_id=said.by, floor=talk.floor.ordinal, seat=said.seat, press=self._press()
                )
                self._do(command, f"day {number} nomination {said.by} {said.seat}")

    def _show(self, phase: Vote | RaiseVote) -> None:
        now = self.table.now
        self._do(cmd.WindowShown(window_no=phase.window.window_no, message_ms=now, host_ms=now), "window")

    def _vote(self, vote: Vote) -> None:
        today = today_of(self.state)
        day = self.game.day(today.number)
        rounds = day.rounds if day is not None else ()
        if len(today.rounds) >= len(rounds):
            return
        candidate = vote.candidates[vote.index]
        for voter, seat in sorted(rounds[len(today.rounds)].ballots.items()):
            if seat == candidate:
                command = cmd.CastVote(
                    user_id=voter, window_no=vote.window.window_no, candidate=seat, press=self._press()
                )
                self._do(command, f"day {today.number} ballot {voter}")

    def _answer(self, asked: RaiseVote) -> None:
        number = today_of(self.state).number
        for voter, yes in self._answers(number).items():
            command = cmd.AnswerRaise(
                user_id=voter, window_no=asked.window.window_no, yes=yes, press=self._press()
            )
            self._do(command, f"day {number} raise {voter}")

    def _answers(self, number: int) -> dict[int, bool]:
        """Where only the outcome is known, the least majority, or nobody, says yes."""
        day, living = self.game.day(number), self.state.living
        if day is None or day.raise_vote is None:
            return {}
        yes = day.raise_vote.yes
        if yes is None:
            yes = living[: len(living) // 2 + 1] if day.raise_vote.passed else ()
        return {**dict.fromkeys(living, False), **dict.fromkeys(yes, True)}


def _fouls(game: Game) -> list[Foul]:
    """Those that are fed."""
    return [one for one in game.fouls if one.kind is FoulKind.FOUL and one.when is not When.UNKNOWN]


def _spot_of(phase: Phase) -> tuple[str, object]:
    match phase:
        case Talk(floor=floor):
            return "floor", floor.ordinal
        case Vote(window=window) | RaiseVote(window=window):
            return "window", window.window_no
        case Night(number=number, step=step):
            return "night", (number, step)
        case _:
            return type(phase).__name__, None


def named(unit: Unit) -> str:
    """`night 2`, `day 0`."""
    return f"{('night', 'day')[unit[1]]} {unit[0]}"
