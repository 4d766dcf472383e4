"""Tells people who are away what they asked to be told, by the push service of their browser: an event begins, a
friend sits down, it is their turn.

It is off without the extra `push` and the setting ``address``. A service that hangs holds nobody: what waits is
bounded, and so is the time that each may take. Somebody hears once a minute at most, whichever process tells it.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog

from dealt.game import Listing, Say
from dealt.server.base.background import unattended
from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.link import Commands, Link, Person, person_of
from dealt.server.room.live_table import LiveTable
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.store import Store
from dealt.texts import common, sentence
from dealt.tournament.state import Tournament
from dealt.wire import protocol
from dealt.wire.refusal import Refused

AWAY: Final = 60.0
"""The seconds without a connection after which somebody is told of their turn."""
SETTLED: Final = 1.0
"""The seconds after which somebody who has come to a table sits there, or watches."""
WITHIN: Final = 10.0
"""The seconds that a push service may take."""
AT_ONCE: Final = 4
WAITING: Final = 500
"""The number of messages that may wait for push services; more are dropped."""
KEPT: Final = 3600
"""The seconds for which a push service keeps a message for a device that is off."""
SERVICES: Final = (
    "fcm.googleapis.com", "updates.push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"
)  # fmt: skip
"""Those of the browsers; with a dot at the front all names that end so."""
GONE: Final = 404, 410
"""What a push service answers of a subscription that has ended."""

log = structlog.get_logger("dealt.telling")


@dataclass(eq=False)
class Telling:
    """Keeps what people asked to be told, and tells it."""

    _config: Config
    _store: Store
    _games: Mapping[str, Listing]
    _people: People
    _cluster: Cluster
    _runtime: Runtime
    _count: Callable[[str], None]
    """Counts what became of a message: sent, failed, gone or dropped."""
    public: str = ""
    """The key by which browsers know the room's messages; empty if there are none."""
    _key: str = ""
    _waiting: asyncio.Queue[tuple[str, str, Say, str]] = field(default_factory=lambda: asyncio.Queue(WAITING))
    _senders: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def _contact(self) -> str:
        """To whom a push service may complain; for a try on one's own machine there is nobody."""
        return self._config.address if self._config.origin.startswith("https:") else "mailto:nobody@example.org"

    @property
    def commands(self) -> Commands:
        return {protocol.TellMe: self._ask}

    async def open(self) -> None:
        """Find the room's key, which is made at the first start with the extra."""
        if self._config.origin and importlib.util.find_spec("pywebpush"):
            made = await asyncio.to_thread(_new_key)
            self._key = await self._store.devices.secret("push", made)
            self.public = await asyncio.to_thread(_public, self._key)

    def close(self) -> None:
        """Nothing is sent any more."""
        for each in self._senders:
            each.cancel()

    async def _ask(self, link: Link, message: protocol.TellMe) -> None:
        person = person_of(link)
        message.what = list(dict.fromkeys(message.what))
        if message.what and not (self.public and self._serves(message.endpoint)):
            raise Refused("no_push")
        kept = msgspec.json.encode(message).decode() if message.what else None
        await self._store.devices.tell(person.id, link.token_hash, kept)
        link.send(protocol.Telling(what=message.what))

    def _serves(self, endpoint: str) -> bool:
        """Is it a push service that the host trusts? Anybody may name an address, which the room would then ask."""
        parts = urlsplit(endpoint)
        host, known = parts.netloc.lower(), (*SERVICES, *self._config.push_services)
        named = any(host == each or (each[:1] == "." and host.endswith(each)) for each in known)
        return named and (parts.scheme == "https" or parts.hostname == "localhost")

    # --- what happens

    def sat(self, person: Person, live: LiveTable) -> None:
        """Somebody has come to a table that all may see."""
        if self.public and self._config.friends and not live.session.settings.private:
            self._runtime.start(self._tell_friends(person, live))

    async def _tell_friends(self, person: Person, live: LiveTable) -> None:
        await asyncio.sleep(SETTLED)
        if live.session.seat_of(person.id) is not None:
            friends = partial(self._store.relations.friends_of, person.id)
            await self._tell("friend", friends, Say("push.friend", {"name": person.name}))

    def left(self, person: Person, live: LiveTable) -> None:
        """Somebody at a table has lost their connection."""
        if self.public:
            self._runtime.start(self._tell_turn(person, live))

    async def _tell_turn(self, person: Person, live: LiveTable) -> None:
        await asyncio.sleep(AWAY)
        session = live.session
        if session.phase == "playing" and session.seat_of(person.id) in session.turn:
            say = Say("push.turn", {"game": "@game.title"})
            await self._tell("turn", [person.id], say, session.settings.game)

    def began(self, state: Tournament) -> None:
        """A tournament begins."""
        if self.public:
            players, settings = [each.person for each in state.field()], state.settings
            say = Say("push.event", {"name": settings.name or "@game.title"})
            self._runtime.start(self._tell("event", players, say, settings.game))

    async def _tell(
        self, what: str, whom: Iterable[str] | Callable[[], Awaitable[list[str]]], say: Say, game: str = ""
    ) -> None:
        try:
            people = await whom() if callable(whom) else whom
            away = [each for each in people if self._cluster.presence.reader(self._people, each) is None]
            due = await self._store.devices.due(away, what, self._runtime.time()) if away else []
        except StoreError as error:
            log.warning("people are not told", what=what, why=str(error))
            return
        if due and not self._senders:
            self._senders = [unattended(self._send_all(), name="push") for _ in range(AT_ONCE)]
        for token, kept in due:
            try:
                self._waiting.put_nowait((token, kept, say, game))
            except asyncio.QueueFull:
                self._count("dropped")

    # --- push services

    async def _send_all(self) -> None:
        while True:
            self._count(await self._send(*await self._waiting.get()))

    async def _send(self, token: str, kept: str, say: Say, game: str) -> str:
        """Send a message; what became of it."""
        to = msgspec.json.decode(kept, type=protocol.TellMe)
        texts = self._games[game].texts if game in self._games else {}
        body = sentence(say, common(), texts, language=to.language)
        said = {"title": self._config.room, "body": body, "tag": say.key}
        try:
            async with asyncio.timeout(WITHIN):
                status = await _push(self._key, to, json.dumps({**said, "url": "../"}), self._contact)
        except Exception as error:  # noqa: BLE001 - addresses and keys are anybody's, and others wait
            log.info("a push service took nothing", why=str(error)[:160])
            return "failed"
        if status not in GONE:
            return "sent" if status < 300 else "failed"
        try:
            await self._store.devices.untell(token, kept)
        except StoreError as error:
            log.warning("a subscription that has ended is kept", why=str(error))
        return "gone"


# --- by the library


def _new_key() -> str:
    from py_vapid import Vapid

    made = Vapid()
    made.generate_keys()
    return urlsafe_b64encode(made.private_key.private_numbers().private_value.to_bytes(32, "big")).decode().rstrip("=")


def _public(key: str) -> str:
    """As browsers take it: the point, uncompressed."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid

    point = Vapid.from_raw(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


async def _push(key: str, to: protocol.TellMe, said: str, contact: str) -> int:
    """The status with which a push service answers."""
    library: Any = await asyncio.to_thread(importlib.import_module, "pywebpush")
    aiohttp: Any = importlib.import_module("aiohttp")
    subscription = {"endpoint": to.endpoint, "keys": {"p256dh": to.key, "auth": to.auth}}
    more = {"ttl": KEPT, "timeout": aiohttp.ClientTimeout(total=WITHIN)}
    try:
        answer = await library.webpush_async(subscription, said, key, {"sub": contact}, **more)
    except library.WebPushException as refused:
        return refused.status_code or 500
    return int(answer.status)
