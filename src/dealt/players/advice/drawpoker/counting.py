"""``shark``: a computer for draw poker that counts every draw, and what each action wins against the others' ranges.

It gives the others ranges after what they paid and drew, and takes the action that wins most against them. It bluffs,
bets with a hand that wins only if all others fold, with the chance of ``BLUFFS``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, log2, prod, sqrt
from random import Random
from typing import Final

from dealt.cards import Cards, mask, members
from dealt.game import Action, Seat, View
from dealt.games.drawpoker import DrawPoker
from dealt.games.draws import DECK, outcomes
from dealt.games.showdown import CATEGORIES, HAND_SIZE, category
from dealt.players.advice.drawpoker.ranges import LOOSE, Ends, ranges
from dealt.players.advice.drawpoker.reading import buying, draw, drawing, knows, number, options
from dealt.players.simple import own_hand

__all__ = ["BLUFFS", "Shark", "knows"]

BLUFFS: Final = {1: 1.0, 2: 0.25}
"""The chance of a bluff by the number of others, as a share of bet / (pot + 2 * bet), the chance against which nobody
can gain by calling or folding."""
WEAK: Final = 0.25
"""The chance of winning below which a hand may bluff."""
STRONG: Final = 0.92
"""The chance of winning above which a hand may check at first."""
SLOW: Final = 0.15
"""The chance that such a strong hand checks while others are still to act."""
BET_EARLY: Final = 0.32
"""The share of all hands with which a player of four makes the first bet."""
BET_LATE: Final = 0.45
"""The share of the possible hands after the draw, the strongest, with which a player bets; it shrinks with the bet."""
CALLS: Final = 1.6
"""How many times wider the range of a player who calls is than that of one who bets the same amount."""
FOLDS_EARLY: Final = (1.8, 0.6)
"""The chance to fold before the draw, as a multiple of the price: of a player who hasn't paid yet, and one who has."""
FOLDS_LATE: Final = 1.2
"""The same multiple after the draw."""
EDGE: Final = 0.05
"""What a call must win on average, as a share of its price, to be better than a fold."""
LATER: Final = 0.6
"""The share of a further bet that a hand which is sure to win gets after the draw."""
OPENS: Final = 21
"""The share of hands with a pair of jacks or better, in hundredths of all hands."""


# --- the counting player --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody else in the pot.

    ``top`` is the range before the draw in hundredths of all hands, ``drawn`` the number of cards it drew, None before
    it has. ``best`` is the share of its final hands, the strongest, with which it would have bet as it did. ``owes`` is
    what a call costs it, and ``waits`` says whether it is still to act.
    """

    stack: int
    owes: int
    waits: bool
    top: float
    drawn: int | None
    best: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A position as the player at the turn sees it: the hand, all chips that can be won, and the others in the pot.

    ``bet`` is what the player has put in this round, ``price`` what a call costs.
    """

    hand: Cards
    pot: int
    bet: int
    price: int
    second: bool
    drawn: bool
    rivals: tuple[Rival, ...]


