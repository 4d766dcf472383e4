"""Trick-taking games whose cards don't follow and rank as they are: the machine of the others with an order of cards.

It is compiled apart, so that plain games ask for no order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dealt.bits import at, count
from dealt.game import Seat
from dealt.games.euchre import ORDER_ALONE, PASS, Heard, heard, maker_points, may_say, trump_named
from dealt.games.tricks.core import following, playable
from dealt.games.tricks.rows import CardOrder
from dealt.kernels.loops import TURN, Machine, loops
from dealt.kernels.tricks import (
    BEFORE,
    BID,
    BIDS,
    BROKEN,
    CALLS,
    DEALER,
    DOUBLED,
    FIRST,
    GIVE,
    GIVEN,
    HANDS,
    LEADER,
    LED,
    OURS,
    PHASE,
    PLAY,
    ROW,
    SAID,
    TURNED,
    WON,
    Deals,
    Room,
    Rules,
    Spots,
    acted,
    away,
    choice,
    closed,
    deal,
    observe_cards,
    observe_numbers,
    opened,
    order_of,
    play,
    row_at,
    viewer,
)
from dealt.shapes import Numbers

WORD, MAKER, OUT = BID, DOUBLED, OURS
"""Places that bridge has for its auction: the word that named trumps, or -1, whose it is, and who sits out."""


def order_at(rules: Rules, t: Numbers) -> CardOrder:
    return order_of(rules.orders, t[ROW])


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    phase, hand = t[PHASE], t[at(HANDS + t[TURN])]
    if phase == PLAY:
        may = playable(row_at(rules, t), hand, t[LED], t[BROKEN] != 0, t[FIRST] != 0, order_at(rules, t))
    elif phase == GIVE:
        may = hand & ~(1 << t[TURNED])
    else:
        may = may_say(rules.naming, heard_at(t), t[TURNED] & 3)
    to.may[0] = may
    return count(may)


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    phase, number = t[PHASE], code & 63
    if phase == PLAY:
        play(rules, t, number, order_at(rules, t), t[OUT])
        return
    t[BEFORE] += 1
    if phase == GIVE:
        dealer = t[DEALER]
        t[at(HANDS + dealer)] ^= 1 << number
        t[at(GIVEN + dealer)] = 1 << number
        lead(rules, t)
    else:
        say(rules, t, number)


def heard_at(t: Numbers) -> Heard:
    """What has been said at a table."""
    return Heard(t[TURN], t[SAID], t[MAKER] if t[WORD] >= 0 else -1, t[WORD], t[OUT])


def say(rules: Rules, t: Numbers, word: int) -> None:
    """Say a word; after the last one the dealer takes up a card that was ordered up, or the deal is over."""
    t[CALLS + t[SAID]] = word
    now = heard(rules.naming, heard_at(t), word)
    t[TURN], t[SAID], t[MAKER], t[WORD], t[OUT] = now.seat, now.said, max(0, now.maker), now.word, now.out
    if now.seat >= 0 or now.maker < 0:
        return
    dealer, t[ROW] = t[DEALER], trump_named(now.word, t[TURNED] & 3)
    if now.word > ORDER_ALONE or now.out >> dealer & 1:
        lead(rules, t)
        return
    t[at(HANDS + dealer)] |= 1 << t[TURNED]
    t[PHASE], t[TURN] = GIVE, dealer


def lead(rules: Rules, t: Numbers) -> None:
    """Begin the play."""
    t[PHASE] = PLAY
    t[TURN] = t[LEADER] = following(t[DEALER], rules.seats, t[OUT])


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    for seat in range(rules.seats):
        scores[seat] = 0
    if rules.phase == BIDS and t[WORD] >= 0:
        maker = t[MAKER]
        made = maker_points(t[at(WON + maker)] + t[at(WON + (maker ^ 2))], rules.size, t[OUT])
        for seat in range(4):
            if (seat ^ maker) & 1 == (0 if made > 0 else 1):
                scores[seat] = abs(made)


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    observe_cards(rules, spots, column, t, me, out, t[OUT])
    observe_numbers(rules, spots, t, me, out)
    if spots.maker < 0:
        return
    place = 0
    while place < t[SAID] and t[CALLS + place] == PASS:
        out[spots.passed + away(t[DEALER] + 1 + place & 3, me, 4)] += 1
        place += 1
    if t[WORD] >= 0:
        out[spots.maker + away(t[MAKER], me, 4)] = 1
        out[spots.trumps + trump_named(t[WORD], t[TURNED] & 3)] = 1
    for seat in range(4):
        out[spots.out + away(seat, me, 4)] = t[OUT] >> seat & 1


ORDERED: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe, viewer=viewer,
    record=Deals, opened=opened, acted=acted, closed=closed,
)  # fmt: skip
