"""The archive's tables as they are now; `migrations` say how they came to be, and a test compares the two."""

import sqlalchemy as sa

METADATA = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

GUILD_SETTINGS = sa.Table(
    "guild_settings",
    METADATA,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("moderator_role_id", sa.BigInteger),
    sa.Column("language", sa.Text),
    sa.Column("judge_sees_roles", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("overrides", sa.JSON(none_as_null=True)),
    sa.Column("mute_spectators", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seat_nicknames", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("deal_words", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("log_days", sa.Integer),
)

DEBTS = sa.Table(
    "debts",
    METADATA,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("debt", sa.Text, nullable=False),
)

# --- finished games ----------------------------------------------------------------------------------
# Documents (`protocol`; `log`, one event a line) are the codec's JSON; beside them stands what is asked for.


def _game_id() -> sa.Column[str]:
    return sa.Column("game_id", sa.Text, sa.ForeignKey("games.game_id"), primary_key=True)


GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("game_id", sa.Text, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("game_number", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
    sa.Column("preset", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("protocol", sa.Text, nullable=False),
    sa.Column("log", sa.Text, nullable=False),
    sa.Index(None, "guild_id", "game_number"),
    sa.Index(None, "guild_id", "ended_at_ms"),
)

GAME_SEATS = sa.Table(
    "game_seats",
    METADATA,
    _game_id(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("role", sa.Text),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("fouls", sa.Integer, nullable=False),
    sa.Column("disqualified", sa.Boolean, nullable=False),
    sa.Index(None, "user_id"),
)

GAME_AWARDS = sa.Table(
    "game_awards",
    METADATA,
    _game_id(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hundredths", sa.Integer, nullable=False),
    sa.Column("by", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

GAME_PENALTIES = sa.Table(
    "game_penalties",
    METADATA,
    _game_id(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("by", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

GAME_PROTESTS = sa.Table(
    "game_protests",
    METADATA,
    _game_id(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("verdict", sa.Text, nullable=False),
    sa.Column("by", sa.BigInteger),
    sa.Column("settled_at_ms", sa.BigInteger),
)
