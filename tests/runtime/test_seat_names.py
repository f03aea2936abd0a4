"""What a name becomes with a seat's number in front of it: cut between letters, never too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafiabot.runtime.seat_names import NICK_MOST, numbered


@pytest.mark.parametrize(
    ("seat", "name", "expected"),
    [
        (7, "Анна", "07 Анна"),
        (12, "Bo", "12 Bo"),
        (3, "a" * 40, "03 " + "a" * 29),
        (3, "a" * 28 + "👩‍👩‍👧", "03 " + "a" * 28),
        (3, "a" * 28 + "e\u0301", "03 " + "a" * 28),
        (3, "a" * 28 + " bc", "03 " + "a" * 28),
        (3, "ab" + "\u0301" * 40, "03 a"),
        (3, "👩‍👩‍👧" * 5, "03 " + "👩‍👩‍👧" * 3),
        (3, "", "03"),
    ],
    ids=[
        "short",
        "two digits",
        "long",
        "emoji",
        "combining",
        "blank at the cut",
        "zalgo",
        "family",
        "nothing",
    ],
)
def test_a_name_is_cut_between_letters(seat: int, name: str, expected: str) -> None:
    assert numbered(seat, name) == expected


@given(st.integers(1, 12), st.text(max_size=60))
def test_a_numbered_name_always_fits_and_begins_with_the_number(seat: int, name: str) -> None:
    made = numbered(seat, name)
    assert len(made.encode("utf-16-le", "surrogatepass")) // 2 <= NICK_MOST
    assert made.startswith(f"{seat:02d}")
    assert made == made.strip()
