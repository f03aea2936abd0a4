"""The edit budget: no more than the window holds, what is kept back, and what Discord's answers teach."""

import asyncio

import pytest

from mafiabot.runtime.edit_budget import EditBudget, LimitsSeen, Token, hearing_limits, tell_limits
from mafiabot.runtime.edit_tokens import EditTokens
from tests.support.fake_voice import FakeDiscord
from tests.support.voice import virtual_clock

pytestmark = pytest.mark.virtual


def taken(budget: EditBudget, at_ms: int, times: int = 1) -> list[Token]:
    """As many as there is room for."""
    return [budget.take(at_ms) for _ in range(times) if budget.room(at_ms)]


def answered(limit: int, remaining: int, reset_after_ms: int) -> LimitsSeen:
    return LimitsSeen(limit=limit, remaining=remaining, reset_after_ms=reset_after_ms)


def test_no_more_than_the_burst_in_any_window_and_a_margin() -> None:
    budget = EditBudget(3, 1.0)
    assert [len(taken(budget, at)) for at in (0, 500, 900, 1000, 1249, 1250, 1300)] == [1, 1, 1, 0, 0, 1, 0]


def test_a_token_counts_from_the_moment_its_edit_left() -> None:
    budget = EditBudget(1, 1.0)
    (token,) = taken(budget, 0)
    token.at_ms = 700
    assert budget.grows_ms(10) == [1950]
    budget.give_back(token)
    assert budget.room(10) == 1


def test_the_headers_say_when_a_place_is_free_again() -> None:
    budget = EditBudget(10, 10.0)
    tokens = taken(budget, 0, 10)
    for used, token in enumerate(tokens, 1):
        budget.told(token, answered(10, 10 - used, 3_000), 100)
    assert [budget.room(at) for at in (3_119, 3_120)] == [0, 10]


def test_the_headers_say_how_large_the_bucket_is() -> None:
    budget = EditBudget(10, 10.0)
    (token,) = taken(budget, 0)
    budget.told(token, answered(5, 4, 30_000), 50)
    assert (budget.most(50), budget.room(50)) == (5, 4)
    assert len(taken(budget, 60, 10)) == 4
    assert budget.grows_ms(70) == [30_070] + [60 + 30_000 + 250] * 4


def test_what_the_library_will_send_again_keeps_its_place() -> None:
    """It does so by itself a second after Discord has failed, three seconds after the next time."""
    budget = EditBudget(3, 10.0)
    (token,) = taken(budget, 0)
    budget.told(token, LimitsSeen(failed=True), 100)
    assert [budget.room(at) for at in (101, 10_249, 10_250, 11_349, 11_350)] == [1, 1, 2, 2, 3]
    budget.told(token, LimitsSeen(failed=True), 12_000)
    assert [budget.room(at) for at in (12_001, 25_249, 25_250)] == [2, 2, 3]


def test_what_others_have_sent_with_our_token_counts() -> None:
    """A process before this one, or names."""
    budget = EditBudget(10, 10.0)
    (token,) = taken(budget, 0)
    budget.told(token, answered(10, 2, 4_000), 100)
    assert [budget.room(at) for at in (101, 4_119, 4_120)] == [2, 2, 10]


def test_a_refusal_blocks_and_shows_how_much_nobody_announces() -> None:
    budget = EditBudget(10, 10.0)
    tokens = taken(budget, 0, 6)
    for used, token in enumerate(tokens[:4], 1):
        budget.told(token, answered(10, 10 - used, 10_000), 50)
    for token in tokens[4:]:
        budget.told(token, LimitsSeen(limit=10, remaining=4, reset_after_ms=9_900, retry_after_ms=8_000), 60)
    assert (budget.most(60), budget.room(8_059)) == (4, 0)
    assert budget.room(10_071) == 2  # the two the library sends again at 8.06 s
    assert budget.most(120_060) == 10


def test_more_edits_than_that_limit_show_that_it_is_none() -> None:
    """One refusal out of the blue is no limit."""
    budget = EditBudget(10, 10.0)
    tokens = taken(budget, 0, 5)
    budget.told(tokens[0], answered(10, 9, 10_000), 50)
    budget.told(tokens[1], LimitsSeen(limit=10, remaining=9, reset_after_ms=9_900, retry_after_ms=1_000), 60)
    assert budget.most(60) == 2
    for used, token in enumerate(tokens[1:], 2):
        budget.told(token, answered(10, 10 - used, 9_000), 1_100)
    assert budget.most(1_100) == 5


