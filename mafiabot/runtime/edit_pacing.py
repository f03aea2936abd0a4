"""How long to wait until an edit should have been shown."""

FIRST_GUESS_MS = 250
LONGEST_PATIENCE_MS = 10_000
_SLACK_MS = 200
_SHORTEST_MS, _LONGEST_MS = 20, 2_000


class RoundTrip:
    """Send → voice event, smoothed over our own observations."""

    def __init__(self) -> None:
        self._ms = float(FIRST_GUESS_MS)

    def observe(self, took_ms: int) -> None:
        self._ms += (min(max(took_ms, _SHORTEST_MS), _LONGEST_MS) - self._ms) / 4

    def patience_ms(self, tries: int) -> int:
        """Two round trips and a slack, doubled with every try after the first, up to a limit."""
        return min(LONGEST_PATIENCE_MS, round(2 * self._ms + _SLACK_MS) << min(tries - 1, 8))
