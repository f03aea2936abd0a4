"""What one person is told about his own press: receipts and refusals, one line each, and whole answers.

Lines about night presses are the same whatever the role of who pressed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from mafiabot.engine.refusals import Reason, Refusal
from mafiabot.engine.views import PhaseName, PublicView
from mafiabot.ui import panel_lines, words
from mafiabot.ui.covered import covered, plan_room
from mafiabot.ui.names import safe_name, safe_text
from mafiabot.ui.rules import decimal
from mafiabot.ui.texts import Say, Texts

MOST_NAMES = 12


def text_layout(text: str) -> ui.LayoutView:
    """A private answer without controls, up to 4000 characters."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    return layout


# --- refusals ------------------------------------------------------------------------------------


def refusal_text(texts: Texts, locale: str, refusal: Refusal, view: PublicView | None) -> str:
    """Why nothing changed; `view` (if there is a table) names the seats meant."""
    say = texts.say(locale)
    params = dict(refusal.params)
    key = f"refusal-{refusal.reason.value}"
    match refusal.reason:
        case Reason.TOO_FEW:
            return say(key, have=_int(params, "have"), need=_int(params, "need"))
        case Reason.TOO_MANY:
            return say(key, have=_int(params, "have"), most=_int(params, "most"))
        case Reason.NOT_IN_VOICE:
            return say(key, names=_absent(params.get("seats", ""), view))
        case Reason.LIST_FULL:
            return say(key, cap=_int(params, "cap"))
        case Reason.TOO_MANY_NAMED | Reason.SIGN_TOO_LONG | Reason.WORD_TOO_LONG:
            return say(key, most=_int(params, "most"))
        case Reason.UNKNOWN_PRESET:
            return say(key, preset=safe_name(str(params.get("preset", ""))))
        case Reason.SEATED_ELSEWHERE:
            return say(key, who=_who(say, params))
        case _:
            return say(key, seat=_seat(params, view))


def _int(params: dict[str, int | str | tuple[int, ...]], name: str) -> int:
    value = params.get(name, 0)
    return value if isinstance(value, int) else 0


def _seat(params: dict[str, int | str | tuple[int, ...]], view: PublicView | None) -> str:
    seat = _int(params, "seat")
    if view is not None and 1 <= seat <= len(view.seats):
        return words.seat_name(view, seat)
    return str(seat) if seat else words.NOBODY


def _who(say: Say, params: dict[str, int | str | tuple[int, ...]]) -> str:
    user = _int(params, "user")
    return words.mention(user) if user else say("refusal-you")


def _absent(seats: int | str | tuple[int, ...], view: PublicView | None) -> str:
    if isinstance(seats, tuple) and view is not None:
        return words.seat_names(view, [seat for seat in seats if 1 <= seat <= len(view.seats)][:MOST_NAMES])
    if isinstance(seats, tuple):
        return words.numbers(seats)
    return safe_name(str(seats))


# --- players' receipts ---------------------------------------------------------------------------


def joined_line(texts: Texts, locale: str, seat: int) -> str:
    return texts.get(locale, "done-joined", seat=seat)


def queued_line(texts: Texts, locale: str, place: int) -> str:
    """`place` in the waiting list, from 1."""
    return texts.get(locale, "done-queued", place=place)


def left_line(texts: Texts, locale: str) -> str:
    return texts.get(locale, "done-left")


def ready_line(texts: Texts, locale: str, view: PublicView) -> str:
    waiting = sum(not seat.ready for seat in view.seats) if view.phase is PhaseName.READY_CHECK else 0
    return texts.get(locale, "done-ready-waiting" if waiting else "done-ready-all", waiting=waiting)


def word_line(texts: Texts, locale: str, text: str) -> str:
    """The word as it now stands; empty: it was taken back."""
    safe = safe_text(text)
    return texts.get(locale, "done-word", word=safe) if safe else texts.get(locale, "done-word-none")


