"""What is said aloud: found again by its step, pings the speaker only, says every hand."""

from dataclasses import replace
from typing import Any

import pytest

from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.ruleset import TOURNAMENT, ThirdFoul
from mafiabot.engine.state import Gone, SpeechKind, Status
from mafiabot.engine.views import PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.ui.announce import announcement_layout, closed_window_layout, mentions
from mafiabot.ui.texts import Texts
from tests.support import layouts, views


def told(kind: Kind, **parts: Any) -> Announcement:
    given: dict[str, Any] = {"seq": 5, "step": 17, **parts}
    return Announcement(kind=kind, **given)


def said(texts: Texts, announcement: Announcement, view: PublicView | None = None) -> str:
    return layouts.text_of(announcement_layout(texts, "en", announcement, view or views.public_view()))


@pytest.mark.parametrize(("step", "component"), [(17, 17), (0, 1), (2**40, 2**31 - 1)])
def test_the_containers_id_is_the_public_step(texts: Texts, step: int, component: int) -> None:
    parts = layouts.components(
        announcement_layout(texts, "en", told(Kind.PAUSED, step=step), views.public_view())
    )
    assert [part["id"] for part in parts if part["type"] == 17] == [component]


def test_nothing_said_depends_on_the_number_of_secret_events(texts: Texts) -> None:
    for kind in Kind:
        parts: dict[str, Any] = {"seat": 1, "seats": (1, 2), "window_no": 3, "length_ms": 1000}
        if kind in views.CAUSES:
            parts["cause"] = views.CAUSES[kind][0]
        first, second = (told(kind, seq=seq, **parts) for seq in (5, 500))
        view = views.public_view()
        assert layouts.components(announcement_layout(texts, "ru", first, view)) == layouts.components(
            announcement_layout(texts, "ru", second, view)
        )


@pytest.mark.parametrize("kind", Kind)
def test_only_a_floor_pings_and_only_its_speaker(kind: Kind) -> None:
    pinged = mentions(told(kind, seat=2, cause=SpeechKind.SPEECH), views.public_view())
    assert pinged == ([views.person(2).user_id] if kind is Kind.FLOOR else [])


def test_a_window_has_one_button_for_its_candidate(texts: Texts) -> None:
    window = told(Kind.WINDOW, seat=3, window_no=9, length_ms=5000)
    shown = layouts.controls(announcement_layout(texts, "en", window, views.public_view()))
    assert [(part["custom_id"], part["label"]) for part in shown] == [
        (f"mb:1:{views.GAME_ID}:vote:9.3", "Vote for 3 · Player 3")
    ]


def test_a_raise_window_asks_yes_or_no(texts: Texts) -> None:
    window = told(Kind.RAISE_WINDOW, seats=(1, 2), window_no=9, length_ms=10_000)
    shown = layouts.controls(announcement_layout(texts, "en", window, views.public_view()))
    assert [part["custom_id"].rsplit(":", 2)[1:] for part in shown] == [["raise_yes", "9"], ["raise_no", "9"]]


def test_a_closed_window_keeps_its_words_and_loses_its_buttons(texts: Texts) -> None:
    window, view = told(Kind.WINDOW, seat=3, window_no=9, length_ms=5000), views.public_view()
    closed = closed_window_layout(texts, "en", window, view)
    assert layouts.controls(closed) == []
    assert layouts.text_of(closed) == said(texts, window, view)


