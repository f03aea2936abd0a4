"""Tables in every phase, played by the engine alone up to this very moment."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.decide import decide
from mafiabot.engine.discipline_types import FoulReason
from mafiabot.engine.evolve import evolve, fold
from mafiabot.engine.invariants import check
from mafiabot.engine.legal import phase_name
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.ruleset import TOURNAMENT, PlanMode, RemovalCancelsVote, Ruleset, Seating
from mafiabot.engine.state import (
    Dealing,
    GameState,
    Night,
    NightStep,
    RaiseVote,
    ReadyCheck,
    Settling,
    SpeechKind,
    Talk,
    Vote,
)
from mafiabot.engine.views import PhaseName
from mafiabot.lab.trust.cast import SEATS, Cast, Kind

SEED = "5a" * 32
LONG_S = 600
RULES: Ruleset = replace(
    TOURNAMENT,
    seating=Seating.JOIN_ORDER,
    host_swap=True,
    plan_mode=PlanMode.STATIC_OR_DYNAMIC,
    removal_cancels_vote=RemovalCancelsVote.NONE,
    outcry_s=3,
    absence_s=1,
    finish_lock_s=0,
    vote_window_ms=LONG_S * 1000,
    award_s=86_400,
    protest_s=LONG_S,
    deal_s=LONG_S,
    speech_s=LONG_S,
    defence_s=LONG_S,
    raise_window_s=LONG_S,
    mafia_minute_s=LONG_S,
    shot_window_s=LONG_S,
    check_s=LONG_S,
)
"""Everything is allowed, and nothing runs out while it is tried."""


class Scene(StrEnum):
    LOBBY = "lobby"
    READY_CHECK = "ready check"
    DEALING = "dealing"
    PLAN = "mafia minute"
    SHOTS = "shots"
    DON = "don's check"
    SHERIFF = "sheriff's check"
    TALK = "talk"
    PAUSED = "pause"
    BEST_MOVE = "best move"
    SETTLING = "settling"
    VOTE = "vote"
    RAISE = "raise vote"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    scene: Scene
    state: GameState
    log: tuple[ev.Event, ...]

    @property
    def phase(self) -> PhaseName:
        return phase_name(self.state)


def staged(scene: Scene, cast: Cast, table: tuple[int, int, str], now_ms: int) -> Staged:
    """The scene as it stands at `now_ms`. `table`: guild id, channel id, game id."""
    length_ms = _played(scene, cast, table, 0).now
    script = _played(scene, cast, table, now_ms - length_ms)
    assert script.now == now_ms
    return Staged(scene=scene, state=script.state, log=tuple(script.log))


class _Script:
    """One table under commands. Time passes to the next deadline only."""

    def __init__(self, cast: Cast, opening: cmd.OpenTable, now: int) -> None:
        self.cast = cast
        self.now = now
        self.log: list[ev.Event] = []
        opened = decide(None, opening, now)
        assert isinstance(opened, tuple), opened
        self.log.extend(opened)
        self.state: GameState = fold(opened)

    def user(self, kind: Kind) -> int:
        return self.cast.users[kind]

    def do(self, command: cmd.Command) -> None:
        answer = decide(self.state, command, self.now)
        assert not isinstance(answer, Refusal), (command, answer)
        self._apply(answer)

    def _apply(self, events: tuple[ev.Event, ...]) -> None:
        for event in events:
            given = _with_roles(event)
            self.state = evolve(self.state, given)
            self.log.append(given)
        check(self.state)

    def press(self) -> cmd.Press:
        return cmd.Press(discord_ms=self.now, host_ms=self.now)

    def until(self, reached: Callable[[GameState], bool]) -> None:
        """Plays on, everybody finishing at once and nobody pressing anything else."""
        while not reached(self.state):
            self._on()

    def _on(self) -> None:
        phase = self.state.phase
        if isinstance(phase, Talk):
            self.seen(phase.floor.turn.seat)
            user_id = self.state.seat(phase.floor.turn.seat).person.user_id
            self.do(cmd.FinishSpeech(user_id=user_id, floor=phase.floor.ordinal, press=self.press()))
        else:
            self.tick()

    def tick(self) -> None:
        due = deadline(self.state)
        assert due is not None, self.state.phase
        self.now = max(self.now, due.at_ms)
        self.do(cmd.DeadlineReached(generation=due.generation))

    def seen(self, seat: int, *, present: bool = True) -> None:
        """Whether the seat's owner is in the channel, and then with an open microphone."""
        user_id = self.state.seat(seat).person.user_id
        seen = cmd.VoiceObserved(user_id=user_id, present=present, open=present, at_ms=self.now)
        answer = decide(self.state, seen, self.now)
        if isinstance(answer, tuple):
            self._apply(answer)

    def show_window(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, Vote | RaiseVote)
        number = phase.window.window_no
        self.do(cmd.WindowShown(window_no=number, message_ms=self.now, host_ms=self.now))

    def nominate(self, seat: int) -> None:
        phase = self.state.phase
        assert isinstance(phase, Talk)
        self.seen(phase.floor.turn.seat)
        user_id, floor = self.state.seat(phase.floor.turn.seat).person.user_id, phase.floor.ordinal
        self.do(cmd.Nominate(user_id=user_id, floor=floor, seat=seat, press=self.press()))


