"""HTTP answers as small as the client can read them: the built page as it was compressed beforehand, the rest by gzip.

Each encoding has an ETag of its own. A range is always one of the plain file.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

mimetypes.add_type("application/manifest+json", ".webmanifest")


UNKEPT: Final = {"cache-control": "no-store"}
"""The header of what nobody is to keep."""

SUFFIXES: Final = {"br": ".br", "gzip": ".gz"}
"""What the build writes beside a file of the page for each encoding, the better one first."""
LEAST: Final = 1024
"""The number of bytes from which on an answer is compressed: less fits into one packet anyway."""


def accepted(headers: Headers) -> list[str]:
    """Those of our encodings that a client takes, the better one first.

    >>> accepted(Headers({"accept-encoding": "gzip, deflate, br;q=0.5"}))
    ['br', 'gzip']
    >>> accepted(Headers({"accept-encoding": "br;q=0, *"})), accepted(Headers({}))
    (['gzip'], [])
    """
    wanted: dict[str, bool] = {}
    for each in ",".join(headers.getlist("accept-encoding")).lower().split(","):
        coding, _, quality = each.partition(";")
        wanted[coding.strip()] = quality.replace(" ", "").rstrip("0.") != "q="
    return [each for each in SUFFIXES if wanted.get(each, wanted.get("*", False))]


class Page(StaticFiles):
    """The built page. A file that was compressed when it was built is sent so to who takes it."""

    def __init__(self, folder: Path):
        super().__init__(directory=folder, html=True)
        self._files = {str(each.relative_to(folder)) for each in folder.rglob("*")}

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.endswith(tuple(SUFFIXES.values())):
            raise HTTPException(404)
        plain = "index.html" if path == "." else path
        found = [each for each in SUFFIXES if plain + SUFFIXES[each] in self._files]
        headers = Headers(scope=scope)
        usable = [each for each in accepted(headers) if each in found and "range" not in headers]
        if not usable:
            response = await super().get_response(path, scope)
        else:
            response = await super().get_response(plain + SUFFIXES[usable[0]], scope)
            if response.status_code == 200:
                response.headers["content-encoding"] = usable[0]
                response.headers["content-type"] = _type(plain)
        if found:
            response.headers.add_vary_header("Accept-Encoding")
        return response


def _type(path: str) -> str:
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@lru_cache(maxsize=512)
def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:20]


@lru_cache(maxsize=512)
def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def cached(request: Request, body: bytes, kind: str) -> Response:
    """An answer that seldom changes: whoever has it already is told so, and who takes gzip gets it so."""
    squeezed = len(body) >= LEAST and "gzip" in accepted(request.headers)
    tag = f'"{_tag(body)}{"-gzip" if squeezed else ""}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "Accept-Encoding"}
    known = ",".join(request.headers.getlist("if-none-match")).split(",")
    if any(each.strip().removeprefix("W/") in (tag, "*") for each in known):
        return Response(status_code=304, headers=headers)
    if squeezed:
        return Response(_gzipped(body), headers={**headers, "content-type": kind, "content-encoding": "gzip"})
    return Response(body, headers={**headers, "content-type": kind})
