"""Trick-taking games as a machine of steps over numbers: passing, bids or an auction, and the play; and as loops.

See :mod:`dealt.kernels.loops`. The rules are those of :mod:`dealt.games`, whose cores are called here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, nth, part
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.bridge.auction import called, ended, first_to_name, possible
from dealt.games.bridge.scoring import honours
from dealt.games.euchre import Naming
from dealt.games.hearts import JACK, Counting, hand_points
from dealt.games.skat import Solo
from dealt.games.spades import BidRules, least_bid, side_points
from dealt.games.tricks.bids import Bidding, bid_points, possible_bids
from dealt.games.tricks.core import after, clockwise, first_leader, following, passed, playable, playing, points, told
from dealt.games.tricks.rows import CardOrder, TrickRow
from dealt.kernels.draws import draw, shuffle
from dealt.kernels.loops import OVER, TURN, Machine, loops, put
from dealt.shapes import Bytes, ByteTable, LongBlock, Longs, LongTable, Numbers, RealTable, ShortTable

PLAY, GIVE, BIDS, AUCTION = range(4)
"""The phases of a deal. The code of an action is that of its phase, :func:`code_of`, with a card, a number of tricks or
a call: in ``BIDS`` 0 is nil."""
PHASE, DEALER, LEADER, ROW, SIZE, LED, TOP, HOLDER, BROKEN, FIRST, CHOSEN, BEFORE = range(2, 14)
"""Places of a table. ``SIZE`` cards of the newest trick lie there, as many as seats once it is complete; ``LED`` to
``FIRST`` are as in :class:`~dealt.games.tricks.core.Position`. ``ROW`` tells which of the rows holds: that of the
dealer, the strain or the suit turned up.
``CHOSEN`` are the cards that the seat to act has chosen to pass so far, ``BEFORE`` is the number of actions before the
play."""
DECLARER, BID, DOUBLED, OURS, PASSES, SAID, TURNED = range(14, 21)
"""The auction as its core has it, no declarer being -1, the number of calls or bids, and the card turned up, or -1."""
MOST: Final = 7
"""The most seats."""
HANDS, PLAYED, LACKS, GIVEN, TRICK, WON, POINTS, JACKS, BAGS = range(21, 21 + 9 * MOST, MOST)
"""The first places of a number for each seat: by seat, the cards of the trick in the order played, and the bags of two
sides. Cards that are passed stay in the giver's hand until all have passed."""
CALLS: Final = 21 + 9 * MOST
"""The first place of the calls, or of bids: where partners bid -1 is nil, and -2 blind nil."""


class Orders(NamedTuple):
    """What a :class:`CardOrder` says, with a row for each contract; of plain games a row of nothing."""

    suits: LongTable
    suit_of: LongTable
    above: LongTable


def order_of(orders: Orders, contract: int) -> CardOrder:
    return CardOrder(orders.suits[at(contract)], orders.suit_of[at(contract)], orders.above[at(contract)])


class Rules(NamedTuple):
    """The rules as numbers: what comes before and after the play."""

    deck: Longs
    seats: int
    size: int
    """The number of cards of each hand."""
    dealers: Longs
    """The seats that may deal, each equally likely."""
    rows: LongTable
    """(k, 8): the numbers of the ``TrickRow`` by dealer, by strain, or by the suit turned up."""
    orders: Orders
    turns_up: bool
    """Is a card turned up, the first that is not dealt or else one of the dealer's?"""
    phase: int
    """The first phase."""
    bids: BidRules
    bidding: Bidding
    naming: Naming
    solo: Solo
    gift: int
    way: int
    counting: Counting
    """Its ``whole`` is 0 where no cards are worth points."""
    contracts: LongBlock
    """The scores of the declaring side and the other by side, bid, doubles and tricks."""
    honoured: bool
    """Do honours count?"""
    vulnerable: tuple[bool, bool]
    watched: bool = False
    """Is it noted what plays tell of hands?"""


class Room(NamedTuple):
    words: Longs
    pack: Longs
    may: Longs
    """(1,): what the seat to act may do: a set of cards, numbers or calls."""


