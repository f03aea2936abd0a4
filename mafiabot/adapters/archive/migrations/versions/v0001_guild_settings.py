"""What guilds choose for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("moderator_role_id", sa.BigInteger),
        sa.Column("language", sa.Text),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_settings"),
    )


def downgrade() -> None:
    op.drop_table("guild_settings")
