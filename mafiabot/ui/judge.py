"""The judge's panel: everything he can do, in one private message that is drawn anew at every press.

Its frame is always the same: who is chosen, his tools, the clock's tools, what can be undone. It shows what
a `JudgeView` holds and nothing else, and its custom_ids carry seats and public moments only.
"""

from discord import ButtonStyle, ui

from mafiabot.engine.discipline_types import JUDGE_CAUSES, JUDGE_FOULS, FoulReason, GoneCause
from mafiabot.engine.state import Status
from mafiabot.engine.views import JudgeView, PhaseName, SeatView
from mafiabot.runtime.table_notes import NO_NOTES, TableNotes
from mafiabot.ui import discipline, mics, panel_lines, words
from mafiabot.ui.controls import ControlButton, ControlSelect, button, select
from mafiabot.ui.forms import Field, form
from mafiabot.ui.ids import NO_ARG, Action, ControlId
from mafiabot.ui.texts import Say, Texts

COLOUR = 0x2E6F9E
MORE_S, LESS_S = mics.MORE_S, 15
MOST_ASKED = 4
TEXT, REASON = "text", "reason"  # fields of the forms
MOST_WORDS = 200
UNSEAT_CAUSES = (GoneCause.ABSENT, GoneCause.GAVE_UP)
_NOTHING = "nothing"


def judge_panel(
    texts: Texts,
    locale: str,
    view: JudgeView,
    line: str,
    chosen: int | None = None,
    notes: TableNotes = NO_NOTES,
) -> ui.LayoutView:
    """The whole panel under `line`. `chosen`: the seat whose tools are offered."""
    say = texts.say(locale)
    layout = _head(say, view, line)
    layout.add_item(ui.Container(ui.TextDisplay(_state(say, view, chosen, notes)), accent_colour=COLOUR))
    if (section := mics.judge_help(say, view, notes)) is not None:
        layout.add_item(section)
    layout.add_item(ui.ActionRow(_seat_select(say, view, chosen)))
    layout.add_item(ui.ActionRow(_foul_select(say, view, chosen)))
    layout.add_item(ui.ActionRow(*_seat_buttons(say, view, chosen)))
    layout.add_item(ui.ActionRow(*_clock_buttons(say, view)))
    layout.add_item(ui.ActionRow(_undo_select(say, view, chosen)))
    for seat in view.asked[:MOST_ASKED]:
        layout.add_item(ui.ActionRow(*_asked_buttons(say, view, seat)))
    layout.add_item(ui.ActionRow(*_last_buttons(say, view, chosen)))
    return layout


def foul_question(texts: Texts, locale: str, view: JudgeView, seat: int) -> ui.LayoutView:
    """For which reason this seat gets a foul; what the context menu opens."""
    say = texts.say(locale)
    layout = _head(say, view, say("judge-ask-foul", seat=words.seat_name(view.public, seat)))
    layout.add_item(ui.ActionRow(_foul_select(say, view, seat)))
    layout.add_item(ui.ActionRow(_back(say, view, seat)))
    return layout


def removal_question(
    texts: Texts, locale: str, view: JudgeView, seat: int, cause: GoneCause | None
) -> ui.LayoutView:
    """Asks once more before a removal; confirmed only with a cause."""
    say = texts.say(locale)
    layout = _head(say, view, say("judge-ask-remove", seat=words.seat_name(view.public, seat)))
    asked = select(
        _id(view, Action.J_CAUSE, seat),
        say("judge-select-cause"),
        [(one.value, say(f"cause-{one.value}")) for one in causes_of(view)],
        chosen=cause.value if cause is not None else None,
    )
    layout.add_item(ui.ActionRow(asked))
    arg = f"{seat}.{cause.value}" if cause is not None else seat
    yes = button(
        _id(view, Action.J_REMOVE_YES, arg),
        say("judge-button-remove-yes"),
        style=ButtonStyle.danger,
        disabled=cause is None,
    )
    layout.add_item(ui.ActionRow(yes, _back(say, view, seat)))
    return layout


def causes_of(view: JudgeView) -> tuple[GoneCause, ...]:
    """Where the rules know no removals, only who is gone is taken out."""
    return JUDGE_CAUSES if view.can_foul else UNSEAT_CAUSES


