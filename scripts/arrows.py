"""What a module of the house imports of it: for the tests of the architecture and for its picture."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements inside of a node. No expression is looked at: most of a file is made of them."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in inside if isinstance(inside := getattr(node, part, ()), list) else ():
            yield each
            yield from statements(each)


def imported(tree: ast.Module) -> Iterator[str]:
    """What a module imports of the house, lazily or at its head: each name after its module, without `dealt`."""
    for node in statements(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"from {'.' * node.level}{node.module} is relative; write dealt.PART")
            names = [f"{node.module}.{each.name}" for each in node.names]
        yield from (each.removeprefix("dealt.") for each in names if each.startswith("dealt."))
