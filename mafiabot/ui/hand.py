"""A player's hand: his secrets behind spoilers, one select, some buttons; the same frame whatever his role.

Everybody's hand at one moment has the same components, controls, options and number of lines, so that
neither a glance at a screen nor the traffic tells a black from a civilian.
"""

from collections.abc import Callable

from discord import ButtonStyle, ui

from mafiabot.engine.ruleset import Night0Reveal, PlanMode
from mafiabot.engine.state import NightStep, Role, SpeechKind, Status
from mafiabot.engine.views import Answered, HandControl, HandView, PhaseName
from mafiabot.ui import panel_lines, words
from mafiabot.ui.controls import ControlButton, ControlSelect, button, select
from mafiabot.ui.covered import (
    checks_room,
    covered,
    partners_room,
    plan_room,
    role_room,
    signs_room,
)
from mafiabot.ui.forms import Field, form
from mafiabot.ui.ids import NO_ARG, Action, ControlId
from mafiabot.ui.names import safe_text
from mafiabot.ui.texts import Say, Texts

HandLayout = Callable[[Texts, str, HandView, str], ui.LayoutView]
"""`(texts, locale, hand, line)`; see `hand_view_layout`."""

NO_SHOT = "none"  # the option that takes a shot back
NOTHING = "nothing"  # the only option of a select that asks for nothing
MOST_NAMED = 3
MOST_SIGN = 200  # characters
SIGN_FIELD = "text"
LAST_FREE_FOUL = 3  # the next one removes him
PLANNING = (HandControl.PLAN, HandControl.PLAN_AND_SIGN)

_ACTIONS = {
    HandControl.NONE: Action.IDLE,
    HandControl.NOMINATE: Action.NOMINATE,
    HandControl.BEST_MOVE: Action.BEST_MOVE,
    HandControl.PLAN: Action.PLAN_ADD,
    HandControl.PLAN_AND_SIGN: Action.PLAN_ADD,
    HandControl.SHOOT: Action.SHOOT,
    HandControl.CHECK: Action.CHECK,
}

_REVEALS = {
    NightStep.REVEAL: "hand-ask-reveal",
    NightStep.REVEAL_DON: "hand-ask-reveal-don",
    NightStep.REVEAL_SHERIFF: "hand-ask-reveal-sheriff",
}
_CALLED = {
    NightStep.REVEAL: Role.SHERIFF,
    NightStep.REVEAL_DON: Role.DON,
    NightStep.REVEAL_SHERIFF: Role.SHERIFF,
}
"""Whom a step of night 0 is for."""


def hand_view_layout(texts: Texts, locale: str, hand: HandView, line: str) -> ui.LayoutView:
    """The whole hand under `line`, which says what has just happened and is never empty."""
    say = texts.say(locale)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(line))
    layout.add_item(ui.Container(ui.TextDisplay(_secrets(say, hand)), accent_colour=0x2C2F48))
    layout.add_item(ui.TextDisplay(_asked(say, hand)))
    layout.add_item(ui.ActionRow(_select(say, hand)))
    layout.add_item(ui.ActionRow(*_buttons(say, hand)))
    return layout


def give_up_confirm_layout(texts: Texts, locale: str, hand: HandView) -> ui.LayoutView:
    """Asks once more before a player leaves his game."""
    say = texts.say(locale)
    game_id = hand.public.game_id
    confirm = button(
        ControlId(game_id, Action.GIVE_UP_CONFIRM), say("button-give-up-confirm"), style=ButtonStyle.danger
    )
    back = button(ControlId(game_id, Action.HAND), say("button-back"))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(say("hand-give-up-question", seat=hand.seat)))
    layout.add_item(ui.ActionRow(confirm, back))
    return layout


def may_be_removed_by_crying(hand: HandView) -> bool:
    """Whether he could cry out now, and one foul more is one too many."""
    public = hand.public
    has_floor = public.floor is not None and public.floor.seat == hand.seat
    last = public.seats[hand.seat - 1].fouls == LAST_FREE_FOUL
    return public.can_cry_out and hand.alive and not has_floor and last


