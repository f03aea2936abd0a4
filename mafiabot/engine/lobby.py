"""The lobby: who sits where, who waits, and the ready check that leads to the deal."""

from mafiabot.engine import events as ev
from mafiabot.engine.commands import (
    ConfirmReady,
    Join,
    Leave,
    OpenTable,
    Person,
    StartGame,
    SwapSeats,
    Unseat,
)
from mafiabot.engine.draft import Draft, plays, seat_of, waits
from mafiabot.engine.narrowing import phase_as
from mafiabot.engine.randomness import commitment
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.ruleset_problems import problems
from mafiabot.engine.state import GameState, Lobby, ReadyCheck
from mafiabot.engine.then import Then
from mafiabot.engine.timing import READY_CHECK_MS

# --- the table -----------------------------------------------------------------------------------


def open_table(command: OpenTable, now: int) -> tuple[ev.Event, ...] | Refusal:
    """People carried over sit down in order, as far as there are seats; the others wait."""
    if found := problems(command.ruleset):
        return refuse(Reason.BAD_RULESET, problems=", ".join(f"{p.field}: {p.reason}" for p in found))
    people = _distinct((*command.seated, *command.waiting))
    seats = command.ruleset.table_sizes[1]
    opened = ev.TableOpened(
        at_ms=now,
        game_id=command.game_id,
        guild_id=command.guild_id,
        channel_id=command.channel_id,
        host=command.host,
        ruleset=command.ruleset,
        locale=command.locale,
        seated=people[:seats],
        waiting=people[seats:],
        judge_sees_roles=command.judge_sees_roles,
        deal_words=command.deal_words,
    )
    return (opened,)


def _distinct(people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Everybody once, where he is named first."""
    found: dict[int, Person] = {}
    for person in people:
        found.setdefault(person.user_id, person)
    return tuple(found.values())


def join(draft: Draft, command: Join) -> Refusal | None:
    """Takes the next number; waits where the table is full or a game is under way."""
    state, person = draft.state, command.person
    if (seat := state.seat_of(person.user_id)) is not None:
        return refuse(Reason.ALREADY_SEATED, seat=seat)
    if waits(state, person.user_id):
        return refuse(Reason.ALREADY_WAITING)
    if person.user_id in (state.judge_id, state.co_judge_id):
        if not isinstance(state.phase, Lobby):
            return refuse(Reason.JUDGE_IS_SEATED)
        _judge_no_more(draft, person.user_id)
    if isinstance(state.phase, Lobby) and len(state.seats) < state.ruleset.table_sizes[1]:
        draft.add(ev.PlayerJoined(at_ms=draft.now, person=person))
    else:
        draft.add(ev.PlayerQueued(at_ms=draft.now, person=person))
    return None


def _judge_no_more(draft: Draft, user_id: int) -> None:
    """Who judged a game that did not come about plays the next one."""
    judge, co_judge = (
        None if one == user_id else one for one in (draft.state.judge_id, draft.state.co_judge_id)
    )
    draft.add(ev.JudgeNamed(at_ms=draft.now, judge=judge, co_judge=co_judge, by=user_id))


def leave(draft: Draft, command: Leave) -> Refusal | None:
    """Out of the lobby or the waiting list. A seat in a running game is given up, not left."""
    state = draft.state
    if not waits(state, command.user_id):
        seat = seat_of(state, command.user_id)
        if isinstance(seat, Refusal):
            return seat
        if not isinstance(state.phase, Lobby | ReadyCheck):
            return refuse(Reason.WRONG_PHASE)
        _vacate(draft, seat, by=command.user_id)
        return None
    draft.add(ev.LobbyLeft(at_ms=draft.now, user_id=command.user_id, by=command.user_id))
    return None


def unseat(draft: Draft, command: Unseat) -> Refusal | None:
    if refusal := _unoccupied(draft.state, command.seat):
        return refusal
    _vacate(draft, command.seat, by=command.by)
    return None


def _vacate(draft: Draft, seat: int, by: int) -> None:
    """A seat emptied during the ready check ends the check."""
    user_id = draft.state.seat(seat).person.user_id
    if isinstance(draft.state.phase, ReadyCheck):
        draft.add(ev.ReadyCheckFailed(at_ms=draft.now, missing=(seat,)))
    draft.add(ev.LobbyLeft(at_ms=draft.now, user_id=user_id, by=by))


def swap(draft: Draft, command: SwapSeats) -> Refusal | None:
    """Two occupied numbers trade places, before the deal."""
    if not draft.state.ruleset.host_swap:
        return refuse(Reason.NOT_ALLOWED_BY_RULES)
    for seat in (command.first, command.second):
        if refusal := _unoccupied(draft.state, seat):
            return refusal
    if command.first == command.second:
        return refuse(Reason.SAME_SEAT)
    draft.add(ev.SeatsSwapped(at_ms=draft.now, first=command.first, second=command.second, by=command.by))
    return None


def _unoccupied(state: GameState, seat: int) -> Refusal | None:
    if 1 <= seat <= len(state.seats):
        return None
    return refuse(Reason.SEAT_NOT_OCCUPIED, seat=seat)


# --- the ready check -----------------------------------------------------------------------------


def start(draft: Draft, command: StartGame) -> Refusal | None:
    """Enough people, all of them in the channel. The commitment becomes public before anything is drawn."""
    seats, fewest = draft.state.seats, draft.state.ruleset.table_sizes[0]
    if len(seats) < fewest:
        return refuse(Reason.TOO_FEW, have=len(seats), need=fewest)
    elsewhere = tuple(n for n, seat in enumerate(seats, 1) if seat.person.user_id not in command.in_voice)
    if elsewhere:
        return refuse(Reason.NOT_IN_VOICE, seats=elsewhere)
    draft.add(
        ev.ReadyCheckStarted(
            at_ms=draft.now,
            seed=command.seed,
            commitment=commitment(command.seed),
            game_number=command.game_number,
            until_ms=draft.now + READY_CHECK_MS,
            by=command.by,
        )
    )
    _name_judge(draft, command)
    return None


def _name_judge(draft: Draft, command: StartGame) -> None:
    """Who starts the game from the table's channel leads it, unless he plays or waits to.

    Else it has no judge yet.
    """
    leads = command.by in command.in_voice and not plays(draft.state, command.by)
    if leads and command.by != draft.state.judge_id:
        draft.add(ev.JudgeNamed(at_ms=draft.now, judge=command.by, co_judge=None, by=command.by))


def confirm(draft: Draft, command: ConfirmReady) -> Refusal | Then | None:
    seat = seat_of(draft.state, command.user_id)
    if isinstance(seat, Refusal):
        return seat
    if seat in phase_as(draft.state, ReadyCheck).ready:
        return refuse(Reason.ALREADY_READY)
    draft.add(ev.ReadyConfirmed(at_ms=draft.now, seat=seat))
    return None if _missing(draft.state) else Then.DEAL


def _missing(state: GameState) -> tuple[int, ...]:
    ready = phase_as(state, ReadyCheck).ready
    return tuple(n for n in range(1, len(state.seats) + 1) if n not in ready)


def ready_check_over(draft: Draft) -> None:
    draft.add(ev.ReadyCheckFailed(at_ms=draft.now, missing=_missing(draft.state)))
