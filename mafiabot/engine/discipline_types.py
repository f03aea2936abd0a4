"""Words of discipline that commands, events and states share: why a foul, why somebody is out."""

from enum import StrEnum


class FoulReason(StrEnum):
    """The rulebook's list as far as it can happen on Discord."""

    OUT_OF_TURN = "out_of_turn"  # speech, whisper, lips; typing in the table's channels
    DURING_VOTE = "during_vote"  # speech, gesture or call
    GESTURING = "gesturing"
    KNOCKING = "knocking"
    ARGUING = "arguing"
    UNETHICAL = "unethical"
    OTHER = "other"
    OUTCRY = "outcry"  # paid for, and given by the bot itself


class GoneCause(StrEnum):
    """Why somebody left otherwise than by vote or shot; with fouls on, all of them are removals."""

    GAVE_UP = "gave_up"
    UNSEATED = "unseated"
    ABSENT = "absent"
    FOURTH_FOUL = "fourth_foul"
    NIGHT_BREACH = "night_breach"  # speech or gesture at night out of turn
    BEST_MOVE_COMMENT = "best_move_comment"
    CARD_SHOWN = "card_shown"
    TEAM_LOSS = "team_loss"
    OTHER = "other"


JUDGE_FOULS = tuple(reason for reason in FoulReason if reason is not FoulReason.OUTCRY)
"""What a judge may foul for."""

JUDGE_CAUSES = (
    GoneCause.NIGHT_BREACH,
    GoneCause.BEST_MOVE_COMMENT,
    GoneCause.CARD_SHOWN,
    GoneCause.ABSENT,
    GoneCause.GAVE_UP,
    GoneCause.OTHER,
)
"""What a judge may remove for by himself."""
