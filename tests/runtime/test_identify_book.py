"""Gateway sessions: a slot's seconds, a crash loop that has to wait, a day's allowance that lasts the day."""

from mafiabot.runtime.identify_book import DAY_MS, FREE, SLOT_MS, Book, SessionStarts

NOW_MS = 1_790_000_000_000


def book(*, left: int = 1000, at_once: int = 1, total: int = 1000) -> Book:
    starts = SessionStarts(total=total, left=left, reset_ms=NOW_MS + DAY_MS, at_once=at_once)
    return Book(starts).told(starts, NOW_MS)


def crash_loop(begun: Book, shards: int, *, starts: int, dead_ms: int = 1_000) -> tuple[int, int]:
    """One shard begins and dies again and again: how often it was let in, and how long that took."""
    now = NOW_MS
    for _ in range(starts):
        now += begun.wait_ms(0, shards, now)
        begun = begun.begun(0, shards, now)
        now += dead_ms
    return 1000 - begun.left(NOW_MS), now - NOW_MS


def test_the_first_session_begins_at_once() -> None:
    assert book().wait_ms(0, 1, NOW_MS) == 0


def test_shards_of_one_slot_begin_one_after_the_other() -> None:
    begun = book().begun(0, 2, NOW_MS)
    assert begun.wait_ms(1, 2, NOW_MS + 1_000) == SLOT_MS - 1_000
    assert begun.wait_ms(1, 2, NOW_MS + SLOT_MS) == 0


def test_shards_of_other_slots_begin_beside_each_other() -> None:
    begun = book(at_once=16).begun(0, 32, NOW_MS)
    assert begun.wait_ms(1, 32, NOW_MS) == 0
    assert begun.wait_ms(16, 32, NOW_MS) == SLOT_MS


def test_a_shard_that_begins_again_and_again_waits_longer_each_time() -> None:
    begun, now, waits = book(), NOW_MS, []
    for _ in range(FREE + 5):
        wait_ms = begun.wait_ms(0, 1, now)
        waits.append(wait_ms)
        now += wait_ms
        begun = begun.begun(0, 1, now)
    assert set(waits[1:FREE]) == {SLOT_MS}
    assert waits[FREE] == 10_000
    assert waits[FREE:] == sorted(waits[FREE:])
    assert begun.wait_ms(1, 2, now + SLOT_MS) == 0, "other shards do not wait for it"


def test_a_crash_loop_spends_half_a_days_allowance_at_most() -> None:
    spent, took_ms = crash_loop(book(), 1, starts=100)
    assert spent == 100
    assert took_ms > 4 * 3_600_000, "a hundred starts are spread over hours"
    spent, took_ms = crash_loop(book(), 1, starts=520)
    assert took_ms > 0.9 * DAY_MS


def test_in_the_first_hour_of_a_crash_loop_few_sessions_are_begun() -> None:
    begun, now, let_in = book(), NOW_MS, 0
    while now < NOW_MS + 3_600_000:
        now += begun.wait_ms(0, 1, now)
        begun = begun.begun(0, 1, now)
        let_in += 1
    assert let_in < 35


def test_what_was_restless_is_forgiven() -> None:
    begun = book()
    for n in range(10):
        begun = begun.begun(0, 1, NOW_MS + n * 10_000)
    assert begun.wait_ms(0, 1, NOW_MS + 100_000) > 60_000
    assert begun.wait_ms(0, 1, NOW_MS + 3 * 3_600_000) == 0


def test_the_last_quarter_of_the_allowance_is_spread_over_the_rest_of_the_day() -> None:
    low = book(left=100)
    assert low.wait_ms(0, 1, NOW_MS) == DAY_MS // 100
    begun = low.begun(0, 1, NOW_MS + DAY_MS // 100)
    assert begun.wait_ms(5, 8, NOW_MS + DAY_MS // 100 + SLOT_MS) > DAY_MS // 110
    assert book(left=250).wait_ms(0, 1, NOW_MS) == 0


def test_without_any_left_nothing_begins_before_there_are_more() -> None:
    none = book(left=0)
    assert none.wait_ms(0, 1, NOW_MS) == DAY_MS
    assert none.wait_ms(0, 1, NOW_MS + DAY_MS) == 0
    assert none.begun(0, 1, NOW_MS + DAY_MS).left(NOW_MS + DAY_MS) == 999


def test_what_is_written_is_read_again() -> None:
    written = book(at_once=4).begun(3, 8, NOW_MS).begun(0, 8, NOW_MS + 1)
    assert Book.decoded(written.encoded()) == written
