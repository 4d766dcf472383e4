"""NumPy, which only the extra ``fast`` brings."""

from __future__ import annotations

from typing import Any

__all__ = ["numpy_for"]


def numpy_for(what: str) -> Any:
    """NumPy; ImportError, which says what is done with it and what to install, where it is missing."""
    try:
        import numpy as np
    except ImportError:
        raise ImportError(f"{what} with NumPy: install dealt[fast]") from None
    return np
