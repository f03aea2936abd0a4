"""The deal's randomness, byte for byte: whoever knows seed and words can draw the same roles again."""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TypeVar

from mafiabot.engine.state import Role

T = TypeVar("T")

_SPAN = 1 << 64
_MAFIA_FROM = 10  # so many seats play three black


def commitment(seed: str) -> str:
    """What is shown before anything is drawn: SHA-256 of the seed (hex in, lower-case hex out)."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def deal_key(seed: str, words: Sequence[str] = ()) -> bytes:
    """The key of all streams: the seed, mixed with the players' words (in seat order) where they add any."""
    raw = bytes.fromhex(seed)
    if not words:
        return raw
    mixed = hashlib.sha256(raw)
    for word in words:
        data = unicodedata.normalize("NFC", word).encode()
        mixed.update(len(data).to_bytes(2, "big") + data)
    return mixed.digest()


def numbers(key: bytes, label: str) -> Iterator[int]:
    """HMAC-SHA256(key, label ‖ i as 4 bytes), i = 0, 1, …, read as 8-byte big-endian numbers."""
    block = 0
    while True:
        digest = hmac.digest(key, label.encode() + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def uniform(stream: Iterator[int], below: int) -> int:
    """A number in 0…below − 1, each equally likely: what lies above the last multiple is drawn again."""
    limit = _SPAN - _SPAN % below
    return next(number for number in stream if number < limit) % below


def shuffled(items: Sequence[T], key: bytes, label: str) -> tuple[T, ...]:
    """Fisher–Yates from the last index down."""
    result = list(items)
    stream = numbers(key, label)
    for last in range(len(result) - 1, 0, -1):
        other = uniform(stream, last + 1)
        result[last], result[other] = result[other], result[last]
    return tuple(result)


def role_list(seats: int, *, empty_number: bool = False) -> tuple[Role, ...]:
    """What is dealt to so many people: don, mafia …, sheriff, civilians.

    `empty_number`: one more number is nobody's, and the missing role is a civilian's.
    """
    mafia = 2 if seats + empty_number >= _MAFIA_FROM else 1
    civilians = seats - mafia - 2
    return (Role.DON, *(Role.MAFIA,) * mafia, Role.SHERIFF, *(Role.CIVILIAN,) * civilians)


def draw_roles(key: bytes, seats: int, *, empty_number: bool = False) -> tuple[Role, ...]:
    """Roles by seat, an empty number left out."""
    return shuffled(role_list(seats, empty_number=empty_number), key, "roles")


def draw_seating(key: bytes, seats: int) -> tuple[int, ...]:
    """Who sits where, as former numbers: seat n goes to who joined as `result[n - 1]`."""
    return shuffled(range(1, seats + 1), key, "seating")
