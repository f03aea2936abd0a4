"""What holds in every state between two commands. `check` raises and never repairs."""

from collections.abc import Callable

from mafiabot.engine.discipline import FOULS_MOST
from mafiabot.engine.endings import verdict
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.legal import BEFORE, PLAYING, phase_name
from mafiabot.engine.outcry import settled
from mafiabot.engine.randomness import commitment, role_list
from mafiabot.engine.state import (
    Ended,
    GameState,
    Lobby,
    Night,
    RaiseVote,
    ReadyCheck,
    Settling,
    SpeechKind,
    Status,
    Talk,
    TalkStage,
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
    return all((seat.role is None) == (seat.status is Status.ABSENT) for seat in state.seats)


def _roles_are_those_of_the_table(state: GameState) -> bool:
    if not _playing(state) or state.explicit_deal:
        return True
    roles = sorted(seat.role.value for seat in state.seats if seat.role is not None)
    wanted = role_list(len(roles), empty_number=len(roles) < len(state.seats))
    return roles == sorted(role.value for role in wanted)


def _seats_are_few_enough(state: GameState) -> bool:
    return state.explicit_deal or len(state.seated) <= state.ruleset.table_sizes[1]


def _may_speak(state: GameState, turn: Turn) -> bool:
    """Last words and best move are for those who have just left, all else for the living."""
    if turn.kind in (SpeechKind.LAST_WORD, SpeechKind.BEST_MOVE):
        return state.seat(turn.seat).status in (Status.KILLED, Status.VOTED_OUT)
    return state.seat(turn.seat).alive


def _day_has_its_record(state: GameState) -> bool:
    """The best move at night comes before the day breaks."""
    phase = state.phase
    if isinstance(phase, Lobby | ReadyCheck | Ended):
        return True
    by_day = isinstance(phase, Settling | Vote | RaiseVote)
    if isinstance(phase, Talk):
        by_day = phase.stage is not TalkStage.BEST_MOVE
    return (state.today is not None) == by_day


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
    return [person.user_id for person in (*state.seated, *state.waiting)]


RULES: dict[str, Rule] = {
    "the step never passes the number of events": lambda s: 0 < s.step <= s.seq,
    "everybody is at the table once": lambda s: len(set(_people(s))) == len(_people(s)),
    "no more seats than the ruleset has": _seats_are_few_enough,
    "nobody waits beside a free seat in the lobby": lambda s: (
        phase_name(s) is not PhaseName.LOBBY or not s.waiting or len(s.seats) == s.ruleset.table_sizes[1]
    ),
    "roles are dealt when a game runs": lambda s: not _playing(s) or _dealt(s),
    "no role is dealt before": lambda s: phase_name(s) not in BEFORE or not any(x.role for x in s.seats),
    "roles are those of the table": _roles_are_those_of_the_table,
    "the commitment is the seed's": lambda s: s.seed is None or commitment(s.seed) == s.commitment,
    "a game has a seed": lambda s: not _playing(s) or s.explicit_deal or s.seed is not None,
    "a decided game has ended, but for words": lambda s: (
        not _playing(s) or s.decided is not None or verdict(s) is None
    ),
    "only words come after the decision": lambda s: s.decided is None or isinstance(s.phase, Talk | Ended),
    "the judge has no seat": lambda s: (
        not {s.judge_id, s.co_judge_id} & {person.user_id for person in s.seated}
    ),
    "no more fouls than four": lambda s: all(0 <= seat.fouls <= FOULS_MOST for seat in s.seats),
    "what can be undone lies behind": lambda s: all(act.seq < s.seq for act in s.acts),
    "only a running game is paused": lambda s: s.paused is None or _playing(s),
    "a floor is owned by who may speak": lambda s: all(_may_speak(s, turn) for turn in _turns(s)),
    "nobody has two turns of a kind": lambda s: len(set(_turns(s))) == len(_turns(s)),
    "a clock runs, or waits, or is paused": _clock_is_sane,
    "an outcry runs where it may": lambda s: settled(s) is s,
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
    "a day has its record": _day_has_its_record,
}
