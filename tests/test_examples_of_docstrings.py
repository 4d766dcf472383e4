"""The examples in docstrings hold. pytest's own way would import and search all that has none, in every worker."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = {"src": ROOT / "src", "tests": ROOT}
"""Where the names of modules begin, by folder."""


def with_examples() -> list[str]:
    """The modules whose docstrings have examples."""
    return [
        ".".join(file.relative_to(start).with_suffix("").parts).removesuffix(".__init__")
        for folder, start in PLACES.items()
        for file in sorted((ROOT / folder).rglob("*.py"))
        if re.search(r"^ *>>> ", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@pytest.mark.parametrize("name", with_examples())
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted
    assert not found.failed
