"""Poker as a machine of steps; see :mod:`dealt.kernels.loops`.

A table has numbers, then what goes by seat, and at last a pack, of which the cards from ``TOP`` up to ``END`` are the
board, then the stock. Without chips nobody bets.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dealt.bits import count, lowest, nth, part
from dealt.cards import STANDARD, Cards
from dealt.game import Seat
from dealt.games.drawpoker.core import (
    BUY,
    DRAW,
    FIRST,
    MOST_DRAWS,
    OVER,
    PAYING,
    DrawRow,
    Moment,
    begin,
    bet,
    broke,
    draw,
    drawn_in,
    list_draws,
    may_bet,
    on_board,
    pair_or_better,
    placed,
    shown_in,
    worth,
)
from dealt.games.drawpoker.play import OPENERS
from dealt.games.showdown.betting import NONE, Chips, one_left, sizes
from dealt.games.showdown.core import ACE, PLACE, hand_value, pay_out
from dealt.kernels.buckets import spread
from dealt.kernels.draws import draw as drawn_number
from dealt.kernels.draws import shuffle_part
from dealt.kernels.loops import TURN, Machine, loops, put
from dealt.shapes import Bytes, ByteTable, Ints, IntTable, Longs, LongTable, Numbers, RealTable

# --- the places of a table

PHASE, GONE, ACTED, DRAWERS, RAISES, SIZE, OPENER = range(TURN + 2, TURN + 9)
"""The numbers of a :class:`~dealt.games.drawpoker.core.Moment` after the turn."""
DEALER, LEFT_OUT, MIXED, SEED, ASKED, BOUGHT, CHOSEN, TOP, END, BOARD = range(OPENER + 1, OPENER + 11)
"""Of seats: those that take no part, which are gone as well; whose discards were shuffled into the stock, by which seed
in the game, as kernels have random numbers of their own; and who has still to say whether it buys chips. Of cards: what
the seat to act has chosen to throw so far."""
SEATS: Final = 8
"""The greatest number of seats, for which a table has room."""
HANDS, DRAWN, THROWN, STACKS, PAID, BETS, WON, PACK = range(BOARD + 1, BOARD + 1 + 8 * SEATS, SEATS)

# --- codes of actions

VERBS: Final = ("check", "call", "bet", "raise", "fold", "draw", "stand pat", "buy", "watch")
"""The verbs of draw poker's actions, in the order of their numbers."""
CHECK, CALL, BET, RAISE, FOLD, DRAWS, PAT, BUYS, WATCHES = range(len(VERBS))
CARD: Final = MOST_DRAWS
"""Throwing one more card is this and the card. The lower codes are draws: the places in the hand as a set."""
VERB: Final = CARD + len(STANDARD)
"""To fold, buy or watch is this and the verb, and so is the draw of the cards that are chosen."""
AMOUNT: Final = VERB + len(VERBS)
"""Other bets are this, the verb, and four times the amount, or where amounts are in buckets the place of theirs."""

THREE, BUCKETS, EACH = range(3)
"""What is listed: every draw, and three sizes of a bet; or draws card by card, and buckets of amounts, or each."""


class Rules(NamedTuple):
    row: DrawRow
    seats: int
    deck: Longs
    listing: int = THREE


class Room(NamedTuple):
    words: Longs
    codes: Longs
    """The actions that are listed."""
    values: Longs


class PokerDeals(NamedTuple):
    """What :func:`~dealt.kernels.simulate` returns for draw poker: a row for each deal, in arrays of the same order."""

    dealers: Bytes
    """(n,): the seat that dealt."""
    hands: LongTable
    """(n, seats): the hand of each seat as dealt, a set of cards."""
    ends: LongTable
    """(n, seats): the hand of each seat at the end."""
    moves: Ints
    scores: RealTable
    """(n, seats): the score of the deal by seat, as ``Game.score`` has it."""
    verbs: ByteTable
    """(n, most): the verb of each action as its place in ``dealt.kernels.poker.VERBS``, -1 after the last.

    ``most`` is the greatest number of actions in a deal; without ``moves`` it is 0, as it is of the arrays below.
    """
    amounts: IntTable
    """(n, most): the amount that the action names, or 0."""
    thrown: LongTable
    """(n, most): the cards that a draw throws, a set."""
    packs: ByteTable
    """(n, twice the deck): the pack in the order in which it is dealt, then the discards that were shuffled into the
    stock, if it ran out; -1 after the last."""


class Spots(NamedTuple):
    """Where each field of an observation begins."""

    turn: int
    phase: int
    hand: int
    hand_size: int
    thrown: int
    drew: int
    dealer: int
    pot: int
    stack: int
    bet: int
    paid: int
    folded: int
    out: int
    opener: int
    raises: int
    rank: int
    chosen: int
    board: int


