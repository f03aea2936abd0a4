"""The phrase books of the people, held against what the bot really writes, in every language."""

from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from mafiabot.engine.person import NOBODY
from mafiabot.engine.ruleset import CLASSIC, TOURNAMENT
from mafiabot.engine.state import ActKind, NightStep, Outcome, Role, SpeechKind, Status
from mafiabot.engine.views import HandControl, PhaseName
from mafiabot.playground.components import stored
from mafiabot.playground.controls import text_of
from mafiabot.playground.errors import Json
from mafiabot.playground.people.phrases import BUTTONS, ROLES, SELECTS, Phrase, book
from mafiabot.playground.people.reading import Reader
from mafiabot.playground.people.things import (
    Absence,
    Candidates,
    FloorGiven,
    Hand,
    NightFalls,
    Nominee,
    Panel,
    Question,
    Raise,
    Thing,
    Undone,
    Verdict,
    Window,
)
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.ui.announce import announcement_layout, closed_window_layout
from mafiabot.ui.hand import give_up_confirm_layout, hand_view_layout
from mafiabot.ui.panel import dead_panel_view, panel_view
from mafiabot.ui.texts import LOCALES, Texts
from tests.support import views

TEXTS = Texts.load(strict=True)
LANGUAGES = pytest.mark.parametrize("language", LOCALES)
AWKWARD = "**7 · День 2** | `||x||` 🎙️ <@5>"

LABELS = {
    "button-join": Phrase.JOIN,
    "button-leave": Phrase.LEAVE,
    "button-ready": Phrase.READY,
    "button-hand": Phrase.HAND,
    "button-finish": Phrase.FINISH,
    "button-cry-out": Phrase.CRY_OUT,
    "button-history": Phrase.HISTORY,
    "button-rules": Phrase.RULES,
    "button-raise-yes": Phrase.RAISE_YES,
    "button-raise-no": Phrase.RAISE_NO,
    "button-plan-clear": Phrase.PLAN_CLEAR,
    "button-give-up": Phrase.GIVE_UP,
    "button-give-up-confirm": Phrase.GIVE_UP_CONFIRM,
    "button-back": Phrase.BACK,
    "button-sign": Phrase.SIGN,
}
STAGES = {
    "lobby": Phrase.LOBBY,
    "empty lobby": Phrase.LOBBY,
    "ready check": Phrase.READY_CHECK,
    "dealing": Phrase.DEALING,
    "settling": Phrase.SETTLING,
    "vote": Phrase.VOTING,
    "raise": Phrase.RAISE,
    "ended": Phrase.ENDED,
    "waiting": Phrase.TALK,
    "absent": Phrase.TALK,
    **{f"talk {kind}": Phrase.TALK for kind in SpeechKind},
    f"night {NightStep.MAFIA_MINUTE}": Phrase.MAFIA_MINUTE,
    f"night {NightStep.REVEAL}": Phrase.REVEAL,
    f"night {NightStep.REVEAL_DON}": Phrase.REVEAL_DON,
    f"night {NightStep.REVEAL_SHERIFF}": Phrase.REVEAL_SHERIFF,
    f"night {NightStep.FREE_SEATING}": Phrase.FREE_SEATING,
    f"night {NightStep.OPEN}": Phrase.NIGHT_OPEN,
    f"night {NightStep.SHOTS}": Phrase.SHOTS,
    f"night {NightStep.DON}": Phrase.DON_CHECK,
    f"night {NightStep.SHERIFF}": Phrase.SHERIFF_CHECK,
}
FLOORS = {
    SpeechKind.SPEECH: Phrase.SPEECH,
    SpeechKind.DEFENCE: Phrase.DEFENCE,
    SpeechKind.LAST_WORD: Phrase.LAST_WORD,
    SpeechKind.BEST_MOVE: Phrase.BEST_MOVE,
    SpeechKind.LOST: Phrase.LOST,
    SpeechKind.EXTRA: Phrase.EXTRA,
}
ASKED = {
    HandControl.NOMINATE: Phrase.NOMINATE,
    HandControl.BEST_MOVE: Phrase.NAME_BEST_MOVE,
    HandControl.PLAN: Phrase.ADD_TO_PLAN,
    HandControl.PLAN_AND_SIGN: Phrase.ADD_TO_PLAN,
    HandControl.SHOOT: Phrase.SHOOT,
    HandControl.CHECK: Phrase.CHECK,
}
ROLE_WORDS = {
    Role.CIVILIAN: Phrase.CIVILIAN,
    Role.SHERIFF: Phrase.SHERIFF,
    Role.MAFIA: Phrase.MAFIA,
    Role.DON: Phrase.DON,
}
OUTCOMES = {
    Outcome.RED: Phrase.RED_WON,
    Outcome.BLACK: Phrase.BLACK_WON,
    Outcome.DRAW: Phrase.DRAWN,
    Outcome.STOPPED: Phrase.STOPPED,
    Outcome.VOID: Phrase.VOID,
}
HEARD_ONLY = [
    *(Kind.GAME_OPENED, Kind.BEST_MOVE, Kind.PAUSED, Kind.RESUMED, Kind.FOUL_TAKEN_BACK, Kind.TEAM_LOST),
    *(Kind.JUDGE, Kind.SUBSTITUTED, Kind.PHASE_CUT, Kind.HANDS_UNOPENED),
]
MOMENTS = views.moments()


