"""Which command is legal in which phase: one table, consulted before anything else.

The diagram in the docs is generated from it. Moderator commands are checked for permission outside.
"""

from dataclasses import dataclass

from mafiabot.engine import commands as cmd
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import (
    Dealing,
    Ended,
    GameState,
    Lobby,
    Night,
    Phase,
    RaiseVote,
    ReadyCheck,
    Settling,
    Talk,
    Vote,
)
from mafiabot.engine.views import PhaseName

_NAMES: dict[type[Phase], PhaseName] = {
    Lobby: PhaseName.LOBBY,
    ReadyCheck: PhaseName.READY_CHECK,
    Dealing: PhaseName.DEALING,
    Night: PhaseName.NIGHT,
    Talk: PhaseName.TALK,
    Settling: PhaseName.SETTLING,
    Vote: PhaseName.VOTE,
    RaiseVote: PhaseName.RAISE_VOTE,
    Ended: PhaseName.ENDED,
}

Considered = cmd.TableCommand | cmd.PlayerCommand | cmd.JudgeCommand | cmd.SystemCommand

BEFORE = frozenset({PhaseName.LOBBY, PhaseName.READY_CHECK})
PLAYING = frozenset(PhaseName) - BEFORE - {PhaseName.ENDED}
ANY = BEFORE | PLAYING


def phase_name(state: GameState) -> PhaseName:
    return _NAMES[type(state.phase)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """`phases` in which a command is considered at all; `otherwise` why not elsewhere."""

    phases: frozenset[PhaseName]
    otherwise: Reason = Reason.WRONG_PHASE
    while_paused: bool = False


def _in(*phases: PhaseName, otherwise: Reason = Reason.WRONG_PHASE) -> Legal:
    return Legal(phases=frozenset(phases), otherwise=otherwise)


TABLE: dict[type[Considered], Legal] = {
    # moderators
    cmd.StartGame: _in(PhaseName.LOBBY),
    cmd.SwapSeats: _in(PhaseName.LOBBY, otherwise=Reason.SWAP_AFTER_DEAL),
    cmd.Unseat: Legal(phases=ANY, while_paused=True),
    cmd.Pause: Legal(phases=PLAYING, while_paused=True),
    cmd.Resume: Legal(phases=PLAYING, otherwise=Reason.NOT_PAUSED, while_paused=True),
    cmd.StopGame: Legal(phases=ANY, while_paused=True),
    cmd.VoidGame: Legal(phases=PLAYING, while_paused=True),
    # players
    cmd.Join: Legal(phases=ANY, while_paused=True),
    cmd.Leave: Legal(phases=ANY, while_paused=True),
    cmd.ConfirmReady: _in(PhaseName.READY_CHECK, otherwise=Reason.NOT_READY_CHECK),
    cmd.AddWord: _in(PhaseName.READY_CHECK, otherwise=Reason.NO_WORDS_NOW),
    cmd.OpenHand: Legal(phases=PLAYING, while_paused=True),
    cmd.GiveUp: Legal(phases=PLAYING, while_paused=True),
    cmd.WritePlan: _in(PhaseName.NIGHT, otherwise=Reason.STALE_HAND),
    cmd.WriteSign: _in(PhaseName.NIGHT, otherwise=Reason.STALE_HAND),
    cmd.Shoot: _in(PhaseName.NIGHT, otherwise=Reason.STALE_HAND),
    cmd.Check: _in(PhaseName.NIGHT, otherwise=Reason.STALE_HAND),
    cmd.Nominate: _in(PhaseName.TALK, PhaseName.SETTLING, otherwise=Reason.NOMINATE_ONLY_IN_SPEECH),
    cmd.FinishSpeech: _in(PhaseName.TALK, otherwise=Reason.NOT_YOUR_FLOOR),
    cmd.CryOut: _in(PhaseName.TALK, otherwise=Reason.NO_OUTCRY),
    cmd.NameBestMove: _in(PhaseName.TALK, otherwise=Reason.NOT_YOUR_FLOOR),
    cmd.CastVote: _in(PhaseName.VOTE, otherwise=Reason.NO_WINDOW),
    cmd.AnswerRaise: _in(PhaseName.RAISE_VOTE, otherwise=Reason.NO_WINDOW),
    # the judge
    cmd.GiveFoul: Legal(phases=PLAYING, while_paused=True),
    cmd.TakeFoulBack: Legal(phases=PLAYING, while_paused=True),
    cmd.RemovePlayer: Legal(phases=PLAYING, while_paused=True),
    cmd.CallTeamLoss: Legal(phases=PLAYING, while_paused=True),
    cmd.SkipSpeech: Legal(phases=PLAYING),
    cmd.EndPhase: Legal(phases=PLAYING),
    cmd.ChangeTime: Legal(phases=PLAYING, while_paused=True),
    cmd.GiveFloor: Legal(phases=PLAYING),
    cmd.WaitFor: Legal(phases=PLAYING, while_paused=True),
    cmd.NominateFor: Legal(phases=PLAYING),
    cmd.NameBestMoveFor: Legal(phases=PLAYING),
    cmd.Substitute: Legal(phases=PLAYING, while_paused=True),
    cmd.HandOver: Legal(phases=ANY, while_paused=True),
    cmd.NameCoJudge: Legal(phases=ANY, while_paused=True),
    cmd.Undo: Legal(phases=PLAYING, while_paused=True),
    # the bot itself
    cmd.DeadlineReached: Legal(phases=ANY, while_paused=True),
    cmd.VoiceObserved: Legal(phases=ANY, while_paused=True),
    cmd.WindowShown: _in(PhaseName.VOTE, PhaseName.RAISE_VOTE, otherwise=Reason.NOTHING_TO_DO),
    cmd.WindowLost: _in(PhaseName.VOTE, PhaseName.RAISE_VOTE, otherwise=Reason.NOTHING_TO_DO),
    cmd.Recovered: Legal(phases=ANY, while_paused=True),
}


def refusal(state: GameState, command: Considered) -> Refusal | None:
    """Why `command` is not even considered now; None if it is."""
    name, legal = phase_name(state), TABLE[type(command)]
    if name is PhaseName.ENDED:
        return refuse(Reason.GAME_OVER)
    if name not in legal.phases:
        return refuse(legal.otherwise)
    return refuse(Reason.PAUSED) if state.paused and not legal.while_paused else None
