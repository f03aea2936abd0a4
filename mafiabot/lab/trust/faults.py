"""Checks that are left out on purpose: a walk that has never objected proves nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.cogs.rights import DEEDS
from mafiabot.engine import commands as cmd
from mafiabot.engine.decide import decide
from mafiabot.engine.events import Event
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import GameState, Talk
from mafiabot.lab.trust.cast import Kind
from mafiabot.lab.trust.scenes import Scene

Rules = Callable[[GameState | None, cmd.Command, int], tuple[Event, ...] | Refusal]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`plant` makes the bug; the cells of `scenes`, `deeds` and `kinds` must object to it."""

    name: str
    plant: Callable[[], Planted]
    scenes: tuple[Scene, ...]
    deeds: tuple[str, ...]
    kinds: tuple[Kind, ...]


def forgotten(deed: str) -> Callable[[], Planted]:
    """A command whose check was left out."""
    return lambda: replace(NOTHING_PLANTED, forgotten_checks=frozenset({deed}))


def ruled(rules: Rules) -> Callable[[], Planted]:
    """Other rules."""
    return lambda: replace(NOTHING_PLANTED, decide=rules)


def _dead_vote(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """A vote of the dead counts for somebody who lives."""
    if isinstance(command, cmd.CastVote) and state is not None:
        seat = state.seat_of(command.user_id)
        if seat is not None and not state.seat(seat).alive:
            living = state.seat(state.living[-1]).person.user_id
            command = replace(command, user_id=living)
    return decide(state, command, now)


def _anybody_finishes(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """A speech is ended by whoever presses the button."""
    if isinstance(command, cmd.FinishSpeech) and state is not None and isinstance(state.phase, Talk):
        owner = state.seat(state.phase.floor.turn.seat).person.user_id
        command = replace(command, user_id=owner)
    return decide(state, command, now)


def _anybody_judges(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """A foul is the judge's, whoever gave it."""
    if isinstance(command, cmd.GiveFoul) and state is not None and state.judge_id is not None:
        command = replace(command, by=state.judge_id)
    return decide(state, command, now)


def _foul_unchecked() -> Planted:
    return replace(NOTHING_PLANTED, decide=_anybody_judges, forgotten_checks=frozenset({"/judge foul"}))


def careless() -> Planted:
    """No check of a moderator's, judge's or manager's right is made before the rules are asked."""
    return replace(NOTHING_PLANTED, forgotten_checks=frozenset(DEEDS))


OTHERS = (Kind.STRANGER, Kind.LIVING, Kind.SPEAKER)
TALK = (Scene.TALK,)
FAULTS = (
    Fault(
        name="anybody may stop a game",
        plant=forgotten("/mafia stop"),
        scenes=TALK,
        deeds=("/mafia stop",),
        kinds=OTHERS,
    ),
    Fault(
        name="anybody may change settings",
        plant=forgotten("/mafia settings"),
        scenes=TALK,
        deeds=("/mafia settings",),
        kinds=OTHERS,
    ),
    Fault(
        name="anybody may award points",
        plant=forgotten("/judge award"),
        scenes=(Scene.ENDED,),
        deeds=("/judge award",),
        kinds=OTHERS,
    ),
    Fault(
        name="anybody sees the judge's panel",
        plant=forgotten("judge"),
        scenes=TALK,
        deeds=("judge",),
        kinds=OTHERS,
    ),
    Fault(
        name="anybody gives fouls", plant=_foul_unchecked, scenes=TALK, deeds=("/judge foul",), kinds=OTHERS
    ),
    Fault(
        name="the dead vote",
        plant=ruled(_dead_vote),
        scenes=(Scene.VOTE,),
        deeds=("vote",),
        kinds=(Kind.DEAD,),
    ),
    Fault(
        name="anybody ends a speech",
        plant=ruled(_anybody_finishes),
        scenes=TALK,
        deeds=("finish",),
        kinds=OTHERS,
    ),
)
