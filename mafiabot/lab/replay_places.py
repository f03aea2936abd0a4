"""When a recorded foul or removal is due: at its place, and at the last moment before the place is passed.

A record names the part of the day or night, the speaker, the round that had been counted; what it leaves open
is placed so that the rest of the record can have happened: who spoke had not left, a vote that was cancelled
had no result yet, one that was not had.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mafiabot.engine.ruleset import RemovalCancelsVote
from mafiabot.engine.state import (
    GameState,
    Night,
    RaiseVote,
    Settling,
    SpeechKind,
    Talk,
    TalkStage,
    Vote,
)
from mafiabot.lab.transcripts import Day, Foul, Game, Placed, Removal, RemovalReason, Unit, When

# --- where a state is ------------------------------------------------------------------------------


def unit_of(state: GameState) -> Unit:
    """The night or day the game is in, or ended in; the deal belongs to night 0."""
    if state.today is not None:
        return state.today.number, 1
    night = state.tonight or (state.nights[-1] if state.nights else None)
    return (night.number, 0) if night is not None else (0, 0)


def _stage(state: GameState) -> TalkStage | None:
    return state.phase.stage if isinstance(state.phase, Talk) else None


def _has_floor(state: GameState, seat: int | None) -> bool:
    """Whether this seat has the floor; of any owner if None."""
    return isinstance(state.phase, Talk) and seat in (None, state.phase.floor.turn.seat)


def _before_vote(state: GameState) -> bool:
    return _stage(state) in (TalkStage.MORNING, TalkStage.ROUND)


def _in_vote(state: GameState) -> bool:
    voting = isinstance(state.phase, Settling | Vote | RaiseVote)
    return voting or _stage(state) is TalkStage.DEFENCE


# --- what is due -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Now, what comes next if nobody does anything (`ahead`), and what is asked about."""

    game: Game
    act: Placed
    state: GameState
    ahead: GameState

    @property
    def day(self) -> Day | None:
        return self.game.day(self.act.unit[0])

    @property
    def rounds(self) -> int:
        """How many rounds of today's vote have been counted."""
        return len(self.state.today.rounds) if self.state.today is not None else 0

    @property
    def rounds_recorded(self) -> int:
        return len(self.day.rounds) if self.day is not None else 0

    @property
    def vote_passes(self) -> bool:
        """Whether today's vote is over with the next moment, or not held."""
        same_day = unit_of(self.ahead) == unit_of(self.state) and not self.ahead.over
        return not (same_day and (_before_vote(self.ahead) or _in_vote(self.ahead)))


def due(game: Game, act: Placed, state: GameState, ahead: GameState) -> bool:
    """Whether `act` is to be fed now. `ahead`: the state that the next deadline leads to."""
    here = unit_of(state)
    spot = Spot(game=game, act=act, state=state, ahead=ahead)
    if here > act.unit:
        return True
    if here < act.unit:
        return _before_its_unit(spot)
    return _at_night(spot) if act.unit[1] == 0 else _DUE[act.when](spot)


def _before_its_unit(spot: Spot) -> bool:
    """The day does not break, or breaks with a speech that he did not make."""
    if spot.ahead.over:
        return spot.act.when is When.NIGHT_FAREWELL and _stage(spot.state) is TalkStage.BEST_MOVE
    return unit_of(spot.ahead) == spot.act.unit and _would_speak_first(spot)


def _at_night(spot: Spot) -> bool:
    """Last of all: who has shot or checked this night did so before."""
    if not isinstance(spot.state.phase, Night):
        return isinstance(spot.state.phase, Talk)
    return not (isinstance(spot.ahead.phase, Night) and unit_of(spot.ahead) == spot.act.unit)


def _at_night_farewell(spot: Spot) -> bool:
    if _stage(spot.state) is not TalkStage.MORNING:
        return True
    assert isinstance(spot.state.phase, Talk)
    last_word = spot.state.phase.floor.turn.kind is SpeechKind.LAST_WORD
    if last_word and _has_floor(spot.state, spot.act.speaker):
        return True
    return spot.ahead.over or _stage(spot.ahead) is not TalkStage.MORNING


def _at_speech(spot: Spot) -> bool:
    if _stage(spot.state) is TalkStage.MORNING:
        return _would_speak_first(spot)
    if _stage(spot.state) is not TalkStage.ROUND:
        return True
    speaker, today = _speaker(spot), spot.state.today
    if speaker is not None and today is not None and speaker in (*today.speakers, *today.lost):
        return True
    if spot.act.speaker is None and _silent(spot) and _speaks(spot.state, spot.act.seat):
        return True
    return spot.ahead.over or _stage(spot.ahead) is not TalkStage.ROUND or _would_speak_first(spot)


def _speaker(spot: Spot) -> int | None:
    """In whose speech; if it is not known, in the last one of which there is a record."""
    heard = spot.day.speakers if spot.day is not None else None
    if spot.act.speaker is not None or not heard:
        return spot.act.speaker
    return heard[-1]


def _silent(spot: Spot) -> bool:
    """Whether the record has others speak that day and not him."""
    heard = spot.day.speakers if spot.day is not None else None
    return heard is not None and spot.act.seat not in heard


def _would_speak_first(spot: Spot) -> bool:
    """Whether he would speak next though he did not that day: he had left before his turn."""
    if spot.act.when not in (When.SPEECH, When.UNKNOWN) or spot.act.speaker is not None:
        return False
    return _silent(spot) and _speaks(spot.ahead, spot.act.seat)


