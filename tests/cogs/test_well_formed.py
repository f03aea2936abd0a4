"""Options that Discord would never let through reach no command: answered kindly, no error is logged."""

from typing import Any

import pytest

from mafiabot.cogs.judge_presses import JudgePress
from mafiabot.playground import clicks, commanding
from mafiabot.playground.interactions import AUTOCOMPLETE, COMMAND, Interaction
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.judge import TEXT
from tests.support.club import Club, club
from tests.support.presses import forged
from tests.support.table import Table

pytestmark = pytest.mark.virtual


async def sent(house: Club, command: str, bent: list[dict[str, Any]], *, kind: int = COMMAND) -> Interaction:
    """The command with these options instead of whatever a client would send."""
    core, host = house.local.core, house.host.user
    name, inner = command.split()
    _, data = commanding.slash_data(core, host, house.channel, "mafia help", {}, house.bot)
    command_id = next(str(one["id"]) for one in house.bot.commands[None].values() if one["name"] == name)
    made = {**data, "id": command_id, "name": name, "options": [{"type": 1, "name": inner, "options": bent}]}
    click = clicks.click(core, house.bot, host, house.channel, kind, made, clicked_ms=core.clock.now_ms())
    return await click.outcome()


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("judge foul", {"type": 3, "name": "reason", "value": "sneezing"}),
        ("judge foul", {"type": 3, "name": "seat", "value": "6"}),
        ("judge foul", {"type": 4, "name": "seat", "value": 13}),
        ("judge foul", {"type": 4, "name": "seat", "value": True}),
        ("judge foul", {"type": 3, "name": "text", "value": "x" * 201}),
        ("judge nominate", {"type": 3, "name": "seats", "value": 5}),
        ("judge hand-over", {"type": 6, "name": "member", "value": "none"}),
        ("mafia my-data", {"type": 5, "name": "sure", "value": "yes"}),
        ("mafia help", {"type": 3, "name": "made-up", "value": "x"}),
        ("mafia nothing", {"type": 3, "name": "made-up", "value": "x"}),
    ],
)
async def test_an_option_of_another_kind_is_answered_and_reaches_nothing(
    command: str, option: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async with club(start=True) as house:
        answer = await sent(house, command, [option])
        assert answer.failed is None
        assert answer.text
        assert not [record for record in caplog.records if record.exc_info]
        house.clean()


async def test_a_selects_id_on_a_button_and_an_id_in_two_lines_are_answered() -> None:
    async with club() as house:
        await house.deal()
        game_id = (await house.state()).game_id
        for custom_id in (f"mb:1:{game_id}:shoot:1", f"mb:1:{game_id}:join:\n0"):
            answer = await forged(house, house.people[0], custom_id)
            assert (answer.failed, bool(answer.text)) == (None, True)
        house.clean()


async def test_a_malformed_option_beside_the_typed_one_gets_no_offers() -> None:
    async with club() as house:
        typed = {"type": 3, "name": "term", "value": "don", "focused": True}
        assert (await sent(house, "mafia glossary", [typed], kind=AUTOCOMPLETE)).choices
        other = {"type": 6, "name": "term", "value": "none"}
        answer = await sent(house, "mafia glossary", [typed, other], kind=AUTOCOMPLETE)
        assert (answer.failed, answer.choices) == (None, [])
        house.clean()


def test_a_form_gives_no_more_words_than_it_takes() -> None:
    press = JudgePress(
        control=ControlId("g1", Action.J_FOUL_TEXT, "3"),
        values=(),
        written={TEXT: f"  {'x' * 4000}"},
        by=1,
        state=Table(6).state,
    )
    assert press.wrote(TEXT) == "x" * 200
    assert press.wrote("nothing") == ""
