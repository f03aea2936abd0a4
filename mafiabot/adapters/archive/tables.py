"""The archive's tables as they are now; `migrations` say how they came to be, and a test compares the two."""

import sqlalchemy as sa

METADATA = sa.MetaData(naming_convention={"pk": "pk_%(table_name)s"})

GUILD_SETTINGS = sa.Table(
    "guild_settings",
    METADATA,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("moderator_role_id", sa.BigInteger),
    sa.Column("language", sa.Text),
)
