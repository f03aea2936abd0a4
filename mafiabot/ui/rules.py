"""A ruleset in plain words, every option of it, in the order a game meets them.

Each field of `Ruleset` is read here exactly once; a test holds that none is forgotten. Options that are
`None` (their parent option is off) have nothing to say. What differs from the preset is underlined, and said
even where the preset's own words leave it out.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mafiabot.engine.overrides import changed
from mafiabot.engine.ruleset import CiFormula, RemovalCancelsVote, Ruleset, Scoring
from mafiabot.ui.texts import Say, Texts

SAID_WHEN_OFF = frozenset(
    {"free_seating_s", "finish_lock_s", "lost_speech_s", "outcry_s", "award_s", "protest_s"}
)


@dataclass(frozen=True, slots=True)
class _Line:
    """One sentence and the options it words. `quiet`: it goes without saying unless it was changed."""

    options: tuple[str, ...]
    text: str
    quiet: bool = False


def rules_text(texts: Texts, locale: str, ruleset: Ruleset) -> str:
    """At most 4000 characters."""
    say = texts.say(locale)
    differing = changed(ruleset)
    parts = [say("rules-title", preset=say(f"preset-{ruleset.preset.value}"))]
    if differing:
        parts.append(say("rules-changed", n=len(differing)))
    for title, lines in _sections(say, ruleset):
        parts.append(f"**{title}** {' '.join(_shown(lines, differing))}")
    return "\n".join(parts)


def rules_name(say: Say, ruleset: Ruleset) -> str:
    """The preset, and how many options differ from it."""
    preset = say(f"preset-{ruleset.preset.value}")
    differing = len(changed(ruleset))
    return say("rules-name-changed", preset=preset, n=differing) if differing else preset


def option_words(say: Say, ruleset: Ruleset, option: str) -> str:
    """What the rules say of one option; empty where it does not exist."""
    lines = (line for _, section in _sections(say, ruleset) for line in section)
    return " ".join(line.text for line in lines if option in line.options)


def _shown(lines: Iterator[_Line], differing: Collection[str]) -> Iterator[str]:
    for line in lines:
        if not set(line.options).isdisjoint(differing):
            yield f"__{line.text}__"
        elif not line.quiet:
            yield line.text


def _sections(say: Say, r: Ruleset) -> tuple[tuple[str, Iterator[_Line]], ...]:
    return (
        (say("rules-table"), _table(say, r)),
        (say("rules-zero-night"), _zero_night(say, r)),
        (say("rules-day"), _day(say, r)),
        (say("rules-vote"), _vote(say, r)),
        (say("rules-discipline"), _discipline(say, r)),
        (say("rules-night"), _night(say, r)),
        (say("rules-end"), _end(say, r)),
        (say("rules-online"), _online(say, r)),
    )


def _option(say: Say, field: str, value: StrEnum | bool | None, *, quiet: bool = False) -> Iterator[_Line]:
    """`rule-<field>-<value>`; nothing where the option does not exist."""
    if value is None:
        return
    code = ("yes" if value else "no") if isinstance(value, bool) else value.value
    yield _Line((field,), say(f"rule-{field}-{code}"), quiet)


def _number(say: Say, field: str, number: int | None) -> Iterator[_Line]:
    """`rule-<field>` with the seconds; nothing where it does not exist, quiet where it is off (0)."""
    if number is None:
        return
    if number == 0 and field in SAID_WHEN_OFF:
        yield _Line((field,), say(f"rule-{field}-off"), quiet=True)
    else:
        yield _Line((field,), say(f"rule-{field}", time=duration(say, number)), quiet=number == 0)


def duration(say: Say, seconds: int) -> str:
    """Whole minutes from two on as such, anything else in seconds."""
    minutes, rest = divmod(seconds, 60)
    if minutes >= 2 and not rest:
        return say("duration-min", n=str(minutes))
    return say("duration-s", n=str(seconds))


def decimal(say: Say, value: int, of: int) -> str:
    """`value` / `of` as a decimal number of the language."""
    return f"{value / of:g}".replace(".", say("decimal-mark"))


def _table(say: Say, r: Ruleset) -> Iterator[_Line]:
    least, most = r.table_sizes
    sizes = say("rule-table_sizes", least=least, most=most)
    yield _Line(("table_sizes",), sizes if least != most else say("rule-table_size", seats=most))
    yield from _option(say, "nine_seats", r.nine_seats, quiet=not least <= 9 <= most)
    yield from _option(say, "seating", r.seating)
    yield from _option(say, "host_swap", r.host_swap)
    yield from _number(say, "deal_s", r.deal_s)


def _zero_night(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield from _number(say, "mafia_minute_s", r.mafia_minute_s)
    yield from _option(say, "plan_mode", r.plan_mode)
    yield from _option(say, "plan_author", r.plan_author)
    revealed = say(f"rule-night0_reveal-{r.night0_reveal.value}", time=duration(say, r.night0_reveal_s))
    yield _Line(("night0_reveal", "night0_reveal_s"), revealed)
    yield from _number(say, "free_seating_s", r.free_seating_s)


def _day(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield _Line(("first_day_label",), say(f"rule-first_day_label-{r.first_day_label}"))
    yield from _option(say, "opener_rotation", r.opener_rotation)
    yield from _number(say, "speech_s", r.speech_s)
    yield from _number(say, "finish_lock_s", r.finish_lock_s)
    cap = r.day0_nominee_cap
    capped = say("rule-day0_nominee_cap", cap=cap) if cap is not None else say("rule-no_nominee_cap")
    yield _Line(("day0_nominee_cap",), capped)
    yield from _number(say, "last_word_s", r.last_word_s)
    yield from _option(say, "night_victim_nominates", r.night_victim_nominates)


def _vote(say: Say, r: Ruleset) -> Iterator[_Line]:
    window = say("duration-s", n=decimal(say, r.vote_window_ms, 1000))
    yield _Line(("vote_window_ms",), say("rule-vote_window_ms", time=window))
    settle = say("duration-s", n=decimal(say, r.vote_settle_ms, 1000))
    yield _Line(("vote_settle_ms",), say("rule-vote_settle_ms", time=settle), quiet=r.vote_settle_ms == 0)
    yield _Line((), say("rule-unused_votes"))
    yield from _option(say, "day0_vote", r.day0_vote)
    yield from _number(say, "defence_s", r.defence_s)
    yield from _option(say, "revote_order", r.revote_order)
    yield from _option(say, "tie_repeat", r.tie_repeat)
    yield from _number(say, "raise_window_s", r.raise_window_s)
    yield from _option(say, "raise_threshold", r.raise_threshold)
    yield from _option(say, "raise_cap", r.raise_cap)
    yield from _option(say, "raise_two_of_four", r.raise_two_of_four)
    yield from _option(say, "raise_three_of_nine", r.raise_three_of_nine)


def _discipline(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield from _option(say, "fouls", r.fouls)
    yield from _option(say, "third_foul", r.third_foul)
    yield from _option(say, "third_foul_at_3_or_4", r.third_foul_at_3_or_4)
    yield from _number(say, "lost_speech_s", r.lost_speech_s)
    cancels = r.removal_cancels_vote
    unsaid = not r.fouls and cancels is RemovalCancelsVote.NONE
    yield from _option(say, "removal_cancels_vote", cancels, quiet=unsaid)
    yield from _option(say, "ppk", r.ppk)
    yield from _number(say, "outcry_s", r.outcry_s)


def _night(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield from _number(say, "night_open_s", r.night_open_s)
    yield from _number(say, "shot_window_s", r.shot_window_s)
    yield from _option(say, "shot_targets", r.shot_targets)
    yield from _option(say, "no_shot", r.no_shot)
    yield from _number(say, "check_s", r.check_s)
    when = say(f"rule-best_move_when-{r.best_move_when.value}", time=duration(say, r.best_move_s))
    yield _Line(("best_move_when", "best_move_s"), when)
    yield from _option(say, "best_move_condition", r.best_move_condition)


def _end(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield _Line((), say("rule-win"))
    yield from _option(say, "draw_rule", r.draw_rule)
    yield from _option(say, "draw_resets_on", r.draw_resets_on)
    yield from _option(say, "final_speech", r.final_speech)
    yield from _option(say, "scoring", r.scoring)
    yield from _compensation(say, r)
    yield from _option(say, "protocol", r.protocol)
    yield from _number(say, "award_s", r.award_s)
    yield from _number(say, "protest_s", r.protest_s)


def _compensation(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield from _option(say, "ci_formula", r.ci_formula, quiet=r.scoring is Scoring.OFF)
    factor = r.ci_win_factor_hundredths
    if factor is not None and r.ci_formula is not CiFormula.OFF:
        said = say("rule-ci_win_factor_hundredths", factor=decimal(say, factor, 100))
        yield _Line(("ci_win_factor_hundredths",), said)
    yield from _option(say, "ci_needs_black", r.ci_needs_black)


def _online(say: Say, r: Ruleset) -> Iterator[_Line]:
    yield from _number(say, "mic_wait_s", r.mic_wait_s)
    yield from _number(say, "reconnect_s", r.reconnect_s)
    yield from _number(say, "absence_s", r.absence_s)
    yield from _number(say, "pause_max_s", r.pause_max_s)
