"""A state written piece by piece is, byte for byte, the state written whole."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import PydanticSerializationError

from mafiabot.adapters.codec import Codec
from mafiabot.adapters.state_writer import MOST_GAMES, StateWriter
from mafiabot.engine.evolve import evolve
from mafiabot.engine.ruleset import CLASSIC, CLUB
from mafiabot.engine.state import GameState
from tests.support.games import played
from tests.support.samples import sample_states
from tests.support.stores import state

WHOLE: Codec[GameState] = Codec(GameState)
SAMPLES = tuple(sample_states())


def test_every_state_of_a_game_is_written_as_if_it_were_the_first() -> None:
    writer, game = StateWriter(), None
    for event in played().log:
        game = evolve(game, event)
        assert writer.encode(game) == WHOLE.encode(game)
    assert game is not None
    assert game.over


@settings(max_examples=30, deadline=None)
@given(order=st.lists(st.integers(0, len(SAMPLES) - 1), min_size=2, max_size=8), data=st.data())
def test_whatever_changed_since_the_last_one_is_written_anew(order: list[int], data: st.DataObject) -> None:
    writer = StateWriter()
    for at in order:
        sample = SAMPLES[at]
        seats = data.draw(st.permutations(sample.seats * 2))
        game = replace(
            sample,
            seq=data.draw(st.integers(0, 9)),
            seats=tuple(seats[: data.draw(st.integers(0, len(seats)))]),
            ruleset=data.draw(st.sampled_from((CLUB, CLASSIC, sample.ruleset))),
        )
        assert writer.encode(game) == WHOLE.encode(game)


def test_two_games_do_not_mix() -> None:
    writer = StateWriter()
    one, other = state(game_id="g1"), state(game_id="g2")
    for game in (one, other, replace(one, seq=9), replace(other, seq=7)):
        assert writer.encode(game) == WHOLE.encode(game)


def test_it_remembers_so_many_games_and_none_that_is_over() -> None:
    writer = StateWriter()
    ended = next(sample for sample in SAMPLES if sample.over)
    writer.encode(ended)
    assert writer.remembered == 0
    for number in range(MOST_GAMES + 2):
        writer.encode(replace(SAMPLES[0], game_id=str(number)))
    assert writer.remembered == MOST_GAMES


@pytest.mark.parametrize(("field", "wrong"), [("seq", "1"), ("seats", (1,)), ("phase", None)])
def test_what_is_not_of_the_type_is_refused(field: str, wrong: Any) -> None:
    with pytest.raises(PydanticSerializationError):
        StateWriter().encode(replace(SAMPLES[0], **{field: wrong}))
