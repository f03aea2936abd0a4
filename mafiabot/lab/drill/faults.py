"""Every `do` of a drill file as a strict model: what it needs, what it may be given, and within which bounds.

`for_s`, where it may be left out, means: for good.
"""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from mafiabot.lab.drill.event_kinds import EVENT_KINDS, EVERY_KIND
from mafiabot.lab.drill.moments import Moment, moment_of
from mafiabot.playground.permissions import Perm
from mafiabot.playground.rest import pipeline
from mafiabot.playground.rest.router import ROUTES

Seconds = Annotated[float, Field(ge=0, le=100_000)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Seat = Annotated[int, Field(ge=1, le=12)]
Process = Annotated[int, Field(ge=0, le=7)]
User = Annotated[str, Field(pattern=r"^(host|bot|stranger[1-9]\d?|spectator[1-9]\d?)$")]
Where = Literal["guild", "server", "channel", "table"]
Place = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]*$")]
"""`table`, `elsewhere`, `out` with their other names, or the id of a table."""

HERE, ELSEWHERE, OUT = ("table",), ("elsewhere", "other"), ("out", "none", "left", "")
PERMISSIONS = tuple(permission.name.lower() for permission in Perm if permission.name)
ROUTE_KEYS = tuple(sorted({f"{route.method} {route.template}" for route in ROUTES.routes}))
EVERY_ROUTE = "*"
assert pipeline.HANDLERS  # routes are there once their handlers are imported


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Fault(Strict):
    """What all faults have: when, at which table (empty: the first one), and whether it may never come."""

    at: str
    table: str = ""
    optional: bool = False

    @field_validator("at")
    @classmethod
    def _is_a_moment(cls, at: str) -> str:
        moment_of(at)
        return at

    @property
    def moment(self) -> Moment:
        """When it comes."""
        return moment_of(self.at)


class OfSomebody(Fault):
    """Done to, or by, one person: of a seat, or `user`: host, stranger1, spectator1, or the bot."""

    seat: Seat | None = None
    user: User | None = None

    @model_validator(mode="after")
    def _is_one(self) -> "OfSomebody":
        if (self.seat is None) == (self.user is None):
            raise ValueError("say who: either seat = N or user = host, strangerN, spectatorN")
        return self


class OfAPerson(OfSomebody):
    """What happens to people only."""

    @model_validator(mode="after")
    def _is_no_bot(self) -> "OfAPerson":
        if self.user == "bot":
            raise ValueError(
                "the bot is nobody to whom this can happen; allowed: host, strangerN, spectatorN"
            )
        return self


# --- what people do, and what is done to them ------------------------------------------------------


class Leave(OfAPerson):
    """Leaves voice, comes back after `for_s`."""

    do: Literal["leave"]
    for_s: Seconds | None = None


class Move(OfAPerson):
    """Goes to another voice channel of the guild, comes back after `for_s`."""

    do: Literal["move"]
    for_s: Seconds | None = None


class SelfMute(OfAPerson):
    """Mutes himself, and unmutes himself after `for_s`."""

    do: Literal["self_mute"]
    for_s: Seconds | None = None


class Deafen(OfAPerson):
    """Deafens himself, which mutes him, too."""

    do: Literal["deafen"]
    for_s: Seconds | None = None


class TimeoutMember(OfAPerson):
    """A moderator times him out."""

    do: Literal["timeout_member"]
    for_s: Annotated[float, Field(gt=0, le=100_000)]


class UnmuteByHand(OfAPerson):
    """A moderator lifts his server mute."""

    do: Literal["unmute_by_hand"]


class MuteByStranger(OfAPerson):
    """Somebody else server-mutes him, as soon as he is in voice."""

    do: Literal["mute_by_stranger"]


class HandOver(OfAPerson):
    """The judge hands the table over to him."""

    do: Literal["hand_over"]


class Kick(OfSomebody):
    """Thrown out of the guild; with `for_s` invited again. `user = "bot"`: the bot itself."""

    do: Literal["kick"]
    for_s: Seconds | None = None


class Ban(OfSomebody):
    """Banned; with `for_s` pardoned and invited again."""

    do: Literal["ban"]
    for_s: Seconds | None = None


# --- what happens to the guild ---------------------------------------------------------------------


class TakePermission(Fault):
    """The bot loses a permission, everywhere or in the table's channel."""

    do: Literal["take_permission"]
    permission: str
    where: Where = "guild"
    for_s: Seconds | None = None

    @field_validator("permission")
    @classmethod
    def _is_known(cls, written: str) -> str:
        permission = written.lower().replace(" ", "_")
        if permission not in PERMISSIONS:
            raise ValueError(f"{written!r} is unknown; allowed: {', '.join(PERMISSIONS)}")
        return permission


class DeleteChannel(Fault):
    """The table's channel is deleted."""

    do: Literal["delete_channel"]


class DeletePanel(Fault):
    """A moderator deletes the table's panel message."""

    do: Literal["delete_panel"]


class FillChannel(Fault):
    """The table's channel is full: nobody is let in any more."""

    do: Literal["fill_channel"]
    for_s: Seconds | None = None


class PauseGame(Fault):
    """A moderator pauses, `n` times in a row, and resumes as often."""

    do: Literal["pause"]
    for_s: Seconds
    n: Annotated[int, Field(ge=1, le=9)] = 1


