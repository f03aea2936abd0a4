"""Who clicks what, and when: anywhere in a window, at its edges to the millisecond, and long after it.

People press what they see and what they saw before; nobody knows the bot's clock.
"""

from collections.abc import Iterator
from random import Random  # noqa: TID251 - who clicks is drawn from a seed

from mafiabot.lab.trust.clicks_truth import Kind
from mafiabot.ui.ids import Action, ControlId

EDGES = (-2, -1, -1, 0, 0, 1, 2)
FORMER_MS = 25_000
UNRULY = 0.06
OTHER_TABLE = 11
"""A seat that this table has not."""
Made = tuple[int, int]
"""A seat, and the millisecond of the window in which it clicks."""


def voting(rng: Random, living: tuple[int, ...], at: int, count: int, length_ms: int) -> Iterator[Made]:
    """Clicks on window `at` of `count`: the table splits its votes evenly, so that it ties; some spoil it.

    Everybody clicks twice more when it is too late, and many twice before.
    """
    for rank, seat in enumerate(living):
        mine = rank % count == at
        if mine or rng.random() < UNRULY / count:
            yield seat, _inside(rng, length_ms)
            if rng.random() < 0.5:
                yield seat, _inside(rng, length_ms)
        yield seat, _after(rng, length_ms)
        yield seat, length_ms + rng.randrange(FORMER_MS)


def answering(rng: Random, living: tuple[int, ...], length_ms: int) -> Iterator[Made]:
    """Clicks on a raise vote's window."""
    for seat in living:
        if rng.random() < 0.8:
            yield seat, _inside(rng, length_ms)
            if rng.random() < 0.5:
                yield seat, _inside(rng, length_ms)
        yield seat, _after(rng, length_ms)
        yield seat, length_ms + rng.randrange(FORMER_MS)


def within(rng: Random, length_ms: int) -> Iterator[int]:
    """Moments of a step or a speech: at its end, after it, surely inside."""
    yield length_ms + rng.choice(EDGES)
    yield length_ms + rng.randrange(-900, 1_500)
    yield rng.randrange(length_ms // 4, length_ms - 500)


def before(rng: Random) -> Iterator[int]:
    """Moments round the beginning of a step."""
    if rng.random() < 0.5:
        yield -rng.randrange(1_500)
    if rng.random() < 0.3:
        yield rng.choice(EDGES)


def _inside(rng: Random, length_ms: int) -> int:
    """Any millisecond of a window; often the first or one of its last."""
    drawn = rng.random()
    if drawn < 0.15:
        return rng.randrange(2)
    if drawn < 0.4:
        return length_ms - 1 - rng.randrange(2)
    return rng.randrange(length_ms)


def _after(rng: Random, length_ms: int) -> int:
    return length_ms + (rng.randrange(2) if rng.random() < 0.3 else rng.randrange(3_000))


def control(kind: Kind, game_id: str, arg: str, *, yes: bool = False) -> str:
    """The custom_id of what is pressed."""
    actions = {
        Kind.VOTE: Action.VOTE,
        Kind.RAISE: Action.RAISE_YES if yes else Action.RAISE_NO,
        Kind.PLAN: Action.PLAN_CLEAR,
        Kind.SHOT: Action.SHOOT,
        Kind.CHECK: Action.CHECK,
        Kind.NOMINATION: Action.NOMINATE,
        Kind.BEST_MOVE: Action.BEST_MOVE,
    }
    return str(ControlId(game_id, actions[kind], arg))
