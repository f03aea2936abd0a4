"""The `Messenger`: views are rendered by `ui` and sent by ids; a refusal of Discord's becomes a typed one.

Each send builds its layout anew (a sent one is never touched again). Only the floor's owner is mentioned.
Nobody looks at the message that Discord's answer shows, so the library is not asked to make one of it.
"""

import hashlib
import hmac
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import cast

import aiohttp
import discord
from discord import ui
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from mafiabot.engine.views import HandView, JudgeView, PhaseName, PublicView
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.runtime.offset import OffsetMeter
from mafiabot.runtime.ports import Clock, DiscordUnavailable, HandRef, Posted, TableAddress
from mafiabot.runtime.table_notes import NotesOf, no_notes
from mafiabot.ui import announce, hand, judge, judge_lines, mics, panel
from mafiabot.ui.answers import hand_line, text_layout
from mafiabot.ui.judge_lines import JudgeNote
from mafiabot.ui.texts import Texts

HISTORY_READ = 50
ORIGINAL = cast(int, "@original")  # the interaction's own answer, whichever way it was given
NOBODY = discord.AllowedMentions.none()
SESSION_CLOSED = (
    "Session is closed"  # what aiohttp says of a request that comes after a process's end has begun
)


@asynccontextmanager
async def discord_errors() -> AsyncIterator[None]:
    """Turns what the library raises into `DiscordUnavailable`."""
    try:
        yield
    except discord.HTTPException as error:
        raise DiscordUnavailable(error.code or error.status, error.text) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise DiscordUnavailable(0, type(error).__name__) from error
    except RuntimeError as error:
        if str(error) != SESSION_CLOSED:
            raise
        raise DiscordUnavailable(0, SESSION_CLOSED) from error


NonceOf = Callable[[str, int, str], str]
"""`(game_id, step, kind)`; see `nonce_of`."""


def nonce_of(game_id: str, step: int, kind: str) -> str:
    """24 hex digits from public facts alone: a retry of the same announcement posts once."""
    return hmac.new(game_id.encode(), f"{step}:{kind}".encode(), hashlib.sha256).hexdigest()[:24]


class DiscordMessenger:
    """`notes`: what is shown of a table besides its state.

    `nonce`, `hand_layout`: others only to show that the oracles catch them.
    """

    def __init__(
        self,
        client: discord.Client,
        texts: Texts,
        clock: Clock,
        offset: OffsetMeter,
        *,
        nonce: NonceOf = nonce_of,
        hand_layout: hand.HandLayout = hand.hand_view_layout,
        notes: NotesOf = no_notes,
    ) -> None:
        self._client = client
        self._texts = texts
        self._clock = clock
        self._offset = offset
        self._nonce = nonce
        self._hand_layout = hand_layout
        self._notes = notes

    async def post_panel(self, table: TableAddress, view: PublicView, key: str) -> Posted:
        layout = panel.panel_view(self._texts, table.locale, view, self._notes(table.game_id))
        return await self._post(table, layout, self._nonce(table.game_id, 0, f"panel:{key}"), NOBODY)

    async def edit_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        layout = panel.panel_view(self._texts, table.locale, view, self._notes(table.game_id))
        await self._edit(table, message_id, layout)

    async def retire_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._edit(table, message_id, panel.dead_panel_view(self._texts, table.locale, view))

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        layout = announce.announcement_layout(self._texts, table.locale, announcement, view)
        mentioned = [discord.Object(user) for user in announce.mentions(announcement, view)]
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=mentioned, replied_user=False)
        nonce = self._nonce(table.game_id, announcement.step, announcement.kind.value)
        return await self._post(table, layout, nonce, allowed)

    async def apologize(self, table: TableAddress) -> None:
        """Says that this table is lost, of which nothing is known any more."""
        said = self._texts.get(table.locale, f"note-{Kind.TABLE_LOST.value}")
        layout = text_layout(f"⚠️ {said}")
        await self._post(table, layout, self._nonce(table.game_id, 0, Kind.TABLE_LOST.value), NOBODY)

    async def retire_window(
        self, table: TableAddress, message_id: int, announcement: Announcement, view: PublicView
    ) -> None:
        layout = announce.closed_window_layout(self._texts, table.locale, announcement, view)
        await self._edit(table, message_id, layout)

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        found: set[int] = set()
        async with discord_errors():
            async for message in self._channel(table).history(limit=HISTORY_READ):
                if self._offset.to_host_ms(discord_ms(message.id)) < table.since_ms:
                    break
                if self._client.user is not None and message.author.id == self._client.user.id:
                    found.update(_container_ids(message))
        return frozenset(found)

    async def refresh_hand(self, ref: HandRef, view: HandView) -> None:
        layout = self._hand_layout(self._texts, ref.locale, view, self._line(ref, view))
        await self._edit_answer(ref, layout)

    def _line(self, ref: HandRef, view: HandView) -> str:
        """Who has the floor and is not heard is told why."""
        floor = view.public.floor
        mine = floor is not None and floor.seat == view.seat
        hint = mics.hint(self._texts.say(ref.locale), self._notes(ref.game_id)) if mine else None
        return hint or hand_line(self._texts, ref.locale)

    async def refresh_judge(
        self, ref: HandRef, view: JudgeView, line: str | None, chosen: int | None
    ) -> None:
        said = line if line is not None else judge_lines.note(self._texts, ref.locale, JudgeNote.OPEN)
        notes = self._notes(ref.game_id)
        layout = judge.judge_panel(self._texts, ref.locale, view, said, chosen, notes)
        if view.public.phase is PhaseName.ENDED:
            layout = text_layout(judge_lines.note(self._texts, ref.locale, JudgeNote.OVER))
        await self._edit_answer(ref, layout)

    async def _edit_answer(self, ref: HandRef, layout: ui.LayoutView) -> None:
        webhook = discord.Webhook.partial(ref.application_id, ref.token, client=self._client)
        with handle_message_parameters(view=layout, allowed_mentions=NOBODY) as written:
            async with discord_errors():
                await async_context.get().edit_webhook_message(
                    ref.application_id,
                    ref.token,
                    ORIGINAL,
                    session=webhook.session,
                    payload=written.payload,
                    with_components=True,
                )

    def _channel(self, table: TableAddress) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(
            table.channel_id, guild_id=table.guild_id, type=discord.ChannelType.voice
        )

    async def _post(
        self, table: TableAddress, layout: ui.LayoutView, nonce: str, mentions: discord.AllowedMentions
    ) -> Posted:
        sent_ms = self._clock.now_ms()
        with handle_message_parameters(view=layout, nonce=nonce, allowed_mentions=mentions) as written:
            async with discord_errors():
                message = await self._client.http.send_message(table.channel_id, params=written)
        message_id = int(message["id"])
        return self._offset.posted(message_id, discord_ms(message_id), sent_ms, self._clock.now_ms())

    async def _edit(self, table: TableAddress, message_id: int, layout: ui.LayoutView) -> None:
        with handle_message_parameters(view=layout, allowed_mentions=NOBODY) as written:
            async with discord_errors():
                await self._client.http.edit_message(table.channel_id, message_id, params=written)


def _container_ids(message: discord.Message) -> Iterator[int]:
    """Announcements carry their mark as their container's id; the panel's is out of that range."""
    for component in message.components:
        if isinstance(component, discord.Container) and component.id and component.id < panel.PANEL_ID:
            yield component.id


def discord_ms(snowflake: int) -> int:
    """The moment a snowflake was made, Discord's clock."""
    return (snowflake >> 22) + discord.utils.DISCORD_EPOCH
