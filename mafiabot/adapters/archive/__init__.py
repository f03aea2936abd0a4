"""What outlives a game, in SQLite or PostgreSQL. Import it where it is used: SQLAlchemy takes its time."""
