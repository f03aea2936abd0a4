"""Microphones in words: to the speaker, to the table, and to the judge with the one button that helps."""

from typing import cast

from discord import ui

from mafiabot.engine.views import JudgeView, PublicView
from mafiabot.runtime.table_notes import TableNotes
from mafiabot.runtime.unheard import Unheard
from mafiabot.ui import words
from mafiabot.ui.controls import ControlButton, button
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.texts import Say

NOT_THERE = (Unheard.AWAY, Unheard.ELSEWHERE)
MORE_S = 30
_HELPS = {
    Unheard.AWAY: Action.J_PAUSE,
    Unheard.ELSEWHERE: Action.J_PAUSE,
    Unheard.BY_HAND: Action.J_PAUSE,
    Unheard.TIMED_OUT: Action.J_SKIP,
    Unheard.NO_PERMISSION: Action.J_CHECK,
    Unheard.NOT_OPENED: Action.J_CHECK,
    Unheard.SUPPRESSED: Action.J_CHECK,
    Unheard.DEAFENED: Action.J_MORE,
    Unheard.SELF_MUTED: Action.J_MORE,
    Unheard.CANNOT_HEAR: Action.J_MORE,
}
_LABELS = {
    Action.J_PAUSE: "judge-button-pause",
    Action.J_SKIP: "judge-button-skip",
    Action.J_CHECK: "judge-button-check",
    Action.J_MORE: "judge-button-more",
}


def hint(say: Say, notes: TableNotes) -> str | None:
    """To the owner of the floor himself; None: he is heard."""
    return say(f"hint-unheard-{notes.unheard.value}") if notes.unheard is not None else None


def floor_lines(say: Say, view: PublicView, notes: TableNotes) -> list[str]:
    """On the table's panel; that somebody is not there is said there anyway."""
    lines = [say("panel-last-seconds")] if notes.last_seconds else []
    if notes.unheard is not None and notes.unheard not in NOT_THERE:
        lines += _unheard(say, view, notes.unheard)
    return lines


def judge_lines(say: Say, view: PublicView, notes: TableNotes) -> list[str]:
    """What only a judge is told."""
    lines = []
    if notes.by_hand:
        seats = [seat.number for seat in view.seats if seat.person.user_id in notes.by_hand]
        lines.append(say("judge-by-hand", seats=words.seat_names(view, seats)))
    if notes.wrote:
        lines.append(say("judge-wrote", seats=words.seat_names(view, notes.wrote)))
    return lines


def judge_help(say: Say, view: JudgeView, notes: TableNotes) -> ui.Section[ui.LayoutView] | None:
    """Why the speaker is not heard, beside the button that helps; None: he is."""
    floor = view.public.floor
    if notes.unheard is None or floor is None:
        return None
    line = "\n".join(_unheard(say, view.public, notes.unheard))
    helping = _help(say, view, notes.unheard, floor.ordinal)
    return ui.Section(ui.TextDisplay(line), accessory=cast("ui.Item[ui.LayoutView]", helping))


def _help(say: Say, view: JudgeView, unheard: Unheard, ordinal: int) -> ControlButton:
    """The same button stands among the tools: its own custom_id must differ."""
    action = _HELPS[unheard]
    arg = {Action.J_MORE: f"{MORE_S}.mic", Action.J_SKIP: f"{ordinal}.mic"}.get(action, "mic")
    control = ControlId(view.public.game_id, action, arg)
    return button(control, say(_LABELS[action], n=MORE_S))


def _unheard(say: Say, view: PublicView, unheard: Unheard) -> list[str]:
    if view.floor is None:
        return []
    return [say(f"unheard-{unheard.value}", seat=words.seat_name(view, view.floor.seat))]
