"""Our own protocols as transcripts, so that a game of ours is replayed like any other.

What a transcript does not hold (clocks, pauses, undone acts, fouls taken back) is left out; what it holds
must come out of the replay as it went in.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mafiabot.adapters.codec import PROTOCOLS, Undecodable
from mafiabot.engine import protocol_types as pt
from mafiabot.engine.discipline_types import GoneCause
from mafiabot.engine.options import OPTIONS, json_of
from mafiabot.engine.overrides import PRESETS
from mafiabot.engine.protocol import protocol
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import Outcome, SpeechKind
from mafiabot.lab.replay_compare import BROKE_OFF, Mismatch, Value, rows_that_differ
from mafiabot.lab.replay_feed import Fed
from mafiabot.lab.replay_files import Malformed, game_of
from mafiabot.lab.replay_places import last_unit
from mafiabot.lab.transcripts import Game, Unit

PLAYED_OUT = (Outcome.RED, Outcome.BLACK, Outcome.DRAW)

# --- files -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A game without a result, which leaves nothing to compare."""

    id: str
    reason: str


def read_protocols(path: Path) -> tuple[list[Game], list[Malformed], list[Skipped]]:
    """Transcripts of protocols: one a file or one a line, by itself or within a line of the archive's export.

    Raises `OSError` where the file cannot be read, nothing for its content.
    """
    games: list[Game] = []
    bad: list[Malformed] = []
    skipped: list[Skipped] = []
    for number, text in _documents(path.read_bytes()):
        try:
            played = _protocol_in(text)
        except Undecodable as error:
            bad += _malformed(path.name, number, error)
            continue
        if played.outcome not in PLAYED_OUT:
            reason = played.outcome.value if played.outcome else "not over"
            skipped.append(Skipped(id=played.game_id, reason=reason))
            continue
        game = game_of(_transcript(played), path.name, number)
        if isinstance(game, list):
            bad += game
        else:
            games.append(game)
    return games, bad, skipped


def _malformed(file: str, line: int, error: Undecodable) -> list[Malformed]:
    parts = (part.rpartition(": ") for part in str(error).split("; "))
    return [Malformed(file=file, line=line, field=field, message=message) for field, _, message in parts]


def _documents(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """Each with the number of its first line; a document that spans lines is the only one of its file."""
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), start=1) if line.strip()]
    try:
        json.loads(raw)
    except ValueError:
        yield from lines
    else:
        yield lines[0][0], raw


def _protocol_in(text: bytes) -> pt.Protocol:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise Undecodable("no JSON") from None
    if isinstance(document, dict) and "protocol" in document:
        document = document["protocol"]
    return PROTOCOLS.decode(json.dumps(document).encode())


# --- protocol to transcript ------------------------------------------------------------------------


def transcript_of(played: pt.Protocol) -> Game:
    """The transcript of a game that was played to its verdict."""
    return Game.model_validate_json(_transcript(played))


def _transcript(played: pt.Protocol) -> bytes:
    best_move = played.best_move
    document = {
        "id": played.game_id,
        "rules": {"preset": played.preset.value, "overrides": _overrides(played.ruleset)},
        "roles": [seat.role.value if seat.role else None for seat in played.seats],
        "absent": [seat.number for seat in played.seats if seat.role is None],
        "days": [_day(day) for day in played.days],
        "nights": [_night(night) for night in played.nights],
        "fouls": [
            {"seat": foul.seat, "kind": "foul", **_place(foul.moment, played)}
            for foul in played.fouls
            if _stands(foul, played)
        ],
        "removals": _removals(played),
        "best_move": {"by": best_move.by, "seats": best_move.seats} if best_move else None,
        "winner": played.outcome.value if played.outcome else None,
        "notes": [],
    }
    return json.dumps(document).encode()


def _overrides(rules: Ruleset) -> dict[str, object]:
    preset = PRESETS[rules.preset]
    values = {name: (getattr(rules, name), getattr(preset, name)) for name in OPTIONS}
    return {name: json_of(value) for name, (value, usual) in values.items() if value != usual}


def _day(day: pt.ProtocolDay) -> dict[str, Any]:
    """A round that broke off is there with the ballots that had been cast."""
    rounds = (*day.rounds, *([day.unfinished] if day.unfinished else []))
    raised = day.raise_vote
    return {
        "day": day.number,
        "opener": day.opener,
        "speakers": day.speakers,
        "nominations": [{"by": one.by, "seat": one.seat} for one in day.nominations],
        "rounds": [
            {
                "candidates": one.candidates,
                "ballots": {ballot.voter: ballot.candidate for ballot in one.ballots},
            }
            for one in rounds
        ],
        "raise": {"yes": sorted(raised.yes), "passed": raised.passed} if raised else None,
        "vote_cancelled": day.cancelled or day.skipped == BROKE_OFF,
        "left": day.left,
    }


