"""The captions of hands in a view of blackjack: totals and outcomes, as keys of the texts or as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.cards import Card
from dealt.games.blackjack.rules import TWENTY_ONE, PlayerHand, total

__all__ = ["count_note", "hand_note"]


def hand_note(hand: PlayerHand, net: float | None) -> str:
    """The caption of a hand: its total, and once it is settled its outcome."""
    if hand.surrendered:
        return "caption.surrendered"
    if hand.bust:
        return "caption.bust"
    if hand.natural and net != 0:
        return "caption.blackjack"
    if net is None:
        return count_note(hand.cards)
    outcome = "push" if not net else "win" if net > 0 else "lose"
    return f"caption.{outcome}.{total(hand.cards)[0]}"


def count_note(held: Sequence[Card]) -> str:
    """The total of some cards, as a key of the texts or as a number."""
    count, soft = total(held)
    if count > TWENTY_ONE:
        return "caption.bust"
    return f"caption.soft.{count}" if soft and count < TWENTY_ONE else str(count)
