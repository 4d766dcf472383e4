"""Run Fast: a game of one's own in one file. `dealt --games FILE` puts it into the room; see docs/adding-a-game.md."""

from dealt.cards import Order
from dealt.game import Listing, Option
from dealt.games.climbing import BOMB, Climbing, Kind, runs

RANKS = "3456789TJQKA2"
KINDS = (
    Kind("single"),
    Kind("pair", 2),
    Kind("triple", 3),
    Kind("straight", run=runs(RANKS[:-1], 5, 12)),
    Kind("pairs", 2, run=runs(RANKS[:-1], 2, 6)),
    Kind("bomb", 4, power=BOMB),
)


class RunFast(Climbing):
    def lowest_opens(self, past):
        return False  # the dealer leads the first deal, the winner of the last one every other

    def penalty(self, left):
        return 2 * left if left == self.hand else left  # who played nothing pays double


def make(seats=4):
    return RunFast("runfast", kinds=KINDS, order=Order(RANKS, ""), seats=seats, hand=13, options={"seats": seats})


LISTING = Listing(
    "runfast",
    make,
    options=(Option("seats", 4, low=2, high=4),),
    texts={
        "en": {"game.title": "Run Fast", "game.about": "Big Two without suits", "option.seats": "Seats"},
        "zh": {"game.title": "跑得快", "game.about": "不分花色的锄大地", "option.seats": "人数"},
    },
    rules={"en": "# Run Fast\n\nSuits mean nothing. Four of a kind is a bomb and beats everything but a higher bomb."},
    computers=("deuce",),
)
