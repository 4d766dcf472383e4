"""Computers for bridge: ``plain`` plays sampled layouts out by rules of thumb, ``solver`` solves them double dummy.

Both bid by :mod:`~dealt.players.advice.bridge.natural`, and sample layouts whose hidden hands keep what the auction promised.
``solver`` needs the extra ``bridge`` (the package endplay).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Any, Final

from dealt.cards import Card, Cards, mask, members
from dealt.game import Action, Game, Player, Say, Seat, View
from dealt.games.bridge import Bridge, Duplicate, RubberBridge, call_of, library
from dealt.games.bridge.pbn import dotted
from dealt.games.bridge.scoring import bonus, duplicate, trick_score
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.players.advice.bridge.bidding import MOST, Hand, Promise, choose, read
from dealt.players.advice.bridge.natural import natural
from dealt.players.advice.tricks.playout import layouts
from dealt.players.advice.tricks.search import TrickSearch

__all__ = ["Plain", "Solver", "bid", "in_short", "knows", "knows_solver", "make", "make_solver", "meaning", "solvable"]

BUDGET: Final = 0.8
"""Seconds that ``solver`` may think about a card."""
BATCH: Final = 6
"""The number of layouts that ``solver`` solves at a time."""
BATCHES: Final = 4
"""The greatest number of such batches for a card; no further batch begins once half of ``BUDGET`` is over."""
GUESSES: Final = 8
"""The number of layouts on which a claim is checked by a seat that sees only two hands."""


def own_hand(view: View) -> Cards:
    """The viewer's cards."""
    return mask(one for one in view.pile("hand", view.seat).cards if one is not None)


def bid(game: Bridge, view: View, rng: Random) -> Action:
    """What the natural system calls with the viewer's hand."""
    calls = game.public(view).calls
    wanted = choose(natural, calls, own_hand(view)).call
    return next(each for each in view.legal if call_of(each) == wanted)


def meaning(calls: Sequence[str]) -> Say:
    """The meaning of the last of some calls, for people."""
    reading = read(natural, calls)
    rule = reading.rules[-1] if reading.rules else None
    if rule is None:
        return Say("meaning.unknown")
    return Say(f"meaning.{rule.name}", {"promise": in_short(rule.promise) or "@meaning.any"})


def in_short(promise: Promise) -> str:
    """The points and suits of a promise as players of all languages write them; empty if it names none.

    >>> in_short(Promise(points=(12, 21), lengths=((0, 13), (0, 4), (5, 13), (4, 4))))
    '12–21 TP, 5+ ♥, 4 ♠, 0–4 ♦'
    """
    found: list[str] = []
    support = promise.support[1:] if promise.support else (0, MOST)
    points = [(promise.hcp, "HCP"), (promise.points, "TP"), (support, "TP")]
    told = [each for each in points if each[0] != (0, MOST)]
    if told:
        (low, high), unit = max(told, key=lambda each: (each[0][0], -each[0][1]))
        found.append(f"{_range(low, high, MOST)} {unit}")
    suits = sorted(range(4), key=lambda suit: (-promise.least(suit), -suit))
    for suit in suits:
        low, high = promise.shape(suit)
        if low > 0 or high < 13:
            found.append(f"{_range(low, high, 13)} {'♣♦♥♠'[suit]}")
    return ", ".join(found)


def _range(low: int, high: int, most: int) -> str:
    return str(low) if low == high else f"{low}+" if high >= most else f"{low}–{high}"


def misfit(promise: Promise, hand: Cards) -> float:
    """The distance of a hand from a promise, in points and cards: 0 if it keeps the promise."""
    held = Hand(hand)
    if promise.fits(held):
        return 0.0
    away = _outside(held.hcp, promise.hcp) + _outside(held.points, promise.points)
    return 1 + away + 2 * sum(map(_outside, held.lengths, promise.lengths))


def _outside(value: int, bounds: tuple[int, int]) -> int:
    return max(0, bounds[0] - value, value - bounds[1])