class Spots(NamedTuple):
    """Where each field of an observation begins, -1 for none, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    trick: int
    played: int
    lacks: int
    given: int
    to_play: int
    leader: int
    dealer: int
    tricks: int
    bid: int
    bags: int
    passing: int
    points: int
    jack: int
    calls: int
    declarer: int
    dummy: int
    vulnerable: int
    chosen: int
    turned: int
    passed: int
    maker: int
    trumps: int
    out: int
    offer: int


class Deals(NamedTuple):
    """What :func:`simulate` returns for a trick-taking game: a row for each deal, in arrays of the same order."""

    dealers: Bytes
    """(n,): the seat that dealt."""
    turned: Bytes
    """(n,): the card that was turned up, or -1."""
    hands: LongTable
    """(n, seats): the hand of each seat as dealt, a set of cards."""
    given: LongTable
    """(n, seats): the cards that each seat passed before the play, or 0."""
    calls: ShortTable
    """(n, game.most_calls): the calls in order as places in ``game.words``, -1 after the last. Without ``moves`` (n, 0)
    where there may be many."""
    cards: ByteTable
    """(n, deck): the cards in the order played, -1 after the last. Without ``moves`` (n, 0)."""
    won: ByteTable
    """(n, seats): the number of tricks that each seat took."""
    scores: RealTable
    """(n, seats): the score of the deal by seat, as ``Game.score`` has it."""


# --- the deal ---------------------------------------------------------------------------------------------------------


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle and deal; see :class:`~dealt.kernels.loops.Machine`."""
    for place in range(len(rules.deck)):
        to.pack[place] = rules.deck[place]
    shuffle(to.words, to.pack)
    dealer = rules.dealers[draw(to.words, len(rules.dealers))]
    size = rules.size
    for seat in range(rules.seats):
        held = 0
        for place in range(size * seat, size * (seat + 1)):
            held |= 1 << to.pack[place]
        t[HANDS + seat] = held
    for place in range(PLAYED, CALLS):
        t[place] = 0
    t[PHASE], t[DEALER], t[LEADER], t[ROW] = rules.phase, dealer, clockwise(dealer + 1, rules.seats), dealer
    t[SIZE] = t[TOP] = t[HOLDER] = t[BROKEN] = t[CHOSEN] = t[BEFORE] = 0
    t[LED], t[FIRST], t[DECLARER], t[BID] = -1, 1, -1, -1
    t[DOUBLED] = t[OURS] = t[PASSES] = t[SAID] = 0
    t[TURNED] = -1
    if rules.turns_up:
        rest = size * rules.seats
        t[TURNED] = to.pack[at(rest if rest < len(rules.deck) else size * dealer)]
        t[ROW] = t[TURNED] & 3
    t[TURN] = 0 if rules.phase == GIVE else dealer if rules.phase == AUCTION else t[LEADER]
    if rules.phase == PLAY:
        lead(rules, t)


def lead(rules: Rules, t: Numbers) -> None:
    """Begin the play."""
    t[PHASE] = PLAY
    t[TURN] = t[LEADER] = first_leader(
        row_at(rules, t), part(t, HANDS, rules.seats), clockwise(t[DEALER] + 1, rules.seats)
    )


def row_at(rules: Rules, t: Numbers) -> TrickRow:
    """The rules of the play at a table."""
    row = rules.rows[at(t[ROW])]
    return TrickRow(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])


# --- what may be done -------------------------------------------------------------------------------------------------


