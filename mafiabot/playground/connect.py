"""Where a Discord client has to be pointed; the client's own code does the pointing."""

from __future__ import annotations

from typing import NamedTuple

from .server import LocalDiscord


class Addresses(NamedTuple):
    """`rest_url` replaces `https://discord.com/api/v10`, `gateway_url` replaces `wss://gateway.discord.gg`."""

    rest_url: str
    gateway_url: str


def addresses(local: LocalDiscord) -> Addresses:
    """The addresses of a running local Discord; both are loopback and unencrypted."""
    return Addresses(local.rest_url, local.gateway_url)
