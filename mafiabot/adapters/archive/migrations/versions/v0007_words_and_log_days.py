"""Whether players may add words to the deal, and how long event logs of finished games are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "guild_settings",
        sa.Column("deal_words", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.add_column("guild_settings", sa.Column("log_days", sa.Integer))


def downgrade() -> None:
    op.drop_column("guild_settings", "log_days")
    op.drop_column("guild_settings", "deal_words")