def as_received(layout: ui.LayoutView, *, private: bool = False) -> Json:
    raw: list[Json] = layout.to_components()  # type: ignore[no-untyped-call]
    return {
        "author": {"id": "1", "bot": True},
        "content": "",
        "flags": 1 << 15 | (64 if private else 0),
        "components": stored(raw, []),
    }


def read(language: str, layout: ui.LayoutView, *, private: bool = False) -> Thing | None:
    return Reader(book(language)).read(as_received(layout, private=private))


def said(language: str, kind: Kind, *, view: Any = None, **parts: Any) -> Thing | None:
    announcement = Announcement(kind=kind, seq=5, step=9, **parts)
    public = view or views.renamed(views.public_view(day=1), AWKWARD)
    return read(language, announcement_layout(TEXTS, language, announcement, public))


@LANGUAGES
@pytest.mark.parametrize("key", LABELS)
def test_every_button_is_found_by_its_label(language: str, key: str) -> None:
    assert book(language).which(TEXTS.get(language, key), BUTTONS) is LABELS[key]


@LANGUAGES
@pytest.mark.parametrize("key", LABELS)
def test_no_label_says_two_things(language: str, key: str) -> None:
    label = TEXTS.get(language, key)
    assert [phrase for phrase in BUTTONS if book(language).match(phrase, label)] == [LABELS[key]]


@LANGUAGES
@pytest.mark.parametrize("moment", STAGES)
def test_a_panel_tells_where_the_game_stands(language: str, moment: str) -> None:
    view = views.renamed(MOMENTS[moment], AWKWARD)
    panel = read(language, panel_view(TEXTS, language, view))
    assert isinstance(panel, Panel)
    assert panel.stage is STAGES[moment]
    assert panel.paused is view.paused
    assert [place.seat for place in panel.ring] == [seat.number for seat in view.seats]


@LANGUAGES
@pytest.mark.parametrize("kind", SpeechKind)
def test_a_panel_tells_whose_floor_it_is(language: str, kind: SpeechKind) -> None:
    view = MOMENTS[f"talk {kind}"]
    panel = read(language, panel_view(TEXTS, language, view))
    assert isinstance(panel, Panel)
    assert view.floor is not None
    assert (panel.floor_of, panel.floor) == (view.floor.person.user_id, FLOORS[kind])
    assert Phrase.FINISH in panel.buttons


@LANGUAGES
def test_a_panel_numbers_days_and_nights_as_shown(language: str) -> None:
    night = read(language, panel_view(TEXTS, language, MOMENTS[f"night {NightStep.SHOTS}"]))
    talk = read(language, panel_view(TEXTS, language, replace(MOMENTS["waiting"], day=3)))
    assert isinstance(night, Panel)
    assert isinstance(talk, Panel)
    assert (night.number, talk.number) == (2, 4)


@LANGUAGES
def test_a_panel_names_the_candidates(language: str) -> None:
    for number in (0, 1):
        view = replace(MOMENTS["vote"], vote=views.vote_view((3, 1, 5), number))
        panel = read(language, panel_view(TEXTS, language, views.renamed(view, AWKWARD)))
        assert isinstance(panel, Panel)
        assert panel.candidates == (3, 1, 5)


@LANGUAGES
@pytest.mark.parametrize("moment", [name for name in MOMENTS if name != "closed"])
def test_a_former_panel_says_nothing(language: str, moment: str) -> None:
    thing = read(language, dead_panel_view(TEXTS, language, MOMENTS[moment]))
    assert thing is None


@LANGUAGES
def test_a_closed_lobby_is_an_end(language: str) -> None:
    thing = read(language, panel_view(TEXTS, language, MOMENTS["closed"]))
    assert thing == Verdict(outcome=Phrase.CLOSED)


@LANGUAGES
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_verdict_is_understood_on_the_panel_and_aloud(language: str, outcome: Outcome) -> None:
    view = replace(views.ended_view(), outcome=outcome)
    panel = read(language, panel_view(TEXTS, language, view))
    assert isinstance(panel, Panel)
    assert panel.outcome is OUTCOMES[outcome]
    aloud = said(language, Kind.VERDICT, view=view, cause=outcome.value)
    assert aloud == Verdict(outcome=OUTCOMES[outcome])


