"""Running a Python file of somebody's own: one that brings games, or computers."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

__all__ = ["run_file"]


def run_file(path: str | Path, prefix: str) -> ModuleType:
    """Run a Python file as a module whose name begins with ``prefix``; the module stays among ``sys.modules``.

    FileNotFoundError if there is no such file, ValueError if it is no Python file or fails, saying at which line.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    spec = spec_from_file_location(f"{prefix}_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise ValueError(f"{path} can't be loaded: {type(error).__name__}: {error}{_line(error, path)}") from error
    return module


def _line(error: BaseException, path: Path) -> str:
    """The line of the file at which it failed; nothing if the file was not begun: the message of an error of syntax
    has the line already."""
    found = [each.lineno for each in extract_tb(error.__traceback__) if Path(each.filename).resolve() == path.resolve()]
    return f" (line {found[-1]})" if found else ""
