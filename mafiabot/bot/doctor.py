"""`mafiabot doctor`: looks at everything a bot needs, a line each, and says what to do about what is wrong.

It changes nothing: no file is made, no table brought up to date, no command synced.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable

from mafiabot.bot import doctor_archive, doctor_discord, doctor_host, doctor_store
from mafiabot.bot.findings import Finding, Level, fail, ok
from mafiabot.bot.settings import Settings, SettingsError, load_settings

FINE, FAILED, BAD_SETTINGS = 0, 1, 2
GIVE_UP_S = 20.0
"""One part of the examination; a Discord that does not answer is asked again and again by the library."""

Part = Callable[[Settings], AsyncIterator[Finding]]

PARTS: tuple[tuple[str, Part], ...] = (
    ("host", doctor_host.examine),
    ("live store", doctor_store.examine),
    ("archive", doctor_archive.examine),
    ("Discord", doctor_discord.examine),
)


def examine() -> int:
    """Prints a line for each finding; the exit code: 0 nothing failed, 1 something did, 2 bad settings."""
    try:
        settings = load_settings()
        _print(_settings(settings))
    except SettingsError as error:
        _print(fail("settings", str(error), "correct the environment of the process"))
        return BAD_SETTINGS
    return asyncio.run(_examined(settings))


def _settings(settings: Settings) -> Finding:
    settings.bot_token()
    settings.further_tokens()
    ordinal, total = settings.ordinal_of_total()
    return ok("settings", f"process {ordinal} of {total}" if total > 1 else "one process")


async def _examined(settings: Settings) -> int:
    worst = Level.OK
    for name, part in PARTS:
        try:
            async with asyncio.timeout(GIVE_UP_S):
                async for finding in part(settings):
                    _print(finding)
                    worst = max(worst, finding.level)
        except TimeoutError:
            _print(fail(name, f"no answer within {GIVE_UP_S:.0f} s", "look at the network and the server"))
            worst = Level.FAIL
        except Exception as error:  # noqa: BLE001 - what is wrong with one part hides nothing of the others
            _print(fail(name, f"could not be examined ({type(error).__name__})", "report it: this is a bug"))
            worst = Level.FAIL
    return FAILED if worst is Level.FAIL else FINE


def _print(finding: Finding) -> None:
    sys.stdout.write(f"{finding.level.name.lower():<5} {finding.what}: {finding.said}\n")
    if finding.todo:
        sys.stdout.write(f"      → {finding.todo}\n")
    sys.stdout.flush()
