"""Who somebody is at the table, and when he pressed: the two values that commands and states share."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """When a button was pressed.

    `discord_ms`: the interaction's snowflake, Discord's clock. `host_ms`: the same moment converted to
    the host's clock with the measured offset, in the player's favour.
    """

    discord_ms: int
    host_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    user_id: int
    name: str


NOBODY = Person(user_id=0, name="")
"""Whose number is empty: no user of Discord has this id."""
