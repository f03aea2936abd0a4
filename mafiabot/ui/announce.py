"""What the judge says aloud: one message for one public event, the same whatever was dealt.

The container's component id is the announcement's mark (its public step), by which a message is recognised
after a takeover. A window's message carries its own buttons until it is closed.
"""

from discord import ButtonStyle, ui

from mafiabot.engine.state import SpeechKind
from mafiabot.engine.views import PublicView
from mafiabot.runtime.announcements import NOTES, Announcement, Kind
from mafiabot.ui import discipline, panel_lines, rulings, verdict, words
from mafiabot.ui.controls import ControlButton, button
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.names import label_name
from mafiabot.ui.texts import Say, Texts

WINDOWS = (Kind.WINDOW, Kind.RAISE_WINDOW)
MAX_COMPONENT_ID = 2**31 - 1


def announcement_layout(
    texts: Texts, locale: str, announcement: Announcement, view: PublicView
) -> ui.LayoutView:
    """With its buttons, if it is a window."""
    say = texts.say(locale)
    layout = _said(say, announcement, view)
    buttons = _buttons(say, announcement, view)
    if buttons:
        layout.add_item(ui.ActionRow(*buttons))
    return layout


def closed_window_layout(
    texts: Texts, locale: str, announcement: Announcement, view: PublicView
) -> ui.LayoutView:
    """The window's message after its end: the same words, no buttons."""
    return _said(texts.say(locale), announcement, view)


def mentions(announcement: Announcement, view: PublicView) -> list[int]:
    """User ids the message may ping: the speaker when he gets the floor, else nobody."""
    if announcement.kind is not Kind.FLOOR or announcement.seat is None:
        return []
    return [view.seats[announcement.seat - 1].person.user_id]


def _said(say: Say, announcement: Announcement, view: PublicView) -> ui.LayoutView:
    mark = min(max(announcement.mark, 1), MAX_COMPONENT_ID)
    text = "\n".join(lines(say, announcement, view))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.Container(ui.TextDisplay(text), id=mark))
    return layout


def lines(say: Say, told: Announcement, view: PublicView) -> list[str]:
    """The words of an announcement, a line each."""
    match told.kind:
        case Kind.GAME_OPENED | Kind.NIGHT_FALLS | Kind.MORNING | Kind.VERDICT:
            return _table(say, told, view)
        case Kind.FLOOR:
            return _floor(say, told, view)
        case Kind.NOMINEE:
            by = words.numbers(told.seats)
            return [say("said-nominee", seat=_seat(view, told), by=by)]
        case Kind.BEST_MOVE:
            seats = words.seat_names(view, told.seats)
            return [
                say(
                    "said-best-move" if told.seats else "said-best-move-none",
                    by=_seat(view, told),
                    seats=seats,
                )
            ]
        case kind if kind in rulings.KINDS:
            return rulings.lines(say, told, view)
        case Kind.PAUSED:
            return [say("said-paused")]
        case Kind.RESUMED:
            return [say("said-resumed")]
        case kind if kind in NOTES:
            return ["⚠️ " + say(f"note-{kind.value}", seats=words.seat_names(view, told.seats))]
        case _:
            return _vote(say, told, view)


def _table(say: Say, told: Announcement, view: PublicView) -> list[str]:
    match told.kind:
        case Kind.GAME_OPENED:
            seats = [words.seat_name(view, seat.number) for seat in view.seats]
            number = told.number if told.number is not None else view.game_number or 0
            opened = say("said-game-opened", number=str(number))
            judge, commitment = discipline.judge(say, view), panel_lines.commitment(say, view)
            return [opened, *seats, *judge, *commitment, say("said-open-hands")]
        case Kind.NIGHT_FALLS:
            night = words.night(say, view, told.number if told.number is not None else view.day)
            return [say("said-night-falls", night=night), say("said-press-hand")]
        case Kind.MORNING:
            return _morning(say, told, view)
        case _:
            return [
                "# " + say(f"outcome-{told.cause}"),
                *verdict.reasons(say, view),
                verdict.roles(say, view),
                *verdict.best_move(say, view),
            ]