def _speaks(state: GameState, seat: int) -> bool:
    """Whether he has the floor for a speech of the round, and not for a lost one."""
    phase = state.phase
    if not isinstance(phase, Talk) or phase.stage is not TalkStage.ROUND:
        return False
    return phase.floor.turn.seat == seat and phase.floor.turn.kind is SpeechKind.SPEECH


def _at_vote(spot: Spot) -> bool:
    """After the round it followed; in the last window of the next one if that was recorded, too."""
    if not (_before_vote(spot.state) or _in_vote(spot.state)):
        return True
    if _came_after_the_result(spot):
        return False
    if spot.vote_passes or _not_voted_on(spot):
        return True
    followed = _followed(spot)
    if _before_vote(spot.state) or spot.rounds != followed:
        return spot.rounds > followed
    if spot.rounds_recorded > followed:
        return _in_last_window(spot.state)
    if spot.day is not None and spot.day.raise_vote is not None:
        return isinstance(spot.state.phase, RaiseVote)
    return _stage(spot.state) is not TalkStage.DEFENCE


def _followed(spot: Spot) -> int:
    """How many rounds had been counted when it came: none in which he has no vote."""
    rounds = spot.day.rounds if spot.day is not None else ()
    followed = len(rounds) if spot.act.round is None else spot.act.round
    voted = next((at for at, one in enumerate(rounds) if spot.act.seat not in one.ballots), len(rounds))
    return min(followed, voted, len(rounds) - 1) if _not_counted(spot) else min(followed, voted)


def _not_counted(spot: Spot) -> bool:
    """Whether the last round was broken off: it is of a cancelled vote, and somebody's vote is missing."""
    if spot.day is None or not spot.day.vote_cancelled or not spot.day.rounds:
        return False
    return not set(spot.state.living) <= set(spot.day.rounds[-1].ballots)


def _not_voted_on(spot: Spot) -> bool:
    """Whether he is a nominee whom the record does not vote on: he had left before the first window."""
    today = spot.state.today
    if today is None or spot.day is None or not isinstance(spot.state.phase, Settling):
        return False
    nominated = spot.act.seat in [one.seat for one in today.nominations]
    return nominated and all(spot.act.seat not in one.candidates for one in spot.day.rounds[:1])


def _in_last_window(state: GameState) -> bool:
    return isinstance(state.phase, Vote) and state.phase.index + 1 == len(state.phase.candidates)


def _came_after_the_result(spot: Spot) -> bool:
    """Whether a removal that would have cancelled today's vote did not, so its result stood already."""
    day = spot.day
    if day is None or day.vote_cancelled or not _removes(spot):
        return False
    broke_off = not day.left and spot.act.unit == last_unit(spot.game)
    return not broke_off and spot.state.ruleset.removal_cancels_vote is not RemovalCancelsVote.NONE


def _removes(spot: Spot) -> bool:
    """A removal, or a foul of who is removed for his fouls there."""
    act = spot.act
    return not isinstance(act, Foul) or any(
        (one.seat, one.reason, one.unit, one.when) == (act.seat, RemovalReason.FOULS, act.unit, act.when)
        for one in spot.game.removals
    )


def _at_defence(spot: Spot) -> bool:
    """Defences of a tie, and the further words of a first day's winners."""
    stage = _stage(spot.state)
    if stage in (TalkStage.DEFENCE, TalkStage.MORE_WORDS):
        followed = spot.rounds if spot.act.round is None else spot.act.round
        if spot.rounds == followed and _has_floor(spot.state, spot.act.speaker):
            return True
        leaves = spot.ahead.over or _stage(spot.ahead) is not stage
        return spot.rounds > followed or (leaves and spot.rounds == followed)
    if _before_vote(spot.state) or _in_vote(spot.state):
        return spot.vote_passes and _stage(spot.ahead) is not TalkStage.MORE_WORDS
    return True


def _at_farewell(spot: Spot) -> bool:
    stage = _stage(spot.state)
    if stage not in (TalkStage.FAREWELL, TalkStage.MORE_WORDS):
        return False
    leaves = spot.ahead.over or _stage(spot.ahead) is not stage
    return leaves or _has_floor(spot.state, spot.act.speaker)


_DUE: dict[When, Callable[[Spot], bool]] = {
    When.NIGHT: _at_night,
    When.NIGHT_FAREWELL: _at_night_farewell,
    When.SPEECH: _at_speech,
    When.UNKNOWN: _at_speech,
    When.VOTE: _at_vote,
    When.DEFENCE: _at_defence,
    When.FAREWELL: _at_farewell,
}


# --- how far the record goes -----------------------------------------------------------------------


def last_unit(game: Game, removals: tuple[Removal, ...] | None = None) -> Unit:
    """The last day or night of the record in which something was done, `removals` (all of them) included."""
    days = [(day.day, 1) for day in game.days if _lived(day)]
    nights = [(night.night, 0) for night in game.nights]
    acts = game.removals if removals is None else removals
    return max([*days, *nights, *(act.unit for act in acts)], default=(0, 0))


def _lived(day: Day) -> bool:
    """A day that broke only for a last word is recorded without anything in it."""
    return bool(day.speakers or day.nominations or day.rounds or day.vote_cancelled or day.left)
