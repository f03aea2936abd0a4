"""The only two interactive items there are; both live in their custom_id alone.

The library un-registers a dynamic class for the whole bot when a view that mixes it with ordinary items
stops, or when a sent view is changed and sent again. So views hold these two classes only, disabled ones
included, and are built anew for each send.
"""

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from mafiabot.ui.ids import BUTTON_TEMPLATE, SELECT_TEMPLATE, ControlId

AnyInteraction = discord.Interaction[Any]


class Handler(Protocol):
    """Whoever turns presses into commands: the attribute `controls` of the bot.

    What it raises is only logged by the library, so it must answer errors itself.
    """

    async def on_button(self, interaction: AnyInteraction, control: ControlId) -> None: ...

    async def on_select(self, interaction: AnyInteraction, control: ControlId, values: list[str]) -> None: ...

    async def on_unknown(self, interaction: AnyInteraction, custom_id: str) -> None:
        """A control that this version did not write: stale, garbled or forged."""
        ...


class HasControls(Protocol):
    controls: Handler


def _handler(interaction: AnyInteraction) -> Handler:
    return cast(HasControls, interaction.client).controls


class ControlButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=BUTTON_TEMPLATE):
    @classmethod
    async def from_custom_id(
        cls, interaction: AnyInteraction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(cast("ui.Button[ui.LayoutView]", item))

    async def callback(self, interaction: AnyInteraction) -> None:
        control = ControlId.parse(self.custom_id)
        if control is None:
            await _handler(interaction).on_unknown(interaction, self.custom_id)
        else:
            await _handler(interaction).on_button(interaction, control)


class ControlSelect(ui.DynamicItem[ui.Select[ui.LayoutView]], template=SELECT_TEMPLATE):
    @classmethod
    async def from_custom_id(
        cls, interaction: AnyInteraction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(cast("ui.Select[ui.LayoutView]", item))

    async def callback(self, interaction: AnyInteraction) -> None:
        control = ControlId.parse(self.custom_id)
        if control is None:
            await _handler(interaction).on_unknown(interaction, self.custom_id)
        else:
            # A forged press may call itself a button: then nothing was chosen.
            chosen = list(getattr(self.item, "values", ()))
            await _handler(interaction).on_select(interaction, control, chosen)


DYNAMIC_ITEMS: tuple[type[ui.DynamicItem[Any]], ...] = (ControlButton, ControlSelect)


def button(
    control: ControlId,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> ControlButton:
    return ControlButton(
        ui.Button(label=label, custom_id=str(control), style=style, emoji=emoji, disabled=disabled)
    )


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
        ui.Select(
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
    )
