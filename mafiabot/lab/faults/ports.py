"""Ports with a bug: what stands in front of Discord's voice and messages, and of the catalogues."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from mafiabot.bot.planted import Planted
from mafiabot.engine import events as ev
from mafiabot.engine.state import GameState, NightStep
from mafiabot.engine.views import HandView, PublicView
from mafiabot.lab.faults.rules import Witness
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.runtime.background import Background
from mafiabot.runtime.ports import (
    Clock,
    DiscordUnavailable,
    HandRef,
    Messenger,
    Posted,
    SeenVoice,
    TableAddress,
    Voice,
)
from mafiabot.ui.texts import Texts

IMPATIENT_S = 0.06
LATE_MS = 1_500


class VoiceRelay:
    """A `Voice` that passes everything on."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        await self._voice.set_mute(guild_id, user_id, muted, reason)

    async def set_suppress(
        self, guild_id: int, channel_id: int, user_id: int, suppressed: bool, reason: str
    ) -> None:
        await self._voice.set_suppress(guild_id, channel_id, user_id, suppressed, reason)

    async def ask(self, guild_id: int, user_id: int) -> SeenVoice | None:
        return await self._voice.ask(guild_id, user_id)


class LateMutes(VoiceRelay):
    """The former speaker is muted when the next one is well under way."""

    def __init__(self, voice: Voice, clock: Clock) -> None:
        super().__init__(voice)
        self._clock = clock

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        if muted:
            await self._clock.sleep_until_ms(self._clock.now_ms() + LATE_MS)
        await super().set_mute(guild_id, user_id, muted, reason)


class CancelledEdits(VoiceRelay):
    """Whoever waits too long for an edit gives it up."""

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        try:
            await asyncio.wait_for(super().set_mute(guild_id, user_id, muted, reason), IMPATIENT_S)
        except TimeoutError:
            raise DiscordUnavailable(0, "given up") from None


class TellingReasons(VoiceRelay):
    """The audit log says what the member is."""

    def __init__(self, voice: Voice, witness: Witness) -> None:
        super().__init__(voice)
        self._witness = witness

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        role = self._witness.role_of(user_id)
        await super().set_mute(guild_id, user_id, muted, f"{reason} {role.value if role else ''}".strip())


class DeafToPauses(VoiceRelay):
    """While the game is paused nobody is muted."""

    def __init__(self, voice: Voice, witness: Witness) -> None:
        super().__init__(voice)
        self._witness = witness

    async def set_mute(self, guild_id: int, user_id: int, muted: bool, reason: str) -> None:
        state = self._witness.state
        if not muted or state is None or state.paused is None:
            await super().set_mute(guild_id, user_id, muted, reason)


def pauses_mute_nobody() -> Planted:
    """See `DeafToPauses`."""
    witness = Witness()
    return Planted(decide=witness.decide, voice=lambda voice, _: DeafToPauses(voice, witness))


def reasons_tell_roles() -> Planted:
    """See `TellingReasons`."""
    witness = Witness()
    return Planted(decide=witness.decide, voice=lambda voice, _: TellingReasons(voice, witness))


def blacks_are_muted_again() -> Planted:
    """When the mafia goes hunting, its microphones are switched off once more, and nobody else's."""
    edits, voices = Background(), list[Voice]()

    def told(state: GameState, event: ev.Event) -> None:
        if isinstance(event, ev.NightStepBegan) and event.step is NightStep.SHOTS:
            for seat in state.seats:
                if seat.alive and seat.role is not None and seat.role.black:
                    again = voices[0].set_mute(state.guild_id, seat.person.user_id, True, "mafiabot")
                    edits.start(again, "muted again")

    def kept(voice: Voice, clock: Clock) -> Voice:
        voices.append(voice)
        return voice

    return Planted(decide=Witness(told).decide, voice=kept)


