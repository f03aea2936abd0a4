"""The report of `/mafia check`: what would spoil a game in this channel, before it is dealt.

❌ makes a game impossible, ⚠️ can spoil one, ℹ️ is good to know.
"""

from dataclasses import dataclass
from enum import StrEnum

from mafiabot.runtime.mic_probe import MicDelays
from mafiabot.runtime.mic_rules import MOST_SPECTATORS
from mafiabot.runtime.ports import HelperFit
from mafiabot.ui import words
from mafiabot.ui.texts import Say, Texts

MOST_NAMED = 15
SLOW_MS = 1000
OFFSET_ALARM_MS = 250
SHORT_AFK_S = 15 * 60


class Needed(StrEnum):
    """Permissions the bot needs in the table's voice channel."""

    VIEW_CHANNEL = "view_channel"
    SEND_MESSAGES = "send_messages"
    ATTACH_FILES = "attach_files"
    READ_HISTORY = "read_history"
    CONNECT = "connect"
    MUTE_MEMBERS = "mute_members"


@dataclass(frozen=True, slots=True, kw_only=True)
class AfkRule:
    """Where Discord moves who was idle for `after_s`."""

    channel_id: int
    after_s: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperReport:
    """A further bot: its account where it is known, what it lacks, and its trial where there was one."""

    number: int
    bot_id: int | None
    fit: HelperFit
    delays: MicDelays | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What was found. Members are user ids; `offset_ms`: Discord's clock minus ours; None = not measured.

    `muted`: server-muted now, by somebody else. `silenced`: have no right to speak in the channel.
    `deafened`, `timed_out`: by the server. `self_unmuters`: may lift a mute themselves. `debts`: members of
    this guild who are owed their microphone. `limit`: the channel's user limit, 0 = none; `inside`: how many
    are in it; `seats`: how many a table seats at most. `stage`: the channel is a Stage. `sits`: who asks can
    be heard in the channel now, so that `delays` could be measured on him. `spectators`: how many look on,
    where the guild has them muted; None: it has not. `helpers`: the further bots. `may_name`: whether the bot
    has the right to put numbers in front of names, where the guild wants them; None: it does not.
    `unnameable`: whose name it cannot change all the same.
    """

    channel_id: int
    missing: tuple[Needed, ...]
    muted: tuple[int, ...]
    self_unmuters: tuple[int, ...]
    debts: tuple[int, ...]
    latency_ms: int | None
    offset_ms: int | None
    silenced: tuple[int, ...] = ()
    deafened: tuple[int, ...] = ()
    timed_out: tuple[int, ...] = ()
    limit: int = 0
    inside: int = 0
    seats: int = 0
    stage: bool = False
    afk: AfkRule | None = None
    sits: bool = True
    delays: MicDelays | None = None
    spectators: int | None = None
    helpers: tuple[HelperReport, ...] = ()
    may_name: bool | None = None
    unnameable: tuple[int, ...] = ()

    @property
    def is_afk_channel(self) -> bool:
        return self.afk is not None and self.afk.channel_id == self.channel_id

    @property
    def passed(self) -> bool:
        """Whether a game is possible here at all."""
        return not (self.missing or self.is_afk_channel)


def check_text(texts: Texts, locale: str, report: CheckReport) -> str:
    say = texts.say(locale)
    found = [
        *_place(say, report),
        *_members(say, report),
        *_names(say, report),
        *_debts(say, report),
        *_clocks(say, report),
        *_helpers(say, report),
    ]
    lines = [
        say("check-title", channel=f"<#{report.channel_id}>"),
        *(_permission(say, needed, needed in report.missing) for needed in Needed),
        *_impossible(say, report),
        *found,
        _conclusion(say, report, warned=any(line.startswith("⚠️") for line in found)),
    ]
    return "\n".join(lines)


def warning_lines(texts: Texts, locale: str, report: CheckReport) -> list[str]:
    """What can spoil a game that is possible, for the answer to its start."""
    say = texts.say(locale)
    return [line for line in (*_place(say, report), *_members(say, report)) if line.startswith("⚠️")]


def _permission(say: Say, needed: Needed, missing: bool) -> str:
    return ("❌ " if missing else "✅ ") + say(f"permission-{needed.value}")


def _impossible(say: Say, report: CheckReport) -> list[str]:
    return ["❌ " + say("check-afk-channel")] if report.is_afk_channel else []


def _place(say: Say, report: CheckReport) -> list[str]:
    lines = small_lines(say, report.limit, report.seats)
    if report.stage:
        lines.append("ℹ️ " + say("check-stage"))
    if 0 < report.limit <= report.inside:
        lines.append("⚠️ " + say("check-full"))
    if report.afk is not None and report.afk.after_s <= SHORT_AFK_S and not report.is_afk_channel:
        channel, minutes = f"<#{report.afk.channel_id}>", report.afk.after_s // 60
        lines.append("⚠️ " + say("check-afk-soon", channel=channel, minutes=minutes))
    return [*lines, *_spectators(say, report)]


def _spectators(say: Say, report: CheckReport) -> list[str]:
    if report.spectators is None:
        return []
    if report.spectators > MOST_SPECTATORS:
        return ["⚠️ " + say("check-spectators-many", count=report.spectators, most=MOST_SPECTATORS)]
    return ["ℹ️ " + say("check-spectators-muted")]


def small_lines(say: Say, limit: int, needed: int) -> list[str]:
    """A warning where a channel of `limit` people (0: any number) cannot hold `needed`."""
    if not 0 < limit < needed:
        return []
    return ["⚠️ " + say("check-small", limit=limit, seats=needed)]


def _members(say: Say, report: CheckReport) -> list[str]:
    troubles = (
        ("⚠️ ", "check-muted", report.muted),
        ("⚠️ ", "check-silenced", report.silenced),
        ("⚠️ ", "check-timed-out", report.timed_out),
        ("⚠️ ", "check-deafened", report.deafened),
        ("ℹ️ ", "check-self-unmuters", report.self_unmuters),
    )
    return [sign + say(key, people=_people(users)) for sign, key, users in troubles if users]


def _names(say: Say, report: CheckReport) -> list[str]:
    if report.may_name is False:
        return ["⚠️ " + say("check-names-no-right")]
    if report.may_name and report.unnameable:
        return ["ℹ️ " + say("check-names-kept", people=_people(report.unnameable))]
    return []


def _debts(say: Say, report: CheckReport) -> list[str]:
    return ["ℹ️ " + say("check-debts", people=_people(report.debts))] if report.debts else []


def _clocks(say: Say, report: CheckReport) -> list[str]:
    lines = []
    if report.latency_ms is not None:
        slow = "⚠️ " if report.latency_ms > SLOW_MS else "✅ "
        lines.append(slow + say("check-latency", ms=str(report.latency_ms)))
    if report.offset_ms is not None:
        off = "⚠️ " if abs(report.offset_ms) > OFFSET_ALARM_MS else "✅ "
        lines.append(off + say("check-offset", ms=str(report.offset_ms)))
    return [*lines, *_microphone(say, report)]


def _microphone(say: Say, report: CheckReport) -> list[str]:
    delays = report.delays
    if delays is None:
        return ["ℹ️ " + say("check-delays-not-here")] if report.passed and not report.sits else []
    if delays.mute_ms is None or delays.unmute_ms is None:
        return ["⚠️ " + say("check-delays-unseen")]
    slow = "⚠️ " if max(delays.mute_ms, delays.unmute_ms) > SLOW_MS else "✅ "
    return [slow + say("check-delays", mute=str(delays.mute_ms), unmute=str(delays.unmute_ms))]


def _helpers(say: Say, report: CheckReport) -> list[str]:
    return [_helper(say, helper) for helper in report.helpers]


def _helper(say: Say, helper: HelperReport) -> str:
    bot = words.mention(helper.bot_id) if helper.bot_id is not None else str(helper.number)
    if helper.fit is not HelperFit.FIT:
        return "⚠️ " + say(f"check-helper-{helper.fit.value}", bot=bot)
    if helper.delays is None:
        return "✅ " + say("check-helper-fit", bot=bot)
    if helper.delays.mute_ms is None or helper.delays.unmute_ms is None:
        return "⚠️ " + say("check-helper-unseen", bot=bot)
    mute, unmute = str(helper.delays.mute_ms), str(helper.delays.unmute_ms)
    return "✅ " + say("check-helper-tried", bot=bot, mute=mute, unmute=unmute)


def _conclusion(say: Say, report: CheckReport, *, warned: bool) -> str:
    if not report.passed:
        return say("check-failed")
    return say("check-warned" if warned else "check-passed")


def _people(users: tuple[int, ...]) -> str:
    shown = ", ".join(words.mention(user) for user in users[:MOST_NAMED])
    return shown + (" …" if len(users) > MOST_NAMED else "")
