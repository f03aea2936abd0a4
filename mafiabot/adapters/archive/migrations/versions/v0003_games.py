"""Finished games: protocol and log, a row a seat, and what is added after the end."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game_number", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("protocol", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_games"),
    )
    op.create_index("ix_games_guild_id_game_number", "games", ["guild_id", "game_number"])
    op.create_index("ix_games_guild_id_ended_at_ms", "games", ["guild_id", "ended_at_ms"])
    _of_game(
        "game_seats",
        "seat",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("fouls", sa.Integer, nullable=False),
        sa.Column("disqualified", sa.Boolean, nullable=False),
    )
    op.create_index("ix_game_seats_user_id", "game_seats", ["user_id"])
    _of_game(
        "game_awards",
        "seat",
        sa.Column("hundredths", sa.Integer, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    _of_game(
        "game_penalties",
        "id",
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    _of_game(
        "game_protests",
        "id",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("by", sa.BigInteger),
        sa.Column("settled_at_ms", sa.BigInteger),
    )


def _of_game(name: str, ordinal: str, *columns: sa.Column[object]) -> None:
    op.create_table(
        name,
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column(ordinal, sa.Integer, autoincrement=False, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("game_id", ordinal, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["game_id"], ["games.game_id"], name=f"fk_{name}_games"),
    )


def downgrade() -> None:
    for name in ("game_protests", "game_penalties", "game_awards", "game_seats", "games"):
        op.drop_table(name)
