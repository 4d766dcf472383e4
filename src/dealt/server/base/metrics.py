"""The metrics for Prometheus. They hold no names of people, cards or seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import Metric

from dealt.wire.host_protocol import Family

QUICK: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
"""The buckets of most times, in seconds."""
REFUSALS: Final = (
    "sockets", "connections", "requests", "foreign_page", "foreign_host", "banned", "invite", "guesses", "stolen"
)  # fmt: skip
"""Why connections are refused: sockets or WebSockets are too many, in all or from one address, and so on."""


class Metrics:
    """The numbers of one room, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        gauge, counter, timer = self._kinds()
        self.connections = gauge("dealt_connections", "Open connections")
        self.people = gauge("dealt_people", "People who are known")
        self.here = gauge("dealt_people_here", "People who are connected")
        self.tables = gauge("dealt_tables", "Tables that have not ended")
        self.messages = counter("dealt_messages", "Messages from faces", ["op"])
        self._ops: dict[str, Counter] = {}
        self.handling = timer("dealt_handling_seconds", "From a message to its answer, commit included")
        self.refused = counter("dealt_refused", "Messages refused", ["code"])
        refused = "Connections refused, and requests without what they need"
        self.connections_refused = counter("dealt_connections_refused", refused, ["why"])
        self.closed = counter("dealt_closed", "Connections closed by the room", ["why"])
        self.frames_waiting = gauge("dealt_frames_waiting", "Messages that wait to be sent, in all")
        most_waiting = "Messages that wait to be sent to one connection, the most"
        self.most_frames_waiting = gauge("dealt_frames_waiting_most", most_waiting)
        self.worker_restarts = counter("dealt_worker_restarts", "Workers killed or lost: late, or died", ["why"])
        self.work_waiting = gauge("dealt_work_waiting", "Requests that wait for a worker", ["kind"])
        thinking = "From a computer's turn to its choice, the wait for a worker included"
        self.thinking = timer("dealt_thinking_seconds", thinking, buckets=(0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10))
        weakest = "Decisions for which the weakest action was played"
        self.computers_failed = counter("dealt_computers_failed", weakest, ["why"])
        self.computers_replaced = counter("dealt_computers_replaced", "Computers that failed too often at a table")
        self.hints_late = counter("dealt_hints_late", "Hints that were not there in time")
        self.meetings = counter("dealt_meetings", "Meetings of browsers that hold tables themselves", ["what"])
        self.pushes = counter("dealt_pushes", "News for who is away: sent, failed, gone, dropped", ["what"])
        self.passkeys = counter("dealt_passkeys", "Passkeys: made, used, refused", ["what"])
        pairs_failed = "Deals and pairs of which it can't be said whether cards were seen"
        self.pairs_failed = counter("dealt_pairs_failed", pairs_failed)
        self._add_numbers_of_the_machine()
        for why in REFUSALS:
            self.connections_refused.labels(why)

    def _kinds(self) -> tuple[partial[Gauge], partial[Counter], partial[Histogram]]:
        gauge, counter = partial(Gauge, registry=self.registry), partial(Counter, registry=self.registry)
        return gauge, counter, partial(Histogram, registry=self.registry, buckets=QUICK)

    def _add_numbers_of_the_machine(self) -> None:
        gauge, counter, timer = self._kinds()
        self.processes = gauge("dealt_processes", "Processes of the room that live")
        self.bus_down = gauge("dealt_bus_down", "1 while other processes can't be reached")
        self.read_only = gauge("dealt_read_only", "1 while nothing new may begin")
        self.lag = timer("dealt_loop_lag_seconds", "By how much the event loop is late")
        collecting = "Runs of the garbage collector, during which everything stands still"
        self.collecting = timer("dealt_gc_pause_seconds", collecting, ["generation"])
        committing = "Transactions, in which what has come together is stored"
        self.committing = timer("dealt_commit_seconds", committing)
        self.commits_failed = counter("dealt_commits_failed", "Transactions that failed")
        self.stores = gauge("dealt_stores", "1 if the last transaction was stored, else 0")
        self.storing_failed = gauge("dealt_storing_failed", "1 while the database does not take what happens")
        self.store_waiting = gauge("dealt_store_waiting", "What waits for the next transaction")
        self.database_bytes = gauge("dealt_database_bytes", "The files of an SQLite database")
        self.disk_free = gauge("dealt_disk_free_bytes", "Free on the disk of an SQLite database")
        self.processes.set(1)
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
