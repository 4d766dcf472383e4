"""Big Two with four-card plays: a table of combinations of one's own. `dealt --games FILE` puts it into the room.

Two pairs and four of a kind are plays of four cards, and four of a kind takes no kicker. Straights go from 34567 to
JQKA2, and the 3 of diamonds opens, alone.
"""

from dealt.cards import Order
from dealt.game import Listing, Option
from dealt.games.climbing import Climbing, Kind, any_of, runs

RANKS, SUITS = "3456789TJQKA2", "dchs"


def top_card(shape):
    return shape.top, shape.suit


KINDS = (
    Kind("single", by=top_card),
    Kind("pair", 2, by=top_card),
    Kind("triple", 3),
    Kind("two_pair", 2, run=any_of(RANKS, 2), power=1, by=top_card),
    Kind("four_of_a_kind", 4, power=2),
    Kind("straight", run=runs(RANKS, 5), power=1, by=top_card),
    Kind("flush", run=any_of(RANKS, 5), suited=True, power=2, by=top_card),
    Kind("full_house", 3, kicker=2, power=3),
    Kind("straight_flush", run=runs(RANKS, 5), suited=True, power=4, by=top_card),
)


class FourCards(Climbing):
    def lowest_opens(self, past):
        return True


def make(seats=4):
    order = Order(RANKS, SUITS)
    return FourCards("fourcards", kinds=KINDS, order=order, seats=seats, hand=13, opens_alone=True)


LISTING = Listing(
    "fourcards",
    make,
    options=(Option("seats", 4, low=4, high=4),),
    texts={
        "en": {
            "game.title": "Big Two with four cards",
            "game.about": "Two pairs and fours are plays of four cards",
            "kind.two_pair": "two pairs",
            "option.seats": "Seats",
        },
        "zh": {
            "game.title": "四张锄大地",
            "game.about": "两对和四条都是四张牌的牌型",
            "kind.two_pair": "两对",
            "option.seats": "人数",
        },
    },
    rules={"en": "# Big Two with four cards\n\nFour of a kind beats two pairs. The 3 of diamonds opens."},
    computers=("deuce",),
)
