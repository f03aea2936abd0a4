"""The one step by which a game in SQLite changes: recognise a repeat, compare, claim, write.

Nearly every commit follows this process's own last one of the game, and seats nobody: then nothing is asked,
the writing itself finds a rival or a repeat. Else what has to be known is asked in one question.
"""

from typing import NamedTuple

from mafiabot.adapters.codec import encode_event
from mafiabot.adapters.sqlite_file import SqliteFile
from mafiabot.runtime.ports import Commit, CommitResult, CommitStatus

APPLIED = CommitResult(status=CommitStatus.APPLIED)
REPEATED = CommitResult(status=CommitStatus.REPEATED)

MOST_GAMES = 2_048

_KNOWN = """
SELECT
    EXISTS (SELECT 1 FROM commands WHERE game_id = ?1 AND command_id = ?2),
    (SELECT seq FROM games WHERE game_id = ?1),
    (SELECT game_id FROM channels WHERE channel_id = ?3),
    (SELECT group_concat(user_id) FROM claims WHERE game_id = ?1)
"""

_FOLLOW = "UPDATE games SET seq = ?, due_ms = ?, state = ? WHERE game_id = ? AND seq = ? AND open"
_LOG = "INSERT INTO log (game_id, seq, event) VALUES (?, ?, ?)"
_COMMAND = "INSERT INTO commands (game_id, command_id) VALUES (?, ?) ON CONFLICT DO NOTHING"


class _Stand(NamedTuple):
    """An open game as a commit leaves it. As long as it has this `seq`, it has the rest, too."""

    seq: int
    channel_id: int
    claims: tuple[int, ...]


class _Repeated(Exception):
    """Found out after something had been written."""


class SqliteCommits:
    """Remembers where its own commits have left `MOST_GAMES` open games at most."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._left: dict[str, _Stand] = {}

    def apply(self, commit: Commit, document: bytes) -> CommitResult:
        """In a step of its own. `document`: the commit's state, encoded.

        Nothing is written unless the answer is `APPLIED`.
        """
        try:
            with self._file.step():
                if not self._follows(commit) or not _followed(self._file, commit, document):
                    result = _applied(self._file, commit, document)
                else:
                    result = APPLIED
        except _Repeated:
            return REPEATED
        if result.status is CommitStatus.APPLIED:
            self._remember(commit)
        return result

    def _follows(self, commit: Commit) -> bool:
        """Whether it changes nothing but what is written of every commit."""
        left = self._left.get(commit.state.game_id)
        return left == _stand(commit, commit.expected_seq) and not commit.state.over and not commit.also

    def _remember(self, commit: Commit) -> None:
        """Only what has been kept."""
        self._left.pop(commit.state.game_id, None)
        if not commit.state.over:
            self._left[commit.state.game_id] = _stand(commit, commit.state.seq)
        if len(self._left) > MOST_GAMES:
            del self._left[next(iter(self._left))]


def _stand(commit: Commit, seq: int) -> _Stand:
    return _Stand(seq, commit.state.channel_id, commit.claims)


def _followed(file: SqliteFile, commit: Commit, document: bytes) -> bool:
    """False, and nothing written: the game is not as it was left. Raises `_Repeated`."""
    game_id, seq = commit.state.game_id, commit.state.seq
    if not file.changed(_FOLLOW, seq, commit.due_ms, document, game_id, commit.expected_seq):
        return False
    if commit.command_id is not None and not file.changed(_COMMAND, game_id, commit.command_id):
        raise _Repeated
    _log(file, commit)
    return True


def _applied(file: SqliteFile, commit: Commit, document: bytes) -> CommitResult:
    game_id, channel_id = commit.state.game_id, commit.state.channel_id
    [(seen, seq, standing, seated)] = file.rows(_KNOWN, game_id, commit.command_id, channel_id)
    if seen:
        return REPEATED
    if (seq or 0) != commit.expected_seq:
        return CommitResult(status=CommitStatus.CONFLICT)
    held = set(map(int, seated.split(","))) if seated else set()
    if not commit.state.over and (taken := _taken(file, commit, held, standing)) is not None:
        return taken
    _write(file, commit, document)
    _claim(file, commit, held)
    if not commit.state.over and standing != game_id:
        file.run("INSERT OR REPLACE INTO channels (channel_id, game_id) VALUES (?, ?)", channel_id, game_id)
    return APPLIED


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
    _log(file, commit)
    commands = commit.also if commit.command_id is None else (commit.command_id, *commit.also)
    if commands:
        file.run_each(_COMMAND, [(state.game_id, command) for command in commands])


def _log(file: SqliteFile, commit: Commit) -> None:
    game_id, numbered = commit.state.game_id, enumerate(commit.events, commit.expected_seq + 1)
    file.run_each(_LOG, [(game_id, seq, encode_event(event)) for seq, event in numbered])


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
