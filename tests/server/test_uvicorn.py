"""The room extends two protocols of uvicorn, whose parts may change: which of those that it uses are gone?"""

from __future__ import annotations

import ast
import inspect
import textwrap

import pytest
import uvicorn

from dealt.server.door.sockets import Requests, Sockets


def parts_of(kind: type) -> set[str]:
    """What a class reads, sets or defines of itself."""
    nodes = [*ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind))))]
    read = {
        each.attr
        for each in nodes
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "self"
    }
    return read | {each.name for each in nodes if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


OURS = {
    Requests: {"_deadlines", "_door", "_forget_deadlines", "_fresh", "_is_late"},
    Sockets: {
        "_door", "_late", "_pings", "_read_some", "_read_soon", "_reading", "_rest", "_take_more",
        "send_text", "unread", "write_text",
    },
}  # fmt: skip
"""What is new in these classes; all else they change or use."""


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.__name__)
def test_uvicorn_has_what_is_extended(kind: type) -> None:
    theirs: set[str] = set()
    for each in kind.__mro__[1:-1]:
        theirs |= parts_of(each)
    gone = parts_of(kind) - OURS[kind] - theirs
    assert not gone, (
        f"uvicorn {uvicorn.__version__} has no {', '.join(sorted(gone))}: see {kind.__module__}.{kind.__name__}"
    )
