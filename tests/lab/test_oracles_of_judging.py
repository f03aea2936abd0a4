"""Oracles of judging: silences, panels, cancelled votes, signs and deeds are caught where they are wrong."""

from dataclasses import replace
from typing import Any

import pytest

from mafiabot.playground.oracles import Evidence, MicEdit, Sign, Silence, Span, Standing
from mafiabot.playground.oracles_judge import (
    SHOWN_WITHIN_MS,
    DeedsOfTheNightAreSecret,
    NoVoteAfterARemoval,
    PanelsKeepUp,
    SignsAreSecret,
)
from mafiabot.playground.oracles_mic import OnlyTheFloorIsHeard, SpeechesAreHeardInFull, TheSilentAreNotHeard
from mafiabot.playground.oracles_text import FloorsAreAnnouncedOnce, RolesAreSecret
from mafiabot.playground.oracles_world import WindowsDoNotOverlap
from mafiabot.playground.views import Seen
from tests.lab.evidence_kit import ALICE, BORIS, evidence, floor, found, interval, message, said_floor

# --- microphones ---------------------------------------------------------------------------------

LOST = floor(BORIS, 11_040, 21_060, kind="lost")


def test_the_owner_of_a_lost_speech_is_not_to_be_heard() -> None:
    silence = Silence(why="lost speech", user_id=BORIS, from_ms=11_040, until_ms=21_060)
    seen = evidence(floors=(evidence().floors[0], LOST), silences=(silence,))
    assert found(TheSilentAreNotHeard(), seen) == ["lost speech: seat 2 for 10000 ms"]
    assert found(OnlyTheFloorIsHeard(), seen) == ["seat 2 for 10030 ms"]
    quiet = replace(seen, open=seen.open[:1])
    assert found(TheSilentAreNotHeard(), quiet) == []
    assert found(SpeechesAreHeardInFull(), quiet) == []


@pytest.mark.parametrize(("user_id", "blamed"), [(None, True), (ALICE, True), (BORIS, False)])
def test_a_silence_is_for_one_or_for_all(user_id: int | None, blamed: bool) -> None:
    silence = Silence(why="pause", user_id=user_id, from_ms=4_000, until_ms=9_000)
    said = found(TheSilentAreNotHeard(), evidence(silences=(silence,)))
    assert said == (["pause: seat 1 for 5000 ms"] if blamed else [])


def test_whoever_is_muted_within_a_round_trip_has_been_silent() -> None:
    silence = Silence(why="out of the game", user_id=ALICE, from_ms=11_000, until_ms=60_000)
    assert found(TheSilentAreNotHeard(), evidence(silences=(silence,))) == []


def test_who_is_open_after_the_verdict_is_no_longer_to_be_silent() -> None:
    silence = Silence(why="out of the game", user_id=ALICE, from_ms=12_000, until_ms=60_000)
    free = evidence(silences=(silence,), open=(*evidence().open, interval(ALICE, 30_000, None)))
    assert found(TheSilentAreNotHeard(), free) == []


def test_a_floor_that_an_undoing_gave_back_is_not_announced_again() -> None:
    back = floor(ALICE, 21_060, 25_000, first_ms=1_000)
    seen = evidence(floors=(*evidence().floors, back))
    assert found(FloorsAreAnnouncedOnce(), seen) == []
    said = replace(seen, floors=(*seen.floors[:2], replace(back, first_ms=None)))
    assert found(FloorsAreAnnouncedOnce(), said) == ["nothing said for seat 1"]


def test_a_judge_who_is_named_has_not_been_given_the_floor() -> None:
    named = message(f"⚖️ Judge: <@{BORIS}>.", 500)
    assert found(FloorsAreAnnouncedOnce(), evidence(messages=(named, *evidence().messages))) == []


def test_whose_floor_an_undoing_names_has_not_been_given_it_anew() -> None:
    undone = message(
        f"↩️ The judge has undone: foul of player 2.\n🎙️ Player **1** <@{ALICE}> has the floor.", 3_000
    )
    assert (
        found(
            FloorsAreAnnouncedOnce(),
            evidence(messages=(evidence().messages[0], undone, evidence().messages[1])),
        )
        == []
    )


# --- windows -------------------------------------------------------------------------------------


def window(at_ms: float, seat: int = 1) -> Seen:
    return message(f"Who votes for {seat}?", at_ms, buttons=(f"Vote for {seat}",))


@pytest.mark.parametrize("said", ["⏸️ Paused. The clocks stand.", "↩️ The judge has undone: raise vote."])
def test_a_window_that_was_voided_does_not_overlap_with_the_one_that_follows(said: str) -> None:
    voided = evidence(messages=(window(1_000), message(said, 2_000), window(3_000)))
    assert found(WindowsDoNotOverlap(), voided) == []
    assert len(found(WindowsDoNotOverlap(), evidence(messages=(window(1_000), window(3_000))))) == 1


@pytest.mark.parametrize(
    ("at_ms", "blamed"), [(9_000, False), (10_500, False), (12_000, True), (21_000, False)]
)
def test_no_window_opens_while_a_removal_has_cancelled_the_vote(at_ms: float, blamed: bool) -> None:
    seen = evidence(messages=(window(at_ms),), no_votes=(Span(from_ms=10_000, until_ms=20_000),))
    assert found(NoVoteAfterARemoval(), seen) == (["a window opened"] if blamed else [])


# --- panels --------------------------------------------------------------------------------------


def panel(at_ms: float, *lines: str) -> Seen:
    ring = "\n".join(lines)
    return message(f"## Game No. 1\nDay 1 · speeches\n{ring}", at_ms, buttons=("My hand",))


