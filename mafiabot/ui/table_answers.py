"""One line for a moderator about his own command, and for anybody when something broke."""

from enum import StrEnum

from mafiabot.engine.views import PublicView
from mafiabot.ui import words
from mafiabot.ui.rules import rules_name
from mafiabot.ui.texts import Texts


class Done(StrEnum):
    """A moderator's command that needs no number in its answer."""

    STARTED = "started"
    STOPPED = "stopped"
    CLOSED = "closed"
    VOIDED = "voided"
    PAUSED = "paused"
    RESUMED = "resumed"
    REMATCH = "rematch"


class Trouble(StrEnum):
    """Why there is no outcome; none of them is the person's fault."""

    INTERNAL = "internal"
    STORE = "store"
    UNSURE = "unsure"
    DISCORD = "discord"
    STUCK = "stuck"
    STALE_CONTROL = "stale_control"
    STARTING = "starting"
    NO_PERMISSION = "no_permission"
    ONLY_IN_GUILD = "only_in_guild"
    NOT_MANAGER = "not_manager"
    NOT_MUTER = "not_muter"
    NOT_VOICE_CHANNEL = "not_voice_channel"
    WHICH_TABLE = "which_table"
    WORKING = "working"
    SLOW = "slow"


def opened_line(texts: Texts, locale: str, view: PublicView) -> str:
    preset = rules_name(texts.say(locale), view.ruleset)
    return texts.get(locale, "done-opened", preset=preset, channel=f"<#{view.channel_id}>")


def done_line(texts: Texts, locale: str, done: Done) -> str:
    return texts.get(locale, f"done-{done.value}")


def swapped_line(texts: Texts, locale: str, first: int, second: int) -> str:
    return texts.get(locale, "done-swapped", first=first, second=second)


def unseated_line(texts: Texts, locale: str, seat: int, *, in_play: bool) -> str:
    """In play nobody gets up: he is out of the game, and his seat stays his."""
    return texts.get(locale, "done-unseated-in-play" if in_play else "done-unseated", seat=seat)


def unmuted_line(texts: Texts, locale: str, restored: int, owed: int) -> str:
    """`restored`: microphones given back now; `owed`: members who get theirs when next seen in voice."""
    key = "done-unmuted-owed" if owed else "done-unmuted"
    return texts.get(locale, key, restored=restored, owed=owed)


def trouble_text(texts: Texts, locale: str, trouble: Trouble, code: str = "") -> str:
    """`code` lets a person quote what the log has (internal troubles)."""
    return texts.get(locale, f"error-{trouble.value}", code=code or words.NOBODY)
