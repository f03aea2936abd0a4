"""A table played by commands in fake time: what tests say is what players do."""

from collections.abc import Iterable, Mapping

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.evolve import fold
from mafiabot.engine.state import (
    Ended,
    Night,
    NightStep,
    SpeechKind,
    Talk,
    Vote,
)
from tests.support import builders
from tests.support.engine_table import JUDGE, EngineTable

__all__ = ["JUDGE", "Table"]


class Table(EngineTable):
    """What people at a table do, each in one word."""

    # --- lobby, deal, night 0 --------------------------------------------------------------------

    def start_command(self) -> cmd.StartGame:
        everybody = tuple(seat.person.user_id for seat in self.state.seats)
        present = (*everybody, JUDGE) if self.judge else everybody
        return cmd.StartGame(by=JUDGE, seed=builders.SEED, game_number=1, in_voice=present)

    def deal(self) -> "Table":
        """From the lobby to the deal."""
        self.do(self.start_command())
        for seat in range(1, len(self.state.seats) + 1):
            self.do(cmd.ConfirmReady(user_id=self.user(seat)))
        return self

    def to_night_0(self) -> "Table":
        self.deal()
        self.run_until(lambda state: isinstance(state.phase, Night))
        return self

    def to_day_0(self) -> "Table":
        """To the first floor of the first day."""
        self.deal()
        self.run_until(lambda state: isinstance(state.phase, Talk))
        return self

    def skip_to_day(self, number: int) -> "Table":
        """Days on which nobody is nominated and nights without a shot, to the first floor of a day."""
        self.to_day_0()
        while self.state.day < number:
            self.day()
            self.night()
        return self

    # --- people ----------------------------------------------------------------------------------

    def voice(self, seat: int, *, present: bool = True, open: bool = False) -> None:  # noqa: A002
        self.do(cmd.VoiceObserved(user_id=self.user(seat), present=present, open=open, at_ms=self.now))

    def gone(self, seat: int) -> None:
        self.do(cmd.GiveUp(user_id=self.user(seat)))

    def pause(self) -> None:
        self.do(cmd.Pause(by=JUDGE))

    def resume(self) -> None:
        self.do(cmd.Resume(by=JUDGE))

    # --- the judge -------------------------------------------------------------------------------

    def fouling(self, seat: int, reason: FoulReason = FoulReason.OTHER) -> cmd.GiveFoul:
        return cmd.GiveFoul(by=JUDGE, seat=seat, reason=reason)

    def foul(self, seat: int, times: int = 1) -> None:
        for _ in range(times):
            self.do(self.fouling(seat))

    def removing(self, seat: int, cause: GoneCause = GoneCause.OTHER) -> cmd.RemovePlayer:
        return cmd.RemovePlayer(by=JUDGE, seat=seat, cause=cause)

    def remove(self, seat: int, cause: GoneCause = GoneCause.OTHER) -> None:
        self.do(self.removing(seat, cause))

    def out(self, seat: int) -> None:
        """Leaves for good: removed where the rules know that, else he walks out."""
        if self.state.ruleset.fouls:
            self.remove(seat)
        else:
            self.gone(seat)

    def give_floor(self, seat: int, seconds: int = 20) -> None:
        self.do(cmd.GiveFloor(by=JUDGE, seat=seat, seconds=seconds))

    def undoing(self, steps: int = 1) -> cmd.Undo:
        """The newest acts, so many of them."""
        seq = self.state.acts[-steps].seq
        return cmd.Undo(by=JUDGE, reason="a mistake", former=fold(self.log[:seq]))

    def undo(self, steps: int = 1) -> ev.Undone:
        done = self.do(self.undoing(steps))[0]
        assert isinstance(done, ev.Undone)
        return done

    # --- floors ----------------------------------------------------------------------------------

    def nomination(self, seat: int, *, by: int | None = None, ago_ms: int = 0) -> cmd.Nominate:
        speaker = self.speaker if by is None else by
        return cmd.Nominate(
            user_id=self.user(speaker), floor=self.floor_no, seat=seat, press=self.press(ago_ms=ago_ms)
        )

    def nominate(self, seat: int) -> None:
        """The speaker nominates."""
        self.do(self.nomination(seat))

    def finishing(self) -> cmd.FinishSpeech:
        return cmd.FinishSpeech(user_id=self.user(self.speaker), floor=self.floor_no, press=self.press())

    def finish(self) -> None:
        """The speaker finishes as soon as he may."""
        self.wait(self.state.ruleset.finish_lock_s)
        self.do(self.finishing())

    def to_speech_of(self, seat: int) -> None:
        """Others before him say nothing and finish."""
        while not self.has_floor(seat, SpeechKind.SPEECH):
            self.finish()

    def has_floor(self, seat: int, kind: SpeechKind) -> bool:
        phase = self.state.phase
        return isinstance(phase, Talk) and (phase.floor.turn.seat, phase.floor.turn.kind) == (seat, kind)

    def talk(self, nominations: Mapping[int, int] | None = None) -> None:
        """Plays all floors up to what is not talk; speakers nominate as told (speaker → nominee)."""
        made = dict(nominations or {})
        while isinstance(self.state.phase, Talk):
            floor = self.state.phase.floor.turn
            if floor.kind in (SpeechKind.SPEECH, SpeechKind.LOST) and floor.seat in made:
                self.nominate(made.pop(floor.seat))
            self.finish()
        assert not made, made

    def day(self, nominations: Mapping[int, int] | None = None) -> None:
        """Plays the talk and waits for what follows: the vote, or the night."""
        self.talk(nominations)
        self.run_until(lambda state: isinstance(state.phase, Vote | Night | Talk | Ended))

    # --- vote ------------------------------------------------------------------------------------

    def ballot(self, voter: int, *, ago_ms: int = 0) -> cmd.CastVote:
        """A press on the running window."""
        assert isinstance(self.state.phase, Vote), self.state.phase
        return cmd.CastVote(
            user_id=self.user(voter),
            window_no=self.window_no,
            candidate=self.state.phase.candidates[self.state.phase.index],
            press=self.press(ago_ms=ago_ms),
        )

    def vote(self, votes: Mapping[int, Iterable[int]]) -> None:
        """Plays one round: candidate → voters who press in his window; the others keep silent."""
        phase = self.state.phase
        assert isinstance(phase, Vote), phase
        for candidate in phase.candidates:
            for voter in votes.get(candidate, ()):
                self.do(self.ballot(voter))
            self.tick()

    def answer(self, voter: int, *, yes: bool) -> cmd.AnswerRaise:
        return cmd.AnswerRaise(
            user_id=self.user(voter), window_no=self.window_no, yes=yes, press=self.press()
        )

    def raise_vote(self, yes: Iterable[int], no: Iterable[int] = ()) -> None:
        for voter in yes:
            self.do(self.answer(voter, yes=True))
        for voter in no:
            self.do(self.answer(voter, yes=False))
        self.tick()

    # --- night -----------------------------------------------------------------------------------

    def to_step(self, step: NightStep) -> None:
        self.run_until(lambda state: isinstance(state.phase, Night) and state.phase.step is step)

    def shot(self, by: int, seat: int | None) -> cmd.Shoot:
        return cmd.Shoot(user_id=self.user(by), night=self._night, seat=seat, press=self.press())

    def checking(self, by: int, seat: int) -> cmd.Check:
        return cmd.Check(user_id=self.user(by), night=self._night, seat=seat, press=self.press())

    @property
    def _night(self) -> int:
        assert isinstance(self.state.phase, Night), self.state.phase
        return self.state.phase.number

    @property
    def living_black(self) -> tuple[int, ...]:
        seats = self.state.seats
        return tuple(n for n in self.state.living if (role := seats[n - 1].role) and role.black)

    def night(
        self,
        kill: int | None = None,
        *,
        shots: Mapping[int, int] | None = None,
        checks: Mapping[int, int] | None = None,
    ) -> None:
        """Plays a combat night to dawn. `kill`: all black shoot this seat; or `shots`: shooter → target.

        `checks`: checker → seat, each in every step of his where it is his.
        """
        self.to_step(NightStep.SHOTS)
        fired = shots if shots is not None else {} if kill is None else dict.fromkeys(self.living_black, kill)
        for shooter, target in fired.items():
            self.do(self.shot(shooter, target))
        for step in (NightStep.DON, NightStep.SHERIFF):
            self.to_step(step)
            for checker, target in (checks or {}).items():
                role = self.state.seat(checker).role
                if role is not None and role.value == step.value:
                    self.do(self.checking(checker, target))
        self.tick()
