"""Which flag is wanted: every cell of the table, and what is known of a guild's voice states."""

import pytest

from mafiabot.engine.reading import MicWish
from mafiabot.runtime.mic_rules import Part, Urgency, urgency, wanted_flag, wish_of
from mafiabot.runtime.ports import SeenVoice
from mafiabot.runtime.voice_table import Place, VoiceTable
from tests.support.fake_voice import GUILD, LOUNGE, TABLE
from tests.support.voice import AS_FOUND, MUTED, OPEN

HERE, ELSEWHERE, OUT, UNKNOWN = Place.HERE, Place.ELSEWHERE, Place.OUT, Place.UNKNOWN


@pytest.mark.parametrize(
    ("wish", "place", "found_muted", "wanted"),
    [
        (MUTED, HERE, None, True),
        (MUTED, HERE, False, True),
        (MUTED, HERE, True, True),
        (OPEN, HERE, None, False),
        (OPEN, HERE, False, False),
        (OPEN, HERE, True, False),
        (AS_FOUND, HERE, None, None),
        (AS_FOUND, HERE, False, False),
        (AS_FOUND, HERE, True, True),
        *((wish, ELSEWHERE, found, found) for wish in MicWish for found in (None, False, True)),
        *((wish, OUT, found, None) for wish in MicWish for found in (None, False, True)),
        *((wish, UNKNOWN, found, None) for wish in MicWish for found in (None, False, True)),
    ],
)
def test_the_wanted_flag(wish: MicWish, place: Place, found_muted: bool | None, wanted: bool | None) -> None:
    assert wanted_flag(wish, place, found_muted) is wanted


@pytest.mark.parametrize(
    ("part", "wished", "with_spectators_muted"),
    [
        (Part.SPEAKER, OPEN, OPEN),
        (Part.SEATED, MUTED, MUTED),
        (Part.SPECTATOR, AS_FOUND, MUTED),
        (Part.JUDGE, AS_FOUND, AS_FOUND),
        (Part.BOT, AS_FOUND, AS_FOUND),
    ],
)
def test_what_a_table_wishes_of_whom(part: Part, wished: MicWish, with_spectators_muted: MicWish) -> None:
    assert wish_of(part, playing=True, mutes_spectators=False) is wished
    assert wish_of(part, playing=True, mutes_spectators=True) is with_spectators_muted


@pytest.mark.parametrize("part", list(Part))
def test_before_the_deal_and_after_the_end_a_table_wishes_nothing_of_anybody(part: Part) -> None:
    for mutes in (False, True):
        assert wish_of(part, playing=False, mutes_spectators=mutes) is AS_FOUND


@pytest.mark.parametrize(
    ("wish", "place", "spoke_last", "expected"),
    [
        (OPEN, HERE, False, Urgency.SWAP),
        (OPEN, HERE, True, Urgency.SWAP),
        (MUTED, HERE, True, Urgency.SWAP),
        (MUTED, HERE, False, Urgency.INTRUDER),
        (AS_FOUND, HERE, True, Urgency.REST),
        (OPEN, ELSEWHERE, True, Urgency.REST),
        (MUTED, ELSEWHERE, True, Urgency.REST),
    ],
)
def test_the_speakers_change_goes_before_intruders_and_those_before_the_rest(
    wish: MicWish, place: Place, spoke_last: bool, expected: Urgency
) -> None:
    assert urgency(wish, place, spoke_last) is expected


def _seen(user_id: int, channel_id: int | None = TABLE, *, mute: bool = False, at_ms: int = 100) -> SeenVoice:
    return SeenVoice(
        guild_id=GUILD,
        user_id=user_id,
        channel_id=channel_id,
        mute=mute,
        deaf=False,
        self_mute=True,
        self_deaf=False,
        suppress=False,
        seen_ms=at_ms,
    )


@pytest.fixture
def table() -> VoiceTable:
    return VoiceTable(GUILD)


def test_before_the_first_snapshot_nobody_is_known(table: VoiceTable) -> None:
    assert (table.place(1, TABLE), table.get(1), table.sure(1)) == (UNKNOWN, None, False)


def test_who_is_not_in_the_snapshot_is_known_to_be_out(table: VoiceTable) -> None:
    table.snapshot([_seen(1), _seen(2, LOUNGE)], 100)
    assert [table.place(user, TABLE) for user in (1, 2, 3)] == [HERE, ELSEWHERE, OUT]
    assert table.in_channel(TABLE) == (1,)


def test_a_snapshot_drops_people_who_left_during_the_gap(table: VoiceTable) -> None:
    table.snapshot([_seen(1)], 100)
    table.snapshot([], 200)
    assert table.place(1, TABLE) is OUT


def test_after_a_gap_everybody_is_unknown_even_who_was_out(table: VoiceTable) -> None:
    table.snapshot([_seen(1)], 100)
    table.see(_seen(2, None))
    table.forget()
    assert [table.place(user, TABLE) for user in (1, 2, 3)] == [UNKNOWN] * 3


def test_what_was_kept_from_before_a_restart_yields_to_what_discord_says(table: VoiceTable) -> None:
    table.recall(_seen(1))
    assert (table.place(1, TABLE), table.sure(1)) == (HERE, False)
    table.see(_seen(1, LOUNGE))
    table.recall(_seen(1))
    assert (table.place(1, TABLE), table.sure(1)) == (ELSEWHERE, True)


def test_discord_saying_not_in_voice_counts_unless_he_was_seen_since(table: VoiceTable) -> None:
    table.see(_seen(1, at_ms=100))
    table.mark_out(1, sent_ms=99)
    assert table.place(1, TABLE) is HERE
    table.mark_out(1, sent_ms=100)
    assert table.place(1, TABLE) is OUT


def test_the_people_of_a_deleted_channel_are_out(table: VoiceTable) -> None:
    table.snapshot([_seen(1), _seen(2, LOUNGE)], 100)
    assert table.channel_gone(TABLE, 200) == (1,)
    assert [table.place(user, TABLE) for user in (1, 2)] == [OUT, ELSEWHERE]


def test_his_own_mute_does_not_keep_a_speaker_from_being_open(table: VoiceTable) -> None:
    table.see(_seen(1))
    assert table.may_be_heard(1, TABLE, 200)


def test_a_server_mute_another_channel_or_a_time_out_does(table: VoiceTable) -> None:
    table.snapshot([_seen(1, mute=True), _seen(2, LOUNGE), _seen(3)], 100)
    table.set_timeout(3, 500)
    assert not any(table.may_be_heard(user, TABLE, 200) for user in (1, 2, 3, 4))
    assert (table.timeout_ms(3, 200), table.timeout_ms(3, 500)) == (500, None)
    assert table.may_be_heard(3, TABLE, 500)