class Plain(TrickSearch):
    """Bids naturally, and tries every card on sampled layouts that are played out by rules of thumb."""

    game: Bridge

    def say(self, view: View, rng: Random) -> Action:
        if any(each.verb == "accept" for each in view.legal):
            hidden = sum(pile.name == "hand" and None in pile.cards for pile in view.piles)
            deals = (self.game.sample(view, rng) for _ in range(1 if hidden < 2 else GUESSES))
            verb = "accept" if all(map(self.agrees, deals)) else "refuse"
            return next(each for each in view.legal if each.verb == verb)
        return bid(self.game, view, rng)

    def meaning(self, view: View, line: int) -> Say | None:
        """The meaning of a call by the natural system, by which it bids itself; None for a line that is no call."""
        calls = self.game.public(view).calls
        return meaning(calls[: line + 1]) if line < len(calls) else None

    def agrees(self, state: TrickState) -> bool:
        """Are the claimed tricks certain in this layout? A seat that sees three hands knows the fourth, too."""
        _, claimer, claimed, *_ = state.deal_data
        return claimed <= certain(self.game, state, claimer)

    def misfit(self, view: View, state: TrickState) -> float:
        promises = read(natural, state.calls).promises
        away = 0.0
        for place, promise in enumerate(promises):
            seat = (state.dealer + place) % 4
            if seat != view.seat:
                away += misfit(promise, state.hands[seat] | state.played[seat])
        return away

    def worth(self, state: TrickState, won: Sequence[int], side: int) -> float:
        tricks = won[side] + won[side + 2]
        agreed = self.game.contract(state)
        if agreed is None:
            return tricks
        declaring = agreed.declarer % 2
        made = tricks if side == declaring else 13 - tricks
        points = self.points(state, declaring, made)
        return points if side == declaring else -points

    def points(self, state: TrickState, declaring: int, tricks: int) -> float:
        """The points of the declaring side for this number of tricks."""
        agreed = self.game.contract(state)
        if agreed is None:
            return tricks
        if isinstance(self.game, Duplicate):
            vulnerable = self.game.vulnerable(state)[declaring]
            return duplicate(agreed.level, agreed.strain, agreed.doubled, tricks, vulnerable)
        rubber = self.game.rubber(state) if isinstance(self.game, RubberBridge) else None
        vulnerable = bool(rubber and rubber.vulnerable(declaring))
        extra = bonus(agreed.level, agreed.strain, agreed.doubled, tricks, vulnerable)
        if tricks < 6 + agreed.level:
            return extra
        points = trick_score(agreed.level, agreed.strain, agreed.doubled)
        part = rubber.part[declaring] if rubber else 0
        return extra + points + (400 if points + part >= 100 else points)


def certain(game: Bridge, state: TrickState, claimer: Seat) -> int:
    """The tricks that the claimer's side is sure to take from the top, if it is to lead: never more than it can.

    The hand on lead takes its winners, and may then cross once to the other hand, which takes its own.
    """
    side = (claimer, (claimer + 2) % 4)
    if game.current_trick(state) or state.turn is None or state.turn not in side:
        return 0
    lead, other = state.hands[state.turn], state.hands[(state.turn + 2) % 4]
    theirs = [state.hands[seat] for seat in range(4) if seat not in side]
    trump = game.trump(state)
    if trump is not None and _winners(lead, other, theirs, trump) < _length(theirs, trump):
        return _winners(lead, other, theirs, trump)
    own = [_winners(lead, other, theirs, suit) for suit in range(4)]
    found = sum(own)
    for suit in range(4):
        mine, others = _down(lead, suit), _down(other, suit)
        for taken in range(min(own[suit], len(mine) - 1, len(others) - 1) + 1) if mine and others else ():
            low, high = mask(mine[taken:]), mask(others[: len(others) - taken])
            out = max(0, _length(theirs, suit) - taken)
            if mine[-1] > others[0] or (out and not _masters(high, sum(theirs) & OF_SUIT[suit])):
                continue  # there is no way across
            if suit == trump and out:
                continue  # trumps are drawn first
            before = sum(own) - own[suit] + taken
            after = max(1, _winners(high, low, theirs, suit, taken))
            after += sum(_winners(other, lead, theirs, each) for each in range(4) if each != suit and not own[each])
            found = max(found, before + min(after, lead.bit_count() - before))
    return found