def hand_line(texts: Texts, locale: str) -> str:
    return texts.get(locale, "done-hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When a vote was pressed, by Discord's clock; `shown_ms`: when its window was, None if not known yet."""

    pressed_ms: int
    shown_ms: int | None = None
    length_ms: int = 0


def vote_line(texts: Texts, locale: str, seat: int, moment: Moment) -> str:
    said = texts.get(locale, "done-vote", seat=seat, at=words.clock(moment.pressed_ms))
    return said + _in_window(texts, locale, moment)


def raise_line(texts: Texts, locale: str, yes: bool, moment: Moment) -> str:
    key = "done-raise-yes" if yes else "done-raise-no"
    return texts.get(locale, key, at=words.clock(moment.pressed_ms)) + _in_window(texts, locale, moment)


def _in_window(texts: Texts, locale: str, moment: Moment) -> str:
    """To the millisecond: whoever doubts it reads the same in the ids that Discord gave both."""
    if moment.shown_ms is None:
        return ""
    say = texts.say(locale)
    after = decimal(say, moment.pressed_ms - moment.shown_ms, 1000)
    return " " + say("done-in-window", after=after, length=decimal(say, moment.length_ms, 1000))


def nominated_line(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    return texts.get(locale, "done-nominated", seat=words.seat_name(view, seat))


def shot_line(texts: Texts, locale: str, seat: int | None) -> str:
    """`seat` None: the shot was taken back."""
    if seat is None:
        return texts.get(locale, "done-no-shot")
    return texts.get(locale, "done-shot", seat=seat)


def check_line(texts: Texts, locale: str, seat: int) -> str:
    return texts.get(locale, "done-check", seat=seat)


def plan_line(texts: Texts, locale: str, view: PublicView, seats: Sequence[int]) -> str:
    """The plan as it now stands, what others of the team have added included; empty: it was cleared."""
    if not seats:
        return texts.get(locale, "done-plan-cleared")
    return texts.get(locale, "done-plan", seats=covered(words.numbers(seats), plan_room(view)))


def sign_line(texts: Texts, locale: str, text: str) -> str:
    """The sign as it now stands; empty: it was taken back."""
    safe = safe_text(text)
    return texts.get(locale, "done-sign", text=safe) if safe else texts.get(locale, "done-plan-cleared")


def best_move_line(texts: Texts, locale: str, seats: Sequence[int]) -> str:
    if not seats:
        return texts.get(locale, "done-best-move-none")
    return texts.get(locale, "done-best-move", seats=words.numbers(seats))


def outcry_line(texts: Texts, locale: str, seconds: int | None) -> str:
    """None: his fourth foul has removed him, and he is not heard."""
    if seconds is None:
        return texts.get(locale, "done-outcry-removed")
    return texts.get(locale, "done-outcry", seconds=seconds)


def gave_up_line(texts: Texts, locale: str) -> str:
    return texts.get(locale, "done-gave-up")


def repeated_line(texts: Texts, locale: str) -> str:
    """The same press arrived twice and counts once."""
    return texts.get(locale, "done-already")


# --- whole answers -------------------------------------------------------------------------------


def status_text(texts: Texts, locale: str, view: PublicView) -> str:
    """What the panel says, as text: title, phase, ring, what is asked now."""
    say = texts.say(locale)
    head = f"## {panel_lines.title(say, view)}\n{panel_lines.phase(say, view)}"
    if view.outcome is not None:
        head += "\n" + say(f"outcome-{view.outcome.value}")
    return f"{head}\n\n{panel_lines.ring(say, view)}\n\n{panel_lines.now(say, view)}"


def help_text(texts: Texts, locale: str) -> str:
    say = texts.say(locale)
    return "\n".join(
        (
            say("help-title"),
            say("help-join"),
            say("help-voice"),
            say("help-hand"),
            say("help-vote"),
            say("help-finish"),
            say("help-leave"),
            say("help-judge"),
            say("help-check"),
            say("help-glossary"),
        )
    )
