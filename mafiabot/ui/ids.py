"""What a control's custom_id says: `mb:1:<game>:<action>:<arg>`, and nothing that is secret.

Public controls carry a public number (ordinal of the floor, number of the window, of the night); nothing
is derived from `seq`. A custom_id comes back from outside, so it is parsed, never trusted.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

PREFIX = "mb"
VERSION = "1"
NO_ARG = "0"
MAX_LENGTH = 100


class Action(StrEnum):
    """The comment names the argument."""

    JOIN = "join"
    LEAVE = "leave"
    READY = "ready"
    WORD = "word"  # opens its form, and is the form
    RULES = "rules"
    HISTORY = "history"
    HAND = "hand"
    FINISH = "finish"  # floor ordinal
    CRY_OUT = "cry_out"
    CRY_OUT_YES = "cry_out_yes"
    VOTE = "vote"  # window_no.candidate
    RAISE_YES = "raise_yes"  # window_no
    RAISE_NO = "raise_no"  # window_no
    PLAN_CLEAR = "plan_clear"  # night
    GIVE_UP = "give_up"
    GIVE_UP_CONFIRM = "give_up_confirm"
    PROTEST = "protest"  # number of the game; opens its form, and is the form
    SIGN = "sign"  # night; opens its form, and is the form
    # the judge's panel; `seat` is the one chosen in it, 0 for none
    JUDGE = "judge"  # seat
    J_UNFOUL = "j_unfoul"  # seat
    J_REMOVE = "j_remove"  # seat.cause, or seat alone before a cause is chosen
    J_REMOVE_YES = "j_remove_yes"  # seat.cause
    J_FLOOR = "j_floor"  # seat
    J_SUBSTITUTE = "j_substitute"  # seat
    J_TEAM_LOSS = "j_team_loss"  # seat
    J_TEAM_LOSS_YES = "j_team_loss_yes"  # seat
    J_SKIP = "j_skip"  # floor ordinal
    J_MORE = "j_more"  # seconds
    J_LESS = "j_less"  # seconds
    J_END = "j_end"  # step
    J_PAUSE = "j_pause"
    J_CHECK = "j_check"
    J_RESUME = "j_resume"
    J_VOID = "j_void"
    J_VOID_YES = "j_void_yes"
    J_WAIT = "j_wait"  # seat
    J_FOUL_TEXT = "j_foul_text"  # seat; a form
    J_UNDO_WHY = "j_undo_why"  # at_ms of the act; a form
    # selects
    NOMINATE = "nominate"  # floor ordinal
    BEST_MOVE = "best_move"  # floor ordinal
    PLAN_ADD = "plan_add"  # night
    SHOOT = "shoot"  # night
    CHECK = "check"  # night.step
    IDLE = "idle"
    J_SEAT = "j_seat"
    J_FOUL = "j_foul"  # seat
    J_CAUSE = "j_cause"  # seat
    J_UNDO = "j_undo"  # seat


SELECTS = (
    Action.NOMINATE,
    Action.BEST_MOVE,
    Action.PLAN_ADD,
    Action.SHOOT,
    Action.CHECK,
    Action.IDLE,
    Action.J_SEAT,
    Action.J_FOUL,
    Action.J_CAUSE,
    Action.J_UNDO,
)

_ID = re.compile(
    rf"{PREFIX}:{VERSION}:(?P<game>[0-9A-Za-z_-]{{1,48}}):(?P<action>[a-z_]{{1,16}}):(?P<arg>[0-9a-z_.]{{1,24}})"
)


@dataclass(frozen=True, slots=True)
class ControlId:
    """`arg` is `NO_ARG` where the action needs none."""

    game_id: str
    action: Action
    arg: str = NO_ARG

    def __str__(self) -> str:
        return f"{PREFIX}:{VERSION}:{self.game_id}:{self.action}:{self.arg}"

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The argument's numbers (`12.3` → (12, 3)); None where it holds something else."""
        parts = self.arg.split(".")
        if not all(part.isdecimal() and part.isascii() for part in parts):
            return None
        return tuple(int(part) for part in parts)

    @classmethod
    def parse(cls, text: str) -> "ControlId | None":
        """None for anything this version did not write."""
        match = _ID.fullmatch(text)
        if match is None:
            return None
        try:
            action = Action(match["action"])
        except ValueError:
            return None
        return cls(match["game"], action, match["arg"])
