"""Many games: sizes, languages and temperaments take turns; what is wrong is summed up by name."""

from dataclasses import replace

import pytest

from mafiabot.lab.many import PEOPLE, SIZES, options_of, play, summed_up
from mafiabot.lab.options import LANGUAGES


def test_twelve_seeds_in_a_row_have_every_size_in_every_language() -> None:
    pairs = {(o.seats, o.language) for o in (options_of(seed, None) for seed in range(5, 17))}
    assert pairs == {(size, language) for size in SIZES for language in LANGUAGES}
    assert {options_of(seed, None).people for seed in range(1, 61)} == set(PEOPLE)


@pytest.mark.parametrize("preset", ["classic", "tournament"])
def test_a_preset_of_ten_is_played_by_ten_in_every_language(preset: str) -> None:
    games = [options_of(seed, None, preset) for seed in range(1, 13)]
    assert {(game.preset, game.seats) for game in games} == {(preset, 10)}
    assert {game.language for game in games} == set(LANGUAGES)


def test_a_game_played_twice_is_fine_and_figures_are_summed_up() -> None:
    played = play(replace(options_of(12, None), people="obedient"))
    assert played.fine, played.problems
    broken = replace(played, problems=("day 1: said twice: x",), winner=None)
    lines = list(summed_up([played, broken], 3.0))
    assert lines[0] == "2 games in 3 s, 1 fine"
    assert lines[-1] == "1 × said twice"
