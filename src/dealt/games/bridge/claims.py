"""Claims at bridge: the tricks that a side is sure to take from the top."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.cards import Card, Cards, mask, members
from dealt.games.tricks import OF_SUIT


def from_the_top(lead: Cards, other: Cards, theirs: Sequence[Cards], trump: int | None) -> int:
    """The tricks that a side is sure to take from the top, with one hand on lead: never more than it can.

    The hand on lead takes its winners, and may then cross once to the other hand, which takes its own. ``theirs`` are
    the hands of the opponents. Where nobody knows which of them holds what, it is one hand with all the cards of both:
    what is sure against that is sure however they lie.
    """
    if trump is not None and _winners(lead, other, theirs, trump) < _length(theirs, trump):
        return _winners(lead, other, theirs, trump)
    own = [_winners(lead, other, theirs, suit) for suit in range(4)]
    found = sum(own)
    for suit in range(4):
        mine, others = _down(lead, suit), _down(other, suit)
        for taken in range(min(own[suit], len(mine) - 1, len(others) - 1) + 1) if mine and others else ():
            low, high = mask(mine[taken:]), mask(others[: len(others) - taken])
            out = max(0, _length(theirs, suit) - taken)
            if mine[-1] > others[0] or (out and not _masters(high, sum(theirs) & OF_SUIT[suit])):
                continue  # there is no way across
            if suit == trump and out:
                continue  # trumps are drawn first
            before = sum(own) - own[suit] + taken
            after = max(1, _winners(high, low, theirs, suit, taken))
            after += sum(_winners(other, lead, theirs, each) for each in range(4) if each != suit and not own[each])
            found = max(found, before + min(after, lead.bit_count() - before))
    return found


def _winners(hand: Cards, other: Cards, theirs: Sequence[Cards], suit: int, gone: int = 0) -> int:
    """The tricks that a hand takes with a suit from the top before its partner must overtake it.

    ``gone`` is the number of rounds of the suit that were played already.
    """
    mine, others = _down(hand, suit), _down(other, suit)
    top = _masters(hand & OF_SUIT[suit], sum(theirs) & OF_SUIT[suit])
    run = len(mine) if top >= _length(theirs, suit) - gone else top
    return next((n for n, (one, below) in enumerate(zip(mine[:run], others, strict=False)) if below > one), run)


def _down(hand: Cards, suit: int) -> list[Card]:
    """The cards of a suit, the highest first."""
    return sorted(members(hand & OF_SUIT[suit]), reverse=True)


def _length(hands: Sequence[Cards], suit: int) -> int:
    """The number of cards of the suit in the hand that has most of them."""
    return max((hand & OF_SUIT[suit]).bit_count() for hand in hands)


def _masters(ours: Cards, theirs: Cards) -> int:
    """The number of our cards of a suit that are higher than all of theirs."""
    return (ours >> theirs.bit_length()).bit_count()
