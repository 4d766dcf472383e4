"""What the scripts that take pictures share: a room of their own on a free port, and Chromium."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright


@contextmanager
def opened(**settings: str) -> Iterator[tuple[str, Browser]]:
    """The address of a new room with these settings, and a browser without a window; both end with the block.

    Ends the script with one line where there is no Chromium, or where the room does not open.
    """
    chromium = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if chromium is None:
        sys.exit("no chromium on PATH: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        ours = {"DATABASE": f"sqlite:///{Path(folder) / 'dealt.db'}", "CONFIG": os.devnull, **settings}
        room = subprocess.Popen(
            [sys.executable, "-m", "dealt", "serve", "0"],
            env={**os.environ, **{f"DEALT_{name}": value for name, value in ours.items()}},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            addresses = (re.search(r"http://\S+", line) for line in iter(room.stdout or ()))
            address = next((found[0] for found in addresses if found), None)
            if address is None:
                sys.exit("the room did not open")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
                )
                yield address, browser
                browser.close()
        finally:
            room.terminate()
            room.wait(10)


def small(png: bytes, colours: int = 128) -> bytes:
    """The same picture with few colours."""
    out = io.BytesIO()
    drawn = Image.open(io.BytesIO(png)).convert("RGB")
    drawn.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
