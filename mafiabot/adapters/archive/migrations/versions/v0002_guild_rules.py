"""What guilds change of the presets, and whether their judges see roles."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "guild_settings",
        sa.Column("judge_sees_roles", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.add_column("guild_settings", sa.Column("overrides", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("guild_settings", "overrides")
    op.drop_column("guild_settings", "judge_sees_roles")
