"""Discord's clock against ours, and presses in the player's favour."""

from mafiabot.runtime.offset import KEPT, OffsetMeter


def test_without_any_measurement_the_clocks_count_as_one() -> None:
    meter = OffsetMeter()
    assert (meter.offset_ms, meter.uncertainty_ms, meter.press_host_ms(1_000)) == (0, 0, 1_000)


def test_the_offset_is_the_snowflake_minus_the_middle_of_request_and_answer() -> None:
    meter = OffsetMeter()
    meter.observe(sent_ms=1_000, answered_ms=1_100, discord_ms=1_120)
    assert meter.offset_ms == 70
    assert meter.uncertainty_ms == 50
    assert meter.to_host_ms(2_070) == 2_000


def test_a_press_is_converted_in_the_players_favour() -> None:
    meter = OffsetMeter()
    meter.observe(1_000, 1_101, 1_120)
    assert meter.press_host_ms(2_070) == 2_070 - meter.offset_ms - 51


def test_one_slow_answer_among_many_changes_nothing() -> None:
    meter = OffsetMeter()
    for number in range(8):
        meter.observe(number * 1_000, number * 1_000 + 100, number * 1_000 + 120)
    meter.observe(20_000, 29_000, 20_100)
    assert meter.offset_ms == 70


def test_only_the_last_measurements_count() -> None:
    meter = OffsetMeter()
    for shift in [70] * KEPT + [500] * KEPT:
        meter.observe(0, 100, 50 + shift)
    assert meter.offset_ms == 500
