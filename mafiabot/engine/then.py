"""What follows once a command's own events are decided: the arrows of the game, named by where they lead.

Files of one concern return a `Then` and never call one another; `flow` follows it.
"""

from enum import StrEnum


class Then(StrEnum):
    DEAL = "deal"
    NIGHT = "night"  # night falls
    DAWN = "dawn"  # the batch of the night
    BEST_MOVE = "best_move"  # at night, if the victim has the right
    DAY = "day"  # day breaks, with the victim's words
    ROUND = "round"  # the round of speeches
    FLOOR = "floor"  # the next floor of this stage, or what follows the stage
    SETTLE = "settle"
    REVOTE = "revote"
    COUNT = "count"  # the round is complete
    RAISE = "raise"
    FAREWELL = "farewell"  # some have been voted out
    MORE_WORDS = "more_words"  # the first day's winners stay, and speak once more
    VERDICT = "verdict"  # the words that preceded it are through