def chips_at(rules: Rules, t: Numbers) -> Chips:
    """The chips at a table, to be changed in place."""
    return Chips(part(t, STACKS, rules.seats), part(t, PAID, rules.seats), part(t, BETS, rules.seats))


def moment_at(t: Numbers) -> Moment:
    """Whose turn it is, and what has happened."""
    return Moment(t[TURN], t[PHASE], t[GONE], t[ACTED], t[DRAWERS], t[RAISES], t[SIZE], t[OPENER])


def keep(t: Numbers, at: Moment) -> None:
    """Write a moment down."""
    t[TURN], t[PHASE], t[GONE], t[ACTED], t[DRAWERS], t[RAISES], t[SIZE], t[OPENER] = at


def value_at(rules: Rules, t: Numbers, seat: Seat) -> int:
    """The value of a hand, with the board if there is one."""
    return worth(rules.row, t[HANDS + seat], board_at(t))


def board_at(t: Numbers) -> Cards:
    found = 0
    for place in range(t[TOP], t[TOP] + t[BOARD]):
        found |= 1 << t[PACK + place]
    return found


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle and deal, one card at a time from the dealer's left on."""
    seats, deck, pack = rules.seats, rules.deck, t[PACK:]
    for place in range(PHASE, PACK):
        t[place] = 0
    for place in range(len(deck)):
        pack[place] = deck[place]
    shuffle_part(to.words, pack, len(deck))
    t[DEALER] = dealer = drawn_number(to.words, seats)
    t[TOP], t[END] = seats * rules.row.hand, len(deck)
    for seat in range(seats):
        t[STACKS + seat] = rules.row.stack
    seat = dealer
    for place in range(t[TOP]):
        seat = seat + 1 if seat + 1 < seats else 0  # a division takes longer than all else here
        t[HANDS + seat] |= 1 << pack[place]
    keep(t, begin(rules.row, chips_at(rules, t), 0, dealer))


# --- what may be done


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    """List what the seat to act may do."""
    if t[PHASE] == BUY:
        to.codes[0], to.codes[1] = VERB + BUYS, VERB + WATCHES
        return 2
    if t[PHASE] != DRAW:
        return list_bets(rules, to, t)
    many = ways_to_draw(rules, to, t)
    return many if rules.listing == THREE else list_cards(to, t[HANDS + t[TURN]], t[CHOSEN], many)


def choice(rules: Rules, to: Room, t: Numbers, k: int) -> int:
    """The action in a place of the list."""
    return to.codes[k]


def ways_to_draw(rules: Rules, to: Room, t: Numbers) -> int:
    """List all ways to draw as places in the hand."""
    hand, there = t[HANDS + t[TURN]], t[END] - t[TOP]
    if t[MIXED] == 0:
        there += count(drawn_in(part(t, THROWN, rules.seats), there, len(rules.deck)))
    return list_draws(rules.row, count(hand), count(hand >> 4 * ACE), there, to.codes)


def cards_next(to: Room, hand: Cards, chosen: Cards, many: int) -> tuple[Cards, bool]:
    """The cards that may be thrown beside those chosen, and whether those alone are one of the ways to draw."""
    rest, done = 0, False
    for place in range(many):
        some = placed(hand, to.codes[place])
        if chosen & ~some == 0:
            rest |= some & ~chosen
            done = done or some == chosen
    return rest, done


def list_cards(to: Room, hand: Cards, chosen: Cards, many: int) -> int:
    """List the cards that may be thrown next, and the draw if that may be all."""
    rest, done = cards_next(to, hand, chosen, many)
    found = 0
    while rest != 0:
        to.codes[found] = CARD + lowest(rest)
        rest &= rest - 1
        found += 1
    if done:
        to.codes[found] = VERB + DRAWS if chosen != 0 else 0
        found += 1
    return found


def limits(rules: Rules, t: Numbers, value: int) -> tuple[int, int, int]:
    """What a call costs, and the least and the highest bet of the seat to act, whose hand has this value."""
    return may_bet(rules.row, moment_at(t), chips_at(rules, t), value)


def list_bets(rules: Rules, to: Room, t: Numbers) -> int:
    """List the actions of a round of betting.

    Of three sizes each is as likely as another, and a bet of any size as likely as other actions: these are listed
    three times.
    """
    codes, listing, chips = to.codes, rules.listing, chips_at(rules, t)
    needed = rules.row.openers != 0 and t[PHASE] == FIRST
    call, least, most = limits(rules, t, value_at(rules, t, t[TURN]) if needed else 0)
    codes[0], found = AMOUNT + CHECK, 1
    if call > 0:
        codes[0], codes[1], found = AMOUNT + CALL + 4 * (0 if listing == BUCKETS else call), VERB + FOLD, 2
    more = AMOUNT + (RAISE if max(chips.bets) > 0 else BET)
    if least == 0:
        return found
    if listing == EACH:
        for amount in range(least, most + 1):
            codes[found] = more + 4 * amount
            found += 1
    elif listing == BUCKETS:
        for place in range(spread(least, most, 1, to.values)):
            codes[found] = more + 4 * place
            found += 1
    elif least == most:
        codes[found] = more + 4 * least
        found += 1
    else:
        for place in range(found, 3 * found):
            codes[place] = codes[place - found]
        found *= 3
        low, pot, high = sizes(chips.paid, chips.bets, t[TURN], least, most)
        codes[found], codes[found + 1], codes[found + 2] = more + 4 * low, more + 4 * pot, more + 4 * high
        found += 3
    return found