def code_of(phase: int, number: int) -> int:
    return phase << 6 | number


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    """The number of actions; the room keeps them as a set."""
    phase, turn = t[PHASE], t[TURN]
    if phase == PLAY:
        may = playable(row_at(rules, t), t[at(HANDS + turn)], t[LED], t[BROKEN] != 0, t[FIRST] != 0)
    elif phase == GIVE:
        may = t[HANDS + turn] & ~t[CHOSEN]
    elif phase == AUCTION:
        may = possible(t[BID], t[DOUBLED], t[OURS] != 0, t[PASSES])
    elif rules.bidding.alone:
        said = 0
        for place in range(t[SAID]):
            said += t[CALLS + place]
        may = possible_bids(rules.bidding, count(t[at(HANDS + turn)]), t[SAID] == rules.seats - 1, said)
    else:
        least = least_bid(rules.bids.minimum, t[CALLS + t[SAID] - 2]) if t[SAID] > 1 else 0
        may = (1 << rules.bids.tricks + 1) - (1 << max(1, least)) | (1 if least == 0 else 0)
    to.may[0] = may
    return count(may)


def choice(rules: Rules, to: Room, t: Numbers, place: int) -> int:
    return code_of(t[PHASE], nth(to.may[0], place))


# --- an action --------------------------------------------------------------------------------------------------------


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    phase, number = t[PHASE], code & 63
    if phase == PLAY:
        play(rules, t, number)
        return
    t[BEFORE] += 1
    if phase == GIVE:
        give(rules, t, number)
    elif phase == AUCTION:
        call(rules, t, number)
    else:
        t[CALLS + t[SAID]] = number if number > 0 or rules.bidding.alone else -1
        t[SAID] += 1
        t[TURN] = clockwise(t[TURN] + 1, rules.seats)
        if t[SAID] == rules.seats:
            lead(rules, t)


def play(rules: Rules, t: Numbers, one: Card, order: CardOrder | None = None, out: int | None = None) -> None:
    """Play a card from the hand whose turn it is."""
    row, seat, led, broken, first = row_at(rules, t), t[TURN], t[LED], t[BROKEN] != 0, t[FIRST] != 0
    size = t[SIZE] if t[SIZE] < playing(rules.seats, out) else 0
    if size == 0:
        t[LEADER] = seat
    t[at(TRICK + size)] = one
    t[at(HANDS + seat)] ^= 1 << one
    t[at(PLAYED + seat)] |= 1 << one
    if rules.watched:
        t[at(LACKS + seat)] |= told(row, one, led, broken, first, order)
    turn, left, t[LED], t[TOP], t[HOLDER], opens, starts = after(
        row, one, seat, size, led, t[TOP], t[HOLDER], broken, first, rules.seats, order, out
    )
    t[BROKEN], t[FIRST], t[SIZE], t[TURN] = 1 if opens else 0, 1 if starts else 0, size + 1, turn
    if left != 0:
        return
    t[at(WON + turn)] += 1
    if t[at(HANDS + turn)] == 0:
        t[TURN] = OVER
    if rules.counting.whole > 0:
        lying = 1 << t[TRICK] | 1 << t[TRICK + 1] | 1 << t[TRICK + 2] | 1 << t[TRICK + 3]
        t[POINTS + turn] += points(row, lying)
        t[JACKS + turn] |= lying >> JACK & 1


def give(rules: Rules, t: Numbers, one: Card) -> None:
    """Choose a card to pass; once all four seats have chosen theirs, they take up what they get."""
    t[CHOSEN] |= 1 << one
    if count(t[CHOSEN]) < rules.gift:
        return
    seat = t[TURN]
    t[GIVEN + seat], t[CHOSEN] = t[CHOSEN], 0
    t[TURN] = seat + 1
    if seat == 3:
        north, east, south, west = passed(part(t, HANDS, 4), part(t, GIVEN, 4), rules.way)
        t[HANDS], t[HANDS + 1], t[HANDS + 2], t[HANDS + 3] = north, east, south, west
        lead(rules, t)


def call(rules: Rules, t: Numbers, said: int) -> None:
    """Make a call; after the last one the play begins, or without a bid the deal is over."""
    t[CALLS + t[SAID]] = said
    t[SAID] += 1
    bid, t[DOUBLED], ours, passes = called(t[BID], t[DOUBLED], t[OURS] != 0, t[PASSES], said)
    t[BID], t[OURS], t[PASSES] = bid, 1 if ours else 0, passes
    t[TURN] = (t[TURN] + 1) & 3
    if not ended(bid, passes):
        return
    place = first_to_name(part(t, CALLS, t[SAID]), t[SAID])
    if place < 0:
        t[TURN] = OVER
        return
    t[DECLARER], t[ROW], t[PHASE] = (t[DEALER] + place) & 3, bid % 5, PLAY
    t[TURN] = t[LEADER] = (t[DECLARER] + 1) & 3


