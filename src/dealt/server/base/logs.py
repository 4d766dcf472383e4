"""How the room writes its log: time-stamped lines for people, or JSON. Hands, tokens and seeds never get here.

What strangers have written, such as names and origins, is cut to ``LONGEST`` characters, without control characters.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TextIO, cast

import structlog

from dealt.faults import where
from dealt.server.base.config import Config

__all__ = ["QUIET", "Seldom", "set_up", "where"]

LONGEST: Final = 300
"""The number of characters of one value that are logged."""
QUIET: Final = 10.0
"""Seconds in which the same reason is logged once."""
REASONS: Final = 1000
"""The number of reasons that are remembered."""


def set_up(config: Config, stream: TextIO | None = None, slot: int = 0) -> None:
    """Send the room's log, and the server library's warnings, to a stream (standard error unless given).

    Each line names the ``slot`` of the process, if it is one of several that share a port.
    """
    out = stream or sys.stderr
    level = logging.getLevelName(config.log_level.upper())
    shared: list[structlog.typing.Processor] = [
        *([lambda _, __, values: {**values, "slot": slot}] if slot else []),
        _clean_all,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(
            fmt="%Y-%m-%d %H:%M:%S" if config.log == "lines" else "iso", utc=config.log == "json"
        ),
    ]
    last: list[structlog.typing.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    if config.log != "json":
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=out.isatty(), pad_event_to=0, exception_formatter=plain)]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(cast("TextIO", _Lossy(out))),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.addFilter(_Seldom())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last], foreign_pre_chain=shared
        )
    )
    for name in ("uvicorn", "uvicorn.error", "websockets", "alembic", "sqlalchemy"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = ([handler] if "." not in name else []), "." in name
        logger.setLevel(logging.WARNING)


class _Lossy:
    """A stream that loses what can't be written: a log on a full disk must not stop the room."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, written: str) -> None:
        with suppress(OSError):
            self._stream.write(written)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


class Seldom:
    """Writes a line of the log once in ``QUIET`` seconds for each event, with the number of times that it happened."""

    def __init__(self, write: Callable[..., Any]):
        self._write = write
        self._since: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def __call__(self, event: str, now: float, *, reason: str = "", **more: Any) -> None:
        """Log an event, or count it if it was logged shortly before; ``reason`` tells equal events apart."""
        key = f"{event} {reason}"
        if now - self._since.get(key, float("-inf")) < QUIET:
            self._left_out[key] += 1
            return
        if len(self._since) >= REASONS:
            self._since.clear()
            self._left_out.clear()
        self._since[key] = now
        self._write(event, **more, times=1 + self._left_out.pop(key, 0))


class _Seldom(logging.Filter):
    """Lets a line of a library pass as seldom as :class:`Seldom` does: strangers can cause some of them at will."""

    def __init__(self) -> None:
        super().__init__()
        self._times = 0
        self._seldom = Seldom(self._passes)

    def _passes(self, event: str, times: int) -> None:
        self._times = times

    def filter(self, record: logging.LogRecord) -> bool:
        self._times = 0
        self._seldom(str(record.msg), time.monotonic(), reason=record.name)
        if self._times > 1:
            record.msg = f"{str(record.msg).rstrip()} (times={self._times})"
        return self._times > 0


def _clean_all(logger: Any, method: str, values: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A processor that cleans every value of a line."""
    return {key: _clean(value) for key, value in values.items()}


def _clean(value: Any) -> Any:
    """A text without control characters and cut to size; other values as they are, unless they hold texts."""
    if isinstance(value, str):
        shown = value[:LONGEST] + ("…" if len(value) > LONGEST else "")
        return shown if shown.isprintable() else "".join(each if each.isprintable() else "?" for each in shown)
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value[:LONGEST]]
    return value
