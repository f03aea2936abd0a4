"""Whole games through the real client: a verdict, and nothing for any oracle to object to."""

import logging
from collections import Counter
from functools import cache

import pytest

from mafiabot.adapters.discord_voice import DiscordVoice
from mafiabot.engine import events as ev
from mafiabot.lab.game import run_game
from mafiabot.lab.options import BadOptions, DemoOptions, Language
from mafiabot.lab.report import Report
from tests.lab.test_demo_protocol import shown
from tests.support.spec import SPEC


def played(seats: int, language: Language, people: str, seed: int, preset: str = "club") -> Report:
    """One game, bodies checked against the published specification where it is found."""
    return run_game(
        DemoOptions(preset=preset, seats=seats, language=language, people=people, seed=seed, spec_path=SPEC)
    )


game = cache(played)
"""A game that several tests look at is played once."""


@pytest.mark.parametrize(
    ("seats", "language", "people", "seed"),
    [
        (6, "uk", "clumsy", 21),
        (8, "ru", "mixed", 22),
        (10, "en", "mixed", 23),
        pytest.param(12, "uk", "chatty", 24, marks=pytest.mark.drills),
        (7, "en", "silent", 25),
        (9, "ru", "obedient", 26),
    ],
)
def test_a_game_comes_to_a_clean_verdict(seats: int, language: Language, people: str, seed: int) -> None:
    report = game(seats, language, people, seed)
    assert [f"{one.moment}: {one.what}" for one in report.violations] == []
    assert report.winner is not None
    assert report.clean
    assert len(report.speeches) >= seats
    assert (report.left_muted, report.unanswered, report.unknown_routes, report.schema_errors) == (0, 0, 0, 0)
    assert report.edits_per_turn <= 3


@pytest.mark.parametrize(
    ("preset", "language", "people", "seed"),
    [
        pytest.param("classic", "uk", "mixed", 1, marks=pytest.mark.drills),
        pytest.param("classic", "ru", "clumsy", 2, marks=pytest.mark.drills),
        pytest.param("tournament", "en", "mixed", 2, marks=pytest.mark.drills),
        ("tournament", "ru", "obedient", 3),
    ],
)
def test_a_judged_game_comes_to_a_clean_verdict(
    preset: str, language: Language, people: str, seed: int
) -> None:
    report = game(10, language, people, seed, preset)
    assert [f"{one.moment}: {one.what}" for one in report.violations] == []
    assert report.clean
    done = Counter(type(event) for event in report.log)
    assert 3 <= done[ev.FoulGiven] <= 16
    assert done[ev.GamePaused] + done[ev.Undone] + done[ev.PlayerGone] >= 1
    assert report.state is not None
    assert report.state.judge_id is not None
    assert not any(line.kind == "lost" for line in report.speeches)
    decided = [event for event in report.log if isinstance(event, ev.GameDecided)]
    assert any(line.kind == "final" for line in report.speeches) is bool(decided)


def test_undisturbed_speeches_are_heard_as_granted_and_never_two_for_long() -> None:
    report = game(7, "en", "silent", 25)
    full = [one for one in report.speeches if one.ended == "time" and not one.disturbed]
    assert len(full) >= 8
    assert all(0 <= one.heard_ms - one.granted_ms <= 210 for one in full)
    assert report.double_audible_ms <= 160


def test_the_same_seed_gives_the_same_trace_and_another_seed_another() -> None:
    trace = game(6, "uk", "clumsy", 21).trace
    assert trace == played(6, "uk", "clumsy", 21).trace
    assert trace != played(6, "uk", "clumsy", 22).trace


def test_a_tournaments_game_is_told_with_points_and_the_sheet() -> None:
    report = game(10, "ru", "obedient", 3, "tournament")
    assert report.archived is not None
    text = shown(report)
    assert "\nБаллы\n" in text
    assert "\nПРОТОКОЛ ИГРЫ\n" in text
    assert report.archived.awards
    assert all(f"№ {award.seat}: доп +0," in text for award in report.archived.awards)


def test_a_game_that_is_given_up_is_not_clean() -> None:
    report = run_game(DemoOptions(seats=6, seed=3, give_up_s=200))
    assert report.winner is None
    assert not report.clean


@pytest.mark.parametrize(
    ("bad", "advice"),
    [
        ({"preset": "classic", "seats": 9}, "a classic table has 10 seats"),
        ({"preset": "tournament", "seats": 12}, "a tournament table has 10 seats"),
        ({"preset": "chess"}, "choose one of"),
        ({"seats": 5}, "6 to 12"),
        ({"pace": -1}, "above 0"),
    ],
)
def test_options_that_cannot_be_played_say_what_to_do(bad: dict[str, object], advice: str) -> None:
    with pytest.raises(BadOptions, match=advice):
        DemoOptions(**bad)  # type: ignore[arg-type]


def names_of(report: Report) -> set[str]:
    """Which oracles object."""
    return {violation.what.split(":")[0] for violation in report.violations}


def test_a_bot_that_mutes_nobody_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = DiscordVoice.set_mute

    async def lazy(self: DiscordVoice, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        if not muted:
            await honest(self, guild_id, user_id, muted, reason)

    monkeypatch.setattr(DiscordVoice, "set_mute", lazy)
    report = run_game(DemoOptions(seats=6, seed=3, people="obedient", give_up_s=420))
    assert "heard without the floor" in names_of(report)
    assert report.double_audible_ms > 60_000
    assert not report.clean


def test_a_bot_that_unmutes_nobody_leaves_them_muted_and_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = DiscordVoice.set_mute

    async def stern(self: DiscordVoice, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        if muted:
            await honest(self, guild_id, user_id, muted, reason)

    monkeypatch.setattr(DiscordVoice, "set_mute", stern)
    report = run_game(DemoOptions(seats=6, seed=3, people="obedient"))
    assert "left muted" in names_of(report)
    assert report.left_muted == 6


def test_an_error_in_the_bots_log_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = DiscordVoice.set_mute

    async def loud(self: DiscordVoice, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        logging.getLogger("somewhere").error("something\nbroke")
        await honest(self, guild_id, user_id, muted, reason)

    monkeypatch.setattr(DiscordVoice, "set_mute", loud)
    report = run_game(DemoOptions(seats=6, seed=3, people="obedient", give_up_s=200))
    assert "error logged: somewhere: something broke" in {one.what for one in report.violations}
