"""What a simulated game costs the machine, and a real one Discord: requests beside the least possible."""

from collections import Counter
from collections.abc import Iterator, Sequence

from mafiabot.engine import events as ev
from mafiabot.engine.evolve import evolve
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState
from mafiabot.lab.bench.capture import Captured, steps_of
from mafiabot.lab.bench.engine import timed
from mafiabot.lab.bench.figures import Figure
from mafiabot.runtime.announcing import announcement_for
from mafiabot.runtime.panels import chapter

MEMBER = "PATCH /guilds/{}/members/{}"
POST = "POST /channels/{}/messages"
EDIT = "PATCH /channels/{}/messages/{}"
ANSWER = "POST /interactions/{}/{}/callback"
HAND = "PATCH /webhooks/{}/{}/messages/@original"
ROUTES = (MEMBER, POST, EDIT, ANSWER, HAND)

MS_PER_HOUR = 3_600_000


def simulation_figures(captured: Sequence[Captured]) -> list[Figure]:
    """Hours by the game's clock; the limit is the rules alone, without people, Discord or microphones."""
    hours = sum(one.report.game_ms for one in captured) / MS_PER_HOUR
    alone = timed(lambda _: [steps_of(one.asked) for one in captured], 0)
    played_s = sum(one.cpu_s for one in captured)
    return [
        Figure(
            name="simulation: game hours a second, one core",
            value=hours / played_s,
            unit="h/s",
            limit=hours / alone.mean,
        ),
        *_requests(captured),
    ]


def _requests(captured: Sequence[Captured]) -> Iterator[Figure]:
    least = sum((least_requests(one) for one in captured), Counter[str]())
    minutes = sum(one.game_ms for one in captured) / 60_000
    total = 0.0
    for route in ROUTES:
        made = sum(one.requests.get(route, 0) for one in captured)
        total += made
        yield Figure(
            name=f"REST a game: {route}",
            value=made / len(captured),
            unit="requests",
            limit=least[route] / len(captured) if least[route] else None,
            less=True,
        )
    inside = total - sum(one.requests.get(route, 0) for one in captured for route in (ANSWER, HAND))
    yield Figure(
        name="REST a table and minute under the bot's 50 a second", value=inside / minutes, unit="1/min"
    )


def least_requests(captured: Captured) -> Counter[str]:
    """By arithmetic: a mute for each wish that changes, a message for each announcement and chapter,

    an edit for each floor, each window that closes and each panel that is replaced, an answer for each press.
    Hands need not be kept up to date at all.
    """
    least: Counter[str] = Counter()
    state: GameState | None = None
    for step in captured.steps:
        for event in step.events:
            before, state = state, evolve(state, event)
            least[MEMBER] += _switched(before, state)
            least[POST] += announcement_for(event, state) is not None
            least[EDIT] += isinstance(event, ev.FloorGiven | ev.WindowOpened)
            if before is None or chapter(before) != chapter(state):
                least[POST] += 1
                least[EDIT] += before is not None
    least[ANSWER] = captured.presses
    return least


def _switched(before: GameState | None, after: GameState) -> int:
    """Whose flag has to change: everybody was found unmuted."""
    former = {} if before is None else mics(before)
    return sum(
        (wish is MicWish.MUTED) is not (former.get(user) is MicWish.MUTED)
        for user, wish in mics(after).items()
    )
