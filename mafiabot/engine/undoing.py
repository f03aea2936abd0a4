"""Undo: the game stands again where it stood before an act, as if it had been paused since.

The log keeps both. What is no matter of the game does not go back: who is in the channel, who judges,
who waits, and the numbers by which a press for something former is recognised. Nobody cries out twice.
"""

from mafiabot.engine import events as ev
from mafiabot.engine import pauses
from mafiabot.engine.commands_judge import Undo
from mafiabot.engine.draft import Draft
from mafiabot.engine.evolve import evolve
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.replacing import replace
from mafiabot.engine.state import Act, GameState, Seat


def undo(draft: Draft, command: Undo) -> Refusal | None:
    """Back to before the act that began at `former.seq`; clocks go on as they stood, or stay paused."""
    state, former = draft.state, command.former
    later = [act for act in state.acts if act.seq >= former.seq]
    if former.game_id != state.game_id or not later or later[0].seq != former.seq:
        return refuse(Reason.NOTHING_TO_UNDO)
    draft.add(
        ev.Undone(
            at_ms=draft.now,
            act=later[0],
            steps=len(later),
            reason=command.reason,
            by=command.by,
            restored=_restored(state, former, later[0]),
        )
    )
    if state.paused is None:
        pauses.go_on(draft, command.by)
    return None


def _restored(state: GameState, former: GameState, act: Act) -> GameState:
    """Nobody forgets what card he has held meanwhile."""
    if former.paused is None:
        former = evolve(former, ev.GamePaused(at_ms=act.at_ms, by=state.host_id))
    present = {seat.person.user_id: seat for seat in state.seats}
    seats = tuple(_as_present(seat, present.get(seat.person.user_id)) for seat in former.seats)
    seated = {seat.person.user_id for seat in seats}
    people = (*state.waiting, *(seat.person for seat in state.seats))
    unseated = ((user, n) for n, user in enumerate(present, 1) if user not in seated)
    return replace(
        former,
        seq=state.seq,
        step=state.step,
        floors=state.floors,
        windows=state.windows,
        outcry=None,
        judge_id=None if state.judge_id in seated else state.judge_id,
        co_judge_id=None if state.co_judge_id in seated else state.co_judge_id,
        seats=seats,
        waiting=tuple(person for person in people if person.user_id not in seated),
        informed=tuple(dict.fromkeys((*state.informed, *unseated))),
    )


def _as_present(seat: Seat, now: Seat | None) -> Seat:
    """Who is not seated now is seen anew."""
    if now is None:
        return replace(seat, away=None, mic_open=False)
    away = None if now.away is None else replace(now.away, since_ms=None)
    return replace(seat, away=away, mic_open=now.mic_open)
