"""The metrics for Prometheus. They hold no names of people, cards or seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import Metric

from dealt.wire.host_protocol import Family

__all__ = ["Metrics", "Whole"]

REFUSALS: Final = ("sockets", "connections", "requests", "foreign_page", "foreign_host", "banned", "invite", "guesses")
"""Why connections are refused: sockets or WebSockets are too many, in all or from one address, and so on."""


class Metrics:
    """The numbers of one room, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        self.connections = Gauge("dealt_connections", "Open connections", registry=self.registry)
        self.people = Gauge("dealt_people", "People who are known", registry=self.registry)
        self.tables = Gauge("dealt_tables", "Tables that have not ended", registry=self.registry)
        self.messages = Counter("dealt_messages", "Messages from faces", ["op"], registry=self.registry)
        self._ops: dict[str, Counter] = {}
        self.refused = Counter("dealt_refused", "Messages refused", ["code"], registry=self.registry)
        self.closed = Counter("dealt_closed", "Connections closed by the room", ["why"], registry=self.registry)
        self.worker_restarts = Counter(
            "dealt_worker_restarts", "Workers killed or lost: late, or died", ["why"], registry=self.registry
        )
        self.work_waiting = Gauge(
            "dealt_work_waiting", "Requests that wait for a worker", ["kind"], registry=self.registry
        )
        self.computers_failed = Counter(
            "dealt_computers_failed",
            "Decisions for which the weakest action was played",
            ["why"],
            registry=self.registry,
        )
        self.hints_late = Counter("dealt_hints_late", "Hints that were not there in time", registry=self.registry)
        self.computers_replaced = Counter(
            "dealt_computers_replaced", "Computers that failed too often at a table", registry=self.registry
        )
        self.storing_failed = Gauge(
            "dealt_storing_failed", "1 while the database does not take what happens", registry=self.registry
        )
        self.thinking = Histogram(
            "dealt_thinking_seconds",
            "From a computer's turn to its choice, the wait for a worker included",
            buckets=(0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
            registry=self.registry,
        )
        self.handling = Histogram(
            "dealt_handling_seconds",
            "From a message to its answer, commit included",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=self.registry,
        )
        self._add_numbers_of_the_process()
        self._add_numbers_of_the_store()

    def _add_numbers_of_the_process(self) -> None:
        registry = self.registry
        self.here = Gauge("dealt_people_here", "People who are connected", registry=registry)
        self.processes = Gauge("dealt_processes", "Processes of the room that live", registry=registry)
        self.processes.set(1)
        self.bus_down = Gauge("dealt_bus_down", "1 while other processes can't be reached", registry=registry)
        self.read_only = Gauge("dealt_read_only", "1 while nothing new may begin", registry=registry)
        self.connections_refused = Counter(
            "dealt_connections_refused",
            "Connections refused, and requests without what they need",
            ["why"],
            registry=registry,
        )
        for why in REFUSALS:
            self.connections_refused.labels(why)
        self.frames_waiting = Gauge("dealt_frames_waiting", "Messages that wait to be sent, in all", registry=registry)
        self.most_frames_waiting = Gauge(
            "dealt_frames_waiting_most", "Messages that wait to be sent to one connection, the most", registry=registry
        )
        self.lag = Histogram(
            "dealt_loop_lag_seconds",
            "By how much the event loop is late",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=registry,
        )
        self.collecting = Histogram(
            "dealt_gc_pause_seconds",
            "Runs of the garbage collector, during which everything stands still",
            ["generation"],
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=registry,
        )

    def _add_numbers_of_the_store(self) -> None:
        registry = self.registry
        self.committing = Histogram(
            "dealt_commit_seconds",
            "Transactions, in which what has come together is stored",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=registry,
        )
        self.commits_failed = Counter("dealt_commits_failed", "Transactions that failed", registry=registry)
        self.stores = Gauge("dealt_stores", "1 if the last transaction was stored, else 0", registry=registry)
        self.store_waiting = Gauge("dealt_store_waiting", "What waits for the next transaction", registry=registry)
        self.database_bytes = Gauge("dealt_database_bytes", "The files of an SQLite database", registry=registry)
        self.disk_free = Gauge("dealt_disk_free_bytes", "Free on the disk of an SQLite database", registry=registry)
        self.stores.set(1)

    def families(self) -> list[Family]:
        """Everything that is measured, as one process tells it another."""
        return [
            Family(each.name, each.documentation, each.type, [(s.name, s.labels, s.value) for s in each.samples])
            for each in self.registry.collect()
        ]

    def count_message(self, op: str, seconds: float) -> None:
        """Count a message and the time until its answer."""
        counted = self._ops.get(op)
        if counted is None:
            counted = self._ops[op] = self.messages.labels(op)
        counted.inc()
        self.handling.observe(seconds)

    def watch_commit(self, seconds: float, stored: bool) -> None:
        """Count a transaction."""
        self.committing.observe(seconds)
        self.stores.set(stored)
        if not stored:
            self.commits_failed.inc()


class Whole:
    """What all processes of a room measure, each sample with the number of its process."""

    def __init__(self, found: Mapping[int, Sequence[Family]]):
        self._found = found

    def collect(self) -> Iterable[Metric]:
        """As Prometheus reads them."""
        metrics: dict[str, Metric] = {}
        for number, families in self._found.items():
            for each in families:
                metric = metrics.setdefault(each.name, Metric(each.name, each.help, each.kind))
                for name, labels, value in each.samples:
                    metric.add_sample(name, {**labels, "process": str(number)}, value)
        return metrics.values()
