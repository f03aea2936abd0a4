"""The one step by which a game in SQLite changes: recognise a repeat, compare, claim, write."""

from mafiabot.adapters.codec import encode_event
from mafiabot.adapters.sqlite_file import SqliteFile
from mafiabot.runtime.ports import Commit, CommitResult, CommitStatus


def apply(file: SqliteFile, commit: Commit, state: bytes) -> CommitResult:
    """To be run inside `step`. `state`: the commit's, encoded.

    Nothing is written unless the answer is `APPLIED`.
    """
    game_id = commit.state.game_id
    if commit.command_id is not None and seen_command(file, game_id, commit.command_id):
        return CommitResult(status=CommitStatus.REPEATED)
    stored = file.row("SELECT seq FROM games WHERE game_id = ?", game_id)
    if (stored[0] if stored is not None else 0) != commit.expected_seq:
        return CommitResult(status=CommitStatus.CONFLICT)
    held = {user for (user,) in file.rows("SELECT user_id FROM claims WHERE game_id = ?", game_id)}
    if not commit.state.over and (taken := _taken(file, commit, held)) is not None:
        return taken
    _write(file, commit, state)
    _claim(file, commit, held)
    return CommitResult(status=CommitStatus.APPLIED)


def seen_command(file: SqliteFile, game_id: str, command_id: str) -> bool:
    known = file.row("SELECT 1 FROM commands WHERE game_id = ? AND command_id = ?", game_id, command_id)
    return known is not None


def _taken(file: SqliteFile, commit: Commit, held: set[int]) -> CommitResult | None:
    state = commit.state
    standing = file.row(
        "SELECT 1 FROM channels JOIN games USING (game_id) WHERE channel_id = ? AND game_id <> ? AND open",
        state.channel_id,
        state.game_id,
    )
    if standing is not None:
        return CommitResult(status=CommitStatus.CHANNEL_TAKEN)
    for user_id in commit.claims:
        if user_id not in held and _claimed(file, state.guild_id, user_id):
            return CommitResult(status=CommitStatus.MEMBER_TAKEN, taken_user=user_id)
    return None


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
    file.run_each(
        "INSERT INTO commands (game_id, command_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(state.game_id, command) for command in commands],
    )


def _claim(file: SqliteFile, commit: Commit, held: set[int]) -> None:
    """Writes the differences only: most commits seat and release nobody."""
    state = commit.state
    wanted = set() if state.over else set(commit.claims)
    for user_id in held - wanted:
        file.run("DELETE FROM claims WHERE guild_id = ? AND user_id = ?", state.guild_id, user_id)
    file.run_each(
        "INSERT INTO claims (guild_id, user_id, game_id) VALUES (?, ?, ?)",
        [(state.guild_id, user_id, state.game_id) for user_id in wanted - held],
    )
    if not state.over:
        file.run(
            "INSERT INTO channels (channel_id, game_id) VALUES (?, ?)"
            " ON CONFLICT (channel_id) DO UPDATE SET game_id = excluded.game_id"
            " WHERE game_id <> excluded.game_id",
            state.channel_id,
            state.game_id,
        )
