"""Big Two: thirteen cards each, singles, pairs, triples and poker hands; the two is high and so are spades."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from dealt.cards import STANDARD, Card, Order
from dealt.game import Option, OptionError, Past, Payment, Seat, Value, net
from dealt.games.climbing import Climbing, ClimbingState, Kind, Shape, any_of, by_top_card, runs
from dealt.games.texts import listed, settled

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "dchs"


def by_suit(shape: Shape) -> tuple[int, ...]:
    """A flush of the higher suit wins, then the higher top card."""
    return shape.suit, shape.top


def by_top_rank(shape: Shape) -> tuple[int, ...]:
    """The higher top card wins: its rank decides, then its suit; the other cards do not count."""
    return shape.top, shape.suit


FLUSH: Final = {"suit": by_suit, "rank": by_top_rank, "rank_full": by_top_card}

# The straights by (straight_order, ace_low_straight), low to high. The last rank of each is its top card.
STRAIGHTS: Final = {
    ("natural", False): runs("23456789TJQKA", 5),
    ("natural", True): runs("A23456789TJQKA", 5),
    ("two_high", False): (*runs("3456789TJQKA", 5), "34562"),
    ("two_high", True): ("A2345", *runs("3456789TJQKA", 5), "34562"),
    ("hongkong", False): (*runs("3456789TJQKA", 5), "34562"),
    ("hongkong", True): (*runs("3456789TJQKA", 5), "34562", "345A2"),
}


def deuce_rate(left: int) -> int:
    """The points for each card left under the scoring ``deuce``: 1, from ten cards on 2, for all thirteen 3."""
    return 1 if left < 10 else 2 if left < 13 else 3


PENALTY: Final[Mapping[str, Callable[[int], int]]] = {
    "deuce": lambda left: left * deuce_rate(left),
    "daidi": lambda left: {11: 30, 12: 40, 13: 50}.get(left, left),
    "flat": lambda left: left,
}

VARIANTS: Final[Mapping[str, Mapping[str, Value]]] = {
    "deuce": {"flush_order": "suit", "ace_low_straight": True, "scoring": "deuce", "cut": "quick"},
    "daidi": {"flush_order": "rank", "ace_low_straight": False, "scoring": "daidi", "cut": "shown"},
}

FORMERLY: Final = {"doyle": "daidi"}
"""Former values of ``variant`` and ``scoring``, which old records still hold, and the values that replace them."""

OPTIONS: Final = (
    Option("variant", "deuce", ("deuce", "daidi"), aliases=FORMERLY),
    Option("seats", 4, low=2, high=4),
    Option("flush_order", None, (None, "suit", "rank", "rank_full")),
    Option("ace_low_straight", None, (None, True, False)),
    Option("straight_order", "natural", ("natural", "two_high", "hongkong")),
    Option("jqka2_straight", False, (False, True)),
    Option("lead_3d_every_hand", False, (False, True)),
    Option("pass_locks_out", False, (False, True)),
    Option("scoring", None, (None, "deuce", "daidi", "flat"), aliases=FORMERLY),
    Option("target_score", None, (None,), low=1, high=1000),
    Option("stake", None, (None,), low=1, high=1000),
    Option("last_card_rule", False, (False, True)),
    Option("cut", None, (None, "shown", "quick")),
)


def kinds(rules: Mapping[str, Any]) -> tuple[Kind, ...]:
    """The kinds of combination under these options, as a table."""
    straights = STRAIGHTS[rules["straight_order"], rules["ace_low_straight"]]
    straights += ("JQKA2",) if rules["jqka2_straight"] else ()
    return (
        Kind("single", by=by_top_card),
        Kind("pair", 2, by=by_top_card),
        Kind("triple", 3),
        Kind("straight", run=straights, power=1, by=by_top_card),
        Kind("flush", run=any_of(RANKS, 5), suited=True, power=2, by=FLUSH[rules["flush_order"]]),
        Kind("full_house", 3, kicker=2, power=3),
        Kind("four_of_a_kind", 4, kicker=1, power=4),
        Kind("straight_flush", run=straights, suited=True, power=5, by=by_top_card),
    )


class BigTwo(Climbing):
    """Big Two under any of ``OPTIONS``; None takes the value of the variant. Tests use smaller decks and hands."""

    formerly = MappingProxyType({"cut": "quick"})

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, hand: int = 13, **options: Value) -> None:
        rules = settled(OPTIONS, options)
        for key, value in VARIANTS[rules["variant"]].items():
            rules[key] = value if rules[key] is None else rules[key]
        self.rules = rules
        super().__init__(
            "bigtwo",
            kinds=kinds(rules),
            order=Order(RANKS, SUITS),
            seats=rules["seats"],
            deck=deck,
            hand=hand,
            clockwise=rules["variant"] == "daidi",
            pass_locks_out=rules["pass_locks_out"],
            last_card_rule=rules["last_card_rule"],
            warn=1 if rules["variant"] == "deuce" else 0,
            cuts=rules["cut"] == "shown",
            goal=rules["target_score"],
            options=rules,
        )

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """The winner of the last deal; at first seat 0, or in ``daidi`` the seat that cuts the highest card."""
        return super().dealer(rng, past) if past or self.rules["variant"] == "deuce" else self.cut_for_dealer(rng)

    def cut_strength(self, one: Card) -> int:
        """Aces are above twos here; suits decide between equal ranks, as in play."""
        return Order(suits=SUITS).strength(one)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        """In a match's first deal, in ``deuce`` also after a change of players, by ``lead_3d_every_hand`` always."""
        joined = past is not None and bool(past.joined) and self.rules["variant"] == "deuce"
        return past is None or joined or bool(self.rules["lead_3d_every_hand"])

    # --- the end

    def penalty(self, left: int) -> float:
        return PENALTY[self.rules["scoring"]](left)

    def penalty_factors(self, left: int) -> tuple[float, ...]:
        several = self.rules["scoring"] == "deuce" and deuce_rate(left) > 1
        return (left, deuce_rate(left)) if several else super().penalty_factors(left)

    def settle(self, scores: tuple[float, ...]) -> tuple[float, ...] | None:
        stake = self.rules["stake"]
        return None if stake is None else settlement(scores, stake)

    def payments(self, scores: tuple[float, ...]) -> tuple[Payment, ...]:
        return paid_in_pairs(scores, self.rules["stake"] or 0)


