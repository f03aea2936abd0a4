"""Players by script through the real client: what a test says is what people press, and nothing is mocked.

The state is looked at only to know whose turn it is and who was dealt what; every act is a press.
"""

from collections.abc import Callable, Iterable, Mapping

from mafiabot.engine.state import (
    Ended,
    GameState,
    Night,
    NightStep,
    RaiseVote,
    Role,
    SpeechKind,
    Talk,
    Vote,
)
from mafiabot.playground.controls import find
from mafiabot.playground.interactions import Interaction
from mafiabot.playground.person import Person
from mafiabot.playground.views import Seen
from tests.support.club import Club

HAND_MARK = "Clear the plan"  # a button every hand has, and nothing else


class Game:
    """A game at the club's table, dealt by `Club.deal`."""

    def __init__(self, house: Club) -> None:
        self.house = house

    def person(self, seat: int) -> Person:
        return self.house.people[seat - 1]

    # --- waiting ---------------------------------------------------------------------------------

    async def until(self, reached: Callable[[GameState], bool], *, most_s: float = 400) -> GameState:
        """Lets time pass until the state is as asked."""
        end = self.house.clock.now_ms() + round(most_s * 1000)
        while not reached(state := await self.house.state()):
            assert self.house.clock.now_ms() < end, state.phase
            await self.house.seconds(0.2)
        await self.house.seconds(0.5)  # what changed has reached everybody's screen
        return state

    async def floor(self, seat: int, kind: SpeechKind = SpeechKind.SPEECH) -> GameState:
        """Until this seat has the floor and its clock runs."""

        def reached(state: GameState) -> bool:
            if not isinstance(state.phase, Talk) or state.phase.floor.running_since_ms is None:
                return False
            turn = state.phase.floor.turn
            return (turn.seat, turn.kind) == (seat, kind)

        return await self.until(reached, most_s=1500)

    async def step(self, step: NightStep) -> GameState:
        return await self.until(
            lambda state: isinstance(state.phase, Night) and state.phase.step is step, most_s=1500
        )

    # --- hands -----------------------------------------------------------------------------------

    async def open_hand(self, seat: int) -> Interaction:
        return await self.house.press(self.person(seat), "My hand")

    def hand(self, seat: int) -> Seen:
        """His newest hand as his screen shows it."""
        return self.person(seat).latest(self.house.channel, label=HAND_MARK)

    async def choose(self, seat: int, *chosen: int) -> Interaction:
        """Chooses in the select of his newest hand."""
        values = [str(one) for one in chosen]
        pressed = await self.person(seat).select(self.hand(seat), values)
        return await pressed.outcome()

    async def press_hand(self, seat: int, label: str) -> Interaction:
        pressed = await self.person(seat).press(self.hand(seat), label)
        return await pressed.outcome()

    # --- who is who ------------------------------------------------------------------------------

    async def roles(self) -> dict[int, Role]:
        state = await self.house.state()
        return {number: seat.role for number, seat in enumerate(state.seats, 1) if seat.role is not None}

    async def black(self) -> tuple[int, ...]:
        state = await self.house.state()
        return tuple(n for n in state.living if (role := state.seat(n).role) is not None and role.black)

    async def red(self) -> tuple[int, ...]:
        black, state = await self.black(), await self.house.state()
        return tuple(n for n in state.living if n not in black)

    async def seat_of(self, role: Role) -> int:
        return next(seat for seat, dealt in (await self.roles()).items() if dealt is role)

    # --- day -------------------------------------------------------------------------------------

    async def to_day(self) -> GameState:
        return await self.until(lambda state: isinstance(state.phase, Talk), most_s=1500)

    async def finish(self) -> Interaction:
        """The speaker finishes as soon as he may, by the panel's button."""
        state = await self.until(_runs)
        assert isinstance(state.phase, Talk)
        await self.house.seconds(2.5)
        return await self.house.press(self.person(state.phase.floor.turn.seat), "Finish speech")

    async def talk(self, nominations: Mapping[int, int] | None = None) -> GameState:
        """Plays every floor until something else than talk; speakers nominate as told."""
        made = dict(nominations or {})
        while isinstance((state := await self.house.state()).phase, Talk):
            turn = state.phase.floor.turn
            if turn.kind is SpeechKind.SPEECH and turn.seat in made:
                await self.until(_runs)
                await self.open_hand(turn.seat)
                await self.choose(turn.seat, made.pop(turn.seat))
            await self.finish()
            ordinal = state.phase.floor.ordinal
            await self.until(lambda now, was=ordinal: _ordinal(now) != was)  # type: ignore[misc]
        return await self.until(
            lambda state: isinstance(state.phase, Vote | RaiseVote | Night | Talk | Ended)
        )

    async def vote(self, votes: Mapping[int, Iterable[int]]) -> GameState:
        """Plays one round: candidate → voters who press in his window."""
        state = await self.until(lambda now: isinstance(now.phase, Vote))
        assert isinstance(state.phase, Vote)
        for index, candidate in enumerate(state.phase.candidates):
            opened = await self.until(lambda now, n=index: _open_window(now, n))  # type: ignore[misc]
            assert isinstance(opened.phase, Vote)
            for voter in votes.get(candidate, ()):
                await self.ballot(voter, candidate)
            window = opened.phase.window.window_no
            await self.until(lambda now, was=window: _window_no(now) != was)  # type: ignore[misc]
        return await self.house.state()

    async def ballot(self, voter: int, candidate: int) -> Interaction:
        name = self.person(candidate).user.display
        return await self.house.press(self.person(voter), f"Vote for {candidate} · {name}")

    async def raise_vote(self, yes: Iterable[int], no: Iterable[int] = ()) -> GameState:
        await self.until(lambda now: isinstance(now.phase, RaiseVote) and bool(now.phase.window.ends_at_ms))
        for voter in yes:
            await self.house.press(self.person(voter), "Raise all")
        for voter in no:
            await self.house.press(self.person(voter), "Keep all")
        return await self.until(lambda now: not isinstance(now.phase, RaiseVote))

    async def play_day(
        self,
        nominations: Mapping[int, int] | None = None,
        votes: Mapping[int, Iterable[int]] | None = None,
    ) -> GameState:
        """Speeches, the vote if there is one, last words."""
        state = await self.talk(nominations)
        if isinstance(state.phase, Vote):
            state = await self.vote(votes or {})
        if isinstance(state.phase, Talk):
            state = await self.talk()
        return state

    # --- night -----------------------------------------------------------------------------------

    async def play_night(
        self, kill: int | None = None, checks: Mapping[Role, int] | None = None
    ) -> GameState:
        """All black shoot `kill`; don and sheriff check as told."""
        await self.step(NightStep.SHOTS)
        for shooter in await self.black() if kill is not None else ():
            await self.open_hand(shooter)
            await self.choose(shooter, kill or 0)
        for role, step in ((Role.DON, NightStep.DON), (Role.SHERIFF, NightStep.SHERIFF)):
            await self.step(step)
            if checks and role in checks:
                seat = await self.seat_of(role)
                await self.open_hand(seat)
                await self.choose(seat, checks[role])
        return await self.until(lambda state: not isinstance(state.phase, Night))


def _runs(state: GameState) -> bool:
    return isinstance(state.phase, Talk) and state.phase.floor.running_since_ms is not None


def _ordinal(state: GameState) -> int | None:
    return state.phase.floor.ordinal if isinstance(state.phase, Talk) else None


def _open_window(state: GameState, index: int) -> bool:
    phase = state.phase
    return isinstance(phase, Vote) and phase.index == index and phase.window.ends_at_ms is not None


def _window_no(state: GameState) -> int | None:
    return state.phase.window.window_no if isinstance(state.phase, Vote) else None


def has_label(seen: Seen, label: str) -> bool:
    """Whether a message shows a control of this label, enabled or not."""
    return find(seen.payload, label=label) is not None
