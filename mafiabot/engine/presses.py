"""Whether a press was in time. A press counts by when it was made, not by when it arrived.

By our clock that is known within bounds: an end is asked about with the earliest moment that it can have
been, a beginning with the latest.

`vote_settle_ms` is how long after an end a press that was made in time is still waited for.
"""

from mafiabot.engine.commands import Press
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import (
    Closing,
    GameState,
    Night,
    NightStep,
    Settling,
    SpeechKind,
    Talk,
)
from mafiabot.engine.timing import EARLY_SLACK_MS, runs_out_ms, steps_of

# --- at night ------------------------------------------------------------------------------------


def step_refusal(
    state: GameState, night: Night, wanted: tuple[NightStep, ...], press: Press
) -> Refusal | None:
    """Why a press that belongs to one of the `wanted` steps does not count in the step it is."""
    if night.step not in wanted:
        order = steps_of(state.ruleset, night.number)
        early = any(step in wanted for step in order[order.index(night.step) :])
        return refuse(Reason.TOO_EARLY if early else Reason.TOO_LATE)
    if press.host_latest_ms < state.phase_since_ms - EARLY_SLACK_MS:
        return refuse(Reason.TOO_EARLY)
    return refuse(Reason.TOO_LATE) if press.host_ms > night.until_ms else None


# --- with the floor ------------------------------------------------------------------------------


def floor_pressed(
    state: GameState, seat: int, press: Press, now: int, *, floor: int | None, kind: SpeechKind | None
) -> SpeechKind | Refusal:
    """What floor of `seat` a press belongs to, the present one or the one just ended.

    Asked for by its ordinal or by its kind, whichever the press knows.
    """
    if isinstance(state.phase, Talk):
        present = state.phase.floor
        turn = present.turn
        if turn.seat == seat and (present.ordinal == floor or turn.kind is kind):
            late = (end := runs_out_ms(present)) is not None and press.host_ms > end
            return refuse(Reason.TOO_LATE) if late else turn.kind
    former = state.closing
    if former and former.seat == seat and (former.ordinal == floor or former.kind is kind):
        late = press.host_ms > former.ended_at_ms or now > _waited_for_until_ms(state, former)
        return refuse(Reason.TOO_LATE) if late else former.kind
    return refuse(Reason.NOT_YOUR_FLOOR)


def _waited_for_until_ms(state: GameState, former: Closing) -> int:
    if isinstance(state.phase, Settling):
        return state.phase.until_ms
    return former.ended_at_ms + state.ruleset.vote_settle_ms
