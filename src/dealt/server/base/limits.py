"""Limits: messages of a connection, connections of an address, and what an address may store.

What is counted by address comes from :class:`Limits`: those of a room alone are here, those that the processes of a
cluster share in :mod:`dealt.server.cluster.limits`.
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import lru_cache
from typing import Final

from dealt.server.base.config import Config
from dealt.wire.refusal import Refused

RETRY_AFTER: Final = 1.0
"""The least number of seconds after which anybody is told to try again."""

TIDY_BUCKETS_AT: Final = 10_000
"""The number of buckets at which full ones are first looked for."""

GUESSES: Final = 10
"""The number of wrong guesses of a secret that an address may make at once."""
GUESS_RATE: Final = 0.1
"""The number of wrong guesses of a secret a second that an address may make in the long run."""


class Bucket:
    """A token bucket: ``burst`` at once, ``rate`` a second in the long run; a rate of 0 means no limit.

    >>> bucket = Bucket(rate=1, burst=2)
    >>> [bucket.take(now) for now in (0, 0, 0, 1, 1)]
    [True, True, False, True, False]
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float):
        self._rate, self._burst = rate, burst
        self._left, self._at = float(burst), float("-inf")

    def take(self, now: float) -> bool:
        """Take a token; False if none is left."""
        if not self._rate:
            return True
        self._left = self._filled(now)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Return a token that was not used."""
        self._left = min(self._burst, self._left + 1)

    def wait(self, now: float) -> float:
        """The seconds until a token is there; 0 if one is there now."""
        return max(0.0, (1 - self._filled(now)) / self._rate) if self._rate else 0.0

    def is_full(self, now: float) -> bool:
        """Has it as many tokens as it can hold?"""
        return self._filled(now) >= self._burst

    def _filled(self, now: float) -> float:
        return min(self._burst, self._left + max(0.0, now - self._at) * self._rate)


class Buckets:
    """A token bucket for each key, such as an address or a table. Full ones are forgotten: a new one is full too.

    After ``fetch`` all else answers at once, from what this process has.
    """

    def __init__(self, rate: float, burst: float):
        self._rate, self._burst = rate, burst
        self._by_key: dict[str, Bucket] = {}
        self._tidy_at = TIDY_BUCKETS_AT

    def __len__(self) -> int:
        return len(self._by_key)

    async def fetch(self, key: str, now: float) -> None:
        """Have a token of a key here, if there is one anywhere: here they all are."""

    def wait(self, key: str, now: float) -> float:
        """The seconds until a key has a token; 0 if it has one now."""
        found = self._by_key.get(key)
        return found.wait(now) if found else 0.0

    def take(self, key: str, now: float) -> bool:
        """Take a token of a key; False if none is left."""
        if not self._rate:
            return True
        if len(self._by_key) >= self._tidy_at:
            self._by_key = {each: bucket for each, bucket in self._by_key.items() if not bucket.is_full(now)}
            self._tidy_at = max(TIDY_BUCKETS_AT, 2 * len(self._by_key))
        if key not in self._by_key:
            self._by_key[key] = Bucket(self._rate, self._burst)
        return self._by_key[key].take(now)

    def give_back(self, key: str) -> None:
        """Return a token of a key that was not used."""
        if key in self._by_key:
            self._by_key[key].give_back()


class Gate:
    """Counts the connections that are open, in all and by address."""

    def __init__(self, most: int, most_each: int):
        """``most``: the largest number of connections in all; ``most_each``: from one address."""
        self._most, self._most_each = most, most_each
        self._each: Counter[str] = Counter()
        self.inside = 0

    def enter(self, address: str) -> bool:
        """Count one more connection from an address; False if there are too many already."""
        if self.inside >= self._most or self._each[address] >= self._most_each:
            return False
        self.inside += 1
        self._each[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was counted has closed."""
        self.inside -= 1
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]

    def by_address(self) -> dict[str, int]:
        """The number of connections from each address that has any."""
        return dict(self._each)


def too_fast(wait: float) -> Refused:
    """The refusal of what is asked too often; ``wait`` is the number of seconds until it may be asked again."""
    return Refused("slow_down", retry_after=max(RETRY_AFTER, math.ceil(wait * 10) / 10))