def cry_out_confirm_layout(texts: Texts, locale: str, hand: HandView) -> ui.LayoutView:
    """Asks once more before a player takes the foul that removes him."""
    say = texts.say(locale)
    game_id = hand.public.game_id
    confirm = button(
        ControlId(game_id, Action.CRY_OUT_YES), say("button-cry-out-confirm"), style=ButtonStyle.danger
    )
    back = button(ControlId(game_id, Action.HAND), say("button-back"))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(say("hand-cry-out-question", seat=hand.seat)))
    layout.add_item(ui.ActionRow(confirm, back))
    return layout


def sign_form(texts: Texts, locale: str, control: ControlId) -> ui.Modal:
    """Where a sign is written; the same for everybody, so it never holds what was written before."""
    say = texts.say(locale)
    text = Field(name=SIGN_FIELD, label=say("form-sign-text"), most=MOST_SIGN, required=False)
    return form(control, say("form-sign"), text)


# --- the secrets ---------------------------------------------------------------------------------


def _secrets(say: Say, hand: HandView) -> str:
    view, planned = hand.public, plan_room(hand.public)
    role = words.role(say, hand.role) if hand.role is not None else words.NOBODY
    lines = [
        say("hand-title", seat=hand.seat),
        say("hand-role", role=covered(role, role_room(say))),
        say("hand-partners", partners=covered(_partners(say, hand), partners_room(say, view))),
        say("hand-plan", plan=covered(words.numbers(hand.plan), planned)),
        *_signs(say, hand),
        say("hand-checks", checks=covered(_checks(say, hand), checks_room(say, view))),
        say("hand-picked", picked=covered(words.numbers(hand.picked), planned)),
        *_called(say, hand),
    ]
    return "\n".join(lines)


def _signed(hand: HandView) -> bool:
    """Whether these rules know agreed signs at all."""
    return hand.public.ruleset.plan_mode is PlanMode.STATIC_OR_DYNAMIC


def _signs(say: Say, hand: HandView) -> list[str]:
    if not _signed(hand):
        return []
    written = "; ".join(f"{seat} – {safe_text(text)}" for seat, text in hand.signs)
    return [say("hand-signs", signs=covered(written or words.NOBODY, signs_room(hand.public)))]


def _called(say: Say, hand: HandView) -> list[str]:
    """In a step of night 0: what it asks of whom it is for; everybody else sleeps."""
    role = _CALLED.get(hand.public.night_step) if hand.public.night_step is not None else None
    if role is None:
        return []
    call, sleep = say(_call(hand.public.ruleset.night0_reveal)), say("hand-called-no")
    what = call if hand.role is role else sleep
    return [say("hand-called", what=covered(what, max(len(call), len(sleep))))]


def _call(how: Night0Reveal) -> str:
    return f"hand-called-{how.value}"


def _partners(say: Say, hand: HandView) -> str:
    named = [
        f"{words.seat_name(hand.public, seat)} ({words.role(say, role)})" for seat, role in hand.partners
    ]
    return ", ".join(named) or words.NOBODY


def _checks(say: Say, hand: HandView) -> str:
    return ", ".join(_check(say, hand, check) for check in hand.checks) or words.NOBODY


def _check(say: Say, hand: HandView, check: Answered) -> str:
    of = "don" if hand.role is Role.DON else "sheriff"
    result = say(f"check-{of}-{'hit' if check.hit else 'miss'}")
    return say("hand-check", night=words.night(say, hand.public, check.night), seat=check.seat, result=result)


# --- what is asked -------------------------------------------------------------------------------


def _asked(say: Say, hand: HandView) -> str:
    return say(_question(hand)) + _ends(say, hand)


def _question(hand: HandView) -> str:
    match hand.control:
        case HandControl.NONE if hand.public.phase is PhaseName.ENDED:
            return "hand-ask-over"
        case HandControl.NONE:
            return _unasked(hand)
        case HandControl.NOMINATE:
            return _nomination(hand)
        case HandControl.BEST_MOVE:
            return "hand-ask-best_move" if hand.options else "hand-ask-best_move-named"
        case HandControl.PLAN:
            return "hand-ask-plan"
        case HandControl.PLAN_AND_SIGN:
            return "hand-ask-plan-and-sign"
        case HandControl.SHOOT:
            return "hand-ask-shoot"
        case HandControl.CHECK:
            don = hand.public.night_step is NightStep.DON
            return "hand-ask-check-don" if don else "hand-ask-check-sheriff"


