"""The one line that says what an accepted command did."""

from mafiabot.engine import commands as cmd
from mafiabot.engine.state import GameState, RaiseVote, Vote
from mafiabot.engine.viewing import public_view
from mafiabot.ui import answers
from mafiabot.ui.texts import Texts


def line_of(texts: Texts, locale: str, command: cmd.Command, state: GameState, pressed_ms: int) -> str:
    """`pressed_ms`: when it was pressed, Discord's clock (receipts of votes show it)."""
    match command:
        case cmd.Join(person=person):
            return _joined(texts, locale, state, person.user_id)
        case cmd.Leave():
            return answers.left_line(texts, locale)
        case cmd.ConfirmReady():
            return answers.ready_line(texts, locale, public_view(state))
        case cmd.AddWord(text=text):
            return answers.word_line(texts, locale, text)
        case cmd.GiveUp():
            return answers.gave_up_line(texts, locale)
        case cmd.CastVote(candidate=candidate, window_no=window_no):
            return answers.vote_line(texts, locale, candidate, _moment(state, window_no, pressed_ms))
        case cmd.AnswerRaise(yes=yes, window_no=window_no):
            return answers.raise_line(texts, locale, yes, _moment(state, window_no, pressed_ms))
        case cmd.Nominate(seat=seat):
            return answers.nominated_line(texts, locale, public_view(state), seat)
        case cmd.CryOut(user_id=user_id):
            return _cried_out(texts, locale, state, user_id)
        case cmd.Shoot(seat=target):
            return answers.shot_line(texts, locale, target)
        case cmd.Check(seat=seat):
            return answers.check_line(texts, locale, seat)
        case cmd.WritePlan(seats=seats):
            return answers.plan_line(texts, locale, public_view(state), seats)
        case cmd.WriteSign(text=text):
            return answers.sign_line(texts, locale, text)
        case cmd.NameBestMove(seats=seats):
            return answers.best_move_line(texts, locale, seats)
        case _:
            return answers.hand_line(texts, locale)


def _moment(state: GameState, window_no: int, pressed_ms: int) -> answers.Moment:
    phase = state.phase
    if not isinstance(phase, Vote | RaiseVote) or phase.window.window_no != window_no:
        return answers.Moment(pressed_ms=pressed_ms)
    window = phase.window
    return answers.Moment(pressed_ms=pressed_ms, shown_ms=window.message_ms, length_ms=window.length_ms)


def _cried_out(texts: Texts, locale: str, state: GameState, user_id: int) -> str:
    seat = state.seat_of(user_id)
    heard = seat is not None and state.seat(seat).alive
    return answers.outcry_line(texts, locale, state.ruleset.outcry_s if heard else None)


def _joined(texts: Texts, locale: str, state: GameState, user_id: int) -> str:
    seat = state.seat_of(user_id)
    if seat is not None:
        return answers.joined_line(texts, locale, seat)
    place = next((n for n, p in enumerate(state.waiting, 1) if p.user_id == user_id), len(state.waiting))
    return answers.queued_line(texts, locale, place)