# --- an action


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    if t[PHASE] == BUY:
        t[BOUGHT] |= 1 << t[TURN] if code == VERB + BUYS else 0
        ask(t, t[ASKED] & ~(1 << t[TURN]))
        return
    chips, at = chips_at(rules, t), moment_at(t)
    if t[PHASE] == DRAW:
        thrown = to_throw(rules, to, t, code)
        if CARD <= code < VERB and not whole(rules, to, t, thrown):
            t[CHOSEN] = thrown
            return
        t[CHOSEN], new = 0, drawn(rules, to, t, count(thrown))
        at = draw(
            rules.row, at, chips, t[DEALER], part(t, HANDS, rules.seats), part(t, DRAWN, rules.seats),
            part(t, THROWN, rules.seats), thrown, new,
        )  # fmt: skip
    else:
        at = bet(rules.row, at, chips, t[DEALER], chips_put_in(rules, to, t, code))
        t[BOARD] = on_board(rules.row, shown_in(t[PHASE], at, rules.seats))
    keep(t, at)
    if at.phase == PAYING:
        pay(rules, to, t)


def to_throw(rules: Rules, to: Room, t: Numbers, code: int) -> Cards:
    """The cards to throw by an action of the draw."""
    if code < CARD:
        return placed(t[HANDS + t[TURN]], code)
    return t[CHOSEN] | (1 << code - CARD if code < VERB else 0)


def whole(rules: Rules, to: Room, t: Numbers, thrown: Cards) -> bool:
    """Is there nothing left to do but to draw, once these cards are chosen?"""
    rest, done = cards_next(to, t[HANDS + t[TURN]], thrown, ways_to_draw(rules, to, t))
    return done and rest == 0


def drawn(rules: Rules, to: Room, t: Numbers, wanted: int) -> Cards:
    """Take cards from the stock; if it is too small, the discards are shuffled under it."""
    again = drawn_in(part(t, THROWN, rules.seats), t[END] - t[TOP], wanted)
    if again != 0:
        t[MIXED], t[SEED] = t[DRAWERS], 0
    for last in range(count(again), 0, -1):
        one = nth(again, drawn_number(to.words, last))
        again ^= 1 << one
        t[PACK + t[END]] = one
        t[END] += 1
    new = 0
    for _ in range(wanted):
        new |= 1 << t[PACK + t[TOP]]
        t[TOP] += 1
    return new


def chips_put_in(rules: Rules, to: Room, t: Numbers, code: int) -> int:
    """The chips that an action puts into the pot: 0 for a check, NONE for a fold."""
    if code == VERB + FOLD:
        return NONE
    verb, amount = code - AMOUNT & 3, code - AMOUNT >> 2
    if rules.listing == BUCKETS:
        call, least, most = limits(rules, t, rules.row.openers)
        if verb > CALL:
            spread(least, most, 1, to.values)
        amount = to.values[amount] if verb > CALL else call
    return amount - t[BETS + t[TURN]] if verb > CALL else amount


def pay(rules: Rules, to: Room, t: Numbers) -> None:
    """Pay the pots out; then seats without chips are asked whether they buy any."""
    seats, chips, won = rules.seats, chips_at(rules, t), part(t, WON, rules.seats)
    for seat in range(seats):
        to.values[seat] = 0 if one_left(t[GONE], seats) else value_at(rules, t, seat)
    pay_out(chips.paid, t[GONE], to.values, (t[DEALER] + 1) % seats, won)
    for seat in range(seats):
        chips.stacks[seat] += won[seat]
        chips.bets[seat] = 0
    ask(t, broke(rules.row, chips.stacks, t[LEFT_OUT]))


def ask(t: Numbers, asked: int) -> None:
    """These seats have still to say whether they buy chips; after the last answer the deal is over."""
    t[ASKED], t[PHASE], t[TURN] = asked, (BUY if asked != 0 else OVER), (lowest(asked) if asked != 0 else NONE)


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    """The chips that each seat has won; 0 for all if nobody opened. Without chips a pair or better wins."""
    any_won = max(part(t, WON, rules.seats)) > 0
    for seat in range(rules.seats):
        scores[seat] = t[WON + seat] - t[PAID + seat] if any_won else 0
    if rules.row.stack == 0:
        scores[0] = 1 if pair_or_better(value_at(rules, t, 0)) else 0


