"""What a person is told about his own press, and the whole answers, in every language."""

from dataclasses import replace

import pytest

from mafiabot.engine.refusals import Param, Reason, Refusal, refuse
from mafiabot.engine.views import PhaseName
from mafiabot.ui import answers, table_answers
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

PARAMS: dict[Reason, dict[str, Param]] = {
    Reason.TOO_FEW: {"have": 5, "need": 6},
    Reason.TOO_MANY: {"have": 13, "most": 12},
    Reason.NOT_IN_VOICE: {"seats": (1, 3)},
    Reason.LIST_FULL: {"cap": 2},
    Reason.TOO_MANY_NAMED: {"most": 3},
    Reason.UNKNOWN_PRESET: {"preset": "chess"},
    Reason.SEATED_ELSEWHERE: {"user": 42},
}


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_worded_with_and_without_a_table(texts: Texts, locale: str, reason: Reason) -> None:
    params = PARAMS.get(reason, {"seat": 3})
    for given in (refuse(reason, **params), Refusal(reason=reason)):
        for view in (views.public_view(), None):
            assert answers.refusal_text(texts, locale, given, view).strip()


@pytest.mark.parametrize(
    ("refusal", "expected"),
    [
        (refuse(Reason.TOO_FEW, have=1, need=6), "at least 6, and 1 player is"),
        (refuse(Reason.NOT_IN_VOICE, seats=(1, 3)), "**1** · Player 1, **3** · Player 3"),
        (refuse(Reason.NOT_IN_VOICE, seats="Ann, Bob"), "Ann, Bob"),
        (refuse(Reason.ALREADY_ON_LIST, seat=3), "Player **3** · Player 3 is on the list"),
        (refuse(Reason.NOT_A_SEAT, seat=99), "99"),
        (refuse(Reason.SEATED_ELSEWHERE, user=42), "<@42>"),
        (refuse(Reason.SEATED_ELSEWHERE), "you"),
        (refuse(Reason.UNKNOWN_PRESET, preset="*x*"), "\\*x\\*"),
    ],
)
def test_a_refusal_says_what_it_is_about(texts: Texts, refusal: Refusal, expected: str) -> None:
    assert expected in answers.refusal_text(texts, "en", refusal, views.public_view())


def test_a_vote_is_receipted_with_its_moment(texts: Texts, locale: str) -> None:
    line = answers.vote_line(texts, locale, 3, answers.Moment(pressed_ms=1_800_000_005_999))
    assert "3" in line
    assert "<t:1800000005:T>" in line


@pytest.mark.parametrize(("locale", "after"), [("en", "2.412 s"), ("ru", "2,412 с"), ("uk", "2,412 с")])
def test_a_receipt_says_how_long_after_its_window_was_shown_one_pressed(
    texts: Texts, locale: str, after: str
) -> None:
    moment = answers.Moment(pressed_ms=1_800_000_005_412, shown_ms=1_800_000_003_000, length_ms=3_000)
    for line in (
        answers.vote_line(texts, locale, 3, moment),
        answers.raise_line(texts, locale, True, moment),
        answers.raise_line(texts, locale, False, moment),
    ):
        assert after in line
        assert "3 s" in line or "3 с" in line


def test_night_lines_do_not_know_a_role(texts: Texts, locale: str) -> None:
    lines = (
        answers.shot_line(texts, locale, 3),
        answers.shot_line(texts, locale, None),
        answers.check_line(texts, locale, 3),
        answers.plan_line(texts, locale, views.public_view(), (1, 2)),
        answers.plan_line(texts, locale, views.public_view(), ()),
    )
    words = ("maf", "маф", "don", "дон", "sheriff", "шериф", "shot", "выстрел", "постріл")
    assert not any(word in line.lower() for line in lines for word in words)


def test_every_receipt_is_worded(texts: Texts, locale: str) -> None:
    view = views.public_view(phase=PhaseName.READY_CHECK)
    lines = [
        answers.joined_line(texts, locale, 3),
        answers.queued_line(texts, locale, 1),
        answers.left_line(texts, locale),
        answers.ready_line(texts, locale, view),
        answers.ready_line(texts, locale, views.public_view()),
        answers.hand_line(texts, locale),
        answers.raise_line(texts, locale, True, answers.Moment(pressed_ms=0)),
        answers.raise_line(texts, locale, False, answers.Moment(pressed_ms=0)),
        answers.nominated_line(texts, locale, view, 2),
        answers.best_move_line(texts, locale, (1,)),
        answers.best_move_line(texts, locale, ()),
        answers.gave_up_line(texts, locale),
        answers.repeated_line(texts, locale),
        table_answers.opened_line(texts, locale, view),
        table_answers.swapped_line(texts, locale, 1, 2),
        *(table_answers.unseated_line(texts, locale, 1, in_play=played) for played in (True, False)),
        *(table_answers.done_line(texts, locale, done) for done in table_answers.Done),
        *(table_answers.trouble_text(texts, locale, trouble, "a1") for trouble in table_answers.Trouble),
        *(table_answers.unmuted_line(texts, locale, n, owed) for n in (0, 1, 3, 5) for owed in (0, 1, 2)),
    ]
    assert all(line.strip() for line in lines)
    assert len(set(lines)) == len(lines)


def test_ready_says_how_many_are_awaited(texts: Texts) -> None:
    view = views.public_view(phase=PhaseName.READY_CHECK)
    ready = tuple(replace(seat, ready=seat.number < 7) for seat in view.seats)
    assert "Waiting for 1 more player." in answers.ready_line(texts, "en", replace(view, seats=ready))


@pytest.mark.parametrize("moment", views.moments())
def test_the_status_fits_one_answer(texts: Texts, locale: str, moment: str) -> None:
    view = views.renamed(views.moments(12)[moment], "_" * 32)
    layouts.assert_within_limits(answers.text_layout(answers.status_text(texts, locale, view)))


def test_help_fits_one_answer(texts: Texts, locale: str) -> None:
    layouts.assert_within_limits(answers.text_layout(answers.help_text(texts, locale)))
