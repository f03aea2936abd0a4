"""Alembic's folder: one revision a change of `archive.tables`, applied at start under a lock."""
