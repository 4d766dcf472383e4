"""``python -m bench NAME [ARGUMENTS]`` calls ``main`` of ``bench/NAME.py``; without a name, of ``bench/all.py``."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def names(folder: Path) -> dict[str, str]:
    """Every file of a folder that has a ``main``, and the first line of what it says about itself."""
    files = sorted(each for each in folder.glob("*.py") if not each.name.startswith("_"))
    found = ((each.stem, ast.parse(each.read_text(encoding="utf-8"))) for each in files)
    return {
        name: (ast.get_docstring(tree) or "").partition("\n")[0]
        for name, tree in found
        if any(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name == "main" for each in tree.body)
    }


def main(argv: list[str], folder: Path = FOLDER, usual: str = "all") -> int:
    """Call what ``argv`` names, by default ``usual``; its exit status."""
    known, package = names(folder), folder.name
    if argv and argv[0] in ("-h", "--help"):
        print(f"usage: python -m {package} [NAME] [ARGUMENTS]\n")
        for name, described in known.items():
            print(f"  {name:<12} {described}")
        return 0
    name, *rest = argv if argv and not argv[0].startswith("-") else (usual, *argv)
    if name not in known:
        print(f"There is no {name!r} in {package}: choose one of {', '.join(known)}.", file=sys.stderr)
        return 2
    sys.argv[0] = f"python -m {package} {name}"  # for the usage line
    return int(importlib.import_module(f"{package}.{name}").main(rest) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
