"""A sample of the clicks of `make trust`: slow ways, wrong clocks, and judges of moments that are wrong."""

import pytest

from mafiabot.lab.trust.clicks import clicked
from mafiabot.lab.trust.clicks_faults import CLICK_FAULTS, ClickFault
from mafiabot.lab.trust.clicks_truth import Click, Clicked, Frame, Kind, Window, hands_meant
from mafiabot.lab.trust.clicks_world import Error

pytestmark = pytest.mark.virtual
CLICKS, OBJECTED = 800, 200


async def test_no_click_on_a_window_is_misjudged_and_none_elsewhere_by_more_than_is_stated() -> None:
    result = await clicked(CLICKS, seed=4)
    assert result.wrong == []
    assert result.on_windows >= CLICKS
    assert set(result.kinds) >= {*(kind.value for kind in Kind), "dead", "other table", "after the end"}
    assert result.edges > 60
    assert result.windows > 15
    assert result.refused > result.tried / 2
    assert 0 < max(result.late_ms.values()) <= 1_000


@pytest.mark.parametrize("fault", CLICK_FAULTS, ids=lambda fault: fault.name)
async def test_moments_that_are_judged_wrongly_are_noticed(fault: ClickFault) -> None:
    assert (await clicked(OBJECTED, seed=8, plant=fault.plant)).wrong


# --- the oracle itself -----------------------------------------------------------------------------


def _window(number: int = 1, round_no: int = 1) -> Window:
    return Window(kind=Kind.VOTE, number=number, round=round_no, message_ms=1_000, length_ms=3_000)


def _click(made_ms: int, window: Window, seat: int = 5) -> Click:
    return Click(kind=Kind.VOTE, seat=seat, made_ms=made_ms, window=window)


@pytest.mark.parametrize(("made_ms", "counts"), [(999, False), (1_000, True), (3_999, True), (4_000, False)])
def test_a_window_is_open_from_its_messages_millisecond_and_as_long_as_it_says(
    made_ms: int, counts: bool
) -> None:
    result = Clicked()
    result.judge(_click(made_ms, _window()), None)
    assert (result.misjudged == []) is counts


def test_of_several_windows_of_a_round_the_first_that_was_pressed_in_binds() -> None:
    first, second = _window(1), _window(2)
    revote = _window(3, round_no=2)
    clicks = [_click(2_000, one, seat) for one, seat in ((first, 1), (second, 1), (second, 2), (revote, 1))]
    late = _click(4_000, first, 3)
    meant = hands_meant([*clicks, late], [second, first, revote])
    assert meant == {1: frozenset({1}), 2: frozenset({2}), 3: frozenset({1})}


@pytest.mark.parametrize(("host_ms", "wrong"), [(4_000.0, False), (4_050.0, False), (4_051.0, True)])
def test_elsewhere_the_stated_error_is_the_end_of_it(host_ms: float, wrong: bool) -> None:
    frame, result = Frame(begins_ms=1_000, ends_ms=4_000), Clicked()
    click = Click(kind=Kind.SHOT, seat=5, made_ms=0, host_ms=host_ms, error=Error(50.0, 0.0))
    result.judge(click, frame)
    assert bool(result.outside) is wrong
    assert result.late_ms["shot"] == host_ms - 4_000
