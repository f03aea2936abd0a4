"""Hands may differ where the bot died before all of them had come to a step; nothing else excuses it."""

from mafiabot.lab.drill.report import hands_stood_still
from mafiabot.lab.drill.stage import Touch
from mafiabot.playground.oracles_secret import LOOK_AFTER_MS

DIED_MS, BACK_MS = 10_000.0, 14_000.0
DEATH = Touch(from_ms=DIED_MS, until_ms=BACK_MS, dead=True)


def test_hands_are_not_compared_while_nobody_brings_them_up_to_date() -> None:
    looked_ms = (DIED_MS - 1, DIED_MS, BACK_MS, BACK_MS + LOOK_AFTER_MS, BACK_MS + LOOK_AFTER_MS + 1)
    still = [hands_stood_still([DEATH], at_ms) for at_ms in looked_ms]
    assert still == [False, True, True, True, False]
    assert hands_stood_still([Touch(from_ms=DIED_MS, dead=True)], BACK_MS)


def test_no_other_trouble_excuses_hands_that_differ() -> None:
    assert not hands_stood_still([Touch(from_ms=0.0), Touch(from_ms=0.0, unreachable=True)], DIED_MS)
