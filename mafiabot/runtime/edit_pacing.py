"""How many edits may be sent now, and how long to wait until one should have been shown."""

from dataclasses import dataclass

MARGIN_MS = 250  # sends can arrive closer together than they left
FIRST_GUESS_MS = 250
LONGEST_PATIENCE_MS = 10_000
_SLACK_MS = 200
_SHORTEST_MS, _LONGEST_MS = 20, 2_000


@dataclass(slots=True, eq=False)
class Token:
    """One edit's place in the budget; `at_ms` is moved to the moment it really leaves."""

    at_ms: int


class EditBudget:
    """At most `burst` edits in any `window_s` seconds (and a margin), whatever window Discord counts in."""

    def __init__(self, burst: int, window_s: float) -> None:
        self._burst = burst
        self._window_ms = round(window_s * 1000) + MARGIN_MS
        self._taken: list[Token] = []

    def take(self, now_ms: int, keep: int) -> Token | None:
        """A token if more than `keep` are left."""
        self._taken = [token for token in self._taken if token.at_ms > now_ms - self._window_ms]
        if len(self._taken) + keep >= self._burst:
            return None
        token = Token(now_ms)
        self._taken.append(token)
        return token

    def give_back(self, token: Token) -> None:
        """Nothing was sent for it."""
        self._taken = [taken for taken in self._taken if taken is not token]

    def next_ms(self, keep: int) -> int | None:
        """When a token beyond `keep` will be there (may be past); None if never."""
        free_at = sorted(token.at_ms + self._window_ms for token in self._taken)
        missing = len(free_at) + keep + 1 - self._burst
        if missing <= 0:
            return 0
        return free_at[missing - 1] if missing <= len(free_at) else None


class RoundTrip:
    """Send → voice event, smoothed over our own observations."""

    def __init__(self) -> None:
        self._ms = float(FIRST_GUESS_MS)

    def observe(self, took_ms: int) -> None:
        self._ms += (min(max(took_ms, _SHORTEST_MS), _LONGEST_MS) - self._ms) / 4

    def patience_ms(self, tries: int) -> int:
        """Two round trips and a slack, doubled with every try after the first, up to a limit."""
        return min(LONGEST_PATIENCE_MS, round(2 * self._ms + _SLACK_MS) << min(tries - 1, 8))
