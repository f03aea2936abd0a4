"""`protocol` reads a game's whole protocol off its event log, and off nothing else."""

from mafiabot.engine import events as ev
from mafiabot.engine import protocol_types as pt
from mafiabot.engine.dealing import words_of
from mafiabot.engine.protocol_facts import intervention_of
from mafiabot.engine.protocol_reading import Entry, Reading, read
from mafiabot.engine.replacing import replace
from mafiabot.engine.ruleset import NoShot
from mafiabot.engine.state import (
    DayRecord,
    Ended,
    GameState,
    NightRecord,
    RoundRecord,
    Seat,
    SpeechKind,
    Talk,
    Vote,
)


def protocol(log: tuple[ev.Event, ...]) -> pt.Protocol:
    """The protocol of a game; of one that still runs, as far as it has come.

    Raises `InvariantBroken` for what is no log.
    """
    reading = read(log)
    state = reading.state
    dealt = _dealt(reading.counts)
    return pt.Protocol(
        game_id=state.game_id,
        guild_id=state.guild_id,
        channel_id=state.channel_id,
        number=state.game_number,
        locale=state.locale,
        ruleset=state.ruleset,
        seed=state.seed,
        commitment=state.commitment,
        explicit_deal=state.explicit_deal,
        seating=dealt.seating if dealt else (),
        opened_ms=state.opened_at_ms,
        dealt_ms=dealt.at_ms if dealt else None,
        ended_ms=state.phase.at_ms if isinstance(state.phase, Ended) else None,
        host_id=state.host_id,
        judges=reading.judges,
        seats=tuple(_seat(number, seat) for number, seat in enumerate(state.seats, 1)),
        plan=state.plan,
        signs=tuple(pt.Sign(seat=seat, text=text) for seat, text in state.signs),
        days=_days(reading),
        nights=_nights(state),
        best_move=state.best_move,
        floors=_floors(reading),
        fouls=_fouls(reading.counts),
        departures=_departures(reading.counts),
        team_loss=_team_loss(reading.counts),
        interventions=_interventions(reading.counts),
        undos=reading.undos,
        pauses=reading.pauses,
        substitutions=_substitutions(reading.counts),
        outcome=state.phase.outcome if isinstance(state.phase, Ended) else None,
        sealed=_sealed(state),
        words=words_of(state),
    )


def unsealed(protocol: pt.Protocol) -> pt.Protocol:
    """The protocol as anybody but the game's judge may read it."""
    return replace(protocol, sealed=None)


# --- days and nights -----------------------------------------------------------------------------


def _days(reading: Reading) -> tuple[pt.ProtocolDay, ...]:
    notes = [(entry.before, entry.event) for entry in reading.counts]
    return tuple(_noted(_day(record), notes) for record in reading.state.all_days)


def _day(record: DayRecord) -> pt.ProtocolDay:
    return pt.ProtocolDay(
        number=record.number,
        opener=record.opener,
        speakers=record.speakers,
        lost=record.lost,
        nominations=record.nominations,
        rounds=record.rounds,
        raise_vote=record.raise_vote,
        left=record.left,
        cancelled=record.cancelled,
    )


def _noted(day: pt.ProtocolDay, notes: list[tuple[GameState, ev.Event]]) -> pt.ProtocolDay:
    """With what the state does not keep: why there was no vote, where one broke off, who stayed."""
    for before, event in notes:
        if before.day != day.number:
            continue
        if isinstance(event, ev.VoteSkipped):
            day = replace(day, skipped=event.cause, unfinished=_broken_off(before))
        elif isinstance(event, ev.NobodyLeaves):
            day = replace(day, stayed=event.leaders)
    return day


def _broken_off(before: GameState) -> RoundRecord | None:
    vote = before.phase
    if not isinstance(vote, Vote) or not vote.ballots:
        return None
    return RoundRecord(candidates=vote.candidates, ballots=vote.ballots, leaders=())


def _nights(state: GameState) -> tuple[pt.ProtocolNight, ...]:
    over = tuple(_night(record, ended=True) for record in state.nights)
    return over if state.tonight is None else (*over, _night(state.tonight, ended=False))


def _night(record: NightRecord, *, ended: bool) -> pt.ProtocolNight:
    return pt.ProtocolNight(
        number=record.number,
        shots=tuple(pt.Shot(by=by, target=target) for by, target in record.shots),
        victim=record.victim,
        don_check=record.don_check,
        sheriff_check=record.sheriff_check,
        ended=ended,
    )


