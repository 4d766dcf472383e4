"""Secrets that clients have to know, such as the host's key and the invite code. Wrong ones are limited by address."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from starlette.requests import HTTPConnection

from dealt.server.base.limits import Buckets, address_group, too_fast


class Tries:
    """How often an address may be wrong."""

    def __init__(self, wrong: Buckets, refused: Callable[[], object] = lambda: None) -> None:
        """``wrong`` has a token for each wrong guess that an address may make; ``refused`` is told of who has none."""
        self._wrong, self._refused = wrong, refused

    async def check(self, address: str, now: float) -> None:
        """Refused if the address has been wrong too often."""
        home = address_group(address)
        await self._wrong.fetch(home, now)
        if wait := self._wrong.wait(home, now):
            self._refused()
            raise too_fast(wait)

    def miss(self, address: str, now: float) -> None:
        """The address was wrong once more."""
        self._wrong.take(address_group(address), now)


class Guesses:
    """Compares what clients give with a secret, in a time that tells nothing about either."""

    def __init__(self, secret: str, wrong: Buckets, refused: Callable[[], object] = lambda: None) -> None:
        """``wrong`` and ``refused`` as in :class:`Tries`."""
        self._secret, self._tries = _digest(secret), Tries(wrong, refused)

    async def right(self, given: str, address: str, now: float) -> bool:
        """Is it the secret? Refused, whatever is given, if the address has been wrong too often."""
        await self._tries.check(address, now)
        if hmac.compare_digest(_digest(given), self._secret):
            return True
        if given:  # who gives nothing does not guess
            self._tries.miss(address, now)
        return False


def _digest(written: str) -> bytes:
    """Equally long whatever is given, so that the comparison does not tell the length of the secret."""
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).digest()


def bearer(connection: HTTPConnection) -> str:
    """What a client gives in the header ``Authorization: Bearer ...``; empty if it gives nothing."""
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    return given.strip() if kind.lower() == "bearer" else ""
