"""Whether a press was in time. A press counts by when it was made, not by when it arrived.

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
from mafiabot.engine.timing import EARLY_SLACK_MS, floor_end_ms, steps_of

# --- at night ------------------------------------------------------------------------------------


def step_refusal(
    state: GameState, night: Night, wanted: tuple[NightStep, ...], press: Press
) -> Refusal | None:
    """Why a press that belongs to one of the `wanted` steps does not count in the step it is."""
    if night.step not in wanted:
        order = steps_of(night.number)
        early = any(step in wanted for step in order[order.index(night.step) :])
        return refuse(Reason.TOO_EARLY if early else Reason.TOO_LATE)
    if press.host_ms < state.phase_since_ms - EARLY_SLACK_MS:
        return refuse(Reason.TOO_EARLY)
    return refuse(Reason.TOO_LATE) if press.host_ms > night.until_ms else None


# --- with the floor ------------------------------------------------------------------------------


def floor_pressed(
    state: GameState, seat: int, press: Press, now: int, *, floor: int | None, kind: SpeechKind | None
) -> Closing | Refusal:
    """The floor of `seat` a press belongs to, the present one or the one just ended.

    Asked for by its ordinal or by its kind, whichever the press knows.
    """
    for pressed, waits_until_ms in _open_floors(state):
        if pressed.seat == seat and (pressed.ordinal == floor or pressed.kind is kind):
            in_time = press.host_ms <= pressed.ended_at_ms and now <= waits_until_ms
            return pressed if in_time else refuse(Reason.TOO_LATE)
    return refuse(Reason.NOT_YOUR_FLOOR)


def _open_floors(state: GameState) -> list[tuple[Closing, int]]:
    """Floors for which a press may still arrive, each with the moment until which it is waited for."""
    found: list[tuple[Closing, int]] = []
    settle_ms = state.ruleset.vote_settle_ms
    if isinstance(state.phase, Talk):
        floor = state.phase.floor
        end = floor_end_ms(state, floor) if floor.running_since_ms is not None else None
        until = floor.given_at_ms + _UNKNOWN_MS if end is None else end
        turn = floor.turn
        now_on = Closing(seat=turn.seat, ordinal=floor.ordinal, kind=turn.kind, ended_at_ms=until)
        found.append((now_on, until + settle_ms))
    if state.closing is not None:
        until = state.closing.ended_at_ms + settle_ms
        if isinstance(state.phase, Settling):
            until = state.phase.until_ms
        found.append((state.closing, until))
    return found


_UNKNOWN_MS = 1 << 40  # the clock waits: no end is known, so no press is late