# --- what is written down of whole deals


def opened(rules: Rules, to: Room, t: Numbers, out: PokerDeals, k: int) -> None:
    out.dealers[k] = t[DEALER]
    for seat in range(rules.seats):
        out.hands[k][seat] = t[HANDS + seat]


def acted(rules: Rules, to: Room, t: Numbers, out: PokerDeals, k: int, done: int, code: int) -> None:
    """Write an action down, if there is any room."""
    if len(out.verbs[k]) == 0:
        return
    verb, amount, thrown = code - VERB, rules.row.stack if code == VERB + BUYS else 0, 0
    if code >= AMOUNT:
        verb, amount = code - AMOUNT & 3, code - AMOUNT >> 2
    elif code < CARD:
        verb, thrown = DRAWS if code != 0 else PAT, placed(t[HANDS + t[TURN]], code)
    out.verbs[k][done], out.amounts[k][done], out.thrown[k][done] = verb, amount, thrown


def closed(rules: Rules, to: Room, t: Numbers, out: PokerDeals, k: int, done: int) -> None:
    """Write the end down, and the pack, if there is any room."""
    out.moves[k] = done
    for seat in range(rules.seats):
        out.ends[k][seat] = t[HANDS + seat]
    if len(out.packs[k]) > 0:
        for place in range(t[END]):
            out.packs[k][place] = t[PACK + place]


# --- what a seat sees


def open_hands(rules: Rules, t: Numbers) -> tuple[int, Seat]:
    """The seats whose hands all see, as bits, and the seat whose discards they see, NONE for none.

    See :meth:`dealt.games.drawpoker.DrawPoker.shown`.
    """
    gone, opener = t[GONE], t[OPENER]
    if max(part(t, WON, rules.seats)) == 0:
        return 0, NONE
    live = (1 << rules.seats) - 1 & ~gone
    hands = live & (1 << opener if opener != NONE else 0) if one_left(gone, rules.seats) else live
    if opener == NONE or hands >> opener & 1 == 0 or t[THROWN + opener] == 0:
        return hands, NONE
    kept = t[HANDS + opener] & ~t[DRAWN + opener]
    return hands, NONE if hand_value(kept, rules.row.wheel) >= OPENERS else opener


def observe(rules: Rules, spots: Spots, column: Longs, t: Numbers, me: Seat, out: Any) -> None:
    """All fields. Who is asked for new chips sees nothing of what those before it have answered."""
    seats, wide, gone = rules.seats, len(rules.deck), t[GONE]
    hands, discards = open_hands(rules, t)
    ended, pot = max(part(t, WON, rules.seats)) > 0, 0
    asked = broke(rules.row, part(t, STACKS, rules.seats), t[LEFT_OUT]) if ended else 0
    out[spots.phase + t[PHASE]] = 1
    out[spots.raises] = t[RAISES]
    if rules.row.flop != 0:
        put(out, spots.board, board_at(t), column)
    else:
        put(out, spots.chosen, t[CHOSEN], column)
    for place in range(seats):
        seat = (me + place) % seats
        hand, some = t[HANDS + seat], t[THROWN + seat]
        out[spots.hand_size + place] = count(hand)
        if t[DRAWERS] >> seat & 1:
            out[spots.drew + place] = count(some)
        if place == 0 or hands >> seat & 1:
            put(out, spots.hand + wide * place, hand, column)
            if rules.row.flop == 0 or t[BOARD] != 0:
                out[spots.rank + place] = (value_at(rules, t, seat) >> PLACE) + 1
        if place == 0 or seat == discards:
            put(out, spots.thrown + wide * place, some, column)
        pot += t[PAID + seat] - t[BETS + seat]
        out[spots.stack + place] = t[STACKS + seat]
        out[spots.bet + place], out[spots.paid + place] = t[BETS + seat], t[PAID + seat]
        out[spots.folded + place] = gone >> seat & 1
        out[spots.dealer + place] = 1 if seat == t[DEALER] else 0
        if rules.row.flop == 0:
            out[spots.opener + place] = 1 if seat == t[OPENER] else 0
        if t[PHASE] == BUY:
            out[spots.turn + place] = asked >> seat & 1
        elif seat == t[TURN]:
            out[spots.turn + place] = 1
        if t[PHASE] == OVER:
            out[spots.out + place] = asked >> seat & 1 & ~(t[BOUGHT] >> seat)
    out[spots.pot] = 0 if ended else pot


LOOPS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe,
    record=PokerDeals, opened=opened, acted=acted, closed=closed,
)  # fmt: skip
