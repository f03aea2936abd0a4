"""custom_ids: one format, parsed and never trusted, nothing secret in them."""

import pytest

from mafiabot.ui.ids import MAX_LENGTH, Action, ControlId

GAME = "01JABCDEFGHJKMNPQRSTVWXYZ0"


@pytest.mark.parametrize("action", Action)
def test_a_control_reads_back_what_it_wrote(action: Action) -> None:
    control = ControlId(GAME, action, "12.3")
    assert ControlId.parse(str(control)) == control


@pytest.mark.parametrize("action", Action)
def test_the_longest_custom_id_fits(action: Action) -> None:
    control = ControlId("g" * 48, action, "9" * 24)
    assert len(str(control)) <= MAX_LENGTH
    assert ControlId.parse(str(control)) == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mb",
        "mb:1:game:join",
        "mb:1::join:0",
        "mb:2:game:join:0",
        "mb:1:game:steal:0",
        "mb:1:game:join:0:0",
        "mb:1:game:join:",
        "mb:1:game:join:0\n",
        "mb:1:game:join:١",
        "mb:1:gäme:join:0",
        "xx:1:game:join:0",
        f"mb:1:{'g' * 49}:join:0",
    ],
)
def test_a_forged_or_garbled_id_is_nothing(text: str) -> None:
    assert ControlId.parse(text) is None


def test_the_numbers_of_an_argument_are_read_or_missing() -> None:
    assert ControlId(GAME, Action.VOTE, "12.3").numbers == (12, 3)
    assert ControlId(GAME, Action.READY).numbers == (0,)
    assert ControlId(GAME, Action.CHECK, "1.don").numbers is None
    assert ControlId(GAME, Action.VOTE, "1..2").numbers is None
