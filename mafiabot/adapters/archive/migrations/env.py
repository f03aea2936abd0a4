"""Run by Alembic; takes the connection it is given, whose transaction already holds the lock."""

from alembic import context

from mafiabot.adapters.archive.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
