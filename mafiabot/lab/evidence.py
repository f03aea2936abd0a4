"""Puts together what the oracles look at: clients and the local Discord's truth, and the book's lengths."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping

from mafiabot.engine import events as ev
from mafiabot.lab.chronicle import Chronicle
from mafiabot.lab.floors import speeches
from mafiabot.lab.spans import estimated, nights, no_votes, signs, silences
from mafiabot.lab.spectator import Chat
from mafiabot.playground.audible import Interval
from mafiabot.playground.components import walk
from mafiabot.playground.controls import controls
from mafiabot.playground.core import Core
from mafiabot.playground.interactions import COMPONENT, MODAL_SUBMIT
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.oracles import Click, Evidence, MemberAtEnd, MicEdit, Player, Wrong, text_lines
from mafiabot.playground.records import Records
from mafiabot.playground.views import Seen

MEMBER_EDIT = "PATCH /guilds/{}/members/{}"
REBORN_WITHIN_MS = 60_000.0
_ANSWERED_WRONGLY = {10062: "answered too late", 40060: "answered twice"}


def gather(
    *,
    language: str,
    core: Core,
    guild: Guild,
    channel: Channel,
    chat: Chat,
    book: Chronicle,
    judge_id: int,
    found_muted: Mapping[int, bool],
    in_voice_since_ms: Mapping[int, float],
    round_trip_ms: float,
) -> Evidence:
    """The evidence of one game, at its end; `judge_id` is the person who judges beside the table.

    What people were shown or pressed before the book begins belongs to a former game.
    """
    state, since_ms = book.state, book.since_ms
    seated = [] if state is None else [seat.person.user_id for seat in state.seats]
    night_ms = book.first_ms(ev.NightFell)
    now_ms = core.clock.now_ms()
    private = [
        (seat, seen)
        for seat, user in enumerate(seated, 1)
        for seen in _since(since_ms, _private(core, user, channel))
    ]
    return Evidence(
        language=language,
        players=tuple(_player(core, number, user, found_muted) for number, user in enumerate(seated, 1)),
        messages=tuple(_since(since_ms, chat.judged())),
        private=tuple(seen for _, seen in private),
        owners={seen.id: seat for seat, seen in private},
        judge_saw=tuple(_since(since_ms, _private(core, judge_id, channel))),
        open=tuple(core.timelines.open.intervals(channel_id=channel.id)),
        floors=tuple(speech.floor for speech in speeches(book)),
        nights=tuple(nights(book)),
        silences=tuple(silences(book, now_ms)),
        outcries=tuple(book.outcries),
        outcry_ms=0.0 if state is None else state.ruleset.outcry_s * 1000.0,
        standings=tuple(book.standings),
        no_votes=tuple(no_votes(book, now_ms)),
        estimated=tuple(estimated(book)),
        signs=tuple(signs(book, set(_written(core)))),
        members=tuple(
            _member(guild, user, found_muted, in_voice_since_ms) for user in seated if user in guild.members
        ),
        muted_from_ms=now_ms if night_ms is None else night_ms,
        verdict_ms=book.first_ms(ev.GameEnded),
        ended_ms=now_ms,
        round_trip_ms=round_trip_ms,
        window_ms=0.0 if state is None else state.ruleset.vote_window_ms,
        marks=tuple(book.marks),
        edits=tuple(one for one in _edits(core.records, guild) if one.at_ms >= since_ms),
        clicks=tuple(one for one in _clicks(core) if one.at_ms >= since_ms),
        given_up=tuple(_given_up(core.records)),
        unanswered=tuple(
            Wrong(at_ms=one.clicked_ms, what=_click(one.data)) for one in core.interactions.unanswered()
        ),
        misused=tuple(_misused(core.records)),
        unknown_routes=tuple(
            Wrong(at_ms=one.received_ms, what=f"{one.method} {one.path}")
            for one in core.records.unknown_routes
        ),
        schema_errors=tuple(
            Wrong(at_ms=one.at_ms, what=f"{one.route} {one.where}: {one.detail}")
            for one in core.records.schema_errors
        ),
    )


def _since(moment_ms: float, shown: Iterable[Seen]) -> Iterator[Seen]:
    return (seen for seen in shown if seen.received_ms >= moment_ms)


def _private(core: Core, user_id: int, channel: Channel) -> Iterator[Seen]:
    view = core.views.open(user_id)
    return (seen for seen in view.messages(channel, deleted=True) if seen.ephemeral)


def _edits(records: Records, guild: Guild) -> Iterator[MicEdit]:
    for edit in records.edits:
        if edit.mute is not None and edit.guild_id == guild.id:
            yield MicEdit(
                at_ms=edit.received_ms if edit.applied_ms is None else edit.applied_ms,
                user_id=edit.user_id,
                mute=edit.mute,
                was_muted=edit.was_muted,
                reason=edit.reason,
            )


def _clicks(core: Core) -> Iterator[Click]:
    for made in core.interactions.all:
        if made.kind == COMPONENT and made.source is not None:
            yield Click(
                id=made.id,
                at_ms=made.created_ms,
                user_id=made.user_id,
                message_id=made.source.id,
                custom_id=made.data["custom_id"],
            )


def _written(core: Core) -> Iterator[tuple[int, str]]:
    """Every text somebody sent in a form."""
    for made in core.interactions.all:
        if made.kind == MODAL_SUBMIT:
            for component in walk(made.data["components"]):
                if isinstance(text := component.get("value"), str):
                    yield made.user_id, text


def _given_up(records: Records) -> Iterator[Wrong]:
    """Member edits whose sender hung up, unless he died: soon after that another one identifies."""
    starts = [one.at_ms for one in records.identifies]
    for one in records.requests:
        died = any(0 <= at_ms - one.received_ms <= REBORN_WITHIN_MS for at_ms in starts)
        if one.given_up and one.key == MEMBER_EDIT and not died:
            yield Wrong(at_ms=one.received_ms, what=one.path)


def _player(core: Core, seat: int, user_id: int, found_muted: Mapping[int, bool]) -> Player:
    name = core.world.users[user_id].display
    return Player(seat=seat, user_id=user_id, name=name, found_muted=found_muted.get(user_id, False))


def _member(
    guild: Guild, user_id: int, found: Mapping[int, bool], since_ms: Mapping[int, float]
) -> MemberAtEnd:
    return MemberAtEnd(
        user_id=user_id,
        found_muted=found.get(user_id, False),
        muted=guild.members[user_id].mute,
        in_voice_since_ms=since_ms.get(user_id) if user_id in guild.voice else None,
    )


def _click(data: Mapping[str, object]) -> str:
    return str(data.get("custom_id") or data.get("name"))


def _misused(records: Records) -> Iterable[Wrong]:
    for note in records.interaction_misuse:
        if note["code"] in _ANSWERED_WRONGLY:
            yield Wrong(at_ms=note["at_ms"], what=_ANSWERED_WRONGLY[note["code"]])


def trace_of(evidence: Evidence) -> tuple[str, ...]:
    """All that a spectator received and who could be heard when, to the microsecond, a JSON line each."""
    rows: list[list[object]] = []
    for seen in evidence.messages:
        for at_ms, payload in seen.versions:
            labels = [[control.label, control.disabled] for control in controls(payload)]
            rows.append([round(at_ms, 3), seen.id, text_lines(payload), labels])
    rows += ([round(one.start_ms, 3), evidence.seat_of(one.user_id), _rounded(one)] for one in evidence.open)
    return tuple(json.dumps(row, ensure_ascii=False) for row in rows)


def trace_hash(rows: Iterable[str]) -> str:
    """SHA-256 of a trace, hex."""
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _rounded(one: Interval) -> float | None:
    return None if one.end_ms is None else round(one.end_ms, 3)
