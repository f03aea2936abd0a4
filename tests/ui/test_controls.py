"""Presses reach the bot's handler, and the library keeps no view of ours."""

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
from mafiabot.ui.controls import ControlButton, ControlSelect, button, pressed
from mafiabot.ui.hand import cry_out_confirm_layout, give_up_confirm_layout, hand_view_layout
from mafiabot.ui.ids import SELECTS, Action, ControlId
from mafiabot.ui.panel import panel_view
from mafiabot.ui.texts import Texts
from tests.support import views

COMPONENT = discord.InteractionType.component


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


async def press(
    custom_id: str, *values: Any, kind: discord.InteractionType = COMPONENT, **other: Any
) -> list[Any]:
    """What the handler hears of it."""
    handler = Recorder()
    data = {
        "custom_id": custom_id,
        "component_type": 2,
        **({"values": list(values)} if values else {}),
        **other,
    }
    await pressed(handler, cast("discord.Interaction[Any]", SimpleNamespace(type=kind, data=data)))
    return handler.seen


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


@pytest.mark.parametrize("action", Action)
async def test_a_press_reaches_the_handler_with_its_id_and_what_was_chosen(action: Action) -> None:
    control = ControlId("g", action, "7")
    heard = (control, ["4"]) if action in SELECTS else control
    assert await press(str(control), "4") == [heard]


async def test_of_a_selection_that_calls_itself_a_button_nothing_was_chosen() -> None:
    control = ControlId("g", Action.SHOOT, "1")
    assert await press(str(control)) == [(control, [])]
    assert await press(str(control), 4, None) == [(control, [])]
    assert await press(str(control), values=None) == [(control, [])]


@pytest.mark.parametrize("custom_id", ["mb:9:g:future:0", "mb:1:g:steal:0", "mb:1::shoot:0", "mb:what"])
async def test_a_control_of_another_version_is_told_as_unknown(custom_id: str) -> None:
    assert await press(custom_id) == [custom_id]


async def test_what_is_not_a_press_of_ours_is_left_alone() -> None:
    form = discord.InteractionType.modal_submit
    assert await press("ordinary") == []
    assert await press(str(ControlId("g", Action.SIGN, "1")), kind=form) == []


async def test_every_interactive_item_is_one_of_the_two(texts: Texts) -> None:
    for layout in every_layout(texts):
        live = [item for item in layout.walk_children() if isinstance(item, ui.Button | ui.Select)]
        assert all(isinstance(item, ControlButton | ControlSelect) for item in live)


async def test_the_library_has_nothing_to_keep_of_a_view_of_ours(texts: Texts) -> None:
    store = ViewStore(cast(Any, None))
    for message_id, layout in enumerate(every_layout(texts), 1):
        assert not layout.is_dispatchable()
        store.add_view(layout, message_id)
    assert store._views == {}
    assert store._synced_message_views == {}


async def test_no_layout_is_ever_shared(texts: Texts) -> None:
    view = views.public_view()
    assert panel_view(texts, "en", view) is not panel_view(texts, "en", view)


def test_a_button_shows_what_it_was_given() -> None:
    made = button(ControlId("g", Action.JOIN), "Join", disabled=True)
    assert (made.label, made.disabled) == ("Join", True)
