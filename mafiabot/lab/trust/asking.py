"""How each deed is asked for: the interaction Discord would tell the bot of, with what fits the scene.

A deed that takes two steps (a form, a question) is asked by its last one, which is the one that acts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mafiabot.engine.discipline_types import JUDGE_CAUSES, JUDGE_FOULS
from mafiabot.engine.state import GameState, Night, RaiseVote, Talk, Vote
from mafiabot.lab.trust.cast import Cast, Kind
from mafiabot.playground import clicks, commanding
from mafiabot.playground.components import BUTTON, STRING_SELECT
from mafiabot.playground.core import Core
from mafiabot.playground.errors import Json
from mafiabot.playground.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from mafiabot.playground.model import Application, Channel, Message, User
from mafiabot.ui import commands_i18n as i18n
from mafiabot.ui.deal_words import WORD_FIELD
from mafiabot.ui.hand import SIGN_FIELD
from mafiabot.ui.ids import NO_ARG, SELECTS, Action, ControlId
from mafiabot.ui.judge import REASON, TEXT
from mafiabot.ui.protests import PROTEST_FIELD

FOUL, CAUSE = JUDGE_FOULS[0].value, JUDGE_CAUSES[0].value
Data = tuple[int, Json]
"""Kind and data of an interaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A press (`values` None), a choice, or a form (`written`)."""

    arg: str = NO_ARG
    values: tuple[str, ...] | None = None
    written: Mapping[str, str] | None = None


@dataclass(slots=True)
class Asker:
    """`count` makes each change of a setting another one."""

    core: Core
    app: Application
    channel: Channel
    cast: Cast
    count: int = field(default=0)

    def data(self, deed: str, state: GameState, user: User) -> Data:
        """`deed`: as in `rights.DEEDS`, asked of the table in that state."""
        if deed.startswith("/"):
            self.count += 1
            _, data = commanding.slash_data(
                self.core, user, self.channel, deed, self._options(deed), self.app
            )
            return COMMAND, data
        if deed.startswith("menu "):
            name = i18n.menu_name(deed.removeprefix("menu ")).message
            target = self.cast.users[Kind.LIVING]
            return COMMAND, commanding.menu_data(self.core, user, self.channel, name, target)[1]
        return control_data(ControlId(state.game_id, Action(deed), ""), control_for(Action(deed), state))

    def _options(self, deed: str) -> dict[str, Any]:
        heir = self.cast.users[Kind.HEIR]
        options: dict[str, dict[str, Any]] = {
            "/mafia open": {"preset": "club"},
            "/mafia swap": {"first": 1, "second": 2},
            "/mafia unseat": {"seat": 9},
            "/mafia settings": {"log-days": 1 + self.count % 3000},
            "/mafia my-data": {"action": "delete", "sure": True},
            "/judge foul": {"seat": 6, "reason": FOUL},
            "/judge unfoul": {"seat": 8},
            "/judge remove": {"seat": 9, "cause": CAUSE},
            "/judge team-loss": {"seat": 9},
            "/judge time": {"seconds": 5},
            "/judge floor": {"seat": 6},
            "/judge nominate": {"seats": "5"},
            "/judge best-move": {"seats": "1 2 3"},
            "/judge substitute": {"seat": 9},
            "/judge wait": {"seat": 9},
            "/judge undo": {"steps": 1, "reason": "a mistake"},
            "/judge hand-over": {"member": heir},
            "/judge co-judge": {"member": heir},
            "/judge award": {"seat": 7, "points": 0.2},
            "/judge penalty": {"seat": 7},
            "/judge protest": {"number": 1, "verdict": "rejected", "text": "no"},
        }
        return options.get(deed, {})


def control_data(control: ControlId, meant: Control) -> Data:
    custom_id = str(ControlId(control.game_id, control.action, meant.arg))
    if meant.written is not None:
        return MODAL_SUBMIT, form_data(custom_id, meant.written)
    return COMPONENT, component_data(custom_id, meant.values)


def component_data(custom_id: str, values: tuple[str, ...] | None) -> Json:
    kind = BUTTON if values is None else STRING_SELECT
    data: Json = {"component_type": kind, "custom_id": custom_id, "id": 90}
    return data if values is None else {**data, "values": list(values)}


def form_data(custom_id: str, written: Mapping[str, str]) -> Json:
    fields = [
        {"type": 18, "id": n, "component": {"type": 4, "id": 50 + n, "custom_id": name, "value": value}}
        for n, (name, value) in enumerate(written.items(), 1)
    ]
    return {"custom_id": custom_id, "components": fields}


def control_for(action: Action, state: GameState) -> Control:
    """What the control would say if it were shown now, and a fitting choice."""
    made = _MEANT.get(action)
    if made is not None:
        return made(state)
    return Control(values=("6",)) if action in SELECTS else Control()


def _floor(state: GameState) -> str:
    return str(state.phase.floor.ordinal) if isinstance(state.phase, Talk) else "1"


def _window(state: GameState) -> str:
    return str(state.phase.window.window_no) if isinstance(state.phase, Vote | RaiseVote) else "1"


def _candidate(state: GameState) -> str:
    phase = state.phase
    return str(phase.candidates[phase.index]) if isinstance(phase, Vote) else "7"


def _night(state: GameState) -> str:
    return str(state.phase.number) if isinstance(state.phase, Night) else "1"


def _step(state: GameState) -> str:
    return state.phase.step.value if isinstance(state.phase, Night) else "don"


def _act(state: GameState) -> str:
    return str(state.acts[-1].at_ms) if state.acts else "1"


_MEANT: Mapping[Action, Callable[[GameState], Control]] = {
    Action.WORD: lambda s: Control(written={WORD_FIELD: "rain"}),
    Action.FINISH: lambda s: Control(arg=_floor(s)),
    Action.NOMINATE: lambda s: Control(arg=_floor(s), values=("5",)),
    Action.BEST_MOVE: lambda s: Control(arg=_floor(s), values=("1", "2")),
    Action.VOTE: lambda s: Control(arg=f"{_window(s)}.{_candidate(s)}"),
    Action.RAISE_YES: lambda s: Control(arg=_window(s)),
    Action.RAISE_NO: lambda s: Control(arg=_window(s)),
    Action.PLAN_ADD: lambda s: Control(arg=_night(s), values=("6",)),
    Action.PLAN_CLEAR: lambda s: Control(arg=_night(s)),
    Action.SIGN: lambda s: Control(arg=_night(s), written={SIGN_FIELD: "left ear"}),
    Action.SHOOT: lambda s: Control(arg=_night(s), values=("8",)),
    Action.CHECK: lambda s: Control(arg=f"{_night(s)}.{_step(s)}", values=("8",)),
    Action.PROTEST: lambda s: Control(arg=str(s.game_number or 1), written={PROTEST_FIELD: "I object"}),
    Action.J_UNFOUL: lambda s: Control(arg="8"),
    Action.J_FOUL: lambda s: Control(arg="6", values=(FOUL,)),
    Action.J_FOUL_TEXT: lambda s: Control(arg="6", written={TEXT: "loud"}),
    Action.J_REMOVE: lambda s: Control(arg="9"),
    Action.J_REMOVE_YES: lambda s: Control(arg=f"9.{CAUSE}"),
    Action.J_CAUSE: lambda s: Control(arg="9", values=(CAUSE,)),
    Action.J_FLOOR: lambda s: Control(arg="6"),
    Action.J_SUBSTITUTE: lambda s: Control(arg="9"),
    Action.J_TEAM_LOSS: lambda s: Control(arg="9"),
    Action.J_TEAM_LOSS_YES: lambda s: Control(arg="9"),
    Action.J_SKIP: lambda s: Control(arg=_floor(s)),
    Action.J_END: lambda s: Control(arg=str(s.step)),
    Action.J_WAIT: lambda s: Control(arg="9"),
    Action.J_UNDO: lambda s: Control(values=(_act(s),)),
    Action.J_UNDO_WHY: lambda s: Control(arg=_act(s), written={REASON: "a mistake"}),
}


async def sent(
    asker: Asker, user: User, data: Data, panel: Message, channel: Channel | None = None
) -> Interaction:
    """Tells the bot of it, past whatever Discord would check, and waits for what comes of it.

    `panel`: the message on which a control is said to be; without latency its answer is there at once.
    """
    message = None
    if data[0] == COMPONENT:
        message = with_control(panel, data[1])
    elif data[0] == MODAL_SUBMIT:
        message = panel
    made = clicks.click(
        asker.core,
        asker.app,
        user,
        channel or asker.channel,
        data[0],
        data[1],
        clicked_ms=asker.core.clock.now_ms(),
        forged=message,
    )
    return await made.outcome()


def with_control(panel: Message, data: Json) -> Message:
    """The message with the very control that was touched: the library looks for it there."""
    control: Json = {"type": data["component_type"], "id": 90, "custom_id": data["custom_id"]}
    if data["component_type"] == BUTTON:
        control |= {"style": 2, "label": "?"}
    else:
        control |= {"options": [{"label": "?", "value": "?"}]}
    row = {"type": 1, "id": 91, "components": [control]}
    return replace(panel, payload={**panel.payload, "components": [row]})
