"""The storeys of the room, and its faces: who may import whom, no circles; and how large the parts of all code are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from scripts.arrows import imported

SRC = Path(__file__).parent.parent / "src" / "dealt"

STOREYS = ("wire", "session", "work", "base", "store", "workers", "room", "cluster", "door", "run")
"""A storey imports from those before it: `wire`, `session` and `work` lie in `dealt`, the others in `dealt.server`."""

FACES = ("tui", "cli", "assignments")
"""What stands before the storeys: its own arrows are in `test_house`."""

LONGEST_FILE, MOST_METHODS, LONGEST_FUNCTION = 500, 25, 40


def storey_of(module: str) -> str:
    """The storey of a module of `dealt`, empty if it has none."""
    first, *rest = module.split(".")
    return first if first in STOREYS[:3] else rest[0] if first == "server" and rest else ""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


def short(module: str) -> str:
    return module.removeprefix("server.")


@cache
def sources() -> dict[str, str]:
    return {name_of(path): path.read_text(encoding="utf-8") for path in sorted(SRC.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    return {module: ast.parse(text) for module, text in sources().items()}


@cache
def arrows() -> dict[str, set[str]]:
    """For each module of the storeys the others that it imports, for types alone or not."""
    inside = {module for module in trees() if storey_of(module) or module.split(".")[0] in FACES}
    found: dict[str, set[str]] = {module: set() for module in inside}
    for module in inside:
        for named in imported(trees()[module]):
            found[module] |= {named if named in inside else named.rpartition(".")[0]} & inside
    return found


def circles() -> Iterator[set[str]]:
    """Sets of modules each of which reaches all others of its set."""
    reach = {module: set(some) for module, some in arrows().items()}
    for between in reach:
        for some in reach.values():
            if between in some:
                some |= reach[between]
    left = {module for module in reach if module in reach[module]}
    while left:
        one = min(left)
        circle = {each for each in left if one in reach[each] and each in reach[one]}
        yield circle
        left -= circle


def test_a_storey_imports_only_what_lies_below_it() -> None:
    between = {module: some for module, some in arrows().items() if storey_of(module)}
    assert len(between) > 70
    assert {storey_of(module) for module in between} == {*STOREYS}
    wrong = {
        (short(module), short(other))
        for module, some in between.items()
        for other in some
        if not storey_of(other) or STOREYS.index(storey_of(other)) > STOREYS.index(storey_of(module))
    }
    assert wrong == set()


def test_modules_import_each_other_in_no_circle() -> None:
    assert list(circles()) == []


def test_files_classes_and_functions_are_of_a_size_that_one_can_take_in() -> None:
    files = {module: len(text.splitlines()) for module, text in sources().items()}
    classes, functions = {}, {}
    for module, tree in trees().items():
        for name, node in definitions(tree, module):
            if isinstance(node, ast.ClassDef):
                classes[name] = sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body)
            else:
                functions[name] = (node.end_lineno or 0) - node.lineno + 1
    assert len(files) > 500
    assert above(LONGEST_FILE, files) == {}
    assert above(MOST_METHODS, classes) == {}
    assert above(LONGEST_FUNCTION, functions) == {}


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(inside: ast.AST, where: str) -> Iterator[tuple[str, Definition]]:
    """All classes and functions, with their names from the module on."""
    for node in ast.iter_child_nodes(inside):
        if isinstance(node, Definition):
            yield (name := f"{where}.{node.name}"), node
            yield from definitions(node, name)
        else:
            yield from definitions(node, where)


def above(most: int, sizes: dict[str, int]) -> dict[str, int]:
    return {name: size for name, size in sizes.items() if size > most}
