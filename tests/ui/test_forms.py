"""Forms live in their custom_id alone: nothing is kept of them, and what is written is read as it comes."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import discord

from mafiabot.ui.forms import Field, form, submitted
from mafiabot.ui.ids import Action, ControlId

CONTROL = ControlId("g", Action.J_FOUL_TEXT, "3")


class Recorder:
    """A handler that only remembers."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    async def on_form(
        self, interaction: discord.Interaction[Any], control: ControlId, values: Mapping[str, str]
    ) -> None:
        self.seen.append((control, dict(values)))

    async def on_unknown(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        self.seen.append(custom_id)


def filled(
    custom_id: str,
    components: list[dict[str, Any]],
    kind: discord.InteractionType = discord.InteractionType.modal_submit,
) -> discord.Interaction[Any]:
    made = SimpleNamespace(type=kind, data={"custom_id": custom_id, "components": components})
    return cast("discord.Interaction[Any]", made)


def labelled(name: str, value: object) -> dict[str, Any]:
    return {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}}


async def heard(interaction: discord.Interaction[Any]) -> list[Any]:
    handler = Recorder()
    await submitted(handler, interaction)
    return handler.seen


async def test_what_is_written_reaches_the_handler_by_field() -> None:
    seen = await heard(filled(str(CONTROL), [labelled("text", "loud"), labelled("reason", "")]))
    assert seen == [(CONTROL, {"text": "loud", "reason": ""})]


async def test_fields_in_rows_are_read_too() -> None:
    row = {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": "loud"}]}
    assert await heard(filled(str(CONTROL), [row])) == [(CONTROL, {"text": "loud"})]


async def test_what_is_no_text_is_left_out() -> None:
    odd = [labelled("text", None), {"type": 10}, {"type": 18}, labelled("list", ["a"])]
    assert await heard(filled(str(CONTROL), odd)) == [(CONTROL, {})]


async def test_a_form_of_another_version_is_told_as_unknown() -> None:
    assert await heard(filled("mb:9:g:future:0", [])) == ["mb:9:g:future:0"]


async def test_forms_of_others_and_other_interactions_are_left_alone() -> None:
    assert await heard(filled("other:form", [])) == []
    assert await heard(filled(str(CONTROL), [], discord.InteractionType.component)) == []


async def test_a_form_is_kept_by_nobody_and_says_what_it_asks() -> None:
    made = form(CONTROL, "T" * 60, Field(name="text", label="L" * 60, most=200, long=True, value="before"))
    payload = made.to_dict()
    assert made.is_finished()
    assert (payload["custom_id"], payload["title"]) == (str(CONTROL), "T" * 45)
    (label,) = payload["components"]
    field = label["component"]
    assert label["label"] == "L" * 45
    assert (field["custom_id"], field["max_length"], field["required"]) == ("text", 200, True)
    assert (field["style"], field["value"]) == (2, "before")
