"""Tables and logs as lines for an operator's terminal: public unless secrets were asked for.

Of events, only fields that are known to be public are shown (`PUBLIC_FIELDS`): a new one is secret until
somebody says otherwise.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from mafiabot.adapters.codec import Undecodable, decode_event, decode_state
from mafiabot.adapters.stored_tables import Owners, StoredTable
from mafiabot.engine.errors import InvariantBroken
from mafiabot.engine.events import Event, is_public
from mafiabot.engine.invariants import check
from mafiabot.engine.state import GameState
from mafiabot.engine.viewing import public_view
from mafiabot.engine.views import PhaseName, PublicView
from mafiabot.runtime.overdue import OVERDUE_MS

HEADS = ("ID", "GUILD", "CHANNEL", "PRESET", "PHASE", "DAY", "SEATS", "SINCE", "OWNER", "SEQ", "NOTE")

PUBLIC_FIELDS = frozenset(
    {
        *("by", "candidate", "candidates", "cause", "change_ms", "commitment", "down_ms", "game_number"),
        *("leaders", "length_ms", "next", "no", "number", "outcome", "passed", "removed", "round", "seat"),
        *("seats", "stage", "step", "steps", "tied", "until_ms", "unused", "victim", "voters", "window_no"),
        *("yes", "first", "second", "missing", "user_id"),
    }
)


def readable(table: StoredTable) -> GameState | str:
    """The state, or why this version cannot read it."""
    try:
        return decode_state(table.state)
    except Undecodable as error:
        return str(error)


def row(table: StoredTable, owners: Owners, now_ms: int) -> tuple[str, ...]:
    """One line of the list."""
    state, owner = readable(table), owners.of(table.guild_id) or "nobody"
    place = (table.game_id, str(table.guild_id), str(table.channel_id or "-"))
    if isinstance(state, str):
        return (*place, "?", "?", "?", "?", "?", owner, str(table.seq), f"unreadable: {state}")
    view = public_view(state)
    return (
        *place,
        state.ruleset.preset.value,
        view.phase.value,
        str(view.day + view.label),
        f"{sum(seat.status.value == 'alive' for seat in view.seats)}/{len(state.seated)}",
        moment(view.phase_since_ms),
        owner,
        str(table.seq),
        "; ".join(notes(table, state, now_ms)),
    )


def notes(table: StoredTable, state: GameState, now_ms: int) -> Iterator[str]:
    """What keeps a table from going on."""
    if state.paused is not None:
        yield f"paused since {moment(state.paused.at_ms)}"
    if table.due_ms is not None and now_ms - table.due_ms >= OVERDUE_MS:
        yield f"stuck: overdue for {(now_ms - table.due_ms) // 1000} s"
    try:
        check(state)
    except InvariantBroken as broken:
        yield f"stuck: {broken}"


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows under one another."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for cells in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def shown(state: GameState, *, secrets: bool) -> Iterator[str]:
    """A table in some detail."""
    view = public_view(state)
    yield f"table {view.game_id}, guild {view.guild_id}, channel {view.channel_id}, preset {_preset(view)}"
    yield f"opened {moment(state.opened_at_ms)} by {view.host_id}, language {view.locale}, seq {state.seq}"
    until = f", until {moment(view.until_ms)}" if view.until_ms is not None else ""
    paused = ", paused" if view.paused else ""
    since = moment(view.phase_since_ms)
    yield f"{view.phase.value} since {since}{until}{paused}, day {view.day + view.label}"
    for label, value in _facts(view):
        yield f"{label}: {value}"
    for seat in view.seats:
        marks = [name for name, on in (("away", seat.away), ("nominated", seat.nominated)) if on]
        marks += [f"fouls {seat.fouls}"] if seat.fouls else []
        role = state.seat(seat.number).role
        secret = [role.value] if secrets and role is not None else []
        told = "".join(f", {one}" for one in (*secret, *marks))
        who = f"{seat.person.name or '-'} ({seat.person.user_id})"
        yield f"seat {seat.number}: {who}, {seat.status.value}{told}"
    if view.waiting:
        yield "waiting: " + ", ".join(f"{one.name} ({one.user_id})" for one in view.waiting)
    if secrets:
        yield f"seed: {state.seed}"
        yield f"plan: {_listed(state.plan)}"


def _facts(view: PublicView) -> Iterator[tuple[str, str]]:
    if view.game_number is not None:
        yield "game number", str(view.game_number)
    if view.commitment is not None:
        yield "commitment", view.commitment
    if view.judge_id is not None:
        yield "judge", str(view.judge_id)
    if view.floor is not None:
        clock = "waits" if view.floor.until_ms is None else f"until {moment(view.floor.until_ms)}"
        yield "floor", f"seat {view.floor.seat}, {view.floor.kind.value}, {clock}"
    if view.nominees:
        yield "nominated", _listed(view.nominees)
    if view.phase is PhaseName.ENDED and view.outcome is not None:
        yield "outcome", view.outcome.value


def _preset(view: PublicView) -> str:
    return view.ruleset.preset.value


def log_lines(events: Sequence[bytes], *, secrets: bool) -> Iterator[str]:
    """One line an event, with its number; `secrets`: all of them as they are stored."""
    for number, stored in enumerate(events, 1):
        if secrets:
            yield f"{number} {stored.decode()}"
            continue
        try:
            event = decode_event(stored)
        except Undecodable as error:
            yield f"{number} unreadable: {error}"
            continue
        if is_public(event):
            yield f"{number} {moment(event.at_ms)} {type(event).__name__}{''.join(_fields(event))}"


def _fields(event: Event) -> Iterator[str]:
    for field in dataclasses.fields(event):
        value = getattr(event, field.name)
        if field.name not in PUBLIC_FIELDS or value is None:
            continue
        if isinstance(value, tuple):
            yield f" {field.name}={_listed(value)}"
        else:
            yield f" {field.name}={moment(value) if field.name == 'until_ms' else value}"


def _listed(values: Sequence[object]) -> str:
    return ",".join(map(str, values)) or "-"


def moment(at_ms: int) -> str:
    """As the log has it: UTC."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
