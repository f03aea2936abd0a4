"""Interactions that no honest client sends, drawn from a seed: ids, values, options and forms gone wrong.

Discord would stop most of them. The bot is told of all.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from random import Random  # noqa: TID251 - a forgery is drawn from its seed
from typing import Any

from mafiabot.cogs.rights import CONTROLS, DEEDS
from mafiabot.engine.legal import phase_name
from mafiabot.engine.state import GameState
from mafiabot.lab.trust.asking import Asker, Data, component_data, control_for, form_data
from mafiabot.playground.errors import Json
from mafiabot.playground.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT
from mafiabot.playground.model import User
from mafiabot.ui.ids import MAX_LENGTH, SELECTS, Action

ACTIONS = tuple(CONTROLS)
COMMANDS = tuple(name for name in DEEDS if name.startswith("/"))
ARGS = ("0", "1", "2", "9", "13", "99", "-1", "1.2", "9.other", "1.don", "1..2", ".", "_", "9" * 24, "a" * 24)
TEXTS = (
    "",
    " ",
    "x",
    "6",
    "none",
    "0",
    "-1",
    "1" * 400,
    "\u202e",
    "𝟗",
    "٣",
    "\x00",
    "null",
    "{}",
    "б" * 4000,
)
NUMBERS = (0, -1, 13, 2**31, 2**53, 2**63 - 1, -(2**63))
JUNK: tuple[Any, ...] = (None, True, 1.5, "x", [], {}, *NUMBERS)
GARBLED = (
    "mb",
    "mb:",
    "mb:1",
    "mb:1:::",
    "mb:2:{game}:join:0",
    "mb:1:{game}:join",
    "mb:1:{game}:JOIN:0",
    "mb:1:{game}:join:0:0",
    "mb:1:{game}:nothing:0",
    "mb:1:../../etc:join:0",
    "mb:1:{game}:join:' or 1=1",
    "mb:1:{game}:join:\n0",
    "mb:x:{game}:vote:1.1",
    "mb:1:{game}:vote:" + "1" * 60,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgery:
    """`deed`: what it pretends to be, as in `rights.DEEDS`; None for nothing of ours."""

    data: Data
    deed: str | None
    kind: str


@dataclass(slots=True)
class Forger:
    """`others`: ids of games that are not this table's: gone, of another server, made up."""

    rng: Random
    asker: Asker
    others: tuple[str, ...]

    def one(self, state: GameState, user: User) -> Forgery:
        make = self.rng.choices(_MAKERS, weights=[weight for _, weight in _WEIGHTED])[0]
        return make(self, state, user)

    def _action(self, *, form: bool = False) -> Action:
        return self.rng.choice(ACTIONS if not form else (*ACTIONS, *_FORMS * 8))

    def control(self, state: GameState, user: User) -> Forgery:
        """A control with the right place and a wrong argument, or the other way round, or all of it right."""
        action = self._action()
        meant = control_for(action, state)
        game = state.game_id if self.rng.random() < 0.85 else self.rng.choice(self.others)
        arg = meant.arg if self.rng.random() < 0.5 else self.rng.choice(ARGS)
        values: tuple[str, ...] | None = meant.values
        if self.rng.random() < 0.3:
            values = tuple(self.rng.choices(TEXTS, k=self.rng.choice((0, 1, 2, 25)))) or None
        if action in SELECTS and values is None and self.rng.random() < 0.8:
            values = ()
        custom_id = f"mb:1:{game}:{action.value}:{arg}"[:MAX_LENGTH]
        data = component_data(custom_id, values)
        return Forgery(data=(COMPONENT, data), deed=action.value, kind="control")

    def right(self, state: GameState, user: User) -> Forgery:
        """As it should be, and in a phase in which it may count; only who sends it is drawn."""
        phase = phase_name(state)
        deed = self.rng.choice([name for name in DEEDS if phase in DEEDS[name].phases] or COMMANDS)
        return Forgery(data=self.asker.data(deed, state, user), deed=deed, kind="right")

    def garbled(self, state: GameState, user: User) -> Forgery:
        text = self.rng.choice(GARBLED).format(game=state.game_id)
        if self.rng.random() < 0.3:
            cut = self.rng.randrange(2, len(text) + 1)
            text = text[:cut] + self.rng.choice(TEXTS)[:20]
        custom_id = text[:MAX_LENGTH] if text.startswith("mb:") else "mb:" + text[: MAX_LENGTH - 3]
        values = None if self.rng.random() < 0.6 else ("1",)
        parsed = custom_id.split(":")
        deed = parsed[3] if len(parsed) > 3 and parsed[3] in DEEDS else None
        return Forgery(data=(COMPONENT, component_data(custom_id, values)), deed=deed, kind="garbled")

    def form(self, state: GameState, user: User) -> Forgery:
        """A form with fields that are missing, doubled, of the wrong kind, or not asked for."""
        action = self._action(form=True)
        meant = control_for(action, state)
        arg = meant.arg if self.rng.random() < 0.6 else self.rng.choice(ARGS)
        game = state.game_id if self.rng.random() < 0.85 else self.rng.choice(self.others)
        written = dict(meant.written or {})
        for _ in range(self.rng.randrange(3)):
            written[self.rng.choice(("text", "reason", "word", "nothing", ""))] = self.rng.choice(TEXTS)
        data = form_data(f"mb:1:{game}:{action.value}:{arg}", written)
        if self.rng.random() < 0.4:
            data["components"] = self._bent(data["components"])
        return Forgery(data=(MODAL_SUBMIT, data), deed=action.value, kind="form")

    def _bent(self, components: list[Json]) -> list[Json]:
        bent: list[Json] = copy.deepcopy(components)
        for label in bent:
            field = label["component"]
            match self.rng.randrange(5):
                case 0:
                    field["value"] = self.rng.choice(TEXTS)
                case 1:
                    field.pop("value")
                case 2:
                    field["custom_id"] = self.rng.choice(TEXTS)[:100] or "x"
                case 3:
                    label.pop("component")
                    label.update(type=1, components=[field])
                case _:
                    field.update(type=3, values=[self.rng.choice(TEXTS)])
                    field.pop("value")
        return bent if self.rng.random() < 0.8 else [*bent, *bent]

    def slash(self, state: GameState, user: User) -> Forgery:
        """A command as it should be, or with one option that is out of range, of another type, or made up."""
        deed = self.rng.choice(COMMANDS)
        kind, data = self.asker.data(deed, state, user)
        leaf = data["options"][0]
        options = [*leaf.get("options", [])]
        if options and self.rng.random() < 0.6:
            option = self.rng.randrange(len(options))
            match self.rng.randrange(3):
                case 0:
                    options[option] = {**options[option], "value": self.rng.choice(NUMBERS)}
                case 1:
                    options[option] = {**options[option], "value": self.rng.choice(TEXTS)}
                case _:
                    del options[option]
        if self.rng.random() < 0.15:
            options.append({"type": 3, "name": "made-up", "value": "x"})
        if self.rng.random() < 0.05:
            leaf = {**leaf, "name": "made-up"}
        return Forgery(
            data=(kind, {**data, "options": [{**leaf, "options": options}]}), deed=deed, kind="slash"
        )

    def typed(self, state: GameState, user: User) -> Forgery:
        """An option being typed."""
        deed = self.rng.choice(TYPED)
        name = self.rng.choice(TYPED_OPTIONS[deed])
        _, data = self.asker.data(deed, state, user)
        leaf = data["options"][0]
        option = {"type": 3, "name": name, "value": self.rng.choice(TEXTS)[:100], "focused": True}
        others = [one for one in leaf.get("options", []) if one["name"] != name]
        made = {**data, "options": [{**leaf, "options": [*others, option]}]}
        return Forgery(data=(AUTOCOMPLETE, made), deed=None, kind="typed")


TYPED_OPTIONS = {
    "/mafia settings": ("option", "value"),
    "/mafia protocol": ("game",),
    "/mafia glossary": ("term",),
    "/judge foul": ("seat",),
    "/judge undo": ("steps",),
    "/judge award": ("seat", "game"),
    "/judge protest": ("number", "game"),
}
TYPED = tuple(TYPED_OPTIONS)
_FORMS = (Action.WORD, Action.SIGN, Action.PROTEST, Action.J_FOUL_TEXT, Action.J_UNDO_WHY)
Maker = Callable[[Forger, GameState, User], Forgery]
_WEIGHTED: tuple[tuple[Maker, int], ...] = (
    (Forger.control, 35),
    (Forger.right, 20),
    (Forger.garbled, 10),
    (Forger.form, 15),
    (Forger.slash, 15),
    (Forger.typed, 5),
)
_MAKERS = tuple(make for make, _ in _WEIGHTED)
