"""The only two interactive items there are; both live in their custom_id alone.

The library is told that nothing is to be dispatched to them: it would keep every view that was sent, and read
the whole message again at each press. A press is taken from the interaction itself, as forms are.
"""

from collections.abc import Sequence
from typing import Any, Protocol, cast

import discord
from discord import ui

from mafiabot.ui.ids import PREFIX, SELECTS, ControlId

AnyInteraction = discord.Interaction[Any]


class AnswersUnknown(Protocol):
    """What it raises is only logged by the library, so it must answer errors itself."""

    async def on_unknown(self, interaction: AnyInteraction, custom_id: str) -> None:
        """A control that this version did not write: stale, garbled or forged."""
        ...


class Handler(AnswersUnknown, Protocol):
    """Whoever turns presses into commands: the attribute `controls` of the bot."""

    async def on_button(self, interaction: AnyInteraction, control: ControlId) -> None: ...

    async def on_select(self, interaction: AnyInteraction, control: ControlId, values: list[str]) -> None: ...


async def ours(
    handler: AnswersUnknown, interaction: AnyInteraction, kind: discord.InteractionType
) -> tuple[ControlId, dict[str, Any]] | None:
    """The control of ours that an interaction of this kind is about, and what came with it.

    None where it is about none, or `handler` has been given one that this version cannot read.
    """
    if interaction.type is not kind:
        return None
    data = cast("dict[str, Any]", interaction.data)
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith(f"{PREFIX}:"):
        return None
    control = ControlId.parse(custom_id)
    if control is None:
        await handler.on_unknown(interaction, custom_id)
        return None
    return control, data


async def pressed(handler: Handler, interaction: AnyInteraction) -> None:
    """Hands a press of one of our controls to `handler`; any other interaction is left alone."""
    about = await ours(handler, interaction, discord.InteractionType.component)
    if about is None:
        return
    control, data = about
    if control.action in SELECTS:
        # A forged press may call itself a button: then nothing was chosen.
        chosen = [value for value in data.get("values") or () if isinstance(value, str)]
        await handler.on_select(interaction, control, chosen)
    else:
        await handler.on_button(interaction, control)


class ControlButton(ui.Button[ui.LayoutView]):
    def is_dispatchable(self) -> bool:
        return False


class ControlSelect(ui.Select[ui.LayoutView]):
    def is_dispatchable(self) -> bool:
        return False


def button(
    control: ControlId,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> ControlButton:
    return ControlButton(label=label, custom_id=str(control), style=style, emoji=emoji, disabled=disabled)


def select(
    control: ControlId,
    placeholder: str,
    options: Sequence[tuple[str, str]],
    *,
    most: int = 1,
    disabled: bool = False,
    chosen: str | None = None,
) -> ControlSelect:
    """`options`: (value, label). `most` > 1: any number from none up to `most`, in the order picked.

    `chosen`: the value that is shown as chosen before anybody chooses.
    """
    return ControlSelect(
        custom_id=str(control),
        placeholder=placeholder,
        options=[
            discord.SelectOption(label=label, value=value, default=value == chosen)
            for value, label in options
        ],
        min_values=1 if most == 1 else 0,
        max_values=min(most, len(options)),
        disabled=disabled,
    )