def _unasked(hand: HandView) -> str:
    if not hand.alive:
        return "hand-ask-dead"
    step = hand.public.night_step
    return _REVEALS.get(step, "hand-ask-none") if step is not None else "hand-ask-none"


def _nomination(hand: HandView) -> str:
    if not hand.options:
        return "hand-ask-nominated" if hand.picked else "hand-ask-list-full"
    kind = hand.public.floor.kind if hand.public.floor is not None else SpeechKind.SPEECH
    match kind:
        case SpeechKind.LOST:
            return "hand-ask-nominate-lost"
        case SpeechKind.LAST_WORD:
            return "hand-ask-nominate-last-word"
        case _:
            return "hand-ask-nominate"


def _ends(say: Say, hand: HandView) -> str:
    view = hand.public
    if view.paused:
        return "\n" + say("panel-paused")
    if view.phase is PhaseName.NIGHT and view.until_ms is not None:
        return "\n" + say("panel-step-ends", until=words.countdown(view.until_ms))
    if view.floor is not None and view.floor.seat == hand.seat:
        return "\n" + panel_lines.floor(say, view, view.floor)[-1]
    return ""


# --- the controls --------------------------------------------------------------------------------


def _select(say: Say, hand: HandView) -> ControlSelect:
    control = ControlId(hand.public.game_id, _ACTIONS[hand.control], _select_arg(hand))
    placeholder = say(f"select-{hand.control.value}")
    options = [(str(seat), _option(say, hand, seat)) for seat in hand.options]
    if hand.control is HandControl.SHOOT:
        options.append((NO_SHOT, say("option-no-shot")))
    if hand.control is HandControl.NONE or not options:
        return select(control, say("select-none"), [(NOTHING, say("select-none"))], disabled=True)
    most = MOST_NAMED if hand.control is HandControl.BEST_MOVE else 1
    return select(control, placeholder, options, most=most)


def _option(say: Say, hand: HandView, seat: int) -> str:
    """Who has left, or a number that is nobody's, is offered as what it is."""
    label, status = words.seat_label(hand.public, seat), hand.public.seats[seat - 1].status
    return label if status is Status.ALIVE else f"{label} · {say(f'status-{status.value}')}"


def _select_arg(hand: HandView) -> str:
    """The step of use, all of it public: the floor's ordinal, or the night and its step."""
    view = hand.public
    match hand.control:
        case HandControl.NONE:
            return NO_ARG
        case HandControl.NOMINATE | HandControl.BEST_MOVE:
            return _ordinal(hand)
        case HandControl.PLAN | HandControl.PLAN_AND_SIGN | HandControl.SHOOT:
            return str(view.night or 0)
        case HandControl.CHECK:
            return f"{view.night or 0}.{(view.night_step or NightStep.SHERIFF).value}"


def _ordinal(hand: HandView) -> str:
    if hand.floor_ordinal is not None:
        return str(hand.floor_ordinal)
    return str(hand.public.floor.ordinal) if hand.public.floor is not None else NO_ARG


def _buttons(say: Say, hand: HandView) -> list[ControlButton]:
    game_id, night = hand.public.game_id, str(hand.public.night or 0)
    finish = button(
        ControlId(game_id, Action.FINISH, _ordinal(hand)),
        say("button-finish"),
        style=ButtonStyle.primary,
        disabled=not hand.can_finish,
    )
    clear = button(
        ControlId(game_id, Action.PLAN_CLEAR, night),
        say("button-plan-clear"),
        disabled=hand.control not in PLANNING,
    )
    sign = button(
        ControlId(game_id, Action.SIGN, night),
        say("button-sign"),
        disabled=hand.control is not HandControl.PLAN_AND_SIGN,
    )
    give_up = button(
        ControlId(game_id, Action.GIVE_UP),
        say("button-give-up"),
        style=ButtonStyle.danger,
        disabled=not hand.alive or hand.public.phase is PhaseName.ENDED,
    )
    return [finish, clear, *([sign] if _signed(hand) else []), give_up]
