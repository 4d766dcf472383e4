"""Tiến lên, the climbing game of Vietnam, by its southern rules: runs, runs of pairs, and chops for twos.

The rules are those that John McLeod describes at pagat.com as *Tien Len*, the widest known description; what else is
played in the south stands in :data:`OPTIONS`.
"""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card, Order
from dealt.game import Option, Past, Value
from dealt.games.climbing import CHOP, Climbing, ClimbingState, Kind, by_top_card, runs
from dealt.games.texts import listed, settled

RANKS: Final = "3456789TJQKA2"
RUN_RANKS: Final = RANKS[:-1]
"""A run never holds a two."""
SUITS: Final = "scdh"

THREE_PAIRS, FOUR, FOUR_PAIRS, FIVE_PAIRS, SIX_PAIRS = range(CHOP, CHOP + 5)
NOTHING: Final = 2 * CHOP - 1
"""More than the power of any chop."""

INSTANTS: Final = ((1, RUN_RANKS, 12), (4, "2", 1), (2, RANKS, 6))
"""A dragon, which is a run of twelve; four twos; six pairs."""

OPTIONS: Final = (
    Option("seats", 4, low=2, high=4),
    Option("scoring", "places", ("places", "cards")),
    Option("chops", "pagat", ("pagat", "south")),
    Option("instant_wins", True, (True, False)),
    Option("pass_locks_out", True, (True, False)),
    Option("lead_3s_every_hand", False, (False, True)),
    Option("target_score", None, (None,), low=1, high=1000),
)


def kinds(south: bool) -> tuple[Kind, ...]:
    """The kinds of combination. In the ``south`` four of a kind chops a pair of twos, and chops beat lesser chops."""

    def pairs(count: int, power: int, chopped: int) -> Kind:
        some = runs(RUN_RANKS, count)
        below = tuple((each, chopped) for each in some) if south else ()
        return Kind(f"pairs_{count}", 2, run=some, power=power, by=by_top_card, chopped=below)

    fours = tuple((rank, FOUR_PAIRS) for rank in RANKS) if south else ()
    return (
        Kind("single", by=by_top_card, chopped=(("2", THREE_PAIRS),)),
        Kind("pair", 2, by=by_top_card, chopped=(("2", FOUR if south else FOUR_PAIRS),)),
        Kind("triple", 3, chopped=(("2", FIVE_PAIRS),)),
        Kind("straight", run=runs(RUN_RANKS, 3, 12), by=by_top_card),
        pairs(3, THREE_PAIRS, FOUR),
        Kind("four_of_a_kind", 4, power=FOUR, chopped=fours),
        pairs(4, FOUR_PAIRS, FIVE_PAIRS),
        pairs(5, FIVE_PAIRS, SIX_PAIRS),
        pairs(6, SIX_PAIRS, NOTHING),
    )


class TienLen(Climbing):
    """Tiến lên under any of ``OPTIONS``. Tests use smaller decks and hands."""

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, hand: int = 13, **options: Value) -> None:
        rules = settled(OPTIONS, options)
        self.rules = rules
        seats = rules["seats"]
        super().__init__(
            "tienlen",
            kinds=kinds(rules["chops"] == "south"),
            order=Order(RANKS, SUITS),
            seats=seats,
            deck=deck,
            hand=hand,
            clockwise=True,
            pass_locks_out=rules["pass_locks_out"],
            tops=True,
            places=range(seats) if rules["scoring"] == "places" else (),
            instants=INSTANTS if rules["instant_wins"] else (),
            goal=rules["target_score"],
            options=rules,
        )

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        """In a match's first deal; by ``lead_3s_every_hand`` always. Else the winner of the last deal leads."""
        return past is None or bool(self.rules["lead_3s_every_hand"])

    def penalty(self, left: int) -> float:
        """One point a card left; two for each of a hand from which nothing was played."""
        return left * 2 if left == self.hand else left

    def penalty_factors(self, left: int) -> tuple[float, ...]:
        return (left, 2) if left == self.hand else (left,)


LISTING: Final = listed("tienlen", TienLen, OPTIONS)