# --- the end ----------------------------------------------------------------------------------------------------------


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    """The scores; zeros where the game itself must be asked."""
    for seat in range(rules.seats):
        scores[seat] = 0
    if rules.bidding.alone:
        for place in range(rules.seats):
            seat = clockwise(t[DEALER] + 1 + place, rules.seats)
            scores[seat] = bid_points(rules.bidding, t[CALLS + place], t[at(WON + seat)])
    elif rules.phase == BIDS:
        for place in range(2):
            seat = (t[DEALER] + 1 + place) & 3
            total, _ = side(rules, t, seat)
            scores[seat] = scores[seat ^ 2] = total
    elif rules.phase == AUCTION and t[DECLARER] >= 0:
        declarer, strain = t[DECLARER], t[BID] % 5
        ours = declarer & 1
        bonus = honours(part(t, PLAYED, 4), strain if strain < 4 else -1) if rules.honoured else (0, 0)
        entry = rules.contracts[ours][t[BID]][t[DOUBLED]][t[WON + declarer] + t[WON + (declarer ^ 2)]]
        for seat in range(4):
            scores[seat] = entry[(seat & 1) ^ ours] + bonus[seat & 1]
    elif rules.counting.whole > 0:
        found = hand_points(part(t, POINTS, 4), part(t, JACKS, 4), rules.counting)
        for seat in range(4):
            scores[seat] = found[seat]


def side(rules: Rules, t: Numbers, seat: Seat) -> tuple[int, int]:
    """The points of a seat's side for its bids and tricks, and its bags after the deal."""
    bids, place = rules.bids, (seat - t[DEALER] - 1) & 1
    seat = (t[DEALER] + 1 + place) & 3
    pair, won = (t[CALLS + place], t[CALLS + place + 2]), (t[WON + seat], t[WON + (seat ^ 2)])
    return side_points(pair, won, t[BAGS + (seat & 1)], bids.helps, bids.limit, bids.fine, bids.double_ten)


def known_to(rules: Rules, t: Numbers, me: Seat, seat: Seat) -> Cards:
    """The cards in a seat's hand that another seat knows: dummy's, those that it passed there, one turned up."""
    held: Cards = t[HANDS + seat]
    if me == seat or t[TURN] == OVER:
        return held
    if rules.turns_up:
        return held & 1 << t[TURNED]
    if t[DECLARER] >= 0 and seat == t[DECLARER] ^ 2 and (t[SIZE] > 0 or t[FIRST] == 0):
        return held
    gave = rules.way > 0 and t[PHASE] == PLAY and seat == (me + rules.way) & 3
    return held & t[GIVEN + me] if gave else 0


# --- what is kept of whole deals --------------------------------------------------------------------------------------


def opened(rules: Rules, to: Any, t: Numbers, out: Deals, k: int) -> None:
    out.dealers[k], out.turned[k] = t[DEALER], t[TURNED]
    for seat in range(rules.seats):
        out.hands[k][seat] = t[HANDS + seat]


def acted(rules: Rules, to: Any, t: Numbers, out: Deals, k: int, done: int, code: int) -> None:
    if t[PHASE] == PLAY and len(out.cards[k]) > 0:
        out.cards[k][done - t[BEFORE]] = code


def closed(rules: Rules, to: Any, t: Numbers, out: Deals, k: int, done: int) -> None:
    """Keep what was passed and said, and the tricks."""
    for seat in range(rules.seats):
        out.given[k][seat], out.won[k][seat] = t[GIVEN + seat], t[WON + seat]
    if len(out.calls[k]) > 0:
        for place in range(t[SAID]):
            out.calls[k][place] = max(0, t[CALLS + place])


