"""Clicks by the thousand on slow ways and wrong clocks: each counts by when it was made, and nothing else."""

from mafiabot.lab.trust.clicks_host import Plant
from mafiabot.lab.trust.clicks_table import one_game
from mafiabot.lab.trust.clicks_truth import Clicked
from mafiabot.ui.texts import Texts

AS_IT_IS = Plant()
GAMES_A_SEED = 1_000_000


async def clicked(count: int, *, seed: int = 1, plant: Plant = AS_IT_IS) -> Clicked:
    """Whole games, until so many clicks were on windows of votes and raise votes; more are elsewhere."""
    texts, result, game = Texts.load(strict=True), Clicked(), 0
    while result.on_windows < count:
        result.add(await one_game(seed * GAMES_A_SEED + game, texts, plant))
        game += 1
    return result
