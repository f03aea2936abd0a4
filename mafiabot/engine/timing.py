"""How long things wait: the floor's own clock, windows, absences, and when a press was in time.

All results are moments on the host's clock (`_ms`), None where nothing is waited for.
"""

from mafiabot.engine.ruleset import Night0Reveal, Ruleset
from mafiabot.engine.state import Floor, GameState, Night, NightStep, RaiseVote, Talk, Vote, Window

READY_CHECK_MS = 60_000
SHOW_WAIT_MS = 3_000  # a window not shown so long after it was asked for opens by the estimated clock
EARLY_SLACK_MS = 250  # the largest error of measured clock offsets that raises no alarm

STEPS_OF_COMBAT = (NightStep.OPEN, NightStep.SHOTS, NightStep.DON, NightStep.SHERIFF)


def step_length_ms(state: GameState, step: NightStep) -> int:
    rules = state.ruleset
    seconds = {
        NightStep.MAFIA_MINUTE: rules.mafia_minute_s,
        NightStep.REVEAL: rules.night0_reveal_s,
        NightStep.REVEAL_DON: rules.night0_reveal_s,
        NightStep.REVEAL_SHERIFF: rules.night0_reveal_s,
        NightStep.FREE_SEATING: rules.free_seating_s,
        NightStep.OPEN: rules.night_open_s,
        NightStep.SHOTS: rules.shot_window_s,
        NightStep.DON: rules.check_s,
        NightStep.SHERIFF: rules.check_s,
    }
    return seconds[step] * 1000


def steps_of(rules: Ruleset, night: int) -> tuple[NightStep, ...]:
    """The steps of a night (0: before the first day), in order."""
    if night:
        return STEPS_OF_COMBAT
    if rules.night0_reveal is Night0Reveal.SHERIFF_REMINDER:
        return (NightStep.MAFIA_MINUTE, NightStep.REVEAL, NightStep.FREE_SEATING)
    shown = (NightStep.REVEAL_DON, NightStep.REVEAL_SHERIFF)
    return (NightStep.MAFIA_MINUTE, *shown, NightStep.FREE_SEATING)


# --- the floor -----------------------------------------------------------------------------------


def reconnect_left_ms(state: GameState, seat: int) -> int:
    return state.ruleset.reconnect_s * 1000 - state.seat(seat).reconnect_used_ms


def ran_ms(floor: Floor, at_ms: int) -> int:
    """How much of the floor's time is used at a moment."""
    running = 0 if floor.running_since_ms is None else max(0, at_ms - floor.running_since_ms)
    return min(floor.granted_ms, floor.spent_ms + running)


def free_wait_ms(state: GameState, floor: Floor) -> int:
    """The part of a wait for the microphone that is not charged to `reconnect_s`."""
    return 0 if floor.interrupted else state.ruleset.mic_wait_s * 1000


def charge_ms(state: GameState, floor: Floor, at_ms: int) -> int:
    """What a wait that ends at `at_ms` costs of the speaker's `reconnect_s`; 0 if he is not waited for."""
    if floor.waiting_since_ms is None:
        return 0
    waited = floor.waited_ms + max(0, at_ms - floor.waiting_since_ms)
    return max(0, min(waited - free_wait_ms(state, floor), reconnect_left_ms(state, floor.turn.seat)))


def runs_out_ms(floor: Floor) -> int | None:
    """When the floor's running clock runs out; None while it does not run."""
    if floor.running_since_ms is None:
        return None
    return floor.running_since_ms + floor.granted_ms - floor.spent_ms


def floor_end_ms(state: GameState, floor: Floor) -> int | None:
    """When the floor's clock runs out, or the patience with its silent owner; None while paused."""
    if (end := runs_out_ms(floor)) is not None:
        return end
    if floor.waiting_since_ms is None:
        return None
    free = free_wait_ms(state, floor)
    patience = free + reconnect_left_ms(state, floor.turn.seat) - floor.waited_ms
    present = state.seat(floor.turn.seat).away is None
    if present and not floor.interrupted:
        patience = min(patience, free)
    return floor.waiting_since_ms + max(0, patience)


def finish_from_ms(state: GameState, floor: Floor) -> int | None:
    """From when on the floor may be finished by its owner; None while its clock has not run long enough."""
    missing = state.ruleset.finish_lock_s * 1000 - floor.spent_ms
    if floor.running_since_ms is not None:
        return floor.running_since_ms + max(0, missing)
    return floor.given_at_ms if floor.started and missing <= 0 else None


# --- windows and phases --------------------------------------------------------------------------


def window_end_ms(state: GameState, window: Window) -> int:
    """When a window is decided: after its end and the settling, or when it has not been shown."""
    if window.ends_at_ms is None:
        return window.asked_at_ms + SHOW_WAIT_MS
    return window.ends_at_ms + state.ruleset.vote_settle_ms


def phase_end_ms(state: GameState) -> int | None:
    """When the phase, floor, step or window the game is in must be decided; None if nothing is waited for."""
    phase = state.phase
    if isinstance(phase, Talk):
        return floor_end_ms(state, phase.floor)
    if isinstance(phase, Vote | RaiseVote):
        return window_end_ms(state, phase.window)
    if isinstance(phase, Night):
        return phase.until_ms + state.ruleset.vote_settle_ms
    until: int | None = getattr(phase, "until_ms", None)
    return until


# --- absence -------------------------------------------------------------------------------------


def absence_end_ms(state: GameState, seat: int) -> int | None:
    """When a player out of the channel counts as gone; None while his absence is not counted."""
    away = state.seat(seat).away
    if away is None or away.since_ms is None:
        return None
    return away.since_ms + state.ruleset.absence_s * 1000 - away.counted_ms


def absences(state: GameState) -> tuple[tuple[int, int], ...]:
    """(moment, seat) of every counted absence, the earliest first."""
    ends = ((absence_end_ms(state, seat), seat) for seat in state.living)
    return tuple(sorted((end, seat) for end, seat in ends if end is not None))
