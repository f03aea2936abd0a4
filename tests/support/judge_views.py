"""Hand-made views of the judge: everything usable, nothing known that is not said."""

from dataclasses import replace
from typing import Any

from mafiabot.engine.ruleset import CLASSIC
from mafiabot.engine.state import Act, ActKind
from mafiabot.engine.views import JudgeView
from tests.support import views


def judge_view(seats: int = 10, **parts: Any) -> JudgeView:
    """In the middle of a speech, every tool usable."""
    everybody = tuple(range(1, seats + 1))
    view = JudgeView(
        public=views.public_view(seats, ruleset=CLASSIC, floor=views.floor_view(), judge_id=5),
        roles=(),
        at_table=everybody,
        acts=(),
        asked=(),
        substitutes=(),
        can_foul=True,
        can_team_loss=True,
        can_skip=True,
        can_end_phase=True,
        can_change_time=True,
        can_give_floor=True,
    )
    return replace(view, **parts)


def act(kind: ActKind, seat: int | None = 1, *, at_ms: int = views.NOW_MS) -> Act:
    return Act(seq=9, kind=kind, seat=seat, at_ms=at_ms)


def many_acts(count: int) -> tuple[Act, ...]:
    """Of every kind in turn, a second apart."""
    kinds = tuple(ActKind)
    return tuple(act(kinds[n % len(kinds)], at_ms=views.NOW_MS + 1000 * n) for n in range(count))
