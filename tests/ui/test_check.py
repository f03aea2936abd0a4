"""The check's report: one line a finding, signs that say how bad it is, a conclusion that fits them."""

from dataclasses import replace

import pytest

from mafiabot.runtime.mic_probe import MicDelays
from mafiabot.runtime.ports import HelperFit
from mafiabot.ui import answers
from mafiabot.ui.check import AfkRule, CheckReport, HelperReport, Needed, check_text, warning_lines
from mafiabot.ui.texts import Texts
from tests.support import layouts

CHANNEL = 5
CROWD = tuple(range(10**18, 10**18 + 500))
ALL_OF_THEM: dict[str, object] = {
    "muted": CROWD,
    "silenced": CROWD,
    "timed_out": CROWD,
    "deafened": CROWD,
    "self_unmuters": CROWD,
    "debts": CROWD,
    "latency_ms": 9_000,
    "offset_ms": -9_000,
    "limit": 11,
    "inside": 99,
    "seats": 12,
    "afk": AfkRule(channel_id=10**18, after_s=300),
    "delays": MicDelays(mute_ms=4_000, unmute_ms=None),
}


def report(**parts: object) -> CheckReport:
    found = CheckReport(
        channel_id=CHANNEL,
        missing=(),
        muted=(),
        self_unmuters=(),
        debts=(),
        latency_ms=40,
        offset_ms=3,
        delays=MicDelays(mute_ms=90, unmute_ms=110),
    )
    return replace(found, **parts)  # type: ignore[arg-type]


def helper(fit: HelperFit, bot_id: int | None = 8, delays: MicDelays | None = None) -> HelperReport:
    return HelperReport(number=1, bot_id=bot_id, fit=fit, delays=delays)


def lines(texts: Texts, **parts: object) -> list[str]:
    return check_text(texts, "en", report(**parts)).splitlines()


def signed(texts: Texts, sign: str, **parts: object) -> list[str]:
    return [line for line in lines(texts, **parts) if line.startswith(sign)]


def test_a_clean_report_is_all_ticks_and_says_that_the_game_can_begin(texts: Texts) -> None:
    first, *found, last = lines(
        texts,
        helpers=(helper(HelperFit.FIT), helper(HelperFit.FIT, delays=MicDelays(mute_ms=9, unmute_ms=8))),
    )
    assert first.startswith("## ")
    assert all(line.startswith("✅ ") for line in found)
    assert last == "Everything is ready for a game."


@pytest.mark.parametrize("needed", Needed)
def test_a_missing_permission_is_named_and_forbids_the_game(texts: Texts, needed: Needed) -> None:
    (named,) = signed(texts, "❌", missing=(needed,))
    assert named == "❌ " + texts.get("en", f"permission-{needed.value}")
    assert lines(texts, missing=(needed,))[-1].startswith("No game can be played here yet")


def test_the_channel_for_who_is_idle_forbids_the_game(texts: Texts) -> None:
    afk = AfkRule(channel_id=CHANNEL, after_s=3600)
    assert len(signed(texts, "❌", afk=afk)) == 1
    assert not report(afk=afk).passed


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"muted": (7,)}, "Muted, and not by us: <@7>."),
        ({"silenced": (7, 8)}, "Not allowed to speak here: <@7>, <@8>."),
        ({"timed_out": (7,)}, "Timed out, and unheard until that ends: <@7>."),
        ({"deafened": (7,)}, "Deafened by a moderator, so they will not hear the game: <@7>."),
        ({"limit": 8, "seats": 12}, "The channel takes 8 people only"),
        ({"limit": 12, "seats": 12, "inside": 12}, "The channel is full"),
        ({"afk": AfkRule(channel_id=9, after_s=60)}, "Whoever is silent for 1 minute may be moved to <#9>."),
        ({"latency_ms": 1_001}, "Discord answers within 1001 ms."),
        ({"offset_ms": -251}, "Discord's clock is -251 ms off ours."),
        ({"delays": MicDelays(mute_ms=90, unmute_ms=1_001)}, "Your microphone was closed after 90 ms"),
        ({"delays": MicDelays(mute_ms=90, unmute_ms=None)}, "Your microphone was tried, but not seen"),
        ({"may_name": False, "unnameable": (7,)}, "Numbers in front of names are on, but the bot lacks"),
        ({"spectators": 16}, "16 people look on here, and more than 15 are never muted"),
        ({"helpers": (helper(HelperFit.NOT_MEMBER),)}, "Further bot <@8>: is not on this server."),
        ({"helpers": (helper(HelperFit.NO_PERMISSION),)}, "Further bot <@8>: lacks “Mute Members”"),
        ({"helpers": (helper(HelperFit.BAD_TOKEN, None),)}, "Further bot 1: Discord refuses its token."),
        ({"helpers": (helper(HelperFit.UNKNOWN, None),)}, "Further bot 1: Discord did not answer."),
        (
            {"helpers": (helper(HelperFit.FIT, delays=MicDelays(mute_ms=None, unmute_ms=None)),)},
            "Further bot <@8>: has the permission, but its try on your microphone was not seen",
        ),
    ],
)
def test_what_can_spoil_a_game_is_a_warning(texts: Texts, parts: dict[str, object], said: str) -> None:
    (warning,) = signed(texts, "⚠️", **parts)
    assert warning.startswith(f"⚠️ {said}")
    assert lines(texts, **parts)[-1] == "A game is possible. Look at what is marked ⚠️."


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"self_unmuters": (7,)}, "Able to unmute themselves: <@7>."),
        ({"debts": (7,)}, "To get their microphone back when they enter a voice channel: <@7>."),
        ({"delays": None, "sits": False}, "Sit in the channel, unmuted, and ask again"),
        ({"may_name": True, "unnameable": (7,)}, "The name stays without a number: <@7> (the owner"),
        ({"stage": True}, "This is a Stage: here the bot does not mute"),
        ({"spectators": 3}, "Spectators are muted during a game"),
    ],
)
def test_what_is_good_to_know_is_no_warning(texts: Texts, parts: dict[str, object], said: str) -> None:
    (line,) = signed(texts, "ℹ️", **parts)
    assert line.startswith(f"ℹ️ {said}")
    assert lines(texts, **parts)[-1] == "Everything is ready for a game."


@pytest.mark.parametrize(
    "parts",
    [
        {"limit": 0, "inside": 99, "seats": 12},
        {"limit": 13, "inside": 12, "seats": 12},
        {"afk": AfkRule(channel_id=9, after_s=1_800)},
        {"delays": None, "sits": True},
        {"latency_ms": None, "offset_ms": None},
        {"may_name": True},
        {"may_name": None, "unnameable": (7,)},
    ],
)
def test_what_is_well_or_unknown_is_not_mentioned(texts: Texts, parts: dict[str, object]) -> None:
    assert signed(texts, "⚠️", **parts) == signed(texts, "ℹ️", **parts) == []


def test_a_start_is_warned_of_the_place_and_the_people_and_of_nothing_else(texts: Texts) -> None:
    said = warning_lines(texts, "en", report(**ALL_OF_THEM))
    assert len(said) == 7
    assert all(line.startswith("⚠️ ") for line in said)
    assert warning_lines(texts, "en", report(latency_ms=9_000, debts=(7,), self_unmuters=(7,))) == []


def test_a_report_at_its_longest_fits_one_answer(texts: Texts, locale: str) -> None:
    found = report(missing=tuple(Needed), stage=True, **ALL_OF_THEM)
    layouts.assert_within_limits(answers.text_layout(check_text(texts, locale, found)))
