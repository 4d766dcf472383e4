"""Running a user's Python file that defines games or computers."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from dealt.faults import fault


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
        raise ValueError(f"{path} can't be loaded: {fault(error, path)}") from error
    return module