def _winners(hand: Cards, other: Cards, theirs: Sequence[Cards], suit: int, gone: int = 0) -> int:
    """The tricks that a hand takes with a suit from the top before its partner must overtake it.

    ``gone`` is the number of rounds of the suit that were played already.
    """
    mine, others = _down(hand, suit), _down(other, suit)
    top = _masters(hand & OF_SUIT[suit], sum(theirs) & OF_SUIT[suit])
    run = len(mine) if top >= _length(theirs, suit) - gone else top
    return next((n for n, (one, below) in enumerate(zip(mine[:run], others, strict=False)) if below > one), run)


def _down(hand: Cards, suit: int) -> list[Card]:
    """The cards of a suit, the highest first."""
    return sorted(members(hand & OF_SUIT[suit]), reverse=True)


def _length(hands: Sequence[Cards], suit: int) -> int:
    """The number of cards of the suit in the hand that has most of them."""
    return max((hand & OF_SUIT[suit]).bit_count() for hand in hands)


def _masters(ours: Cards, theirs: Cards) -> int:
    """The number of our cards of a suit that are higher than all of theirs."""
    return (ours >> theirs.bit_length()).bit_count()


def solvable() -> bool:
    """Is the double-dummy solver installed?"""
    return find_spec("endplay") is not None


class Solver(Plain):
    """Bids naturally, and solves sampled layouts double dummy as long as it has time."""

    def weigh(self, view: View, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        totals = dict.fromkeys(tried, 0.0)
        began, side = perf_counter(), owner % 2
        for _ in range(BATCHES):
            for state in layouts(self.game, view, rng, BATCH, lambda deal: self.misfit(view, deal), tries=8):
                left, found = self.game.size - sum(state.won), solved(self.game, state)
                for one in tried:
                    won = list(state.won)
                    won[side] += found[one]
                    won[1 - side] += left - found[one]
                    totals[one] += self.worth(state, won, side) + 0.01 * found[one]
            if perf_counter() - began >= BUDGET / 2:
                break
        return totals

    def agrees(self, state: TrickState) -> bool:
        """Does the claimer's side take at least the claimed tricks if all play as well as can be?"""
        _, claimer, claimed, *_ = state.deal_data
        left = self.game.size - sum(state.won)
        best = max(solved(self.game, state).values())
        tricks = best if state.turn is not None and state.turn % 2 == claimer % 2 else left - best
        return bool(claimed <= tricks)


def solved(game: Bridge, state: TrickState) -> dict[Card, int]:
    """For each card that may be played: the tricks that its side takes from there on if all play as well as can be."""
    types, dds = library.types(), library.dds()
    table, trump = game.current_trick(state), game.trump(state)
    hands = list(state.hands)
    for place, one in enumerate(table):
        hands[(state.leader + place) % 4] |= 1 << one
    deal = types.Deal("N:" + " ".join(map(dotted, hands)))
    deal.trump = types.Denom.nt if trump is None else types.Denom(3 - trump)
    deal.first = types.Player(state.leader if table else state.turn)
    for one in table:
        deal.play(f"{'CDHS'[one & 3]}{'23456789TJQKA'[one >> 2]}")
    found: dict[Card, int] = {}
    for card, tricks in dds.solve_board(deal):
        rank = int(card.rank.value).bit_length() - 3
        found[4 * rank + 3 - int(card.suit.value)] = int(tricks)
    return found


def knows(game: Game[Any]) -> bool:
    """Is it bridge?"""
    return isinstance(game, Bridge)


def knows_solver(game: Game[Any]) -> bool:
    """Is it bridge, and is the solver installed?"""
    return knows(game) and solvable()


def _made(kind: type[Plain], game: Game[Any]) -> Player:
    if not isinstance(game, Bridge):
        raise ValueError(f"this computer plays bridge, and {game.name} isn't")
    return kind(game)


make = partial(_made, Plain)
make_solver = partial(_made, Solver)