def _morning(say: Say, told: Announcement, view: PublicView) -> list[str]:
    number = told.number if told.number is not None else view.day
    wakes = say("said-morning", day=words.day(say, view, number))
    if told.seat is not None:
        return [wakes, say("said-killed", seat=_seat(view, told))]
    return [wakes] if number == 0 else [wakes, say("said-nobody-killed")]


def _floor(say: Say, told: Announcement, view: PublicView) -> list[str]:
    seat = told.seat or 1
    who = f"**{seat}** {words.mention(view.seats[seat - 1].person.user_id)}"
    kind = SpeechKind(told.cause) if told.cause else SpeechKind.SPEECH
    given = say(f"said-floor-{kind.value}", who=who, seconds=(told.length_ms or 0) // 1000)
    return [given, say("said-floor-goes-on")] if told.flag else [given]


def _vote(say: Say, told: Announcement, view: PublicView) -> list[str]:
    match told.kind:
        case Kind.VOTE_OPENS:
            key = "said-revote-opens" if told.number else "said-vote-opens"
            return [say(key, seats=words.seat_names(view, told.seats))]
        case Kind.VOTE_SKIPPED:
            return [say(f"said-vote-skipped-{told.cause}")]
        case Kind.WINDOW:
            return [say("said-window", seat=_seat(view, told), seconds=(told.length_ms or 0) // 1000)]
        case Kind.WINDOW_RESULT:
            return _window_result(say, told, view)
        case Kind.TIE:
            return [say(f"said-tie-{told.cause}", seats=words.seat_names(view, told.seats))]
        case Kind.NOBODY_LEAVES:
            return [say(f"said-nobody-leaves-{told.cause}", seats=words.seat_names(view, told.seats))]
        case Kind.RAISE_WINDOW:
            seats = words.seat_names(view, told.seats)
            return [say("said-raise-window", seats=seats, seconds=(told.length_ms or 0) // 1000)]
        case Kind.RAISE_RESULT:
            key = "said-raise-passed" if told.flag else "said-raise-failed"
            hands = say("said-raise-hands", yes=words.numbers(told.seats), no=words.numbers(told.others))
            return [hands, say(key)]
        case _:
            return [say("said-voted-out", count=len(told.seats), seats=words.seat_names(view, told.seats))]


def _window_result(say: Say, told: Announcement, view: PublicView) -> list[str]:
    seat, count, unused = _seat(view, told), len(told.seats), len(told.others)
    said = [say("said-window-nobody", seat=seat)]
    if count:
        said = [say("said-window-result", seat=seat, count=count, hands=words.numbers(told.seats))]
    if unused:
        seats = words.numbers(told.others)
        said.append(say("said-window-fallen", seats=seats, count=unused, total=count + unused))
    return said


def _seat(view: PublicView, told: Announcement) -> str:
    return words.seat_name(view, told.seat) if told.seat is not None else words.NOBODY


def _buttons(say: Say, told: Announcement, view: PublicView) -> list[ControlButton]:
    window = str(told.window_no or 0)
    if told.kind is Kind.WINDOW and told.seat is not None:
        name = label_name(view.seats[told.seat - 1].person.name)
        label = say("button-vote", seat=told.seat, name=name)
        arg = f"{window}.{told.seat}"
        return [button(ControlId(view.game_id, Action.VOTE, arg), label, style=ButtonStyle.primary)]
    if told.kind is Kind.RAISE_WINDOW:
        yes = ControlId(view.game_id, Action.RAISE_YES, window)
        no = ControlId(view.game_id, Action.RAISE_NO, window)
        return [
            button(yes, say("button-raise-yes"), style=ButtonStyle.danger),
            button(no, say("button-raise-no"), style=ButtonStyle.success),
        ]
    return []
