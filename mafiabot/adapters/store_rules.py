"""What every live store decides alike, whatever it keeps its data in."""

from collections.abc import Iterable
from heapq import nsmallest

from mafiabot.runtime.ports import ARCHIVED_KEPT_S, Commit, Debt, Due, Served, Wanted


def checked(commit: Commit) -> Commit:
    """The commit itself. Raises `ValueError` for one whose `seq` does not add up, which is a bug."""
    seq = commit.state.seq
    if seq < 1 or seq != commit.expected_seq + len(commit.events):
        raise ValueError(f"seq {seq} after {len(commit.events)} events on {commit.expected_seq}")
    return commit


def merged(known: Debt | None, wanted: Debt) -> Debt:
    """What is kept when `wanted` is put over `known`: the first finding stands until the debt is cleared."""
    return wanted.over(known)


def dropped_until_ms(now_ms: int) -> int:
    """Games that were archived up to this moment need not be kept live any more."""
    return now_ms - ARCHIVED_KEPT_S * 1000


def asked_for(guild_id: int, wanted: int | None, served: Served | None) -> bool:
    """Whether a guild's games are to be listed: the one wanted, one that is served, or any."""
    return wanted in (None, guild_id) and (served is None or served(guild_id))


def earliest(entries: Iterable[Due], limit: int, wanted: Wanted | None) -> tuple[Due, ...]:
    """The first `limit` of those wanted: what others have let lie takes up no place."""
    asked = entries if wanted is None else filter(wanted, entries)
    return tuple(nsmallest(limit, asked, key=lambda due: (due.at_ms, due.game_id)))
