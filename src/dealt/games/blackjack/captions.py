"""The captions of hands in a view of blackjack: totals and outcomes, as keys of the texts or as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.cards import Card
from dealt.game import Entry, Say
from dealt.games.blackjack.rules import TWENTY_ONE, PlayerHand, Settlement, natural, total


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


def dealer_note(held: Sequence[Card]) -> str:
    """The caption of the dealer's hand once the round is over."""
    return "caption.blackjack" if natural(held) else count_note(held)


def dealer_said(held: Sequence[Card]) -> Say:
    """What the dealer had in the end."""
    if not held:
        return Say("result.nobody")
    count, _ = total(held)
    if natural(held):
        return Say("result.dealer_blackjack")
    return Say("result.dealer_bust" if count > TWENTY_ONE else "result.dealer", {"total": count})


def entries(hands: Sequence[PlayerHand], found: Settlement) -> tuple[Entry, ...]:
    """A line for each hand of a seat, with its bet where it wins or loses another amount; and one for insurance."""
    lines = [
        Entry(_hand_said(hand, net), _factors(hand.stake, net)) for hand, net in zip(hands, found.hands, strict=True)
    ]
    lines += [Entry(Say("entry.insurance"), (found.insurance,))] if found.insurance else []
    return tuple(lines)


def _hand_said(hand: PlayerHand, net: float) -> Say:
    """What a hand came to; its stake is what lay on it in the end."""
    if hand.surrendered:
        how = "surrendered"
    elif hand.bust:
        how = "bust"
    elif hand.natural and net > 0:
        how = "blackjack"
    else:
        how = "push" if not net else "win" if net > 0 else "lose"
    doubled = "_doubled" if hand.doubled and net else ""
    return Say(f"entry.{how}{doubled}", {"total": total(hand.cards)[0], "bet": hand.stake})


def _factors(stake: int, net: float) -> tuple[float, ...]:
    """A bet and what it pays, where that is not the bet itself."""
    return (net,) if abs(net) in (0, stake) else (stake, net / stake)
