"""Hand-made views: what the engine would show, without an engine."""

from dataclasses import replace
from typing import Any

from mafiabot.engine.commands import Person
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.person import NOBODY
from mafiabot.engine.ruleset import CLASSIC, CLUB
from mafiabot.engine.state import (
    ActKind,
    Ballot,
    BestMove,
    DayRecord,
    Foul,
    Gone,
    NightStep,
    Nomination,
    Outcome,
    RaiseRecord,
    Role,
    RoundRecord,
    SpeechKind,
    Status,
)
from mafiabot.engine.views import (
    Answered,
    FloorView,
    HandControl,
    HandView,
    PhaseName,
    PublicView,
    RaiseView,
    SeatView,
    VoteView,
)
from mafiabot.runtime.announcements import Kind

GAME_ID = "01JABCDEFGHJKMNPQRSTVWXYZ0"
NOW_MS = 1_800_000_000_000
HEX = "0123456789abcdef" * 4
CAUSES: dict[Kind, tuple[str, ...]] = {
    Kind.FLOOR: tuple(SpeechKind),
    Kind.VOTE_SKIPPED: (
        "nobody_nominated",
        "single_on_first_day",
        "none_on_first_day",
        "cancelled",
        "removal",
    ),
    Kind.NOBODY_LEAVES: ("speech_only", "raise_only"),
    Kind.TIE: ("defence", "raise", "night"),
    Kind.GONE: tuple(GoneCause),
    Kind.FOUL: tuple(FoulReason),
    Kind.FOUL_SERVED: ("lose_speech", "short_30"),
    Kind.UNDONE: tuple(ActKind),
    Kind.VERDICT: tuple(Outcome),
}
"""Every cause an announcement may carry; an empty one where its kind is not here."""

SEVEN = (Role.DON, Role.MAFIA, Role.SHERIFF, *[Role.CIVILIAN] * 4)


def person(number: int, name: str | None = None) -> Person:
    return Person(user_id=10_000_000_000_000_000 + number, name=name or f"Player {number}")


def seat_view(number: int, **parts: Any) -> SeatView:
    seat = SeatView(
        number=number,
        person=person(number),
        status=Status.ALIVE,
        away=False,
        ready=False,
        nominated=False,
        role=None,
    )
    return replace(seat, **parts)


def public_view(seats: int = 7, **parts: Any) -> PublicView:
    view = PublicView(
        game_id=GAME_ID,
        game_number=12,
        guild_id=1,
        channel_id=2,
        host_id=3,
        locale="en",
        step=17,
        ruleset=CLUB,
        phase=PhaseName.TALK,
        phase_since_ms=NOW_MS,
        until_ms=None,
        paused=False,
        label=1,
        day=0,
        night=None,
        night_step=None,
        opener=1,
        seats=tuple(seat_view(number) for number in range(1, seats + 1)),
        waiting=(),
        floor=None,
        next_seat=None,
        nominees=(),
        vote=None,
        raise_vote=None,
        outcry=None,
        can_cry_out=False,
        today=None,
        days=(),
        victims=(),
        gone=(),
        fouls=(),
        best_move=None,
        judge_id=None,
        co_judge_id=None,
        vote_cancelled=False,
        commitment=HEX,
        seed=None,
        outcome=None,
    )
    return replace(view, **parts)


def floor_view(seat: int = 1, **parts: Any) -> FloorView:
    floor = FloorView(
        seat=seat,
        person=person(seat),
        kind=SpeechKind.SPEECH,
        ordinal=4,
        granted_ms=60_000,
        until_ms=NOW_MS + 60_000,
        absent=False,
        finish_from_ms=NOW_MS,
    )
    return replace(floor, **parts)


def hand_view(public: PublicView | None = None, **parts: Any) -> HandView:
    hand = HandView(
        public=public or public_view(),
        seat=1,
        role=Role.CIVILIAN,
        alive=True,
        partners=(),
        plan=(),
        signs=(),
        checks=(),
        control=HandControl.NONE,
        options=(),
        picked=(),
        can_finish=False,
        floor_ordinal=None,
    )
    return replace(hand, **parts)


def hand_of(role: Role, public: PublicView, control: HandControl, **parts: Any) -> HandView:
    """A hand with everything its role may hold, at one moment of the game."""
    held: dict[str, Any] = {}
    if role.black:
        held = {"partners": ((2, Role.MAFIA), (3, Role.MAFIA)), "plan": (4, 5, 6)}
        held["signs"] = ((2, "left ear"), (3, "||nose||"))
    if role in (Role.DON, Role.SHERIFF):
        held["checks"] = (Answered(night=1, seat=4, hit=True), Answered(night=2, seat=5, hit=False))
    return hand_view(public, role=role, control=control, **held, **parts)


