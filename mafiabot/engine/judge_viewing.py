"""What the judge may know of a game, and which of his tools have a meaning now.

Roles are his only if the guild's setting, pinned into the game, says so; who plays is never shown this view.
"""

from mafiabot.engine.discipline import at_table, substitutable
from mafiabot.engine.judging import floor_may_be_given, has_time, may_be_cut
from mafiabot.engine.legal import PLAYING, phase_name
from mafiabot.engine.public import public_view
from mafiabot.engine.state import GameState, Role, Talk
from mafiabot.engine.views import JudgeView


def judge_view(state: GameState) -> JudgeView:
    playing = phase_name(state) in PLAYING
    return JudgeView(
        public=public_view(state),
        roles=_roles(state),
        at_table=at_table(state) if playing else (),
        acts=state.acts if playing else (),
        asked=_asked(state),
        substitutes=substitutable(state) if playing else (),
        can_foul=playing and state.ruleset.fouls,
        can_team_loss=playing and state.ruleset.ppk,
        can_skip=isinstance(state.phase, Talk) and state.paused is None,
        can_end_phase=may_be_cut(state) and state.paused is None,
        can_change_time=has_time(state),
        can_give_floor=floor_may_be_given(state) and state.paused is None,
    )


def _roles(state: GameState) -> tuple[tuple[int, Role], ...]:
    if not state.judge_sees_roles:
        return ()
    return tuple((n, seat.role) for n, seat in enumerate(state.seats, 1) if seat.role is not None)


def _asked(state: GameState) -> tuple[int, ...]:
    return tuple(n for n in state.living if (away := state.seat(n).away) is not None and away.asked)
