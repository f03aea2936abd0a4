"""What the local Discord saw of our member edits: each wish, when it was sent, how often, and when we saw it.

Moments are loop milliseconds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import orjson

from mafiabot.lab.drill.stage import DrillStage, Touch
from mafiabot.lab.drill.wishes import Wishes
from mafiabot.playground.model import Application
from mafiabot.playground.records import RequestRecord

EDIT = "PATCH /guilds/{}/members/{}"
_FINE, _LIMITED = range(200, 300), 429
_SLOW_MS = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One request to mute or unmute somebody.

    `hurt`: it was answered with an error, late, or not at all; `limited`: with 429. What the library sends
    again after that is as late.
    """

    guild_id: int
    user_id: int
    mute: bool
    sent_ms: float
    hurt: bool
    limited: bool


@dataclass(slots=True, kw_only=True)
class Edit:
    """A wish on its way, from the first attempt to the moment we were shown its effect (None: never)."""

    guild_id: int
    user_id: int
    mute: bool
    wanted_ms: float
    sent_ms: float
    observed_ms: float | None = None
    attempts: int = 1


class Shown:
    """What the gateway has told the bot of people's server mutes, and when."""

    def __init__(self, stage: DrillStage) -> None:
        self._stage = stage
        self._seen: dict[tuple[int, int], list[tuple[float, bool]]] = defaultdict(list)
        stage.local.gateway.listeners.append(self._told)

    def _told(self, app: Application, name: str, data: bytes) -> None:
        if app is not self._stage.judge:
            return
        if name == "VOICE_STATE_UPDATE":
            state = orjson.loads(data)
            self._note(int(state["guild_id"]), state)
        elif name == "GUILD_CREATE":
            guild = orjson.loads(data)
            for state in guild.get("voice_states", ()):
                self._note(int(guild["id"]), state)

    def _note(self, guild_id: int, state: dict[str, object]) -> None:
        key = guild_id, int(str(state["user_id"]))
        self._seen[key].append((self._stage.now_ms(), bool(state["mute"])))

    def missed(self) -> Iterator[Touch]:
        """Whom we have known wrongly after an event was lost on its way, until we were told of him again."""
        for at_ms, name, data in self._stage.local.gateway.lost:
            if name == "VOICE_STATE_UPDATE":
                state = orjson.loads(data)
                user_id = int(state["user_id"])
                later = (seen for seen, _ in self._seen[int(state["guild_id"]), user_id] if seen > at_ms)
                yield Touch(from_ms=at_ms, until_ms=next(later, None), user_id=user_id)

    def otherwise_since(self, attempt: Attempt) -> float:
        """Since when the bot had seen the flag otherwise than an attempt wanted it; 0 where it never had."""
        since_ms = 0.0
        for at_ms, mute in self._seen[attempt.guild_id, attempt.user_id]:
            if at_ms > attempt.sent_ms:
                break
            since_ms = 0.0 if mute is attempt.mute else (since_ms or at_ms)
        return since_ms

    def first(self, edit: Edit, until_ms: float) -> float | None:
        """When somebody's flag was first shown as an edit left it."""
        for at_ms, mute in self._seen[edit.guild_id, edit.user_id]:
            if edit.sent_ms <= at_ms <= until_ms and mute is edit.mute:
                return at_ms
        return None


def attempts_of(stage: DrillStage) -> list[Attempt]:
    """Every request to mute or unmute somebody, whatever became of it, in order."""
    slow_ms = stage.way_ms + _SLOW_MS
    attempts = (_attempt(one, slow_ms) for one in stage.local.records.requests if one.key == EDIT)
    return list(_late_ones_marked(attempt for attempt in attempts if attempt is not None))


def _late_ones_marked(attempts: Iterable[Attempt]) -> Iterator[Attempt]:
    """Minutes may lie between a refusal and what comes of it."""
    limited: Counter[tuple[int, int, bool]] = Counter()
    for attempt in attempts:
        key = attempt.guild_id, attempt.user_id, attempt.mute
        late = limited[key] > 0
        limited[key] += attempt.limited - late
        yield replace(attempt, hurt=attempt.hurt or late)


def _attempt(record: RequestRecord, slow_ms: float) -> Attempt | None:
    body = record.body
    if not isinstance(body, dict) or not isinstance(body.get("mute"), bool):
        return None
    _, _, guild_id, _, user_id = record.path.split("/")[:5]
    answered_ms = record.answered_ms
    hurt = record.status not in _FINE or answered_ms is None or answered_ms - record.received_ms > slow_ms
    return Attempt(
        guild_id=int(guild_id),
        user_id=int(user_id),
        mute=body["mute"],
        sent_ms=record.received_ms,
        hurt=hurt,
        limited=record.status == _LIMITED,
    )


def edits_of(attempts: list[Attempt], shown: Shown, wishes: Wishes) -> list[Edit]:
    """Attempts that served one wish as one edit, in the order in which they were first sent."""
    edits: list[Edit] = []
    last: dict[tuple[int, int], Edit] = {}
    for attempt in attempts:
        key = attempt.guild_id, attempt.user_id
        edit = last.get(key)
        if edit is not None and edit.observed_ms is None:
            edit.observed_ms = shown.first(edit, attempt.sent_ms)
        if edit is not None and edit.mute is attempt.mute and edit.observed_ms is None:
            edit.attempts += 1
            continue
        last[key] = Edit(
            guild_id=attempt.guild_id,
            user_id=attempt.user_id,
            mute=attempt.mute,
            wanted_ms=max(wishes.since_ms(attempt.user_id, attempt.sent_ms), shown.otherwise_since(attempt)),
            sent_ms=attempt.sent_ms,
        )
        edits.append(last[key])
    for edit in last.values():
        if edit.observed_ms is None:
            edit.observed_ms = shown.first(edit, float("inf"))
    return edits
