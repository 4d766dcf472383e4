"""Collecting the contributions to the seed of the next deal: seals first, then, once their list is closed, what was
sealed.

Nobody's contribution is taken before the list is closed and has been sent to everybody. So all who contribute have
settled theirs before anybody but its owner knew one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dealt.game import Seat
from dealt.mix import Contribution, Mix, seal_of
from dealt.wire.refusal import Refused

WITHIN: Final = 1.0
"""The seconds for which a deal waits for seals, and then as long again for what was sealed."""

Awaited = Callable[[str], bool]
"""Is a person still waited for? They are connected, their client contributes by itself, and there is time left."""


class Mixing:
    """What has come for one promise. ``due``: the deal has been asked for, and waits for contributions only."""

    def __init__(self) -> None:
        self.due = False
        self.given_up_by = ""
        """Who gives up the deal before when this one begins."""
        self.seals: dict[str, str] = {}
        """The seals by person."""
        self.places: list[tuple[str, Contribution] | None] | None = None
        """The closed list: by seat the person, and what came from them."""

    # --- asking

    @property
    def closed(self) -> list[str | None] | None:
        """The seals by seat once no more are taken; None before."""
        return None if self.places is None else [each and each[1].seal for each in self.places]

    @property
    def owing(self) -> list[str]:
        """The people whose sealed contributions are still to come."""
        return [each[0] for each in self.places or () if each is not None and each[1].given is None]

    def mix(self, server: bytes, table: str, deal: int) -> Mix | None:
        """What the seed is made of; None if nobody sealed anything."""
        if self.places is None:
            return None
        return Mix(server, table, deal, tuple(each and each[1] for each in self.places))

    # --- commands: what may be done

    def may_seal(self, person: str) -> None:
        """Refused if it is too late for a seal, or there is one already."""
        if person in self.seals:
            raise Refused("sealed")
        if self.places is not None:
            raise Refused("seals_closed")

    def may_contribute(self, person: str, given: bytes) -> Seat:
        """The seat to which a contribution belongs; Refused if it can't be taken."""
        if self.places is None:
            raise Refused("seals_open" if person in self.seals else "not_sealed")
        seat = next((n for n, each in enumerate(self.places) if each is not None and each[0] == person), None)
        place = None if seat is None else self.places[seat]
        if seat is None or place is None:
            raise Refused("not_sealed")
        if place[1].given is not None:
            raise Refused("contributed")
        if seal_of(given) != place[1].seal:
            raise Refused("other_seal")
        return seat

    # --- events: what did happen

    def close(self, seated: Sequence[tuple[str, str] | None]) -> None:
        """Take no more seals. ``seated`` are the person and the name on each seat in the deal to come."""
        self.due = True
        self.places = [
            (each[0], Contribution(each[1], self.seals[each[0]]))
            if each is not None and each[0] in self.seals
            else None
            for each in seated
        ]

    def contribute(self, seat: Seat, given: bytes) -> None:
        """Put a contribution into its place."""
        place = None if self.places is None else self.places[seat]
        if self.places is None or place is None:
            raise ValueError("a contribution that was not sealed")
        self.places[seat] = (place[0], Contribution(place[1].name, place[1].seal, given))