@LANGUAGES
@pytest.mark.parametrize("kind", SpeechKind)
def test_the_speaker_knows_that_he_is_meant(language: str, kind: SpeechKind) -> None:
    given = said(language, Kind.FLOOR, seat=3, cause=kind.value, length_ms=60_000)
    assert given == FloorGiven(user_id=views.person(3).user_id, kind=FLOORS[kind])


@LANGUAGES
def test_a_window_names_its_candidate_until_it_is_closed(language: str) -> None:
    window = said(language, Kind.WINDOW, seat=4, window_no=7, length_ms=5000)
    assert isinstance(window, Window)
    assert window.seat == 4
    announcement = Announcement(kind=Kind.WINDOW, seq=5, step=9, seat=4, window_no=7, length_ms=5000)
    closed = closed_window_layout(TEXTS, language, announcement, views.public_view())
    assert read(language, closed) is None


@LANGUAGES
def test_the_raise_has_a_yes_and_a_no(language: str) -> None:
    raising = said(language, Kind.RAISE_WINDOW, seats=(1, 2), window_no=8, length_ms=10_000)
    assert isinstance(raising, Raise)
    assert raising.yes.label == TEXTS.get(language, "button-raise-yes")
    assert raising.no.label == TEXTS.get(language, "button-raise-no")


@LANGUAGES
def test_the_list_is_heard_in_order(language: str) -> None:
    assert said(language, Kind.VOTE_OPENS, seats=(4, 1)) == Candidates(seats=(4, 1), again=False)
    assert said(language, Kind.VOTE_OPENS, number=1, seats=(4, 1)) == Candidates(seats=(4, 1), again=True)


def lines_said(language: str, kind: Kind, **parts: Any) -> list[str]:
    public = views.renamed(views.public_view(day=1), AWKWARD)
    layout = announcement_layout(TEXTS, language, Announcement(kind=kind, seq=5, step=9, **parts), public)
    return text_of(as_received(layout)).splitlines()


@LANGUAGES
@pytest.mark.parametrize("voters", [(2,), (1, 2), (1, 2, 3, 4, 10), tuple(range(1, 10))])
def test_a_result_tells_who_voted_for_whom(language: str, voters: tuple[int, ...]) -> None:
    lines = lines_said(language, Kind.WINDOW_RESULT, seat=4, seats=voters, others=(5, 6))
    told = [found for line in lines if (found := book(language).match(Phrase.VOTES_FOR, line))]
    assert [(found["seat"], found["seats"]) for found in told] == [("4", ", ".join(map(str, voters)))]


@LANGUAGES
def test_a_morning_is_told_from_a_night(language: str) -> None:
    words, morning = book(language), lines_said(language, Kind.MORNING, number=1, seat=4)
    falls = lines_said(language, Kind.NIGHT_FALLS, number=1)
    assert [bool(words.match(Phrase.MORNING, line)) for line in morning] == [True, False]
    assert not any(words.match(Phrase.MORNING, line) for line in falls)


@LANGUAGES
def test_nightfall_is_heard(language: str) -> None:
    assert said(language, Kind.NIGHT_FALLS, number=2) == NightFalls(number=3)


@LANGUAGES
@pytest.mark.parametrize("kind", HEARD_ONLY)
def test_other_announcements_are_only_listened_to(language: str, kind: Kind) -> None:
    assert said(language, kind, seat=2, seats=(3, 4), number=12) is None


@LANGUAGES
def test_a_nomination_is_noticed(language: str) -> None:
    assert said(language, Kind.NOMINEE, seat=2, seats=(3,)) == Nominee(by=3)


@LANGUAGES
@pytest.mark.parametrize("steps", [1, 2, 5])
@pytest.mark.parametrize("act", ActKind)
def test_an_undoing_is_noticed(language: str, act: ActKind, steps: int) -> None:
    assert said(language, Kind.UNDONE, seat=2, number=steps, cause=act.value, text="…") == Undone()


@LANGUAGES
def test_whom_the_judge_is_asked_about_is_understood(language: str) -> None:
    assert said(language, Kind.ABSENCE_ASKED, seats=(4,)) == Absence(seat=4)


@LANGUAGES
@pytest.mark.parametrize(
    ("act", "phrase"),
    [
        (ActKind.FOUL, Phrase.ACT_FOUL),
        (ActKind.REMOVAL, Phrase.ACT_REMOVAL),
        (ActKind.NOMINATION, Phrase.ACT_NOMINATION),
    ],
)
def test_an_act_that_can_be_undone_is_told_from_the_others(
    language: str, act: ActKind, phrase: Phrase
) -> None:
    words = {one: TEXTS.get(language, f"act-{one.value}", seat=7) for one in ActKind}
    found = {one: match for one, text in words.items() if (match := book(language).match(phrase, text))}
    assert {one: match["seat"] for one, match in found.items()} == {act: "7"}


