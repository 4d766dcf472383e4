"""The exchange before the play: who was last gives its best cards to who was first, and gets back as many, any ones.

The next to last and the second exchange likewise, and so on. Both have seen the cards that change hands, nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from dealt.cards import Card, Cards, cards, mask, text
from dealt.game import OPEN, Action, Fact, Pile, Seat, View

PHASE = "exchange"
VERB = "give"


class Swap(NamedTuple):
    """An exchange of ``many`` cards between two seats; ``given`` tells how many of them have given theirs."""

    high: Seat
    low: Seat
    many: int
    given: int = 0
    best: Cards = 0
    """What the lower seat has given, 0 where that is not known; ``back`` is what it got."""
    back: Cards = 0

    @property
    def waiting(self) -> Seat | None:
        """Who has to give next; None once both have."""
        return (self.low, self.high, None)[self.given]


def swaps(order: Sequence[Seat], counts: Sequence[int]) -> tuple[Swap, ...]:
    """Who exchanges how many cards, given the seats by their places.

    >>> [tuple(each[:3]) for each in swaps((2, 0, 3, 1), (2, 1))], len(swaps((2, 0, 1), (2, 1)))
    ([(2, 1, 2), (0, 3, 1)], 1)
    """
    pairs = zip(range(len(order) // 2), counts, strict=False)
    return tuple(Swap(order[n], order[-1 - n], count) for n, count in pairs if count)


def turn(some: Sequence[Swap]) -> tuple[Seat, ...]:
    """The seats that have to give cards now."""
    return tuple(sorted(each.waiting for each in some if each.waiting is not None))


def best_of(high_to_low: Sequence[Card], hand: Cards, count: int) -> Cards:
    """The best cards of a hand."""
    return mask([one for one in high_to_low if hand >> one & 1][:count])


def legal_gifts(some: Sequence[Swap], hands: Sequence[Cards], high_to_low: Sequence[Card], seat: Seat) -> list[Action]:
    """What a seat may give: the lower one its best cards, the higher one any."""
    for swap in some:
        if seat == swap.waiting:
            if seat == swap.low:
                return [Action(VERB, best_of(high_to_low, hands[seat], swap.many))]
            return [Action(VERB, hands[seat], pick=(swap.many, swap.many))]
    return []


def given(
    some: Sequence[Swap], hands: Sequence[Cards], seat: Seat, cards: Cards
) -> tuple[tuple[Swap, ...], tuple[Cards, ...]]:
    """The exchanges and the hands once a seat has given its cards."""
    found, held = list(some), list(hands)
    for n, swap in enumerate(some):
        if seat == swap.waiting:
            to = swap.high if seat == swap.low else swap.low
            said = {"best": cards} if seat == swap.low else {"back": cards}
            found[n] = swap._replace(given=swap.given + 1, **said)
            held[seat] &= ~cards
            held[to] |= cards
    return tuple(found), tuple(held)


def known(some: Sequence[Swap], seat: Seat | None) -> dict[Seat, Cards]:
    """The cards that a seat knows another one to have got from it, by who got them; they may be played by now."""
    found = {swap.low: swap.back for swap in some if seat == swap.high}
    return found | {swap.high: swap.best & ~swap.back for swap in some if seat == swap.low}


def facts(some: Sequence[Swap], seat: Seat | None) -> list[Fact]:
    """Who exchanges with whom; what was given, to both of them, and to whoever sees all until it is settled."""
    found = [Fact(".swap", swap.high, f"{swap.low} {swap.many}") for swap in some]
    for swap in some:
        if seat is not None and seat == swap.waiting:
            found.append(Fact("give_best" if seat == swap.low else "give_back", None, swap.many, role="asked"))
        asked = (swap.waiting is not None and seat == OPEN) or seat in (swap.high, swap.low)
        if asked and swap.best:
            found.append(Fact("given", swap.low, text(swap.best), role="past"))
        if asked and swap.back:
            found.append(Fact("given", swap.high, text(swap.back), role="past"))
    return found


def read_swaps(view: View) -> tuple[Swap, ...]:
    """The exchanges as a view shows them."""
    found = []
    for fact in view.facts:
        if fact.name == ".swap" and fact.owner is not None:
            low, count = map(int, str(fact.value).split())
            done = view.fact(".phase") != PHASE or not {low, fact.owner} & {*view.turn}
            stage = 2 if done else 1 if fact.owner in view.turn else 0
            best, back = (cards(str(view.fact("given", seat) or "")) for seat in (low, fact.owner))
            found.append(Swap(fact.owner, low, count, stage, best, back))
    return tuple(found)


def hidden(some: Sequence[Swap]) -> list[Swap]:
    """The exchanges of which half is done, by cards that the viewer has not seen."""
    return [swap for swap in some if swap.given == 1 and not swap.best]


def undone(view: View, some: Sequence[Swap]) -> View:
    """The view before the lower seats of these exchanges gave their cards, all of them face down."""
    size = {swap.low: swap.many for swap in some} | {swap.high: -swap.many for swap in some}

    def before(pile: Pile) -> Pile:
        if pile.name != "hand" or pile.owner not in size:
            return pile
        return replace(pile, cards=(None,) * (len(pile.cards) + size[pile.owner]))

    return replace(view, piles=tuple(map(before, view.piles)))


def lacking(some: Sequence[Swap], seat: Seat | None, high_to_low: Sequence[Card]) -> Iterator[tuple[Seat, Cards]]:
    """What a seat knows others not to hold: who has given its best cards holds no better ones, but what it got."""
    for swap in some:
        if seat == swap.high and swap.best:
            worst = max(place for place, one in enumerate(high_to_low) if swap.best >> one & 1)
            yield swap.low, mask(high_to_low[:worst]) & ~swap.back