IN_PLAY = ("🎙️ **1** · Alice — in the game", "🟢 **2** · Boris — in the game")
FOULED = (IN_PLAY[0], "🟢 **2** · Boris — in the game, ⚠️×1")
REMOVED = (IN_PLAY[0], "⛔ **2** · Boris — removed")


def standing(from_ms: float, *living: int, fouls: int = 0) -> Standing:
    marks = frozenset({(2, fouls)} if fouls else ())
    return Standing(from_ms=from_ms, living=frozenset(living), fouls=marks)


def panels(*messages: Seen, standings: tuple[Standing, ...]) -> Evidence:
    return evidence(messages=messages, standings=standings)


BOTH = standing(0, 1, 2)


def test_a_panel_that_follows_fouls_and_removals_keeps_up() -> None:
    seen = panels(
        panel(1_000, *IN_PLAY),
        panel(5_300, *FOULED),
        panel(9_300, *REMOVED),
        standings=(BOTH, standing(5_000, 1, 2, fouls=1), standing(9_000, 1)),
    )
    assert found(PanelsKeepUp(), seen) == []


@pytest.mark.parametrize("shown", [FOULED, REMOVED])
def test_a_panel_that_never_was_true_is_caught(shown: tuple[str, ...]) -> None:
    assert len(found(PanelsKeepUp(), panels(panel(5_000, *shown), standings=(BOTH,)))) == 1


def test_a_panel_that_goes_on_showing_what_was_undone_is_caught() -> None:
    standings = (BOTH, standing(5_000, 1), standing(8_000, 1, 2))
    removed, back = panel(5_300, *REMOVED), panel(8_300, *IN_PLAY)
    assert found(PanelsKeepUp(), panels(removed, back, standings=standings)) == []
    assert found(PanelsKeepUp(), panels(removed, standings=standings)) == [
        "still in the game [1], fouls none"
    ]


def test_a_panel_has_time_to_follow() -> None:
    standings = (BOTH, standing(5_000, 1, 2, fouls=1))
    late = panel(5_000 + SHOWN_WITHIN_MS - 1, *FOULED)
    assert found(PanelsKeepUp(), panels(panel(1_000, *IN_PLAY), late, standings=standings)) == []


@pytest.mark.parametrize(("posted", "wrong"), [(True, 0), (False, 1)])
def test_what_waited_for_the_channel_may_be_as_old_as_that_an_edit_may_not(posted: bool, wrong: int) -> None:
    one, old = panel(1_000, *IN_PLAY), panel(9_000, *IN_PLAY)
    if not posted:
        one.versions.extend(old.versions)
    seen = (one, old) if posted else (one,)
    fouled = panel(9_500, *FOULED)
    standings = (BOTH, standing(5_000, 1, 2, fouls=1))
    assert len(found(PanelsKeepUp(), panels(*seen, fouled, standings=standings))) == wrong


def test_whoever_has_his_last_word_is_shown_with_it_and_has_left() -> None:
    gone = standing(500, 2)
    assert found(PanelsKeepUp(), panels(panel(1_000, *IN_PLAY), standings=(BOTH, gone))) == []


# --- secrets -------------------------------------------------------------------------------------

SIGN = Sign(text="I touch my left ear", seats=frozenset({1}))
TOLD = "Signs: ||1 – I touch my left ear||"


def signed(where: str, **parts: Any) -> Evidence:
    return evidence(**{where: (message(TOLD, 1_000),)}, signs=(SIGN,), **parts)


@pytest.mark.parametrize(("seat", "blamed"), [(1, []), (2, ["shown to seat 2"])])
def test_a_sign_is_read_by_black_alone(seat: int, blamed: list[str]) -> None:
    seen = signed("private")
    assert found(SignsAreSecret(), replace(seen, owners={seen.private[0].id: seat})) == blamed


@pytest.mark.parametrize("where", ["messages", "judge_saw"])
def test_a_sign_that_the_table_or_its_judge_reads_is_caught(where: str) -> None:
    assert found(SignsAreSecret(), signed(where)) == ["shown to all"]


def test_a_sign_may_be_read_when_the_game_is_over() -> None:
    assert found(SignsAreSecret(), signed("messages", verdict_ms=900)) == []


def test_a_sign_in_the_audit_log_is_caught() -> None:
    edit = MicEdit(at_ms=1, user_id=ALICE, mute=True, was_muted=False, reason=f"muted: {SIGN.text}")
    assert found(SignsAreSecret(), evidence(signs=(SIGN,), edits=(edit,))) == ["in a reason"]


@pytest.mark.parametrize(
    ("language", "text", "blamed"),
    [
        ("en", "**2** shoots **1**", True),
        ("ru", "Игрок **2** проверил **1**", True),
        ("uk", "Гравець **2** стріляв", True),
        ("en", "Mafia goes hunting. Nobody shoots or checks tonight.", False),
        ("en", "Killed tonight: player **2** · Alice.", False),
    ],
)
def test_a_shot_or_check_told_of_a_seat_is_caught(language: str, text: str, blamed: bool) -> None:
    for where in ("messages", "judge_saw"):
        seen = evidence(language=language, **{where: (message(text, 1_000),)})
        assert bool(found(DeedsOfTheNightAreSecret(), seen)) is blamed


def test_a_judge_who_is_shown_a_role_is_caught() -> None:
    seen = evidence(judge_saw=(message("**2** · Alice – sheriff", 1_000),))
    assert len(found(RolesAreSecret(), seen)) == 1


def test_a_floor_said_to_the_speaker_is_still_heard_beside_other_lines() -> None:
    one = said_floor(ALICE, 1_050, 3)
    both = message(f"Go on.\n🎙️ **2** <@{BORIS}>, your minute: 60 seconds.", 11_050, step=5)
    assert found(FloorsAreAnnouncedOnce(), evidence(messages=(one, both))) == []
