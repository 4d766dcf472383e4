"""Trick-taking deals played out by rules of thumb, and choices tried so in many layouts: written once, compiled.

A game says which card each seat chooses and what comes of it; a function of its own is compiled into each place. All
functions take what is ``known``, the game's ``rules`` of a trial, and room for one thread, ``to``, whose fields
``words`` and ``held`` are a stream of random numbers and the hands while they are played out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, lowest, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.tricks import CardOrder, TrickRow
from dealt.games.tricks.core import Position, after, playable
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import Kernel
from dealt.players.advice.tricks.exchange import SWAPS, Layouts, may_swap, swap
from dealt.shapes import Longs, LongTable

CHANCES: Final = 1 << 20


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


def nothing(rules: Any, to: Any, hands: Sequence[Cards]) -> None:
    """Of a game that has nothing to do here."""


def always(rules: Any, to: Any, hands: Sequence[Cards], here: Seat, there: Seat) -> bool:
    """Of a game in which each layout that is possible is equally likely."""
    return True


def unseen(to: Any, seat: Seat, led: int, one: Card) -> None:
    """Of a game whose seats draw no conclusions from a play."""


def plain(rules: Any, to: Any) -> None:
    """Of a game whose cards are what they are, and in which all seats play."""


class Fit(NamedTuple):
    """How layouts are weighed: ``weigh`` and ``likely`` of :func:`trials`."""

    weigh: Callable[[Any, Any, Sequence[Cards]], None]
    likely: Callable[[Any, Any, Sequence[Cards], Seat, Seat], bool]


def fit(misfit: Callable[[Any, Cards, int], int]) -> Fit:
    """Layouts whose hands fit their bids are more likely.

    ``misfit`` takes rules, a hand as dealt and its bid, and is the negative logarithm of a likelihood, in parts of 64.
    The rules have ``bids`` and the cards ``played`` by seat, the room keeps the ``energy`` of each seat.
    """

    def weigh(rules: Any, to: Any, hands: Sequence[Cards]) -> None:
        """Keep how badly the hands fit their bids."""
        for seat in range(len(rules.bids)):
            to.energy[at(seat)] = misfit(rules, hands[at(seat)] | rules.played[seat], rules.bids[at(seat)])

    def likely(rules: Any, to: Any, hands: Sequence[Cards], here: Seat, there: Seat) -> bool:
        """Is a swap kept? Those that make the hands fit their bids worse are, more seldom (Metropolis)."""
        energy, played, bids = to.energy, rules.played, rules.bids
        first = misfit(rules, hands[at(here)] | played[at(here)], bids[at(here)])
        second = misfit(rules, hands[at(there)] | played[at(there)], bids[at(there)])
        worse = first + second - energy[at(here)] - energy[at(there)]
        if worse > 0 and draw(to.words, CHANCES) >= CHANCES * exp(-worse / 64):
            return False
        energy[at(here)], energy[at(there)] = first, second
        return True

    return Fit(weigh, likely)


def trials(
    home: str, rules: type, room: type, *,
    laid: Callable[[Any, Any, Any, Layouts, Sequence[Cards], int, int, int], tuple[Position, Card]],
    chosen: Callable[[Any, Any, Any, Cards, Sight], Card],
    taken: Callable[[Any, Any, Any, Seat, Cards], bool],
    worth: Callable[[Any, Any, Any, int], int],
    weigh: Callable[[Any, Any, Sequence[Cards]], None] = nothing,
    likely: Callable[[Any, Any, Sequence[Cards], Seat, Seat], bool] = always,
    begun: Callable[[Any, Any, Sequence[Cards]], None] = nothing,
    seen: Callable[[Any, Seat, int, Card], None] = unseen,
    ordered: Callable[[Any, Any], CardOrder | None] = plain, absent: Callable[[Any, Any], int | None] = plain,
) -> Kernel[..., None]:  # fmt: skip
    """The kernel of a game, which its module ``home`` declares: what choices lead to in some worlds.

    After ``weigh`` for a layout, ``likely`` decides by chance whether two hands that have exchanged a card stay so;
    ``begun`` is called for the layout that comes of it. ``laid`` lays it out for a choice with its plan in a world of
    that number, and returns from where it is played on, and the first card, or -1. ``chosen`` is the card of a seat, of
    those that it may play; ``seen`` notes a card that is played to a suit led. ``taken`` counts a trick for the seat
    that gets its cards, and says whether nothing is left to play for. ``worth`` is what the end is worth to the seat
    that looks ahead. ``ordered`` is the order of cards in a layout, and ``absent`` the seats that sit out.
    """
    tried = _trying(_mixing(weigh, likely), begun, laid, _playing(chosen, taken, seen, ordered, absent), worth)
    types = {"rules": rules, "to": room}
    tried.__annotations__ = {name: types.get(name, hint) for name, hint in tried.__annotations__.items()}
    tried.__module__ = home
    return Kernel(tried, home)


def _mixing(weigh: Any, likely: Any) -> Any:
    def mix(rules: Any, to: Any, deals: Layouts, owner: Any, hands: Any) -> None:
        """The next layout."""
        pool, size = deals.pool, len(deals.pool)
        if size < 2:
            return
        weigh(rules, to, hands)
        for _ in range(SWAPS * size):
            one, other = draw(to.words, size), draw(to.words, size)
            if may_swap(one, other, pool, owner, deals.lacks):
                here, there = owner[at(one)], owner[at(other)]
                swap(one, other, pool, owner, hands)
                if not likely(rules, to, hands, here, there):
                    swap(one, other, pool, owner, hands)

    return mix


def _playing(chosen: Any, taken: Any, seen: Any, ordered: Any, absent: Any) -> Any:
    def play_out(known: Known, rules: Any, to: Any, begin: Position, one: Card) -> None:
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
        known: Known, rules: Any, deals: Layouts, moves: Longs, plans: Longs, worlds: int, seed: int, to: Any,
        out: LongTable,
    ) -> None:  # fmt: skip
        """What each choice leads to in some worlds: a row for each in ``out``. ``deals`` are layouts to begin with."""
        for world in range(worlds):
            chain = world % len(deals.owners)
            hands = deals.hands[chain]
            start(to.words, seed, world)
            mix(rules, to, deals, deals.owners[chain], hands)
            begun(rules, to, hands)
            for n in range(len(moves)):
                start(to.words, seed + 1, world)
                begin, one = laid(known, rules, to, deals, hands, moves[n], plans[n], world)
                play_out(known, rules, to, begin, one)
                out[n][world] = worth(known, rules, to, moves[n])

    return tried