class MessengerRelay:
    """A `Messenger` that passes everything on."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    async def post_panel(self, table: TableAddress, view: PublicView, key: str) -> Posted:
        return await self._messenger.post_panel(table, view, key)

    async def edit_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._messenger.edit_panel(table, message_id, view)

    async def retire_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await self._messenger.retire_panel(table, message_id, view)

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        return await self._messenger.announce(table, announcement, view)

    async def retire_window(
        self, table: TableAddress, message_id: int, announcement: Announcement, view: PublicView
    ) -> None:
        await self._messenger.retire_window(table, message_id, announcement, view)

    async def announced_steps(self, table: TableAddress) -> frozenset[int]:
        return await self._messenger.announced_steps(table)

    async def refresh_hand(self, hand: HandRef, view: HandView) -> None:
        await self._messenger.refresh_hand(hand, view)


class EnglishMornings(MessengerRelay):
    """One announcement forgets which language the table speaks."""

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        if announcement.kind is Kind.MORNING:
            table = replace(table, locale="en")
        return await super().announce(table, announcement, view)


class ForgivingPanels(MessengerRelay):
    """The panel shows nobody's fouls."""

    async def post_panel(self, table: TableAddress, view: PublicView, key: str) -> Posted:
        return await super().post_panel(table, _forgiven(view), key)

    async def edit_panel(self, table: TableAddress, message_id: int, view: PublicView) -> None:
        await super().edit_panel(table, message_id, _forgiven(view))


def _forgiven(view: PublicView) -> PublicView:
    return replace(view, seats=tuple(replace(seat, fouls=0) for seat in view.seats))


class CountingIds(MessengerRelay):
    """Nonces and ids are made from the number of all events, the secret ones included."""

    async def announce(self, table: TableAddress, announcement: Announcement, view: PublicView) -> Posted:
        return await super().announce(table, replace(announcement, step=announcement.seq), view)


class TellingTexts(Texts):
    """Whoever was killed is named with his role."""

    def __init__(self, texts: Texts, witness: Witness) -> None:
        super().__init__(strict=True)
        self._texts = texts
        self._witness = witness

    def get(self, locale: str, key: str, /, **values: str | int) -> str:
        said, state = self._texts.get(locale, key, **values), self._witness.state
        if key != "said-killed" or state is None or not state.nights:
            return said
        victim = state.nights[-1].victim
        role = None if victim is None else state.seat(victim).role
        return said if role is None else f"{said} {self._texts.get(locale, f'role-{role.value}')}"


def the_dead_are_told() -> Planted:
    """See `TellingTexts`."""
    witness = Witness()
    return Planted(decide=witness.decide, texts=lambda texts: TellingTexts(texts, witness))


class TellingSigns(TellingTexts):
    """Every hand shows what black have written to each other."""

    def get(self, locale: str, key: str, /, **values: str | int) -> str:
        state = self._witness.state
        if key == "hand-signs" and state is not None and state.signs:
            values["signs"] = "; ".join(text for _, text in state.signs)
        return self._texts.get(locale, key, **values)


def signs_are_told() -> Planted:
    """See `TellingSigns`."""
    witness = Witness()
    return Planted(decide=witness.decide, texts=lambda texts: TellingSigns(texts, witness))


class TellingShots(TellingTexts):
    """In the morning an English table hears who has shot whom."""

    def get(self, locale: str, key: str, /, **values: str | int) -> str:
        said, state = self._texts.get(locale, key, **values), self._witness.state
        if key not in ("said-killed", "said-nobody-killed") or state is None or not state.nights:
            return said
        shots = (f"**{shooter}** shoots **{target}**" for shooter, target in state.nights[-1].shots)
        return " ".join([said, *shots])


def shots_are_told() -> Planted:
    """See `TellingShots`."""
    witness = Witness()
    return Planted(decide=witness.decide, texts=lambda texts: TellingShots(texts, witness))


def everything_is_said_twice() -> Planted:
    """A second time with a nonce of its own: with the same one Discord would keep it back."""
    numbers = count()
    nonce: Callable[[str, int, str], str] = lambda *_: f"{next(numbers)}"  # noqa: E731
    return Planted(says_twice=True, nonce=nonce)