@LANGUAGES
@pytest.mark.parametrize("fouls", [0, 1, 3])
def test_fouls_are_read_off_the_ring(language: str, fouls: int) -> None:
    view = views.renamed(MOMENTS["waiting"], AWKWARD)
    seats = (replace(view.seats[0], fouls=fouls, owes_speech=fouls == 3, nominated=True), *view.seats[1:])
    panel = read(language, panel_view(TEXTS, language, replace(view, seats=seats)))
    assert isinstance(panel, Panel)
    assert [place.fouls for place in panel.ring] == [fouls, *[0] * (len(seats) - 1)]
    assert [place.speaking for place in panel.ring] == [True, *[False] * (len(seats) - 1)]


@LANGUAGES
def test_an_empty_number_plays_no_part(language: str) -> None:
    view = MOMENTS["waiting"]
    empty = replace(view.seats[3], person=NOBODY, status=Status.ABSENT)
    panel = read(language, panel_view(TEXTS, language, replace(view, seats=(*view.seats[:3], empty))))
    assert isinstance(panel, Panel)
    assert panel.living == (1, 2, 3)


@LANGUAGES
def test_a_best_move_at_night_is_talk(language: str) -> None:
    view = replace(MOMENTS[f"talk {SpeechKind.BEST_MOVE}"], ruleset=TOURNAMENT, night=None, victims=((1, 1),))
    panel = read(language, panel_view(TEXTS, language, view))
    assert isinstance(panel, Panel)
    assert (panel.stage, panel.floor) == (Phrase.TALK, Phrase.BEST_MOVE)


@LANGUAGES
@pytest.mark.parametrize("role", Role)
def test_a_hand_shows_everything_it_holds(language: str, role: Role) -> None:
    view = views.renamed(MOMENTS["night shots"], AWKWARD)
    view_of_role = views.hand_of(role, view, HandControl.SHOOT, options=(2, 3, 4), picked=(3,))
    hand = read(language, hand_view_layout(TEXTS, language, view_of_role, "…"), private=True)
    assert isinstance(hand, Hand)
    assert hand.role is ROLE_WORDS[role]
    assert (hand.seat, hand.picked, hand.options) == (1, (3,), [2, 3, 4])
    assert hand.partners == ((2, 3) if role.black else ())
    assert hand.plan == ((4, 5, 6) if role.black else ())
    assert hand.blacks == ((4,) if role is Role.SHERIFF else ())
    assert hand.sheriffs == ((4,) if role is Role.DON else ())


@LANGUAGES
@pytest.mark.parametrize("control", HandControl)
def test_a_hand_tells_what_it_asks_for(language: str, control: HandControl) -> None:
    asked = views.hand_of(Role.CIVILIAN, views.public_view(), control, options=(2, 3))
    hand = read(language, hand_view_layout(TEXTS, language, asked, "…"), private=True)
    assert isinstance(hand, Hand)
    assert hand.asks is ASKED.get(control)
    assert {Phrase.FINISH, Phrase.PLAN_CLEAR, Phrase.GIVE_UP} <= hand.buttons.keys()


@LANGUAGES
def test_a_hand_offers_a_sign_where_the_rules_have_one(language: str) -> None:
    for ruleset, offered in ((CLASSIC, True), (TOURNAMENT, False)):
        public = replace(MOMENTS["night mafia_minute"], ruleset=ruleset)
        asked = views.hand_of(Role.DON, public, HandControl.PLAN_AND_SIGN, options=(2, 3))
        hand = read(language, hand_view_layout(TEXTS, language, asked, "…"), private=True)
        assert isinstance(hand, Hand)
        assert (Phrase.SIGN in hand.buttons) is offered


@LANGUAGES
def test_giving_up_is_asked_twice(language: str) -> None:
    layout = give_up_confirm_layout(TEXTS, language, views.hand_view())
    question = read(language, layout, private=True)
    assert isinstance(question, Question)
    assert question.back is not None


@LANGUAGES
def test_groups_do_not_overlap_where_it_would_mislead(language: str) -> None:
    for control, phrase in ASKED.items():
        placeholder = TEXTS.get(language, f"select-{control.value}")
        assert book(language).which(placeholder, SELECTS) is phrase
    for role, phrase in ROLE_WORDS.items():
        assert book(language).which(TEXTS.get(language, f"role-{role.value}"), ROLES) is phrase


def test_a_lobby_panel_offers_the_seat() -> None:
    view = replace(views.public_view(0), phase=PhaseName.LOBBY, game_number=None)
    panel = read("uk", panel_view(TEXTS, "uk", view))
    assert isinstance(panel, Panel)
    assert Phrase.JOIN in panel.buttons