class Limits:
    """What is counted by address: here in this process, which waits for nothing; a cluster counts in all processes."""

    def __init__(self, config: Config):
        self.names = self._buckets("names", *config.ration("name"))
        self.tables = self._buckets("tables", *config.ration("table"))
        self.acts = self._buckets("acts", *config.ration("address_act"), often=True)
        self.requests = self._buckets("requests", *config.ration("http"), often=True)
        self.invites = self._buckets("invites", GUESS_RATE, GUESSES)
        """Wrong guesses of the invite code."""
        self.sign_ins = self._buckets("sign_ins", GUESS_RATE, GUESSES)
        """Wrong codes and recovery words."""
        self.keys = self._buckets("keys", GUESS_RATE, GUESSES)
        """Wrong guesses of the host's key."""
        self._gate = Gate(config.connections, config.per_address)

    def _buckets(self, name: str, rate: float, burst: float, *, often: bool = False) -> Buckets:
        """The buckets of what has that name; ``often``: an address asks for it again and again."""
        return Buckets(rate, burst)

    @property
    def inside(self) -> int:
        """The number of connections of this process that are counted."""
        return self._gate.inside

    async def enter(self, address: str) -> bool:
        return self._gate.enter(address)

    def leave(self, address: str) -> None:
        self._gate.leave(address)

    async def start(self) -> None:
        """Begin to count."""

    async def close(self) -> None:
        """Count no more."""


class Quotas:
    """Limits on what is kept: new names and tables by address, actions and talk of people by address and by table.

    Each counts what is done in a block, unless that raises; Refused if there was too much.
    """

    def __init__(self, config: Config, limits: Limits):
        self._limits = limits
        self._acts_at_table = Buckets(*config.ration("act"))
        self._lines = Buckets(*config.ration("talk"))

    def name(self, address: str, now: float) -> AbstractAsyncContextManager[None]:
        """A new name."""
        return _counted(now, (self._limits.names, address))

    def table(self, address: str, now: float) -> AbstractAsyncContextManager[None]:
        """A new table."""
        return _counted(now, (self._limits.tables, address))

    def act(self, address: str, table: str, now: float) -> AbstractAsyncContextManager[None]:
        """An action."""
        return _counted(now, (self._limits.acts, address), (self._acts_at_table, table))

    def line(self, address: str, table: str, now: float, *, watches: bool) -> AbstractAsyncContextManager[None]:
        """A line of talk.

        Whoever watches has no share in the lines of the players: watchers by the hundred can't silence those.
        """
        return _counted(now, (self._limits.acts, address), (self._lines, f"{table} {watches}"))

    def arrival(self, address: str, now: float) -> AbstractAsyncContextManager[None]:
        """An arrival at a table."""
        return _counted(now, (self._limits.acts, address))


@asynccontextmanager
async def _counted(now: float, *places: tuple[Buckets, str]) -> AsyncIterator[None]:
    """Takes a token at each place, and gives all back if the block raises; Refused if one has none."""
    for ration, key in places:
        await ration.fetch(key, now)
    if wait := max(ration.wait(key, now) for ration, key in places):
        raise too_fast(wait)
    for ration, key in places:
        ration.take(key, now)
    try:
        yield
    except BaseException:
        for ration, key in places:
            ration.give_back(key)
        raise


def ip_of(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address without its scope, None if it is none; one of IPv4 that is written as IPv6 is one of IPv4."""
    try:
        each = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(each, ipaddress.IPv6Address) and each.ipv4_mapped) or each


@lru_cache(maxsize=4096)
def address_group(address: str) -> str:
    """The address by which a client is counted: of IPv6 the /64 network, because a subscriber gets a whole one.

    >>> address_group("192.0.2.1"), address_group("2001:db8::7:1")
    ('192.0.2.1', '2001:db8::/64')
    """
    each = ip_of(address)
    if isinstance(each, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((each, 64), strict=False))
    return address if each is None else str(each)


@lru_cache(maxsize=4096)
def is_own(address: str) -> bool:
    """Does the address belong to the machine on which the room runs (127.0.0.0/8 or ::1)?

    >>> is_own("127.0.0.1"), is_own("::ffff:127.0.0.1"), is_own("192.0.2.1"), is_own("")
    (True, True, False, False)
    """
    each = ip_of(address)
    return each is not None and each.is_loopback
