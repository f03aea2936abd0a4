"""Bars over secrets: a neighbour learns nothing from how wide they are, whatever is behind them."""

import re
from dataclasses import replace
from typing import Any

import pytest

from mafiabot.engine.person import NOBODY, Person
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.state import NightStep, Role, Status
from mafiabot.engine.views import Answered, HandControl, HandView, PhaseName, PublicView
from mafiabot.ui.answers import plan_line
from mafiabot.ui.covered import SIGN_ROOM, covered
from mafiabot.ui.hand import hand_view_layout
from mafiabot.ui.texts import Texts
from tests.support import layouts, views

NAMES = (
    "Al",
    "*Bo* דוד",
    "Константин-Александр",
    "d||e||f",
    "https://x.y",
    "@everyone",
    "Ж",
    "a_b_c",
    "9",
    "Zoë",
)
ROLES = (Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF, *(Role.CIVILIAN,) * 6)
CHECKED = (Answered(night=1, seat=4, hit=False), Answered(night=2, seat=10, hit=True))
SPOILER = re.compile(r"\|\|((?:\\.|[^\\])*?)\|\|")


def table(ruleset: Ruleset, step: NightStep, *, empty: bool = False, **parts: Any) -> PublicView:
    seats = tuple(
        views.seat_view(number, person=Person(user_id=number, name=name))
        for number, name in enumerate(NAMES, 1)
    )
    if empty:
        seats = (*seats[:9], views.seat_view(10, person=NOBODY, status=Status.ABSENT))
    night = 0 if "REVEAL" in step.name or step is NightStep.MAFIA_MINUTE else 3
    victims = ((1, None), (2, 5)) if night else ()
    view = views.public_view(10, ruleset=ruleset, phase=PhaseName.NIGHT, night=night, night_step=step)
    return replace(view, seats=seats, victims=victims, **parts)


def hands(view: PublicView) -> list[HandView]:
    """Everybody's, black having planned and signed, don and sheriff having checked in all nights but one."""
    black = [(seat, role) for seat, role in enumerate(ROLES, 1) if role.black]
    made = []
    for seat, role in enumerate(ROLES, 1):
        held: dict[str, Any] = {}
        if role.black:
            held["partners"] = tuple((n, other) for n, other in black if n != seat)
            held |= {"plan": (9, 10, 4), "signs": ((1, "left ear"), (3, "||nose||"))}
        if role in (Role.DON, Role.SHERIFF) and view.victims:
            held["checks"] = CHECKED
        made.append(views.hand_view(view, seat=seat, role=role, control=HandControl.NONE, **held))
    return made


def bars(texts: Texts, locale: str, hand: HandView) -> list[int]:
    """How many characters each covers, as one sees them."""
    text = layouts.text_of(hand_view_layout(texts, locale, hand, "line"))
    inside = (re.sub("\\*\\*|[\u200b\u2068\u2069]", "", found) for found in SPOILER.findall(text))
    return [len(re.sub(r"\\(.)", r"\1", one)) for one in inside]


@pytest.mark.parametrize("locale", ["ru", "uk", "en"])
@pytest.mark.parametrize("ruleset", [CLUB, CLASSIC, TOURNAMENT], ids=lambda rules: rules.preset.value)
@pytest.mark.parametrize("step", [step for step in NightStep if step is not NightStep.FREE_SEATING])
def test_bars_are_as_wide_whatever_the_role(
    texts: Texts, ruleset: Ruleset, locale: str, step: NightStep
) -> None:
    seen = [bars(texts, locale, hand) for hand in hands(table(ruleset, step))]
    assert len(seen[0]) >= 5
    assert all(one == seen[0] for one in seen)


def test_so_are_they_where_one_number_is_nobodys(texts: Texts) -> None:
    seen = [bars(texts, "ru", hand) for hand in hands(table(CLASSIC, NightStep.OPEN, empty=True))[:9]]
    assert all(one == seen[0] for one in seen)


def test_what_a_writer_is_answered_does_not_tell_what_his_team_has_added(texts: Texts) -> None:
    view = table(CLASSIC, NightStep.MAFIA_MINUTE)
    alone, together = (plan_line(texts, "en", view, seats) for seats in ((7,), (2, 10, 5, 6, 7)))
    assert len(alone) == len(together)


def test_what_is_longer_than_its_room_is_shown_whole() -> None:
    assert covered("a longer one", 3) == "a longer one"
    assert len(covered("", SIGN_ROOM)) == SIGN_ROOM