def team_loss_question(texts: Texts, locale: str, view: JudgeView, seat: int) -> ui.LayoutView:
    say = texts.say(locale)
    layout = _head(say, view, say("judge-ask-team-loss", seat=words.seat_name(view.public, seat)))
    yes = button(
        _id(view, Action.J_TEAM_LOSS_YES, seat), say("judge-button-team-loss-yes"), style=ButtonStyle.danger
    )
    layout.add_item(ui.ActionRow(yes, _back(say, view, seat)))
    return layout


def void_question(texts: Texts, locale: str, view: JudgeView) -> ui.LayoutView:
    say = texts.say(locale)
    layout = _head(say, view, say("judge-ask-void"))
    yes = button(_id(view, Action.J_VOID_YES), say("judge-button-void-yes"), style=ButtonStyle.danger)
    layout.add_item(ui.ActionRow(yes, _back(say, view, None)))
    return layout


def foul_form(texts: Texts, locale: str, view: JudgeView, seat: int) -> ui.Modal:
    """The judge's own words for a foul."""
    say = texts.say(locale)
    field = Field(name=TEXT, label=say("judge-form-text"), most=MOST_WORDS, long=True)
    return form(_id(view, Action.J_FOUL_TEXT, seat), say("judge-form-foul", seat=seat), field)


def undo_form(texts: Texts, locale: str, view: JudgeView, at_ms: int) -> ui.Modal:
    """Why the act of that moment, and all after it, is undone."""
    say = texts.say(locale)
    field = Field(name=REASON, label=say("judge-form-reason"), most=MOST_WORDS, long=True)
    return form(_id(view, Action.J_UNDO_WHY, at_ms), say("judge-form-undo"), field)


def _id(view: JudgeView, action: Action, arg: int | str | None = None) -> ControlId:
    return ControlId(view.public.game_id, action, NO_ARG if arg is None else str(arg))


def _head(say: Say, view: JudgeView, line: str) -> ui.LayoutView:
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(f"{say('judge-title', number=str(view.public.game_number))}\n{line}"))
    return layout


def _back(say: Say, view: JudgeView, seat: int | None) -> ControlButton:
    return button(_id(view, Action.JUDGE, seat), say("judge-button-back"))


# --- the texts -----------------------------------------------------------------------------------


def _state(say: Say, view: JudgeView, chosen: int | None, notes: TableNotes) -> str:
    public = view.public
    lines = [panel_lines.phase(say, public), panel_lines.now(say, public)]
    lines += [say("judge-asked", seat=words.seat_name(public, seat)) for seat in view.asked]
    lines += mics.judge_lines(say, public, notes)
    if chosen is not None:
        lines.append(_about(say, view, public.seats[chosen - 1]))
    if view.roles:
        lines.append(say("judge-roles", roles=_roles(say, view)))
    return "\n".join(line for line in lines if line)


def _about(say: Say, view: JudgeView, seat: SeatView) -> str:
    fouls = say("judge-fouls", count=seat.fouls)
    marks = [say(f"status-{seat.status.value}"), fouls, *discipline.standing(say, view.public, seat)]
    return say("judge-chosen", seat=words.seat_name(view.public, seat.number), marks=", ".join(marks))


def _roles(say: Say, view: JudgeView) -> str:
    return ", ".join(f"{seat} {words.role(say, role)}" for seat, role in view.roles)


# --- the chosen seat's tools ---------------------------------------------------------------------


def _seat_select(say: Say, view: JudgeView, chosen: int | None) -> ControlSelect:
    seats = [seat for seat in view.public.seats if seat.status is not Status.ABSENT]
    options = [(str(seat.number), _seat_label(say, view, seat)) for seat in seats]
    return select(
        _id(view, Action.J_SEAT),
        say("judge-select-seat"),
        options or [(_NOTHING, say("select-none"))],
        disabled=not options,
        chosen=str(chosen) if chosen is not None else None,
    )


def _seat_label(say: Say, view: JudgeView, seat: SeatView) -> str:
    label = words.seat_label(view.public, seat.number)
    return f"{label} · {say('judge-fouls', count=seat.fouls)}" if seat.fouls else label


def _foul_select(say: Say, view: JudgeView, seat: int | None) -> ControlSelect:
    control = _id(view, Action.J_FOUL, seat)
    if not view.can_foul or seat not in view.at_table:
        key = "judge-select-first" if view.can_foul and seat is None else "judge-select-no-foul"
        return select(control, say(key), [(_NOTHING, say("select-none"))], disabled=True)
    reasons = [(reason.value, _reason_label(say, reason)) for reason in JUDGE_FOULS]
    return select(control, say("judge-select-foul", seat=str(seat)), reasons)


