"""Games for the tests of replay: transcripts written by hand, and games played at random to their verdict."""

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.recorded import JUDGE
from mafiabot.engine.ruleset import (
    CLASSIC,
    CLUB,
    TOURNAMENT,
    BestMoveWhen,
    Day0Vote,
    OpenerRotation,
    RaiseCap,
    RemovalCancelsVote,
    RevoteOrder,
    Ruleset,
    ThirdFoul,
    TieRepeat,
)
from mafiabot.engine.state import Dealing, Night, NightStep, RaiseVote, Role, SpeechKind, Talk, Vote
from mafiabot.lab.replay import replayed
from mafiabot.lab.replay_files import game_of
from mafiabot.lab.replay_table import Table
from mafiabot.lab.transcripts import Game

# --- by hand ---------------------------------------------------------------------------------------

ROLES = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]
ALL = range(1, 11)


def ballots(**voters: Iterable[int]) -> dict[str, int]:
    """`ballots(_6=[1, 2], _7=[3])`: seats 1 and 2 for 6, seat 3 for 7."""
    return {str(voter): int(name[1:]) for name, held in voters.items() for voter in held}


def vote(candidates: list[int], **voters: Iterable[int]) -> dict[str, Any]:
    return {"candidates": candidates, "ballots": ballots(**voters)}


def day(
    number: int, speakers: Iterable[int], nominations: Mapping[int, int] | None = None, **held: Any
) -> dict[str, Any]:
    """The first of the speakers opened; `nominations`: who named whom, in order."""
    spoke = list(speakers)
    nothing: dict[str, Any] = {"rounds": [], "raise": None, "vote_cancelled": False, "left": []}
    named = [{"by": by, "seat": seat} for by, seat in (nominations or {}).items()]
    return nothing | {"day": number, "opener": spoke[0], "speakers": spoke, "nominations": named} | held


def night(number: int, victim: int | None, shooters: Iterable[int] = (), **held: Any) -> dict[str, Any]:
    """Everybody who shoots shoots the victim."""
    shots = {str(shooter): victim for shooter in shooters}
    return {
        "night": number,
        "shots": shots,
        "victim": victim,
        "don_check": None,
        "sheriff_check": None,
    } | held


def story(**changed: Any) -> dict[str, Any]:
    """Tournament, seats 1-3 black. 5 is shot, 6 voted out, 7 shot, 8 voted out: three against three."""
    return {
        "id": "story",
        "rules": {"preset": "tournament", "overrides": {}},
        "roles": ROLES,
        "absent": [],
        "days": [
            day(0, ALL),
            day(
                1,
                [2, 3, 4, 6, 7, 8, 9, 10, 1],
                {2: 6},
                rounds=[alone(6, [1, 2, 3, 4, 6, 7, 8, 9, 10])],
                left=[6],
            ),
            day(2, [3, 4, 8, 9, 10, 1, 2], {3: 8}, rounds=[alone(8, [1, 2, 3, 4, 8, 9, 10])], left=[8]),
        ],
        "nights": [night(1, 5, [1, 2, 3]), night(2, 7, [1, 2, 3])],
        "fouls": [],
        "removals": [],
        "best_move": None,
        "winner": "black",
        "notes": [],
    } | changed


def alone(nominee: int, living: Iterable[int]) -> dict[str, Any]:
    """The round of a single nominee."""
    return {"candidates": [nominee], "ballots": {str(voter): nominee for voter in living}}


def fouls(seat: int, number: int, **place: Any) -> list[dict[str, Any]]:
    return [{"seat": seat, "kind": "foul", **place} for _ in range(number)]


def removal(seat: int, reason: str = "kicked_out", **place: Any) -> dict[str, Any]:
    return {"seat": seat, "reason": reason, **place}


def game(**changed: Any) -> Game:
    """The story with changes, as it is read from a file."""
    read = game_of(json.dumps(story(**changed)).encode(), "story.jsonl", 1)
    assert isinstance(read, Game), read
    return read


DAYS: list[dict[str, Any]] = story()["days"]
NIGHTS: list[dict[str, Any]] = story()["nights"]
NINE = [2, 3, 4, 6, 7, 8, 9, 10, 1]  # day 1, seat 5 was shot
TWICE = [vote([6, 7], _6=[1, 2, 3, 4], _7=[6, 7, 8, 9])] * 2


def said(read: Game) -> str:
    """What is printed of it."""
    return str(replayed(read))


def rules(preset: str = "tournament", **overrides: Any) -> dict[str, Any]:
    return {"preset": preset, "overrides": overrides}


# --- at random -------------------------------------------------------------------------------------

DECK = [Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF, *[Role.CIVILIAN] * 6]
OPTIONS: dict[str, list[Any]] = {
    "opener_rotation": list(OpenerRotation),
    "day0_vote": list(Day0Vote),
    "night_victim_nominates": [False, True],
    "revote_order": list(RevoteOrder),
    "tie_repeat": list(TieRepeat),
    "raise_two_of_four": [True, False],
    "raise_three_of_nine": [True, False],
    "raise_cap": list(RaiseCap),
    "best_move_when": list(BestMoveWhen),
    "final_speech": [True, False],
}
FOUL_OPTIONS: dict[str, list[Any]] = {
    "removal_cancels_vote": list(RemovalCancelsVote),
    "third_foul": list(ThirdFoul),
    "third_foul_at_3_or_4": list(ThirdFoul),
    "lost_speech_s": [0, 10],
}


