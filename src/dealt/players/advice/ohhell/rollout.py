"""Oh Hell played out many times by seats that see their own hand, the bids and what has been played: compiled.

Who has taken what it bid ducks, anybody else takes what it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.bits import above, at, count, highest, lowest
from dealt.cards import Card, Cards
from dealt.games.tricks import OF_SUIT
from dealt.games.tricks.bids import Bidding, bid_points, possible_bids
from dealt.games.tricks.core import Position, beating, clockwise
from dealt.players.advice.spades.rollout import OPEN_BID, apart, lead_low
from dealt.players.advice.tricks.trials import WORDS, Known, Room, Sight, best_suit, elsewhere, trials


class Rules(NamedTuple):
    bidding: Bidding
    seats: int
    trump: int
    size: int
    """The number of tricks of the deal."""
    near: int
    """How many hundredths of the unseen cards are in hands."""
    scale: int
    """How many hundredths of what it counts a hand takes."""


def strength(rules: Rules, hand: Cards) -> int:
    """The hundredths of tricks that a hand is likely to take: cards by how many higher ones may lie against them."""
    found, trumps = 0, count(hand & OF_SUIT[rules.trump])
    tempo = min(100, 30 + 7 * rules.size)
    for suit in range(4):
        held = hand & OF_SUIT[suit]
        out, length = OF_SUIT[suit] & ~hand, count(held)
        rest = held
        while rest != 0:
            one = highest(rest)
            rest ^= 1 << one
            against = count(out & above(one)) * rules.near
            if suit == rules.trump:
                found += max(25 if trumps > 2 else 0, 100 - against * 45 // 100)
            else:
                worth = max(0, 95 - against * 60 // 100 - 6 * max(0, length - 4))
                found += (worth // 2 if length == 1 and against > 0 else worth) * tempo // 100
        if suit != rules.trump and length < 2 and trumps > 1 and rules.size > 4:
            found += (2 - length) * 25
    return found * rules.scale // 100


def misfit(rules: Rules, hand: Cards, bid: int) -> int:
    return apart(strength(rules, hand), bid) if bid >= 0 else 0


def lead_worth(suit: int, held: Cards, trump: int, s: Sight, more: int) -> tuple[int, Card]:
    """A card that nobody beats, else a low one of a short suit."""
    one, out = highest(held), OF_SUIT[suit] & elsewhere(s)
    if out & above(one) != 0:
        return 20 - 2 * count(held) - (10 if suit == trump else 0), lowest(held)
    return (40 if suit == trump else 50) + 2 * count(out), one


lead: Final = best_suit(lead_worth)


def chosen(known: Known, rules: Rules, to: Room, may: Cards, s: Sight) -> Card:
    trump, keen = rules.trump, to.won[at(s.seat)] != to.said[at(s.seat)]
    if s.led < 0:
        return lead(may, trump, s, 0) if keen else lead_low(may, trump, s, 0)
    over, last = beating(may, s.top, trump), s.size == rules.seats - 1
    under, plain = may & ~over, may & ~OF_SUIT[trump]
    if may & OF_SUIT[s.led] == 0:  # it ruffs, or throws something off
        if keen:
            return lowest(over) if over != 0 else lowest(plain if plain != 0 else may)
        ruffed = under & OF_SUIT[trump]
        return highest(ruffed if ruffed != 0 else under) if under != 0 else lowest(over)
    if not keen:
        return highest(under) if under != 0 else highest(over) if last else lowest(over)
    if over == 0:
        return lowest(may)
    out = OF_SUIT[s.led] & elsewhere(s)
    sure = out & above(highest(over)) == 0
    return lowest(over) if last else highest(over) if sure or s.size == rules.seats - 2 else lowest(may)


def laid(
    known: Known, rules: Rules, to: Room, hands: Sequence[Cards], move: int, plan: int, world: int
) -> Position:  # fmt: skip
    """In a layout in which a bid is tried whoever bids later bids what its hand counts."""
    begin, seats, said = known.begin, rules.seats, 0
    for seat in range(seats):
        to.said[at(seat)] = known.bids[at(seat)]
    if known.trying == WORDS:
        to.said[at(known.seat)] = move
        for place in range(seats):
            seat = clockwise(begin.seat + place, seats)
            if to.said[at(seat)] == OPEN_BID:
                counted = strength(rules, hands[seat])
                bid = min(rules.size, (counted + 50) // 100)
                if possible_bids(rules.bidding, rules.size, place == seats - 1, said) >> bid & 1 == 0:
                    bid += 1 if bid == 0 or (counted > 100 * bid and bid < rules.size) else -1
                to.said[at(seat)] = bid
            said += to.said[at(seat)]
    return begin


def worth(known: Known, rules: Rules, to: Room, move: int) -> int:
    """What the end is worth to a seat: its points less those of each other."""
    found = 0
    for seat in range(rules.seats):
        points = bid_points(rules.bidding, to.said[at(seat)], to.won[at(seat)])
        found += points * (rules.seats - 1) if seat == known.seat else -points
    return found


tried: Final = trials(__name__, Rules, laid=laid, chosen=chosen, worth=worth, misfit=misfit)
