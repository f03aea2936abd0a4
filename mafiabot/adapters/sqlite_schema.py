"""The tables of the embedded live store.

Whatever one step reads or writes belongs to one guild, so that the same steps are possible on Redis, where
guilds are spread over buckets (`redis_keys`); here the whole file is one bucket. Documents are the codec's
JSON on both sides; ids and moments that are compared stand beside them.
"""

LIVE_FILE = "live.sqlite3"

_FIRST = """
CREATE TABLE games (
    game_id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    open INTEGER NOT NULL,
    due_ms INTEGER,
    state BLOB NOT NULL
) STRICT;
CREATE INDEX games_open ON games (game_id, guild_id) WHERE open;
CREATE INDEX games_due ON games (due_ms, game_id, guild_id, seq) WHERE due_ms IS NOT NULL;

CREATE TABLE log (
    game_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    event BLOB NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
    game_id TEXT NOT NULL,
    command_id TEXT NOT NULL,
    PRIMARY KEY (game_id, command_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE channels (channel_id INTEGER PRIMARY KEY, game_id TEXT NOT NULL) STRICT;
CREATE INDEX channels_game ON channels (game_id);

CREATE TABLE claims (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    game_id TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_game ON claims (game_id);

CREATE TABLE numbers (guild_id INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;

CREATE TABLE hands (
    game_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    hand BLOB NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE panels (game_id TEXT PRIMARY KEY, panel BLOB NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE cursors (
    game_id TEXT NOT NULL,
    name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (game_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE debts (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    debt BLOB NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE voices (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    voice BLOB NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE beats (process TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
"""

_UNTOLD = """
ALTER TABLE games ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_untold ON games (game_id, guild_id) WHERE NOT open AND NOT told;
"""

_ARCHIVED = """
ALTER TABLE games ADD COLUMN archived_ms INTEGER;
CREATE INDEX games_unarchived ON games (game_id, guild_id) WHERE NOT open AND archived_ms IS NULL;
CREATE INDEX games_archived ON games (archived_ms) WHERE archived_ms IS NOT NULL;
"""

_NAMES = """
CREATE TABLE names (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name BLOB NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
"""

_EPOCH = """
CREATE TABLE epoch (only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL, room BLOB) STRICT;
"""

LIVE_MIGRATIONS = (_FIRST, _UNTOLD, _ARCHIVED, _NAMES, _EPOCH)

LARGEST_COMMIT = 32 * 1024  # bytes

BEGIN_EPOCH = (
    "INSERT INTO epoch (only, name, room) VALUES (1, ?1, randomblob(?2))"
    " ON CONFLICT (only) DO UPDATE SET room = excluded.room"
)

FORGET = (
    "DELETE FROM games WHERE game_id = ?",
    "DELETE FROM log WHERE game_id = ?",
    "DELETE FROM commands WHERE game_id = ?",
    "DELETE FROM channels WHERE game_id = ?",
    "DELETE FROM hands WHERE game_id = ?",
    "DELETE FROM panels WHERE game_id = ?",
    "DELETE FROM cursors WHERE game_id = ?",
)
