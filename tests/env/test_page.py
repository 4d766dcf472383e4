"""docs/environments.md shows the fields and sizes that there are."""

from __future__ import annotations

import pytest

from scripts import fields


@pytest.mark.slow
def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert fields.PAGE.read_text("utf-8") == fields.page(), "run python -m scripts.fields"
