"""A quick way to play a trick-taking deal to its end with all cards known, for players that try their cards.

It works on plain sets of cards, because it runs ten thousand times for one decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import factorial, prod
from random import Random

from dealt.cards import Card, Cards, mask
from dealt.game import Seat, View
from dealt.games.tricks import OF_SUIT, Tricks, TrickState, winning_place
from dealt.hidden import distributions, unseen

__all__ = ["Position", "Unseen", "alike", "layouts", "playout"]


class Position:
    """A moment of the play with all cards known: hands, the seat to play, the cards on the table and tricks won."""

    __slots__ = ("hands", "seat", "trick", "trump", "won")

    def __init__(
        self, hands: Sequence[Cards], seat: Seat, trick: Sequence[Card], trump: int | None, won: Sequence[int]
    ) -> None:
        self.hands = list(hands)
        self.seat = seat
        self.trick = list(trick)
        self.trump = trump
        self.won = list(won)

    def copy(self) -> Position:
        """The same position, to be played on without changing this one."""
        return Position(self.hands, self.seat, self.trick, self.trump, self.won)

    def play(self, one: Card) -> None:
        """Carry a card of the seat to play out."""
        self.hands[self.seat] &= ~(1 << one)
        self.trick.append(one)
        if len(self.trick) < 4:
            self.seat = (self.seat + 1) & 3
            return
        winner = (self.seat + 1 + winning_place(self.trick, self.trump)) & 3
        self.won[winner] += 1
        self.seat = winner
        self.trick = []


def playout(at: Position) -> list[int]:
    """The tricks of each seat when all play on by rules of thumb; ``at`` is changed.

    The leader cashes high cards that nobody can beat. Second hand plays low, third hand high, and fourth hand wins as
    cheaply as it can. A seat that can't follow trumps unless partner is winning.
    """
    hands, trump, won = at.hands, at.trump, at.won
    trumps = 0 if trump is None else OF_SUIT[trump]
    seat, trick = at.seat, at.trick
    top = holder = led = 0
    if trick:
        place = winning_place(trick, trump)
        top, holder, led = trick[place], (seat - len(trick) + place) & 3, OF_SUIT[trick[0] & 3]
    while hands[seat]:
        hand = hands[seat]
        if not trick:
            one = _lead(hand, hands, seat, trumps)
            top, holder, led = one, seat, OF_SUIT[one & 3]
        else:
            same = hand & led
            partner = (holder ^ seat) & 1 == 0
            if same:
                one = _follow(same, hands, seat, len(trick), top, partner)
            else:
                one = _discard(hand, trumps, top, partner and not _beatable(top, hands, seat, len(trick)))
            if (one & 3 == top & 3 and one > top) or (one & 3 == trump and top & 3 != trump):
                top, holder = one, seat
        hands[seat] = hand & ~(1 << one)
        trick.append(one)
        if len(trick) == 4:
            won[holder] += 1
            seat, trick = holder, []
        else:
            seat = (seat + 1) & 3
    return won


def _lead(hand: Cards, hands: list[Cards], seat: Seat, trumps: Cards) -> Card:
    others = hands[seat - 1] | hands[seat - 3]
    partner = hands[seat - 2]
    choice, worth = -1, -1
    for suit in OF_SUIT:
        held = hand & suit
        if not held:
            continue
        top, against = held.bit_length() - 1, others & suit
        length = held.bit_count()
        if 1 << top > against:
            value = 40 + length if suit != trumps or against else 5
            one = top
        elif partner & suit and 1 << ((partner & suit).bit_length() - 1) > against:
            value, one = 25 + length, (held & -held).bit_length() - 1
        else:
            value = length + (10 if suit != trumps else 0)
            one = (held & -held).bit_length() - 1
        if value > worth:
            choice, worth = one, value
    return choice


def _beatable(top: Card, hands: list[Cards], seat: Seat, place: int) -> bool:
    """May an opponent who is still to play beat the card with one of its suit?"""
    if place == 3:
        return False
    return (hands[(seat + 1) & 3] & OF_SUIT[top & 3]) >> top > 1


def _follow(same: Cards, hands: list[Cards], seat: Seat, place: int, top: Card, partner: bool) -> Card:
    low = (same & -same).bit_length() - 1
    high = same.bit_length() - 1
    if top & 3 != low & 3:  # it was trumped
        return low
    if high < top or (partner and not _beatable(top, hands, seat, place)):
        return low
    over = same >> (top + 1) << (top + 1)
    cheapest = (over & -over).bit_length() - 1
    if place == 3:
        return cheapest
    rivals = hands[(seat + 1) & 3] & OF_SUIT[low & 3]
    if place == 2:
        if partner and not rivals >> top:
            return low
        enough = over & ~((1 << rivals.bit_length()) - 1)
        return (enough & -enough).bit_length() - 1 if enough else high
    everybody = rivals | hands[(seat + 3) & 3] & OF_SUIT[low & 3]
    return high if 1 << high > everybody else low


def _discard(hand: Cards, trumps: Cards, top: Card, safe: bool) -> Card:
    plain = hand & ~trumps
    if hand & trumps and not safe:
        over = hand & trumps
        if trumps >> top & 1:
            over = over >> (top + 1) << (top + 1)
        if over:
            return (over & -over).bit_length() - 1
    rest = plain or hand
    return (rest & -rest).bit_length() - 1


# --- what lies hidden -----------------------------------------------------------------------------------------------


Share = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A way to share some cards out: the number of layouts that it stands for, the number of cards for each hand, and the
room that is left in each hand."""


