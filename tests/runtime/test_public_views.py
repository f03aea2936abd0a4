"""What everybody may see of a table is worked out once for each of its states."""

from dataclasses import replace

from mafiabot.engine.viewing import public_view
from mafiabot.runtime.public_views import PublicViews
from tests.support.table import Table


def test_a_state_is_looked_at_once_and_never_taken_for_anothers() -> None:
    views = PublicViews()
    first, second = (replace(Table(6).state, game_id=name) for name in ("first", "second"))
    seen = views.of(first)
    assert seen == public_view(first)
    assert views.of(second).game_id == "second"
    assert views.of(first) is seen


def test_a_newer_state_is_looked_at_anew() -> None:
    views, state = PublicViews(), Table(6).state
    views.of(state)
    assert views.of(replace(state, step=state.step + 1)).step == state.step + 1
