"""President: be out of cards first, and whoever was last gives its best cards to who was first before the next deal.

The basic game is that of John McLeod's page *President* (pagat.com); whence each option comes is told in the rules.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from typing import ClassVar, Final, NamedTuple

from dealt.cards import STANDARD, WITH_JOKERS, Card, Cards, Order
from dealt.game import Fact, Option, Past, Seat, Value
from dealt.games.climbing import CHOP, CLEARS, SKIPPING, TURNS, Climbing, ClimbingState, Kind, by_kicker
from dealt.games.texts import listed, settled

RANKS: Final = "3456789TJQKA2"
JOKERS: Final = "BR"

OPTIONS: Final = (
    Option("seats", 4, low=3, high=7),
    Option("exchange", "two", ("two", "one", "none")),
    Option("leads", "scum", ("scum", "president")),
    Option("revolution", False, (False, True)),
    Option("jokers", False, (False, True)),
    Option("clears", "none", ("none", "twos", "eights")),
    Option("equals", "lower", ("lower", "beat", "skip")),
    Option("pass_locks_out", False, (False, True)),
    Option("scoring", "places", ("places", "leaders")),
    Option("target_score", 11, (None,), low=1, high=1000),
    Option("deals", None, (None,), low=1, high=100),
)

EXCHANGE: Final = {"two": (2, 1), "one": (1,), "none": ()}
"""The cards that the last and the first, then the next to last and the second, exchange."""
EQUALS: Final = {"lower": 0, "beat": 1, "skip": SKIPPING}
CLEARING: Final = {"none": "", "twos": "2", "eights": "8"}


def kinds(*, revolution: bool, jokers: bool, clearing: str) -> tuple[Kind, ...]:
    """The kinds of combination. A joker beats every play, and no play beats it."""

    def same(name: str, copies: int) -> Kind:
        does = dict.fromkeys(clearing, CLEARS)
        if revolution and copies == 4:
            does = {rank: does.get(rank, 0) | TURNS for rank in RANKS}
        beaten = tuple((rank, CHOP) for rank in RANKS) if jokers else ()
        return Kind(name, copies, run=tuple(RANKS), chopped=beaten, does=tuple(does.items()))

    some = (same("single", 1), same("pair", 2), same("triple", 3), same("four_of_a_kind", 4))
    return (*some, Kind("joker", run=tuple(JOKERS), power=CHOP, by=by_kicker)) if jokers else some


class Office(NamedTuple):
    """How many deals of the match were played before, and the seats by their places in the last one."""

    deals: int = 0
    order: tuple[Seat, ...] = ()


def title(place: int, seats: int) -> str:
    """What somebody with that place is called.

    >>> [title(place, 5) for place in range(1, 6)], title(2, 3)
    (['president', 'vice', 'citizen', 'low', 'scum'], 'vice')
    """
    return {seats - 1: "low", 2: "vice", 1: "president", seats: "scum"}.get(place, "citizen")


class President(Climbing):
    """President under any of ``OPTIONS``. Tests use smaller decks and numbers of cards that are exchanged."""

    low: ClassVar[bool] = False
    own: ClassVar[Office] = Office()

    def __init__(
        self, *, deck: tuple[Card, ...] | None = None, given: tuple[int, ...] | None = None, **options: Value
    ) -> None:
        self.rules = rules = settled(OPTIONS, options)
        seats, jokers = rules["seats"], rules["jokers"]
        super().__init__(
            "president",
            kinds=kinds(revolution=rules["revolution"], jokers=jokers, clearing=CLEARING[rules["clears"]]),
            order=Order(RANKS + JOKERS if jokers else RANKS, ""),
            seats=seats,
            deck=deck or (WITH_JOKERS if jokers else STANDARD),
            clockwise=True,
            pass_locks_out=rules["pass_locks_out"],
            places=range(seats - 1, -1, -1) if rules["scoring"] == "places" else (2, 1, *[0] * (seats - 2)),
            equals=EQUALS[rules["equals"]],
            exchange=EXCHANGE[rules["exchange"]] if given is None else given,
            goal=rules["target_score"],
            options=rules,
        )

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """Who deals and leads: who was last in the last deal, or by the option ``leads`` who was first."""
        return 0 if past is None else self.by_places(past.last)[0 if self.rules["leads"] == "president" else -1]

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        state = super().begin(hands, stock, dealer, past)
        return state if past is None else replace(state, own=Office(past.deals, self.by_places(past.last)))

    def final(self, state: ClimbingState, totals: tuple[float, ...]) -> bool:
        """A total has reached the target, or as many deals are played as were agreed on."""
        return super().final(state, totals) or state.own[0] + 1 >= (self.rules["deals"] or inf)

    def own_facts(self, state: ClimbingState) -> list[Fact]:
        deals, order = state.own
        found = [Fact("last_deal", None, 1)] if deals + 1 == self.rules["deals"] else []
        return found + [Fact("title", seat, title(place, self.seats)) for place, seat in enumerate(order, 1)]


LISTING: Final = listed("president", President, OPTIONS)
