"""A member as a person: acts only on what the own client has received and only as the client would allow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from . import commanding, controls, messages, voice
from .clicks import click, component_data, modal_values
from .controls import Control
from .core import Core
from .errors import Json, NotPossible
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from .model import Application, Channel, Guild, User
from .permissions import Perm
from .views import ClientView, Seen


class Person:
    """One user's hands and eyes; every act takes one way to Discord and returns what came of it there."""

    def __init__(self, core: Core, user: User) -> None:
        self.user = user
        self.view: ClientView = core.views.open(user.id)
        self._core = core

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    def messages(self, channel: Channel) -> list[Seen]:
        """What the client shows in a channel now, oldest first."""
        return self.view.messages(channel)

    def latest(self, channel: Channel, *, label: str | None = None) -> Seen:
        """The newest message shown (with a control of this label, if given), or NotPossible."""
        for seen in reversed(self.view.messages(channel)):
            if label is None or controls.find(seen.payload, label=label) is not None:
                return seen
        raise NotPossible(f"{self.user.display} sees no such message ({label})")

    async def slash(
        self, channel: Channel, command: str, /, *, bot: Application | None = None, **options: Any
    ) -> Interaction:
        """Use a slash command: `slash(channel, "mafia open", preset="club")`; names may be localised.

        Users, members, channels and roles may be given as ids or as the records themselves.
        """
        self._may_command(channel)
        app, data = commanding.slash_data(self._core, self.user, channel, command, options, bot)
        return await self._click(app, channel, COMMAND, data)

    async def autocomplete(
        self, channel: Channel, command: str, option: str, typed: str, /, **options: Any
    ) -> list[Json]:
        """Type into an option with autocompletion; returns the choices offered."""
        self._may_command(channel)
        app, data = commanding.slash_data(
            self._core, self.user, channel, command, {**options, option: typed}, None, typing=option
        )
        made = await (await self._click(app, channel, AUTOCOMPLETE, data)).answered()
        return made.choices

    async def menu(self, channel: Channel, command: str, target: User | Person) -> Interaction:
        """Use a context-menu command on a member."""
        self._may_command(channel)
        target_id = target.id
        app, data = commanding.menu_data(self._core, self.user, channel, command, target_id)
        return await self._click(app, channel, COMMAND, data)

    def _may_command(self, channel: Channel) -> None:
        self._need_visible(channel)
        if not self._core.world.can(self.id, channel, Perm.USE_APPLICATION_COMMANDS):
            raise NotPossible(f"{self.user.display} may not use commands here")

    def _need_visible(self, channel: Channel) -> None:
        if channel.id not in self._core.world.channels or not self._core.world.sees(self.id, channel):
            raise NotPossible(f"{self.user.display} does not see the channel {channel.name}")

    async def press(
        self, message: Seen | int, label: str | None = None, *, custom_id: str | None = None
    ) -> Interaction:
        """Press a button by its visible label or its custom_id."""
        seen, control = self._control(message, label, custom_id)
        if not control.is_button or control.custom_id is None:
            raise NotPossible(f"{control.label!r} is no button that can be pressed")
        return await self._touch(seen, control, [])

    async def select(
        self,
        message: Seen | int,
        values: list[Any],
        label: str | None = None,
        *,
        custom_id: str | None = None,
    ) -> Interaction:
        """Choose in a select by option labels or values; by ids or records where users or roles are asked."""
        seen, control = self._control(message, label, custom_id, select=True)
        return await self._touch(seen, control, values)

    def _control(
        self, message: Seen | int, label: str | None, custom_id: str | None, *, select: bool = False
    ) -> tuple[Seen, Control]:
        seen = self.view.message(message if isinstance(message, int) else message.id)
        if seen is None or seen.deleted_ms is not None:
            raise NotPossible(f"{self.user.display} does not see that message")
        control = controls.find(seen.payload, label=label, custom_id=custom_id)
        if select and label is None and custom_id is None:
            control = next(iter(controls.selects(seen.payload)), None)
        if control is None:
            raise NotPossible(
                f"there is no control {label or custom_id!r} in {controls.text_of(seen.payload)!r}"
            )
        if control.disabled:
            raise NotPossible(f"the control {control.label!r} is disabled")
        return seen, control

    async def _touch(self, seen: Seen, control: Control, values: list[Any]) -> Interaction:
        channel = self._core.world.channels.get(seen.channel_id)
        if channel is None:
            raise NotPossible("the channel is gone")
        self._need_visible(channel)
        app = self._author(seen)
        data = component_data(self._core, channel, control, values)
        return await self._click(app, channel, COMPONENT, data, source_id=seen.id)

    def _author(self, seen: Seen) -> Application:
        author_id = int(seen.payload["author"]["id"])
        return next(app for app in self._core.world.apps.values() if app.user.id == author_id)

    async def submit_modal(self, opened: Interaction, values: dict[str, Any]) -> Interaction:
        """Fill in the form an interaction opened; `values` by custom_id or label, unnamed fields stay."""
        if opened.modal is None or opened.user_id != self.id or opened.seen_ms is None:
            raise NotPossible(f"{self.user.display} has no such form open")
        data = modal_values(opened.modal, values)
        source_id = None if opened.source is None else opened.source.id
        return await self._click(
            opened.app, opened.channel, MODAL_SUBMIT, data, source_id=source_id, parent=opened
        )

    async def _click(
        self,
        app: Application,
        channel: Channel,
        kind: int,
        data: Json,
        *,
        source_id: int | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        clicked_ms = self._core.clock.now_ms()
        await self._way()
        return click(
            self._core,
            app,
            self.user,
            channel,
            kind,
            data,
            clicked_ms=clicked_ms,
            source_id=source_id,
            parent=parent,
        )

    async def _way(self) -> None:
        delay_s = self._core.network.delay_s()
        if delay_s > 0:
            await asyncio.sleep(delay_s)

    async def say(self, channel: Channel, text: str) -> Seen:
        """Write a message; returned as the own client shows it."""
        if not text or len(text) > 2000:
            raise NotPossible("a message has 1 to 2000 characters")
        await self._reach(lambda: self._need(channel, Perm.SEND_MESSAGES))
        made = messages.create(self._core, channel, self.user, {"content": text})
        while (seen := self.view.message(made.id)) is None:
            await self.view.changed()
        return seen

    async def begin_to_type(self, channel: Channel) -> None:
        """Others' clients show that he is writing."""
        await self._reach(lambda: self._need(channel, Perm.SEND_MESSAGES))
        now_s = int(self._core.clock.epoch_ms() / 1000)
        body = {"channel_id": str(channel.id), "user_id": str(self.id), "timestamp": now_s}
        if channel.guild_id is not None:
            body["guild_id"] = str(channel.guild_id)
        self._core.gateway.publish(channel.guild_id, "TYPING_START", body, channel=channel)

    async def join(self, channel: Channel) -> None:
        """Enter a voice channel, or move to it."""
        await self._reach(lambda: self._need_place(channel))
        voice.join(self._core, self._guild(channel), self.id, channel)

    async def leave(self, guild: Guild) -> None:
        """Leave voice."""
        await self._reach(lambda: self._need_voice(guild))
        voice.leave(self._core, guild, self.id)

    async def self_mute(self, guild: Guild, on: bool = True) -> None:
        """Mute or unmute oneself."""
        await self._reach(lambda: self._need_voice(guild))
        voice.set_self(self._core, guild, self.id, mute=on, deaf=None)

    async def self_deaf(self, guild: Guild, on: bool = True) -> None:
        """Deafen or undeafen oneself."""
        await self._reach(lambda: self._need_voice(guild))
        voice.set_self(self._core, guild, self.id, mute=None, deaf=on)

    async def server_mute(self, guild: Guild, target: User | Person, on: bool = True) -> None:
        """Mute or unmute a member by hand, as whoever may mute members can."""
        await self._reach(lambda: self._need_mutable(guild, target.id))
        voice.set_server(self._core, guild, guild.members[target.id], mute=on, deaf=None)

    async def _reach(self, check: Callable[[], None]) -> None:
        """One way to Discord; what the client allowed may have become impossible when it gets there."""
        check()
        await self._way()
        check()

    def _need(self, channel: Channel, permission: Perm) -> None:
        self._need_visible(channel)
        if not self._core.world.can(self.id, channel, permission):
            raise NotPossible(f"{self.user.display} has no {permission.name} in {channel.name}")

    def _need_place(self, channel: Channel) -> None:
        self._need(channel, Perm.CONNECT)
        if not channel.is_voice:
            raise NotPossible(f"{channel.name} is no voice channel")
        if voice.is_full(self._core, self._guild(channel), channel, self.id):
            raise NotPossible(f"{channel.name} is full")

    def _need_mutable(self, guild: Guild, target_id: int) -> None:
        state = guild.voice.get(target_id)
        if state is None:
            raise NotPossible(f"{target_id} is not in voice")
        self._need(guild.channels[state.channel_id], Perm.MUTE_MEMBERS)

    def _need_voice(self, guild: Guild) -> None:
        if self.id not in guild.voice:
            raise NotPossible(f"{self.user.display} is not in voice")

    def _guild(self, channel: Channel) -> Guild:
        if channel.guild_id is None:
            raise NotPossible("there is no voice in direct messages here")
        return self._core.world.guilds[channel.guild_id]
