"""Metrics for Prometheus: how long answers take, what waits, and who works."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.machine import logging_config
from grader.service.data.database import Database
from grader.service.data.tables import Grading, GradingState
from grader.service.queue.live_workers import count_living_workers
from grader.service.queue.queue_time_estimates import is_queue_late, oldest_waiting_since

_log = logging.getLogger(__name__)

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_METHODS = {"GET", "HEAD", "POST"}


class PrometheusFigures:
    """All figures of a server and its database."""

    def __init__(self, database: Database) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_DatabaseCollector(database))
        self._seconds = Histogram(
            "grade_request_seconds", "Seconds until an answer began.",
            ("method", "route", "status"), buckets=_BUCKETS, registry=self._registry,
        )  # fmt: skip

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a response and its time, and log both."""
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = getattr(scope.get("route"), "path", "none")
        self._seconds.labels(method, route, str(status)).observe(seconds)
        # The address itself may hold a secret, as those of one-time links do.
        about = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
        _log.info("answered", extra=about)

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self._registry)


class RequestMeasurement:
    """A middleware that gives each request an id, and measures each response's time."""

    def __init__(self, app: ASGIApp, figures: PrometheusFigures) -> None:
        self._app = app
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and measure the time until its response begins."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with logging_config.log_with_trace_id(logging_config.new_trace_id()):
            await self._traced(scope, receive, send)

    async def _traced(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-Id"] = logging_config.current_trace_id()
                self._figures.answered(scope, message["status"], time.perf_counter() - began)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception:
            self._figures.answered(scope, 500, time.perf_counter() - began)
            raise


class _DatabaseCollector(Collector):
    """A collector of figures from the tables, which queries them at each export."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering the collector queries no table."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield all figures of the database as of one moment."""
        with self._database.reading() as session:
            yield from (_gradings(session), *_waiting(session), self._workers(session))
            started = Grading.started_at > 0.0
            yield _summed(
                session, "grade_waiting_seconds", "From handing in to the beginning of a grading.",
                Grading.started_at - Grading.queued_at, started,
            )  # fmt: skip
            yield _summed(
                session, "grade_grading_seconds", "From the beginning of a grading to its end.",
                Grading.finished_at - Grading.started_at, started & (Grading.finished_at > 0.0),
            )  # fmt: skip

    def _workers(self, session: Session) -> Metric:
        alive = count_living_workers(self._database, session)
        return GaugeMetricFamily("grade_workers", "Workers that live.", value=alive)


def _gradings(session: Session) -> Metric:
    found = GaugeMetricFamily("grade_gradings", "Gradings by where they stand.", labels=("state",))
    rows = session.execute(
        select(Grading.state, func.count().label("number")).group_by(Grading.state)
    )
    counts = {row.state: row.number for row in rows}
    for state in GradingState:
        found.add_metric((state.value,), counts.get(state.value, 0))
    return found


def _waiting(session: Session) -> Iterator[Metric]:
    since = oldest_waiting_since(session)
    yield GaugeMetricFamily(
        "grade_oldest_waiting_seconds", "How long the oldest fresh submission waits.",
        value=max(0.0, time.time() - since) if since else 0.0,
    )  # fmt: skip
    yield GaugeMetricFamily(
        "grade_late", "1 if the oldest fresh submission has waited too long.",
        value=float(is_queue_late(since)),
    )  # fmt: skip


def _summed(
    session: Session,
    name: str,
    said: str,
    seconds: ColumnElement[float],
    which: ColumnElement[bool],
) -> Metric:
    total = func.coalesce(func.sum(seconds), 0.0)
    number, summed = session.execute(select(func.count(), total).where(which)).one()
    return SummaryMetricFamily(name, said, count_value=number, sum_value=summed)
