"""A commit as the script's arguments, and the script's answer as a result."""

from typing import Any

from mafiabot.adapters.codec import encode_event, encode_state
from mafiabot.adapters.redis_keys import Keys
from mafiabot.adapters.redis_link import RedisLink, refused
from mafiabot.adapters.redis_scripts import COMMIT
from mafiabot.runtime.ports import (
    ARCHIVED_KEPT_S,
    Commit,
    CommitResult,
    CommitStatus,
    CommitUnsure,
    StoreChanged,
    StoreUnavailable,
)


async def apply(link: RedisLink, keys: Keys, commit: Commit, *, commit_id: str, process: str) -> CommitResult:
    """`commit_id` is this call's alone: by it the script knows an attempt whose answer was lost.

    Raises `CommitUnsure` where every answer was: what was sent may still be done. A server that refuses has
    written nothing: it does so at the script's first write.
    """
    try:
        return _result(
            await link.run(COMMIT, _keys(keys, commit), *_values(keys, commit, commit_id, process))
        )
    except StoreUnavailable as error:
        if isinstance(error, StoreChanged) or refused(error):
            raise
        raise CommitUnsure(str(error)) from error


def _values(keys: Keys, commit: Commit, commit_id: str, process: str) -> tuple[str | int | bytes, ...]:
    state = commit.state
    return (
        state.game_id,
        state.guild_id,
        state.channel_id,
        commit.expected_seq,
        state.seq,
        int(state.over),
        commit.command_id or "",
        commit_id,
        "" if commit.due_ms is None else commit.due_ms,
        keys.wake(),
        process,
        ARCHIVED_KEPT_S,
        encode_state(state),
        " ".join(map(str, commit.claims)),
        len(commit.also),
        *commit.also,
        *map(encode_event, commit.events),
    )


def _keys(keys: Keys, commit: Commit) -> tuple[str, ...]:
    state = commit.state
    bucket, game_id = keys.of_guild(state.guild_id), state.game_id
    return (
        bucket.game(game_id),
        bucket.log(game_id),
        bucket.commands(game_id),
        bucket.beside(game_id),
        bucket.claims(game_id),
        bucket.channel(state.channel_id),
        bucket.seats(state.guild_id),
        bucket.open(),
        bucket.due(),
        bucket.untold(),
        bucket.unarchived(),
    )


def _result(answer: Any) -> CommitResult:
    status, user = answer
    return CommitResult(status=CommitStatus(status.decode()), taken_user=int(user) if user else None)
