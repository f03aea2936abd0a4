"""How the live store is found: whether it is the one it was, and how far it has come."""

from dataclasses import dataclass

from mafiabot.runtime.buckets import bucket_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How the store is found. `seqs`: of the games asked for, in their order; 0: it is not there.

    `epochs`: a random name, with the moment of its birth, for the life of each part of the store: another one
    than before means that all data of that part were lost.
    """

    seqs: tuple[int, ...]
    epochs: tuple[str, ...]

    def epoch_of(self, guild_id: int) -> str:
        """The part in which a guild's data lie is its bucket's."""
        return self.epochs[bucket_of(guild_id) % len(self.epochs)]


def new_epoch(now_ms: int, token: str) -> str:
    """`token`: what nobody else draws in the same millisecond."""
    return f"{now_ms}-{token}"


def born_ms(epoch: str) -> int:
    """When that life of the store began."""
    return int(epoch.partition("-")[0])
