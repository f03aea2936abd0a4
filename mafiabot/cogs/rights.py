"""Who may do what: one table of everything a person can ask of the bot. Checks are made from it.

A deed is a slash command, a context menu, or a control by its action. `who` are the offices of which one is
enough. Judges, moderators and managers are asked for here; whether somebody sits, lives or has the floor the
rules ask themselves (`engine`), because a press counts by when it was made. `asks` are the engine's commands
that a deed may stand for, and with them the phases in which it can change anything (`engine.legal`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mafiabot.engine import commands as cmd
from mafiabot.engine.legal import TABLE, Considered
from mafiabot.engine.views import PhaseName
from mafiabot.ui.ids import Action


class Office(StrEnum):
    """What somebody is at a table, or on the server. A judge is one who does not play."""

    ANYBODY = "anybody"
    MANAGER = "manager"  # Manage Server
    MUTER = "muter"  # Mute Members in the whole server
    MODERATOR = "moderator"  # Mute Members in the table's channel, or the server's role
    JUDGE = "judge"
    CO_JUDGE = "co_judge"
    SEATED = "seated"  # dead or alive; of a finished game: who sat there at the end
    WAITING = "waiting"
    LIVING = "living"
    FLOOR = "floor"


class Beside(StrEnum):
    """What a deed may change beside a table."""

    SETTINGS = "settings"
    ARCHIVE = "archive"  # of a finished game
    OWN = "own"  # what is kept about whoever asks
    MICROPHONES = "microphones"


Asks = type[Considered] | type[cmd.OpenTable]
ASKED_HERE = frozenset({Office.MANAGER, Office.MUTER, Office.MODERATOR, Office.JUDGE, Office.CO_JUDGE})
"""The offices that are asked for before the engine is."""


@dataclass(frozen=True, slots=True)
class Deed:
    """`beside`: what it changes besides what `asks` say. Neither: it only shows something.

    `unless`: offices that exclude from it in spite of all others; the rules ask for them.
    """

    who: frozenset[Office]
    asks: tuple[Asks, ...] = ()
    beside: Beside | None = None
    unless: frozenset[Office] = frozenset()

    @property
    def phases(self) -> frozenset[PhaseName]:
        """Of the table, when it may change it. A table is opened where none is open."""
        found = [TABLE[one].phases for one in self.asks if not issubclass(one, cmd.OpenTable)]
        opening = frozenset({PhaseName.ENDED}) if cmd.OpenTable in self.asks else frozenset()
        kept = frozenset({PhaseName.ENDED}) if self.beside is Beside.ARCHIVE else frozenset()
        return opening.union(kept, *found)


def _of(*who: Office) -> frozenset[Office]:
    return frozenset(who)


ANYBODY = _of(Office.ANYBODY)
MODERATORS = _of(Office.MODERATOR)
JUDGES = _of(Office.JUDGE, Office.CO_JUDGE)
LEADERS = JUDGES | MODERATORS
SEATED, LIVING, SPEAKER = _of(Office.SEATED), _of(Office.LIVING), _of(Office.FLOOR)

MAFIA: Mapping[str, Deed] = {
    "check": Deed(MODERATORS),
    "open": Deed(MODERATORS, (cmd.OpenTable,)),
    "start": Deed(MODERATORS, (cmd.StartGame,)),
    "swap": Deed(MODERATORS, (cmd.SwapSeats,)),
    "unseat": Deed(MODERATORS, (cmd.Unseat,)),
    "rematch": Deed(MODERATORS, (cmd.OpenTable,)),
    "pause": Deed(LEADERS, (cmd.Pause,)),
    "resume": Deed(LEADERS, (cmd.Resume,)),
    "stop": Deed(LEADERS, (cmd.StopGame,)),
    "void": Deed(LEADERS, (cmd.VoidGame,)),
    "settings": Deed(_of(Office.MANAGER), beside=Beside.SETTINGS),
    "unmute-all": Deed(_of(Office.MUTER), beside=Beside.MICROPHONES),
    "my-data": Deed(ANYBODY, beside=Beside.OWN),
    **dict.fromkeys(("status", "history", "rules", "protocol", "glossary", "help"), Deed(ANYBODY)),
}
JUDGE: Mapping[str, Deed] = {
    "foul": Deed(JUDGES, (cmd.GiveFoul,)),
    "unfoul": Deed(JUDGES, (cmd.TakeFoulBack,)),
    "remove": Deed(JUDGES, (cmd.RemovePlayer, cmd.Unseat)),
    "team-loss": Deed(JUDGES, (cmd.CallTeamLoss,)),
    "skip": Deed(JUDGES, (cmd.SkipSpeech,)),
    "end-phase": Deed(JUDGES, (cmd.EndPhase,)),
    "time": Deed(JUDGES, (cmd.ChangeTime,)),
    "floor": Deed(JUDGES, (cmd.GiveFloor,)),
    "nominate": Deed(JUDGES, (cmd.NominateFor,)),
    "best-move": Deed(JUDGES, (cmd.NameBestMoveFor,)),
    "substitute": Deed(JUDGES, (cmd.Substitute,)),
    "wait": Deed(JUDGES, (cmd.WaitFor,)),
    "undo": Deed(JUDGES, (cmd.Undo,)),
    "hand-over": Deed(_of(Office.JUDGE, Office.MODERATOR), (cmd.HandOver,), unless=_of(Office.SEATED)),
    "co-judge": Deed(_of(Office.JUDGE), (cmd.NameCoJudge,)),
    **dict.fromkeys(("award", "penalty", "protest"), Deed(LEADERS, beside=Beside.ARCHIVE)),
}
MENUS: Mapping[str, Deed] = {"foul": Deed(JUDGES), "floor": Deed(JUDGES, (cmd.GiveFloor,))}
CONTROLS: Mapping[Action, Deed] = {
    Action.JOIN: Deed(ANYBODY, (cmd.Join,)),
    Action.LEAVE: Deed(_of(Office.SEATED, Office.WAITING), (cmd.Leave,)),
    Action.READY: Deed(SEATED, (cmd.ConfirmReady,)),
    Action.WORD: Deed(SEATED, (cmd.AddWord,)),
    Action.RULES: Deed(ANYBODY),
    Action.HISTORY: Deed(ANYBODY),
    Action.HAND: Deed(SEATED, (cmd.OpenHand,)),
    Action.IDLE: Deed(ANYBODY),
    Action.FINISH: Deed(SPEAKER, (cmd.FinishSpeech,)),
    Action.NOMINATE: Deed(SPEAKER, (cmd.Nominate,)),
    Action.BEST_MOVE: Deed(SPEAKER, (cmd.NameBestMove,)),
    Action.CRY_OUT: Deed(LIVING, (cmd.CryOut,), unless=SPEAKER),
    Action.CRY_OUT_YES: Deed(LIVING, (cmd.CryOut,), unless=SPEAKER),
    Action.VOTE: Deed(LIVING, (cmd.CastVote,)),
    Action.RAISE_YES: Deed(LIVING, (cmd.AnswerRaise,)),
    Action.RAISE_NO: Deed(LIVING, (cmd.AnswerRaise,)),
    Action.PLAN_ADD: Deed(LIVING, (cmd.WritePlan,)),
    Action.PLAN_CLEAR: Deed(LIVING, (cmd.WritePlan,)),
    Action.SIGN: Deed(LIVING, (cmd.WriteSign,)),
    Action.SHOOT: Deed(LIVING, (cmd.Shoot,)),
    Action.CHECK: Deed(LIVING, (cmd.Check,)),
    Action.GIVE_UP: Deed(SEATED),
    Action.GIVE_UP_CONFIRM: Deed(LIVING, (cmd.GiveUp,)),
    Action.PROTEST: Deed(SEATED, beside=Beside.ARCHIVE),
    **dict.fromkeys((Action.JUDGE, Action.J_SEAT, Action.J_CHECK, Action.J_CAUSE), Deed(JUDGES)),
    **dict.fromkeys((Action.J_REMOVE, Action.J_TEAM_LOSS, Action.J_VOID, Action.J_UNDO), Deed(JUDGES)),
    Action.J_FOUL: Deed(JUDGES, (cmd.GiveFoul,)),
    Action.J_FOUL_TEXT: Deed(JUDGES, (cmd.GiveFoul,)),
    Action.J_UNFOUL: Deed(JUDGES, (cmd.TakeFoulBack,)),
    Action.J_REMOVE_YES: Deed(JUDGES, (cmd.RemovePlayer, cmd.Unseat)),
    Action.J_FLOOR: Deed(JUDGES, (cmd.GiveFloor,)),
    Action.J_SUBSTITUTE: Deed(JUDGES, (cmd.Substitute,)),
    Action.J_TEAM_LOSS_YES: Deed(JUDGES, (cmd.CallTeamLoss,)),
    Action.J_SKIP: Deed(JUDGES, (cmd.SkipSpeech,)),
    Action.J_MORE: Deed(JUDGES, (cmd.ChangeTime,)),
    Action.J_LESS: Deed(JUDGES, (cmd.ChangeTime,)),
    Action.J_END: Deed(JUDGES, (cmd.EndPhase,)),
    Action.J_PAUSE: Deed(JUDGES, (cmd.Pause,)),
    Action.J_RESUME: Deed(JUDGES, (cmd.Resume,)),
    Action.J_VOID_YES: Deed(JUDGES, (cmd.VoidGame,)),
    Action.J_WAIT: Deed(JUDGES, (cmd.WaitFor,)),
    Action.J_UNDO_WHY: Deed(JUDGES, (cmd.Undo,)),
}
DEEDS: Mapping[str, Deed] = {
    **{f"/mafia {name}": deed for name, deed in MAFIA.items()},
    **{f"/judge {name}": deed for name, deed in JUDGE.items()},
    **{f"menu {name}": deed for name, deed in MENUS.items()},
    **{action.value: deed for action, deed in CONTROLS.items()},
}
"""By name: `/mafia open`, `/judge foul`, `menu foul`, `join` (a control's action)."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What the checks ask. `forgotten`: deeds whose check is left out, only to show that this is noticed."""

    forgotten: frozenset[str] = field(default_factory=frozenset)

    def who(self, deed: str) -> frozenset[Office]:
        """The offices of which one is asked for before the engine is; `ANYBODY` among them: none.

        Raises `KeyError` for what is in no table.
        """
        who = DEEDS[deed].who
        return who if who <= ASKED_HERE and deed not in self.forgotten else ANYBODY
