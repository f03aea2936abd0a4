"""The report of `/mafia check`: what would spoil a game in this channel, before it is dealt."""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.ui import words
from mafiabot.ui.texts import Say, Texts

MOST_NAMED = 15
SLOW_MS = 1000
OFFSET_ALARM_MS = 250


class Needed(StrEnum):
    """Permissions the bot needs in the table's voice channel."""

    VIEW_CHANNEL = "view_channel"
    SEND_MESSAGES = "send_messages"
    ATTACH_FILES = "attach_files"
    READ_HISTORY = "read_history"
    CONNECT = "connect"
    MUTE_MEMBERS = "mute_members"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What was found. Members are user ids; `offset_ms`: Discord's clock minus ours; None = not measured.

    `muted`: server-muted or suppressed now, by somebody else. `self_unmuters`: may lift a mute themselves.
    `debts`: members of this guild who are owed their microphone. `limit`: the channel's user limit, 0 = none;
    `seats`: how many a table seats at most.
    """

    channel_id: int
    missing: tuple[Needed, ...]
    muted: tuple[int, ...]
    self_unmuters: tuple[int, ...]
    debts: tuple[int, ...]
    latency_ms: int | None
    offset_ms: int | None
    limit: int = 0
    seats: int = 0

    @property
    def passed(self) -> bool:
        return not self.missing


def check_text(texts: Texts, locale: str, report: CheckReport) -> str:
    say = texts.say(locale)
    lines = [
        say("check-title", channel=f"<#{report.channel_id}>"),
        *(_permission(say, needed, needed in report.missing) for needed in Needed),
        *small_lines(say, report.limit, report.seats),
        *_members(say, report),
        *_clocks(say, report),
        say("check-passed" if report.passed else "check-failed"),
    ]
    return "\n".join(lines)


def _permission(say: Say, needed: Needed, missing: bool) -> str:
    return ("❌ " if missing else "✅ ") + say(f"permission-{needed.value}")


def small_lines(say: Say, limit: int, needed: int) -> list[str]:
    """A warning where a channel of `limit` people (0: any number) cannot hold `needed`."""
    if not 0 < limit < needed:
        return []
    return ["⚠️ " + say("check-small", limit=limit, seats=needed)]


def _members(say: Say, report: CheckReport) -> list[str]:
    lines = []
    if report.muted:
        lines.append("⚠️ " + say("check-muted", people=_people(report.muted)))
    if report.self_unmuters:
        lines.append("ℹ️ " + say("check-self-unmuters", people=_people(report.self_unmuters)))
    if report.debts:
        lines.append("⚠️ " + say("check-debts", people=_people(report.debts)))
    return lines


def _clocks(say: Say, report: CheckReport) -> list[str]:
    lines = []
    if report.latency_ms is not None:
        slow = "⚠️ " if report.latency_ms > SLOW_MS else "✅ "
        lines.append(slow + say("check-latency", ms=str(report.latency_ms)))
    if report.offset_ms is not None:
        off = "⚠️ " if abs(report.offset_ms) > OFFSET_ALARM_MS else "✅ "
        lines.append(off + say("check-offset", ms=str(report.offset_ms)))
    return lines


def _people(users: tuple[int, ...]) -> str:
    shown = ", ".join(words.mention(user) for user in users[:MOST_NAMED])
    return shown + (" …" if len(users) > MOST_NAMED else "")
