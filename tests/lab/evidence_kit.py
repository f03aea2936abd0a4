"""Evidence made by hand: a small clean game, and messages as a spectator's client shows them."""

from typing import Any

from mafiabot.playground.audible import Interval
from mafiabot.playground.oracles import Evidence, Floor, MemberAtEnd, NightSpan, Oracle, Player
from mafiabot.playground.views import Seen

CHANNEL, GUILD = 1, 2
ALICE, BORIS = 101, 102
ROUND_TRIP_MS = 100.0


def interval(user_id: int, start_ms: float, end_ms: float | None) -> Interval:
    """Somebody could be heard."""
    return Interval(GUILD, CHANNEL, user_id, start_ms, end_ms)


def floor(user_id: int, given_ms: float, ended_ms: float, **changes: Any) -> Floor:
    """A speech whose time ran out, a second granted a second."""
    known: dict[str, Any] = {
        "seat": 1 if user_id == ALICE else 2,
        "user_id": user_id,
        "kind": "speech",
        "given_ms": given_ms,
        "ended_ms": ended_ms,
        "granted_ms": ended_ms - given_ms,
        "cause": "time",
    }
    return Floor(**{**known, **changes})


def message(text: str, at_ms: float, *, step: int = 1, buttons: tuple[str, ...] = ()) -> Seen:
    """A public message of the judge, its id stamped by the moment."""
    components: list[dict[str, Any]] = [
        {"type": 17, "id": step, "components": [{"type": 10, "id": 99, "content": text}]}
    ]
    if buttons:
        row = [
            {"type": 2, "id": 50 + n, "style": 1, "label": label, "custom_id": f"c{n}"}
            for n, label in enumerate(buttons)
        ]
        components.append({"type": 1, "id": 40, "components": row})
    payload = {
        "content": "",
        "embeds": [],
        "components": components,
        "flags": 0,
        "author": {"id": "9", "bot": True},
    }
    stamp = (int(at_ms) + 10_000_000_000) << 22
    return Seen(id=stamp, channel_id=CHANNEL, payload=payload, received_ms=at_ms, versions=[(at_ms, payload)])


def said_floor(user_id: int, at_ms: float, step: int) -> Seen:
    """The announcement of a floor."""
    seat = 1 if user_id == ALICE else 2
    return message(f"🎙️ **{seat}** <@{user_id}>, your minute: 60 seconds.", at_ms, step=step)


def evidence(**changes: Any) -> Evidence:
    """Two speeches of ten seconds, each announced and heard, then a verdict; `changes` replace parts."""
    known: dict[str, Any] = {
        "language": "en",
        "players": (
            Player(seat=1, user_id=ALICE, name="Alice"),
            Player(seat=2, user_id=BORIS, name="Борис *и* Ко"),
        ),
        "messages": (said_floor(ALICE, 1_050, 3), said_floor(BORIS, 11_050, 5)),
        "open": (interval(ALICE, 1_040, 11_080), interval(BORIS, 11_060, 21_090)),
        "floors": (
            floor(ALICE, 1_000, 11_040, granted_ms=10_000),
            floor(BORIS, 11_040, 21_060, granted_ms=10_000),
        ),
        "nights": (NightSpan(number=0, fell_ms=0, over_ms=900, expected_ms=900),),
        "members": tuple(
            MemberAtEnd(user_id=user, found_muted=False, muted=False, in_voice_since_ms=0)
            for user in (ALICE, BORIS)
        ),
        "muted_from_ms": 0,
        "verdict_ms": 30_000,
        "ended_ms": 60_000,
        "round_trip_ms": ROUND_TRIP_MS,
        "marks": ((0, "night 0"), (1_000, "day 0 speech 1"), (11_040, "day 0 speech 2")),
    }
    return Evidence(**{**known, **changes})


def found(oracle: Oracle, seen: Evidence) -> list[str]:
    """What an oracle says of it."""
    return [violation.what for violation in oracle.violations(seen)]
