"""Every key there is on Redis, as a function with the format beside it; nobody else writes a key.

All keys begin with the prefix. What belongs to a guild carries the hash tag of its bucket, `{b07}`, so that a
script touches one slot of a cluster; a game's bucket is in its id. Documents are the codec's JSON and are
never taken apart by a script: what a script compares (seq, due time, ids) stands beside them as text.
"""

from dataclasses import dataclass

from mafiabot.runtime.buckets import BUCKETS, bucket_of

UNSEEN_S = 7 * 24 * 3600
"""How long the voice states of a guild are kept in which nobody is seen."""


@dataclass(frozen=True, slots=True)
class BucketKeys:
    """The keys of one bucket; `head` is prefix and tag."""

    head: str

    def game(self, game_id: str) -> str:
        """Hash: `seq`, `guild`, `channel`, `due` (its entry in the index, if any), `state` (document)."""
        return f"{self.head}:game:{game_id}"

    def log(self, game_id: str) -> str:
        """Stream: entry `<seq>-0` has `event` (document) and `by` (which commit wrote it)."""
        return f"{self.head}:log:{game_id}"

    def commands(self, game_id: str) -> str:
        """Set: ids of the commands that have been applied."""
        return f"{self.head}:commands:{game_id}"

    def beside(self, game_id: str) -> str:
        """Hash: `panel` (`at:panel`: its message) and `hand:<user>` (documents), `cursor:<name>` (seq)."""
        return f"{self.head}:beside:{game_id}"

    def claims(self, game_id: str) -> str:
        """Set: the users this game holds while it is open."""
        return f"{self.head}:claims:{game_id}"

    def channel(self, channel_id: int) -> str:
        """String: id of the table that stands there, or stood there last."""
        return f"{self.head}:channel:{channel_id}"

    def seats(self, guild_id: int) -> str:
        """Hash: user → id of the open game that holds him."""
        return f"{self.head}:seats:{guild_id}"

    def number(self, guild_id: int) -> str:
        """Counter: games of the guild so far."""
        return f"{self.head}:number:{guild_id}"

    def debts(self, guild_id: int) -> str:
        """Hash: `first:<user>`, `last:<user>`: the first and the last document put for him; `at:<user>`."""
        return f"{self.head}:debts:{guild_id}"

    def cleared(self, guild_id: int) -> str:
        """Hash, for a while: user → stamp of the clearing of his last debt; what is older came too late."""
        return f"{self.head}:cleared:{guild_id}"

    def names(self) -> str:
        """Hash: `<guild>:<user>` → the nickname he was given for a game, and his own (document)."""
        return f"{self.head}:names"

    def voices(self, guild_id: int) -> str:
        """Hash: user → his voice state as last seen (document)."""
        return f"{self.head}:voices:{guild_id}"

    def open(self) -> str:
        """Hash: id of an open game → its guild."""
        return f"{self.head}:open"

    def untold(self) -> str:
        """Hash: id of a finished game whose end has not been told → its guild."""
        return f"{self.head}:untold"

    def unarchived(self) -> str:
        """Hash: id of a finished game that is not archived → its guild."""
        return f"{self.head}:unarchived"

    def due(self) -> str:
        """Sorted set: `<game> <guild> <seq>` by due time in ms."""
        return f"{self.head}:due"

    def epoch(self) -> str:
        """String: when this life of the bucket began, and its name; gone with all its data."""
        return f"{self.head}:epoch"

    def owing(self) -> str:
        """Set: guilds in which somebody is owed something."""
        return f"{self.head}:owing"


@dataclass(frozen=True, slots=True)
class Keys:
    """All keys under one prefix."""

    prefix: str

    def bucket(self, number: int) -> BucketKeys:
        return BucketKeys(f"{self.prefix}:{{b{number:02d}}}")

    def of_guild(self, guild_id: int) -> BucketKeys:
        return self.bucket(bucket_of(guild_id))

    def of_game(self, game_id: str) -> tuple[BucketKeys, ...]:
        """The bucket named by the id; all of them for an id that names none."""
        digits = game_id[:2]
        if digits.isascii() and digits.isdigit() and len(digits) == 2 and int(digits) < BUCKETS:
            return (self.bucket(int(digits)),)
        return self.every()

    def every(self) -> tuple[BucketKeys, ...]:
        return tuple(self.bucket(number) for number in range(BUCKETS))

    def alive(self) -> str:
        """Sorted set: process by its last sign of life in ms, without those that cannot be the last."""
        return f"{self.prefix}:alive"

    def leases(self) -> str:
        """Hash: `<shard>/<shards>` → who serves it: `<holder> <until ms> <process>/<processes>`."""
        return f"{self.prefix}:{{shards}}:leases"

    def served(self) -> str:
        """Sorted set: `<shard>/<shards>` by the last moment in ms at which its tables were served."""
        return f"{self.prefix}:{{shards}}:served"

    def identifies(self) -> str:
        """String: the book of gateway sessions that were begun lately (document)."""
        return f"{self.prefix}:{{shards}}:identifies"

    def probe(self) -> str:
        """String, for a second: written at start to see whether this server can be written to."""
        return f"{self.prefix}:probe"

    def wake(self) -> str:
        """Pub/sub channel, no key: `<due time in ms> <process>` for each due time that is set."""
        return f"{self.prefix}:wake"