@pytest.mark.parametrize(
    ("announcement", "expected"),
    [
        (told(Kind.GAME_OPENED, number=12), "Game No. 12 begins"),
        (told(Kind.GAME_OPENED, number=1234), "Game No. 1234 begins"),
        (told(Kind.GAME_OPENED, number=12), f"Deal commitment: `{views.HEX}`"),
        (told(Kind.NIGHT_FALLS, number=1), "Night 2. Night falls"),
        (told(Kind.MORNING, number=1, seat=3), "Killed tonight: player **3** · Player 3."),
        (told(Kind.MORNING, number=1), "Nobody was killed tonight."),
        (told(Kind.FLOOR, seat=2, cause="speech", length_ms=60_000), "your minute: 60 seconds"),
        (told(Kind.FLOOR, seat=2, cause="best_move", length_ms=20_000), "your best move: 20 seconds"),
        (told(Kind.NOMINEE, seat=4, seats=(2,)), "player 2 nominates **4** · Player 4"),
        (told(Kind.VOTE_OPENS, number=0, seats=(3, 1)), "Vote\nUp for the vote: **3** · Player 3, **1**"),
        (told(Kind.VOTE_OPENS, number=1, seats=(3, 1)), "Revote"),
        (told(Kind.VOTE_SKIPPED, cause="single_on_first_day"), "no vote for one"),
        (told(Kind.WINDOW_RESULT, seat=3, seats=(1, 4)), "For **3** · Player 3: 2 votes – 1, 4."),
        (told(Kind.WINDOW_RESULT, seat=3), "Nobody votes for **3** · Player 3."),
        (
            told(Kind.WINDOW_RESULT, seat=3, seats=(1,), others=(5, 6)),
            "Did not vote: 5, 6. These 2 votes go to the last candidate, 3 in all.",
        ),
        (told(Kind.TIE, seats=(1, 2), cause="defence"), "Each has a defence speech"),
        (told(Kind.RAISE_RESULT, seats=(1, 2), others=(3,), flag=True), "For raising: 1, 2. Against: 3."),
        (told(Kind.RAISE_RESULT, flag=False), "Not raised: all of them stay"),
        (told(Kind.VOTED_OUT, seats=(1, 2)), "Voted out: **1** · Player 1, **2** · Player 2."),
        (told(Kind.GONE, seat=4, cause="absent"), "player **4** · Player 4 did not"),
        (
            told(Kind.BEST_MOVE, seat=4, seats=(1, 2)),
            "Best move of player **4** · Player 4: **1** · Player 1",
        ),
        (told(Kind.BEST_MOVE, seat=4), "named no best move"),
        (told(Kind.GONE, seat=4, cause="fourth_foul", flag=True), "is removed: fourth foul."),
        (told(Kind.GONE, seat=4, cause="absent", flag=True), "is removed: did not come back to the channel."),
        (
            told(Kind.GONE, seat=4, cause="other", flag=True, text="**he** knows"),
            "Judge: “\\*\\*he\\*\\* knows”",
        ),
        (
            told(Kind.FLOOR, seat=2, cause="lost", length_ms=10_000),
            "your microphone stays closed: 10 seconds",
        ),
        (told(Kind.FLOOR, seat=2, cause="extra", length_ms=1000), "the judge gives you the floor: 1 second."),
        (told(Kind.FLOOR, seat=2, cause="speech", length_ms=9000, flag=True), "Go on: this is what was left"),
        (told(Kind.VOTE_SKIPPED, cause="removal"), "Because of a removal there is no vote"),
        (
            told(Kind.NOBODY_LEAVES, seats=(2, 3), cause="speech_only"),
            "One more speech: **2** · Player 2, **3**",
        ),
        (
            told(Kind.FOUL, seat=3, number=2, cause="arguing"),
            "Foul No. 2 to player **3** · Player 3.\nReason: arguing with the judge.",
        ),
        (
            told(Kind.FOUL, seat=3, number=2, cause="arguing", text="loudly"),
            "Reason: arguing with the judge – loudly.",
        ),
        (told(Kind.FOUL, seat=3, number=1, cause="other", text="slept"), "Reason: slept."),
        (
            told(Kind.FOUL, seat=3, number=2, cause="outcry", length_ms=3000),
            "Reason: outcry.\n📢 The microphone is open for 3 s.",
        ),
        (
            told(Kind.FOUL_TAKEN_BACK, seat=3, number=2),
            "Foul No. 2 of player **3** · Player 3 is taken back.",
        ),
        (told(Kind.FOUL_SERVED, seat=3, cause="lose_speech"), "loses this speech for the third foul"),
        (told(Kind.FOUL_SERVED, seat=3, cause="short_30"), "speaks for 30 seconds only"),
        (told(Kind.TEAM_LOST, seat=3), "The team of player **3** · Player 3 has lost."),
        (
            told(Kind.UNDONE, seat=3, cause="foul", number=1, text="wrong seat"),
            "has undone: foul of player 3.\nReason: wrong seat.",
        ),
        (
            told(Kind.UNDONE, cause="raise_decided", number=2),
            "taken the game 2 steps back. The first thing undone: raise vote.",
        ),
        (told(Kind.JUDGE), "The table has no judge any more."),
        (told(Kind.SUBSTITUTED, seat=3), "Player **3** · Player 3 takes the seat."),
        (told(Kind.TIME_CHANGED, length_ms=30_000), "has added 30 seconds."),
        (told(Kind.TIME_CHANGED, length_ms=-1000), "has cut 1 second."),
        (told(Kind.PHASE_CUT), "has ended this phase early"),
        (told(Kind.ABSENCE_ASKED, seats=(3,)), "Long out of the channel: **3** · Player 3."),
        (told(Kind.PAUSED), "Paused"),
        (told(Kind.RESUMED), "goes on"),
    ],
    ids=lambda value: value.kind if isinstance(value, Announcement) else "",
)
def test_what_is_said(texts: Texts, announcement: Announcement, expected: str) -> None:
    assert expected.lower() in said(texts, announcement).lower()