def _reason_label(say: Say, reason: FoulReason) -> str:
    """The one that asks for words says so."""
    label = say(f"foul-reason-{reason.value}")
    return f"{label} …" if reason is FoulReason.OTHER else label


def _seat_buttons(say: Say, view: JudgeView, seat: int | None) -> list[ControlButton]:
    here = seat in view.at_table
    fouls = view.public.seats[seat - 1].fouls if seat is not None else 0

    def tool(action: Action, key: str, usable: bool, style: ButtonStyle) -> ControlButton:
        return button(_id(view, action, seat), say(key), style=style, disabled=not usable)

    grey, red = ButtonStyle.secondary, ButtonStyle.danger
    can_substitute = seat in view.substitutes and bool(view.public.waiting)
    return [
        tool(Action.J_UNFOUL, "judge-button-unfoul", view.can_foul and fouls > 0, grey),
        tool(Action.J_FLOOR, "judge-button-floor", here and view.can_give_floor, grey),
        tool(Action.J_SUBSTITUTE, "judge-button-substitute", can_substitute, grey),
        tool(Action.J_REMOVE, "judge-button-remove", here, red),
        tool(Action.J_TEAM_LOSS, "judge-button-team-loss", seat is not None and view.can_team_loss, red),
    ]


# --- the table's tools ---------------------------------------------------------------------------


def _clock_buttons(say: Say, view: JudgeView) -> list[ControlButton]:
    public = view.public
    ordinal = public.floor.ordinal if public.floor is not None else 0
    stands = not view.can_change_time
    pause = (
        (Action.J_RESUME, "judge-button-resume") if public.paused else (Action.J_PAUSE, "judge-button-pause")
    )
    return [
        button(_id(view, Action.J_SKIP, ordinal), say("judge-button-skip"), disabled=not view.can_skip),
        button(_id(view, Action.J_MORE, MORE_S), say("judge-button-more", n=MORE_S), disabled=stands),
        button(_id(view, Action.J_LESS, LESS_S), say("judge-button-less", n=LESS_S), disabled=stands),
        button(
            _id(view, Action.J_END, public.step), say("judge-button-end"), disabled=not view.can_end_phase
        ),
        button(_id(view, pause[0]), say(pause[1]), style=ButtonStyle.primary, disabled=_over(view)),
    ]


def _undo_select(say: Say, view: JudgeView, chosen: int | None) -> ControlSelect:
    control = _id(view, Action.J_UNDO, chosen)
    options = undo_options(say, view)
    if not options:
        return select(control, say("judge-select-no-undo"), [(_NOTHING, say("select-none"))], disabled=True)
    return select(control, say("judge-select-undo"), [(str(at_ms), label) for at_ms, label in options])


def undo_options(say: Say, view: JudgeView) -> list[tuple[int, str]]:
    """(moment of the act in ms, `steps. what`), newest first; a moment that came twice is listed once."""
    options: dict[int, str] = {}
    for (_, label), act in zip(undo_steps(say, view), reversed(view.acts), strict=True):
        options.setdefault(act.at_ms, label)
    return list(options.items())


def undo_steps(say: Say, view: JudgeView) -> list[tuple[int, str]]:
    """(steps back, `steps. what`), newest first."""
    labels = []
    for steps, act in enumerate(reversed(view.acts), 1):
        seat = words.seat_label(view.public, act.seat) if act.seat is not None else words.NOBODY
        labels.append((steps, f"{steps}. {say(f'act-{act.kind.value}', seat=seat)}"))
    return labels


def _asked_buttons(say: Say, view: JudgeView, seat: int) -> list[ControlButton]:
    remove = _id(view, Action.J_REMOVE, f"{seat}.{GoneCause.ABSENT.value}")
    return [
        button(_id(view, Action.J_WAIT, seat), say("judge-button-wait", seat=str(seat))),
        button(remove, say("judge-button-remove-absent", seat=str(seat)), style=ButtonStyle.danger),
    ]


def _last_buttons(say: Say, view: JudgeView, chosen: int | None) -> list[ControlButton]:
    return [
        button(_id(view, Action.JUDGE, chosen), say("judge-button-refresh")),
        button(
            _id(view, Action.J_VOID), say("judge-button-void"), style=ButtonStyle.danger, disabled=_over(view)
        ),
    ]


def _over(view: JudgeView) -> bool:
    return view.public.phase is PhaseName.ENDED
