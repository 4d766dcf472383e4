"""The metrics for Prometheus. They hold no names of people, cards or seeds."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

__all__ = ["Metrics"]


class Metrics:
    """The numbers of one room, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("dealt_connections", "Open connections", registry=self.registry)
        self.people = Gauge("dealt_people", "People who are known", registry=self.registry)
        self.tables = Gauge("dealt_tables", "Tables that have not ended", registry=self.registry)
        self.messages = Counter("dealt_messages", "Messages from faces", ["op"], registry=self.registry)
        self.refused = Counter("dealt_refused", "Messages refused", ["code"], registry=self.registry)
        self.closed = Counter("dealt_closed", "Connections closed by the room", ["why"], registry=self.registry)
        self.worker_restarts = Counter(
            "dealt_worker_restarts", "Workers killed or lost: late, or died", ["why"], registry=self.registry
        )
        self.work_waiting = Gauge(
            "dealt_work_waiting", "Requests that wait for a worker", ["kind"], registry=self.registry
        )
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