class SkipSpeech(Fault):
    """The judge ends the present speech."""

    do: Literal["skip"]


class StopGame(Fault):
    """A moderator stops the game."""

    do: Literal["stop_game"]


class Storm(Fault):
    """Messages of a stranger in the table's chat."""

    do: Literal["storm"]
    n: Count
    per_s: Annotated[float, Field(gt=0, le=1_000)]


class Churn(Fault):
    """Strangers join and leave the table's channel: `n` visits."""

    do: Literal["churn"]
    n: Count
    per_s: Annotated[float, Field(gt=0, le=100)]


class Change(Strict):
    """How a seat is found after an outage."""

    seat: Seat
    mute: bool | None = None
    channel: Place | None = None


class GuildOutage(Fault):
    """The guild is unavailable; `changes` happen meanwhile and are told by GUILD_CREATE only."""

    do: Literal["guild_outage"]
    for_s: Seconds
    changes: tuple[Change, ...] = ()


# --- what happens to requests and events -----------------------------------------------------------


class OfRoute(Fault):
    """Concerns the `nth` call of a route from then on, and `times` of them."""

    route: str
    nth: Count = 1
    times: Count = 1

    @field_validator("route")
    @classmethod
    def _is_known(cls, written: str) -> str:
        route = re.sub(r"\{\w+\}", "{}", written)
        if route != EVERY_ROUTE and route not in ROUTE_KEYS:
            raise ValueError(f"{written!r} is unknown; allowed: * and {', '.join(ROUTE_KEYS)}")
        return route


class Answer(OfRoute):
    """Discord answers with an error (0: it cuts the connection), if wanted after applying what was asked."""

    do: Literal["answer"]
    status: int
    after_apply: bool = False
    retry_after_s: Annotated[float, Field(ge=0, le=3_600)] = 1.0
    scope: Literal["user", "shared", "global"] = "user"

    @field_validator("status")
    @classmethod
    def _is_an_error(cls, status: int) -> int:
        if status and not 400 <= status <= 599:
            raise ValueError("allowed: 400 to 599, or 0 for a connection that is cut")
        return status


class Hang(OfRoute):
    """Discord takes so long to answer."""

    do: Literal["hang"]
    for_s: Seconds
    after_apply: bool = False


class GatewayDrop(Fault):
    """The gateway connection breaks; nobody is let in again for so long."""

    do: Literal["gateway_drop"]
    resumable: bool = True
    for_s: Seconds = 0.0


class Events(Fault):
    """The next `n` gateway events of a kind (`*`: any) are lost, late or doubled."""

    do: Literal["events"]
    kind: str
    mode: Literal["lose", "delay", "double"]
    n: Count = 1
    delay_ms: Annotated[float, Field(ge=0, le=600_000)] = 0.0

    @field_validator("kind")
    @classmethod
    def _is_known(cls, kind: str) -> str:
        if kind != EVERY_KIND and kind not in EVENT_KINDS:
            raise ValueError(f"{kind!r} is unknown; allowed: * and {', '.join(EVENT_KINDS)}")
        return kind


# --- what happens to the bot -----------------------------------------------------------------------


class Kill(Fault):
    """kill -9, and a new process after so long. `process`: which of several."""

    do: Literal["kill"]
    restart_after_s: Seconds
    process: Process = 0


class Stop(Fault):
    """The process stands still. `process`: which of several; `replaced`: another one is started meanwhile."""

    do: Literal["stop"]
    for_s: Seconds
    process: Process = 0
    replaced: bool = False


class Roll(Fault):
    """A rolling update: each process in turn is told to end (SIGTERM), and started again."""

    do: Literal["roll"]


class CutOff(Fault):
    """A process does not reach the store; with `replaced` another one is started meanwhile."""

    do: Literal["cut_off"]
    for_s: Seconds
    process: Process = 0
    replaced: bool = False


class Twin(Fault):
    """A second process serves the same tables, and neither knows of the other."""

    do: Literal["twin"]
    for_s: Seconds
    process: Process = 0


class CrashLoop(Fault):
    """A process dies `every_s` after each start, `n` times, and is started again at once."""

    do: Literal["crash_loop"]
    n: Count
    every_s: Annotated[float, Field(gt=0, le=3_600)]
    process: Process = 0


class StoreTrouble(Fault):
    """The live store does not answer, is gone, comes back without its last commit, or is emptied."""

    do: Literal["store"]
    mode: Literal["frozen", "gone", "lost_last", "emptied"]
    for_s: Seconds = 0.0


class ClockStep(Fault):
    """The host's wall clock jumps."""

    do: Literal["clock_step"]
    ms: Annotated[int, Field(ge=-86_400_000, le=86_400_000)]


OfThePeople = Leave | Move | SelfMute | Deafen | TimeoutMember | UnmuteByHand | MuteByStranger | Kick | Ban
OfTheModerator = HandOver | PauseGame | SkipSpeech | StopGame
OfTheGuild = TakePermission | DeleteChannel | DeletePanel | FillChannel | Storm | Churn | GuildOutage
OfTheWire = Answer | Hang | GatewayDrop | Events
OfTheBot = Kill | Stop | StoreTrouble | ClockStep
OfTheFleet = Roll | CutOff | Twin | CrashLoop
AnyFault = Annotated[
    OfThePeople | OfTheModerator | OfTheGuild | OfTheWire | OfTheBot | OfTheFleet, Field(discriminator="do")
]