def paid_in_pairs(scores: tuple[float, ...], stake: float) -> tuple[Payment, ...]:
    """Every pair of seats settles its difference at ``stake`` a point, and the higher score pays (Deuce manual)."""
    return tuple(
        Payment(payer, payee, stake * (scores[payer] - scores[payee]))
        for payer in range(len(scores))
        for payee in range(len(scores))
        if scores[payer] > scores[payee] and stake
    )


def settlement(scores: tuple[float, ...], stake: float) -> tuple[float, ...]:
    """What each seat wins by ``paid_in_pairs``.

    >>> settlement((0, 5, 9, 13), 1)
    (27.0, 7.0, -9.0, -25.0)
    """
    return net(paid_in_pairs(scores, stake), len(scores))


def big_two(**options: Any) -> BigTwo:
    """Big Two under ``OPTIONS``; OptionError where two of them exclude each other."""
    if options.get("variant", "deuce") == "deuce" and options.get("seats", 4) != 4:
        raise OptionError(f"seats can't be {options['seats']} in the variant deuce: it is for 4 (daidi takes 2 to 4)")
    if options.get("variant", "deuce") == "deuce" and options.get("cut") == "shown":
        raise OptionError("cut can't be shown in the variant deuce: the first who sat down deals (daidi is cut for)")
    return BigTwo(**options)


LISTING: Final = listed("bigtwo", big_two, OPTIONS)
