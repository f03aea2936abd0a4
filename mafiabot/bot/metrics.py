"""Every metric there is, by Prometheus' library; `gauges` fills in what is looked at only when asked.

No label names a guild, a table or a person, and nothing here depends on a role: see `runtime.meters`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE

from mafiabot.engine.refusals import Reason
from mafiabot.engine.views import PhaseName
from mafiabot.runtime.meters import CommitEnd, EditTrouble, GatewayEvent, Reference, Route

__all__ = ["CONTENT_TYPE", "LogCounter", "PrometheusMeters", "counting_logs"]

_MS, _US = 1e-3, 1e-6
_SOON = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_STORE = (0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1)
_NETWORK = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)


class PrometheusMeters:
    """`runtime.meters.Meters`, and the gauges that are set when they are asked for."""

    def __init__(self, version: str) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Gauge("mafiabot_build_info", "Which version runs.", ["version"], registry=registry).labels(
            version
        ).set(1)
        self._count()
        self._measure()
        self._look()

    def _count(self) -> None:
        registry = self.registry
        self._commits = Counter("mafiabot_commits", "Commits by their end.", ["end"], registry=registry)
        self._refusals = Counter("mafiabot_refusals", "Refused commands.", ["reason"], registry=registry)
        self._wanted = Counter("mafiabot_edits_wanted", "Microphones to be switched.", registry=registry)
        self._sent = Counter("mafiabot_edits_sent", "Member edits sent, repeats too.", registry=registry)
        self._observed = Counter("mafiabot_edits_observed", "Switches seen to work.", registry=registry)
        self._failed = Counter("mafiabot_edits_failed", "Edits in vain.", ["trouble"], registry=registry)
        self._answers = Counter(
            "mafiabot_discord_answers", "Discord's answers.", ["route", "status"], registry=registry
        )
        self._limited = Counter(
            "mafiabot_discord_rate_limited", "Refused for now (429).", ["route", "scope"], registry=registry
        )
        self._gateway = Counter(
            "mafiabot_gateway_events", "What became of shards' connections.", ["event"], registry=registry
        )
        self._lines = Counter("mafiabot_log_lines", "Warnings and worse.", ["level"], registry=registry)
        self._ends = {end: self._commits.labels(end.value) for end in CommitEnd}  # a look-up costs a lock
        self._reasons = {reason: self._refusals.labels(reason.value) for reason in Reason}
        self._troubles = {trouble: self._failed.labels(trouble.value) for trouble in EditTrouble}
        self._events = {event: self._gateway.labels(event.value) for event in GatewayEvent}
        for level in LogCounter.LEVELS:
            self._lines.labels(level)

    def _measure(self) -> None:
        registry = self.registry
        self._deadline = Histogram(
            "mafiabot_deadline_lateness_seconds", "Deadline to commit.", buckets=_SOON, registry=registry
        )
        self._loop = Histogram(
            "mafiabot_loop_lag_seconds", "Event loop behind time.", buckets=_SOON, registry=registry
        )
        self._commit = Histogram("mafiabot_commit_seconds", "One commit.", buckets=_STORE, registry=registry)
        self._edit = Histogram(
            "mafiabot_edit_seconds", "Wish to switch seen.", buckets=_NETWORK, registry=registry
        )
        self._answer = Histogram(
            "mafiabot_answer_seconds", "Press to outcome.", ["deferred"], buckets=_NETWORK, registry=registry
        )
        self._request = Histogram(
            "mafiabot_discord_request_seconds", "Requests.", ["route"], buckets=_NETWORK, registry=registry
        )
        self._requests = {route: self._request.labels(route.value) for route in Route}

    def _look(self) -> None:
        registry = self.registry
        self.ready = Gauge("mafiabot_ready", "Takes commands.", registry=registry)
        self.store_up = Gauge("mafiabot_store_up", "The live store answers.", registry=registry)
        self.archive_up = Gauge("mafiabot_archive_up", "The archive answers.", registry=registry)
        self.guilds = Gauge("mafiabot_guilds", "Servers the bot is in.", registry=registry)
        self.shard_up = Gauge("mafiabot_gateway_up", "The shard is connected.", ["shard"], registry=registry)
        self.shard_latency = Gauge(
            "mafiabot_gateway_latency_seconds", "Heartbeat to answer.", ["shard"], registry=registry
        )
        self.sessions_left = Gauge(
            "mafiabot_gateway_sessions_left", "Identifies that are allowed still.", registry=registry
        )
        self.sessions_allowed = Gauge(
            "mafiabot_gateway_sessions_allowed", "Identifies a day.", registry=registry
        )
        self._tables = Gauge("mafiabot_tables", "Open tables by phase.", ["phase"], registry=registry)
        self.paused = Gauge("mafiabot_tables_paused", "Open tables that are paused.", registry=registry)
        self._troubled = Gauge(
            "mafiabot_tables_troubled", "Tables that do not go on.", ["why"], registry=registry
        )
        self.debts = Gauge("mafiabot_debts_open", "Members owed their microphone.", registry=registry)
        self.unarchived = Gauge("mafiabot_unarchived_games", "Games to be archived.", registry=registry)
        self.unarchived_age = Gauge(
            "mafiabot_unarchived_oldest_seconds", "Age of the oldest of them.", registry=registry
        )
        self._offset = Gauge(
            "mafiabot_clock_offset_seconds", "Its clock minus ours.", ["reference"], registry=registry
        )

    # --- what is told ----------------------------------------------------------------------------

    def deadline_fired(self, late_ms: int) -> None:
        self._deadline.observe(late_ms * _MS)

    def loop_turned(self, late_ms: int) -> None:
        self._loop.observe(late_ms * _MS)

    def committed(self, end: CommitEnd, took_us: int) -> None:
        self._ends[end].inc()
        self._commit.observe(took_us * _US)

    def refused(self, reason: Reason) -> None:
        self._reasons[reason].inc()

    def edit_wanted(self) -> None:
        self._wanted.inc()

    def edit_sent(self) -> None:
        self._sent.inc()

    def edit_observed(self, took_ms: int) -> None:
        self._observed.inc()
        self._edit.observe(took_ms * _MS)

    def edit_failed(self, trouble: EditTrouble) -> None:
        self._troubles[trouble].inc()

    def answered(self, took_us: int, *, deferred: bool) -> None:
        self._answer.labels("yes" if deferred else "no").observe(took_us * _US)

    def clock_compared(self, reference: Reference, offset_us: int) -> None:
        self._offset.labels(reference.value).set(offset_us * _US)

    def discord_answered(self, route: Route, status: int | None, took_us: int) -> None:
        self._answers.labels(route.value, _status(status)).inc()
        self._requests[route].observe(took_us * _US)

    def rate_limited(self, route: Route, scope: str) -> None:
        self._limited.labels(route.value, scope).inc()

    def gateway(self, event: GatewayEvent) -> None:
        self._events[event].inc()

    def logged(self, level: str) -> None:
        self._lines.labels(level).inc()

    # --- what is looked at -----------------------------------------------------------------------

    def tables(self, phases: dict[PhaseName, int], troubled: dict[str, int]) -> None:
        """How many there are; a phase or a trouble that is not named has none."""
        for phase in PhaseName:
            if phase is not PhaseName.ENDED:
                self._tables.labels(phase.value).set(phases.get(phase, 0))
        for why, number in troubled.items():
            self._troubled.labels(why).set(number)

    def exposition(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self.registry)


class LogCounter(logging.Handler):
    """Counts log lines that are warnings or worse."""

    LEVELS = ("warning", "error", "critical")

    def __init__(self, meters: PrometheusMeters) -> None:
        super().__init__(logging.WARNING)
        self._meters = meters

    def emit(self, record: logging.LogRecord) -> None:
        level = record.levelname.lower()
        if level in self.LEVELS:
            self._meters.logged(level)


@contextmanager
def counting_logs(meters: PrometheusMeters) -> Iterator[None]:
    """Until the block ends every log line is counted."""
    root, counter = logging.getLogger(), LogCounter(meters)
    root.addHandler(counter)
    try:
        yield
    finally:
        root.removeHandler(counter)


def _status(status: int | None) -> str:
    if status is None:
        return "none"
    return str(status) if status in (404, 429) else f"{status // 100}xx"
