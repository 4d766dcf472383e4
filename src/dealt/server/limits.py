"""How much one connection may ask, and how many connections one address may hold."""

from __future__ import annotations

import ipaddress
from collections import Counter

__all__ = ["Bucket", "Gate", "address_group"]


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
        """Is there one left?"""
        if not self._rate:
            return True
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Gate:
    """Counts connections: so many in all, so many an address."""

    def __init__(self, most: int, most_each: int):
        self._most, self._most_each = most, most_each
        self._each: Counter[str] = Counter()
        self.inside = 0

    def enter(self, address: str) -> bool:
        """May one more connection of that address come in? If so it is counted."""
        if self.inside >= self._most or self._each[address] >= self._most_each:
            return False
        self.inside += 1
        self._each[address] += 1
        return True

    def leave(self, address: str) -> None:
        """It is gone."""
        self.inside -= 1
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]


def address_group(address: str) -> str:
    """What counts as one address: of IPv6 the /64, which one subscriber has whole.

    >>> address_group("192.0.2.1"), address_group("2001:db8::7:1")
    ('192.0.2.1', '2001:db8::/64')
    """
    try:
        each = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(each, ipaddress.IPv4Address):
        return str(each)
    return str(each.ipv4_mapped or ipaddress.ip_network((each, 64), strict=False))


def is_own(address: str) -> bool:
    """Is it the room's own machine?

    >>> is_own("127.0.0.1"), is_own("::ffff:127.0.0.1"), is_own("192.0.2.1"), is_own("")
    (True, True, False, False)
    """
    try:
        each = ipaddress.ip_address(address)
    except ValueError:
        return False
    return ((isinstance(each, ipaddress.IPv6Address) and each.ipv4_mapped) or each).is_loopback
