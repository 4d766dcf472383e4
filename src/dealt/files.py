"""Files of a user: Python that defines games or computers is run, and what they want to keep is written."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
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


def write_new(file: Path, written: str, mode: int = 0o666) -> None:
    """Write a file that is not there yet: FileExistsError if it is, and it is left as it is.

    OSError if it can't be written; then no part of it stays, as on a full disk.
    """
    stream = open(file, "x", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, mode))  # noqa: SIM115
    try:
        with stream:
            stream.write(written)
    except OSError:
        with suppress(OSError):
            file.unlink()
        raise
