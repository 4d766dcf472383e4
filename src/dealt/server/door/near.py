"""The static room beside a room: browsers keep it, and play against computers there while the room can't be reached."""

from __future__ import annotations

import asyncio
import mimetypes
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import structlog
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from dealt.server.base.background import attended
from dealt.server.door.encoding import Page

ENGINE: Final = Path(__file__).parents[2] / "site" / "engine" / "msgspec.whl"
"""Part of every installation that can run Python in browsers."""
NEAR: Final = "near/"
"""Where it lies beside the room's page."""

mimetypes.add_type("application/zip", ".whl")
log = structlog.get_logger("dealt.app")


class Near:
    """Read only, the same for everybody, and made once, by a process of its own, when it is first asked for."""

    def __init__(self) -> None:
        self._made: asyncio.Task[Page | None] | None = None
        self._folder: TemporaryDirectory[str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._made = self._made or attended(self._make())
        page = await asyncio.shield(self._made)
        if page is None:
            raise HTTPException(404)
        await page(scope, receive, send)

    def close(self) -> None:
        """Remove them."""
        if self._made is not None:
            self._made.cancel()
        if self._folder is not None:
            self._folder.cleanup()

    async def _make(self) -> Page | None:
        try:
            self._folder = TemporaryDirectory(prefix="dealt-near-", ignore_cleanup_errors=True)
            made = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "dealt", "site", self._folder.name, "--room", "../"),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
            try:
                _, said = await made.communicate()
            finally:
                if made.returncode is None:
                    made.kill()
            why = said.decode(errors="replace")[-200:] if made.returncode else ""
        except OSError as error:
            why = str(error)
        if self._folder is None or why:
            log.warning("what browsers could keep of the room can't be made", why=why)
            return None
        return Folder(Path(self._folder.name))


class Folder(Page):
    """Its files. What keeps them may answer for the room's page, too, where that can't be reached."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if path == "keeper.js":
            response.headers["service-worker-allowed"] = "../"
        return response
