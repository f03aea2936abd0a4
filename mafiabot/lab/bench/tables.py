"""Many tables out of one captured game: the same documents with other ids, each at a moment of its own.

The moments lie evenly over the game, so deadlines and phases are spread as at tables that play.
"""

import asyncio
import bisect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mafiabot.adapters.codec import decode_event, decode_state, encode_event, encode_state
from mafiabot.adapters.identities import SeededIdentities
from mafiabot.engine.deadlines import deadline
from mafiabot.engine.events import Dealt, Event
from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import GameState, SpeechKind, Talk
from mafiabot.lab.bench.capture import Captured, Step
from mafiabot.runtime.announcer import CURSOR
from mafiabot.runtime.debt_copies import DebtStore
from mafiabot.runtime.ports import Commit, Debt, Store
from mafiabot.runtime.service import claims

_NUMBER = re.compile(rb"(?<=[:,\[])\d{13,20}(?=[,\]}])")
_MOMENT_DIGITS = 13
_AT_A_TIME = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a table stands in the local Discord, and who sits at it by seat."""

    guild_id: int
    channel_id: int
    host_id: int
    users: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded:
    """A table that is to be found running."""

    place: Place
    state: GameState
    events: tuple[Event, ...]

    @property
    def muted(self) -> tuple[int, ...]:
        """Whom the game has muted, by user id."""
        return tuple(user for user, wish in mics(self.state).items() if wish is MicWish.MUTED)


def in_the_middle(captured: Captured, places: Sequence[Place], now_ms: int) -> Iterator[Seeded]:
    """A table a place, spread over the whole game from the deal on; `now_ms` is now for all of them."""
    steps = [step for step in captured.steps if not step.state.over]
    first = next(at for at, step in enumerate(steps) if any(isinstance(e, Dealt) for e in step.events))
    began_ms, ended_ms = steps[first].now_ms, steps[-1].now_ms
    moments_ms = [step.now_ms for step in steps]
    for number, place in enumerate(places):
        moment_ms = began_ms + round((number + 0.5) / len(places) * (ended_ms - began_ms))
        at = bisect.bisect_right(moments_ms, moment_ms) - 1
        yield stamped(captured, steps[at], place, now_ms - moment_ms)


def in_speeches(captured: Captured, places: Sequence[Place], now_ms: int, speech_ms: int) -> Iterator[Seeded]:
    """A table a place at the beginning of its first day, every speech so long; staggered over one speech."""
    step = next(step for step in captured.steps if _first_speech_runs(step.state))
    for number, place in enumerate(places):
        ago_ms = round((number + 0.5) / len(places) * speech_ms)
        seeded = stamped(captured, step, place, now_ms - ago_ms - step.now_ms)
        yield replace(seeded, state=_shortened(seeded.state, speech_ms))


def _first_speech_runs(state: GameState) -> bool:
    phase = state.phase
    if not isinstance(phase, Talk) or phase.floor.turn.kind is not SpeechKind.SPEECH:
        return False
    return phase.floor.running_since_ms is not None and bool(phase.queue)


def _shortened(state: GameState, speech_ms: int) -> GameState:
    assert isinstance(state.phase, Talk)
    floor = replace(state.phase.floor, granted_ms=speech_ms)
    queue = tuple(replace(turn, length_ms=speech_ms) for turn in state.phase.queue)
    rules = replace(state.ruleset, finish_lock_s=0)
    return replace(state, ruleset=rules, phase=replace(state.phase, floor=floor, queue=queue))


def stamped(captured: Captured, step: Step, place: Place, shift_ms: int) -> Seeded:
    """The captured game as of a step, at another place and another time."""
    known = captured.steps[-1].state
    ids = {
        known.guild_id: place.guild_id,
        known.channel_id: place.channel_id,
        known.host_id: place.host_id,
        **{seat.person.user_id: user for seat, user in zip(known.seats, place.users, strict=True)},
    }
    game_id = SeededIdentities(place.guild_id).new_game_id(place.guild_id)
    stamp = _stamper(ids, known.game_id, game_id, shift_ms)
    log = [event for one in captured.steps if one.state.seq <= step.state.seq for event in one.events]
    return Seeded(
        place=place,
        state=decode_state(stamp(encode_state(step.state))),
        events=tuple(decode_event(stamp(encode_event(event))) for event in log),
    )


def _stamper(ids: Mapping[int, int], old: str, new: str, shift_ms: int) -> Callable[[bytes], bytes]:
    def number(found: "re.Match[bytes]") -> bytes:
        digits = found.group()
        value = int(digits)
        return b"%d" % (value + shift_ms if len(digits) == _MOMENT_DIGITS else ids.get(value, value))

    return lambda document: _NUMBER.sub(number, document).replace(old.encode(), new.encode())


async def seed(
    store: Store, second: DebtStore, tables: Sequence[Seeded], now_ms: int, *, died: bool = True
) -> None:
    """Everything a process that died at `now_ms`, in the middle of these games, would have left behind.

    Not `died`: no time has been lost since, whatever the clock says.
    """
    if died:
        await store.beat("bench", now_ms)
    for some in _parts(tables):
        await asyncio.gather(*(_seed_one(store, table, now_ms) for table in some))
    debts = [debt for table in tables for debt in _debts(table, now_ms)]
    await asyncio.gather(*(second.put_debt(debt) for debt in debts))


def _parts(tables: Sequence[Seeded]) -> Iterator[Sequence[Seeded]]:
    for first in range(0, len(tables), _AT_A_TIME):
        yield tables[first : first + _AT_A_TIME]


async def _seed_one(store: Store, table: Seeded, now_ms: int) -> None:
    state, due = table.state, deadline(table.state)
    await store.commit(
        Commit(
            state=state,
            events=table.events,
            expected_seq=0,
            command_id=None,
            claims=claims(state),
            due_ms=None if due is None else due.at_ms,
        )
    )
    await store.set_cursor(state.guild_id, state.game_id, CURSOR, state.seq)
    for debt in _debts(table, now_ms):
        await store.put_debt(debt)


def _debts(table: Seeded, now_ms: int) -> Iterator[Debt]:
    """Everybody was found unmuted. Who speaks is owed his microphone as well."""
    for user_id, wish in mics(table.state).items():
        yield Debt(
            guild_id=table.place.guild_id,
            user_id=user_id,
            channel_id=table.place.channel_id,
            game_id=table.state.game_id,
            found_muted=False,
            ours_muted=wish is MicWish.MUTED,
            since_ms=now_ms,
        )
