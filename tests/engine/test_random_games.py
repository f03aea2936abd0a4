"""Random games by random presses, legal and illegal: invariants hold, the log replays, nothing raises."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant
from hypothesis.stateful import rule as action

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
from mafiabot.engine.ruleset import (
    CLASSIC,
    TOURNAMENT,
    BestMoveWhen,
    Day0Vote,
    NineSeats,
    OpenerRotation,
    RaiseCap,
    RemovalCancelsVote,
    RevoteOrder,
    Ruleset,
    ShotTargets,
    ThirdFoul,
    TieRepeat,
)
from mafiabot.engine.state import Act, GameState, Night, RaiseVote, Talk, Vote
from mafiabot.engine.viewing import hand_view, judge_view, public_view
from tests.support import builders

SEATS = st.integers(min_value=0, max_value=11)
AGO_MS = st.sampled_from([0, 0, 0, 100, 900, 5_000, -300])
CLUBS = st.builds(
    builders.club,
    opener_rotation=st.sampled_from(OpenerRotation),
    revote_order=st.sampled_from(RevoteOrder),
    tie_repeat=st.sampled_from(TieRepeat),
    shot_targets=st.sampled_from(ShotTargets),
    day0_nominee_cap=st.sampled_from([None, 2]),
    raise_three_of_nine=st.booleans(),
    free_seating_s=st.sampled_from([0, 15]),
)
REAL = st.builds(
    replace,
    st.sampled_from([CLASSIC, TOURNAMENT]),
    opener_rotation=st.sampled_from(OpenerRotation),
    day0_vote=st.sampled_from(Day0Vote),
    night_victim_nominates=st.booleans(),
    removal_cancels_vote=st.sampled_from(RemovalCancelsVote),
    third_foul=st.sampled_from(ThirdFoul),
    lost_speech_s=st.sampled_from([0, 10]),
    best_move_when=st.sampled_from(BestMoveWhen),
    raise_cap=st.sampled_from(RaiseCap),
    final_speech=st.booleans(),
    nine_seats=st.just(NineSeats.EMPTY_NUMBER),
    table_sizes=st.just((6, 10)),
    outcry_s=st.sampled_from([0, 3]),
)
RULESETS = CLUBS | REAL
SECRET = (
    ev.SignWritten,
    ev.GameDecided,
    ev.HandOpened,
    ev.HandsUnopened,
    ev.PlanWritten,
    ev.ShotFired,
    ev.SeatChecked,
    ev.IdlePicked,
    ev.VoteCast,
    ev.RaiseAnswered,
)
HANDED = st.sampled_from([cmd.OpenHand, cmd.Leave, cmd.ConfirmReady] * 6 + [cmd.GiveUp])


class Games(RuleBasedStateMachine):
    """One table; its people press anything at any time, deadlines come late or in time."""

    state: GameState
    now: int
    log: list[ev.Event]

    @initialize(
        seats=st.integers(min_value=6, max_value=10),
        ruleset=RULESETS,
        seed=st.binary(min_size=32, max_size=32),
    )
    def open(self, seats: int, ruleset: Ruleset, seed: bytes) -> None:
        self.now = builders.START_MS
        opened = decide(None, builders.open_table(ruleset, seats, waiting=1), self.now)
        assert isinstance(opened, tuple)
        self.log = list(opened)
        self.state = fold(opened)
        everybody = tuple(seat.person.user_id for seat in self.state.seats)
        self.ask(cmd.StartGame(by=1, seed=seed.hex(), game_number=1, in_voice=(1, *everybody)))
        for user_id in everybody:
            self.ask(cmd.ConfirmReady(user_id=user_id))

    def ask(self, command: cmd.Command) -> None:
        answer = decide(self.state, command, self.now)
        if isinstance(answer, Refusal):
            assert answer.reason in Reason
            return
        assert answer
        begun = self.state.acts
        for event in answer:
            assert event.at_ms == self.now
            before = public_view(self.state)
            self.state = evolve(self.state, event)
            self.log.append(event)
            if isinstance(event, SECRET):
                assert public_view(self.state) == before
        check(self.state)
        self.no_act_lies_amid_a_decision(begun, len(answer))

    def no_act_lies_amid_a_decision(self, begun: tuple[Act, ...], events: int) -> None:
        first = self.state.seq - events
        assert all(act.seq <= first for act in self.state.acts if act not in begun)

    def user(self, seat: int) -> int:
        return 100 + seat

    def press(self, ago_ms: int) -> cmd.Press:
        return builders.press(self.now - ago_ms)

    # --- time --------------------------------------------------------------------------------

    @action(steps=st.integers(min_value=1, max_value=12))
    def time_comes(self, steps: int) -> None:
        """Deadlines in time, one after the other; whoever has the floor is heard, windows are shown."""
        for _ in range(steps):
            self.world_follows()
            due = deadline(self.state)
            if due is None:
                return
            self.now = max(self.now, due.at_ms)
            self.ask(cmd.DeadlineReached(generation=due.generation))

    def world_follows(self) -> None:
        if isinstance(self.state.phase, Vote | RaiseVote):
            self.show()
        if isinstance(self.state.phase, Talk):
            owner = self.user_at(self.state.phase.floor.turn.seat)
            self.ask(cmd.VoiceObserved(user_id=owner, present=True, open=True, at_ms=self.now))

    def user_at(self, seat: int) -> int:
        return self.state.seat(seat).person.user_id

    @action(ms=st.integers(min_value=0, max_value=70_000))
    def time_passes(self, ms: int) -> None:
        """Nothing is judged meanwhile: deadlines come late."""
        self.now += ms

    @action(down_ms=st.integers(min_value=-1, max_value=90_000))
    def somebody_takes_over(self, down_ms: int) -> None:
        self.now += max(0, down_ms)
        self.ask(cmd.Recovered(down_ms=down_ms))

    @action(generation=st.integers(min_value=0, max_value=2))
    def a_stale_deadline_fires(self, generation: int) -> None:
        self.ask(cmd.DeadlineReached(generation=generation))

    # --- microphones -------------------------------------------------------------------------

    @action(seat=SEATS, present=st.booleans(), open=st.booleans(), ago_ms=AGO_MS)
    def a_microphone_moves(self, seat: int, present: bool, open: bool, ago_ms: int) -> None:  # noqa: A002
        at_ms = self.now - ago_ms
        self.ask(cmd.VoiceObserved(user_id=self.user(seat), present=present, open=open, at_ms=at_ms))

    # --- presses -----------------------------------------------------------------------------

    @action(seat=SEATS, nominee=SEATS, ago_ms=AGO_MS, back=st.integers(min_value=0, max_value=1))
    def nominate(self, seat: int, nominee: int, ago_ms: int, back: int) -> None:
        command = cmd.Nominate(
            user_id=self.user(seat), floor=self.state.floors - back, seat=nominee, press=self.press(ago_ms)
        )
        self.ask(command)

    @action(nominee=SEATS, finish=st.booleans())
    def the_speaker_nominates(self, nominee: int, finish: bool) -> None:
        if isinstance(self.state.phase, Talk):
            self.world_follows()
            user_id, floor = self.user_at(self.state.phase.floor.turn.seat), self.state.floors
            self.ask(cmd.Nominate(user_id=user_id, floor=floor, seat=nominee, press=self.press(0)))
            if finish:
                self.now += 2_000
                self.ask(cmd.FinishSpeech(user_id=user_id, floor=floor, press=self.press(0)))

    @action(seat=SEATS, ago_ms=AGO_MS)
    def finish(self, seat: int, ago_ms: int) -> None:
        floor = self.state.floors
        self.ask(cmd.FinishSpeech(user_id=self.user(seat), floor=floor, press=self.press(ago_ms)))

    @action()
    def show(self) -> None:
        moment = builders.press(self.now)
        command = cmd.WindowShown(
            window_no=self.state.windows, message_ms=moment.discord_ms, host_ms=moment.host_ms
        )
        self.ask(command)

    @action(voters=st.sets(SEATS), ago_ms=AGO_MS)
    def vote(self, voters: set[int], ago_ms: int) -> None:
        phase = self.state.phase
        candidate = phase.candidates[phase.index] if isinstance(phase, Vote) else 1
        for voter in sorted(voters):
            command = cmd.CastVote(
                user_id=self.user(voter),
                window_no=self.state.windows,
                candidate=candidate,
                press=self.press(ago_ms),
            )
            self.ask(command)

    @action(voters=st.sets(SEATS), yes=st.booleans())
    def answer_the_raise(self, voters: set[int], yes: bool) -> None:
        for voter in sorted(voters):
            window = self.state.windows
            self.ask(
                cmd.AnswerRaise(user_id=self.user(voter), window_no=window, yes=yes, press=self.press(0))
            )

    @action(seat=SEATS, whom=st.none() | SEATS, together=st.booleans(), ago_ms=AGO_MS)
    def shoot(self, seat: int, whom: int | None, together: bool, ago_ms: int) -> None:
        night = self.state.phase.number if isinstance(self.state.phase, Night) else 1
        for shooter in range(12) if together else [seat]:
            self.ask(cmd.Shoot(user_id=self.user(shooter), night=night, seat=whom, press=self.press(ago_ms)))

    @action(seat=SEATS, whom=SEATS, ago_ms=AGO_MS)
    def look(self, seat: int, whom: int, ago_ms: int) -> None:
        night = self.state.phase.number if isinstance(self.state.phase, Night) else 1
        self.ask(cmd.Check(user_id=self.user(seat), night=night, seat=whom, press=self.press(ago_ms)))

    @action(seat=SEATS, seats=st.lists(SEATS, max_size=10))
    def plan(self, seat: int, seats: list[int]) -> None:
        self.ask(cmd.WritePlan(user_id=self.user(seat), seats=tuple(seats), press=self.press(0)))

    @action(seat=SEATS, seats=st.lists(SEATS, max_size=4))
    def best_move(self, seat: int, seats: list[int]) -> None:
        self.ask(cmd.NameBestMove(user_id=self.user(seat), seats=tuple(seats), press=self.press(0)))

    # --- people and pauses -------------------------------------------------------------------

    @action(seat=SEATS, command=HANDED)
    def by_hand(self, seat: int, command: Callable[..., cmd.Command]) -> None:
        self.ask(command(user_id=self.user(seat)))

    @action(seat=SEATS)
    def join(self, seat: int) -> None:
        self.ask(cmd.Join(person=builders.person(seat)))

    @action(first=SEATS, second=SEATS, unseat=st.sampled_from([False] * 15 + [True]))
    def judge(self, first: int, second: int, unseat: bool) -> None:
        if unseat:
            self.ask(cmd.Unseat(by=1, seat=first))
        else:
            self.ask(cmd.SwapSeats(by=1, first=first, second=second))

    @action(seat=SEATS, again=st.integers(min_value=1, max_value=4))
    def foul(self, seat: int, again: int) -> None:
        for _ in range(again):
            self.ask(cmd.GiveFoul(by=1, seat=seat, reason=FoulReason.OTHER))

    @action(seat=SEATS)
    def cry_out(self, seat: int) -> None:
        self.ask(cmd.CryOut(user_id=self.user(seat)))

    @action(seat=SEATS, what=st.integers(min_value=0, max_value=9), seconds=st.integers(-90, 90))
    def tool(self, seat: int, what: int, seconds: int) -> None:
        tools: list[cmd.Command] = [
            cmd.TakeFoulBack(by=1, seat=seat),
            cmd.SkipSpeech(by=1),
            cmd.EndPhase(by=1),
            cmd.ChangeTime(by=1, seconds=seconds),
            cmd.GiveFloor(by=1, seat=seat, seconds=seconds),
            cmd.WaitFor(by=1, seat=seat),
            cmd.NominateFor(by=1, seats=(seat, 3, 5)),
            cmd.NameBestMoveFor(by=1, seats=(seat,)),
            cmd.Substitute(by=1, seat=seat, user_id=111),
            cmd.RemovePlayer(by=1, seat=seat, cause=GoneCause.OTHER),
        ]
        self.ask(tools[what])

    @action(culprit=st.none() | SEATS)
    def team_loss(self, culprit: int | None) -> None:
        if culprit == 1:
            self.ask(cmd.CallTeamLoss(by=1, seat=culprit))

    @action(steps=st.integers(min_value=1, max_value=3), late_ms=st.integers(0, 30_000))
    def undo(self, steps: int, late_ms: int) -> None:
        self.now += late_ms
        if len(self.state.acts) >= steps:
            former = fold(self.log[: self.state.acts[-steps].seq])
            self.ask(cmd.Undo(by=1, reason="a mistake", former=former))

    @action(seat=SEATS, text=st.sampled_from(["", "ear", "x" * 201]))
    def sign(self, seat: int, text: str) -> None:
        self.ask(cmd.WriteSign(user_id=self.user(seat), text=text, press=self.press(0)))

    @action(command=st.sampled_from([cmd.Pause, cmd.Resume, cmd.Resume]))
    def pause(self, command: Callable[..., cmd.Command]) -> None:
        self.ask(command(by=1))

    # --- what always holds -------------------------------------------------------------------

    @invariant()
    def everybody_is_shown_something(self) -> None:
        public_view(self.state)
        judge_view(self.state)
        heard = [wish for wish in mics(self.state).values() if wish is MicWish.OPEN]
        assert len(heard) <= 1 + (self.state.outcry is not None)
        for seat in range(1, len(self.state.seats) + 1):
            view = hand_view(self.state, seat)
            assert set(view.options).isdisjoint(view.picked) or view.control.value == "shoot"

    def teardown(self) -> None:
        assert fold(self.log) == self.state


Games.TestCase.settings = settings(
    max_examples=60, stateful_step_count=100, deadline=None, suppress_health_check=list(HealthCheck)
)
TestRandomGames = Games.TestCase
