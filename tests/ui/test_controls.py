"""Presses reach the bot's handler, and no view ever un-registers the two control classes."""

import re
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import ui
from discord.ui.view import ViewStore

from mafiabot.engine.state import Role
from mafiabot.engine.views import HandControl
from mafiabot.runtime.announcements import Announcement, Kind
from mafiabot.ui.announce import announcement_layout
from mafiabot.ui.controls import DYNAMIC_ITEMS, ControlButton, ControlSelect, button, select
from mafiabot.ui.hand import cry_out_confirm_layout, give_up_confirm_layout, hand_view_layout
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.panel import panel_view
from mafiabot.ui.texts import Texts
from tests.support import views

MATCH = cast("re.Match[str]", re.fullmatch("x", "x"))


class Recorder:
    """A handler that only remembers."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    async def on_button(self, interaction: discord.Interaction[Any], control: ControlId) -> None:
        self.seen.append(control)

    async def on_select(
        self, interaction: discord.Interaction[Any], control: ControlId, values: list[str]
    ) -> None:
        self.seen.append((control, values))

    async def on_unknown(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        self.seen.append(custom_id)


def pressed(handler: Recorder) -> discord.Interaction[Any]:
    return cast("discord.Interaction[Any]", SimpleNamespace(client=SimpleNamespace(controls=handler)))


def every_layout(texts: Texts) -> list[ui.LayoutView]:
    public = views.public_view(floor=views.floor_view())
    hands = [
        views.hand_of(role, public, control, options=(2, 3) if control is not HandControl.NONE else ())
        for role in Role
        for control in HandControl
    ]
    windows = [
        Announcement(kind=kind, seq=1, step=1, seat=1, seats=(1, 2), window_no=3, length_ms=1000)
        for kind in (Kind.WINDOW, Kind.RAISE_WINDOW)
    ]
    return [
        *(panel_view(texts, "en", view) for view in views.moments().values()),
        *(hand_view_layout(texts, "en", hand, "line") for hand in hands),
        give_up_confirm_layout(texts, "en", hands[0]),
        cry_out_confirm_layout(texts, "en", hands[0]),
        *(announcement_layout(texts, "en", told, public) for told in windows),
    ]


async def test_a_pressed_button_reaches_the_handler_with_its_id() -> None:
    handler, control = Recorder(), ControlId("g", Action.VOTE, "7.3")
    plain: ui.Button[ui.LayoutView] = ui.Button(custom_id=str(control))
    item = await ControlButton.from_custom_id(pressed(handler), plain, MATCH)
    await item.callback(pressed(handler))
    assert handler.seen == [control]


async def test_a_selection_reaches_the_handler_with_its_values() -> None:
    handler, control = Recorder(), ControlId("g", Action.SHOOT, "1")
    made = select(control, "whom", [("3", "3 · Ann"), ("4", "4 · Bob")])
    item = await ControlSelect.from_custom_id(pressed(handler), made.item, MATCH)
    item.item._refresh_state(pressed(handler), {"values": ["4"]})  # type: ignore[typeddict-item]
    await item.callback(pressed(handler))
    assert handler.seen == [(control, ["4"])]


@pytest.mark.parametrize("custom_id", ["mb:9:g:future:0", "mb:1:g:steal:0"])
async def test_a_button_of_another_version_is_told_as_unknown(custom_id: str) -> None:
    handler = Recorder()
    plain: ui.Button[ui.LayoutView] = ui.Button(custom_id=custom_id)
    item = await ControlButton.from_custom_id(pressed(handler), plain, MATCH)
    await item.callback(pressed(handler))
    assert handler.seen == [custom_id]


async def test_a_garbled_select_is_told_as_unknown() -> None:
    handler = Recorder()
    plain: ui.Select[ui.LayoutView] = ui.Select(custom_id="mb:1::shoot:0")
    item = await ControlSelect.from_custom_id(pressed(handler), plain, MATCH)
    await item.callback(pressed(handler))
    assert handler.seen == ["mb:1::shoot:0"]


async def test_every_interactive_item_is_a_dynamic_one(texts: Texts) -> None:
    for layout in every_layout(texts):
        live = [item for item in layout.walk_children() if item.is_dispatchable()]
        containers = (ui.Container, ui.ActionRow)
        assert all(isinstance(item, (*DYNAMIC_ITEMS, *containers)) for item in live)


async def test_views_that_time_out_leave_the_control_classes_registered(texts: Texts) -> None:
    store = ViewStore(cast(Any, None))
    store.add_dynamic_items(*DYNAMIC_ITEMS)
    for message_id, layout in enumerate(every_layout(texts), 1):
        store.add_view(layout, message_id)
        layout.stop()
    assert set(store._dynamic_items.values()) == set(DYNAMIC_ITEMS)
    assert store._views == {}


async def test_no_layout_is_ever_shared(texts: Texts) -> None:
    view = views.public_view()
    assert panel_view(texts, "en", view) is not panel_view(texts, "en", view)


def test_a_button_shows_what_it_was_given() -> None:
    made = button(ControlId("g", Action.JOIN), "Join", disabled=True)
    assert (made.item.label, made.item.disabled) == ("Join", True)
