"""The rules a guild plays: presets with its own options, changed one at a time.

A change that brings a problem is not kept; one that only fails to cure an old problem is, or a guild could
never get out of what another version left behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mafiabot.engine.options import Value, json_of
from mafiabot.engine.overrides import PRESETS, Overridden, overridden
from mafiabot.engine.ruleset_problems import Problem
from mafiabot.runtime.settings_port import GuildSettings, SettingsStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Default:
    """Instead of a value: the option is the preset's again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`rules`: as they are now, or, if the change was refused, as they would have been.

    `refused_for`: the problems it would have brought; empty if it was kept.
    """

    settings: GuildSettings
    rules: Overridden
    refused_for: tuple[Problem, ...]


def rules_of(settings: GuildSettings, preset: str) -> Overridden:
    """`preset`: one of `PRESETS`."""
    return overridden(PRESETS[preset], settings.overrides.get(preset, {}))


async def override(
    store: SettingsStore, guild_id: int, preset: str, option: str, value: Value | Default
) -> Outcome:
    """Keeps one option's value for a preset, if that can be played. Raises `StoreUnavailable`."""
    tried: list[Outcome] = []

    def edit(kept: GuildSettings) -> GuildSettings:
        changed = replace(kept, overrides=_with(kept.overrides, preset, option, value))
        old, rules = rules_of(kept, preset).problems, rules_of(changed, preset)
        brought = tuple(problem for problem in rules.problems if problem not in old)
        settings = kept if brought else changed
        tried.append(Outcome(settings=settings, rules=rules, refused_for=brought))
        return settings

    await store.change(guild_id, edit)
    return tried[-1]


def _with(
    overrides: Mapping[str, Mapping[str, object]], preset: str, option: str, value: Value | Default
) -> Mapping[str, Mapping[str, object]]:
    """Without empty presets: what was taken back leaves no trace."""
    options = dict(overrides.get(preset, {}))
    if isinstance(value, Default):
        options.pop(option, None)
    else:
        options[option] = json_of(value)
    others = {name: kept for name, kept in overrides.items() if name != preset}
    return {**others, preset: options} if options else others
