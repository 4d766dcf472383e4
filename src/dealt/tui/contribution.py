"""What the terminal contributes to the seeds of deals: random bytes, sealed first and shown when asked for."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from dealt.mix import CONTRIBUTION_BYTES, Mix, seal_of
from dealt.tui.paint import clean
from dealt.tui.words import Words
from dealt.wire.protocol import Contribute, Seal, Sealed, TableState, WireMix

MIXING: Final = ("seal", "contribute")
"""The messages below. A refusal of one is no trouble of the person's: the deal comes without."""
MOST_KEPT: Final = 4


def contributors(mix: WireMix | Mix | None, fixed: str, names: Sequence[str], words: Words) -> list[str]:
    """Who contributed to the seed of a deal, and who did not: a sentence each."""
    if fixed:
        return [words(f"fair.fixed_{fixed}")]
    if mix is None:
        return [words("fair.nobody")]
    seats = mix.seats
    parts = (
        ("gave", [each.name for each in seats if each is not None and each.given is not None]),
        ("kept", [each.name for each in seats if each is not None and each.given is None]),
        ("gave_none", [name for name, each in zip(names, seats, strict=False) if each is None]),
    )
    return [words(f"fair.{key}", names=clean(", ".join(found))) for key, found in parts if found]


class Contributions:
    """The bytes for the deals to come, by promise, and what the room has shown of how they were used."""

    def __init__(self) -> None:
        self._given: dict[str, bytes] = {}
        self._seals: dict[str, list[str | None]] = {}

    def seal(self, table: TableState, name: str | None) -> Seal | None:
        """The message that seals bytes for the deal that a table promises; None if nothing is to be sealed."""
        promise = table.promise
        seated = table.seat is not None or any(each.next == name for each in table.seats if name)
        if not promise or not seated or promise in self._given or table.set or table.known:
            return None
        for old in list(self._given)[: 1 - MOST_KEPT]:
            del self._given[old]
            self._seals.pop(old, None)
        self._given[promise] = secrets.token_bytes(CONTRIBUTION_BYTES)
        return Seal(promise, seal_of(self._given[promise]))

    def contribute(self, sealed: Sealed) -> Contribute | None:
        """The message that shows the bytes, once the list of seals has come and ours is in it."""
        given = self._given.get(sealed.promise)
        if given is None or seal_of(given) not in sealed.seals:
            return None
        if self._seals.setdefault(sealed.promise, sealed.seals) != sealed.seals:
            return None  # another list for the same deal: who got which one first?
        return Contribute(sealed.promise, given.hex())

    def honoured(self, table: TableState) -> bool:
        """Does the seed of a deal that is over hold what we gave, and do the seals stand as they were shown to us?"""
        promise, mix = table.commitment, table.mix
        seals = self._seals.get(promise or "")
        if promise is None or seals is None:
            return True
        shown = [] if mix is None else mix.seats
        given = [None if each is None else each.given for each in shown]
        return seals == [None if each is None else each.seal for each in shown] and self._given[promise].hex() in given
