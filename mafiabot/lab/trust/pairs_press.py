"""How people press in a pair's evening: what Discord would tell the bot of it, and when that gets there."""

import asyncio

from mafiabot.lab.trust.asking import component_data, form_data, with_control
from mafiabot.lab.trust.pairs_line import Room
from mafiabot.lab.trust.scenario_deeds import Deed
from mafiabot.playground import clicks, controls
from mafiabot.playground.errors import Json
from mafiabot.playground.interactions import COMPONENT, MODAL_SUBMIT, Interaction
from mafiabot.playground.model import Message, User
from mafiabot.ui.ids import Action, ControlId


class Presses:
    """`made`: every press, in its order."""

    def __init__(self, room: Room, game_id: str) -> None:
        self._room = room
        self._game_id = game_id
        self._under_way: list[asyncio.TimerHandle] = []
        self.made: list[Interaction] = []

    def panel(self) -> Message:
        """The newest public message; for a press only that it is public matters."""
        return next(reversed(self._room.channel.messages.values()))

    def in_public(self, user: User, deed: Deed) -> Interaction | None:
        """On a public message: the newest that has such a control."""
        if not self._room.connected:
            return self.press(user, self.panel(), deed)
        newest = reversed(self._room.channel.messages.values())
        message = next((one for one in newest if self._offered(one, deed)), None)
        return None if message is None else self.press(user, message, deed)

    def hand_of(self, user: User) -> Message | None:
        """The newest private message that is one: each of his presses elsewhere is answered by another."""
        marked = str(ControlId(self._game_id, Action.GIVE_UP))
        shown = (one.message for one in reversed(self.made) if one.user_id == user.id)
        hands = (m for m in shown if m is not None and controls.find(m.payload, custom_id=marked) is not None)
        return next((message for message in hands if message.ephemeral), None)

    def press(self, user: User, message: Message, deed: Deed) -> Interaction | None:
        """Made now; the bot hears of it one way later, and `deed.way_ms` after that.

        Without a connection the message is said to hold no control but that one, which is all the library
        looks for; with one, only what the message offers can be pressed. None: it is not offered.
        """
        custom_id, core = str(ControlId(self._game_id, deed.action, deed.arg)), self._room.core
        if self._room.connected and not self._offered(message, deed):
            return None
        if deed.written is not None:
            kind, data = MODAL_SUBMIT, form_data(custom_id, deed.written)
        else:
            kind, data = COMPONENT, component_data(custom_id, deed.values)
            message = message if self._room.connected else with_control(message, data)
        made = core.interactions.open(
            id=core.ids.new(),
            kind=kind,
            app=self._room.bot,
            user_id=user.id,
            channel=self._room.channel,
            data=data,
            clicked_ms=core.clock.now_ms(),
            source=message,
            parent=None,
        )
        self.made.append(made)
        loop, body = asyncio.get_running_loop(), clicks.payload(core, made, user)
        self._under_way.append(loop.call_later(deed.way_ms / 1000, self._tell, body))
        return made

    def _offered(self, message: Message, deed: Deed) -> bool:
        """Whether it can be pressed there as it is now, and has those options."""
        custom_id = str(ControlId(self._game_id, deed.action, deed.arg))
        control = controls.find(message.payload, custom_id=custom_id)
        if control is None or control.disabled:
            return False
        return {*(deed.values or ())} <= {option.value for option in control.options}

    def _tell(self, body: Json) -> None:
        """Of the message as it was when it was pressed, whatever has become of it meanwhile."""
        self._room.core.gateway.send_to(self._room.bot, self._room.guild.id, "INTERACTION_CREATE", body)

    def stop(self) -> None:
        """Nothing more gets to the bot."""
        for handle in self._under_way:
            handle.cancel()