def any_ruleset(chance: random.Random) -> Ruleset:
    """A preset, mostly with a few options of its own."""
    rules = chance.choice([CLUB, CLASSIC, TOURNAMENT])
    options = OPTIONS | (FOUL_OPTIONS if rules.fouls else {})
    picked = chance.sample(sorted(options), chance.randint(0, 4))
    return replace(rules, **{name: chance.choice(options[name]) for name in picked})


def any_roles(chance: random.Random) -> tuple[Role | None, ...]:
    """Ten seats in any order, sometimes with an empty one."""
    roles: list[Role | None] = list(DECK)
    if chance.random() < 0.3:
        roles[-1] = None
    chance.shuffle(roles)
    return tuple(roles)


class RandomGame:
    """`discipline`: how likely a foul or a removal is at each moment."""

    def __init__(self, seed: int, *, discipline: float = 0.02) -> None:
        self.chance = random.Random(seed)
        self.discipline = discipline
        self.table = Table(any_ruleset(self.chance), any_roles(self.chance))

    def play(self) -> Table:
        """To the verdict."""
        while not self.table.state.over:
            self.act()
            for _ in range(3):
                if self.chance.random() < self.discipline:
                    self.judge()
            if not self.table.state.over:
                self.table.wait()
        return self.table

    def press(self) -> cmd.Press:
        return cmd.Press(discord_ms=self.table.now, host_ms=self.table.now)

    def act(self) -> None:
        match self.table.state.phase:
            case Dealing():
                for seat in self.table.state.living:
                    self.table.do(
                        cmd.VoiceObserved(user_id=seat, present=True, open=True, at_ms=self.table.now)
                    )
            case Night() as night:
                self.at_night(night)
            case Talk() as talk:
                self.at_floor(talk)
            case Vote() as vote:
                self.vote(vote)
            case RaiseVote() as asked:
                self.show(asked)
                for seat in self.table.state.living:
                    self.table.do(
                        cmd.AnswerRaise(
                            user_id=seat,
                            window_no=asked.window.window_no,
                            yes=self.chance.random() < 0.55,
                            press=self.press(),
                        )
                    )
            case _:
                return

    def at_night(self, night: Night) -> None:
        living = self.table.state.living
        if night.step is NightStep.SHOTS:
            agreed = self.chance.randint(1, 10)
            for seat in living:
                target = agreed if self.chance.random() < 0.9 else self.chance.choice([None, *living])
                self.table.do(cmd.Shoot(user_id=seat, night=night.number, seat=target, press=self.press()))
        elif night.step in (NightStep.DON, NightStep.SHERIFF):
            for seat in living:
                self.table.do(
                    cmd.Check(
                        user_id=seat, night=night.number, seat=self.chance.randint(1, 10), press=self.press()
                    )
                )

    def at_floor(self, talk: Talk) -> None:
        turn = talk.floor.turn
        if turn.kind is SpeechKind.BEST_MOVE:
            seats = tuple(self.chance.sample(range(1, 11), self.chance.randint(0, 3)))
            self.table.do(cmd.NameBestMove(user_id=turn.seat, seats=seats, press=self.press()))
        elif self.chance.random() < 0.6:
            self.table.do(
                cmd.Nominate(
                    user_id=turn.seat,
                    floor=talk.floor.ordinal,
                    seat=self.chance.randint(1, 10),
                    press=self.press(),
                )
            )

    def vote(self, vote: Vote) -> None:
        self.show(vote)
        for seat in self.table.state.living:
            if self.chance.random() < 0.5:
                self.table.do(
                    cmd.CastVote(
                        user_id=seat,
                        window_no=vote.window.window_no,
                        candidate=vote.candidates[vote.index],
                        press=self.press(),
                    )
                )

    def show(self, phase: Vote | RaiseVote) -> None:
        now = self.table.now
        if phase.window.ends_at_ms is None:
            self.table.do(cmd.WindowShown(window_no=phase.window.window_no, message_ms=now, host_ms=now))

    def judge(self) -> None:
        """A foul or more, a removal, or he gives up, as the rules have it; sometimes about the floor."""
        seat, by = self.chance.randint(1, 10), JUDGE.user_id
        floor: list[cmd.Command] = [
            cmd.GiveFloor(by=by, seat=seat, seconds=20),
            cmd.SkipSpeech(by=by),
            cmd.EndPhase(by=by),
        ]
        out: list[cmd.Command] = [cmd.GiveUp(user_id=seat), cmd.Unseat(by=by, seat=seat)]
        if self.chance.random() < 0.2:
            commands = [self.chance.choice(floor)]
        elif not self.table.state.ruleset.fouls:
            commands = [self.chance.choice(out)]
        elif self.chance.random() < 0.3:
            cause = self.chance.choice([GoneCause.GAVE_UP, GoneCause.OTHER])
            commands = [cmd.RemovePlayer(by=by, seat=seat, cause=cause)]
        elif self.chance.random() < 0.05:
            commands = [cmd.CallTeamLoss(by=by, seat=seat)]
        else:
            foul = cmd.GiveFoul(by=by, seat=seat, reason=FoulReason.OTHER)
            commands = [foul] * self.chance.randint(1, 3)
        for command in commands:
            self.table.do(command)
