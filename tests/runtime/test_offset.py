"""Discord's clock against ours, and presses in the player's favour."""

from mafiabot.runtime.offset import DRIFT_PPM, KEPT, PRESS_LIVES_MS, OffsetMeter

AHEAD_MS = 70


def measured(*ways: tuple[int, int], first_ms: int = 0, ahead_ms: int = AHEAD_MS) -> OffsetMeter:
    """A meter that has seen a request a second; `ways`: how long it took there, and its answer back."""
    meter = OffsetMeter()
    for number, (there, back) in enumerate(ways):
        sent = first_ms + number * 1_000
        meter.observe(sent, sent + there + back, sent + there + ahead_ms)
    return meter


def test_without_any_measurement_the_clocks_count_as_one() -> None:
    meter = OffsetMeter()
    assert (meter.offset_ms, meter.uncertainty_ms, meter.to_host_ms(1_000)) == (0, 0, 1_000)


def test_without_any_measurement_a_press_may_be_as_old_as_a_press_can_be() -> None:
    press = OffsetMeter().press(discord_ms=500, arrived_ms=10_000)
    assert (press.discord_ms, press.host_ms, press.host_latest_ms) == (500, 10_000 - PRESS_LIVES_MS, 10_000)


def test_one_request_says_that_its_message_was_made_between_it_and_its_answer() -> None:
    meter = measured((50, 50))
    assert meter.offset_ms == AHEAD_MS
    assert meter.uncertainty_ms == 51
    assert meter.to_host_ms(2_070) == 2_000


def test_a_way_there_that_takes_longer_than_the_way_back_deceives_nobody() -> None:
    meter = measured((900, 0))
    press = meter.press(discord_ms=5_000 + AHEAD_MS, arrived_ms=5_800)
    assert press.host_ms <= 5_000 <= press.host_latest_ms


def test_quick_ways_among_slow_ones_are_believed() -> None:
    meter = measured((900, 20), (10, 900), (500, 500))
    press = meter.press(discord_ms=5_000 + AHEAD_MS, arrived_ms=9_000)
    assert 5_000 - press.host_ms <= 15
    assert press.host_latest_ms - 5_000 <= 25


def test_no_press_was_made_after_it_arrived() -> None:
    press = measured((10, 900)).press(discord_ms=5_000 + AHEAD_MS, arrived_ms=5_100)
    assert press.host_latest_ms == 5_100


def test_a_message_that_had_been_posted_before_is_not_believed() -> None:
    """Its answer had got lost; asked for again within minutes it is found, with its old moment."""
    meter = measured((50, 50), (50, 50), (-40_000, 40_100))
    assert meter.offset_ms == AHEAD_MS
    posted = meter.posted(7, message_ms=3_000 + AHEAD_MS - 40_000, sent_ms=3_000, answered_ms=3_100)
    assert posted.host_ms <= 3_000 - 40_000 + 60


def test_of_measurements_that_contradict_each_other_the_greater_wins() -> None:
    """A host that slept for five seconds, its clock standing still."""
    meter = measured((50, 50), (50, 50))
    for second in (2, 3):
        meter.observe(second * 1_000, second * 1_000 + 100, second * 1_000 + 50 + 5_000)
    assert meter.offset_ms == 5_000


def test_an_old_measurement_is_believed_less() -> None:
    meter, later_ms = measured((50, 50)), 600_000
    press = meter.press(discord_ms=later_ms + AHEAD_MS, arrived_ms=later_ms)
    assert later_ms - press.host_ms == 50 + 1 + (later_ms - 100) * DRIFT_PPM // 1_000_000


def test_only_the_last_measurements_count() -> None:
    meter = measured(*[(50, 50)] * KEPT)
    for number in range(KEPT):
        meter.observe(20_000 + number, 20_100 + number, 20_550 + number)
    assert meter.offset_ms == 500


def test_a_message_is_as_late_by_our_clock_as_it_can_have_been() -> None:
    posted = measured((300, 20), (20, 300)).posted(7, 5_000 + AHEAD_MS, sent_ms=4_500, answered_ms=5_600)
    assert (posted.message_id, posted.message_ms) == (7, 5_000 + AHEAD_MS)
    assert 5_000 <= posted.host_ms <= 5_030


def test_what_was_asked_before_changes_no_answer() -> None:
    """Answers are remembered as long as they are the same."""
    moments = [first + step for first in (1_000, 60_000, 600_000) for step in (0, 1, 1_999, 2_000, 2_001)]
    ways = (50, 50), (900, 20), (10, 40)
    asked, last = measured(*ways), measured(*ways)
    for arrived_ms in (*moments, *reversed(moments)):
        assert asked.press(arrived_ms, arrived_ms) == measured(*ways).press(arrived_ms, arrived_ms)
    for meter in (asked, last):
        meter.observe(700_000, 700_020, 700_010 + AHEAD_MS)
    assert asked.press(700_100, 700_100) == last.press(700_100, 700_100)
