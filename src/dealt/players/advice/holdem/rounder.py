"""``rounder``: a computer for hold'em and Omaha that plays by its chance against the hands that others may hold.

Others are given ranges after what they have paid, and the better of several hands where they bet on a board. In deals
drawn from these ranges it counts how often it wins, and takes the action that wins most chips on average, if others
fold as often as the price lets expect.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import log2
from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import STANDARD, Cards, mask, rank, suit
from dealt.game import Action, Game, Seat, View
from dealt.games.holdem import Holdem
from dealt.games.showdown import HAND_SIZE
from dealt.kernels.draws import ROOM
from dealt.kernels.holdem import PARTS, PICK, drawn_shares, quality
from dealt.players.advice.drawpoker.reading import board_of, buying, number, options
from dealt.players.simple import own_hand
from dealt.shapes import Fixed, Workspace

WORLDS: Final = 300
"""The number of deals in which chances are counted; the same everywhere, as boards of the day are."""


class Style(NamedTuple):
    """What is believed of others; fitted by duels (``python -m bench strength holdem``)."""

    enters: float = 0.5
    """The share of hands with which a player puts in one big blind; it shrinks with what is paid."""
    narrows: float = 0.6
    """How fast it shrinks: the power of the big blinds that are paid."""
    calls: float = 1.6
    """How many times wider the range of a player who calls is than that of one who raises."""
    folds: float = 0.8
    """How often all fold to a bet, as a share of how often they must for a bluff to break even."""
    more: float = 0.5
    """How many more hands a player picks the best of who calls a bet."""
    later: float = 0.4
    """How far the bets that are still to come part good hands from bad ones."""
    bets: float = 2.0
    """How many more for a bet by the pot."""


USUAL: Final = Style()


class Rival(NamedTuple):
    """Somebody else in the pot: its chips, what a call costs it, is it still to act, its range, and its picks."""

    stack: int
    owes: int
    waits: bool
    top: float
    picks: float


class Spot(NamedTuple):
    """A position as the player at the turn sees it. ``bet`` is what it has put in this round, ``price`` a call's.

    ``big`` is the big blind of the deal.
    """

    hand: Cards
    board: Cards
    pot: int
    bet: int
    price: int
    big: int
    rivals: tuple[Rival, ...]


class Rounder:
    def __init__(self, game: Holdem, worlds: int = WORLDS, style: Style = USUAL) -> None:
        self.game, self.worlds, self.style = game, worlds, style

    def choose(self, view: View, rng: Random) -> Action:
        if buying(view):
            return view.legal[0]
        worths = self.worths(view, rng)
        return max(worths, key=worths.__getitem__)

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each action wins on average from now on, in big blinds; none where chips are bought."""
        if buying(view):
            return {}
        spot, seed = self.spot(view), rng.getrandbits(60)
        return {
            each: 0.0 if each.verb == "fold" else self.worth(spot, put, raised, seed) / spot.big
            for each, put, raised in options(view, spot.pot, spot.bet, spot.price)
        }

    def worth(self, spot: Spot, put: int, raised: bool, seed: int) -> float:
        """The chips that paying ``put`` wins on average, less those paid."""
        if not raised:
            return self.wins(spot, spot.rivals, seed) * (spot.pot + put) - put
        style, rise = self.style, put - spot.price
        alone = style.folds * rise / (spot.pot + put + rise)
        folds = alone ** (1 / len(spot.rivals))
        many = max(1, round(len(spot.rivals) * (1 - folds)))  # those with the best hands stay
        stay = tuple(
            each._replace(top=each.top * (1 - folds), picks=each.picks + style.more * (1 + rise / spot.pot))
            for each in sorted(spot.rivals, key=lambda each: (each.top, -each.picks))[:many]
        )
        whole = spot.pot + put + sum(min(each.stack, each.owes + rise) for each in stay)
        return alone * spot.pot + (1 - alone) * (self.wins(spot, stay, seed) * whole - put)

    def wins(self, spot: Spot, rivals: tuple[Rival, ...], seed: int) -> float:
        """The share of the pot that the hand wins."""
        places, limits = _places(), _limits(self.game.hand)
        ranges = [0, *(limits[min(len(limits) - 1, int(each.top * len(limits)))] for each in rivals)]
        picks = [0, *(round(PICK * each.picks) for each in rivals)]
        shares, row = [0] * len(ranges), self.game.row
        drawn_shares(
            row, spot.hand, spot.board, places, ranges, picks, self.worlds, seed, Workspace(ROOM),
            Workspace(len(ranges)), shares,
        )  # fmt: skip
        return self.goes_on(shares[0] / (PARTS * self.worlds), len(rivals), spot.board)

    def goes_on(self, share: float, others: int, board: Cards) -> float:
        """What of a share is left after the bets that are still to come: those with good hands win more than it."""
        power = 1 + self.style.later * (HAND_SIZE - max(2, board.bit_count())) / 3
        mine, theirs = (share * others) ** power, (1 - share) ** power
        return mine / (mine + others * theirs) if mine else 0.0

    # --- reading

    def spot(self, view: View) -> Spot:
        """The position of whoever is at the turn."""
        seats, me = range(self.game.seats), view.seat or 0
        paid, bets, stacks = ([number(view, name, each) for each in seats] for name in (".paid", "bet", "stack"))
        most, price = paid[me] + stacks[me], next((each.amount or 0 for each in view.legal if each.verb == "call"), 0)
        board = board_of(view)
        big = self.game.row_at(number(view, ".deal")).bets.big
        rivals = tuple(
            self.rival(view, seat, paid[seat], bets, big, bool(board))
            for seat in seats
            if seat != me and not view.fact("folded", seat) and not view.fact("out", seat)
        )
        pot = sum(min(each, most) for each in paid)
        return Spot(own_hand(view), board, pot, bets[me], price, big, rivals)

    def rival(self, view: View, seat: Seat, paid: int, bets: list[int], big: int, late: bool) -> Rival:
        """A seat as its chips show it: what was paid before narrows its range, a bet on a board picks better hands."""
        top, stack = max(bets), number(view, "stack", seat)
        acted = bool(number(view, ".acted") >> seat & 1)
        raised = bets[seat] == top > 0
        early, picks = (paid - bets[seat] if late else paid) / big, 1.0
        reach = (
            1.0 if not acted and not late and paid <= big else self.style.enters / max(1.0, early) ** self.style.narrows
        )
        if late:
            pot = number(view, "pot") or 1
            picks += max(0.0, log2(early / 3) / 3) if early > 3 else 0.0
            picks += self.style.bets * (1.0 if raised else 0.5) * min(2.0, bets[seat] / pot)
        if late or not raised:
            reach *= self.style.calls
        return Rival(stack, min(stack, top - bets[seat]), stack > 0 and not acted, min(1.0, reach), picks)


