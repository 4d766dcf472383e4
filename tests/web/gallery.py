"""Pictures of every game in several states, on several screens, by day and night, in both languages.

``python -m tests.web.gallery [FOLDER]`` writes them to FOLDER (``gallery``), named like
``bigtwo-raised-360x640-night-zh.png``; of each game the first state has no name: ``bigtwo-360x640-night-zh.png``.
Further words choose: ``--game bigtwo --size 360x640 --light night --language zh``, each as often as wanted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import hatch_build
from tests.conftest import browser_path
from tests.web.conftest import Device, House
from tests.web.table_helpers import seated
from tests.web.walks import WALKS, resize, speak, states

SIZES = {"360x640": True, "844x390": True, "800x600": False, "1440x900": False, "1920x1080": False}
LIGHTS = {"night": "dark", "day": "light"}
LANGUAGES = ("en", "zh")


def draw(device: Device, folder: Path, game: str, wanted: argparse.Namespace) -> int:
    """The pictures of one game; how many there are."""
    walk = WALKS[game]
    page = seated(device, "Ann", game, {"viewport": {"width": 1440, "height": 900}}, walk.table, **walk.options)
    session = page.context.new_cdp_session(page)
    count = 0
    for turn, state in enumerate(states(page, walk)):
        if wanted.state and state not in wanted.state:
            continue
        for language in wanted.language or LANGUAGES:
            speak(page, language)
            for size in wanted.size or SIZES:
                width, height = map(int, size.split("x"))
                resize(page, width, height, touch=SIZES.get(size, False), session=session)
                for light in wanted.light or LIGHTS:
                    page.emulate_media(color_scheme="dark" if LIGHTS[light] == "dark" else "light")
                    name = "-".join([game, *([state] if turn else []), size, light, language])
                    page.screenshot(path=folder / f"{name}.png", animations="disabled")
                    count += 1
        page.emulate_media(color_scheme="dark")
    return count


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.gallery", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("gallery"))
    parser.add_argument("--game", action="append", choices=WALKS)
    parser.add_argument("--state", action="append")
    parser.add_argument("--size", action="append", help="width x height, such as 360x640")
    parser.add_argument("--light", action="append", choices=LIGHTS)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    wanted = parser.parse_args(arguments)
    if any(not all(part.isdigit() for part in size.split("x")) or size.count("x") != 1 for size in wanted.size or ()):
        parser.error("a size is written like 360x640")
    try:
        wanted.folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        parser.error(f"{wanted.folder} is no folder to write to: {wrong.strerror}")
    chromium_path = browser_path()
    if chromium_path is None:
        parser.error("no chromium on PATH: apt-get install chromium")
    hatch_build.build()
    total = 0
    with tempfile.TemporaryDirectory(prefix="dealt-room-") as room, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        house = House(Path(room))
        house.start()
        try:
            for game in wanted.game or WALKS:
                device = Device(chromium, house)
                total += draw(device, wanted.folder, game, wanted)
                device.close()
                house.clear()
                for each in device.complaints:
                    print(f"{game}: {each}", file=sys.stderr)
        finally:
            house.stop()
            chromium.close()
    print(f"{total} pictures in {wanted.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