class Shark:
    def __init__(self, game: DrawPoker) -> None:
        self.game = game
        self.ranges = ranges(game.wheel)

    def choose(self, view: View, rng: Random) -> Action:
        if buying(view):
            return view.legal[0]
        spot = self.spot(view)
        return draw(view, self.draw(spot)) if drawing(view) else self.bets(view, spot, rng)

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each bet wins on average, in bets. Empty where cards are drawn or chips bought."""
        if buying(view) or drawing(view):
            return {}
        spot = self.spot(view)
        ends = _coarse(self.ends(spot.hand, 0 if spot.drawn else self.draw(spot)))
        unit = self.game.rules["bet"]
        return {
            each: self.worth(ends, spot, put, raised) / unit
            for each, put, raised in options(view, spot.pot, spot.bet, spot.price)
        }

    # --- the draw

    def draw(self, spot: Spot) -> Cards:
        """The cards to throw: those whose replacements win most often against the others, all counted."""
        return max(self.draws(spot.hand), key=self.wins(spot) if spot.rivals else self.alone(spot.hand))

    def wins(self, spot: Spot) -> Callable[[Cards], float]:
        """What a draw is worth against others: the chance that it wins."""
        lower = [self.ranges.below(each.top, each.drawn) for each in spot.rivals]
        return lambda thrown: sum(
            chance * prod([each[at] for each in lower]) for at, chance in self.ends(spot.hand, thrown)
        )

    def alone(self, hand: Cards) -> Callable[[Cards], tuple[float, float]]:
        """What a draw is worth to a player alone: the chance of a pair or better, then the average place of its end."""
        pair = self.ranges.place[min(each for each in self.ranges.values if category(each) != CATEGORIES[0])]
        return lambda thrown: (
            sum(chance for at, chance in self.ends(hand, thrown) if at >= pair),
            sum(chance * at for at, chance in self.ends(hand, thrown)),
        )

    def draws(self, hand: Cards) -> list[Cards]:
        """The draws that may be best, as cards to throw.

        They are none, any single card, and the lowest cards of a hand without a pair; of other hands the cards that
        belong to no pair, with and without the highest of them.
        """
        low = list(members(hand))
        alone = [one for one in low if sum(other >> 2 == one >> 2 for other in low) == 1]
        found = {0, *(1 << one for one in low)}
        found |= {mask(low[:count]) for count in range(2, HAND_SIZE)} if len(alone) == HAND_SIZE else {mask(alone)}
        found.add(mask(alone[:-1]))
        return sorted(found & {each.cards for each in self.game.draws(hand)})

    def ends(self, hand: Cards, thrown: Cards) -> Ends:
        """The places where a draw may end, and the chance of each."""
        return _ends(hand, thrown, self.game.wheel)

    # --- the bets

    def bets(self, view: View, spot: Spot, rng: Random) -> Action:
        """The action that wins most on average; but by chance a bluff, or a check with a strong hand."""
        ends = _coarse(self.ends(spot.hand, 0 if spot.drawn else self.draw(spot)))
        found = list(options(view, spot.pot, spot.bet, spot.price))
        wins = sum(chance * prod([self.below(each, at) for each in spot.rivals]) for at, chance in ends)
        if spot.second and wins < WEAK:
            bluff = self.bluff(spot, found, rng)
            if bluff is not None:
                return bluff
            found = [each for each in found if not each[2]]
        first = found[0][0]
        waiting = any(each.waits and each.stack for each in spot.rivals)
        if first.verb == "check" and wins > STRONG and waiting and rng.random() < SLOW:
            return first
        return max(found, key=lambda each: self.worth(ends, spot, each[1], each[2]))[0]

    def bluff(self, spot: Spot, options: Sequence[tuple[Action, int, bool]], rng: Random) -> Action | None:
        """A bet with nothing, with the chance that leaves others no gain from calling or folding; None for no bet."""
        bets = [(action, put) for action, put, raised in options if raised]
        if spot.price or not bets:
            return None
        action, put = bets[len(bets) // 2]
        often = BLUFFS.get(len(spot.rivals), 0.0) * put / (spot.pot + 2 * put)
        return action if rng.random() < often else None

    def worth(self, ends: Ends, spot: Spot, put: int, raised: bool) -> float:
        """The chips that paying ``put`` wins on average, less those paid; for a fold ``EDGE`` of a call's price."""
        if not put and spot.price:
            return EDGE * spot.price
        waiting = sum(each.stack > 0 and (raised or each.waits) for each in spot.rivals)
        answers = [self.answer(each, spot, put, raised, waiting) for each in spot.rivals]
        later = 0.0 if spot.second else self.later(spot, put)
        found = 0.0
        for at, chance in ends:
            wins, more = 1.0, 0.0
            for rival, folds, pays in answers:
                lower = self.below(rival, at)
                beaten = max(folds, lower) if spot.second else folds + (1 - folds) * lower
                wins *= beaten
                more += pays * (1 - folds / beaten) if beaten else 0.0
            found += chance * (wins * (spot.pot + put + more) + max(0.0, 2 * wins - 1) * later)
        return found - put

    def later(self, spot: Spot, put: int) -> float:
        """The chips that a hand which is sure to win gets after the draw."""
        fixed = self.game.options.get("limit") == "fixed"
        return LATER * (2 * self.game.rules["bet"] if fixed else (spot.pot + put) / 2)

    def answer(self, rival: Rival, spot: Spot, put: int, raised: bool, waiting: int) -> tuple[Rival, float, int]:
        """The rival with the range that it goes on with, the chance that it folds, and the chips that it pays if not.

        The chance rises with the price, faster for a rival who has not paid yet. Before the draw the weak part of a
        range folds; after it the lowest hands do.
        """
        owes = min(rival.stack, rival.owes + (put - spot.price if raised else 0))
        if not owes or not (raised or rival.waits):
            return rival, 0.0, 0
        price = owes / (spot.pot + put + owes)
        if spot.second:
            return rival, (FOLDS_LATE * price) ** (1 / sqrt(max(1, waiting))), owes
        folds = FOLDS_EARLY[rival.top < 100] * price
        return replace(rival, top=rival.top * (1 - folds)), folds, owes

    def below(self, rival: Rival, at: int) -> float:
        """The chance that a rival ends below that place; after a bet it has one of its best hands, or rarely any."""
        lower = self.ranges.below(rival.top, rival.drawn)[at]
        if rival.best == 1:
            return lower
        return LOOSE * self.ranges.dealt[at] + (1 - LOOSE) * max(0.0, 1 - (1 - lower) / rival.best)

    # --- reading

    def spot(self, view: View) -> Spot:
        """The position of whoever is at the turn."""
        seats, me = self.game.seats, view.seat or 0
        paid, bets, stacks = ([number(view, name, each) for each in range(seats)] for name in (".paid", "bet", "stack"))
        top = max(bets)
        price = next((each.amount or 0 for each in view.legal if each.verb == "call"), 0)
        most = paid[me] + stacks[me]
        raiser = next((seat for n in range(1, seats) if top and bets[seat := (me + n) % seats] == top), None)
        rivals = tuple(
            self.rival(view, seat, paid[seat], bets, raiser)
            for seat in range(seats)
            if seat != me and not view.fact("folded", seat) and not view.fact("out", seat)
        )
        pot = sum(min(each, most) for each in paid)
        drawn = view.fact("drew", me) is not None
        return Spot(own_hand(view), pot, bets[me], price, view.fact("phase") == "second", drawn, rivals)

    def level(self, paid: int) -> float:
        """What a seat has paid before the draw, in bets; without a fixed limit each doubling counts as one bet."""
        bets = max(0, paid) / self.game.rules["bet"]
        return bets if bets <= 1 or self.game.rules["limit"] == "fixed" else 1 + log2(bets)

    def rival(self, view: View, seat: Seat, paid: int, bets: Sequence[int], raiser: Seat | None) -> Rival:
        """A seat as its chips and draw show it: early bets narrow its range, later ones its final hands."""
        rules, second = self.game.rules, view.fact("phase") == "second"
        acted = bool(number(view, ".acted") >> seat & 1)
        early = paid - (0 if rules["blinds"] else rules["ante"]) - (bets[seat] if second else 0)
        if view.fact("phase") == "first" and not acted and bets[seat] <= rules["big_blind"]:
            early = 0
        reach, best, drawn = _reach(self.level(early), self.game.seats - 1), 1.0, view.fact("drew", seat)
        if second and bets[seat]:
            level = bets[seat] / (2 * rules["bet"] if rules["limit"] == "fixed" else number(view, "pot") / 2 + 1)
            best = BET_LATE / max(0.8, level) ** 1.4
        if seat != raiser:
            reach, best = min(100.0, CALLS * reach), min(1.0, CALLS * best)
        return Rival(
            number(view, "stack", seat),
            max(bets) - bets[seat],
            not acted or bets[seat] < max(bets),
            min(reach, OPENS) if view.fact("opener", seat) else reach,
            drawn if isinstance(drawn, int) else None,
            best,
        )


def _reach(level: float, others: int) -> float:
    """The range of a player who paid ``level`` bets before the draw, in hundredths; it is wider with fewer others."""
    among_four = 1 - (1 - BET_EARLY) * level if level < 1 else BET_EARLY * exp(-0.65 * (min(level, 4.0) - 1))
    return 100 * (1 - float((1 - among_four) ** (3 / others)))


def _coarse(ends: Ends) -> Ends:
    """The same ends, but 32 neighbouring places are one."""
    found: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for at, chance in ends:
        found[at >> 5][0] += chance
        found[at >> 5][1] += chance * at
    return [(round(sum_ / chance), chance) for chance, sum_ in found.values()]


@lru_cache(maxsize=4096)
def _ends(hand: Cards, thrown: Cards, wheel: bool) -> Ends:
    return ranges(wheel).ends(outcomes(hand & ~thrown, DECK & ~hand, thrown.bit_count(), wheel))
