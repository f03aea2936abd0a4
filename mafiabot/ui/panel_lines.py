"""The panel's words: the ring of seats, and what is asked of whom now. Public knowledge only."""

from mafiabot.engine.ruleset import BestMoveWhen, RemovalCancelsVote
from mafiabot.engine.state import NightStep, SpeechKind, Status
from mafiabot.engine.views import FloorView, PhaseName, PublicView, SeatView
from mafiabot.runtime.table_notes import NO_NOTES, TableNotes
from mafiabot.ui import discipline, mics, words
from mafiabot.ui.names import safe_name
from mafiabot.ui.rules import rules_name
from mafiabot.ui.texts import Say

MOST_WAITING_SHOWN = 6
_STATUS_ICONS = {
    Status.ALIVE: "🟢",
    Status.VOTED_OUT: "🗳️",
    Status.KILLED: "🌙",
    Status.GONE: "🚪",
    Status.REMOVED: "⛔",
    Status.ABSENT: "▫️",
}
_PLAYING = (PhaseName.TALK, PhaseName.SETTLING, PhaseName.VOTE, PhaseName.RAISE_VOTE)


def title(say: Say, view: PublicView) -> str:
    preset = rules_name(say, view.ruleset)
    if view.game_number is None:
        return say("panel-title-table", preset=preset)
    return say("panel-title-game", number=str(view.game_number), preset=preset)


def phase(say: Say, view: PublicView) -> str:
    """One line: where the game stands."""
    match view.phase:
        case PhaseName.NIGHT:
            return words.night(say, view, view.night if view.night is not None else view.day)
        case PhaseName.TALK if _named_at_night(view):
            return f"{words.night(say, view, view.victims[-1][0])} · {say('phase-best_move')}"
        case PhaseName.TALK | PhaseName.SETTLING | PhaseName.VOTE | PhaseName.RAISE_VOTE:
            kind = say(f"phase-{view.phase.value}")
            return f"{words.day(say, view, view.day)} · {kind}"
        case PhaseName.ENDED if view.outcome is None:
            return say("phase-closed")
        case _:
            return say(f"phase-{view.phase.value}")


def _named_at_night(view: PublicView) -> bool:
    """Whether this is a best move that belongs to the night: no day has followed it yet."""
    held = view.floor is not None and view.floor.kind is SpeechKind.BEST_MOVE and bool(view.victims)
    return held and view.ruleset.best_move_when is BestMoveWhen.NIGHT


# --- the ring ------------------------------------------------------------------------------------


def ring(say: Say, view: PublicView) -> str:
    lines = [_seat_line(say, view, seat) for seat in view.seats]
    return "\n".join(lines) or say("panel-nobody-seated")


def _seat_line(say: Say, view: PublicView, seat: SeatView) -> str:
    if seat.status is Status.ABSENT:
        return f"{_STATUS_ICONS[seat.status]} {empty_number(say, view, seat)}"
    marks = ", ".join(_marks(say, view, seat))
    icon = "🎙️" if view.floor and view.floor.seat == seat.number else _STATUS_ICONS[seat.status]
    return f"{icon} {words.seat_name(view, seat.number)}" + (f" — {marks}" if marks else "")


def empty_number(say: Say, view: PublicView, seat: SeatView) -> str:
    """A number that is nobody's."""
    return f"{words.seat_name(view, seat.number)} ({say('status-absent')})"


def _marks(say: Say, view: PublicView, seat: SeatView) -> list[str]:
    marks = []
    if view.phase is PhaseName.READY_CHECK:
        marks.append(say("mark-ready") if seat.ready else say("mark-not-ready"))
    elif view.phase is not PhaseName.LOBBY:
        marks.append(say(f"status-{seat.status.value}"))
    if seat.nominated and view.phase in _PLAYING:
        marks.append(say("mark-nominated"))
    if seat.away and seat.status is Status.ALIVE:
        marks.append(say("mark-away"))
    marks += discipline.marks(say, view, seat)
    if seat.role is not None:
        marks.append(f"**{words.role(say, seat.role)}**")
    return marks


# --- what is asked now ---------------------------------------------------------------------------


def now(say: Say, view: PublicView, notes: TableNotes = NO_NOTES) -> str:
    asked = [*_paused(say, view), *_asked(say, view, notes), *_nominees(say, view), *_next(say, view)]
    return "\n".join([*asked, *cancelled(say, view), *_judge(say, view)])


def _paused(say: Say, view: PublicView) -> list[str]:
    return [say("panel-paused")] if view.paused else []


