"""Whatever is rendered, in any language and at its longest, Discord takes it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from mafiabot.engine.state import Role
from mafiabot.engine.views import HandControl, PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.ui.announce import announcement_layout, closed_window_layout
from mafiabot.ui.hand import cry_out_confirm_layout, give_up_confirm_layout, hand_view_layout
from mafiabot.ui.panel import dead_panel_view, panel_view
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

SEATS = 12
LONGEST = "_" * 32  # every character of it is escaped
TWELVE = tuple(range(1, SEATS + 1))
MOMENTS = views.moments(SEATS)


def longest(view: PublicView) -> PublicView:
    crowd = tuple(views.person(100 + n) for n in range(40))
    return views.renamed(replace(view, waiting=crowd), LONGEST)


def announcements(kind: Kind, cause: str) -> Iterator[Announcement]:
    return (
        Announcement(
            kind=kind,
            seq=99,
            step=17,
            seat=12,
            seats=TWELVE,
            others=TWELVE,
            number=number,
            window_no=40,
            length_ms=60_000,
            cause=cause,
            flag=flag,
            text=LONGEST * 10,
        )
        for number in (0, 1)
        for flag in (False, True)
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_panel_at_its_longest_is_within_the_limits(texts: Texts, locale: str, moment: str) -> None:
    view = longest(MOMENTS[moment])
    layouts.assert_within_limits(panel_view(texts, locale, view))
    layouts.assert_within_limits(dead_panel_view(texts, locale, view))


@pytest.mark.parametrize(
    ("kind", "cause"), [(kind, cause) for kind in Kind for cause in views.CAUSES.get(kind, ("",))]
)
def test_an_announcement_at_its_longest_is_within_the_limits(
    texts: Texts, locale: str, kind: Kind, cause: str
) -> None:
    view = longest(views.ended_view(SEATS))
    for told in announcements(kind, cause):
        layouts.assert_within_limits(announcement_layout(texts, locale, told, view))
        layouts.assert_within_limits(closed_window_layout(texts, locale, told, view))


@pytest.mark.parametrize("moment", [moment for moment, view in MOMENTS.items() if view.seats])
def test_a_hand_at_its_longest_is_within_the_limits(texts: Texts, locale: str, moment: str) -> None:
    view = longest(MOMENTS[moment])
    for role, control in product(Role, HandControl):
        hand = views.hand_of(role, view, control, options=TWELVE, picked=TWELVE, can_finish=True)
        layouts.assert_within_limits(hand_view_layout(texts, locale, hand, "x" * 300))
        layouts.assert_within_limits(give_up_confirm_layout(texts, locale, hand))
        layouts.assert_within_limits(cry_out_confirm_layout(texts, locale, hand))
