"""Whether every table has one history: its log from the beginning is its state, without a gap or a branch."""

from collections.abc import Iterator

from mafiabot.engine.events import Event
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.lab.drill.expect import Missed
from mafiabot.lab.drill.stage import DrillStage
from mafiabot.runtime.ports import Store


async def torn(stage: DrillStage, store: Store) -> list[Missed]:
    """What is wrong with what the store holds in the end."""
    found: list[Missed] = []
    for name, table in stage.tables.items():
        game_id = await store.game_in_channel(table.channel.id, table.guild.id)
        if game_id is None:
            continue  # nobody opened a table, which the verdicts show
        log = await store.log(game_id)
        for wanted, got in _of_one(log, await store.load(game_id), table.book.state):
            found.append(Missed(key=f"history of table {name}", wanted=wanted, got=got))
    return found


def _of_one(
    log: tuple[Event, ...], stored: GameState | None, followed: GameState | None
) -> Iterator[tuple[str, str]]:
    state: GameState | None = None
    for event in log:
        state = evolve(state, event)
    if state != stored:
        yield f"the state that its {len(log)} events give", f"seq {stored.seq if stored else None}"
    if followed is not None and followed != stored:
        yield "what was read while it was played", f"seq {followed.seq} then, {len(log)} now"
