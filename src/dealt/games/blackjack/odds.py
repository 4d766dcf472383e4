"""The odds of blackjack for a view: the return of each decision, with the cards left and with an endless shoe."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from dealt.cards import Card
from dealt.game import Odds, View
from dealt.games.blackjack.reading import hands, playing
from dealt.games.blackjack.returns import (
    PackedCounts,
    cards_left,
    expected,
    full_shoe,
    insurance,
    pack_counts,
    value_index,
)
from dealt.games.blackjack.rules import PlayerHand, Rules
from dealt.games.blackjack.strategy import CLOSE, chooser, returns_against
from dealt.hidden import unseen

LETTERS: Final = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
"""The verb for each letter of a decision."""
DECK: Final = 52
ENOUGH: Final = 24
"""The number of cards left that is enough to play any hand against the dealer to its end."""


def unseen_counts(view: View, deck: Iterable[Card]) -> PackedCounts:
    """The counts of the unseen cards: the shoe and the hole card. The whole deck if none is left."""
    return pack_counts(unseen(view, deck)) or pack_counts(deck)


def odds(rules: Rules, deck: Iterable[Card], view: View | None) -> tuple[Odds, ...]:
    """Before the bet the return of a round, then of insurance, then of each decision; empty out of turn.

    Returns are in bets of the hand, those of insurance per chip insured. ``NAME`` is the return with the cards left,
    ``NAME.endless`` with an endless shoe. With fewer than ``ENOUGH`` cards left, cards drawn do not change the mix.
    """
    if view is None:
        return (*round_returns(rules, full_shoe(rules.decks)), Odds("basic", _basic(rules), points=True))
    left = unseen_counts(view, deck)
    if view.seat is None or view.seat not in view.turn:
        return ()
    if view.fact(".phase") == "bet":
        return round_returns(rules, left)
    if view.fact(".phase") == "insure":
        return (
            Odds("insure", insurance(left), points=True),
            Odds("insure.endless", insurance(full_shoe(1)), points=True),
        )
    seat, place = playing(view) or (view.seat, 0)
    own, up = hands(view, seat), view.pile("dealer").cards[0]
    if up is None:
        return ()
    really, endlessly = decision_returns(rules, up, own[place], left, len(own))
    possible = {each.verb for each in view.legal}
    shown = [letter for letter in sorted(really, key=lambda each: -really[each]) if LETTERS[letter] in possible]
    return (
        *(Odds(LETTERS[each], really[each], points=True) for each in shown),
        *(Odds(f"{LETTERS[each]}.endless", endlessly[each], points=True) for each in shown),
    )


def decision_returns(
    rules: Rules, up: Card, hand: PlayerHand, left: PackedCounts, count: int
) -> tuple[dict[str, float], dict[str, float]]:
    """The returns by letter for a seat of ``count`` hands: with the cards left, and with an endless shoe."""
    real = returns_against(rules, value_index(up), "real" if cards_left(left) >= ENOUGH else "mixed")
    return real.by_decision(hand, left, count), returns_against(rules, value_index(up), "endless").by_decision(
        hand, full_shoe(1), count
    )


def best_decision(rules: Rules, up: Card, hand: PlayerHand, left: PackedCounts, count: int, letters: str) -> str:
    """The best of the decisions ``letters`` with the cards left, for a seat of ``count`` hands.

    It takes a few milliseconds: returns are computed exactly only where two decisions are close. The answer differs
    from that of ``decision_returns`` only where both decisions return nearly the same.
    """
    found = returns_against(rules, value_index(up), "mixed").by_decision(hand, left, count)
    ordered = sorted(letters, key=lambda each: -found[each])
    close = len(ordered) > 1 and found[ordered[0]] - found[ordered[1]] < CLOSE * DECK / cards_left(left)
    if close and cards_left(left) >= ENOUGH:
        found = returns_against(rules, value_index(up), "real").by_decision(hand, left, count)
        return max(letters, key=lambda each: found[each])
    return ordered[0]


def round_returns(rules: Rules, left: PackedCounts) -> tuple[Odds, ...]:
    """The return of a round with the best decisions and without insurance, in bets.

    With the cards left, it takes only the first three cards out of the mix, which makes an error below 0.0001 bets
    with six decks and 0.0003 with one.
    """
    return (Odds("round", _round(rules, left), points=True), Odds("round.endless", _endless_round(rules), points=True))


@lru_cache(64)
def _round(rules: Rules, left: PackedCounts) -> float:
    """The return of a round with the cards left, cached: all seats of a table ask for the same."""
    return expected(rules, left if cards_left(left) >= ENOUGH else full_shoe(rules.decks), "mixed")


@lru_cache(64)
def _endless_round(rules: Rules) -> float:
    return expected(rules, full_shoe(1), "endless")


@lru_cache(64)
def _basic(rules: Rules) -> float:
    """The return of a round played by basic strategy."""
    return expected(rules, full_shoe(rules.decks), "mixed", lambda up: chooser(rules, up))
