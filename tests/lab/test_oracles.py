"""Each oracle is silent on a clean game and names what is wrong with a faulty one."""

from dataclasses import replace

import pytest

from mafiabot.playground.oracles import Evidence, MemberAtEnd, NightSpan, Oracle, Outcry, Wrong, judge
from mafiabot.playground.oracles_mic import (
    EverybodyIsAsFound,
    OnlyTheFloorIsHeard,
    OutcriesAreShort,
    SpeechesAreHeardInFull,
    heard,
    together_ms,
)
from mafiabot.playground.oracles_text import (
    FloorsAreAnnouncedOnce,
    NothingIsSaidTwice,
    OneLanguageIsSpoken,
    RolesAreSecret,
    SecretsAreHidden,
)
from mafiabot.playground.oracles_world import NightsHaveOneLength, WindowsDoNotOverlap, all_oracles
from tests.lab.evidence_kit import ALICE, BORIS, evidence, floor, found, interval, message, said_floor

CLEAN = evidence()
OUTCRY = Outcry(user_id=ALICE, from_ms=14_950, until_ms=18_100)


@pytest.mark.parametrize("oracle", all_oracles(), ids=lambda oracle: oracle.name)
def test_a_clean_game_is_clean(oracle: Oracle) -> None:
    assert found(oracle, CLEAN) == []


# --- microphones ---------------------------------------------------------------------------------


def test_somebody_heard_without_the_floor_is_caught() -> None:
    seen = evidence(open=(*CLEAN.open, interval(ALICE, 15_000, 15_200)))
    assert found(OnlyTheFloorIsHeard(), seen) == ["seat 1 for 200 ms"]


def test_a_speaker_muted_a_round_trip_late_is_no_violation() -> None:
    seen = evidence(open=(interval(ALICE, 1_040, 11_140), CLEAN.open[1]))
    assert found(OnlyTheFloorIsHeard(), seen) == []


@pytest.mark.parametrize(
    ("start_ms", "end_ms", "blamed"),
    [(11_100, 11_600, False), (11_100, 11_700, True), (11_200, 11_500, True)],
    ids=["overtaken", "overtaken for too long", "long after"],
)
def test_a_mute_that_an_unmute_overtook_is_sent_again(start_ms: float, end_ms: float, blamed: bool) -> None:
    seen = evidence(open=(interval(ALICE, 1_040, 8_000), interval(ALICE, start_ms, end_ms), CLEAN.open[1]))
    assert bool(found(OnlyTheFloorIsHeard(), seen)) is blamed


def test_a_speaker_who_is_never_muted_is_caught_from_the_end_of_his_floor() -> None:
    seen = evidence(open=(interval(ALICE, 1_040, None), CLEAN.open[1]))
    assert [one.at_ms for one in OnlyTheFloorIsHeard().violations(seen)] == [11_040]


def test_nobody_is_blamed_for_being_heard_after_the_verdict() -> None:
    seen = evidence(open=(*CLEAN.open, interval(ALICE, 30_000, None)))
    assert found(OnlyTheFloorIsHeard(), seen) == []


def test_who_cries_out_is_not_blamed_while_he_may() -> None:
    seen = evidence(open=(*CLEAN.open, interval(ALICE, 15_000, 18_000)), outcries=(OUTCRY,), outcry_ms=3_000)
    assert found(OnlyTheFloorIsHeard(), seen) == []
    assert found(OutcriesAreShort(), seen) == []
    assert together_ms(seen) == together_ms(CLEAN)


def test_who_is_heard_before_or_after_his_outcry_is_caught() -> None:
    open_ = (*CLEAN.open, interval(ALICE, 14_000, 18_900))
    seen = evidence(open=open_, outcries=(OUTCRY,), outcry_ms=3_000)
    assert found(OnlyTheFloorIsHeard(), seen) == ["seat 1 for 950 ms", "seat 1 for 800 ms"]
    assert together_ms(seen) == 950


def test_who_cries_out_excuses_nobody_else() -> None:
    seen = evidence(
        open=(*CLEAN.open, interval(ALICE, 15_000, 18_000)), outcries=(replace(OUTCRY, user_id=BORIS),)
    )
    assert found(OnlyTheFloorIsHeard(), seen) == ["seat 1 for 3000 ms"]


