"""What `/mafia settings` answers: the server's choices, what it changed of a preset, why a change is refused.

A preset's changes are said in words against what the preset has, as many as fit one answer.
"""

from collections.abc import Iterable

from mafiabot.engine.options import OPTIONS
from mafiabot.engine.overrides import PRESETS, Overridden, changed
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.ruleset_problems import Problem, ProblemReason
from mafiabot.runtime.guild_rules import Outcome, rules_of
from mafiabot.runtime.mic_rules import MOST_SPECTATORS
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.ui.names import safe_name
from mafiabot.ui.settings_values import number_words, option_name, possible_words, value_offers, value_words
from mafiabot.ui.texts import Say, Texts

MOST_TEXT = 3_600
MOST_PROBLEMS = 25
MOST_NAMES = 15


def settings_text(texts: Texts, locale: str, settings: GuildSettings) -> str:
    """Everything a server has chosen, briefly."""
    say = texts.say(locale)
    chosen = (_choices_line(say, settings), _care_line(say, settings))
    return "\n".join((*chosen, *(_preset_line(say, settings, name) for name in PRESETS)))


def _choices_line(say: Say, settings: GuildSettings) -> str:
    role, language = settings.moderator_role_id, settings.language
    return say(
        "done-settings",
        role=f"<@&{role}>" if role is not None else say("done-settings-no-role"),
        language=say(f"language-{language}") if language else say("done-settings-own-language"),
        roles=say("settings-roles-shown" if settings.judge_sees_roles else "settings-roles-hidden"),
        spectators=say(
            "settings-spectators-muted" if settings.mute_spectators else "settings-spectators-heard"
        ),
        names=say("settings-names-numbered" if settings.seat_nicknames else "settings-names-kept"),
    )


def _care_line(say: Say, settings: GuildSettings) -> str:
    days = settings.log_days
    return say(
        "settings-care",
        words=say("settings-words-taken" if settings.deal_words else "settings-words-none"),
        logs=say("settings-logs-days", days=days) if days is not None else say("settings-logs-kept"),
    )


def _preset_line(say: Say, settings: GuildSettings, preset: str) -> str:
    rules, named = rules_of(settings, preset), say(f"preset-{preset}")
    if rules.problems:
        return say("settings-preset-broken", preset=named)
    names = [option_name(say, option) for option in changed(rules.ruleset)]
    if not names:
        return say("settings-preset-plain", preset=named)
    shown = ", ".join(names[:MOST_NAMES]) + ("…" if len(names) > MOST_NAMES else "")
    return say("settings-preset-changed", preset=named, names=shown)


# --- one preset ----------------------------------------------------------------------------------


def preset_text(texts: Texts, locale: str, rules: Overridden) -> str:
    """What a server changed of a preset, and what keeps it from being played, if anything does."""
    say = texts.say(locale)
    if rules.problems and not changed(rules.ruleset):
        return unplayable_text(texts, locale, rules)
    return _fitting(say, [*_unplayable(say, rules), *_heading(say, rules.ruleset)], rules.ruleset)


def unplayable_text(texts: Texts, locale: str, rules: Overridden) -> str:
    """Why no table opens with these rules."""
    return "\n".join(_unplayable(texts.say(locale), rules))


def override_text(texts: Texts, locale: str, outcome: Outcome) -> str:
    """Whether one option was changed, and the rules as they are then; refused: as they would have been."""
    say = texts.say(locale)
    rules = outcome.rules
    if outcome.refused_for:
        head = [
            say("settings-refused"),
            *problem_lines(say, outcome.refused_for),
            say("settings-would-be"),
        ]
    else:
        head = [say("settings-kept"), *_unplayable(say, rules)]
    return _fitting(say, [*head, *_heading(say, rules.ruleset)], rules.ruleset)


def option_text(texts: Texts, locale: str, rules: Overridden, option: str) -> str:
    """One option of a preset: what it is now, what the preset has, and what it could be."""
    say = texts.say(locale)
    ruleset, known = rules.ruleset, OPTIONS.get(option)
    if known is None:
        return unplayable_text(texts, locale, rules)
    preset = PRESETS[ruleset.preset.value]
    return "\n".join(
        (
            f"**{option_name(say, option)}** · `{known.spoken}` · {say(f'preset-{ruleset.preset.value}')}",
            say("settings-option-now", value=value_words(say, ruleset, known)),
            say("settings-option-usual", value=value_words(say, preset, known)),
            say("settings-option-values", values=possible_words(say, known)),
            *(f"- `{token}` – {words}" for words, token in value_offers(texts, locale, ruleset, option, "")),
        )
    )


def problem_lines(say: Say, problems: Iterable[Problem]) -> list[str]:
    lines = ["- " + _problem(say, problem) for problem in problems]
    return [*lines[:MOST_PROBLEMS], "- …"] if len(lines) > MOST_PROBLEMS else lines


def _problem(say: Say, problem: Problem) -> str:
    key = f"problem-{problem.reason.value}"
    option = OPTIONS.get(problem.field)
    name = option_name(say, problem.field) if option is not None else safe_name(problem.field)
    if problem.reason is not ProblemReason.OUT_OF_RANGE or option is None:
        return say(key, option=name)
    least, most = (number_words(say, option, limit) for limit in (option.least, option.most))
    return say(key, option=name, least=least, most=most)


def _unplayable(say: Say, rules: Overridden) -> list[str]:
    if not rules.problems:
        return []
    return [say("settings-problems"), *problem_lines(say, rules.problems), say("settings-take-back")]


def _heading(say: Say, ruleset: Ruleset) -> list[str]:
    key = "settings-changes" if changed(ruleset) else "settings-preset-plain"
    return [say(key, preset=say(f"preset-{ruleset.preset.value}"))]


def _fitting(say: Say, head: list[str], ruleset: Ruleset) -> str:
    """`head`, and the changes as far as there is room."""
    lines, left = list(head), list(changed(ruleset))
    room = MOST_TEXT - sum(len(line) + 1 for line in lines)
    while left:
        line = _change(say, ruleset, left[0])
        room -= len(line) + 1
        if room < 0:
            return "\n".join((*lines, say("settings-more", n=len(left))))
        lines.append(line)
        left.pop(0)
    return "\n".join(lines)


def _change(say: Say, ruleset: Ruleset, option: str) -> str:
    known, preset = OPTIONS[option], PRESETS[ruleset.preset.value]
    now, usual = value_words(say, ruleset, known), value_words(say, preset, known)
    return say("settings-change", name=option_name(say, option), now=now, usual=usual)


# --- what cannot be understood -------------------------------------------------------------------


def needs_preset_line(texts: Texts, locale: str) -> str:
    return texts.get(locale, "settings-needs-preset")


def needs_option_line(texts: Texts, locale: str) -> str:
    return texts.get(locale, "settings-needs-option")


def too_many_spectators_line(texts: Texts, locale: str, channel_id: int) -> str:
    return texts.get(locale, "settings-too-many-spectators", channel=f"<#{channel_id}>", most=MOST_SPECTATORS)


def unknown_option_line(texts: Texts, locale: str, typed: str) -> str:
    return texts.get(locale, "settings-unknown-option", typed=safe_name(typed))


def unknown_value_line(texts: Texts, locale: str, option: str, typed: str) -> str:
    say = texts.say(locale)
    known = OPTIONS.get(option)
    values = possible_words(say, known) if known is not None else "`default`"
    name = option_name(say, option) if known is not None else safe_name(option)
    return say("settings-unknown-value", name=name, typed=safe_name(typed), values=values)