class Unseen:
    """The hidden cards of a view, dealt many times: as the game's ``sample`` does, but the slow part is done once."""

    def __init__(self, game: Tricks, view: View) -> None:
        self.known = game.public(view)
        may = game.constraint(view)
        hidden = [each for each in view.piles if each.name == "hand" and None in each.cards]
        self.seats = [each.owner or 0 for each in hidden]
        self.room = tuple(sum(one is None for one in each.cards) for each in hidden)
        groups: dict[tuple[int, ...], list[Cards]] = {}
        for one in unseen(view, game.deck):
            where = tuple(n for n, pile in enumerate(hidden) if may is None or may(one, pile))
            groups.setdefault(where, []).append(1 << one)
        self.groups = sorted(groups.items(), key=lambda each: (len(each[0]), each[0]))
        self._ways: dict[tuple[int, tuple[int, ...]], tuple[int, list[Share]]] = {}

    def deal(self, rng: Random) -> TrickState:
        """A layout that fits what is seen, each equally likely; ValueError if none fits."""
        hands, room = list(self.known.hands), self.room
        for n, (allowed, some) in enumerate(self.groups):
            rng.shuffle(some)
            _, counts, room = self._share(n, room, rng)
            at = 0
            for place, count in zip(allowed, counts, strict=True):
                hands[self.seats[place]] |= sum(some[at : at + count])
                at += count
        return replace(self.known, hands=tuple(hands))

    def _share(self, n: int, room: tuple[int, ...], rng: Random) -> Share:
        """A way to share the cards of group ``n`` out, drawn by the number of layouts that it stands for."""
        total, shares = self._listed(n, room)
        if not total:
            raise ValueError("no deal fits what is seen")
        drawn = rng.randrange(total) if len(shares) > 1 else 0
        for each in shares:
            drawn -= each[0]
            if drawn < 0:
                return each
        return shares[-1]

    def _listed(self, n: int, room: tuple[int, ...]) -> tuple[int, list[Share]]:
        """The number of layouts of group ``n`` and all later ones, and the ways to share group ``n`` out."""
        if n == len(self.groups):
            return 1, []
        known = self._ways.get((n, room))
        if known is None:
            allowed, some = self.groups[n]
            shares = []
            for counts in distributions(len(some), tuple(room[place] for place in allowed)):
                left = list(room)
                for place, count in zip(allowed, counts, strict=True):
                    left[place] -= count
                weight = factorial(len(some)) // prod(map(factorial, counts)) * self._listed(n + 1, tuple(left))[0]
                if weight:
                    shares.append((weight, counts, tuple(left)))
            known = self._ways[n, room] = sum(weight for weight, _, _ in shares), shares
        return known


def layouts(
    game: Tricks,
    view: View,
    rng: Random,
    wanted: int,
    misfit: Callable[[TrickState], float] | None = None,
    tries: int = 4,
) -> list[TrickState]:
    """``wanted`` layouts that fit what is seen.

    With ``misfit`` they are the best of up to ``tries`` times as many: those with the lowest value, 0 being a full fit.
    """
    hidden = Unseen(game, view)
    if misfit is None:
        return [hidden.deal(rng) for _ in range(wanted)]
    found: list[tuple[float, int, TrickState]] = []
    fitting = 0
    for n in range(wanted * tries):
        state = hidden.deal(rng)
        found.append((misfit(state), n, state))
        fitting += found[-1][0] == 0
        if fitting >= wanted:
            break
    found.sort(key=lambda each: each[:2])
    return [state for _, _, state in found[:wanted]]


def alike(game: Tricks, known: TrickState, legal: Sequence[Card]) -> list[Card]:
    """The lowest of each group of equal cards: no card of another hand or of the trick lies between them."""
    own = known.hands[known.turn or 0]
    others = game.whole & ~sum(known.played) & ~own | mask(game.current_trick(known))
    found: list[Card] = []
    for one in sorted(legal):
        suit = OF_SUIT[one & 3]
        below = [each for each in found if each & 3 == one & 3]
        if below:
            between = ((1 << one) - 1) & ~((1 << (below[-1] + 1)) - 1) & suit
            if not between & others:
                continue
        found.append(one)
    return found
