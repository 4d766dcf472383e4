"""The library endplay without its plots: its solver, types and parsers need neither matplotlib nor what that brings."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any

__all__ = ["dds", "pbn", "types"]


def dds() -> Any:
    """The module ``endplay.dds``, which solves deals; ImportError without the library."""
    _open()
    from endplay import dds

    return dds


def types() -> Any:
    """The module ``endplay.types``: cards, deals and contracts; ImportError without the library."""
    _open()
    from endplay import types

    return types


def pbn() -> Any:
    """The module ``endplay.parsers.pbn``; ImportError without the library."""
    _open()
    from endplay.parsers import pbn

    return pbn


def _open() -> None:
    """Let the parts of the library be imported without its top, which imports everything, plots too.

    The top runs when somebody asks for a name that only it brings, as may who uses the whole library beside ours.
    """
    if "endplay" in sys.modules or (spec := find_spec("endplay")) is None or spec.loader is None:
        return
    top, run = module_from_spec(spec), spec.loader.exec_module

    def missing(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if find_spec(f"endplay.{name}") is not None:
            return import_module(f"endplay.{name}")
        vars(top).pop("__getattr__", None)
        run(top)
        return getattr(top, name)

    vars(top)["__getattr__"] = missing
    sys.modules["endplay"] = top
