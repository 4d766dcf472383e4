"""A meeting point for browsers that hold tables themselves: it passes an offer and its answer on, and forgets both.

Who invites chooses a code: a short one for people, or one too long to guess. Offer and answer are each told once.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from dealt.server.base.guesses import Tries, bearer
from dealt.server.base.limits import GUESS_RATE, GUESSES, Buckets, address_group, too_fast
from dealt.server.door.encoding import UNKEPT
from dealt.server.door.outside import address_of, body_of
from dealt.server.room.room import Room
from dealt.texts import sentence
from dealt.wire.refusal import Refused

LASTS: Final = 600.0
"""The seconds after which a meeting is forgotten."""
MOST: Final = 1000
"""The number of meetings that may be open at a time."""
MOST_EACH: Final = 16
"""The number of those that one address may have opened."""
RATE: Final = 0.2
"""How many an address may open a second in the long run."""
BURST: Final = 30
"""How many an address may open at once."""
WITHIN: Final = 5.0
"""The seconds in which a body must be there."""
LONGEST: Final = 2000
SIGNAL: Final = re.compile(rb"[\w-]{40,2000}", re.ASCII)
CODE: Final = re.compile(r"[a-z2-9]{8}|[\w-]{22,64}", re.ASCII)
SHORT: Final = 8
"""Codes of this length can be guessed at; wrong ones are counted."""
HEADERS: Final = {**UNKEPT, "access-control-allow-origin": "*"}
"""Pages of folders elsewhere ask, too: whoever can ask from a page can ask without one."""
STATUS: Final = {"no_meeting": 404, "meeting_taken": 409, "bad_signal": 400, "meetings_full": 503, "slow_down": 429}


@dataclass(slots=True, eq=False)
class _Met:
    by: str
    until: float
    offer: bytes
    answer: bytes = b""


class Meetings:
    """The meetings that are open, and their routes. A room of several processes has none: these share no memory."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._open: dict[str, _Met] = {}
        self._each: Counter[str] = Counter()
        self._rate, self._tries = Buckets(RATE, BURST), Tries(Buckets(GUESS_RATE, GUESSES))
        offers, answers = "/api/meetings/{code}", "/api/meetings/{code}/answer"
        self.routes = [Route(path, self.answer, methods=["GET", "POST"]) for path in (offers, answers)]

    async def answer(self, request: Request) -> Response:
        """Take an offer or an answer, or tell it."""
        code, answers = request.path_params["code"], request.url.path.endswith("/answer")
        try:
            home = await self._asker(request)
            told = await _body(request) if request.method == "POST" else None
            now = self._room.runtime.now()
            while self._open and (first := next(iter(self._open))) and self._open[first].until <= now:
                self._forget(first)
            if told is None:
                await self._tries.check(home, now)
                found = self._fetch(code, answers, home, now)
            else:
                found = b""
                self._leave(code, answers, told, home, now)
        except Refused as refused:
            self._room.metrics.meetings.labels("refused").inc()
            ends = {"connection": "close"} if refused.code == "bad_signal" else {}  # more of its body is not read
            return PlainTextResponse(sentence(refused.say), STATUS.get(refused.code, 401), {**HEADERS, **ends})
        return PlainTextResponse(found, 200 if told is None else 201, HEADERS)

    async def _asker(self, request: Request) -> str:
        """The address by which somebody is counted; Refused without the invite code of a private room."""
        if not self._room.cluster.owns_all:
            raise Refused("no_meeting")
        address = address_of(request, self._room.config)
        await self._room.hosting.check_invite(bearer(request), address)
        return address_group(address)

    def _leave(self, code: str, answers: bool, told: bytes, home: str, now: float) -> None:
        met = self._open.get(code)
        if answers:
            if met is None or met.offer or met.answer:  # an offer is told before it is answered
                raise Refused("no_meeting")
            met.answer = told
            return
        if met is not None or not CODE.fullmatch(code):
            raise Refused("meeting_taken")
        if len(self._open) >= MOST or self._each[home] >= MOST_EACH:
            raise Refused("meetings_full")
        if not self._rate.take(home, now):
            raise too_fast(self._rate.wait(home, now))
        self._open[code] = _Met(home, now + LASTS, told)
        self._each[home] += 1
        self._room.metrics.meetings.labels("opened").inc()

    def _fetch(self, code: str, answers: bool, home: str, now: float) -> bytes:
        met = self._open.get(code)
        if met is not None and not answers and met.offer:
            found, met.offer = met.offer, b""
            return found
        if met is not None and answers:
            if met.answer:
                self._forget(code)
                self._room.metrics.meetings.labels("met").inc()
            return met.answer
        if len(code) > SHORT and not answers:
            return b""  # who knows such a code waits for a friend
        self._tries.miss(home, now)
        raise Refused("no_meeting")

    def _forget(self, code: str) -> None:
        by = self._open.pop(code).by
        self._each[by] -= 1
        if not self._each[by]:
            del self._each[by]


async def _body(request: Request) -> bytes:
    """An offer or an answer; Refused if it is none, is too long, or does not come."""
    read = b""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(WITHIN):
            read = await body_of(request, LONGEST)
    if not SIGNAL.fullmatch(read):
        raise Refused("bad_signal")
    return read
