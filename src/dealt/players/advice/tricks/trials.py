"""Trick-taking deals played out by rules of thumb, and choices tried so in many layouts: written once, compiled.

A game says which card each seat chooses and what comes of it; a function of its own is compiled into each place. All
functions take what is ``known``, the game's ``rules`` of a trial, and room for one thread, ``to``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, lowest, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.tricks import OF_SUIT, TRUMPS, CardOrder, TrickRow
from dealt.games.tricks.core import Position, after, playable
from dealt.kernels.draws import ROOM, draw, start
from dealt.kernels.machine import Kernel, made_for
from dealt.kernels.tricks import order_of
from dealt.players.advice.tricks.exchange import SWAPS, Layouts, may_swap, swap
from dealt.shapes import Longs, LongTable, Workspace

CHANCES: Final = 1 << 20
LEAST: Final = -100_000
"""Every card is worth more."""
CARDS, WORDS, DISCARDS = range(3)
"""What is tried: a card, something said, or cards put down or passed on."""
CONTRACT: Final = 0
"""The place in the room of the number of a layout's order, where contracts have orders."""


class Known(NamedTuple):
    """What a seat knows of the deal."""

    row: TrickRow
    begin: Position
    """The play as it is, or the first lead with nobody's hand."""
    gone: Cards
    """The cards played so far, those of the trick under way too."""
    lying: Cards
    """The cards of the trick under way."""
    seat: Seat
    """The seat that looks ahead."""
    chance: int
    """The chance of a card drawn evenly, in parts of 2**20."""
    trying: int
    bids: Longs
    """By seat, and one for what is not dealt, what it has said, as its game has it."""
    won: Longs
    played: Longs


class Room(NamedTuple):
    """What changes while a layout is played out, by seat."""

    words: Longs
    """A stream of random numbers."""
    held: Longs
    won: Longs
    points: Longs
    energy: Longs
    """How badly each hand fits what its seat said."""
    said: Longs
    """The bids of the layout, or what the seats pass."""
    lacks: Longs
    """The cards that each seat is known to lack."""
    deal: Longs
    """Numbers of the game alone."""


class Sight(NamedTuple):
    """What a seat that is to play sees: its hand, the cards played so far, those of the trick, and how that stands."""

    hand: Cards
    gone: Cards
    lying: Cards
    seat: Seat
    size: int
    led: int
    top: Card
    holder: Seat


def room() -> Room:
    """Room for one thread: for seven seats and what is not dealt."""
    return Room(Workspace(ROOM), *(Workspace(8) for _ in Room._fields[1:]))


def elsewhere(s: Sight) -> Cards:
    """The cards that a seat has not seen."""
    return ~s.gone & ~s.hand


# --- the card that is worth most


def best_card(value: Callable[..., int]) -> Callable[..., Card]:
    """The card that is worth most, of equal ones the lowest; ``value`` takes a card and what the choice is made by."""

    def best(some: Cards, order: Any, by: Any, more: Any) -> Card:
        choice, most = -1, LEAST
        while some != 0:
            one = lowest(some)
            some &= some - 1
            worth = value(one, order, by, more)
            if worth > most:
                choice, most = one, worth
        return choice

    return best


def best_suit(value: Callable[..., tuple[int, Card]]) -> Callable[..., Card]:
    """The card of the suit that is worth most, -1 where none is worth more than :data:`LEAST`.

    ``value`` takes a suit with the cards of it and what the choice is made by, and names one of them with its worth.
    """

    def best(may: Cards, row: Any, s: Sight, more: Any) -> Card:
        choice, most = -1, LEAST
        for suit in range(4):
            if may & OF_SUIT[suit] != 0:
                worth, one = value(suit, may & OF_SUIT[suit], row, s, more)
                if worth > most:
                    choice, most = one, worth
        return choice

    return best


def height(one: Card, order: CardOrder) -> int:
    """How high a card is: trumps are above all others."""
    return (14 if order.suit_of[at(one)] == TRUMPS else 0) - count(order.above[at(one)])


def suit_with(one: Card, order: CardOrder) -> Cards:
    """All cards of the suit that a card counts as."""
    some: Cards = order.suits[at(order.suit_of[at(one)])]
    return some


def whole_hand(value: Callable[..., int]) -> Callable[..., int]:
    """What the cards of a hand count together; ``value`` is what one of them does."""

    def counted(hand: Cards, order: Any, contract: int) -> int:
        found, rest = 0, hand
        while rest != 0:
            one = lowest(rest)
            rest &= rest - 1
            found += value(one, order, hand, contract)
        return found

    return counted


