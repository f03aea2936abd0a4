"""How fouls, removals and judges are put into words, the same aloud, in the ring and in the game log.

The judge's own words come last and escaped; a reason called "other" is named by them alone.
"""

from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.ruleset import ThirdFoul
from mafiabot.engine.state import Gone, Status
from mafiabot.engine.views import PublicView, SeatView
from mafiabot.ui import words
from mafiabot.ui.names import safe_text
from mafiabot.ui.texts import Say

WALKED_OUT = (GoneCause.GAVE_UP, GoneCause.UNSEATED, GoneCause.ABSENT)
"""How somebody leaves where the rules know no removals."""

FEW = (3, 4)  # living, with whom a third foul may cost another thing


def judge(say: Say, view: PublicView) -> list[str]:
    """Who judges, and his co-judge; nothing where nobody does."""
    named = [words.mention(user) for user in (view.judge_id, view.co_judge_id) if user is not None]
    if not named:
        return []
    return [say("said-judge" if len(named) == 1 else "said-judges", judges=", ".join(named))]


def foul_reason(say: Say, reason: FoulReason, text: str) -> str:
    """The reason with the judge's words, or what there is of them."""
    named = [say(f"foul-reason-{reason.value}")] if reason is not FoulReason.OTHER else []
    return " – ".join([*named, *filter(None, [safe_text(text)])])


def third_foul(view: PublicView, seat: SeatView) -> ThirdFoul:
    """What a third foul costs this seat if its turn comes now; who has left has no speech to lose."""
    if seat.status is not Status.ALIVE:
        return ThirdFoul.NOTHING
    rules = view.ruleset
    living = sum(seat.status is Status.ALIVE for seat in view.seats)
    cost = rules.third_foul_at_3_or_4 if living in FEW else rules.third_foul
    return cost or ThirdFoul.NOTHING


def marks(say: Say, view: PublicView, seat: SeatView) -> list[str]:
    """Fouls, and how he stands for them."""
    fouls = [say("mark-fouls", count=str(seat.fouls))] if seat.fouls else []
    return fouls + standing(say, view, seat)


def standing(say: Say, view: PublicView, seat: SeatView) -> list[str]:
    """An owed speech, and that somebody who had left anyway is disqualified."""
    found = []
    cost = third_foul(view, seat)
    if seat.owes_speech and cost is not ThirdFoul.NOTHING:
        found.append(say(f"mark-owes-{cost.value}"))
    if seat.disqualified and seat.status is not Status.REMOVED:
        found.append(say("status-removed"))
    return found


def walked_out(cause: GoneCause, *, removed: bool) -> bool:
    """Whether somebody just left; otherwise he was removed, and `cause` says what for."""
    return not removed and cause in WALKED_OUT


def gone_line(say: Say, gone: Gone) -> str:
    """For the game log: who left, how, and the judge's words."""
    if walked_out(gone.cause, removed=gone.removed):
        return say(f"history-gone-{gone.cause.value}", seat=gone.seat)
    cause = say(f"cause-{gone.cause.value}")
    reason = " – ".join(filter(None, (cause, safe_text(gone.text))))
    return say("history-removed", seat=gone.seat, reason=reason)
