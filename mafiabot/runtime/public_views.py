"""What everybody may see of a table is worked out once for each of its states, however many draw it."""

from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import public_view
from mafiabot.engine.views import PublicView


class PublicViews:
    """Keeps each open table's last one."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[GameState, PublicView]] = {}

    def of(self, state: GameState) -> PublicView:
        known = self._known.get(state.game_id)
        if known is not None and known[0] is state:
            return known[1]
        view = public_view(state)
        if state.over:
            self._known.pop(state.game_id, None)
        else:
            self._known[state.game_id] = (state, view)
        return view
