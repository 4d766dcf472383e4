"""NumPy, which only the extra ``fast`` brings."""

from __future__ import annotations

from typing import Any, TypeVar, get_args, get_type_hints

from dealt.shapes import Array

T = TypeVar("T")


def numpy_for(what: str) -> Any:
    """NumPy; ImportError, which says what is done with it and what to install, where it is missing."""
    try:
        import numpy as np
    except ImportError:
        raise ImportError(f"{what} with NumPy: install dealt[fast]") from None
    return np


def blank(kind: type[T], n: int, wide: int, **others: int) -> T:
    """A record of ``n`` deals, whose arrays are all zero: of ``wide`` columns, or as many as ``others`` has by name."""
    numpy, found = numpy_for("deals are simulated"), {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        row = next(each for each in get_args(hint) if isinstance(each, Array))
        found[name] = numpy.zeros((n, others.get(name, wide))[: row.dimensions], row.code)
    return kind(**found)
