"""What is said aloud of the judge's acts: fouls, removals, clocks, who judges, and what is undone."""

from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.ruleset import ThirdFoul
from mafiabot.engine.views import PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.ui import discipline, panel_lines, words
from mafiabot.ui.names import safe_text
from mafiabot.ui.texts import Say

LOST_AT = 3  # the foul that costs a speech
REMOVED_AT = 4
KINDS = frozenset(
    {
        Kind.GONE,
        Kind.FOUL,
        Kind.FOUL_TAKEN_BACK,
        Kind.FOUL_SERVED,
        Kind.TEAM_LOST,
        Kind.UNDONE,
        Kind.JUDGE,
        Kind.SUBSTITUTED,
        Kind.TIME_CHANGED,
        Kind.PHASE_CUT,
    }
)
"""What `lines` words."""


def lines(say: Say, told: Announcement, view: PublicView) -> list[str]:
    """The words of an announcement of one of `KINDS`, a line each."""
    match told.kind:
        case Kind.GONE:
            return _left(say, told, view)
        case Kind.FOUL:
            return _foul(say, told, view)
        case Kind.FOUL_TAKEN_BACK:
            return [say("said-foul-taken-back", seat=_seat(view, told), number=str(told.number))]
        case Kind.FOUL_SERVED:
            return [say(f"said-foul-served-{told.cause}", seat=_seat(view, told))]
        case Kind.TEAM_LOST:
            return [say("said-team-lost", seat=_seat(view, told)), *_words(say, told.text)]
        case Kind.UNDONE:
            return _undone(say, told, view)
        case Kind.JUDGE:
            return discipline.judge(say, view) or [say("said-judge-none")]
        case Kind.SUBSTITUTED:
            return [say("said-substituted", seat=_seat(view, told)), say("said-open-hands")]
        case Kind.TIME_CHANGED:
            return [_time(say, told.length_ms or 0)]
        case _:
            return [say("said-phase-cut")]


def _foul(say: Say, told: Announcement, view: PublicView) -> list[str]:
    said = [say("said-foul", seat=_seat(view, told), number=str(told.number))]
    if reason := discipline.foul_reason(say, FoulReason(told.cause), told.text):
        said.append(say("said-reason", reason=reason))
    if told.length_ms is not None and told.number != REMOVED_AT:
        said.append(say("said-outcry", seconds=told.length_ms // 1000))
    if told.number == LOST_AT and told.seat is not None:
        cost = discipline.third_foul(view, view.seats[told.seat - 1])
        said += [] if cost is ThirdFoul.NOTHING else [say(f"said-third-foul-{cost.value}")]
    return said


def _left(say: Say, told: Announcement, view: PublicView) -> list[str]:
    cause = GoneCause(told.cause)
    if discipline.walked_out(cause, removed=told.flag):
        return [say(f"said-gone-{cause.value}", seat=_seat(view, told)), *_words(say, told.text)]
    removed = say("said-removed", seat=_seat(view, told), cause=say(f"cause-{cause.value}"))
    return [removed, *_words(say, told.text), *panel_lines.cancelled(say, view)]


def _undone(say: Say, told: Announcement, view: PublicView) -> list[str]:
    act = say(f"act-{told.cause}", seat=str(told.seat or words.NOBODY))
    steps = told.number or 1
    said = [say("said-undone", act=act) if steps == 1 else say("said-undone-steps", act=act, steps=steps)]
    if reason := safe_text(told.text):
        said.append(say("said-reason", reason=reason))
    if view.floor is not None:
        said.append(panel_lines.floor(say, view, view.floor)[0])
    return said


def _time(say: Say, change_ms: int) -> str:
    key = "said-time-added" if change_ms >= 0 else "said-time-cut"
    return say(key, seconds=abs(change_ms) // 1000)


def _words(say: Say, text: str) -> list[str]:
    safe = safe_text(text)
    return [say("said-judges-words", text=safe)] if safe else []


def _seat(view: PublicView, told: Announcement) -> str:
    return words.seat_name(view, told.seat) if told.seat is not None else words.NOBODY
