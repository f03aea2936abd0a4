"""A whole club game, from the open table to the verdict."""

from mafiabot.engine.evolve import fold
from mafiabot.engine.state import Outcome, SpeechKind, Status
from tests.support.table import Table


def test_a_whole_game_is_played_from_the_open_table_to_the_verdict() -> None:
    table = Table(10, roles="DMMSCCCCCC").to_day_0()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6, 7, 8, 9, 10]})
    assert table.state.seat(6).status is Status.VOTED_OUT
    table.talk()
    table.night(kill=4, checks={1: 4, 4: 1})
    assert table.has_floor(4, SpeechKind.BEST_MOVE)
    table.day({2: 7, 3: 8})
    table.vote({7: [1, 2, 3, 5, 8], 8: [7, 9, 10]})
    table.talk()
    table.night(kill=8)
    assert table.outcome is Outcome.BLACK
    assert fold(table.log) == table.state