def test_the_first_morning_knows_no_victim(texts: Texts) -> None:
    assert "killed" not in said(texts, told(Kind.MORNING, number=0))


def test_the_verdict_names_every_role(texts: Texts) -> None:
    shown = said(texts, told(Kind.VERDICT, cause="red"), views.ended_view())
    assert "The red team wins!" in shown
    assert "**1** · Player 1 — **don**, voted out" in shown
    assert "Best move of **1** · Player 1: **2, 3, 4**" in shown


def test_the_third_foul_says_what_it_costs_under_these_rules(texts: Texts) -> None:
    third = told(Kind.FOUL, seat=3, number=3, cause="unethical")
    assert "loses his next speech" in said(texts, third, views.public_view(10, ruleset=TOURNAMENT))
    assert "next speech is 30 seconds" in said(texts, third, views.public_view(4, ruleset=TOURNAMENT))
    free = replace(TOURNAMENT, third_foul=ThirdFoul.NOTHING)
    assert "Third foul" not in said(texts, third, views.public_view(10, ruleset=free))


def test_a_raise_that_fails_by_the_cap_is_not_said_to_lack_a_majority(texts: Texts) -> None:
    agreed = told(Kind.RAISE_RESULT, seats=tuple(range(1, 10)), flag=False)
    assert "majority" not in said(texts, agreed, views.public_view(9)).lower()


def test_a_third_foul_in_a_last_word_costs_no_speech(texts: Texts) -> None:
    view = views.public_view(10, ruleset=TOURNAMENT)
    seats = tuple(replace(seat, status=Status.VOTED_OUT) if seat.number == 3 else seat for seat in view.seats)
    third = told(Kind.FOUL, seat=3, number=3, cause="unethical")
    assert "Third foul" not in said(texts, third, replace(view, seats=seats))


def test_whom_an_outcry_removes_is_not_said_to_be_heard(texts: Texts) -> None:
    assert "📢" not in said(texts, told(Kind.FOUL, seat=3, number=4, cause="outcry", length_ms=3000))


def test_a_foul_for_another_reason_without_a_word_names_none(texts: Texts) -> None:
    assert "Reason" not in said(texts, told(Kind.FOUL, seat=3, number=1, cause="other"))


def test_who_judges_is_named_and_pinged_by_nobody(texts: Texts) -> None:
    view = views.public_view(judge_id=8, co_judge_id=9)
    assert "Judges: <@8>, <@9>." in said(texts, told(Kind.JUDGE), view)
    assert "Judges: <@8>, <@9>." in said(texts, told(Kind.GAME_OPENED, number=1), view)
    assert mentions(told(Kind.JUDGE), view) == []


def test_after_an_undo_it_is_said_whose_floor_it_is(texts: Texts) -> None:
    view = views.public_view(floor=views.floor_view(seat=2))
    undone = told(Kind.UNDONE, seat=5, cause="nomination", number=1)
    assert "Player **2** <@" in said(texts, undone, view)


def test_the_verdict_of_a_team_loss_says_so(texts: Texts) -> None:
    gone = (Gone(seat=4, cause=GoneCause.TEAM_LOSS, day=1, removed=True),)
    shown = said(texts, told(Kind.VERDICT, cause="red"), views.ended_view(gone=gone))
    assert "the team of player **4** · Player 4 has lost" in shown


def test_the_verdict_tells_fouls_and_who_was_removed_after_he_had_left(texts: Texts) -> None:
    view = views.ended_view()
    fouled = replace(view.seats[1], fouls=4, disqualified=True)
    shown = said(texts, told(Kind.VERDICT, cause="red"), replace(view, seats=(view.seats[0], fouled)))
    assert "**2** · Player 2 — **mafia**, killed, ⚠️×4, removed" in shown


def test_a_removal_that_cancels_the_vote_says_so(texts: Texts) -> None:
    removal = told(Kind.GONE, seat=4, cause="card_shown", flag=True)
    assert "cancelled the nearest vote" in said(texts, removal, views.public_view(vote_cancelled=True))
    assert "cancelled the nearest vote" not in said(texts, removal)
