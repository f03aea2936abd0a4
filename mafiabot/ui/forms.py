"""Forms (Discord's modals) live in their custom_id alone, like every other control.

The library keeps a form only in the memory of the process that sent it, and one form a custom_id, so a form
filled in after a restart, or by two people at once, would go unanswered. Ours are never kept: whatever is
submitted is read from the interaction itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import discord
from discord import ui

from mafiabot.ui.controls import AnswersUnknown, AnyInteraction, ours
from mafiabot.ui.ids import ControlId

MAX_TITLE = MAX_LABEL = 45


class FormHandler(AnswersUnknown, Protocol):
    """Whoever takes filled-in forms: the attribute `controls` of the bot."""

    async def on_form(
        self, interaction: AnyInteraction, control: ControlId, values: Mapping[str, str]
    ) -> None:
        """`values`: what was written, by field name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One text field. `name` is its custom_id; `label` at most 45 characters; `most` characters at most."""

    name: str
    label: str
    most: int
    required: bool = True
    long: bool = False
    value: str = ""


def form(control: ControlId, title: str, *fields: Field) -> ui.Modal:
    """A form whose answer comes as `on_form(interaction, control, values)`; a `title` has 45 characters."""
    modal = ui.Modal(title=title[:MAX_TITLE], custom_id=str(control))
    for field in fields:
        style = discord.TextStyle.long if field.long else discord.TextStyle.short
        written: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=field.name,
            style=style,
            default=field.value or None,
            required=field.required,
            max_length=field.most,
        )
        modal.add_item(ui.Label(text=field.label[:MAX_LABEL], component=written))
    modal.stop()  # the library keeps only forms that still wait
    return modal


async def submitted(handler: FormHandler, interaction: AnyInteraction) -> None:
    """Hands a filled-in form of ours to `handler`; any other interaction is left alone."""
    about = await ours(handler, interaction, discord.InteractionType.modal_submit)
    if about is not None:
        control, data = about
        await handler.on_form(interaction, control, dict(_written(data.get("components") or [])))


def _written(components: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        inner = component.get("component")
        yield from _written(component.get("components") or ([inner] if inner else []))
        if "custom_id" in component and isinstance(component.get("value"), str):
            yield component["custom_id"], component["value"]
