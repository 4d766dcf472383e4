"""Playing a Spades deal out with all cards known: every seat aims at its bid, by rules of thumb.

A side takes tricks until its contract is made, then ducks unless the opponents' contract can still be broken. A seat
that bid nil plays low, its partner plays higher than it, and the opponents play lower than it. The module works on
plain sets of cards, for speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.spades import SPADES
from dealt.games.tricks import OF_SUIT, winning_place
from dealt.players.advice.trick_playout import Position

__all__ = ["finish"]

TRUMPS: Final = OF_SUIT[SPADES]
_SIDES: Final = (OF_SUIT[0], OF_SUIT[1], OF_SUIT[2])

KEEN, LAZY, NIL = 0, 1, 2
"""What a seat wants: more tricks, no more tricks, or no trick at all."""


def finish(
    at: Position, needs: Sequence[int], nils: Sequence[bool], *, broken: bool = True, helps: bool = False
) -> list[int]:
    """The tricks of each seat in the end; ``at`` is changed.

    ``needs`` are the contracts of both sides, ``nils`` the seats that promised no trick. ``helps``: the tricks of a
    broken nil count for its partner's contract. ``broken``: may spades be led?
    """
    hands, won, trick, seat = at.hands, at.won, at.trick, at.seat
    holder, top, suit = seat, 0, 0
    if trick:
        place = winning_place(trick, SPADES)
        top, holder, suit = trick[place], (seat - len(trick) + place) & 3, OF_SUIT[trick[0] & 3]
    wants = _wants(hands[seat].bit_count(), won, needs, nils, helps)
    size = len(trick)
    while hands[seat]:
        hand = hands[seat]
        if not size:
            one = _lead(hand if broken else hand & ~TRUMPS or hand, hands, seat, wants)
            top, holder, suit = one, seat, OF_SUIT[one & 3]
        else:
            same = hand & suit
            if same:
                one = _follow(same, suit, hands, seat, size, top, holder, wants)
            else:
                one = _discard(hand, hands, seat, size, top, holder, wants)
            if (one & 3 == top & 3 and one > top) or (one & 3 == SPADES and top & 3 != SPADES):
                top, holder = one, seat
        broken = broken or one & 3 == SPADES
        hands[seat] = hand & ~(1 << one)
        size += 1
        if size == 4:
            won[holder] += 1
            seat, size = holder, 0
            wants = _wants(hands[seat].bit_count(), won, needs, nils, helps)
        else:
            seat = (seat + 1) & 3
    return won


def _wants(left: int, won: list[int], needs: Sequence[int], nils: Sequence[bool], helps: bool) -> list[int]:
    """What each seat wants of the tricks that are left."""
    lacking = [0, 0]
    for side in (0, 1):
        have = (won[side] if helps or not nils[side] else 0) + (won[side + 2] if helps or not nils[side + 2] else 0)
        lacking[side] = needs[side] - have
    sides = [
        KEEN if lacking[side] > 0 or (lacking[1 - side] > 0 and left - lacking[1 - side] <= 1) else LAZY
        for side in (0, 1)
    ]
    return [NIL if nils[seat] and not won[seat] else sides[seat & 1] for seat in range(4)]


def _low(some: Cards) -> Card:
    return (some & -some).bit_length() - 1


def _lead(hand: Cards, hands: list[Cards], seat: Seat, wants: list[int]) -> Card:
    if wants[seat] == NIL:
        return _low(hand)
    partner, left, right = hands[seat - 2], hands[seat - 3], hands[seat - 1]
    if wants[seat - 2] == NIL:
        return _cover(hand, partner, left | right)
    prey = -1 if wants[seat - 1] != NIL else seat - 1 & 3
    if wants[seat - 3] == NIL:
        prey = seat + 1 & 3
    if prey >= 0:
        one = _hunt(hand, hands[prey], hands[prey - 2])
        if one is not None:
            return one
    if wants[seat] == LAZY:
        return _low(hand)
    others = left | right
    choice, worth = -1, -99
    for suit in OF_SUIT:
        held = hand & suit
        if not held:
            continue
        high, against = held.bit_length() - 1, others & suit
        length = held.bit_count()
        if 1 << high > against:
            safe = suit == TRUMPS or not ((not left & suit and left & TRUMPS) or (not right & suit and right & TRUMPS))
            value = (40 + length if against else 30) if safe else 6
            value = 5 if suit == TRUMPS and not against else value
            one = high
        elif partner & suit and 1 << ((partner & suit).bit_length() - 1) > against:
            value, one = 25 + length, _low(held)
        elif suit != TRUMPS and partner & TRUMPS and not partner & suit and against:
            value, one = 24, _low(held)
        else:
            value = (16 - length if suit != TRUMPS and length < 3 and hand & TRUMPS else length + 4) - (
                8 if suit == TRUMPS else 0
            )
            one = _low(held)
        if value > worth:
            choice, worth = one, value
    return choice


def _cover(hand: Cards, partner: Cards, others: Cards) -> Card:
    """The card to lead while partner may take no trick: one that partner can play below, the higher the better."""
    choice, worth = -1, -100
    for suit in OF_SUIT:
        held = hand & suit
        if not held:
            continue
        one = held.bit_length() - 1
        under = partner & suit
        value = one >> 2
        if not under:
            value += 20
        elif _low(under) < one:
            value += 10 if under.bit_length() - 1 < one else 5
        elif 1 << _low(under) < others & suit:
            value -= 10
        else:
            value -= 30
        if suit == TRUMPS:
            value -= 4
        if value > worth:
            choice, worth = one, value
    return choice


def _hunt(hand: Cards, prey: Cards, helper: Cards) -> Card | None:
    """A card that a seat which bid nil has to beat, if its partner can't prevent that; None if there is none."""
    choice, worth = None, 0
    for suit in OF_SUIT:
        held, theirs = hand & suit, prey & suit
        if not held or not theirs:
            continue
        one, lowest = _low(held), _low(theirs)
        if lowest < one:
            continue
        saved = (helper & suit) >> lowest if helper & suit else helper & TRUMPS
        value = 20 - theirs.bit_count() if not saved else 8 - theirs.bit_count()
        if value > worth:
            choice, worth = one, value
    return choice


