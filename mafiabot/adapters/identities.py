"""Where game ids and seeds come from: the system's randomness, or a number for a repeatable demo."""

import hashlib
import secrets

from mafiabot.runtime.buckets import new_game_id

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10


class SystemIdentities:
    def new_game_id(self, guild_id: int) -> str:
        return new_game_id(guild_id, "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH)))

    def new_seed(self) -> str:
        return secrets.token_hex(32)


class SeededIdentities:
    """`--seed N`: the first game's seed is SHA-256 of N's decimal text, the next ones of `N.2`, `N.3` …"""

    def __init__(self, number: int) -> None:
        self._number = number
        self._seeds = 0
        self._ids = 0

    def new_game_id(self, guild_id: int) -> str:
        self._ids += 1
        digest = hashlib.sha256(f"game {self._number}.{self._ids}".encode()).digest()
        suffix = "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:ID_LENGTH])
        return new_game_id(guild_id, suffix)

    def new_seed(self) -> str:
        self._seeds += 1
        text = str(self._number) if self._seeds == 1 else f"{self._number}.{self._seeds}"
        return hashlib.sha256(text.encode()).hexdigest()
