"""Chains of floors: who has the floor, whose it is next, and what follows when a chain is through."""

from mafiabot.engine import events as ev
from mafiabot.engine.draft import Draft
from mafiabot.engine.narrowing import phase_as, today_of
from mafiabot.engine.openers import speaking_order
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import BestMoveCondition, BestMoveWhen, ThirdFoul
from mafiabot.engine.state import GameState, SpeechKind, Status, Talk, TalkStage, Turn
from mafiabot.engine.then import Then

SHORT_MS = 30_000
FEW_ALIVE = (3, 4)

_AFTER = {
    TalkStage.BEST_MOVE: Then.DAY,
    TalkStage.MORNING: Then.ROUND,
    TalkStage.ROUND: Then.SETTLE,
    TalkStage.DEFENCE: Then.REVOTE,
    TalkStage.MORE_WORDS: Then.NIGHT,
    TalkStage.FAREWELL: Then.NIGHT,
}
_ENDS_DECIDED = (TalkStage.MORNING, TalkStage.FAREWELL)


def turn(state: GameState, kind: SpeechKind, seat: int) -> Turn:
    rules = state.ruleset
    seconds = {
        SpeechKind.SPEECH: rules.speech_s,
        SpeechKind.DEFENCE: rules.defence_s,
        SpeechKind.LAST_WORD: rules.last_word_s,
        SpeechKind.BEST_MOVE: rules.best_move_s,
    }
    return Turn(kind=kind, seat=seat, length_ms=seconds[kind] * 1000)


# --- giving the floor ----------------------------------------------------------------------------


def give(draft: Draft, stage: TalkStage, turns: tuple[Turn, ...]) -> Then | None:
    """Gives the floor to the first of `turns`; his clock starts at once if his microphone is open."""
    served = _served(draft, turns)
    if not served:
        return _after(draft.state, stage)
    draft.add(ev.FloorGiven(at_ms=draft.now, stage=stage, turn=served[0], queue=served[1:]))
    start_if_open(draft)
    return None


def start_if_open(draft: Draft) -> None:
    """A lost speech waits for no microphone."""
    floor = phase_as(draft.state, Talk).floor
    heard = draft.state.seat(floor.turn.seat).mic_open or floor.turn.kind is SpeechKind.LOST
    if heard and floor.waiting_since_ms is not None:
        draft.add(ev.ClockStarted(at_ms=draft.now, from_ms=draft.now, seen_open=True))


def _served(draft: Draft, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """`turns` with the first speech as its speaker's third foul leaves it; who has none left is passed."""
    while turns and _owes(draft.state, turns[0]):
        first = turns[0]
        how = _consequence(draft.state)
        draft.add(ev.FoulServed(at_ms=draft.now, seat=first.seat, how=how))
        if how is ThirdFoul.LOSE_SPEECH:
            lost_ms = (draft.state.ruleset.lost_speech_s or 0) * 1000
            muted = Turn(kind=SpeechKind.LOST, seat=first.seat, length_ms=lost_ms)
            turns = (muted, *turns[1:]) if lost_ms else turns[1:]
        elif how is ThirdFoul.SHORT_30:
            turns = (replace(first, length_ms=min(SHORT_MS, first.length_ms)), *turns[1:])
    return turns


def _owes(state: GameState, first: Turn) -> bool:
    """Only an ordinary speech is lost, and not the rest of one that has begun."""
    return first.kind is SpeechKind.SPEECH and not first.rest and state.seat(first.seat).owes_speech


def _consequence(state: GameState) -> ThirdFoul:
    rules = state.ruleset
    few = len(state.living) in FEW_ALIVE
    return (rules.third_foul_at_3_or_4 if few else rules.third_foul) or ThirdFoul.NOTHING


def end(draft: Draft, cause: str, ended_ms: int) -> Then:
    seat = phase_as(draft.state, Talk).floor.turn.seat
    draft.add(ev.SpeechEnded(at_ms=draft.now, seat=seat, cause=cause, ended_ms=ended_ms))
    return Then.FLOOR


def next_floor(draft: Draft) -> Then | None:
    talk = phase_as(draft.state, Talk)
    return give(draft, talk.stage, talk.queue)


def _after(state: GameState, stage: TalkStage) -> Then:
    return Then.VERDICT if state.decided and stage in _ENDS_DECIDED else _AFTER[stage]


# --- the chains ----------------------------------------------------------------------------------


def best_move_at_night(draft: Draft) -> Then | None:
    victim = draft.state.nights[-1].victim
    assert victim is not None
    return give(draft, TalkStage.BEST_MOVE, (turn(draft.state, SpeechKind.BEST_MOVE, victim),))


def break_day(draft: Draft) -> Then | None:
    """Day breaks. The night's victim speaks before the round, unless he has left by himself."""
    state = draft.state
    if state.decided and not state.ruleset.final_speech:
        return Then.VERDICT
    number = len(state.days)
    draft.add(ev.DayBroke(at_ms=draft.now, number=number, opener=speaking_order(state, number)[0]))
    victim = state.nights[-1].victim if number else None
    if victim is None or not _speaks(state, victim):
        return _after(state, TalkStage.MORNING)
    words = [turn(state, SpeechKind.LAST_WORD, victim)]
    if has_best_move(state, BestMoveWhen.MORNING) and not state.decided:
        words.insert(0, turn(state, SpeechKind.BEST_MOVE, victim))
    return give(draft, TalkStage.MORNING, tuple(words))


def _speaks(state: GameState, victim: int) -> bool:
    seat = state.seat(victim)
    return seat.status is Status.KILLED and not seat.disqualified


def has_best_move(state: GameState, when: BestMoveWhen) -> bool:
    """The first combat night's victim only, whatever his colour, and if he is there to name it."""
    rules = state.ruleset
    if len(state.nights) != 1 or not rules.best_move_s or rules.best_move_when is not when:
        return False
    victim = state.nights[0].victim
    if victim is None or not _speaks(state, victim):
        return False
    most = {
        BestMoveCondition.ALWAYS: len(state.seats),
        BestMoveCondition.NO_DAY0_VOTE_OUT: 0,
        BestMoveCondition.AT_MOST_ONE_DAY0_VOTE_OUT: 1,
    }
    return len(state.days[0].left) <= most[rules.best_move_condition]


def begin_round(draft: Draft) -> Then | None:
    order = speaking_order(draft.state, today_of(draft.state).number)
    speeches = tuple(turn(draft.state, SpeechKind.SPEECH, seat) for seat in order)
    return give(draft, TalkStage.ROUND, speeches)


def settle(draft: Draft) -> None:
    until = draft.now + draft.state.ruleset.vote_settle_ms
    draft.add(ev.SettlingBegan(at_ms=draft.now, until_ms=until))


def farewell(draft: Draft, seats: tuple[int, ...]) -> None:
    """One last word each, in ballot order."""
    words = tuple(turn(draft.state, SpeechKind.LAST_WORD, seat) for seat in seats)
    give(draft, TalkStage.FAREWELL, words)


def defences(draft: Draft, tied: tuple[int, ...]) -> None:
    _defend(draft, TalkStage.DEFENCE, tied)


def more_words(draft: Draft) -> None:
    """Of the first day's winners, who stay (`speech_only`)."""
    _defend(draft, TalkStage.MORE_WORDS, today_of(draft.state).rounds[-1].leaders)


def _defend(draft: Draft, stage: TalkStage, seats: tuple[int, ...]) -> None:
    speeches = tuple(turn(draft.state, SpeechKind.DEFENCE, seat) for seat in seats)
    give(draft, stage, speeches)
