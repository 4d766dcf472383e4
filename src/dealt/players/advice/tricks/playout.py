"""Rules of thumb to play a trick-taking deal out with all cards known, and the layouts that a player tries them on.

What may be played and who takes a trick is asked of :mod:`dealt.games.tricks.core`; here stands only which of the cards
to choose. It runs ten thousand times for one decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import Final

from dealt.bits import count, highest, lowest
from dealt.cards import Card, Cards, mask
from dealt.game import Seat, View
from dealt.games.tricks import NONE, OF_SUIT, TrickRow, Tricks, TrickState
from dealt.games.tricks.core import Hands, Position, after, beating, of_suit, playable, suit_of
from dealt.hidden import Unseen, unseen
from dealt.kernels.machine import kernel
from dealt.players.advice.tricks.exchange import Layouts, seated
from dealt.shapes import Longs


def playout(row: TrickRow, at: Position, won: Hands, one: Card) -> Hands:
    """The tricks of each seat in the end, if ``one`` is played and then all play on by rules of thumb.

    ``won`` are the tricks so far; ``one`` is -1 if the first card is to be chosen, too. The leader cashes high cards
    that nobody can beat. Second hand plays low, third hand high, and fourth hand wins as cheaply as it can. A seat that
    can't follow trumps unless partner is winning.
    """
    tricks = list(won)
    play_on(row, at, one, list(at.hands), tricks)
    return tricks[0], tricks[1], tricks[2], tricks[3]


@kernel
def play_on(row: TrickRow, at: Position, one: Card, hands: Longs, tricks: Longs) -> None:
    """As :func:`playout`; ``tricks`` are counted on, and the hands are played."""
    trump = row.trump
    seat, size, led, top, holder, broken, first = at.seat, at.size, at.led, at.top, at.holder, at.broken, at.first
    trumps = OF_SUIT[trump] if trump >= 0 else 0
    while hands[seat] != 0:
        if one < 0:
            may = playable(row, hands[seat], led, broken, first)
            partner = (holder ^ seat) & 1 == 0
            if led < 0:
                one = _lead(may, hands, seat, trumps)
            elif may & OF_SUIT[led] != 0:
                one = _follow(may, hands, seat, size, top, partner)
            else:
                one = _discard(trump, may, top, partner and not _beatable(top, hands, seat, size))
        hands[seat] &= ~(1 << one)
        seat, size, led, top, holder, broken, first = after(row, one, seat, size, led, top, holder, broken, first)
        if size == 0:
            tricks[seat] += 1
        one = -1


def _lead(hand: Cards, hands: Longs, seat: Seat, trumps: Cards) -> Card:
    others = hands[seat - 1] | hands[seat - 3]
    partner = hands[seat - 2]
    choice, worth = -1, -1
    for suit in OF_SUIT:
        held = hand & suit
        if held == 0:
            continue
        one, against, length = highest(held), others & suit, count(held)
        if 1 << one > against:
            value = 40 + length if suit != trumps or against != 0 else 5
        elif partner & suit != 0 and 1 << highest(partner & suit) > against:
            value, one = 25 + length, lowest(held)
        else:
            value, one = length + (10 if suit != trumps else 0), lowest(held)
        if value > worth:
            choice, worth = one, value
    return choice


def _beatable(top: Card, hands: Longs, seat: Seat, place: int) -> bool:
    """May an opponent who is still to play beat the card with one of its suit?"""
    if place == 3:
        return False
    return beating(hands[(seat + 1) & 3], top, NONE) != 0


def _follow(same: Cards, hands: Longs, seat: Seat, place: int, top: Card, partner: bool) -> Card:
    low, high, over = lowest(same), highest(same), beating(same, top, NONE)
    if over == 0 or (partner and not _beatable(top, hands, seat, place)):
        return low
    if place == 3:
        return lowest(over)
    rivals = hands[(seat + 1) & 3] & OF_SUIT[low & 3]
    if place == 2:
        enough = over >> (highest(rivals) + 1) << (highest(rivals) + 1)
        return lowest(enough) if enough != 0 else high
    everybody = rivals | hands[(seat + 3) & 3] & OF_SUIT[low & 3]
    return high if 1 << high > everybody else low


def _discard(trump: int, hand: Cards, top: Card, safe: bool) -> Card:
    over = beating(hand, top, trump)
    if over != 0 and not safe:
        return lowest(over)
    plain = hand & ~OF_SUIT[trump] if trump >= 0 else hand
    return lowest(plain) if plain != 0 else lowest(hand)


# --- what lies hidden -----------------------------------------------------------------------------------------------


class HiddenHands(Unseen):
    """The hidden hands of a view, dealt many times, as the game's ``sample`` deals them."""

    def __init__(self, game: Tricks, view: View) -> None:
        self.known = game.public(view)
        super().__init__(view, game.deck, game.constraint(view))
        self.seats = [NONE if each.owner is None or each.name != "hand" else each.owner for each in self.piles]

    def deal(self, rng: Random) -> TrickState:
        """A layout that fits what is seen, each equally likely; ValueError if none fits."""
        hands = list(self.known.hands)
        for seat, some in zip(self.seats, self.dealt(rng), strict=True):
            if seat != NONE:
                hands[seat] |= mask(some)
        return self.known.changed(hands=tuple(hands))


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
    hidden = HiddenHands(game, view)
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


CHAINS: Final = 8
"""The number of layouts that are drawn one by one; all others come from them by exchanging cards."""


def layouts_of(game: Tricks, view: View, known: TrickState, rng: Random) -> Layouts:
    """Layouts to begin with, each as likely as any other that fits; ``known`` is what the view shows."""
    pool = unseen(view, game.deck)
    aside = sum(game.apart(known)) & game.whole if known.phase == "play" else 0
    if known.phase == "give":
        states = [game.sample(view, rng) for _ in range(CHAINS)]
        hands = [[a | b for a, b in zip(each.hands, each.given, strict=True)] for each in states]
    else:
        source = HiddenHands(game, view)
        hands = [[*source.deal(rng).hands] for _ in range(CHAINS)]
    rest = game.whole & ~(sum(known.played) | aside)
    deals = [[*some, rest & ~sum(some)] for some in hands]
    owners = [[seated(some, one) for one in pool] for some in deals]
    lacks = [*known.lacks, 0]
    opener = game.row_of(known).opener
    if known.phase == "play" and not any(known.played) and opener >= 0:
        lacks = [lack if seat == known.turn else lack | 1 << opener for seat, lack in enumerate(lacks)]
    return Layouts(pool, owners, deals, lacks)


def over(game: Tricks, known: TrickState, one: Card) -> Cards:
    """The cards above a card in the suit that it counts as."""
    order = game.order_of(known)
    return beating(of_suit(suit_of(one, order), order), one, NONE, order)


def alike(game: Tricks, known: TrickState, legal: Sequence[Card], apart: AbstractSet[Card] = frozenset()) -> list[Card]:
    """The lowest of each group of equal cards: no card of another hand or of the trick lies between them.

    Then come those that are ``apart``, which are equal to none.
    """
    own = known.hands[known.turn or 0]
    others = game.whole & ~sum(known.played) & ~own | mask(game.current_trick(known))
    higher = {one: over(game, known, one) for one in legal}
    found: list[Card] = []
    for one in sorted(set(legal) - apart, key=lambda each: (-higher[each].bit_count(), each)):
        below = [each for each in found if higher[each] >> one & 1]
        if not below or higher[below[-1]] & ~higher[one] & ~(1 << one) & others:
            found.append(one)
    return found + sorted(apart & set(legal))
