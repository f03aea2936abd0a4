"""What holds in every state between two commands. `check` raises and never repairs."""

from collections.abc import Callable

from mafiabot.engine.endings import verdict
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.legal import BEFORE, PLAYING, phase_name
from mafiabot.engine.randomness import commitment, role_list
from mafiabot.engine.state import (
    Ended,
    GameState,
    Night,
    RaiseVote,
    SpeechKind,
    Status,
    Talk,
    Turn,
    Vote,
)
from mafiabot.engine.views import PhaseName

Rule = Callable[[GameState], bool]


def check(state: GameState) -> None:
    """Raises `InvariantBroken` naming the first rule that does not hold."""
    for name, holds in RULES.items():
        if not holds(state):
            raise InvariantBroken(name)


def _playing(state: GameState) -> bool:
    return phase_name(state) in PLAYING


def _turns(state: GameState) -> tuple[Turn, ...]:
    return (state.phase.floor.turn, *state.phase.queue) if isinstance(state.phase, Talk) else ()


def _dealt(state: GameState) -> bool:
    return all(seat.role is not None for seat in state.seats)


def _roles_are_those_of_the_table(state: GameState) -> bool:
    if not _playing(state):
        return True
    roles = sorted(seat.role.value for seat in state.seats if seat.role is not None)
    return roles == sorted(role.value for role in role_list(len(state.seats)))


def _may_speak(state: GameState, turn: Turn) -> bool:
    """Speeches and defences are the living's, last words and best move those who have just left."""
    if turn.kind in (SpeechKind.SPEECH, SpeechKind.DEFENCE):
        return state.seat(turn.seat).alive
    return state.seat(turn.seat).status in (Status.KILLED, Status.VOTED_OUT)


def _clock_is_sane(state: GameState) -> bool:
    if not isinstance(state.phase, Talk):
        return True
    floor = state.phase.floor
    clocks = [moment for moment in (floor.running_since_ms, floor.waiting_since_ms) if moment is not None]
    return len(clocks) == (state.paused is None) and 0 <= floor.spent_ms <= floor.granted_ms


def _ballots_are_sane(state: GameState) -> bool:
    if not isinstance(state.phase, Vote):
        return True
    vote = state.phase
    voters = [ballot.voter for ballot in vote.ballots]
    asked = vote.candidates[: vote.index + 1]
    return len(set(voters)) == len(voters) and all(ballot.candidate in asked for ballot in vote.ballots)


def _voted_on_are_alive(state: GameState) -> bool:
    voted_on: tuple[int, ...] = ()
    if isinstance(state.phase, Vote):
        voted_on = state.phase.candidates
    elif isinstance(state.phase, RaiseVote):
        voted_on = state.phase.tied
    return len(set(voted_on)) == len(voted_on) and all(state.seat(seat).alive for seat in voted_on)


def _one_pick_each(state: GameState) -> bool:
    if not isinstance(state.phase, Night):
        return True
    pickers = [seat for seat, _ in state.phase.picks]
    return len(set(pickers)) == len(pickers)


def _people(state: GameState) -> list[int]:
    return [*(seat.person.user_id for seat in state.seats), *(person.user_id for person in state.waiting)]


RULES: dict[str, Rule] = {
    "the step never passes the number of events": lambda s: 0 < s.step <= s.seq,
    "everybody is at the table once": lambda s: len(set(_people(s))) == len(_people(s)),
    "no more seats than the ruleset has": lambda s: len(s.seats) <= s.ruleset.table_sizes[1],
    "nobody waits beside a free seat in the lobby": lambda s: (
        phase_name(s) is not PhaseName.LOBBY or not s.waiting or len(s.seats) == s.ruleset.table_sizes[1]
    ),
    "roles are dealt when a game runs": lambda s: not _playing(s) or _dealt(s),
    "no role is dealt before": lambda s: phase_name(s) not in BEFORE or not any(x.role for x in s.seats),
    "roles are those of the table": _roles_are_those_of_the_table,
    "the commitment is the seed's": lambda s: s.seed is None or commitment(s.seed) == s.commitment,
    "a game has a seed": lambda s: not _playing(s) or s.seed is not None,
    "a decided game has ended": lambda s: not _playing(s) or verdict(s) is None,
    "only a running game is paused": lambda s: s.paused is None or _playing(s),
    "a floor is owned by who may speak": lambda s: all(_may_speak(s, turn) for turn in _turns(s)),
    "nobody has two turns of a kind": lambda s: len(set(_turns(s))) == len(_turns(s)),
    "a clock runs, or waits, or is paused": _clock_is_sane,
    "nobody is waited for too long": lambda s: all(
        0 <= seat.reconnect_used_ms <= s.ruleset.reconnect_s * 1000 for seat in s.seats
    ),
    "ballots are one a voter, for who was asked": _ballots_are_sane,
    "who is voted on is alive": _voted_on_are_alive,
    "a raise is answered once": lambda s: (
        not isinstance(s.phase, RaiseVote)
        or len({*s.phase.yes, *s.phase.no}) == len(s.phase.yes) + len(s.phase.no)
    ),
    "one pick a step": _one_pick_each,
    "a combat night has its record": lambda s: (
        isinstance(s.phase, Ended)
        or (s.tonight is not None) == (isinstance(s.phase, Night) and s.phase.number > 0)
    ),
    "a day has its record": lambda s: (
        phase_name(s) in BEFORE
        or isinstance(s.phase, Ended)
        or (s.today is not None) == (phase_name(s).value in ("talk", "settling", "vote", "raise_vote"))
    ),
}