def test_an_outcry_that_does_not_end_is_caught() -> None:
    endless = replace(OUTCRY, until_ms=30_000)
    open_ = (*CLEAN.open, interval(ALICE, 15_000, None))
    seen = evidence(open=open_, outcries=(endless,), outcry_ms=3_000)
    assert found(OutcriesAreShort(), seen) == ["seat 1 heard 15000 ms"]
    paused = replace(seen, outcries=(replace(endless, disturbed=True),))
    assert found(OutcriesAreShort(), paused) == []


def test_a_speech_cut_short_is_caught() -> None:
    seen = evidence(open=(interval(ALICE, 1_040, 9_040), CLEAN.open[1]))
    assert found(SpeechesAreHeardInFull(), seen) == ["seat 1 heard 8000 of 10000 ms (speech)"]


def test_a_speech_that_goes_on_for_too_long_is_caught() -> None:
    seen = evidence(open=(interval(ALICE, 1_040, 11_240), CLEAN.open[1]))
    assert found(SpeechesAreHeardInFull(), seen) == ["seat 1 heard 10200 of 10000 ms (speech)"]


def test_a_speech_finished_early_may_be_short_but_not_unheard() -> None:
    short = floor(ALICE, 1_000, 4_000, granted_ms=10_000, cause="finished")
    seen = evidence(floors=(short, CLEAN.floors[1]), open=(interval(ALICE, 1_040, 4_050), CLEAN.open[1]))
    assert found(SpeechesAreHeardInFull(), seen) == []
    assert found(SpeechesAreHeardInFull(), replace(seen, open=CLEAN.open[1:])) == [
        "seat 1 heard 0 of 10000 ms (speech)"
    ]


def test_a_disturbed_speech_is_not_measured() -> None:
    dropped = replace(CLEAN.floors[0], disturbed=True)
    seen = evidence(floors=(dropped, CLEAN.floors[1]), open=CLEAN.open[1:])
    assert found(SpeechesAreHeardInFull(), seen) == []


def test_two_floors_of_one_person_in_a_row_are_told_apart() -> None:
    floors = (floor(ALICE, 1_000, 11_000), floor(ALICE, 11_000, 21_000))
    seen = evidence(floors=floors, open=(interval(ALICE, 1_000, 21_000),))
    assert [one.ms for one in heard(seen)] == [10_000, 10_000]


def test_the_longest_time_together_is_measured_between_the_first_night_and_the_verdict() -> None:
    assert together_ms(CLEAN) == 20
    assert together_ms(replace(CLEAN, verdict_ms=11_070)) == 10


@pytest.mark.parametrize(
    ("member", "blamed"),
    [
        (MemberAtEnd(user_id=ALICE, found_muted=False, muted=True, in_voice_since_ms=0), True),
        (MemberAtEnd(user_id=ALICE, found_muted=True, muted=False, in_voice_since_ms=0), True),
        (MemberAtEnd(user_id=ALICE, found_muted=True, muted=True, in_voice_since_ms=0), False),
        (MemberAtEnd(user_id=ALICE, found_muted=False, muted=True, in_voice_since_ms=None), False),
        (MemberAtEnd(user_id=ALICE, found_muted=False, muted=True, in_voice_since_ms=50_000), False),
    ],
    ids=["muted", "unmuted", "as found", "out of voice", "only just back"],
)
def test_who_is_in_voice_and_not_as_found_is_left_muted(member: MemberAtEnd, blamed: bool) -> None:
    assert bool(found(EverybodyIsAsFound(), evidence(members=(member,)))) is blamed


# --- words ---------------------------------------------------------------------------------------


def test_a_floor_nobody_announced_is_caught() -> None:
    seen = evidence(messages=CLEAN.messages[:1])
    assert found(FloorsAreAnnouncedOnce(), seen) == ["nothing said for seat 2"]


def test_the_wrong_person_announced_is_caught() -> None:
    seen = evidence(messages=(CLEAN.messages[0], said_floor(ALICE, 11_050, 5)))
    assert found(FloorsAreAnnouncedOnce(), seen) == ["seat 1 was announced instead"]


def test_a_floor_announced_twice_is_caught() -> None:
    seen = evidence(messages=(*CLEAN.messages, said_floor(BORIS, 11_060, 5)))
    assert found(FloorsAreAnnouncedOnce(), seen) == ["seat 2 announced once too often"]
    assert len(found(NothingIsSaidTwice(), seen)) == 1