# --- what a seat sees -------------------------------------------------------------------------------------------------


def viewer(t: Numbers) -> Seat:
    """The seat that acts: the declarer plays dummy's cards."""
    turn, declarer = t[TURN], t[DECLARER]
    return declarer if declarer >= 0 and turn == declarer ^ 2 else turn


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    observe_cards(rules, spots, column, t, me, out)
    observe_numbers(rules, spots, t, me, out)
    if spots.calls >= 0:
        observe_contract(rules, spots, t, me, out)


def observe_cards(
    rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any, absent: int | None = None
) -> None:  # fmt: skip
    """The fields with cards."""
    wide, gifts, seats = spots.columns, rules.way > 0 and t[PHASE] == PLAY, rules.seats
    for place in range(seats):
        seat = clockwise(me + place, seats)
        out[spots.hand_size + place] = count(t[HANDS + seat])
        put(out, spots.hand + wide * place, known_to(rules, t, me, seat), column)
        put(out, spots.played + wide * place, t[PLAYED + seat], column)
        put(out, spots.lacks + wide * place, t[LACKS + seat], column)
        if gifts and (place == 0 or place == 4 - rules.way):
            put(out, spots.given + wide * place, t[GIVEN + seat], column)
    seat = t[LEADER]
    for place in range(t[SIZE]):
        out[spots.trick + wide * away(seat, me, seats) + column[t[TRICK + place]]] = 1
        seat = following(seat, seats, absent)
    if spots.chosen >= 0:
        put(out, spots.chosen, t[CHOSEN], column)
    if spots.turned >= 0:
        put(out, spots.turned, 1 << t[TURNED], column)


def away(seat: int, me: Seat, seats: int) -> int:
    """How many seats after another one a seat sits."""
    return clockwise(seat - me + (seats if seat < me else 0), seats)


def observe_numbers(rules: Rules, spots: Spots, t: Numbers, me: Seat, out: Any) -> None:
    """The fields that most games have."""
    phase, over, seats = t[PHASE], t[TURN] == OVER, rules.seats
    together = phase == GIVE and rules.way > 0
    out[spots.phase + phase] = 1
    out[spots.leader + away(t[LEADER], me, seats)] = 1
    out[spots.dealer + away(t[DEALER], me, seats)] = 1
    if not over:
        out[spots.turn] = 1
        out[spots.to_play + away(t[DEALER] + 1 if together else t[TURN], me, seats)] = 1
    for place in range(seats):
        seat = clockwise(me + place, seats)
        if together:
            out[spots.turn + place] = 1
        out[spots.tricks + place] = t[WON + seat]
        if rules.phase == BIDS and spots.bid >= 0:
            said = away(seat, t[DEALER] + 1, seats)
            if said < t[SAID]:
                out[spots.bid + place] = t[CALLS + said]
            if over and not rules.bidding.alone:
                out[spots.points + place], out[spots.bags + place] = side(rules, t, seat)
        if rules.counting.whole > 0:
            out[spots.points + place] = t[POINTS + seat]
            if rules.counting.jack > 0:
                out[spots.jack + place] = t[JACKS + seat]
    if rules.counting.whole > 0:
        out[spots.passing + rules.way] = 1


def observe_contract(rules: Rules, spots: Spots, t: Numbers, me: Seat, out: Any) -> None:
    """What a seat sees of auction and contract."""
    for place in range(t[SAID]):
        out[spots.calls + 4 * t[CALLS + place] + ((t[DEALER] + place - me) & 3)] = place + 1
    for place in range(4):
        out[spots.vulnerable + place] = 1 if rules.vulnerable[(me + place) & 1] else 0
    if t[DECLARER] >= 0:
        out[spots.declarer + ((t[DECLARER] - me) & 3)] = 1
        out[spots.dummy + ((t[DECLARER] + 2 - me) & 3)] = 1


LOOPS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe, viewer=viewer,
    record=Deals, opened=opened, acted=acted, closed=closed,
)  # fmt: skip
