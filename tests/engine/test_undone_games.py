"""Whole games by drawn people and a drawn judge: undo and redo leave the same game as never having erred.

The people mostly do what leads a game on, so that every phase of every preset is reached.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.decide import decide
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.invariants import check
from mafiabot.engine.judging import may_be_cut
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote, RaiseCap, Ruleset
from mafiabot.engine.state import (
    Act,
    ActKind,
    Ended,
    GameState,
    Night,
    NightStep,
    RaiseVote,
    SpeechKind,
    Talk,
    Vote,
)
from tests.support import builders

JUDGE = 1
ODDER = replace(
    CLASSIC,
    day0_vote=Day0Vote.RAISE_ONLY,
    night_victim_nominates=True,
    raise_cap=RaiseCap.WHOLE_TABLE_DRAW,
    lost_speech_s=0,
)
TALKATIVE = replace(
    TOURNAMENT, day0_vote=Day0Vote.SPEECH_ONLY, table_sizes=(9, 10), nine_seats=CLASSIC.nine_seats
)
RULESETS = {"club": CLUB, "classic": CLASSIC, "tournament": TOURNAMENT, "odd": ODDER, "nine": TALKATIVE}


class Game:
    """One table, played on by `act`; `slips` is how often the judge does something."""

    def __init__(self, ruleset: Ruleset, rng: Random, *, slips: float = 0.06) -> None:
        self.rng, self.slips = rng, slips
        self.now = builders.START_MS
        people = 9 if ruleset is TALKATIVE else 10
        opened = decide(None, builders.open_table(ruleset, people, waiting=2), self.now)
        assert isinstance(opened, tuple)
        self.log: list[ev.Event] = list(opened)
        self.state = fold(opened)
        self.after_act = self.state
        everybody = tuple(person.user_id for person in self.state.seated)
        seed = rng.randbytes(32).hex()
        self.ask(cmd.StartGame(by=JUDGE, seed=seed, game_number=1, in_voice=(JUDGE, *everybody)))
        for user_id in everybody:
            self.ask(cmd.ConfirmReady(user_id=user_id))

    def ask(self, command: cmd.Command) -> bool:
        answer = decide(self.state, command, self.now)
        if isinstance(answer, Refusal):
            return False
        begun = self.state
        for event in answer:
            self.state = evolve(self.state, event)
            self.log.append(event)
        check(self.state)
        made = [act for act in self.state.acts if act not in begun.acts and act.seq >= begun.seq]
        assert [act.seq for act in made] in ([], [begun.seq]), "an act is the first event of a decision"
        if made:
            self.after_act = self.state
        return True

    # --- going on ----------------------------------------------------------------------------

    def play_on(self) -> None:
        """One thing more, then the next deadline."""
        self.world_follows()
        if may_be_cut(self.state) and self.rng.random() < self.slips:
            self.ask(cmd.EndPhase(by=JUDGE))
        elif self.rng.random() < self.slips:
            self.judge()
        else:
            self.people()
        self.world_follows()
        due = deadline(self.state)
        if due is not None and self.rng.random() < 0.7:
            self.now = max(self.now, due.at_ms)
            self.ask(cmd.DeadlineReached(generation=due.generation))
        elif self.state.paused:
            self.ask(cmd.Resume(by=JUDGE))

    def world_follows(self) -> None:
        phase = self.state.phase
        if isinstance(phase, Vote | RaiseVote) and phase.window.ends_at_ms is None:
            shown = builders.press(self.now)
            self.ask(
                cmd.WindowShown(
                    window_no=phase.window.window_no, message_ms=shown.discord_ms, host_ms=shown.host_ms
                )
            )
        for user_id, wish in mics(self.state).items():
            heard, seat = wish is MicWish.OPEN, self.state.seat_of(user_id)
            if seat is None or self.state.seat(seat).mic_open is heard or self.state.over:
                continue
            self.ask(cmd.VoiceObserved(user_id=user_id, present=True, open=heard, at_ms=self.now))

    # --- people ------------------------------------------------------------------------------

    def user(self, seat: int) -> int:
        return self.state.seat(seat).person.user_id

    def press(self) -> cmd.Press:
        return builders.press(self.now)

    def people(self) -> None:
        for command in self.wanted():
            self.ask(command)

    def wanted(self) -> Iterator[cmd.Command]:
        match self.state.phase:
            case Talk(floor=floor):
                yield from self.with_floor(floor.turn.seat, floor.turn.kind, floor.ordinal)
            case Vote() as vote:
                yield from self.ballots(vote)
            case RaiseVote(window=window):
                for seat in self.state.living:
                    yes = self.rng.random() < 0.6
                    user = self.user(seat)
                    yield cmd.AnswerRaise(
                        user_id=user, window_no=window.window_no, yes=yes, press=self.press()
                    )
            case Night() as night:
                yield from self.at_night(night)
            case _:
                return

    def with_floor(self, seat: int, kind: SpeechKind, floor: int) -> Iterator[cmd.Command]:
        user = self.user(seat)
        if kind is SpeechKind.BEST_MOVE:
            yield cmd.NameBestMove(
                user_id=user, seats=tuple(self.rng.sample(range(1, 11), 3)), press=self.press()
            )
        elif self.rng.random() < 0.5:
            nominee = self.rng.choice(self.state.living)
            yield cmd.Nominate(user_id=user, floor=floor, seat=nominee, press=self.press())
        if self.rng.random() < 0.5:
            self.now += 3_000
            yield cmd.FinishSpeech(user_id=user, floor=floor, press=self.press())

    def ballots(self, vote: Vote) -> Iterator[cmd.Command]:
        """Split evenly as often as not, so that ties and raises come about."""
        even = len(self.state.days) % 2 == 0
        for place, seat in enumerate(self.state.living):
            mine = place % len(vote.candidates) if even else self.rng.randrange(len(vote.candidates))
            if mine == vote.index:
                yield cmd.CastVote(
                    user_id=self.user(seat),
                    window_no=vote.window.window_no,
                    candidate=vote.candidates[vote.index],
                    press=self.press(),
                )

    def at_night(self, night: Night) -> Iterator[cmd.Command]:
        target = self.rng.choice(self.state.living)
        for seat in self.state.living:
            user = self.user(seat)
            if night.step is NightStep.SHOTS and self.rng.random() < 0.97:
                yield cmd.Shoot(user_id=user, night=night.number, seat=target, press=self.press())
            elif night.step in (NightStep.DON, NightStep.SHERIFF):
                yield cmd.Check(user_id=user, night=night.number, seat=target, press=self.press())
            elif night.step is NightStep.MAFIA_MINUTE:
                yield cmd.WritePlan(user_id=user, seats=(target,), press=self.press())
                yield cmd.WriteSign(user_id=user, text="ear", press=self.press())

    # --- the judge ---------------------------------------------------------------------------

    def judge(self) -> None:
        fouled = [n for n in self.state.living if self.state.seat(n).fouls]
        seat = self.rng.choice([*range(1, 11), *fouled])
        tools: list[cmd.Command] = [
            cmd.GiveFoul(by=JUDGE, seat=seat, reason=FoulReason.OUT_OF_TURN),
            cmd.TakeFoulBack(by=JUDGE, seat=seat),
            cmd.RemovePlayer(by=JUDGE, seat=seat, cause=GoneCause.OTHER),
            cmd.SkipSpeech(by=JUDGE),
            cmd.ChangeTime(by=JUDGE, seconds=self.rng.choice([-15, 30])),
            cmd.GiveFloor(by=JUDGE, seat=seat, seconds=20),
            cmd.NominateFor(by=JUDGE, seats=(seat,)),
            cmd.Pause(by=JUDGE),
        ]
        fouls = self.rng.choice([1, 1, 1, 3, 4])
        tool = self.rng.choices(tools, [6, 6, 1, 2, 2, 2, 2, 1])[0]
        for _ in range(fouls if isinstance(tool, cmd.GiveFoul) else 1):
            self.ask(tool)

    def undo(self, steps: int) -> Act:
        act = self.state.acts[-steps]
        former = fold(self.log[: act.seq])
        assert self.ask(cmd.Undo(by=JUDGE, reason="a mistake", former=former))
        return act


def facts(state: GameState) -> tuple[object, ...]:
    """What is true of the game, whatever the clocks and the counters say."""
    return (
        tuple((seat.person, seat.role, seat.status, seat.fouls, seat.owes_speech) for seat in state.seats),
        (state.day, state.today, state.days, state.nights),
        (state.gone, state.fouls, state.best_move, state.owed_cancels, state.decided),
        (state.quiet_nights, state.plan, state.signs),
        type(state.phase),
    )


CASES = [(name, seed) for name in RULESETS for seed in range(4)]


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_a_game_with_undoing_is_what_its_log_says_from_zero(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    game = Game(RULESETS[name], rng)
    while not _ended(game):
        game.play_on()
        if rng.random() < 0.02 and game.state.acts and not _ended(game):
            game.now += rng.randrange(20_000)
            game.undo(rng.randint(1, min(3, len(game.state.acts))))
    assert fold(game.log) == game.state


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_undoing_leads_back_to_the_facts_before_the_act_and_redoing_to_those_after(
    name: str, seed: int
) -> None:
    """Every kind of act that comes up is undone at once; then the same command makes the same of it."""
    game = Game(RULESETS[name], Random(f"{seed} {name}"))
    seen: set[ActKind] = set()
    while not _ended(game) and len(seen) < len(ActKind):
        before, length = game.state, len(game.log)
        game.play_on()
        fresh = [act for act in game.state.acts if act.seq >= length]
        if game.state.over or len(fresh) != 1 or fresh[0].kind in seen:
            continue
        seen.add(fresh[0].kind)
        former, after = fold(game.log[: fresh[0].seq]), facts(game.after_act)
        assert game.undo(1) == fresh[0]
        assert facts(game.state) == facts(former)
        assert before.seq <= former.seq < game.state.seq
        assert game.state.acts == former.acts
        redo = _repeated(game.log, fresh[0], game)
        if redo is not None:
            assert game.ask(redo)
            assert facts(game.state) == after
    assert seen


def _ended(game: Game) -> bool:
    return isinstance(game.state.phase, Ended)


def _repeated(log: list[ev.Event], act: Act, game: Game) -> cmd.Command | None:
    """The command again that made an act of the judge's or a speaker's; None where time made it."""
    match log[act.seq]:
        case ev.FoulGiven(seat=seat, reason=reason) if game.state.ruleset.fouls:
            return cmd.GiveFoul(by=JUDGE, seat=seat, reason=reason)
        case ev.FoulTakenBack(seat=seat):
            return cmd.TakeFoulBack(by=JUDGE, seat=seat)
        case ev.PlayerGone(seat=seat, cause=GoneCause.OTHER):
            return cmd.RemovePlayer(by=JUDGE, seat=seat, cause=GoneCause.OTHER)
        case ev.Nominated(seat=seat):
            return cmd.NominateFor(by=JUDGE, seats=(seat,))
        case ev.BestMoveNamed(seats=seats):
            return cmd.NameBestMoveFor(by=JUDGE, seats=seats)
        case ev.PhaseCut():
            return cmd.EndPhase(by=JUDGE)
        case ev.SpeechEnded():
            return cmd.SkipSpeech(by=JUDGE)
        case _:
            return None


def test_the_drawn_games_reach_every_act_and_every_verdict() -> None:
    kinds: Counter[ActKind] = Counter()
    outcomes: Counter[str] = Counter()
    for name, seed in CASES:
        game = Game(RULESETS[name], Random(f"{name} {seed}"))
        known: set[Act] = set()
        while not _ended(game):
            game.play_on()
            kinds.update(act.kind for act in game.state.acts if act not in known)
            known.update(game.state.acts)
        ended = game.log[-1]
        assert isinstance(ended, ev.GameEnded)
        assert ended.outcome is not None
        outcomes[ended.outcome.value] += 1
    assert set(kinds) >= set(ActKind) - {ActKind.SUBSTITUTION, ActKind.GONE}
    assert {"red", "black"} <= set(outcomes)
