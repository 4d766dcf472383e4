"""What the seed of a deal is made of, where players contribute to it.

The server promises its own seed by a hash. Then each player seals 32 random bytes by their hash, and shows them only
after all seals are known to all. Nobody could choose: the server was bound before, the players before they knew the
others' bytes. ``docs/fair-deals.md`` says what this proves, and what it does not.

>>> server = bytes(range(32))
>>> given = bytes(range(32, 64))
>>> mix = Mix(server, "brave-otter", 1, (Contribution("Anna", seal_of(given), given), None))
>>> mix.seed.hex()
'a768a5c3b6cfa3f3d337a676d87dc939897586a3104d0d2342bd2a7236552ab7'
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from dealt.game import Seat

CONTRIBUTION_BYTES: Final = 32
DOMAIN: Final = b"dealt deal seed\x01"
"""The first 16 bytes of what is hashed: no other use of a server's seed begins so. The last one counts versions."""
LONGEST_TABLE: Final = 64
MOST_SEATS: Final = 64
NONE, GIVEN = b"\x00", b"\x01"


class MixError(ValueError):
    """The parts of a seed don't fit together; the message says which."""


def seal_of(contribution: bytes) -> str:
    """The SHA-256 of a contribution, in hex: given before anybody's contribution is known."""
    return sha256(contribution).hexdigest()


@dataclass(frozen=True, slots=True)
class Contribution:
    """What came from the player of a seat: their name, the seal, and 32 bytes; None if they were kept back."""

    name: str
    seal: str
    given: bytes | None = None


@dataclass(frozen=True, slots=True)
class Mix:
    """The parts of a deal's seed. ``deal`` is the number of the server's seed at that table, from 1.

    ``seats`` has None for each seat that sealed nothing: a computer's, that of somebody away, or of a plain client.
    """

    server: bytes
    table: str
    deal: int
    seats: tuple[Contribution | None, ...]

    @property
    def message(self) -> bytes:
        """What is hashed under the server's seed. Each part has a fixed length or begins with its length."""
        table = self.table.encode()
        parts = [DOMAIN, len(table).to_bytes(2), table, self.deal.to_bytes(8), len(self.seats).to_bytes(2)]
        for each in self.seats:
            parts += [NONE] if each is None or each.given is None else [GIVEN, each.given]
        return b"".join(parts)

    @property
    def seed(self) -> bytes:
        """The seed of the deal: HMAC-SHA256, with the server's seed as its key."""
        return hmac.digest(self.server, self.message, "sha256")

    @property
    def gave(self) -> tuple[Seat, ...]:
        """The seats whose contributions are in the seed."""
        return tuple(seat for seat, each in enumerate(self.seats) if each is not None and each.given is not None)

    @property
    def kept_back(self) -> tuple[Seat, ...]:
        """The seats that sealed a contribution and never showed it."""
        return tuple(seat for seat, each in enumerate(self.seats) if each is not None and each.given is None)

    def check(self, seed: bytes, seats: int | None = None) -> None:
        """MixError if a contribution doesn't fit its seal, or ``seed`` doesn't follow from the parts.

        ``seats`` is the number of seats of the game, where it is known.
        """
        if seats is not None and seats != len(self.seats):
            raise MixError(f"{seats} seats have {len(self.seats)} places for contributions")
        for seat, each in enumerate(self.seats):
            if each is None or each.given is None:
                continue
            if len(each.given) != CONTRIBUTION_BYTES:
                raise MixError(f"the contribution of seat {seat} has {len(each.given)} bytes, not {CONTRIBUTION_BYTES}")
            if seal_of(each.given) != each.seal:
                raise MixError(f"the contribution of {each.name or f'seat {seat}'} isn't the one that was sealed")
        if self.seed != seed:
            raise MixError("its seed doesn't follow from the server's seed and the contributions")

    def plain(self) -> dict[str, Any]:
        """The mix as records hold it, bytes in hex."""
        seats = [
            each and {"name": each.name, "seal": each.seal, "given": None if each.given is None else each.given.hex()}
            for each in self.seats
        ]
        return {"server": self.server.hex(), "table": self.table, "deal": self.deal, "seats": seats}

    @classmethod
    def read(cls, raw: Any) -> Mix:
        """A mix as records hold it; KeyError, TypeError or ValueError if it is malformed."""
        seats = tuple(None if each is None else _contribution(each) for each in raw["seats"])
        table, deal = raw["table"], raw["deal"]
        if type(deal) is not int or not 0 <= deal < 2**64 or len(seats) > MOST_SEATS:
            raise ValueError("a deal or seats of a mix can't be so many")
        if not isinstance(table, str) or len(table) > LONGEST_TABLE:
            raise ValueError(f"the table of a mix isn't a text of {LONGEST_TABLE} characters at most")
        return cls(bytes.fromhex(raw["server"]), table, deal, seats)


def _contribution(raw: Any) -> Contribution:
    name, seal, given = raw["name"], raw["seal"], raw["given"]
    if not isinstance(name, str) or not isinstance(seal, str):
        raise ValueError("the name or the seal of a contribution isn't a text")
    return Contribution(name, seal, None if given is None else bytes.fromhex(given))
