"""``solver``: a computer for bridge that solves sampled layouts double dummy, with endplay (the extra ``bridge``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Final

from dealt.cards import Card, Cards
from dealt.game import View
from dealt.games.bridge import Bridge, library
from dealt.games.bridge.pbn import dotted
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.plain import Plain
from dealt.players.advice.tricks.playout import layouts

BUDGET: Final = 0.8
"""Seconds that ``solver`` may think about a card."""
BATCH: Final = 6
"""The number of layouts that ``solver`` solves at a time."""
LAYOUTS: Final = 24
"""The greatest number of layouts for a card; no further batch begins once half of ``BUDGET`` is over."""
AT_ONCE: Final = 20
"""The number of deals that the library is given to solve in all strains."""


def solvable() -> bool:
    """Is the double-dummy solver installed?"""
    return find_spec("endplay") is not None


class Solver(Plain):
    """Bids by the system, and solves sampled layouts double dummy as long as it has time: ``deals`` of them at most."""

    def __init__(self, game: Bridge, deals: int = LAYOUTS) -> None:
        super().__init__(game, deals)

    def drawn(self, view: View, rng: Random) -> Iterator[TrickState]:
        found, began = 0, perf_counter()
        while found < self.deals and (not found or perf_counter() - began < BUDGET / 2):
            wanted = min(BATCH, self.deals - found)
            yield from layouts(self.game, view, rng, wanted, lambda deal: self.misfit(view, deal), tries=8)
            found += wanted

    def add(self, totals: dict[Card, float], state: TrickState, side: int, weight: float = 1.0) -> None:
        found = solved(self.game, state)
        for one in totals:
            totals[one] += weight * self.valued(state, side, found[one])

    def valued(self, state: TrickState, side: int, made: int) -> float:
        """What it is worth to a side that the side whose turn it is takes ``made`` of the tricks that are left."""
        won = self.ended(state, made)
        return self.worth(state, won, side) + 0.01 * (won[side] + won[side + 2])

    def ended(self, state: TrickState, made: int) -> list[int]:
        """The tricks of each seat if the side whose turn it is takes ``made`` of those that are left."""
        left, won, side = self.game.size - sum(state.won), list(state.won), (state.turn or 0) % 2
        won[side] += made
        won[1 - side] += left - made
        return won

    def agrees(self, state: TrickState) -> bool:
        """Does the claimer's side take at least the claimed tricks if all play as well as can be?"""
        claimer, claimed, *_ = self.game.claim(state)
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


def tables(deals: Sequence[Sequence[Cards]], strains: Iterable[int] = range(5)) -> list[list[list[int]]]:
    """The double-dummy tricks of deals by strain, clubs first and notrump last, and declarer; 0 in other strains."""
    types, dds = library.types(), library.dds()
    places = [types.Denom(3 - suit) for suit in range(4)] + [types.Denom.nt]
    unasked, found = [places[strain] for strain in range(5) if strain not in set(strains)], []
    for at in range(0, len(deals), AT_ONCE):
        some = [types.Deal("N:" + " ".join(map(dotted, hands))) for hands in deals[at : at + AT_ONCE]]
        ready = dds.calc_all_tables(some, exclude=unasked)
        each_one = (ready[n] for n in range(len(some)))
        found += [[[int(one[place, types.Player(seat)]) for seat in range(4)] for place in places] for one in each_one]
    return found
