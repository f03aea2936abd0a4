"""When cyclic rubbish is looked for."""

import gc

from mafiabot.bot.rubbish import SELDOM, seldom_collected, settled


def test_nothing_is_collected_during_the_start() -> None:
    with seldom_collected():
        assert not gc.isenabled()


def test_what_stands_when_the_start_is_over_is_set_aside_and_the_rest_is_collected_seldom() -> None:
    with seldom_collected():
        settled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == SELDOM


def test_afterwards_everything_is_as_it_was() -> None:
    usual = gc.get_threshold()
    with seldom_collected():
        settled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == usual
