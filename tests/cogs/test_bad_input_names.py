"""Names that try to be something else: they ping nobody, format nothing, and seats stay told apart."""

from typing import Any

import pytest

from mafiabot.engine.state import Vote
from mafiabot.playground.components import walk
from mafiabot.playground.controls import text_of
from tests.support.club import Club, club
from tests.support.playing import Game

pytestmark = pytest.mark.virtual

NAMES = (
    "@everyone",
    "**bold** ||x|| [a](http://b.c)",
    "\u202eevil\u2066",
    "🔥" * 32,
    "\u200b\u2060\u3164",
    "Twin",
    "Twin",
    "<@&1> <t:1:R>",
)


def live(house: Club) -> list[dict[str, Any]]:
    """Payloads of all public messages the bot has sent."""
    return [seen.payload for seen in house.shown(house.host) if not seen.ephemeral]


def labels(payload: dict[str, Any]) -> list[str]:
    found = [part.get("label", "") for part in walk(payload["components"])]
    options = [option["label"] for part in walk(payload["components"]) for option in part.get("options", ())]
    return [label for label in (*found, *options) if label]


async def test_a_table_of_bad_names_is_played_and_nobody_is_pinged() -> None:
    async with club(8, names=NAMES) as house:
        await house.deal()
        game = Game(house)
        await game.floor(1)
        opened = await game.open_hand(1)
        offered = [label for label in labels(game.hand(1).payload) if label[0].isdigit()]
        assert len(offered) == len(set(offered)) == 8
        assert "6 · Twin" in offered
        assert "7 · Twin" in offered
        assert "5 · ?" in offered
        assert "Your number is 1" in opened.text
        await game.choose(1, 6)
        await game.finish()
        await game.floor(2)
        await game.open_hand(2)
        await game.choose(2, 7)
        await game.finish()
        await game.until(lambda now: isinstance(now.phase, Vote), most_s=900)
        await house.seconds(1)
        voted = await house.press(game.person(3), "Vote for 6 · Twin")
        assert "Your vote for 6 was taken" in voted.text
        for payload in live(house):
            text = text_of(payload)
            assert "@everyone" not in text
            assert "||x||" not in text
            assert "**bold**" not in text
            assert "http://" not in text
            assert "\u202e" not in text
            assert "<@&" not in text
            assert "<t:1:R>" not in text
            assert not payload.get("mention_everyone")
            assert not payload.get("mention_roles")
        said = "\n".join(map(text_of, live(house)))
        for seat in ("**5** · ?", "**6** · Twin", "**7** · Twin"):
            assert seat in said
        house.clean()
