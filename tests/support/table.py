"""A table played by commands in fake time: what tests say is what players do.

The `Table` stands in for everything around the engine. Time passes only in `wait` and the calls built on
it; a deadline is reached exactly when it is due. Unless switched off, `keeper` lets microphones follow
the floor at once, and `shower` shows a window as soon as it is asked for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.decide import decide
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.invariants import check
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.ruleset import CLUB, Ruleset
from mafiabot.engine.state import (
    Ended,
    GameState,
    Night,
    NightStep,
    Outcome,
    Phase,
    RaiseVote,
    SpeechKind,
    Talk,
    Vote,
)
from tests.support import builders

JUDGE = 1
E = TypeVar("E", bound=ev.Happened)


class Table:
    """`roles`: as in `builders.roles`, put in place of the drawn ones, so that tests know who is who.

    Seats are not drawn either: number n is user 100 + n (beyond an empty number, 100 + n - 1). `judge`:
    user 1 starts the game from the channel and judges it.
    """

    def __init__(
        self,
        seats: int = 10,
        *,
        ruleset: Ruleset = CLUB,
        roles: str | None = None,
        keeper: bool = True,
        shower: bool = True,
        waiting: int = 0,
        judge: bool = False,
        judge_sees_roles: bool = False,
        deal_words: bool = False,
    ) -> None:
        self.now = builders.START_MS
        self.log: list[ev.Event] = []
        self.roles = builders.roles(roles or builders.usual_roles(seats))
        self.keeper = keeper
        self.shower = shower
        self.judge = judge
        opening = builders.open_table(
            ruleset, seats, waiting, judge_sees_roles=judge_sees_roles, deal_words=deal_words
        )
        opened = decide(None, opening, self.now)
        assert not isinstance(opened, Refusal), opened
        self.state = fold(opened)
        self.log.extend(opened)

    # --- commands --------------------------------------------------------------------------------

    def do(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        """Applies a command that must be accepted; returns its own events (not those it set off)."""
        events = self.decided(command)
        assert not isinstance(events, Refusal), (command, events)
        self._commit(events)
        self._world_follows()
        return events

    def refused(self, command: cmd.Command) -> Reason:
        """The reason of a command that must be refused."""
        answer = self.decided(command)
        assert isinstance(answer, Refusal), (command, answer)
        return answer.reason

    def decided(self, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
        answer = self.drawn(command)
        if isinstance(answer, Refusal):
            return answer
        return tuple(self._with_roles(event) for event in answer)

    def drawn(self, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
        """As `decided`, with roles and seats as the seed draws them."""
        return decide(self.state, command, self.now)

    def _with_roles(self, event: ev.Event) -> ev.Event:
        if not isinstance(event, ev.Dealt):
            return event
        return replace(event, roles=self.roles, seating=self._seating())

    def _seating(self) -> tuple[int, ...]:
        """As they sat; an empty number is drawn for nobody."""
        if None not in self.roles:
            return ()
        empty, people = self.roles.index(None), len(self.roles) - 1
        return (*range(1, empty + 1), people + 1, *range(empty + 1, people + 1))

    def _commit(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.log.append(event)
        check(self.state)

    def _world_follows(self) -> None:
        """Shows windows, moves microphones; whatever that sets off is followed in turn."""
        while command := self._next_of_the_world():
            events = self.decided(command)
            assert not isinstance(events, Refusal), (command, events)
            self._commit(events)

    def _next_of_the_world(self) -> cmd.Command | None:
        phase = self.state.phase
        if isinstance(phase, Vote | RaiseVote) and phase.window.ends_at_ms is None:
            if self.shower and not self.state.paused:
                return self.window_shown()
            return None
        if not self.keeper or self.state.over:
            return None
        for user_id, wish in mics(self.state).items():
            seat = self.state.seat(self.seat_of(user_id))
            wanted = wish is MicWish.OPEN
            if wish is not MicWish.AS_FOUND and seat.away is None and seat.mic_open is not wanted:
                return cmd.VoiceObserved(user_id=user_id, present=True, open=wanted, at_ms=self.now)
        return None

    # --- time ------------------------------------------------------------------------------------

    def wait(self, seconds: float = 0.0, *, ms: int = 0) -> None:
        """Lets time pass; deadlines are reached on the way, each at its moment."""
        until = self.now + round(seconds * 1000) + ms
        while (due := deadline(self.state)) is not None and due.at_ms <= until:
            self.now = max(self.now, due.at_ms)
            self.do(cmd.DeadlineReached(generation=due.generation))
        self.now = until

    def tick(self) -> None:
        """Goes to the next deadline and reaches it."""
        due = deadline(self.state)
        assert due is not None, self.state.phase
        self.now = max(self.now, due.at_ms)
        self.do(cmd.DeadlineReached(generation=due.generation))

    def run_until(self, reached: Callable[[GameState], bool]) -> None:
        """Reaches deadlines until the state is as asked. Fails when the game ends first."""
        for _ in range(1000):
            if reached(self.state):
                return
            assert not self.state.over, self.state.phase
            self.tick()
        raise AssertionError(self.state.phase)

    def at(self, *phases: type[Phase]) -> bool:
        return isinstance(self.state.phase, phases)

    # --- who and what ----------------------------------------------------------------------------

    def user(self, seat: int) -> int:
        return self.state.seat(seat).person.user_id

    def seat_of(self, user_id: int) -> int:
        seat = self.state.seat_of(user_id)
        assert seat is not None, user_id
        return seat

    def press(self, *, ago_ms: int = 0) -> cmd.Press:
        return builders.press(self.now - ago_ms)

    @property
    def speaker(self) -> int:
        assert isinstance(self.state.phase, Talk), self.state.phase
        return self.state.phase.floor.turn.seat

    @property
    def floor_no(self) -> int:
        assert isinstance(self.state.phase, Talk), self.state.phase
        return self.state.phase.floor.ordinal

    @property
    def window_no(self) -> int:
        assert isinstance(self.state.phase, Vote | RaiseVote), self.state.phase
        return self.state.phase.window.window_no

    @property
    def outcome(self) -> Outcome | None:
        assert isinstance(self.state.phase, Ended), self.state.phase
        return self.state.phase.outcome

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

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

    def window_shown(self) -> cmd.WindowShown:
        shown = builders.press(self.now)
        return cmd.WindowShown(window_no=self.window_no, message_ms=shown.discord_ms, host_ms=shown.host_ms)

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