def _night(night: pt.ProtocolNight) -> dict[str, Any]:
    return {
        "night": night.number,
        "shots": {shot.by: shot.target for shot in night.shots},
        "victim": night.victim,
        "don_check": night.don_check.seat if night.don_check else None,
        "sheriff_check": night.sheriff_check.seat if night.sheriff_check else None,
    }


def _removals(played: pt.Protocol) -> list[dict[str, Any]]:
    reasons = {GoneCause.FOURTH_FOUL: "fouls", GoneCause.GAVE_UP: "gave_up"}
    removals = [
        {"seat": one.seat, "reason": reasons.get(one.cause, "kicked_out"), **_place(one.moment, played)}
        for one in played.departures
    ]
    if lost := played.team_loss:
        removals.append({"seat": lost.seat, "reason": "team_loss", **_place(lost.moment, played)})
    return removals


def _stands(foul: pt.ProtocolFoul, played: pt.Protocol) -> bool:
    """Not taken back, nor of somebody for whom another one plays on."""
    replaced = (one.at_ms for one in played.substitutions if one.seat == foul.seat)
    return not foul.taken_back and all(at_ms <= foul.moment.at_ms for at_ms in replaced)


# --- places ----------------------------------------------------------------------------------------


def _place(moment: pt.Moment, played: pt.Protocol) -> dict[str, Any]:
    speaker = {"speaker": _speaker(moment, played)}
    match moment.when:
        case pt.When.DEAL:
            return {"when": "night", "night": 0}
        case pt.When.NIGHT:
            return {"when": "night", "night": moment.night}
        case pt.When.BEST_MOVE:
            morning = moment.day if moment.night is None else moment.night
            return {"when": "night_farewell", "day": morning, **speaker}
        case pt.When.NIGHT_FAREWELL | pt.When.SPEECH:
            return {"when": moment.when.value, "day": moment.day, **speaker}
        case pt.When.VOTE:
            return {"when": "vote", "day": moment.day, "round": moment.rounds}
        case pt.When.DEFENCE | pt.When.FAREWELL:
            return {"when": moment.when.value, "day": moment.day, "round": moment.rounds, **speaker}


def _speaker(moment: pt.Moment, played: pt.Protocol) -> int | None:
    """Whose turn it was: a floor that the judge gave outside the order stands within another one's."""
    for given in played.interventions:
        if given.kind is not pt.FactKind.FLOOR_GIVEN or given.seat != moment.speaker:
            continue
        for floor in played.floors:
            extra = floor.kind is SpeechKind.EXTRA and floor.given_ms == given.moment.at_ms
            ended = floor.ended_ms is None or moment.at_ms <= floor.ended_ms
            if extra and floor.given_ms <= moment.at_ms and ended:
                return given.moment.speaker
    return moment.speaker


# --- transcript to protocol and back ---------------------------------------------------------------


def differences(game: Game, fed: Fed) -> list[Mismatch]:
    """In what the protocol of the replay, as a transcript, is another one."""
    replayed, last = protocol(tuple(fed.table.log)), last_unit(game)
    if replayed.outcome not in PLAYED_OUT:
        return [Mismatch(unit=last, field="end", engine="goes on", record="over")]
    engine, record = _parts(transcript_of(replayed), last), _parts(game, last)
    found: list[Mismatch] = []
    for unit in sorted(engine.keys() | record.keys()):
        ours, theirs = engine.get(unit, {}), record.get(unit, {})
        fields = [*theirs, *(name for name in ours if name not in theirs)]
        found += rows_that_differ(unit, ((name, ours.get(name), theirs.get(name)) for name in fields))
    return found


def _parts(game: Game, last: Unit) -> dict[Unit, dict[str, Value]]:
    """Everything a transcript holds but its name, by part of the game; its end stands in the `last` one."""
    whole = game.model_dump(mode="json", by_alias=True)
    parts: dict[Unit, dict[str, Value]] = {(0, 0): {name: whole[name] for name in ("rules", "roles")}}
    for name, kind in (("night", 0), ("day", 1)):
        for one in whole[f"{name}s"]:
            parts[one.pop(name), kind] = one
    for name, acts in (("fouls", game.fouls), ("removals", game.removals)):
        listed = sorted(zip((act.unit for act in acts), map(json.dumps, whole[name]), strict=True))
        for unit in {unit for unit, _ in listed}:
            parts.setdefault(unit, {})[name] = [json.loads(act) for at, act in listed if at == unit]
    parts.setdefault(last, {}).update({name: whole[name] for name in ("best_move", "winner")})
    return parts