def _with_roles(event: ev.Event) -> ev.Event:
    if not isinstance(event, ev.Dealt):
        return event
    return replace(event, roles=tuple(role for _, role in SEATS), seating=())


def _opening(cast: Cast, table: tuple[int, int, str]) -> cmd.OpenTable:
    guild_id, channel_id, game_id = table
    return cmd.OpenTable(
        game_id=game_id,
        guild_id=guild_id,
        channel_id=channel_id,
        host=cast.person(Kind.MODERATOR),
        ruleset=RULES,
        locale="en",
        seated=cast.seated,
        waiting=(cast.person(Kind.WAITING),),
        deal_words=True,
    )


# --- how each is come to ---------------------------------------------------------------------------


def _played(scene: Scene, cast: Cast, table: tuple[int, int, str], start_ms: int) -> _Script:
    script = _Script(cast, _opening(cast, table), start_ms)
    if scene is Scene.LOBBY:
        return script
    _to_ready_check(script)
    if scene is Scene.READY_CHECK:
        return script
    _to_deal(script)
    if scene is Scene.DEALING:
        return script
    _BEYOND[scene](script)
    return script


def _to_ready_check(script: _Script) -> None:
    judge = script.user(Kind.JUDGE)
    present = (judge, *(person.user_id for person in script.cast.seated))
    script.do(cmd.StartGame(by=judge, seed=SEED, game_number=1, in_voice=present))
    assert isinstance(script.state.phase, ReadyCheck)
    script.do(cmd.NameCoJudge(by=judge, user_id=script.user(Kind.CO_JUDGE)))


def _to_deal(script: _Script) -> None:
    for person in script.cast.seated:
        script.do(cmd.ConfirmReady(user_id=person.user_id))
    assert isinstance(script.state.phase, Dealing)
    script.do(cmd.GiveUp(user_id=script.user(Kind.DEAD)))
    script.do(cmd.GiveFoul(by=script.user(Kind.JUDGE), seat=8, reason=FoulReason.OTHER))


def _to_step(script: _Script, step: NightStep) -> None:
    script.until(lambda state: isinstance(state.phase, Night) and state.phase.step is step)


def _to_talk(script: _Script) -> None:
    """Player 9 is away, and the judge has been asked about him."""
    script.until(lambda state: isinstance(state.phase, Talk))
    script.seen(1)
    script.seen(9, present=False)
    while not _asked(script.state):
        script.tick()


def _asked(state: GameState) -> bool:
    away = state.seat(9).away
    return away is not None and away.asked


def _to_pause(script: _Script) -> None:
    _to_talk(script)
    script.do(cmd.Pause(by=script.user(Kind.JUDGE)))


def _to_best_move(script: _Script) -> None:
    _to_step(script, NightStep.SHOTS)
    for kind in (Kind.DON, Kind.MAFIA, Kind.FOURTH):
        script.do(cmd.Shoot(user_id=script.user(kind), night=1, seat=8, press=script.press()))
    script.until(_names_best_move)
    script.seen(8)


def _names_best_move(state: GameState) -> bool:
    return isinstance(state.phase, Talk) and state.phase.floor.turn.kind is SpeechKind.BEST_MOVE


def _to_settling(script: _Script) -> None:
    _to_nominations(script)
    script.until(lambda state: isinstance(state.phase, Settling))


def _to_nominations(script: _Script) -> None:
    script.until(lambda state: isinstance(state.phase, Talk))
    for seat in (7, 8, 9):
        script.nominate(seat)
        script._on()


def _to_vote(script: _Script) -> None:
    _to_nominations(script)
    script.until(lambda state: isinstance(state.phase, Vote))
    script.show_window()


def _to_raise(script: _Script) -> None:
    """Three each, and once more after the defences."""
    _to_nominations(script)
    while not isinstance(script.state.phase, RaiseVote):
        if not isinstance(script.state.phase, Vote):
            script._on()
            continue
        phase = script.state.phase
        script.show_window()
        for seat in range(3 * phase.index + 1, 3 * phase.index + 4):
            script.do(_ballot(script, seat))
        script.tick()
    script.show_window()


def _ballot(script: _Script, seat: int) -> cmd.CastVote:
    phase = script.state.phase
    assert isinstance(phase, Vote)
    return cmd.CastVote(
        user_id=script.state.seat(seat).person.user_id,
        window_no=phase.window.window_no,
        candidate=phase.candidates[phase.index],
        press=script.press(),
    )


def _to_end(script: _Script) -> None:
    """The black win: a red player's fault."""
    _to_talk(script)
    script.do(cmd.CallTeamLoss(by=script.user(Kind.JUDGE), seat=9))


_BEYOND: dict[Scene, Callable[[_Script], None]] = {
    Scene.PLAN: lambda script: _to_step(script, NightStep.MAFIA_MINUTE),
    Scene.SHOTS: lambda script: _to_step(script, NightStep.SHOTS),
    Scene.DON: lambda script: _to_step(script, NightStep.DON),
    Scene.SHERIFF: lambda script: _to_step(script, NightStep.SHERIFF),
    Scene.TALK: _to_talk,
    Scene.PAUSED: _to_pause,
    Scene.BEST_MOVE: _to_best_move,
    Scene.SETTLING: _to_settling,
    Scene.VOTE: _to_vote,
    Scene.RAISE: _to_raise,
    Scene.ENDED: _to_end,
}