def least_needed(value: Callable[..., int]) -> Callable[..., Cards]:
    """So many cards that a hand needs least, one after the other; ``value`` is how little it needs a card."""
    least = best_card(value)

    def found(hand: Cards, order: Any, contract: int, size: int) -> Cards:
        left = hand
        for _ in range(size):
            left &= ~(1 << least(left, order, left, contract))
        return hand & ~left

    return found


# --- a trick


class Stand(NamedTuple):
    """How a seat stands to the trick that it plays to."""

    ours: bool
    """Does its side hold the trick?"""
    foes: int
    """The number of opponents who play after it,"""
    friends: int
    """and that of partners."""
    sign: int
    """1 if its side wants tricks, -1 if it wants none."""
    draws: int
    """What a trump led is worth to it beside the trick while others have some."""


def free(some: Cards) -> int:
    """The price of cards that count for nothing."""
    return 0


def habit(price: Callable[[Cards], int], trick: int, keep: int, share: int) -> Callable[..., Card]:
    """The card that promises most.

    ``price`` is what some cards count for who takes them, ``trick`` what a trick counts beside. ``keep`` is what each
    rank of a card is worth later. ``share`` is the percentage of hidden cards that a seat has.
    """

    def value(one: Card, order: CardOrder, s: Sight, stand: Stand) -> int:
        leads, trumps, unseen = s.led < 0, order.suits[TRUMPS], elsewhere(s)
        suit = suit_with(one, order) if leads else order.suits[at(s.led)]
        wins = leads or order.above[at(s.top)] >> one & 1 != 0
        over = order.above[at(one if wins else s.top)] & unseen
        void = max(0, 100 - share * 3 // 4 * count(suit & unseen))
        ruffed = void * min(100, share * count(over & trumps & ~suit)) // 100
        beaten = min(100, min(90, share * count(over & suit)) + ruffed)
        held = wins or stand.ours
        chance = max(0, 100 - stand.foes * beaten) if held else stand.friends * beaten // 2
        stake = (trick + price(s.lying | 1 << one)) * (2 * chance - 100) // 10
        worth = stand.sign * (stake - keep * height(one, order))
        draws = leads and trumps >> one & 1 != 0 and trumps & unseen != 0
        return worth + stand.draws if draws else worth

    return best_card(value)


# --- what a game that has nothing to say says


def nothing(rules: Any, to: Room, hands: Sequence[Cards]) -> None:
    """Of a game that has nothing to do here."""


def fitting(rules: Any, hand: Cards, bid: int) -> int:
    """Of a game in which each layout that is possible is equally likely."""
    return 0


def unseen(to: Room, seat: Seat, led: int, one: Card) -> None:
    """Of a game whose seats draw no conclusions from a play."""


def plain(rules: Any, to: Room) -> None:
    """Of a game whose cards are what they are, and in which all seats play."""


def trick_more(known: Known, rules: Any, to: Room, seat: Seat, lying: Cards) -> bool:
    """Of a game in which the number of tricks counts."""
    to.won[at(seat)] += 1
    return False


def by_contract(rules: Any, to: Room) -> CardOrder:
    """The order of a layout's contract."""
    return order_of(rules.orders, to.deal[CONTRACT])


def trials(
    home: str, rules: type, *,
    laid: Callable[[Any, Any, Any, Sequence[Cards], int, int, int], Position],
    chosen: Callable[[Any, Any, Any, Cards, Sight], Card],
    worth: Callable[[Any, Any, Any, int], int],
    taken: Callable[[Any, Any, Any, Seat, Cards], bool] = trick_more,
    misfit: Callable[[Any, Cards, int], int] = fitting,
    begun: Callable[[Any, Any, Sequence[Cards]], None] = nothing,
    seen: Callable[[Any, Seat, int, Card], None] = unseen,
    ordered: Callable[[Any, Any], CardOrder | None] = plain, absent: Callable[[Any, Any], int | None] = plain,
) -> Kernel[..., None]:  # fmt: skip
    """The kernel of a game, which its module ``home`` declares: what choices lead to in some worlds.

    ``misfit`` says how badly a hand as dealt fits what its seat said: it is the negative logarithm of a likelihood, in
    parts of 64. ``begun`` is called for each layout. ``laid`` lays out what a choice with its plan leads to before the
    play, in a world of that number, and returns from where it is played on. ``chosen`` is the card of a seat, of those
    that it may play; ``seen`` notes a card played to a suit led. ``taken`` counts a trick for the seat that gets its
    cards, and says whether nothing is left to play for. ``worth`` is what the end is worth to the seat looking
    ahead. ``ordered`` is the order of cards in a layout, and ``absent`` the seats that sit out.
    """
    tried = _trying(_mixing(misfit), begun, laid, _playing(chosen, taken, seen, ordered, absent), worth)
    return made_for(home, tried, rules=rules)


def _mixing(misfit: Any) -> Any:
    def likely(known: Known, rules: Any, to: Room, hands: Sequence[Cards], here: Seat, there: Seat) -> bool:
        """Is a swap kept? Those that make the hands fit their bids worse are, more seldom (Metropolis)."""
        energy, played, bids = to.energy, known.played, known.bids
        first = misfit(rules, hands[at(here)] | played[at(here)], bids[at(here)])
        second = misfit(rules, hands[at(there)] | played[at(there)], bids[at(there)])
        worse = first + second - energy[at(here)] - energy[at(there)]
        if worse > 0 and draw(to.words, CHANCES) >= CHANCES * exp(-worse / 64):
            return False
        energy[at(here)], energy[at(there)] = first, second
        return True

    def mix(known: Known, rules: Any, to: Room, deals: Layouts, owner: Any, hands: Any) -> None:
        """The next layout."""
        pool, size = deals.pool, len(deals.pool)
        if size < 2:
            return
        for seat in range(len(known.bids)):
            to.energy[at(seat)] = misfit(rules, hands[at(seat)] | known.played[at(seat)], known.bids[at(seat)])
        for _ in range(SWAPS * size):
            one, other = draw(to.words, size), draw(to.words, size)
            if may_swap(one, other, pool, owner, deals.lacks):
                here, there = owner[at(one)], owner[at(other)]
                swap(one, other, pool, owner, hands)
                if not likely(known, rules, to, hands, here, there):
                    swap(one, other, pool, owner, hands)

    return mix


def _playing(chosen: Any, taken: Any, seen: Any, ordered: Any, absent: Any) -> Any:
    def play_out(known: Known, rules: Any, to: Room, begin: Position, one: Card) -> None:
        """Play the hands in ``to.held`` to the end, ``one`` first unless it is -1."""
        row, chance, hands, gone, lying = known.row, known.chance, to.held, known.gone, known.lying
        seat, size, led, top = begin.seat, begin.size, begin.led, begin.top
        holder, broken, first, seats = begin.holder, begin.broken, begin.first, begin.seats
        order, out = ordered(rules, to), absent(rules, to)
        while hands[at(seat)] != 0:
            hand = hands[at(seat)]
            if one < 0:
                may = playable(row, hand, led, broken, first, order)
                if may & (may - 1) == 0:
                    one = lowest(may)
                elif chance > 0 and draw(to.words, CHANCES) < chance:
                    one = nth(may, draw(to.words, count(may)))
                else:
                    one = chosen(known, rules, to, may, Sight(hand, gone, lying, seat, size, led, top, holder))
            seen(to, seat, led, one)
            hands[at(seat)] &= ~(1 << one)
            gone |= 1 << one
            lying |= 1 << one
            seat, size, led, top, holder, broken, first = after(
                row, one, seat, size, led, top, holder, broken, first, seats, order, out
            )
            if size == 0:
                if taken(known, rules, to, seat, lying):
                    return
                lying = 0
            one = -1

    return play_out


def _trying(mix: Any, begun: Any, laid: Any, play_out: Any, worth: Any) -> Any:
    def tried(
        known: Known, rules: Any, deals: Layouts, moves: Longs, plans: Longs, worlds: int, seed: int, to: Room,
        out: LongTable,
    ) -> None:  # fmt: skip
        """What each choice leads to in some worlds: a row for each in ``out``. ``deals`` are layouts to begin with."""
        seats = known.begin.seats
        for world in range(worlds):
            chain = world % len(deals.owners)
            hands = deals.hands[chain]
            start(to.words, seed, world)
            mix(known, rules, to, deals, deals.owners[chain], hands)
            begun(rules, to, hands)
            for n in range(len(moves)):
                start(to.words, seed + 1, world)
                for seat in range(seats):
                    to.held[at(seat)], to.won[at(seat)] = hands[at(seat)], known.won[at(seat)]
                    to.lacks[at(seat)] = deals.lacks[at(seat)]
                begin = laid(known, rules, to, hands, moves[n], plans[n], world)
                play_out(known, rules, to, begin, moves[n] if known.trying == CARDS else -1)
                out[n][world] = worth(known, rules, to, moves[n])

    return tried
