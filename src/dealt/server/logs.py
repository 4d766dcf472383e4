"""How the room writes its log: time-stamped lines for people, or JSON. Hands, tokens and seeds never get here."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from typing import TextIO

import structlog

from dealt.server.config import Config

__all__ = ["set_up", "where"]


def set_up(config: Config, stream: TextIO | None = None) -> None:
    """Send the room's log, and the server library's warnings, to a stream (standard error unless given)."""
    out = stream or sys.stderr
    level = logging.getLevelName(config.log_level.upper())
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(
            fmt="%Y-%m-%d %H:%M:%S" if config.log == "lines" else "iso", utc=config.log == "json"
        ),
    ]
    last: list[structlog.typing.Processor]
    if config.log == "json":
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=out.isatty(), pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last], foreign_pre_chain=shared
        )
    )
    for name in ("uvicorn", "uvicorn.error", "websockets", "alembic", "sqlalchemy"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = ([handler] if "." not in name else []), "." in name
        logger.setLevel(logging.WARNING)


def where(error: BaseException) -> str:
    """What failed and where, without its message: that could hold a card."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in reversed(frames))
    return f"{type(error).__name__} at {places}"
