"""The one step by which a game in SQLite changes: recognise a repeat, compare, claim, write.

What has to be known is asked in one question, and only what differs is written: nearly every commit seats
nobody and stands where the last one stood.
"""

from mafiabot.adapters.codec import encode_event
from mafiabot.adapters.sqlite_file import SqliteFile
from mafiabot.runtime.ports import Commit, CommitResult, CommitStatus

_KNOWN = """
SELECT
    EXISTS (SELECT 1 FROM commands WHERE game_id = ?1 AND command_id = ?2),
    (SELECT seq FROM games WHERE game_id = ?1),
    (SELECT game_id FROM channels WHERE channel_id = ?3),
    (SELECT group_concat(user_id) FROM claims WHERE game_id = ?1)
"""


def apply(file: SqliteFile, commit: Commit, state: bytes) -> CommitResult:
    """To be run inside `step`. `state`: the commit's, encoded.

    Nothing is written unless the answer is `APPLIED`.
    """
    game_id, channel_id = commit.state.game_id, commit.state.channel_id
    [(seen, seq, standing, seated)] = file.rows(_KNOWN, game_id, commit.command_id, channel_id)
    if seen:
        return CommitResult(status=CommitStatus.REPEATED)
    if (seq or 0) != commit.expected_seq:
        return CommitResult(status=CommitStatus.CONFLICT)
    held = set(map(int, seated.split(","))) if seated else set()
    if not commit.state.over and (taken := _taken(file, commit, held, standing)) is not None:
        return taken
    _write(file, commit, state)
    _claim(file, commit, held)
    if not commit.state.over and standing != game_id:
        file.run("INSERT OR REPLACE INTO channels (channel_id, game_id) VALUES (?, ?)", channel_id, game_id)
    return CommitResult(status=CommitStatus.APPLIED)


def seen_command(file: SqliteFile, game_id: str, command_id: str) -> bool:
    known = file.row("SELECT 1 FROM commands WHERE game_id = ? AND command_id = ?", game_id, command_id)
    return known is not None


def _taken(file: SqliteFile, commit: Commit, held: set[int], standing: str | None) -> CommitResult | None:
    """`standing`: the game that stands in the channel, or stood there last."""
    state = commit.state
    if standing not in (None, state.game_id) and _open(file, standing):
        return CommitResult(status=CommitStatus.CHANNEL_TAKEN)
    for user_id in commit.claims:
        if user_id not in held and _claimed(file, state.guild_id, user_id):
            return CommitResult(status=CommitStatus.MEMBER_TAKEN, taken_user=user_id)
    return None


def _open(file: SqliteFile, game_id: str | None) -> bool:
    return file.row("SELECT 1 FROM games WHERE game_id = ? AND open", game_id) is not None


def _claimed(file: SqliteFile, guild_id: int, user_id: int) -> bool:
    return file.row("SELECT 1 FROM claims WHERE guild_id = ? AND user_id = ?", guild_id, user_id) is not None


def _write(file: SqliteFile, commit: Commit, document: bytes) -> None:
    state = commit.state
    file.run(
        "INSERT INTO games (game_id, guild_id, seq, open, due_ms, state) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id) DO UPDATE SET seq = excluded.seq, open = excluded.open,"
        " due_ms = excluded.due_ms, state = excluded.state, told = told AND NOT excluded.open,"
        " archived_ms = iif(excluded.open, NULL, archived_ms)",
        state.game_id,
        state.guild_id,
        state.seq,
        not state.over,
        commit.due_ms,
        document,
    )
    numbered = enumerate(commit.events, commit.expected_seq + 1)
    file.run_each(
        "INSERT INTO log (game_id, seq, event) VALUES (?, ?, ?)",
        [(state.game_id, seq, encode_event(event)) for seq, event in numbered],
    )
    commands = commit.also if commit.command_id is None else (commit.command_id, *commit.also)
    if commands:
        file.run_each(
            "INSERT INTO commands (game_id, command_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(state.game_id, command) for command in commands],
        )


def _claim(file: SqliteFile, commit: Commit, held: set[int]) -> None:
    state = commit.state
    wanted = set() if state.over else set(commit.claims)
    for user_id in held - wanted:
        file.run("DELETE FROM claims WHERE guild_id = ? AND user_id = ?", state.guild_id, user_id)
    if seated := wanted - held:
        file.run_each(
            "INSERT INTO claims (guild_id, user_id, game_id) VALUES (?, ?, ?)",
            [(state.guild_id, user_id, state.game_id) for user_id in seated],
        )
