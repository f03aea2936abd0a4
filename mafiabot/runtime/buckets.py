"""All keys of a guild's games share one of 16 buckets, so that one script touches one slot of a cluster.

A game's id begins with its bucket's two digits, so a game is found by its id alone.
"""

BUCKETS = 16


def bucket_of(guild_id: int) -> int:
    """Spread by the snowflake's time: its low bits are mostly zero."""
    return (guild_id >> 22) % BUCKETS


def new_game_id(guild_id: int, suffix: str) -> str:
    """`suffix`: what makes the id unique within the guild's bucket."""
    return f"{bucket_of(guild_id):02d}{suffix}"