def test_a_refusal_that_others_brought_about_teaches_nothing_of_our_own_bucket() -> None:
    budget = EditBudget(10, 10.0)
    (token,) = taken(budget, 0)
    budget.told(token, LimitsSeen(retry_after_ms=1_000, shared=True), 50)
    assert (budget.most(60), budget.room(60)) == (10, 9)


def test_a_refusal_of_everything_the_bot_asks_for_blocks_and_shows_no_limit_of_edits() -> None:
    """Fifty requests a second of whatever kind, or a proxy: when it is over, all edits may go again."""
    budget = EditBudget(10, 10.0)
    tokens = taken(budget, 0, 2)
    for token in tokens:
        budget.told(token, LimitsSeen(retry_after_ms=20_000, everywhere=True), 50)
    assert (budget.most(60), budget.room(20_049), budget.room(20_051)) == (10, 0, 8)


def test_an_answer_without_headers_teaches_nothing() -> None:
    budget = EditBudget(2, 1.0)
    (token,) = taken(budget, 0)
    budget.told(token, LimitsSeen(), 50)
    assert budget.grows_ms(60) == [60, 1250]


async def test_what_is_told_reaches_the_one_who_listens_and_nobody_else() -> None:
    heard: list[LimitsSeen] = []
    tell_limits(LimitsSeen(limit=1))
    with hearing_limits(heard.append):
        tell_limits(LimitsSeen(limit=2))
    tell_limits(LimitsSeen(limit=3))
    assert heard == [LimitsSeen(limit=2)]


async def test_a_task_begun_beside_an_edit_tells_nothing_of_edits() -> None:
    """A panel drawn because of an edit's answer is counted in the channel's bucket of messages."""
    heard: list[LimitsSeen] = []

    async def panel() -> None:
        tell_limits(LimitsSeen(limit=5, remaining=4, reset_after_ms=5_000))

    with hearing_limits(heard.append):
        begun = asyncio.create_task(panel())
    await begun
    assert not heard


class TestSeveralBots:
    @pytest.fixture(autouse=True)
    async def bots(self) -> None:
        discord = FakeDiscord(virtual_clock())
        self.tokens = EditTokens([discord, discord, discord], burst=3, window_s=1.0)

    async def test_only_the_bot_itself_edits_until_the_others_are_known_to_be_allowed(self) -> None:
        assert [self.taken(0) for _ in range(4)] == [0, 0, 0, None]
        self.tokens.allow(2, True)
        assert (self.tokens.most(0), self.taken(0)) == (6, 2)

    async def test_the_one_with_most_room_sends_the_next_edit(self) -> None:
        self.allow_all()
        assert [self.taken(0) for _ in range(9)] == [0, 1, 2] * 3

    async def test_one_that_sleeps_over_this_member_is_passed_over_if_another_has_room(self) -> None:
        self.allow_all()
        assert [self.taken(0, avoid=(0, 1)) for _ in range(4)] == [2, 2, 2, 0]

    async def test_what_is_kept_back_is_kept_of_all_together(self) -> None:
        self.allow_all()
        assert [self.taken(0, keep=7) for _ in range(3)] == [0, 1, None]
        assert self.tokens.next_ms(10, 7) == 1_250

    async def test_a_budget_that_keeps_everything_never_has_a_token(self) -> None:
        assert self.tokens.next_ms(0, 3) is None

    async def test_a_trial_goes_through_the_bot_that_is_tried(self) -> None:
        self.allow_all()
        assert [self.taken(0, only=1) for _ in range(4)] == [1, 1, 1, None]

    def allow_all(self) -> None:
        for place in (1, 2):
            self.tokens.allow(place, True)

    def taken(
        self, at_ms: int, keep: int = 0, *, avoid: tuple[int, ...] = (), only: int | None = None
    ) -> int | None:
        token = self.tokens.take(at_ms, keep, avoid=avoid, only=only)
        return token.editor if token is not None else None