def moments(seats: int = 7) -> dict[str, PublicView]:
    """A view of every phase (night by step, talk by kind), named."""
    start: dict[str, Any] = {"game_number": None, "commitment": None}
    views = {
        "lobby": public_view(seats, phase=PhaseName.LOBBY, **start),
        "empty lobby": public_view(0, phase=PhaseName.LOBBY, **start),
        "ready check": public_view(seats, phase=PhaseName.READY_CHECK, until_ms=NOW_MS),
        "dealing": public_view(seats, phase=PhaseName.DEALING, until_ms=NOW_MS),
        "settling": public_view(seats, phase=PhaseName.SETTLING, nominees=(1, 2)),
        "vote": public_view(seats, phase=PhaseName.VOTE, vote=vote_view(tuple(range(1, seats + 1)))),
        "raise": public_view(
            seats,
            phase=PhaseName.RAISE_VOTE,
            raise_vote=RaiseView(tied=(1, 2), window_no=8, open=True, ends_at_ms=NOW_MS),
        ),
        "ended": ended_view(seats),
        "closed": public_view(0, phase=PhaseName.ENDED, **start),
    }
    for step in NightStep:
        views[f"night {step}"] = public_view(
            seats, phase=PhaseName.NIGHT, night=1, night_step=step, until_ms=NOW_MS
        )
    for kind in SpeechKind:
        views[f"talk {kind}"] = public_view(
            seats, floor=floor_view(kind=kind), next_seat=2, nominees=tuple(range(1, seats + 1))
        )
    views["best move at night"] = public_view(
        seats,
        ruleset=CLASSIC,
        floor=floor_view(kind=SpeechKind.BEST_MOVE),
        victims=((1, 1),),
        label=0,
    )
    views["night 0 of classic"] = public_view(
        seats, ruleset=CLASSIC, phase=PhaseName.NIGHT, night=0, night_step=NightStep.MAFIA_MINUTE
    )
    views["judged"] = judged_view(seats)
    views["waiting"] = public_view(seats, floor=floor_view(until_ms=None))
    paid = replace(CLASSIC, outcry_s=3)
    views["cried into"] = public_view(seats, ruleset=paid, floor=floor_view(), can_cry_out=True, judge_id=3)
    views["outcry"] = public_view(seats, ruleset=paid, floor=floor_view(), outcry=2)
    views["absent"] = public_view(seats, floor=floor_view(until_ms=None, absent=True), paused=True)
    return views


def judged_view(seats: int = 7) -> PublicView:
    """A day of classic with a judge, fouls, a removal that has cancelled the vote, and an empty number."""
    view = public_view(
        seats,
        ruleset=CLASSIC,
        floor=floor_view(),
        judge_id=8,
        co_judge_id=9,
        vote_cancelled=True,
        fouls=fouls_of(2, 4),
        gone=(Gone(seat=2, cause=GoneCause.FOURTH_FOUL, day=0, removed=True),),
    )
    ring = list(view.seats)
    ring[1] = seat_view(2, status=Status.REMOVED, fouls=4, disqualified=True)
    ring[2] = seat_view(3, fouls=3, owes_speech=True)
    ring[3] = seat_view(4, status=Status.KILLED, fouls=4, disqualified=True)
    ring[4] = seat_view(5, person=NOBODY, status=Status.ABSENT)
    return replace(view, seats=tuple(ring))


def fouls_of(seat: int, count: int, **parts: Any) -> tuple[Foul, ...]:
    """His first `count` fouls, on the first day unless `parts` say otherwise."""
    given: dict[str, Any] = {"reason": FoulReason.OUT_OF_TURN, "text": "", "day": 0, **parts}
    return tuple(Foul(seat=seat, number=number, **given) for number in range(1, count + 1))


def vote_view(candidates: tuple[int, ...], round_: int = 0) -> VoteView:
    return VoteView(
        round=round_,
        candidates=candidates,
        candidate=candidates[0],
        window_no=7,
        open=True,
        ends_at_ms=NOW_MS,
    )


def day_record(number: int, seats: int) -> DayRecord:
    """A day on which everything happened that can: all nominated, two ties, a raise."""
    everybody = tuple(range(1, seats + 1))
    ballots = tuple(Ballot(voter=seat, candidate=1 + seat % 3, cast=seat % 4 != 0) for seat in everybody)
    record = RoundRecord(candidates=everybody, ballots=ballots, leaders=(1, 2, 3))
    return DayRecord(
        number=number,
        opener=1,
        speakers=everybody,
        nominations=tuple(Nomination(by=seat, seat=seats + 1 - seat) for seat in everybody),
        rounds=(record, record, record),
        raise_vote=RaiseRecord(tied=(1, 2, 3), yes=everybody[:4], no=everybody[4:], passed=True),
        left=(1, 2, 3),
    )


def ended_view(seats: int = 7, days: int = 4, **parts: Any) -> PublicView:
    roles = (Role.DON, Role.MAFIA, Role.SHERIFF, *[Role.CIVILIAN] * seats)
    ring = tuple(
        seat_view(n, role=roles[n - 1], status=Status.VOTED_OUT if n % 2 else Status.KILLED)
        for n in range(1, seats + 1)
    )
    view = public_view(
        seats,
        phase=PhaseName.ENDED,
        day=days,
        days=tuple(day_record(number, seats) for number in range(days)),
        victims=tuple((night, night if night % 2 else None) for night in range(1, days + 1)),
        gone=(Gone(seat=seats, cause=GoneCause.ABSENT, day=1),),
        best_move=BestMove(by=1, seats=(2, 3, 4)),
        seed=HEX,
        outcome=Outcome.RED,
    )
    return replace(view, seats=ring, **parts)


def renamed(view: PublicView, name: str) -> PublicView:
    """The same view with everybody called `name`."""
    seats = tuple(replace(seat, person=replace(seat.person, name=name)) for seat in view.seats)
    waiting = tuple(replace(person, name=name) for person in view.waiting)
    floor = view.floor and replace(view.floor, person=replace(view.floor.person, name=name))
    return replace(view, seats=seats, waiting=waiting, floor=floor)