def _beatable(top: Card, hands: list[Cards], seat: Seat, size: int) -> bool:
    """May the opponent who is still to play beat the card?"""
    if size == 3:
        return False
    rival = hands[seat + 1 & 3]
    held = rival & OF_SUIT[top & 3]
    return held >> top > 1 if held or top & 3 == SPADES else bool(rival & TRUMPS)


def _follow(
    same: Cards, suit: Cards, hands: list[Cards], seat: Seat, size: int, top: Card, holder: Seat, wants: list[int]
) -> Card:
    low = _low(same)
    high = same.bit_length() - 1
    want = wants[seat]
    if not 1 << top & suit:  # it was trumped
        return high if want != KEEN else low
    under = same & ((1 << top) - 1)
    if want == NIL:
        return under.bit_length() - 1 if under else (high if size == 3 else low)
    over = same >> (top + 1) << (top + 1)
    if wants[seat - 2] == NIL:
        if holder == seat - 2 & 3:
            return _low(over) if over else low
        if size == 1 and over:  # partner is still to play
            partner = hands[seat - 2] & suit
            if partner and _low(partner) > top:
                enough = over >> _low(partner) << _low(partner)
                return _low(enough) if enough else high
    elif wants[holder] == NIL and holder & 1 != seat & 1:
        return under.bit_length() - 1 if under else (high if size == 3 else low)
    elif (size < 3 and wants[seat + 1 & 3] == NIL) or (size == 1 and wants[seat - 1] == NIL):
        return low
    if want == LAZY:
        return under.bit_length() - 1 if under else (high if size == 3 else low)
    if not over:
        return low
    partner_holds = holder == seat - 2 & 3
    if partner_holds and not _beatable(top, hands, seat, size):
        return low
    if size == 3:
        return _low(over)
    rival = hands[seat + 1 & 3]
    rivals = rival & suit
    if size == 2:
        if not rivals and rival & TRUMPS and suit != TRUMPS:
            return low
        enough = over >> rivals.bit_length() << rivals.bit_length()
        if enough:
            return _low(enough)
        return low if partner_holds else high if high > top + 8 else low
    everybody = rivals | hands[seat - 1] & suit
    return high if 1 << high > everybody else low


def _discard(hand: Cards, hands: list[Cards], seat: Seat, size: int, top: Card, holder: Seat, wants: list[int]) -> Card:
    plain = hand & ~TRUMPS
    trumps = hand & TRUMPS
    trumped = top & 3 == SPADES
    want = wants[seat]
    over = trumps >> (top + 1) << (top + 1) if trumped else trumps
    if want == NIL:
        under = trumps & ((1 << top) - 1) if trumped else 0
        return (under or plain or hand).bit_length() - 1
    if wants[seat - 2] == NIL and holder == seat - 2 & 3:
        if over:
            return _low(over)
    elif wants[holder] == NIL and holder & 1 != seat & 1:
        return _low(plain or hand)
    if want == LAZY:
        return (plain.bit_length() if plain else _low(hand) + 1) - 1
    if over and not (holder == seat - 2 & 3 and not _beatable(top, hands, seat, size)):
        return _low(over)
    if not plain:
        return _low(hand)
    for suit in _SIDES:  # a short suit first, unless it has a high card
        held = plain & suit
        if trumps and held and held & (held - 1) == 0 and held < 1 << 44:
            return held.bit_length() - 1
    return _low(plain)
