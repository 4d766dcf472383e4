"""Trick-taking games of one against all others: an auction of values, cards put down, and points of cards.

It is the machine of the other games with an order of cards for each game that may be declared, compiled apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dealt.bits import at, count, nth, part
from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.skat import (
    BID,
    BIDS,
    NULL,
    PASS,
    PLAIN_NULL,
    Heard,
    Played,
    card_points,
    game_of,
    heard,
    may_say,
    opened,
    seat_points,
    tops,
)
from dealt.games.tricks.core import clockwise, playable
from dealt.kernels.loops import OVER, TURN, Machine, loops, put
from dealt.kernels.tricks import (
    BAGS,
    BEFORE,
    BROKEN,
    CALLS,
    CHOSEN,
    DEALER,
    FIRST,
    GIVE,
    GIVEN,
    HANDS,
    HOLDER,
    JACKS,
    LEADER,
    LED,
    PASSES,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    ROW,
    SAID,
    TRICK,
    WON,
    Deals,
    Room,
    Rules,
    Spots,
    acted,
    away,
    closed,
    code_of,
    observe_cards,
    observe_numbers,
    play,
    row_at,
    viewer,
)
from dealt.kernels.tricks import BIDS as SAYING
from dealt.kernels.tricks import deal as dealt_out
from dealt.kernels.tricks import opened as kept
from dealt.kernels.tricks_ordered import order_at
from dealt.shapes import Numbers

ASKER, HELD, THIRD = BAGS, BAGS + 1, BAGS + 2
SOLO, HAND, CONTRACT = JACKS, JACKS + 1, JACKS + 2
"""Places for what was said: as :class:`~dealt.games.skat.Heard` has it."""
NAMED: Final = PASSES
"""The number of values that were named."""
WORDS: Final = code_of(SAYING, 0)
"""The code of the first word: with all bids there are more than 64."""


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle and deal; middlehand asks."""
    dealt_out(rules, to, t)
    note(t, opened(t[LEADER]))


def note(t: Numbers, now: Heard) -> None:
    """Keep what has been said."""
    t[TURN], t[NAMED], t[ASKER], t[HELD], t[THIRD] = now.seat, now.bids, now.asker, now.holder, now.third
    t[SOLO], t[HAND], t[CONTRACT] = now.declarer, now.hand, now.contract


def heard_at(t: Numbers) -> Heard:
    """What has been said at a table."""
    return Heard(t[TURN], t[NAMED], t[ASKER], t[HELD], t[THIRD], t[SOLO], t[HAND], t[CONTRACT])


def skat(rules: Rules, t: Numbers) -> Cards:
    """The cards that were not dealt, and lie there still."""
    whole = 0
    for place in range(len(rules.deck)):
        whole |= 1 << rules.deck[place]
    for seat in range(3):
        whole &= ~(t[HANDS + seat] | t[PLAYED + seat] | t[GIVEN + seat])
    return whole


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    phase, hand = t[PHASE], t[at(HANDS + t[TURN])]
    if phase == PLAY:
        may = playable(row_at(rules, t), hand, t[LED], t[BROKEN] != 0, t[FIRST] != 0, order_at(rules, t))
    elif phase == GIVE:
        may = hand & ~t[CHOSEN]
    else:
        may = may_say(heard_at(t))
    to.may[0] = may
    return count(may)


def choice(rules: Rules, to: Room, t: Numbers, place: int) -> int:
    """One of the actions; of bids the next one."""
    number = nth(to.may[0], place)
    return code_of(t[PHASE], number) + (t[NAMED] if t[PHASE] == SAYING and number == BID else 0)


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    phase = t[PHASE]
    if phase == PLAY:
        play_card(rules, t, code & 63)
        return
    t[BEFORE] += 1
    if phase != GIVE:
        say(rules, t, code - WORDS)
        return
    t[CHOSEN] |= 1 << (code & 63)
    if count(t[CHOSEN]) == rules.gift:
        seat = t[TURN]
        t[at(GIVEN + seat)], t[CHOSEN] = t[CHOSEN], 0
        t[at(HANDS + seat)] &= ~t[at(GIVEN + seat)]
        lead(t)


def say(rules: Rules, t: Numbers, word: int) -> None:
    """Say a word: who takes the skat has it, and after the last word the play begins, or the deal is over."""
    t[CALLS + t[SAID]] = word
    t[SAID] += 1
    seat, rest = t[TURN], skat(rules, t)
    before = t[HAND]
    now = heard(heard_at(t), word)
    note(t, now)
    if now.hand == 0 and before < 0:
        t[at(HANDS + seat)] |= rest
    if now.seat >= 0:
        return
    t[ROW] = game_of(now.contract)
    if now.declarer < 0:
        t[TURN] = OVER
        if rules.solo.ramsch:
            lead(t)
    elif now.hand > 0:
        lead(t)
    else:
        t[PHASE], t[TURN] = GIVE, now.declarer


def lead(t: Numbers) -> None:
    """Begin the play: forehand leads."""
    t[PHASE], t[TURN] = PLAY, t[LEADER]


def play_card(rules: Rules, t: Numbers, one: int) -> None:
    """Play a card; the points go to who takes the trick, and a declarer of null who takes one has lost."""
    play(rules, t, one, order_at(rules, t))
    if t[LED] >= 0:
        return
    taker = t[HOLDER]
    t[at(POINTS + taker)] += card_points(1 << t[TRICK] | 1 << t[TRICK + 1] | 1 << t[TRICK + 2])
    if t[SOLO] < 0 and t[TURN] == OVER:
        t[at(POINTS + taker)] += card_points(skat(rules, t))
    elif t[SOLO] == taker and t[ROW] == NULL:
        t[TURN] = OVER


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    solo, aside, top = t[SOLO], 0, 0
    if solo >= 0:
        aside = t[at(GIVEN + solo)] if t[HAND] == 0 else skat(rules, t)
        top = tops(order_at(rules, t), t[at(HANDS + solo)] | t[at(PLAYED + solo)] | aside)
    played = Played(heard_at(t), top, card_points(aside), part(t, POINTS, 3), part(t, WON, 3))
    for seat in range(3):
        scores[seat] = seat_points(rules.solo, played, seat)


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    observe_cards(rules, spots, column, t, me, out)
    observe_numbers(rules, spots, t, me, out)
    if spots.offer < 0:
        return
    now = opened(clockwise(t[DEALER] + 1, 3))
    for place in range(t[SAID]):
        if now.declarer >= 0:
            break
        seat, word = now.seat, t[CALLS + place]
        now = heard(now, word)
        if word == PASS:
            out[spots.passed + away(seat, me, 3)] = 1
        else:
            out[spots.offer + away(seat, me, 3)] = BIDS[at(now.bids - 1)]
    solo, contract = t[SOLO], t[CONTRACT]
    if solo >= 0:
        out[spots.maker + away(solo, me, 3)] = 1
    if contract >= 0:
        out[spots.trumps + contract] = 1
        if t[PHASE] == PLAY and contract >= 15 and contract != PLAIN_NULL:
            put(out, spots.hand + spots.columns * away(solo, me, 3), t[at(HANDS + solo)], column)
    if t[PHASE] == PLAY:
        for place in range(3):
            out[spots.points + place] = t[at(POINTS + clockwise(me + place, 3))]


SOLOS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe, viewer=viewer,
    record=Deals, opened=kept, acted=acted, closed=closed,
)  # fmt: skip