def _asked(say: Say, view: PublicView, notes: TableNotes) -> list[str]:
    match view.phase:
        case PhaseName.LOBBY:
            return _lobby(say, view)
        case PhaseName.READY_CHECK:
            ready = sum(seat.ready for seat in view.seats)
            return [
                say("panel-ready", left=_left(say, view.until_ms)),
                say("panel-ready-count", ready=ready, seats=len(view.seats)),
                *commitment(say, view),
                *_words(say, view),
            ]
        case PhaseName.DEALING:
            return [say("panel-dealing", left=_left(say, view.until_ms))]
        case PhaseName.NIGHT:
            return _night(say, view)
        case PhaseName.TALK:
            if view.floor is None:
                return []
            heard = mics.floor_lines(say, view, notes)
            return [*floor(say, view, view.floor), *heard, *_outcry(say, view)]
        case PhaseName.SETTLING:
            return [say("panel-settling")]
        case PhaseName.VOTE | PhaseName.RAISE_VOTE:
            return _ballot(say, view)
        case PhaseName.ENDED:
            return [say("panel-again")] if view.outcome is not None else []


def _lobby(say: Say, view: PublicView) -> list[str]:
    least, most = view.ruleset.table_sizes
    have = len(view.seats)
    lines = [say("panel-lobby-count", have=have)] if have else []  # the ring says that nobody is there
    if least == most:
        lines.append(say("panel-lobby-size", most=most))
    else:
        lines.append(say("panel-lobby-sizes", least=least, most=most))
    if have < least:
        lines.append(say("panel-lobby-missing", missing=least - have))
    else:
        lines.append(say("panel-lobby-start"))
    if view.waiting:
        lines.append(_queue(say, view))
    return lines


def _queue(say: Say, view: PublicView) -> str:
    shown = ", ".join(safe_name(person.name) for person in view.waiting[:MOST_WAITING_SHOWN])
    more = len(view.waiting) - MOST_WAITING_SHOWN
    if more > 0:
        return say("panel-queue-more", names=shown, more=more)
    return say("panel-queue", names=shown)


def commitment(say: Say, view: PublicView) -> list[str]:
    return [say("panel-commitment", commitment=view.commitment)] if view.commitment else []


def _words(say: Say, view: PublicView) -> list[str]:
    """That a word may be added to the deal, and how many have been."""
    if not view.takes_words:
        return []
    return [say("panel-words"), say("panel-words-count", added=view.words_added, seats=len(view.seats))]


def _night(say: Say, view: PublicView) -> list[str]:
    step = view.night_step or NightStep.OPEN
    lines = [say(f"panel-night-{step.value}"), say("panel-press-hand")]
    if view.until_ms is not None and not view.paused:
        lines.append(say("panel-step-ends", until=words.countdown(view.until_ms)))
    return lines


def floor(say: Say, view: PublicView, held: FloorView) -> list[str]:
    """Who has the floor and until when."""
    who = f"**{held.seat}** {words.mention(held.person.user_id)}"
    lines = [say(f"panel-floor-{held.kind.value}", who=who)]
    if held.absent:
        lines.append(say("panel-floor-absent"))
    elif held.until_ms is None:
        lines += [] if view.paused else [say("panel-floor-waits")]
    else:
        lines.append(say("panel-floor-until", until=words.countdown(held.until_ms)))
    return lines


def _outcry(say: Say, view: PublicView) -> list[str]:
    """Who is heard beside him."""
    if view.outcry is None:
        return []
    return [say("panel-outcry", seat=words.seat_name(view, view.outcry))]


def _ballot(say: Say, view: PublicView) -> list[str]:
    if view.raise_vote is not None:
        return [say("panel-raise", seats=words.seat_names(view, view.raise_vote.tied))]
    if view.vote is None:
        return []
    vote = view.vote
    key = "panel-vote-list" if vote.round == 0 else "panel-revote-list"
    return [
        say(key, seats=words.seat_names(view, vote.candidates)),
        say("panel-vote-now", seat=words.seat_name(view, vote.candidate)),
    ]


def _nominees(say: Say, view: PublicView) -> list[str]:
    if view.phase not in (PhaseName.TALK, PhaseName.SETTLING) or not view.nominees:
        return []
    return [say("panel-nominees", seats=words.seat_names(view, view.nominees))]


def _next(say: Say, view: PublicView) -> list[str]:
    if view.next_seat is None or view.phase is not PhaseName.TALK:
        return []
    return [say("panel-next", seat=words.seat_name(view, view.next_seat))]


def cancelled(say: Say, view: PublicView) -> list[str]:
    """That the nearest vote is; after a removal at night `fiim` knows only in the morning whether it is."""
    uncertain = view.ruleset.removal_cancels_vote is RemovalCancelsVote.FIIM and view.night is not None
    if not view.vote_cancelled or uncertain or view.phase is PhaseName.ENDED:
        return []
    return [say("panel-vote-cancelled")]


def _judge(say: Say, view: PublicView) -> list[str]:
    """While a game runs: beside the speaker the only ones who are mentioned."""
    if view.phase in (PhaseName.LOBBY, PhaseName.ENDED):
        return []
    return discipline.judge(say, view)


def _left(say: Say, until_ms: int | None) -> str:
    return words.countdown(until_ms) if until_ms is not None else say("panel-soon")
