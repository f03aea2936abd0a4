"""Answers to presses, of which nothing is told back: the library would ask for the message and take it apart.

Nobody reads it: what is shown is brought up to date by the press's token, whichever message that is.
"""

from typing import TYPE_CHECKING, Any

import aiohttp
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    from discord.types.interactions import InteractionCallback  # for the checker alone: it cannot be run


class _AnswersOnly(AsyncWebhookAdapter):
    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        params: MultipartParameters,
    ) -> "InteractionCallback":
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction_id,
            webhook_token=token,
        )
        sent: dict[str, Any] = {"payload": params.payload}
        if params.files:
            sent = {"files": params.files, "multipart": params.multipart}
        await self.request(route, session=session, proxy=proxy, proxy_auth=proxy_auth, **sent)
        return {"interaction": {"id": interaction_id, "type": 3}}


def answers_only() -> None:
    """From now on, for whatever is started from here."""
    async_context.set(_AnswersOnly())  # type: ignore[no-untyped-call]
