"""What people press in a scenario, and when: by day what everybody may see, by night what nobody may notice.

A deed is drawn by a key. Public deeds have the same key in both evenings, so have the secret ones of who is
the same in both; everybody else acts as his own role of that evening wants, early, late or never.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random  # noqa: TID251 - a scenario is drawn from its number

from mafiabot.engine.ruleset import PlanAuthor, PlanMode
from mafiabot.engine.state import NightStep, Role, SpeechKind
from mafiabot.lab.trust.scenario import Course, Deal, Scenario
from mafiabot.ui.hand import SIGN_FIELD
from mafiabot.ui.ids import NO_ARG, Action

SIGN = "left ear"
LONGEST_WAY_MS = 850
_LATE_MS = 60
"""A late press is made so shortly before its step is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A press (`values` None), a choice, or a form (`written`).

    `after_ms`: of what set it off. `way_ms`: how much longer than others it is on its way.
    """

    after_ms: int
    seat: int
    action: Action
    arg: str = NO_ARG
    values: tuple[str, ...] | None = None
    written: Mapping[str, str] | None = None
    way_ms: int = 0


class Deeds:
    """Of one of the two evenings (`which`: 0 or 1)."""

    def __init__(self, scenario: Scenario, which: int) -> None:
        self._scenario = scenario
        self._which = which
        self._deal: Deal = scenario.deals[which]

    # --- by day: public --------------------------------------------------------------------------

    def with_floor(self, day: int, seat: int, kind: SpeechKind, ordinal: int) -> Iterator[Deed]:
        """Of who has the floor, once his clock runs: what he names, and that he finishes, if he does."""
        rng = self._scenario.rng("floor", ordinal)
        arg = str(ordinal)
        if kind is SpeechKind.BEST_MOVE:
            named = rng.sample(range(1, self._scenario.seats + 1), 4)
            values = tuple(str(one) for one in [n for n in named if n != seat][:3])
            yield Deed(after_ms=1_500, seat=seat, action=Action.BEST_MOVE, arg=arg, values=values)
        elif kind is SpeechKind.SPEECH and (nominee := self._nominees(day).get(seat)):
            at_ms = rng.randrange(500, 2_300)
            yield Deed(after_ms=at_ms, seat=seat, action=Action.NOMINATE, arg=arg, values=(str(nominee),))
        if rng.random() < 0.96:
            at_ms = rng.randrange(2_500, 7_000)
            yield Deed(after_ms=at_ms, seat=seat, action=Action.FINISH, arg=arg)

    def _nominees(self, day: int) -> dict[int, int]:
        """Who nominates whom."""
        plan = self._scenario.days[day]
        if plan.course is Course.NOBODY_NOMINATED:
            return {}
        rng = self._scenario.rng("nominators", day)
        others = [seat for seat in self._scenario.left(day) if seat not in (plan.first, plan.second)]
        return dict(zip(rng.sample(others, 2), (plan.first, plan.second), strict=True))

    def ballots(
        self, day: int, round_no: int, candidate: int, window_no: int, length_ms: int
    ) -> Iterator[Deed]:
        """Of everybody who wants that candidate to leave, and one who is late."""
        rng = self._scenario.rng("window", window_no)
        arg = f"{window_no}.{candidate}"
        for seat, wanted in self._wanted(day, round_no).items():
            if wanted == candidate:
                at_ms = rng.randrange(length_ms // 10, length_ms * 9 // 10)
                yield Deed(after_ms=at_ms, seat=seat, action=Action.VOTE, arg=arg)
            elif rng.random() < 0.05:
                yield Deed(after_ms=length_ms + 300, seat=seat, action=Action.VOTE, arg=arg)

    def _wanted(self, day: int, round_no: int) -> dict[int, int]:
        plan, rng = self._scenario.days[day], self._scenario.rng("ballots", day)
        voters = list(self._scenario.left(day))
        rng.shuffle(voters)
        few = len(voters) // 2 if plan.course is Course.TIE else len(voters) // 4
        if plan.course is Course.TIE and round_no % 2:
            voters.reverse()  # the other half, so that a second tie is another division
        return {seat: plan.second if n < few else plan.first for n, seat in enumerate(voters)}

    def raise_answers(self, day: int, window_no: int, length_ms: int) -> Iterator[Deed]:
        """Most want all to stay."""
        rng = self._scenario.rng("raise", window_no)
        for number, seat in enumerate(self._scenario.left(day)):
            action = Action.RAISE_YES if number == 0 else Action.RAISE_NO
            at_ms = rng.randrange(200, length_ms - 200)
            yield Deed(after_ms=at_ms, seat=seat, action=action, arg=str(window_no))

    # --- in private ------------------------------------------------------------------------------

    def looks(self, key: str, length_ms: int) -> Iterator[Deed]:
        """Some look at their hands, the dead as well."""
        for seat in range(1, self._scenario.seats + 1):
            rng = self._own("look", key, seat)
            if rng.random() < 0.12:
                yield Deed(after_ms=rng.randrange(100, length_ms), seat=seat, action=Action.HAND)

    def _own(self, *key: object) -> Random:
        """Of a seat (the key's last part): drawn anew in each evening, unless it is the same in both."""
        same = self._scenario.alike or key[-1] in self._scenario.thirds
        return self._scenario.rng(*key, *(() if same else (self._which,)))

    def _team(self, night: int) -> Random:
        """What black agree on."""
        black = {seat for seat, role in enumerate(self._deal, 1) if role.black}
        same = black <= self._scenario.thirds
        return self._scenario.rng("team", night, *(() if same else (self._which,)))

    # --- at night --------------------------------------------------------------------------------

    def at_night(self, night: int, step: NightStep, length_ms: int) -> Iterator[Deed]:
        """Everybody's of one step."""
        living = self._scenario.living(night)
        match step:
            case NightStep.MAFIA_MINUTE:
                yield from self._plans(living, length_ms)
            case NightStep.OPEN:
                yield from self._opened(night, length_ms)
            case NightStep.SHOTS if self._scenario.alike:
                yield from self._shots_alike(night, living, length_ms)
            case NightStep.SHOTS:
                yield from self._shots(night, living, length_ms)
            case NightStep.DON | NightStep.SHERIFF:
                for seat in living:
                    yield from self._checks(night, step, seat, length_ms)
            case _:
                pass

    def _opened(self, night: int, length_ms: int) -> Iterator[Deed]:
        for seat in range(1, self._scenario.seats + 1):
            rng = self._own("open", night, seat)
            if rng.random() < 0.5:
                yield Deed(after_ms=rng.randrange(50, length_ms - 500), seat=seat, action=Action.HAND)

    def _plans(self, living: Sequence[int], length_ms: int) -> Iterator[Deed]:
        """Of whoever may, a plan and a sign; of the others the same presses, which mean nothing.

        Nobody names whom another one has named: that would be refused.
        """
        signed = self._scenario.rules.plan_mode is PlanMode.STATIC_OR_DYNAMIC
        for number, seat in enumerate(living):
            rng, writes = self._own("plan", seat), self._writes(seat)
            if rng.random() < (0.9 if writes else 0.5):
                at_ms = rng.randrange(2_000, length_ms - 200)
                chosen = (str(living[(number + 1) % len(living)]),)
                yield Deed(after_ms=at_ms, seat=seat, action=Action.PLAN_ADD, values=chosen)
            if rng.random() < 0.1:
                at_ms = rng.randrange(2_000, length_ms - 200)
                yield Deed(after_ms=at_ms, seat=seat, action=Action.PLAN_CLEAR)
            if signed and rng.random() < (0.9 if writes else 0.3):
                written = {SIGN_FIELD: f"{SIGN} {seat}"}
                at_ms = rng.randrange(2_000, length_ms - 200)
                yield Deed(after_ms=at_ms, seat=seat, action=Action.SIGN, written=written)

    def _writes(self, seat: int) -> bool:
        """Whether it is he who plans; where all press alike, nobody is told from the others."""
        role, by_team = self._deal[seat - 1], self._scenario.rules.plan_author is PlanAuthor.TEAM
        return not self._scenario.alike and (role.black if by_team else role is Role.DON)

    def _shots_alike(self, night: int, living: Sequence[int], length_ms: int) -> Iterator[Deed]:
        """All press the victim; or, where nobody is to die, each another one."""
        victim = self._scenario.victims[night - 1]
        alone = any(sum(deal[seat - 1].black for seat in living) == 1 for deal in self._scenario.deals)
        if victim is None and alone:
            return
        for number, seat in enumerate(living):
            target = victim or living[(number + 1) % len(living)]
            at_ms = _moment(self._own("shot", night, seat), length_ms)
            yield self._shot(night, seat, str(target), at_ms)

    def _shots(self, night: int, living: Sequence[int], length_ms: int) -> Iterator[Deed]:
        victim = self._scenario.victims[night - 1]
        black = [seat for seat in living if self._deal[seat - 1].black]
        if victim is None:
            yield from self._misses(night, living, black, length_ms)
        else:
            for seat in black:
                rng = self._own("shot", night, seat)
                at_ms = _moment(rng, length_ms)
                if rng.random() < 0.3 and at_ms > 1_000:  # changes his mind
                    yield self._shot(night, seat, str(rng.choice(living)), rng.randrange(200, at_ms - 500))
                yield self._shot(night, seat, str(victim), at_ms)
        for seat in living:
            rng = self._own("idle", night, seat)
            if seat not in black and rng.random() < 0.7:
                late = rng.random() < 0.1
                at_ms = length_ms + rng.randrange(50, 900) if late else _moment(rng, length_ms)
                yield self._shot(night, seat, str(rng.choice(living)), at_ms)

    def _misses(
        self, night: int, living: Sequence[int], black: Sequence[int], length_ms: int
    ) -> Iterator[Deed]:
        """Black shoot apart, or one of them alone, or take it back, or do nothing."""
        team = self._team(night)
        ways = ["never", "back"] if len(black) == 1 else ["never", "back", "apart", "one"]
        way, target = team.choice(ways), team.choice(living)
        for number, seat in enumerate(black):
            at_ms = _moment(self._own("miss", night, seat), length_ms)
            if way == "apart":
                other = living[(living.index(target) + number) % len(living)]
                yield self._shot(night, seat, str(other), at_ms)
            elif way == "back" or (way == "one" and number):
                yield self._shot(night, seat, str(target), min(at_ms, length_ms - 1_500))
            if way == "back" and number == 0:
                yield self._shot(night, seat, "none", length_ms - 700)

    def _shot(self, night: int, seat: int, target: str, at_ms: int) -> Deed:
        way_ms = _way(self._own("way", night, at_ms, seat))
        return Deed(
            after_ms=at_ms,
            seat=seat,
            action=Action.SHOOT,
            arg=str(night),
            values=(target,),
            way_ms=way_ms,
        )

    def _checks(self, night: int, step: NightStep, seat: int, length_ms: int) -> Iterator[Deed]:
        """One press, or none. What a third learns is drawn so that it is the same with both deals."""
        rng = self._own(step, night, seat)
        targets = [n for n in range(1, self._scenario.seats + 1) if n != seat]
        if seat in self._scenario.thirds or self._scenario.alike:
            targets = [n for n in targets if self._answers_alike(step, n)]
        if targets and rng.random() < 0.75:
            arg, chosen = f"{night}.{step.value}", (str(rng.choice(targets)),)
            at_ms = _moment(rng, length_ms)
            yield Deed(
                after_ms=at_ms,
                seat=seat,
                action=Action.CHECK,
                arg=arg,
                values=chosen,
                way_ms=_way(rng),
            )

    def _answers_alike(self, step: NightStep, target: int) -> bool:
        one, other = (deal[target - 1] for deal in self._scenario.deals)
        if step is NightStep.DON:
            return (one is Role.SHERIFF) is (other is Role.SHERIFF)
        return one.black is other.black


def _moment(rng: Random, length_ms: int) -> int:
    """Early, somewhen, or in the last moment."""
    early, late = (350, 900), (length_ms - 400, length_ms - _LATE_MS)
    return rng.randrange(*rng.choice((early, (900, length_ms - 400), late)))


def _way(rng: Random) -> int:
    """Most presses are quick; some arrive when their step is over and only waited for."""
    return rng.randrange(100, LONGEST_WAY_MS) if rng.random() < 0.2 else 0
