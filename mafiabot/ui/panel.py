"""The table's panel: one public message with what every spectator may know, and the buttons of the moment.

Its container carries a fixed component id, so that whoever looks for announcements by their step does
not take a panel for one.
"""

from discord import ButtonStyle, ui

from mafiabot.engine.state import Outcome
from mafiabot.engine.views import PhaseName, PublicView
from mafiabot.runtime.table_notes import NO_NOTES, TableNotes
from mafiabot.ui import panel_lines, verdict
from mafiabot.ui.controls import ControlButton, button
from mafiabot.ui.ids import NO_ARG, Action, ControlId
from mafiabot.ui.texts import Say, Texts

PANEL_ID = 2_000_000_000

_COLOURS = {
    PhaseName.LOBBY: 0x5865F2,
    PhaseName.READY_CHECK: 0x5865F2,
    PhaseName.DEALING: 0x2C2F48,
    PhaseName.NIGHT: 0x2C2F48,
    PhaseName.TALK: 0xE3B341,
    PhaseName.SETTLING: 0xE3B341,
    PhaseName.VOTE: 0xD9822B,
    PhaseName.RAISE_VOTE: 0xD9822B,
    PhaseName.ENDED: 0x99AAB5,
}
_OUTCOME_COLOURS = {Outcome.RED: 0xC0392B, Outcome.BLACK: 0x1B1B1F}


def panel_view(texts: Texts, locale: str, view: PublicView, notes: TableNotes = NO_NOTES) -> ui.LayoutView:
    say = texts.say(locale)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(_body(say, view, notes))
    buttons = _buttons(say, view)
    if buttons:
        layout.add_item(ui.ActionRow(*buttons))
    return layout


def dead_panel_view(texts: Texts, locale: str, view: PublicView) -> ui.LayoutView:
    """The same without controls: the panel has been posted anew further down."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(_body(texts.say(locale), view, NO_NOTES))
    return layout


def _body(say: Say, view: PublicView, notes: TableNotes) -> ui.Container[ui.LayoutView]:
    body: ui.Container[ui.LayoutView] = ui.Container(id=PANEL_ID, accent_colour=_colour(view))
    body.add_item(ui.TextDisplay(f"## {panel_lines.title(say, view)}\n{panel_lines.phase(say, view)}"))
    if view.phase is PhaseName.ENDED and view.outcome is not None:
        body.add_item(ui.TextDisplay(verdict.headline(say, view)))
    body.add_item(ui.Separator())
    body.add_item(ui.TextDisplay(panel_lines.ring(say, view)))
    if view.phase is PhaseName.ENDED and view.outcome is not None:
        body.add_item(ui.Separator())
        body.add_item(ui.TextDisplay(verdict.details(say, view)))
    asked = panel_lines.now(say, view, notes)
    if asked:
        body.add_item(ui.Separator())
        body.add_item(ui.TextDisplay(asked))
    return body


def _colour(view: PublicView) -> int:
    if view.outcome in _OUTCOME_COLOURS:
        return _OUTCOME_COLOURS[view.outcome]
    return _COLOURS[view.phase]


def _buttons(say: Say, view: PublicView) -> list[ControlButton]:
    def control(action: Action, arg: str = NO_ARG) -> ControlId:
        return ControlId(view.game_id, action, arg)

    history = button(control(Action.HISTORY), say("button-history"), emoji="📜")
    rules = button(control(Action.RULES), say("button-rules"), emoji="📖")
    match view.phase:
        case PhaseName.LOBBY:
            join = button(control(Action.JOIN), say("button-join"), style=ButtonStyle.success)
            return [join, button(control(Action.LEAVE), say("button-leave")), rules]
        case PhaseName.READY_CHECK:
            ready = button(control(Action.READY), say("button-ready"), style=ButtonStyle.success)
            words = [button(control(Action.WORD), say("button-word"), emoji="🎲")] if view.takes_words else []
            return [ready, *words, rules]
        case PhaseName.ENDED:
            return [history, *_of_the_end(say, view)] if view.outcome is not None else []
        case _:
            return [*_of_the_game(say, view), history, *_of_the_judge(say, view)]


def _of_the_game(say: Say, view: PublicView) -> list[ControlButton]:
    hand = ControlId(view.game_id, Action.HAND)
    shown = [button(hand, say("button-hand"), style=ButtonStyle.primary, emoji="🎴")]
    if view.floor is not None:
        finish = ControlId(view.game_id, Action.FINISH, str(view.floor.ordinal))
        shown.append(button(finish, say("button-finish")))
    if view.can_cry_out:
        shown.append(button(ControlId(view.game_id, Action.CRY_OUT), say("button-cry-out"), emoji="📢"))
    return shown


def _of_the_end(say: Say, view: PublicView) -> list[ControlButton]:
    """Where the rules take protests; pressed too late, it says so."""
    if view.ruleset.protest_s == 0 or view.game_number is None:
        return []
    protest = ControlId(view.game_id, Action.PROTEST, str(view.game_number))
    return [button(protest, say("button-protest"), emoji="✍️")]


def _of_the_judge(say: Say, view: PublicView) -> list[ControlButton]:
    """Where somebody judges."""
    if view.judge_id is None and view.co_judge_id is None:
        return []
    return [button(ControlId(view.game_id, Action.JUDGE), say("button-judge"), emoji="⚖️")]