def test_the_same_words_at_another_step_are_not_said_twice() -> None:
    seen = evidence(messages=(*CLEAN.messages, said_floor(BORIS, 11_060, 6)))
    assert found(NothingIsSaidTwice(), seen) == []


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "Ночь **1**", "Ночь"),
        ("ru", "Night **1**", "Night"),
        ("uk", "Night **1**", "Night"),
        ("uk", "Наступает ночь, объявлен", "объявлен"),
        ("ru", "Настає ніч", "Настає"),
        ("en", "The city sleeps, `Ы` <@101> Борис \\*и\\* Ко", None),
        ("ru", "Город засыпает: Alice, `abc123` <t:5:R>", None),
        ("uk", "Місто засинає: Alice", None),
    ],
)
def test_a_foreign_word_in_public_is_caught(language: str, text: str, word: str | None) -> None:
    seen = evidence(language=language, messages=(message(text, 1_000),))
    expected = [] if word is None else [f"{word!r} in {text!r}"]
    assert found(OneLanguageIsSpoken(), seen) == expected


def test_a_foreign_label_of_a_button_is_caught() -> None:
    seen = evidence(messages=(message("Vote", 1_000, buttons=("Голосую за 1",)),))
    assert found(OneLanguageIsSpoken(), seen) == ["'Голосую' in 'Голосую за 1'"]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("**2** · Борис \\*и\\* Ко — mafia", True),
        ("Alice is the sheriff", True),
        ("The sheriff checks somebody", False),
        ("**1** · Alice — killed", False),
        ("**1** · Alice cannot be heard: look at `/mafia check`", False),
    ],
)
def test_a_role_tied_to_a_seat_before_the_verdict_is_caught(text: str, secret: bool) -> None:
    before = evidence(messages=(message(text, 1_000),))
    after = evidence(messages=(message(text, 30_050),))
    assert bool(found(RolesAreSecret(), before)) is secret
    assert found(RolesAreSecret(), after) == []


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Team: ||**2** · Alice (mafia)||", False),
        ("Team: **2** · Alice (mafia)", True),
        ("Seat **1**: ||don|| Alice", False),
    ],
)
def test_a_role_without_a_spoiler_in_a_hand_is_caught(text: str, bare: bool) -> None:
    assert bool(found(SecretsAreHidden(), evidence(private=(message(text, 1_000),)))) is bare


def test_a_hand_in_another_language_is_caught() -> None:
    seen = evidence(private=(message("Ваша карта", 1_000),))
    assert found(OneLanguageIsSpoken(), seen) == ["'Ваша' in 'Ваша карта'"]


# --- order and manners ---------------------------------------------------------------------------


def window(at_ms: float) -> Evidence:
    return evidence(
        messages=(
            message("Who votes for 1?", 1_000, buttons=("Vote for 1 · Alice",)),
            message("Who votes for 2?", at_ms, buttons=("Vote for 2 · Boris",)),
        )
    )


def test_a_window_opened_before_the_former_one_is_over_is_caught() -> None:
    assert found(WindowsDoNotOverlap(), window(5_500)) == ["500 ms before the former one's end"]
    assert found(WindowsDoNotOverlap(), window(6_000)) == []


def test_a_night_of_another_length_is_caught() -> None:
    short = NightSpan(number=1, fell_ms=0, over_ms=50_000, expected_ms=64_000)
    assert found(NightsHaveOneLength(), evidence(nights=(short,))) == [
        "night 1 lasted 50000 instead of 64000 ms"
    ]
    assert found(NightsHaveOneLength(), evidence(nights=(replace(short, disturbed=True),))) == []


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("unanswered", "unanswered"),
        ("misused", "answered wrongly"),
        ("unknown_routes", "unknown route"),
        ("schema_errors", "schema"),
    ],
)
def test_what_the_local_discord_noted_is_a_violation_by_its_name_and_moment(part: str, name: str) -> None:
    verdict = judge(evidence(**{part: (Wrong(at_ms=12_040, what="this"),)}), all_oracles())
    assert [(one.what, one.moment) for one in verdict.violations] == [(f"{name}: this", "day 0 speech 2 +1s")]