def _sealed(state: GameState) -> pt.Sealed:
    if state.ruleset.no_shot is not NoShot.MISS_AND_NOTE:
        return pt.Sealed()
    nights = (night for night in state.nights if night.no_shot)
    return pt.Sealed(no_shots=tuple(pt.NoShots(night=one.number, seats=one.no_shot) for one in nights))


# --- people --------------------------------------------------------------------------------------


def _seat(number: int, seat: Seat) -> pt.ProtocolSeat:
    return pt.ProtocolSeat(
        number=number,
        user_id=seat.person.user_id,
        name=seat.person.name,
        role=seat.role,
        status=seat.status,
        fouls=seat.fouls,
        disqualified=seat.disqualified,
    )


def _dealt(counts: tuple[Entry, ...]) -> ev.Dealt | None:
    return next((entry.event for entry in counts if isinstance(entry.event, ev.Dealt)), None)


def _floors(reading: Reading) -> tuple[pt.Floor, ...]:
    floors: dict[int, pt.Floor] = {}
    for entry in reading.counts:
        phase = entry.before.phase
        if isinstance(phase, Talk) and isinstance(entry.event, ev.SpeechEnded | ev.GameEnded):
            floors.setdefault(phase.floor.ordinal, _floor(entry.before, phase, entry.event))
    return tuple(floors.values())


def _floor(before: GameState, talk: Talk, event: ev.SpeechEnded | ev.GameEnded) -> pt.Floor:
    """The floor as this event ended it: its own end, or the game's."""
    floor = talk.floor
    return pt.Floor(
        kind=floor.turn.kind,
        seat=floor.turn.seat,
        day=before.day,
        given_ms=floor.given_at_ms,
        granted_ms=floor.granted_ms,
        ended_ms=event.ended_ms if isinstance(event, ev.SpeechEnded) else None,
        cause=event.cause if isinstance(event, ev.SpeechEnded) else None,
        decided=before.decided is not None and floor.turn.kind is SpeechKind.LAST_WORD,
    )


def _substitutions(counts: tuple[Entry, ...]) -> tuple[pt.Substitution, ...]:
    return tuple(
        pt.Substitution(
            seat=event.seat,
            former=entry.before.seat(event.seat).person.user_id,
            former_name=entry.before.seat(event.seat).person.name,
            user_id=event.person.user_id,
            by=event.by,
            at_ms=event.at_ms,
        )
        for entry in counts
        if isinstance(event := entry.event, ev.Substituted)
    )


# --- discipline ----------------------------------------------------------------------------------


def _fouls(counts: tuple[Entry, ...]) -> tuple[pt.ProtocolFoul, ...]:
    fouls: list[pt.ProtocolFoul] = []
    for entry in counts:
        match entry.event:
            case ev.FoulGiven() as event:
                fouls.append(_foul(event, entry.moment))
            case ev.FoulTakenBack(seat=seat, number=number):
                place = _newest(fouls, seat, number)
                fouls[place] = replace(fouls[place], taken_back=True)
            case _:
                continue
    return tuple(fouls)


def _foul(event: ev.FoulGiven, moment: pt.Moment) -> pt.ProtocolFoul:
    return pt.ProtocolFoul(
        seat=event.seat,
        number=event.number,
        reason=event.reason,
        text=event.text,
        by=event.by,
        moment=moment,
    )


def _newest(fouls: list[pt.ProtocolFoul], seat: int, number: int) -> int:
    """Where the seat's newest foul of that number stands: the one that was taken back."""
    return max(place for place, foul in enumerate(fouls) if (foul.seat, foul.number) == (seat, number))


def _departures(counts: tuple[Entry, ...]) -> tuple[pt.Departure, ...]:
    return tuple(
        pt.Departure(
            seat=event.seat,
            cause=event.cause,
            removed=event.removed,
            text=event.text,
            by=event.by,
            moment=entry.moment,
        )
        for entry in counts
        if isinstance(event := entry.event, ev.PlayerGone)
    )


def _team_loss(counts: tuple[Entry, ...]) -> pt.TeamLoss | None:
    lost = [(entry.event, entry.moment) for entry in counts if isinstance(entry.event, ev.TeamLost)]
    return next((pt.TeamLoss(seat=one.seat, text=one.text, by=one.by, moment=at) for one, at in lost), None)


def _interventions(counts: tuple[Entry, ...]) -> tuple[pt.Fact, ...]:
    facts = (intervention_of(entry.event, entry.moment) for entry in counts)
    return tuple(fact for fact in facts if fact is not None)
