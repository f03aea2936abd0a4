"""Chains of floors: who has the floor, whose it is next, and what follows when a chain is through."""

from mafiabot.engine import events as ev
from mafiabot.engine.draft import Draft
from mafiabot.engine.narrowing import phase_as, today_of
from mafiabot.engine.openers import speaking_order
from mafiabot.engine.ruleset import BestMoveCondition
from mafiabot.engine.state import GameState, SpeechKind, Status, Talk, TalkStage, Turn
from mafiabot.engine.then import Then

_AFTER = {
    TalkStage.MORNING: Then.ROUND,
    TalkStage.ROUND: Then.SETTLE,
    TalkStage.DEFENCE: Then.REVOTE,
    TalkStage.FAREWELL: Then.NIGHT,
}


def turn(state: GameState, kind: SpeechKind, seat: int) -> Turn:
    rules = state.ruleset
    seconds = {
        SpeechKind.SPEECH: rules.speech_s,
        SpeechKind.DEFENCE: rules.defence_s,
        SpeechKind.LAST_WORD: rules.last_word_s,
        SpeechKind.BEST_MOVE: rules.best_move_s,
    }
    return Turn(kind=kind, seat=seat, length_ms=seconds[kind] * 1000)


def give(draft: Draft, stage: TalkStage, turns: tuple[Turn, ...]) -> None:
    """Gives the floor to the first of `turns`; his clock starts at once if his microphone is open."""
    draft.add(ev.FloorGiven(at_ms=draft.now, stage=stage, turn=turns[0], queue=turns[1:]))
    start_if_open(draft)


def start_if_open(draft: Draft) -> None:
    floor = phase_as(draft.state, Talk).floor
    if draft.state.seat(floor.turn.seat).mic_open and floor.waiting_since_ms is not None:
        draft.add(ev.ClockStarted(at_ms=draft.now, from_ms=draft.now, seen_open=True))


def end(draft: Draft, cause: str, ended_ms: int) -> Then:
    seat = phase_as(draft.state, Talk).floor.turn.seat
    draft.add(ev.SpeechEnded(at_ms=draft.now, seat=seat, cause=cause, ended_ms=ended_ms))
    return Then.FLOOR


def next_floor(draft: Draft) -> Then | None:
    talk = phase_as(draft.state, Talk)
    if not talk.queue:
        return _AFTER[talk.stage]
    give(draft, talk.stage, talk.queue)
    return None


def break_day(draft: Draft) -> Then | None:
    """Day breaks. The night's victim speaks before the round, unless he has left by himself."""
    state = draft.state
    number = len(state.days)
    draft.add(ev.DayBroke(at_ms=draft.now, number=number, opener=speaking_order(state, number)[0]))
    victim = state.nights[-1].victim if number else None
    if victim is None or state.seat(victim).status is not Status.KILLED:
        return Then.ROUND
    words = [turn(state, SpeechKind.LAST_WORD, victim)]
    if _has_best_move(state):
        words.insert(0, turn(state, SpeechKind.BEST_MOVE, victim))
    give(draft, TalkStage.MORNING, tuple(words))
    return None


def _has_best_move(state: GameState) -> bool:
    """The first combat night's victim only, whatever his colour."""
    if len(state.nights) != 1 or not state.ruleset.best_move_s:
        return False
    most = {
        BestMoveCondition.ALWAYS: len(state.seats),
        BestMoveCondition.NO_DAY0_VOTE_OUT: 0,
        BestMoveCondition.AT_MOST_ONE_DAY0_VOTE_OUT: 1,
    }
    return len(state.days[0].left) <= most[state.ruleset.best_move_condition]


def begin_round(draft: Draft) -> None:
    order = speaking_order(draft.state, today_of(draft.state).number)
    speeches = tuple(turn(draft.state, SpeechKind.SPEECH, seat) for seat in order)
    give(draft, TalkStage.ROUND, speeches)


def settle(draft: Draft) -> None:
    until = draft.now + draft.state.ruleset.vote_settle_ms
    draft.add(ev.SettlingBegan(at_ms=draft.now, until_ms=until))


def farewell(draft: Draft, seats: tuple[int, ...]) -> None:
    """One last word each, in ballot order."""
    words = tuple(turn(draft.state, SpeechKind.LAST_WORD, seat) for seat in seats)
    give(draft, TalkStage.FAREWELL, words)


def defences(draft: Draft, tied: tuple[int, ...]) -> None:
    speeches = tuple(turn(draft.state, SpeechKind.DEFENCE, seat) for seat in tied)
    give(draft, TalkStage.DEFENCE, speeches)
