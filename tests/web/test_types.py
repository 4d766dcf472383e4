"""The page's types are those of the wire: stale ones fail here. ``scripts/types`` makes them anew."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import hatch_build
from dealt.wire import schema

WEB = Path(__file__).parents[2] / "web"


def test_the_schema_is_that_of_the_protocol() -> None:
    assert (WEB / "src" / "wire.schema.json").read_text(encoding="utf-8") == schema.text(), "run scripts/types"


@pytest.mark.slow
def test_the_types_are_those_of_the_schema() -> None:
    made = WEB / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
    if not made.is_file():
        pytest.skip("web/node_modules is not installed: python hatch_build.py")
    _, env = hatch_build.toolchain()
    done = subprocess.run(
        ["node", made, "--input", "src/wire.schema.json", "--additionalProperties=false", "--enableConstEnums=false"],
        cwd=WEB,
        env=env,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert (WEB / "src" / "wire.ts").read_text(encoding="utf-8").rstrip() == done.stdout.rstrip(), "run scripts/types"


def test_every_message_has_its_type() -> None:
    written = (WEB / "src" / "wire.ts").read_text(encoding="utf-8")
    ops = set(re.findall(r'^  op: "(\w+)";', written, re.MULTILINE))
    assert {"hello", "act", "welcome", "table"} <= ops
