"""The one line that tells a judge what his command did, or why his panel did nothing."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from mafiabot.engine.ruleset import ThirdFoul
from mafiabot.engine.state import Act
from mafiabot.engine.views import PublicView
from mafiabot.ui import words
from mafiabot.ui.discipline import third_foul
from mafiabot.ui.names import safe_name
from mafiabot.ui.texts import Texts

THIRD, FOURTH = 3, 4


class JudgeNote(StrEnum):
    """What is said where nothing was asked of the game."""

    OPEN = "open"  # the panel, before anything was done
    NOBODY = "nobody"  # no judge at this table
    NOT_YET = "not-yet"
    OVER = "over"
    CHANGED = "changed"  # the press was meant for a moment that is past
    NO_BOT = "no-bot"
    NO_PLAYER = "no-player"  # whom a context menu was opened on
    NOT_NUMBERS = "not-numbers"


def note(texts: Texts, locale: str, which: JudgeNote) -> str:
    return texts.get(locale, f"judge-{which.value}")


def fouled(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    """`view`: after the foul."""
    count, who = view.seats[seat - 1].fouls, words.seat_name(view, seat)
    if count >= FOURTH:
        return texts.get(locale, "judge-done-foul-fourth", seat=who)
    cost = third_foul(view, view.seats[seat - 1])
    if count == THIRD and cost is not ThirdFoul.NOTHING:
        short = cost is ThirdFoul.SHORT_30
        return texts.get(
            locale, "judge-done-foul-third-short" if short else "judge-done-foul-third", seat=who
        )
    return texts.get(locale, "judge-done-foul", seat=who, count=count)


def foul_taken_back(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    """`view`: after it."""
    count = view.seats[seat - 1].fouls
    return texts.get(locale, "judge-done-unfoul", seat=words.seat_name(view, seat), count=count)


def removed(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    return texts.get(locale, "judge-done-remove", seat=words.seat_name(view, seat))


def team_lost(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    return texts.get(locale, "judge-done-team-loss", seat=words.seat_name(view, seat))


def skipped(texts: Texts, locale: str) -> str:
    return texts.get(locale, "judge-done-skip")


def phase_ended(texts: Texts, locale: str) -> str:
    return texts.get(locale, "judge-done-end-phase")


def time_changed(texts: Texts, locale: str, seconds: int) -> str:
    """`seconds`: as asked for; where less was left, no more than that is cut."""
    return texts.get(locale, "judge-done-more" if seconds > 0 else "judge-done-less", n=abs(seconds))


def floor_given(texts: Texts, locale: str, view: PublicView, seat: int, seconds: int) -> str:
    return texts.get(locale, "judge-done-floor", seat=words.seat_name(view, seat), n=seconds)


def waited(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    return texts.get(locale, "judge-done-wait", seat=words.seat_name(view, seat))


def nominated(texts: Texts, locale: str, view: PublicView) -> str:
    """`view`: after it; the newest nominee is the one that counted."""
    return texts.get(locale, "judge-done-nominate", seat=words.seat_names(view, view.nominees[-1:]))


def best_move_written(texts: Texts, locale: str, seats: Sequence[int]) -> str:
    return texts.get(locale, "judge-done-best-move", seats=words.numbers(seats))


def substituted(texts: Texts, locale: str, view: PublicView, seat: int) -> str:
    """`view`: after it."""
    name = safe_name(view.seats[seat - 1].person.name)
    return texts.get(locale, "judge-done-substitute", seat=f"**{seat}**", who=name)


def undone(texts: Texts, locale: str, view: PublicView, acts: Iterable[Act]) -> str:
    """`acts`: what was undone, newest first."""
    say = texts.say(locale)
    told = [
        say(f"act-{act.kind.value}", seat=words.seat_name(view, act.seat) if act.seat else words.NOBODY)
        for act in acts
    ]
    return say("judge-done-undo", steps=str(len(told)), what="; ".join(told))


def handed_over(texts: Texts, locale: str, user_id: int) -> str:
    return texts.get(locale, "judge-done-hand-over", who=words.mention(user_id))


def co_judge_named(texts: Texts, locale: str, user_id: int | None) -> str:
    if user_id is None:
        return texts.get(locale, "judge-done-no-co-judge")
    return texts.get(locale, "judge-done-co-judge", who=words.mention(user_id))
