"""The tables of the embedded live store, and the same shapes as keys of Redis.

The rule that keeps both possible: whatever one step reads or writes belongs to one guild. On Redis every
key of a guild carries the hash tag of its bucket, `{b07}` ((guild id >> 22) modulo 16, as the low bits of a
snowflake are mostly 0), so that a step touches one slot of a cluster; here the whole file is one bucket.
Documents are the codec's JSON on both sides; ids and moments that a script has to compare stand beside them,
because Lua would damage numbers of that size in a document.

    port                              here              Redis, all prefixed `{bNN}:`
    commit                            one step          one script over the keys below
    load, expected_seq                games             game:<id>       hash: seq, open, channel, state
    log                               log               log:<id>        list, one document an event
    command ids                       commands          commands:<id>   set
    game_in_channel                   channels          channel:<id>    string
    game_of_member, claims            claims            seats:<guild>   hash: user → game; claims:<id> set
    open_games                        games.open        open            set, united over the buckets asked for
    untold              games.told        untold          hash: game → guild
    due, earliest_due_ms              games.due_ms      due             sorted set, merged over the 16 buckets
    wait_for_earlier                  in the process    one channel a bucket, the due time is the message
    next_game_number                  numbers           number:<guild>  INCR
    hands, panel, cursor              same names        hands:<id> panel:<id> cursors:<id>
    put_debt (keeps the first)        debts             debts:<guild>   hash, by a script
    put_voice                         voices            voices:<guild>  hash
    beat                              beats             alive, in no bucket: nothing else is written with it
    forget                            one step          one script, UNLINK

What is given a game id alone (`load`, `log`) finds the bucket in the id, or asks all 16 in one round trip.
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

LIVE_MIGRATIONS = (_FIRST, _UNTOLD)

FORGET = (
    "DELETE FROM games WHERE game_id = ?",
    "DELETE FROM log WHERE game_id = ?",
    "DELETE FROM commands WHERE game_id = ?",
    "DELETE FROM channels WHERE game_id = ?",
    "DELETE FROM hands WHERE game_id = ?",
    "DELETE FROM panels WHERE game_id = ?",
    "DELETE FROM cursors WHERE game_id = ?",
)
