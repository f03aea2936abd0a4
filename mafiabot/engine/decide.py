"""`decide` says what a command makes of a state: events in order, or a refusal. It changes nothing."""

from typing import assert_never

from mafiabot.engine import commands as cmd
from mafiabot.engine import (
    dealing,
    discipline,
    endings,
    floor,
    flow,
    judging,
    legal,
    lobby,
    nights,
    pauses,
    people,
    undoing,
    windows,
)
from mafiabot.engine.draft import Draft
from mafiabot.engine.events import Event
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import GameState
from mafiabot.engine.then import Then

Answer = Refusal | Then | None

Disciplining = (
    cmd.GiveFoul | cmd.TakeFoulBack | cmd.RemovePlayer | cmd.CallTeamLoss | cmd.WaitFor | cmd.Substitute
)


def decide(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """At least one event, each stamped `now` (epoch ms, host's clock), or a refusal; pure.

    Raises `InvariantBroken` for a state that cannot be; never for what a person did.
    """
    if isinstance(command, cmd.OpenTable):
        return lobby.open_table(command, now) if state is None else refuse(Reason.TABLE_OPEN_HERE)
    if state is None:
        return refuse(Reason.NO_TABLE)
    if refusal := legal.refusal(state, command):
        return refusal
    draft = Draft(state, now)
    answer = _handled(draft, command)
    if isinstance(answer, Refusal):
        return answer
    flow.follow(draft, answer)
    return tuple(draft.events)


def _handled(draft: Draft, command: legal.Considered) -> Answer:
    if isinstance(command, cmd.TableCommand):
        return _moderator(draft, command)
    if isinstance(command, cmd.PlayerCommand):
        return _player(draft, command)
    if isinstance(command, cmd.JudgeCommand):
        return _judge(draft, command)
    return _system(draft, command)


def _moderator(draft: Draft, command: cmd.TableCommand) -> Answer:
    match command:
        case cmd.StartGame():
            return lobby.start(draft, command)
        case cmd.SwapSeats():
            return lobby.swap(draft, command)
        case cmd.Unseat():
            return people.unseat(draft, command)
        case cmd.Pause():
            return pauses.pause(draft, command)
        case cmd.Resume():
            return pauses.resume(draft, command)
        case cmd.StopGame():
            return endings.stop(draft, command)
        case cmd.VoidGame():
            return endings.void(draft, command)
        case _:
            assert_never(command)


def _player(draft: Draft, command: cmd.PlayerCommand) -> Answer:
    match command:
        case cmd.Join():
            return lobby.join(draft, command)
        case cmd.Leave():
            return lobby.leave(draft, command)
        case cmd.ConfirmReady():
            return lobby.confirm(draft, command)
        case cmd.AddWord():
            return dealing.add_word(draft, command)
        case cmd.OpenHand():
            return dealing.open_hand(draft, command)
        case cmd.GiveUp():
            return people.give_up(draft, command)
        case cmd.WritePlan():
            return nights.write_plan(draft, command)
        case cmd.WriteSign():
            return nights.write_sign(draft, command)
        case cmd.Nominate():
            return floor.nominate(draft, command)
        case cmd.FinishSpeech():
            return floor.finish(draft, command)
        case cmd.CryOut():
            return discipline.cry_out(draft, command)
        case cmd.CastVote():
            return windows.cast(draft, command)
        case cmd.AnswerRaise():
            return windows.answer_raise(draft, command)
        case cmd.Shoot():
            return nights.shoot(draft, command)
        case cmd.Check():
            return nights.check(draft, command)
        case cmd.NameBestMove():
            return floor.name_best_move(draft, command)
        case _:
            assert_never(command)


def _judge(draft: Draft, command: cmd.JudgeCommand) -> Answer:
    """Nobody but the judges is obeyed; whether a moderator may take a game over is asked outside."""
    judges = (draft.state.judge_id, draft.state.co_judge_id)
    if command.by not in judges and not isinstance(command, cmd.HandOver):
        return refuse(Reason.NOT_JUDGE)
    if isinstance(command, Disciplining):
        return _discipline(draft, command)
    match command:
        case cmd.SkipSpeech():
            return judging.skip(draft, command)
        case cmd.EndPhase():
            return judging.end_phase(draft, command)
        case cmd.ChangeTime():
            return judging.change_time(draft, command)
        case cmd.GiveFloor():
            return judging.give_floor(draft, command)
        case cmd.NominateFor():
            return floor.nominate_for(draft, command)
        case cmd.NameBestMoveFor():
            return floor.name_best_move_for(draft, command)
        case cmd.HandOver():
            return judging.hand_over(draft, command)
        case cmd.NameCoJudge():
            return judging.name_co_judge(draft, command)
        case cmd.Undo():
            return undoing.undo(draft, command)
        case _:
            assert_never(command)


def _discipline(draft: Draft, command: Disciplining) -> Answer:
    match command:
        case cmd.GiveFoul():
            return discipline.give_foul(draft, command)
        case cmd.TakeFoulBack():
            return discipline.take_back(draft, command)
        case cmd.RemovePlayer():
            return discipline.remove(draft, command)
        case cmd.CallTeamLoss():
            return discipline.team_loss(draft, command)
        case cmd.WaitFor():
            return discipline.wait_for(draft, command)
        case cmd.Substitute():
            return discipline.substitute(draft, command)
        case _:
            assert_never(command)


def _system(draft: Draft, command: cmd.SystemCommand) -> Answer:
    match command:
        case cmd.DeadlineReached():
            return flow.deadline_reached(draft, command)
        case cmd.VoiceObserved():
            return floor.observed(draft, command)
        case cmd.WindowShown():
            return windows.shown(draft, command)
        case cmd.WindowLost():
            return windows.lost(draft, command)
        case cmd.Recovered():
            return pauses.recovered(draft, command)
        case _:
            assert_never(command)
