"""Which command a control of the judge's panel stands for; meant for a moment that is past, for none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mafiabot.cogs.judge_acts import FLOOR_S, Judged, removal
from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline import next_to_play
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.state import GameState, Talk
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.judge import LESS_S, MORE_S, MOST_WORDS, TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePress:
    """One press in the judge's panel, taken apart. `values` of a select, `written` into a form, by field."""

    control: ControlId
    values: Sequence[str]
    written: Mapping[str, str]
    by: int
    state: GameState

    @property
    def number(self) -> int:
        """The first number of the custom_id; 0 where it has none."""
        head = self.control.arg.partition(".")[0]
        return int(head) if head.isascii() and head.isdecimal() else 0

    @property
    def seat(self) -> int | None:
        """The seat it is about; None for none, or for one that this table has not."""
        if self.control.action not in _ABOUT_A_SEAT:
            return None
        return self.number if 1 <= self.number <= len(self.state.seats) else None

    @property
    def picked(self) -> str:
        """The one chosen value; empty where it is not exactly one."""
        return self.values[0] if len(self.values) == 1 else ""

    @property
    def picked_seat(self) -> int | None:
        text = self.picked
        seat = int(text) if text.isascii() and text.isdecimal() else 0
        return seat if 1 <= seat <= len(self.state.seats) else None

    def wrote(self, field: str) -> str:
        """What stands in a field of a form; no more than the form takes, whatever was sent."""
        return self.written.get(field, "").strip()[:MOST_WORDS]

    @property
    def reason(self) -> FoulReason | None:
        return FoulReason(self.picked) if self.picked in set(FoulReason) else None

    @property
    def cause(self) -> GoneCause | None:
        """What the custom_id says, or else what was chosen."""
        named = self.control.arg.partition(".")[2] or self.picked
        return GoneCause(named) if named in set(GoneCause) else None


Builder = Callable[[JudgePress], Judged | None]


def command_of(press: JudgePress) -> Judged | None:
    """The command; None where the game has moved on since the panel was drawn, or the control was forged."""
    if press.control.action in _FOR_THE_TABLE:
        return _FOR_THE_TABLE[press.control.action](press)
    builder = _FOR_A_SEAT.get(press.control.action)
    return builder(press, press.seat) if builder is not None and press.seat is not None else None


def _foul(press: JudgePress, seat: int) -> Judged | None:
    reason = press.reason
    return cmd.GiveFoul(by=press.by, seat=seat, reason=reason) if reason is not None else None


def _foul_in_words(press: JudgePress, seat: int) -> Judged | None:
    text = press.wrote(TEXT)
    return cmd.GiveFoul(by=press.by, seat=seat, reason=FoulReason.OTHER, text=text)


def _remove(press: JudgePress, seat: int) -> Judged | None:
    cause = press.cause
    return removal(press.state, press.by, seat, cause) if cause is not None else None


def _substitute(press: JudgePress, seat: int) -> Judged | None:
    """Who has waited longest."""
    person = next_to_play(press.state, seat)
    return None if person is None else cmd.Substitute(by=press.by, seat=seat, user_id=person.user_id)


def _skip(press: JudgePress) -> Judged | None:
    phase = press.state.phase
    if not isinstance(phase, Talk) or phase.floor.ordinal != press.number:
        return None
    return cmd.SkipSpeech(by=press.by)


def _end(press: JudgePress) -> Judged | None:
    return cmd.EndPhase(by=press.by) if press.state.step == press.number else None


_FOR_A_SEAT: dict[Action, Callable[[JudgePress, int], Judged | None]] = {
    Action.J_FOUL: _foul,
    Action.J_FOUL_TEXT: _foul_in_words,
    Action.J_UNFOUL: lambda p, seat: cmd.TakeFoulBack(by=p.by, seat=seat),
    Action.J_REMOVE_YES: _remove,
    Action.J_FLOOR: lambda p, seat: cmd.GiveFloor(by=p.by, seat=seat, seconds=FLOOR_S),
    Action.J_SUBSTITUTE: _substitute,
    Action.J_TEAM_LOSS_YES: lambda p, seat: cmd.CallTeamLoss(by=p.by, seat=seat),
    Action.J_WAIT: lambda p, seat: cmd.WaitFor(by=p.by, seat=seat),
}
_FOR_THE_TABLE: dict[Action, Builder] = {
    Action.J_SKIP: _skip,
    Action.J_END: _end,
    Action.J_MORE: lambda p: cmd.ChangeTime(by=p.by, seconds=MORE_S),
    Action.J_LESS: lambda p: cmd.ChangeTime(by=p.by, seconds=-LESS_S),
    Action.J_PAUSE: lambda p: cmd.Pause(by=p.by),
    Action.J_RESUME: lambda p: cmd.Resume(by=p.by),
    Action.J_VOID_YES: lambda p: cmd.VoidGame(by=p.by),
}
_ABOUT_A_SEAT = frozenset(
    {Action.JUDGE, Action.J_REMOVE, Action.J_CAUSE, Action.J_TEAM_LOSS, Action.J_UNDO, *_FOR_A_SEAT}
)
