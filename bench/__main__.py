"""``python -m bench NAME [ARGUMENTS]`` calls ``main`` of ``bench/NAME.py``, or runs the file if that takes nothing.

Without a name, or with options alone, it is ``python -m bench all``.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import runpy
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def names() -> dict[str, str]:
    """Every measurement and the first line of what it says about itself."""
    files = sorted(each for each in FOLDER.glob("*.py") if not each.name.startswith("_"))
    found = ((each.stem, ast.parse(each.read_text(encoding="utf-8"))) for each in files)
    return {
        name: (ast.get_docstring(tree) or "").partition("\n")[0]
        for name, tree in found
        if any(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name == "main" for each in tree.body)
    }


def main(argv: list[str]) -> int:
    known = names()
    if argv and argv[0] in ("-h", "--help"):
        print("usage: python -m bench [NAME] [ARGUMENTS]\n")
        for name, described in known.items():
            print(f"  {name:<12} {described}")
        return 0
    name, *rest = argv if argv and not argv[0].startswith("-") else ("all", *argv)
    if name not in known:
        print(f"There is no measurement {name!r}: choose one of {', '.join(known)}.", file=sys.stderr)
        return 2
    module = importlib.import_module(f"bench.{name}")
    if not inspect.signature(module.main).parameters:
        sys.argv[:] = [name, *rest]
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
        return 0
    sys.argv[0] = f"python -m bench {name}"  # for the usage line
    return int(module.main(rest) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
