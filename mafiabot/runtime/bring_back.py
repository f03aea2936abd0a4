"""A game that the store has lost in part is written anew from what this process remembers of it.

By one compare-and-set on what is stored, and only where that is the beginning of what is remembered: there is
one history, and where two have come apart the stored one stands.
"""

from enum import Enum, auto

import structlog

from mafiabot.runtime.commits import CommitStatus
from mafiabot.runtime.ports import Store
from mafiabot.runtime.tail import Tail

log = structlog.get_logger(__name__)

TRIES = 3


class Fate(Enum):
    """What became of a game that was behind."""

    BACK = auto()  # it is there again, as it was
    OTHERS = auto()  # it was dropped once it was over, or has another history: the store is right
    GONE = auto()  # lost: this process does not know enough of it, or its place is taken


async def bring_back(store: Store, tail: Tail, stored_seq: int, *, anew: bool, now_ms: int) -> Fate:
    """`anew`: all data of that part of the store were lost. Raises `StoreUnavailable`."""
    state = tail.state
    for _ in range(TRIES):
        if stored_seq == 0 and not anew and not tail.young(now_ms):
            log.info("table is not there any more, it was over", table=state.game_id)
            return Fate.OTHERS
        if stored_seq < tail.base:
            log.critical("table lost", table=state.game_id, stored_seq=stored_seq, known_from=tail.base)
            return Fate.GONE
        if not await _ours(store, tail, stored_seq):
            log.critical("table has another history", table=state.game_id, stored_seq=stored_seq)
            return Fate.OTHERS
        result = await store.commit(tail.again(stored_seq))
        if result.status is CommitStatus.APPLIED:
            log.warning("table written anew", table=state.game_id, from_seq=stored_seq, seq=tail.seq)
            return Fate.BACK
        if result.status is not CommitStatus.CONFLICT:
            log.critical("table lost, its place is taken", table=state.game_id, why=result.status.value)
            return Fate.GONE
        try:
            stored = await store.load(state.game_id)
        except ValueError:
            log.critical("table is another version's by now", table=state.game_id)
            return Fate.OTHERS
        stored_seq = stored.seq if stored is not None else 0
        if stored_seq >= tail.seq:
            return Fate.BACK
    return Fate.OTHERS


async def _ours(store: Store, tail: Tail, stored_seq: int) -> bool:
    """Whether what is stored is the beginning of what we remember, as far as we do."""
    known = tail.event(stored_seq)
    if known is None:
        return True
    try:
        stored = await store.log(tail.state.game_id, stored_seq - 1)
    except ValueError:
        return False  # another version has written it, so not we
    return stored[:1] == (known,)
