"""The oracle: what a click had to come to, by the moments alone that Discord gave it and its window.

It knows nothing of how the bot measures clocks. Windows of the vote and the raise vote lie on Discord's clock
to the millisecond; everything else ends by the host's, which is wrong by an amount that is known here.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from mafiabot.engine.refusals import Reason
from mafiabot.lab.trust.clicks_world import Error

COUNTED = frozenset(
    {
        *(Reason.ALREADY_VOTED, Reason.ALREADY_NOMINATED_ONE, Reason.ALREADY_ON_LIST, Reason.LIST_FULL),
        *(Reason.ALREADY_CHECKED, Reason.OWN_SEAT, Reason.ALREADY_NAMED, Reason.PRESSED_SINCE),
    }
)
"""Refused for another reason than its moment: the press was in time."""


NO_ERROR = Error(0.0, 0.0)


class Kind(StrEnum):
    VOTE = "vote"
    RAISE = "raise"
    OWN_CLOCK = "own clock"  # on a window that the bot's clock times until its stray message is known
    PLAN = "plan"
    SHOT = "shot"
    CHECK = "check"
    NOMINATION = "nomination"
    BEST_MOVE = "best move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """When presses count, both ends included: of a window by Discord's clock, else by the host's."""

    begins_ms: int
    ends_ms: int


@dataclass(slots=True, kw_only=True)
class Window:
    """A vote's or a raise vote's, as its message shows it.

    `stray`: its request took seconds; then `frame` is how the bot's own clock times it, until the message is
    `known`.
    """

    kind: Kind
    number: int
    round: int
    message_ms: int
    length_ms: int
    stray: bool = False
    frame: Frame | None = None
    known: bool = False


@dataclass(slots=True, kw_only=True)
class Click:
    """`made_ms` by Discord's clock, `host_ms` by the host's, both true. `frame_name`: of its step or speech.

    `kept_out`: why it counts at no moment (dead, of another table, after the end). `reason` None: taken.
    `error`: what may be wrong about it at most, by a frame. `own_frame`: its window's, if that timed it.
    `yes`: what it answers, if that is asked.
    """

    kind: Kind
    seat: int
    made_ms: int
    host_ms: float = 0.0
    frame_name: str = ""
    window: Window | None = None
    kept_out: str = ""
    reason: Reason | None = None
    error: Error = NO_ERROR
    own_frame: Frame | None = None
    yes: bool = False

    @property
    def in_time(self) -> bool:
        return self.reason is None or self.reason in COUNTED

    def __str__(self) -> str:
        answered = self.reason.value if self.reason is not None else "taken"
        return f"{self.kind.value} of {self.seat} made at {self.made_ms} {self.kept_out}: {answered}"


@dataclass(slots=True, kw_only=True)
class Clicked:
    """`misjudged`: in a window; `outside`: elsewhere, by more than the stated error, or against the player.

    `late_ms`: the largest by kind, of what counted though it was made after the end; `early_ms`: before the
    begin. `windows`: so many had their hands compared.
    """

    tried: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    edges: int = 0
    refused: int = 0
    windows: int = 0
    late_ms: dict[str, float] = field(default_factory=dict)
    early_ms: float = 0.0
    misjudged: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    unkind: list[str] = field(default_factory=list)

    @property
    def on_windows(self) -> int:
        """Of the vote and the raise vote, timed by their messages."""
        return self.kinds[Kind.VOTE.value] + self.kinds[Kind.RAISE.value]

    @property
    def wrong(self) -> list[str]:
        return [*self.misjudged, *self.outside, *self.unkind]

    def add(self, other: "Clicked") -> None:
        self.tried += other.tried
        self.kinds += other.kinds
        self.edges += other.edges
        self.refused += other.refused
        self.windows += other.windows
        for kind, late_ms in other.late_ms.items():
            self.late_ms[kind] = max(late_ms, self.late_ms.get(kind, 0.0))
        self.early_ms = max(self.early_ms, other.early_ms)
        self.misjudged += other.misjudged
        self.outside += other.outside
        self.unkind += other.unkind

    # --- one click -----------------------------------------------------------------------------------

    def judge(self, click: Click, frame: Frame | None) -> None:
        """`frame`: of its step or speech."""
        self.tried += 1
        self.refused += click.reason is not None
        window, own = click.window, click.own_frame
        self.kinds[click.kept_out or (Kind.OWN_CLOCK if own else click.kind).value] += 1
        if click.kept_out:
            if click.reason is None:
                self.misjudged.append(str(click))
        elif window is not None and own is None:
            self._judge_window(click, window)
        elif (frame := own or frame) is not None:
            self._judge_frame(click, frame, (Kind.OWN_CLOCK if own else click.kind).value)

    def _judge_window(self, click: Click, window: Window) -> None:
        self.edges += min(abs(click.made_ms - window.message_ms), abs(_left(click, window))) <= 1
        if in_window(click, window) is not click.in_time:
            self.misjudged.append(f"{click} ({_left(click, window)} ms before the end)")

    def _judge_frame(self, click: Click, frame: Frame, kind: str) -> None:
        late_ms, early_ms = click.host_ms - frame.ends_ms, frame.begins_ms - click.host_ms
        if click.in_time:
            self.late_ms[kind] = max(late_ms, self.late_ms.get(kind, 0.0))
            self.early_ms = max(early_ms, self.early_ms)
            if late_ms > click.error.late_ms or early_ms > click.error.early_ms:
                self.outside.append(
                    f"{click}, {late_ms:.0f} ms after the end, {early_ms:.0f} before the begin"
                )
        elif late_ms <= 0 and early_ms <= 0:
            self.outside.append(f"{click}, {-late_ms:.0f} ms before the end")

    def judge_order(self, clicks: list[Click]) -> None:
        """Who is told that he has pressed since has: of his shots of a night a later one was taken."""
        for click in clicks:
            later = (
                other.reason is None and other.made_ms > click.made_ms
                for other in clicks
                if (other.seat, other.kind, other.frame_name) == (click.seat, click.kind, click.frame_name)
            )
            if click.reason is Reason.PRESSED_SINCE and not any(later):
                self.misjudged.append(f"{click}, and nothing later was taken")

    # --- a window's result ---------------------------------------------------------------------------

    def judge_hands(self, window: Window, told: frozenset[int], meant: frozenset[int]) -> None:
        self.windows += 1
        if told != meant:
            self.misjudged.append(
                f"window {window.number} told {sorted(told)}, pressed in time: {sorted(meant)}"
            )

    def judge_answers(self, number: int, told: frozenset[int], clicks: list[Click]) -> None:
        """`told`: whose yes the result of raise vote `number` named; his click that was taken has said so."""
        taken = (c for c in clicks if c.window is not None and c.window.number == number and c.reason is None)
        said = sorted(click.seat for click in taken if click.yes)
        if sorted(told) != said:
            self.misjudged.append(f"raise vote {number} told yes of {sorted(told)}, yes was taken of {said}")


def in_window(click: Click, window: Window) -> bool:
    return 0 <= click.made_ms - window.message_ms < window.length_ms


def _left(click: Click, window: Window) -> int:
    return window.message_ms + window.length_ms - 1 - click.made_ms


def hands_meant(clicks: list[Click], windows: list[Window]) -> dict[int, frozenset[int]]:
    """Who had to be told in each window's result, by its number: the first window he pressed in binds him.

    None of a round in which a window's request went astray.
    """
    found: dict[int, frozenset[int]] = {}
    for round_ in {window.round for window in windows}:
        of_round = sorted((one for one in windows if one.round == round_), key=lambda one: one.number)
        if any(one.stray for one in of_round):
            continue
        bound: frozenset[int] = frozenset()
        for window in of_round:
            pressed = {
                c.seat for c in clicks if c.window is window and not c.kept_out and in_window(c, window)
            }
            found[window.number] = frozenset(pressed) - bound
            bound |= found[window.number]
    return found
