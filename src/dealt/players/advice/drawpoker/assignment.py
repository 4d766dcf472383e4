"""``helper``: a computer for draw poker that draws as the Cards assignment says, and bets what it holds."""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.cards import Cards
from dealt.game import Action, View
from dealt.games.drawpoker import DrawPoker
from dealt.games.showdown import CATEGORIES, category, value
from dealt.players.advice.drawpoker.reading import buying, draw, drawing, knows, number
from dealt.players.advice.drawpoker.situations import thrown_of
from dealt.players.simple import own_hand

__all__ = ["Helper", "cards_to_draw", "knows"]


def cards_to_draw(hand: Cards, wheel: bool = True) -> Cards:
    """What the assignment's player throws away of five cards.

    Of one pair, two pairs and three of a kind the cards that stand alone; of a straight or better nothing. Without a
    pair, the card that isn't among four of a suit, else among four in sequence that either end may complete, else the
    three lowest.

    >>> from dealt.cards import cards, text
    >>> [text(cards_to_draw(cards(each))) for each in ("2H 5H 5D KH 7S", "8H 5H 6D KH 7S", "JC QD KH AS 2C")]
    ['2h7sKh', 'Kh', '2cJcQd']
    """
    return thrown_of(hand, value(hand, wheel), wheel)


class Helper:
    """Draws as the assignment's robot, and bets by its own hand alone, whatever the others do.

    With a pair it calls, with two pairs it bets, with three of a kind it raises. Before the draw it also calls with
    four of a suit and four in sequence. The better the hand, the more it pays for a call.
    """

    PRICES: Final = (0.0, 0.5, 1.0)
    """The highest price of a call without a pair, with a pair and with two pairs, as a share of the pot."""

    def __init__(self, game: DrawPoker) -> None:
        self.wheel = bool(game.options.get("wheel", True))

    def choose(self, view: View, rng: Random) -> Action:
        if buying(view):
            return view.legal[0]
        hand = own_hand(view)
        if drawing(view):
            return draw(view, cards_to_draw(hand, self.wheel))
        rank = CATEGORIES.index(category(value(hand, self.wheel)))
        four = rank == 0 and view.fact("drew", view.seat) is None and cards_to_draw(hand, self.wheel).bit_count() == 1
        by_verb = {each.verb: each for each in view.legal}
        for verb, least in (("raise", 3), ("bet", 2)):
            if verb in by_verb and rank >= least:
                action = by_verb[verb]
                return action if action.upto is None else action.of(action.amounts[0])
        if "check" in by_verb:
            return by_verb["check"]
        price = by_verb["call"].amount or 0
        most = self.PRICES[max(rank, four)] * number(view, "pot") if rank < len(self.PRICES) else price
        return by_verb["call"] if price <= most else by_verb["fold"]
