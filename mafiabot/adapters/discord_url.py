"""Pointing the unmodified library at a local Discord: two module attributes, set before login."""

import discord.gateway
import discord.http
import yarl


def point_at(url: str) -> None:
    """`url`: base of a local Discord, `http://127.0.0.1:PORT`; the REST root is `/api/v10` below it."""
    base = url.rstrip("/")
    discord.http.Route.BASE = f"{base}/api/v10"
    gateway = yarl.URL(base).with_scheme("wss" if base.startswith("https") else "ws") / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
