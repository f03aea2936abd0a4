"""Counts one scheduler's wishes and what became of them: each wish once, however often it is tried."""

from collections.abc import Callable

from mafiabot.runtime.meters import EditTrouble, Meters

Wish = tuple[bool, int]  # muted, wanted since


class EditMeter:
    """`user_id`s stay in here."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._open: dict[int, Wish] = {}

    def due(self, user_id: int, muted: bool, wanted_ms: int) -> None:
        """His flag has to be changed to `muted`; may be told again and again."""
        if self._open.get(user_id) != (muted, wanted_ms):
            self._open[user_id] = (muted, wanted_ms)
            self._meters.edit_wanted()

    def sent(self) -> None:
        self._meters.edit_sent()

    def failed(self, trouble: EditTrouble) -> None:
        self._meters.edit_failed(trouble)

    def look(
        self, wish_of: Callable[[int], Wish | None], flag_of: Callable[[int], bool | None], now_ms: int
    ) -> None:
        """Closes the wishes that have come true by now, and those that stand no more (`wish_of`)."""
        for user_id, wish in tuple(self._open.items()):
            if wish_of(user_id) != wish:
                del self._open[user_id]
            elif flag_of(user_id) is wish[0]:
                del self._open[user_id]
                self._meters.edit_observed(now_ms - wish[1])
