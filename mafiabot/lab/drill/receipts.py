"""What people were told about their presses, and what of it the store has kept: a process's lost and doubled.

A press was *accepted* if its answer said so, in the words of the catalogue, or acknowledged the end of a
speech. It is *lost* if the store does not know its id. *Doubled* are events of a kind that only a press
makes, one a press, beyond the presses kept.
"""

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from fluent.syntax import FluentParser, ast

from mafiabot.engine import events as ev
from mafiabot.lab.drill.report import Commands
from mafiabot.lab.drill.stage import DrillStage
from mafiabot.playground.controls import text_of
from mafiabot.playground.interactions import (
    COMMAND,
    COMPONENT,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL_SUBMIT,
    UPDATE,
    Interaction,
)
from mafiabot.ui.ids import Action, ControlId
from mafiabot.ui.texts import source

CALLBACK = "POST /interactions/{}/{}/callback"
LATER = "PATCH /webhooks/{}/{}/messages/@original"
DEFERS_AFTER_MS = 1_000.0
"""An acknowledgement that came later than this only promised an answer."""

_TELLS_NOTHING = frozenset(
    {"done-hand", "done-already", "done-settings", "done-unmuted", "done-unmuted-owed"}
)
_CATALOGUES = ("answers", "judge")
_ACCEPTS = re.compile(r"(judge-)?done-")
_PRESSES = (COMMAND, COMPONENT, MODAL_SUBMIT)


def commands_told(stage: DrillStage, kept: Collection[int]) -> Commands:
    """What became of people's presses. `kept`: the ids of those that the store knows."""
    promised = accepted(stage)
    made = stage.local.interactions.all
    events = (event for table in stage.tables.values() for event in table.book.chronicle.events)
    return Commands(
        accepted=len(promised | {one.id for one in made if one.id in kept and one.answered_ms is not None}),
        lost=len(promised.difference(kept)),
        doubled=doubled(events, kept, made),
    )


def accepted(stage: DrillStage) -> set[int]:
    """The ids of the interactions whose answers said that they count."""
    told = _told(stage)
    return {one.id for one in stage.local.interactions.all if _is_accepted(one, told, stage.drill.language)}


def doubled(events: Iterable[ev.Event], kept: Collection[int], presses: Iterable[Interaction]) -> int:
    """How many events there are more than the presses of theirs that were kept."""
    made = Counter(kind for event in events if (kind := _event_kind(event)) is not None)
    asked = Counter(kind for one in presses if one.id in kept and (kind := _press_kind(one)) is not None)
    return sum((made - asked).values())


# --- what was answered -----------------------------------------------------------------------------


def _told(stage: DrillStage) -> dict[str, list[tuple[int, str]]]:
    """By an interaction's token: the kind and the text of every answer that Discord took."""
    told: dict[str, list[tuple[int, str]]] = {}
    for record in stage.local.records.requests:
        if record.applied_ms is None or not isinstance(record.body, dict):
            continue
        parts = record.path.rstrip("/").split("/")
        if record.key == CALLBACK:
            data = record.body.get("data") or {}
            told.setdefault(parts[-2], []).append((record.body["type"], text_of(data)))
        elif record.key == LATER:
            told.setdefault(parts[-3], []).append((UPDATE, text_of(record.body)))
    return told


def _is_accepted(made: Interaction, told: dict[str, list[tuple[int, str]]], language: str) -> bool:
    answers = told.get(made.token, [])
    if made.answered_ms is None or made.kind not in _PRESSES or not answers:
        return False
    if any(_says_so(language, text) for kind, text in answers if kind in (MESSAGE, UPDATE)):
        return True
    in_time = made.answered_ms - made.created_ms < DEFERS_AFTER_MS
    return [kind for kind, _ in answers] == [DEFERRED_UPDATE] and in_time and _finishes(made)


def _says_so(language: str, text: str) -> bool:
    """What an answer says of the press stands in its first line."""
    said = text.partition("\n")[0]
    return any(pattern.fullmatch(said) for pattern in _patterns(language))


def _finishes(made: Interaction) -> bool:
    control = _control(made)
    return control is not None and control.action in (Action.FINISH, Action.J_SKIP)


@functools.cache
def _patterns(language: str) -> tuple["re.Pattern[str]", ...]:
    """Every text that says what an accepted press did, as it may stand in an answer."""
    found = []
    for name in _CATALOGUES:
        for entry in FluentParser().parse(source(language, name)).body:
            if not isinstance(entry, ast.Message) or entry.value is None:
                continue
            if _ACCEPTS.match(entry.id.name) and entry.id.name not in _TELLS_NOTHING:
                found.append(re.compile(_pattern(entry.value)))
    return tuple(found)


def _pattern(written: ast.Pattern) -> str:
    return "".join(_element(one) for one in written.elements)


def _element(one: Any) -> str:
    if isinstance(one, ast.TextElement):
        return r"\s+".join(re.escape(part) for part in re.split(r"\s+", one.value))
    if isinstance(one.expression, ast.SelectExpression):
        return f"({'|'.join(_pattern(variant.value) for variant in one.expression.variants)})"
    return r".+?"


# --- one event a press -----------------------------------------------------------------------------

_BY_ACTION = {
    Action.VOTE: "vote",
    Action.RAISE_YES: "raise",
    Action.RAISE_NO: "raise",
    Action.JOIN: "join",
    Action.READY: "ready",
    Action.CRY_OUT: "outcry",
    Action.CRY_OUT_YES: "outcry",
    Action.J_FOUL: "foul",
    Action.J_FOUL_TEXT: "foul",
    Action.J_FLOOR: "floor",
    Action.J_MORE: "time",
    Action.J_LESS: "time",
}
_BY_COMMAND = {
    "Foul": "foul",
    "Floor": "floor",
    "judge foul": "foul",
    "judge floor": "floor",
    "judge time": "time",
}


def _event_kind(event: ev.Event) -> str | None:
    match event:
        case ev.VoteCast():
            return "vote"
        case ev.RaiseAnswered():
            return "raise"
        case ev.PlayerJoined() | ev.PlayerQueued():
            return "join"
        case ev.ReadyConfirmed():
            return "ready"
        case ev.OutcryBegan():
            return "outcry"
        case ev.FoulGiven(by=by) if by is not None:
            return "foul"
        case ev.FloorCalled():
            return "floor"
        case ev.TimeChanged():
            return "time"
        case _:
            return None


def _press_kind(made: Interaction) -> str | None:
    if made.kind == COMMAND:
        return _BY_COMMAND.get(" ".join(_command(made.data)))
    control = _control(made)
    return None if control is None else _BY_ACTION.get(control.action)


def _command(data: dict[str, Any]) -> Iterator[str]:
    """A command's name and those of its subcommands."""
    yield data["name"]
    for option in data.get("options", ()):
        if option["type"] == 1:
            yield option["name"]


def _control(made: Interaction) -> ControlId | None:
    return ControlId.parse(str(made.data.get("custom_id", "")))
