"""``/api/admin`` over HTTP: who may ask, from where, and how large a question may be."""

from __future__ import annotations

import math
from typing import Final

import msgspec
import structlog
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from dealt.server.base import logs
from dealt.server.base.config import Config
from dealt.server.base.guesses import Guesses, bearer
from dealt.server.base.limits import is_own
from dealt.server.base.trouble import StoreError
from dealt.server.door.encoding import UNKEPT
from dealt.server.door.outside import address_of, body_of, origin_allowed
from dealt.server.room.admin import Admin
from dealt.server.room.room import Room
from dealt.texts import sentence
from dealt.wire import host_protocol as host
from dealt.wire.protocol import FRAME_LIMIT
from dealt.wire.refusal import Refused, said, unreadable

STATUS: Final = {
    "admin_off": 404,
    "admin_elsewhere": 403,
    "foreign_page": 403,
    "wrong_key": 401,
    "slow_down": 429,
    "not_json": 415,
    "too_long": 413,
    "bad_message": 400,
    "host_storage": 503,
    "internal": 500,
}
"""The status of each refusal; any other is 409."""

log = structlog.get_logger("dealt.admin")


class HostDoor:
    """Lets in who has the host's key and asks from where the settings allow, and takes their questions."""

    def __init__(self, room: Room, admin: Admin):
        self._room = room
        self._admin = admin
        self._config = msgspec.structs.replace(room.config, origins=[])  # only the room's own page, or none at all
        refused = room.metrics.connections_refused.labels("guesses").inc
        self._guesses = Guesses(room.config.admin_key, room.limits.keys, refused)
        self._seldom = logs.Seldom(lambda event, **more: log.warning(event, **more))

    async def answer(self, request: Request) -> Response:
        """The answer to a question in a request, always as JSON."""
        try:
            await self._check(request)
            if len(written := await body_of(request, FRAME_LIMIT)) > FRAME_LIMIT:
                raise Refused("too_long", most=FRAME_LIMIT)
            question = host.decode(written)
            answer = await self._admin.do(question, address_of(request, self._config))
        except Refused as refused:
            return self._refuse(refused)
        except msgspec.DecodeError as error:
            return self._refuse(unreadable(error))
        except StoreError as error:
            return self._refuse(Refused("host_storage", why=str(error)))
        except Exception as error:  # noqa: BLE001 - the host is told as anybody else, and the room goes on
            log.error("the host's question could not be answered", why=logs.where(error))
            return self._refuse(Refused("internal"))
        return _json(answer, 200)

    async def has_key(self, request: Request) -> bool:
        """Does the request bring the host's key? Refused if its address has guessed too often."""
        if not self._config.admin_key or self._config.admin == "off":
            return False
        given, address = bearer(request), address_of(request, self._config)
        return await self._guesses.right(given, address, self._room.runtime.now())

    async def _check(self, request: Request) -> None:
        """Refused unless it is the host who asks, with their own program or the room's own page."""
        config = self._config
        if config.admin == "off" or not config.admin_key:
            raise Refused("admin_off")
        if config.admin == "machine" and not from_here(request, config):
            raise Refused("admin_elsewhere")
        site = request.headers.get("sec-fetch-site", "none")
        if site not in ("same-origin", "none") or not origin_allowed(request.headers, config):
            raise Refused("foreign_page")
        if not await self.has_key(request):
            self._seldom("a wrong key of the host", self._room.runtime.now(), address=address_of(request, self._config))
            raise Refused("wrong_key")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("not_json")

    def _refuse(self, refused: Refused) -> Response:
        self._room.metrics.refused.labels(refused.code).inc()
        answer = host.HostError(
            code=refused.code, say=said(refused.say), text=sentence(refused.say), retry_after=refused.retry_after
        )
        return _json(answer, STATUS.get(refused.code, 409), refused.retry_after)


def from_here(request: HTTPConnection, config: Config) -> bool:
    """Does a request come from the room's own machine? One that a proxy passes on does not, declared or not."""
    passed_on = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip", "via"))
    return is_own(address_of(request, config)) and not (passed_on and not config.proxy)


def _json(answer: host.HostAnswer, status: int, retry_after: float | None = None) -> Response:
    later = {} if retry_after is None else {"retry-after": str(math.ceil(retry_after))}
    return Response(host.encode(answer), status, {**UNKEPT, **later}, "application/json")
