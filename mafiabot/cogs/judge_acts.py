"""What a judge's tools have in common: who may use them, which command a removal is, what is said of it."""

from typing import assert_never

from mafiabot.cogs import rights
from mafiabot.cogs.rights import Office
from mafiabot.engine import commands as cmd
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.refusals import Reason, refuse
from mafiabot.engine.state import GameState, Lobby, ReadyCheck
from mafiabot.engine.viewing import public_view
from mafiabot.ui import judge_lines, table_answers
from mafiabot.ui.answers import refusal_text
from mafiabot.ui.judge import UNSEAT_CAUSES
from mafiabot.ui.judge_lines import JudgeNote
from mafiabot.ui.texts import Texts

Judged = cmd.JudgeCommand | cmd.Unseat | cmd.Pause | cmd.Resume | cmd.VoidGame
"""What a judge's tools ask of a game."""
FLOOR_S = 30
"""How long the floor out of turn lasts where the judge does not say."""
TIME_MOST_S = 600


def offices(state: GameState, user_id: int) -> frozenset[Office]:
    """What he is at a table, as far as it is about judging."""
    held = {Office.JUDGE: state.judge_id, Office.CO_JUDGE: state.co_judge_id}
    return rights.ANYBODY | {office for office, judge in held.items() if judge == user_id}


def why_not(texts: Texts, locale: str, state: GameState) -> str:
    """What somebody is told who does not judge this table."""
    if state.over:
        return judge_lines.note(texts, locale, JudgeNote.OVER)
    if state.judge_id is not None:
        return refusal_text(texts, locale, refuse(Reason.NOT_JUDGE), public_view(state))
    begun = not isinstance(state.phase, Lobby | ReadyCheck)
    return judge_lines.note(texts, locale, JudgeNote.NOBODY if begun else JudgeNote.NOT_YET)


def removal(
    state: GameState, by: int, seat: int, cause: GoneCause, text: str = ""
) -> cmd.Unseat | cmd.RemovePlayer:
    """Where the rules know no removals, who is gone is unseated; anything else is for the rules to refuse."""
    if not state.ruleset.fouls and cause in UNSEAT_CAUSES:
        return cmd.Unseat(by=by, seat=seat)
    return cmd.RemovePlayer(by=by, seat=seat, cause=cause, text=text)


def line_of(texts: Texts, locale: str, command: Judged, before: GameState, after: GameState) -> str:
    """What an accepted command did. `before`: the state it was made for."""
    view = public_view(after)
    match command:
        case cmd.GiveFoul(seat=seat):
            return judge_lines.fouled(texts, locale, view, seat)
        case cmd.TakeFoulBack(seat=seat):
            return judge_lines.foul_taken_back(texts, locale, view, seat)
        case cmd.RemovePlayer(seat=seat) | cmd.Unseat(seat=seat):
            return judge_lines.removed(texts, locale, view, seat)
        case cmd.CallTeamLoss(seat=seat):
            return judge_lines.team_lost(texts, locale, view, seat)
        case cmd.SkipSpeech():
            return judge_lines.skipped(texts, locale)
        case cmd.EndPhase():
            return judge_lines.phase_ended(texts, locale)
        case cmd.ChangeTime(seconds=seconds):
            return judge_lines.time_changed(texts, locale, seconds)
        case cmd.GiveFloor(seat=seat, seconds=seconds):
            return judge_lines.floor_given(texts, locale, view, seat, seconds)
        case cmd.WaitFor(seat=seat):
            return judge_lines.waited(texts, locale, view, seat)
        case cmd.NominateFor():
            return judge_lines.nominated(texts, locale, view)
        case cmd.NameBestMoveFor(seats=seats):
            return judge_lines.best_move_written(texts, locale, seats)
        case cmd.Substitute(seat=seat):
            return judge_lines.substituted(texts, locale, view, seat)
        case cmd.Undo(former=former):
            gone = tuple(act for act in reversed(before.acts) if act.seq >= former.seq)
            return judge_lines.undone(texts, locale, view, gone)
        case cmd.HandOver(to=to):
            return judge_lines.handed_over(texts, locale, to)
        case cmd.NameCoJudge(user_id=user_id):
            return judge_lines.co_judge_named(texts, locale, user_id)
        case cmd.Pause():
            return table_answers.done_line(texts, locale, table_answers.Done.PAUSED)
        case cmd.Resume():
            return table_answers.done_line(texts, locale, table_answers.Done.RESUMED)
        case cmd.VoidGame():
            return table_answers.done_line(texts, locale, table_answers.Done.VOIDED)
        case _:
            assert_never(command)
