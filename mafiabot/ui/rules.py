"""A ruleset in plain words, every option of it, in the order a game meets them.

Each field of `Ruleset` is read here exactly once; a test holds that none is forgotten. Options that are
`None` (their parent option is off) have nothing to say.
"""

from collections.abc import Iterator
from enum import StrEnum

from mafiabot.engine.ruleset import Ruleset
from mafiabot.ui.texts import Say, Texts


def rules_text(texts: Texts, locale: str, ruleset: Ruleset) -> str:
    """At most 4000 characters."""
    say = texts.say(locale)
    sections = (
        (say("rules-table"), _table),
        (say("rules-zero-night"), _zero_night),
        (say("rules-day"), _day),
        (say("rules-vote"), _vote),
        (say("rules-discipline"), _discipline),
        (say("rules-night"), _night),
        (say("rules-end"), _end),
        (say("rules-online"), _online),
    )
    parts = [say("rules-title", preset=say(f"preset-{ruleset.preset.value}"))]
    parts += [f"**{title}** {' '.join(points(say, ruleset))}" for title, points in sections]
    return "\n".join(parts)


def _option(say: Say, field: str, value: StrEnum | bool | None) -> Iterator[str]:
    """`rule-<field>-<value>`; nothing where the option does not exist."""
    if value is None:
        return
    code = ("yes" if value else "no") if isinstance(value, bool) else value.value
    yield say(f"rule-{field}-{code}")


def _number(say: Say, field: str, number: int | None) -> Iterator[str]:
    """`rule-<field>` with the number; nothing where it is off (0) or does not exist."""
    if number:
        yield say(f"rule-{field}", n=number)


def _minutes(seconds: int) -> int:
    return -(-seconds // 60)


def _table(say: Say, r: Ruleset) -> Iterator[str]:
    least, most = r.table_sizes
    yield (
        say("rule-table_sizes", least=least, most=most)
        if least != most
        else say("rule-table_size", seats=most)
    )
    if least <= 9 <= most:
        yield from _option(say, "nine_seats", r.nine_seats)
    yield from _option(say, "seating", r.seating)
    yield from _option(say, "host_swap", r.host_swap)
    yield from _number(say, "deal_s", r.deal_s)


def _zero_night(say: Say, r: Ruleset) -> Iterator[str]:
    yield from _number(say, "mafia_minute_s", r.mafia_minute_s)
    yield from _option(say, "plan_mode", r.plan_mode)
    yield from _option(say, "plan_author", r.plan_author)
    yield say(f"rule-night0_reveal-{r.night0_reveal.value}", n=r.night0_reveal_s)
    yield from _number(say, "free_seating_s", r.free_seating_s)


def _day(say: Say, r: Ruleset) -> Iterator[str]:
    yield say(f"rule-first_day_label-{r.first_day_label}")
    yield from _option(say, "opener_rotation", r.opener_rotation)
    yield from _number(say, "speech_s", r.speech_s)
    yield from _number(say, "finish_lock_s", r.finish_lock_s)
    yield (
        say("rule-day0_nominee_cap", cap=r.day0_nominee_cap)
        if r.day0_nominee_cap
        else say("rule-no_nominee_cap")
    )
    yield from _number(say, "last_word_s", r.last_word_s)
    yield from _option(say, "night_victim_nominates", r.night_victim_nominates)


def _vote(say: Say, r: Ruleset) -> Iterator[str]:
    yield say("rule-vote_window_ms", window=_tenths(r.vote_window_ms), settle=_tenths(r.vote_settle_ms))
    yield from _option(say, "day0_vote", r.day0_vote)
    yield from _number(say, "defence_s", r.defence_s)
    yield from _option(say, "revote_order", r.revote_order)
    yield from _option(say, "tie_repeat", r.tie_repeat)
    yield from _number(say, "raise_window_s", r.raise_window_s)
    yield from _option(say, "raise_threshold", r.raise_threshold)
    yield from _option(say, "raise_cap", r.raise_cap)
    yield from _option(say, "raise_two_of_four", r.raise_two_of_four)
    yield from _option(say, "raise_three_of_nine", r.raise_three_of_nine)


def _discipline(say: Say, r: Ruleset) -> Iterator[str]:
    yield from _option(say, "fouls", r.fouls)
    yield from _option(say, "third_foul", r.third_foul)
    yield from _option(say, "third_foul_at_3_or_4", r.third_foul_at_3_or_4)
    yield from _number(say, "lost_speech_s", r.lost_speech_s)
    if r.fouls:
        yield from _option(say, "removal_cancels_vote", r.removal_cancels_vote)
    yield from _option(say, "ppk", r.ppk)
    yield from _number(say, "outcry_s", r.outcry_s)


def _night(say: Say, r: Ruleset) -> Iterator[str]:
    yield from _number(say, "night_open_s", r.night_open_s)
    yield from _number(say, "shot_window_s", r.shot_window_s)
    yield from _option(say, "shot_targets", r.shot_targets)
    yield from _option(say, "no_shot", r.no_shot)
    yield from _number(say, "check_s", r.check_s)
    yield say(f"rule-best_move_when-{r.best_move_when.value}", n=r.best_move_s)
    yield from _option(say, "best_move_condition", r.best_move_condition)


def _end(say: Say, r: Ruleset) -> Iterator[str]:
    yield say("rule-win")
    yield from _option(say, "draw_rule", r.draw_rule)
    yield from _option(say, "draw_resets_on", r.draw_resets_on)
    yield from _option(say, "final_speech", r.final_speech)
    yield from _option(say, "scoring", r.scoring)
    if r.ci_win_factor_hundredths is not None:
        yield say(f"rule-ci_formula-{r.ci_formula.value}", factor=_hundredths(r.ci_win_factor_hundredths))
        yield from _option(say, "ci_needs_black", r.ci_needs_black)
    yield from _option(say, "protocol", r.protocol)
    yield from _number(say, "award_s", _minutes(r.award_s))
    yield from _number(say, "protest_s", _minutes(r.protest_s))


def _online(say: Say, r: Ruleset) -> Iterator[str]:
    yield from _number(say, "mic_wait_s", r.mic_wait_s)
    yield from _number(say, "reconnect_s", r.reconnect_s)
    yield from _number(say, "absence_s", r.absence_s)
    yield from _number(say, "pause_max_s", _minutes(r.pause_max_s))


def _tenths(ms: int) -> str:
    return f"{ms / 1000:g}"


def _hundredths(value: int) -> str:
    return f"{value / 100:g}"
