"""The room's front: its page under the addresses that people share, with what messengers show of a link.

``/t/TABLE`` is the address of a table. Whoever has it is invited, so its preview tells what the invitation tells; of a
private table it names nobody, because messengers keep previews, and of a private room it tells nothing at all.

``/d/TABLE/DEAL`` is that of a finished deal. Only who may see it is shown it, so its preview tells no card, no score
and no name: of a board of a day which one it is, of any other deal nothing.
"""

from __future__ import annotations

import contextlib
import re
from html import escape
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from dealt.daily import BOARDS, day_of
from dealt.game import Say
from dealt.server.base.hosts import asked_host
from dealt.server.door.encoding import cached
from dealt.server.room.room import Room
from dealt.texts import LANGUAGES, find_text, sentence

OWN_PATHS: Final = re.compile(r'(\s(?:src|href)=")\./')
"""What the page's head refers to beside the page."""
HEAD: Final = re.compile(r"<title>.*?</title>|(?=</head>)", re.DOTALL)
DESCRIBED: Final = re.compile(r'\s*<meta name="description"[^>]*>')
SCHEMES: Final = ("http", "https")


class Front:
    """The page's head, written for each address."""

    def __init__(self, room: Room, page: Path, near: str = ""):
        """``near``: where, beside the page, the static room lies that browsers can keep."""
        self._room, self._page = room, page
        self._told = f' lang="en" data-near="{near}">' if near else ' lang="en">'
        self._built, self._head = 0, ""
        self.routes: list[Route] = [
            Route("/", self.read_home),
            Route("/t/{table}", self.read_table),
            Route("/t/{table}/deal/{deal}", self.read_table),
            Route("/t/{table}/deal/{deal}/{position}", self.read_table),
            Route("/d/{table}/{deal:int}", self.read_deal),
            Route("/preview.png", self.read_picture),
            Route("/preview/{game}.png", self.read_picture),
        ]

    @property
    def _index(self) -> str:
        """The page's head; where the page was built anew since it was read, that of the new one."""
        index = self._page / "index.html"
        with contextlib.suppress(FileNotFoundError):  # while one folder takes the place of another
            built = index.stat().st_mtime_ns
            if built != self._built:
                self._head = index.read_text(encoding="utf-8").replace(' lang="en">', self._told, 1)
                self._built = built
        return self._head

    async def read_home(self, request: Request) -> Response:
        """The entry."""
        return self._answer(request, self._room.config.room, self._say(request, "preview.room"), "preview.png")

    async def read_table(self, request: Request) -> Response:
        """The page at a table, a finished deal of it, or a position of that; the same page where there is no table."""
        found = None if self._room.config.invite else self._room.invitation(request.path_params["table"])
        if found is None:
            return await self.read_home(request)
        invitation, private = found
        table, listing = invitation.table, self._room.games[invitation.table.game]
        game = find_text("game.title", listing.texts, language=_language(request)) or table.game
        seats = self._say(
            request, "preview.free" if table.free else "preview.full", free=table.free, of=len(table.seats)
        )
        title = f"{game} · {self._room.config.room}"
        if not private and invitation.by:
            title = self._say(request, "preview.invites", name=invitation.by, game=game)
            here = [each.name for each in table.seats if each.kind == "person" and not each.away]
            seats = " · ".join(each for each in (", ".join(here), seats) if each)
        return self._answer(request, title, seats, f"preview/{table.game}.png")

    async def read_deal(self, request: Request) -> Response:
        """The page at a finished deal, which says itself who may not see it."""
        table, deal = request.path_params["table"], request.path_params["deal"]
        found = None if self._room.config.invite else await self._room.store.sets.of_table(table)
        day = None if found is None else day_of(found[1])
        if found is None or day is None or not 0 < deal <= BOARDS or found[2] not in self._room.games:
            return self._answer(request, self._room.config.room, self._say(request, "preview.deal"), "preview.png")
        name = found[2]
        game = find_text("game.title", self._room.games[name].texts, language=_language(request)) or name
        title = self._say(request, "preview.board", game=game, n=deal, of=BOARDS, day=day.isoformat())
        return self._answer(request, title, self._say(request, "preview.played"), f"preview/{name}.png")

    async def read_picture(self, request: Request) -> Response:
        """What a messenger shows beside a link: the picture of a game, or that of the room."""
        listing = self._room.games.get(request.path_params.get("game", ""))
        drawn = (listing.preview if listing else None) or self._page / "preview.png"
        if not drawn.is_file():
            raise HTTPException(404)
        return FileResponse(drawn, media_type="image/png", headers={"cache-control": "public, max-age=86400"})

    def _say(self, request: Request, key: str, **about: str | int) -> str:
        return sentence(Say(key, about), language=_language(request))

    def _answer(self, request: Request, title: str, text: str, picture: str) -> Response:
        """The page, which finds its files from wherever it is."""
        if self._room.config.invite:
            title, text, picture = "dealt", self._say(request, "preview.private"), "preview.png"
        depth = request.url.path.removeprefix(self._room.config.root_path).count("/") - 1
        told = {"type": "website", "title": title, "description": text, "site_name": "dealt"}
        tags = [
            f"<title>{escape(title)}</title>",
            f'<meta name="description" content="{escape(text)}" />',
            *(f'<meta property="og:{name}" content="{escape(content)}" />' for name, content in told.items()),
        ]
        if depth:
            tags.append('<meta name="robots" content="noindex" />')
        if base := self._address(request):
            tags += [
                f'<meta property="og:image" content="{escape(base + picture)}" />',
                '<meta property="og:image:width" content="800" />',
                '<meta property="og:image:height" content="420" />',
                '<meta name="twitter:card" content="summary_large_image" />',
            ]
        if not self._room.config.invite:  # the entry's words and games come beside its script, not after it
            games = f"./api/lobby/{_language(request)}"
            tags.append(f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{games}" />')
        head = HEAD.sub(lambda _: "\n    ".join(tags), DESCRIBED.sub("", self._index), count=1)
        body = OWN_PATHS.sub(lambda found: found[1] + (depth * "../" or "./"), head)
        return cached(request, body.encode(), "text/html; charset=utf-8")

    def _address(self, request: Request) -> str:
        """The address of the room's page as the client knows it, which previews must name in full; empty if unknown."""
        config, host = self._room.config, asked_host(request.headers, self._room.config) or ""
        scheme = request.url.scheme
        if config.proxy:
            scheme = request.headers.get("x-forwarded-proto", scheme).split(",")[-1].strip()
        return f"{scheme}://{host}{config.root_path}/" if scheme in SCHEMES and host else ""


def _language(request: Request) -> str:
    """The first language of ours that a client asks for."""
    for wanted in request.headers.get("accept-language", "").lower().split(","):
        if (found := wanted.strip()[:2]) in LANGUAGES:
            return found
    return LANGUAGES[0]