@lru_cache(maxsize=1)
def _places() -> Fixed:
    """How good any two cards are, from 0 for the best, by W. Chen's formula."""
    order = sorted((-_chen(one, two), one, two) for one, two in combinations(STANDARD, 2))
    found, place, last = [0] * 52 * 52, 0, 0.0
    for n, (value, one, two) in enumerate(order):
        place, last = (place, last) if value == last else (n, value)
        found[52 * one + two] = found[52 * two + one] = place
    return Fixed(found)


def _chen(one: int, two: int) -> float:
    """Points of two cards, after B. Chen and J. Ankenman."""
    high, low = max(rank(one), rank(two)), min(rank(one), rank(two))
    points = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if high == low:
        return max(5.0, 2 * points)
    gap = high - low - 1
    points += 2 * (suit(one) == suit(two)) - (0, 1, 2, 4, 5)[min(gap, 4)] + (gap < 2 and high < 10)
    return points + low / 100  # the higher of equals


@lru_cache(maxsize=2)
def _limits(hole: int) -> list[int]:
    """What the pairs of a hand add up to at the end of each hundredth of all hands, the best first."""
    places, rng = _places(), Random(1)
    hands = list(combinations(STANDARD, 2)) if hole == 2 else [rng.sample(STANDARD, hole) for _ in range(5000)]
    found = sorted(quality(places, mask(each)) for each in hands)
    return [found[(n + 1) * len(found) // 100 - 1] for n in range(100)]


def knows(game: Game[Any]) -> bool:
    """Is it hold'em or Omaha with the whole deck?"""
    return isinstance(game, Holdem) and game.deck == STANDARD and game.flop == 3


make: Final = Rounder
