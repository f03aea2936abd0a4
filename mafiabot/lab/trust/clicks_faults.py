"""Wrong ways of judging a moment, planted on purpose: an oracle that never objects proves nothing."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median_low

from mafiabot.engine import commands as cmd
from mafiabot.engine.decide import decide
from mafiabot.engine.events import Event, RaiseDecided
from mafiabot.engine.person import Press
from mafiabot.engine.refusals import Reason, Refusal, refuse
from mafiabot.engine.state import GameState, Vote
from mafiabot.lab.trust.clicks_host import Plant
from mafiabot.runtime.offset import KEPT, OffsetMeter
from mafiabot.runtime.ports import Posted
from mafiabot.runtime.service import Decide


@dataclass(frozen=True, slots=True, kw_only=True)
class ClickFault:
    name: str
    plant: Plant


class _Arrival(OffsetMeter):
    """A press counts when it arrives, whenever it was made."""

    def press(self, discord_ms: int, arrived_ms: int) -> Press:
        return Press(discord_ms=arrived_ms + self.offset_ms, host_ms=arrived_ms)


class _OneClock(OffsetMeter):
    """The host's clock is taken for Discord's."""

    def press(self, discord_ms: int, arrived_ms: int) -> Press:
        return Press(discord_ms=discord_ms, host_ms=discord_ms)


class _WrongClock(OffsetMeter):
    """The host's clock judges windows, too."""

    def press(self, discord_ms: int, arrived_ms: int) -> Press:
        press = super().press(discord_ms, arrived_ms)
        return replace(press, discord_ms=press.host_ms)


class _Middle(OffsetMeter):
    """The message was made in the middle between request and answer: so it was in the median of nine."""

    def __init__(self) -> None:
        super().__init__()
        self._middles: deque[tuple[int, int]] = deque(maxlen=KEPT)

    def posted(self, message_id: int, message_ms: int, sent_ms: int, answered_ms: int) -> Posted:
        middle, doubt = (sent_ms + answered_ms) // 2, (answered_ms - sent_ms + 1) // 2
        self._middles.append((message_ms - middle, doubt))
        host_ms = message_ms - median_low(offset for offset, _ in self._middles)
        return Posted(message_id=message_id, message_ms=message_ms, host_ms=host_ms)

    def press(self, discord_ms: int, arrived_ms: int) -> Press:
        if not self._middles:
            return super().press(discord_ms, arrived_ms)
        offset, doubt = (median_low(one) for one in zip(*self._middles, strict=True))
        return Press(discord_ms=discord_ms, host_ms=discord_ms - offset - doubt)


def _moved(by_ms: int) -> Decide:
    """Every press a millisecond off."""

    def decided(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
        if isinstance(command, cmd.CastVote | cmd.AnswerRaise):
            press = replace(command.press, discord_ms=command.press.discord_ms + by_ms)
            command = replace(command, press=press)
        return decide(state, command, now)

    return decided


def _patient(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """Whatever arrives before its step or window is decided counts."""
    press = getattr(command, "press", None)
    if isinstance(press, Press) and isinstance(command, cmd.Shoot | cmd.Check | cmd.WritePlan):
        command = replace(command, press=replace(press, host_ms=press.host_ms - 10_000, doubt_ms=20_000))
    return decide(state, command, now)


def _any_window(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """The button of a former window counts in the present one."""
    if isinstance(command, cmd.CastVote) and state is not None and isinstance(state.phase, Vote):
        phase = state.phase
        candidate = phase.candidates[phase.index]
        command = replace(command, window_no=phase.window.window_no, candidate=candidate)
    return decide(state, command, now)


def _dead_vote(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """A vote of the dead, or of another table, counts for somebody who lives."""
    if isinstance(command, cmd.CastVote) and state is not None:
        seat = state.seat_of(command.user_id)
        if seat is None or not state.seat(seat).alive:
            command = replace(command, user_id=state.seat(state.living[-1]).person.user_id)
    return decide(state, command, now)


def _other_hand(state: GameState | None, command: cmd.Command, now: int) -> tuple[Event, ...] | Refusal:
    """One who was for it is told among those who were against."""
    decided = decide(state, command, now)
    if isinstance(decided, Refusal):
        return decided
    return tuple(
        replace(event, yes=event.yes[1:], no=(*event.no, *event.yes[:1]))
        if isinstance(event, RaiseDecided)
        else event
        for event in decided
    )


def _never_timed_again(
    state: GameState | None, command: cmd.Command, now: int
) -> tuple[Event, ...] | Refusal:
    """A window that our own clock has opened stays on it, though its message is known."""
    window = getattr(state.phase, "window", None) if state is not None else None
    if isinstance(command, cmd.WindowShown) and window is not None and window.ends_at_ms is not None:
        return refuse(Reason.NOTHING_TO_DO)
    return decide(state, command, now)


def _metered(name: str, meter: Callable[[], OffsetMeter]) -> ClickFault:
    return ClickFault(name=name, plant=Plant(meter=meter))


CLICK_FAULTS = (
    _metered("a press counts when it arrives", _Arrival),
    _metered("the host's clock is taken for Discord's", _OneClock),
    _metered("windows are judged by the host's clock", _WrongClock),
    _metered("a message is made half way between request and answer", _Middle),
    ClickFault(name="a window ends a millisecond later", plant=Plant(decide=_moved(-1))),
    ClickFault(name="a window ends a millisecond earlier", plant=Plant(decide=_moved(1))),
    ClickFault(name="a former window's button counts in the present one", plant=Plant(decide=_any_window)),
    ClickFault(name="a late message does not time its window", plant=Plant(decide=_never_timed_again)),
    ClickFault(name="a raised hand is counted against", plant=Plant(decide=_other_hand)),
    ClickFault(name="the dead vote, and other tables", plant=Plant(decide=_dead_vote)),
    ClickFault(name="whatever comes before the decision was in time", plant=Plant(decide=_patient)),
    ClickFault(name="results do not wait for presses under way", plant=Plant(settle_ms=0)),
)
