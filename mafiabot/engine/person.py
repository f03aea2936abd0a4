"""Who somebody is at the table, and when he pressed: the two values that commands and states share."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """When a button was pressed.

    `discord_ms`: the interaction's snowflake, Discord's clock. `host_ms`: the earliest it can have been by
    the host's clock, as far as the difference of the two is known; it may have been `doubt_ms` later.
    """

    discord_ms: int
    host_ms: int
    doubt_ms: int = 0

    @property
    def host_latest_ms(self) -> int:
        return self.host_ms + self.doubt_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    user_id: int
    name: str


NOBODY = Person(user_id=0, name="")
"""Whose number is empty: no user of Discord has this id."""
