"""``dealt serve``: the settings that were given, and the room that is opened with them."""

from __future__ import annotations

import webbrowser
from threading import Thread
from typing import Any

from dealt.cli.errors import refusing
from dealt.cli.own_games import from_environment


def open_room(flags: dict[str, Any], *, browser: bool) -> int:
    """Open a room with these settings and keep it until Ctrl-C; the exit status."""
    from dealt.server.base.config import ConfigError, load
    from dealt.server.run import run

    given = {key: value for key, value in flags.items() if value is not None and value != []}
    if given.get("games"):
        given["games"] = [*from_environment(), *map(str, given["games"])]
    with refusing(ConfigError):
        config = load(given)

    def ready(addresses: list[str]) -> None:
        if browser and addresses:  # some browsers block until they are closed
            Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()

    return run(config, on_ready=ready, flags=given)
