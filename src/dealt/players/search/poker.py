"""``search`` for poker: it bets by a table of mixed choices that was learned by regret, and counts its draws.

The table holds, for each situation that was reached in learning, how often each action is taken
(:mod:`dealt.players.advice.drawpoker.learning`). Where it has nothing ``shark`` decides, and always what to draw; at
hold'em it checks or calls there.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import Cards
from dealt.game import Action, Game, View
from dealt.games.drawpoker import DrawPoker
from dealt.games.drawpoker.core import DrawRow, Moment, may_bet
from dealt.games.holdem import COUNTED
from dealt.games.showdown.betting import NONE, Chips
from dealt.games.showdown.core import PLACE, STRAIGHT, hand_value
from dealt.kernels.draws import ROOM, start
from dealt.players.advice.drawpoker.counting import Shark
from dealt.players.advice.drawpoker.reading import board_of, buying, draw, drawing, number
from dealt.players.advice.drawpoker.reading import knows as is_draw_poker
from dealt.players.advice.drawpoker.situations import (
    ACTIONS,
    CALL,
    FOLD,
    amount_of,
    coarse,
    possible,
    pot_bet,
    situation,
)
from dealt.players.advice.holdem.rounder import knows as is_holdem
from dealt.players.advice.holdem.situations import TRIES, grade
from dealt.players.advice.holdem.situations import situation as of_two
from dealt.players.simple import own_hand
from dealt.shapes import Workspace

KERNELS: Final = ()

Table = Mapping[int, bytes]
"""For each situation the share of each action, in parts of 255."""

MOST: Final = 24
"""Whoever has so many small bets can make all that a fixed limit allows at hold'em; the table was learned so."""
MANY: Final = 3
"""The number of bets in the last round after which a hand must be strong to raise once more."""
SELDOM: Final = 20
"""An action with a smaller share, in parts of 255, is left out: it stems from the noise of learning."""


def packed(table: Table) -> bytes:
    """A table as a file: the situations in order, then the shares."""
    order = sorted(table)
    numbers = array("I", order)
    return zlib.compress(len(order).to_bytes(4, "little") + numbers.tobytes() + b"".join(table[n] for n in order), 9)


def unpacked(raw: bytes) -> dict[int, bytes]:
    """The table in a file."""
    content = zlib.decompress(raw)
    many = int.from_bytes(content[:4], "little")
    numbers = array("I", content[4 : 4 + 4 * many])
    shares = content[4 + 4 * many :]
    return {n: shares[ACTIONS * place : ACTIONS * (place + 1)] for place, n in enumerate(numbers)}


@lru_cache(maxsize=8)
def _shipped(name: str) -> dict[int, bytes]:
    return unpacked((files("dealt.players.search") / "weights" / name).read_bytes())


def table_for(game: Game[Any]) -> Table | None:
    """The table that comes with the package for a game's seats and limit; None if there is none."""
    if not isinstance(game, DrawPoker) or game.seats < 2:
        return None
    two, fixed = game.seats == 2, game.rules["limit"] == "fixed"
    if is_holdem(game):
        if not two or not fixed or game.rise or game.hand != COUNTED or game.rules["stack"] < MOST * game.rules["bet"]:
            return None
    elif not is_draw_poker(game) or game.row.openers:
        return None
    name = f"{game.name}-{2 if two else 4}-{'fixed' if fixed else 'no'}.table"
    return _shipped(name) if (files("dealt.players.search") / "weights" / name).is_file() else None


class Reading(NamedTuple):
    """A round of betting as a seat sees it, in numbers."""

    now: Moment
    chips: Chips
    prices: tuple[int, int, int]
    """What a call costs, the least and the highest bet."""
    place: int
    """The number of the situation."""


class PokerSearch:
    def __init__(self, game: DrawPoker, table: Table | None = None) -> None:
        self.game = game
        self.plain = None if game.row.flop else Shark(game)
        found = table_for(game) if table is None else table
        if found is None:
            raise ValueError(f"there is no table for {game!r}")
        self.table = found

    def choose(self, view: View, rng: Random) -> Action:
        if buying(view) or len(view.legal) == 1:
            return view.legal[0]
        if self.plain is None:
            return self.bets(view, rng) or next(each for each in view.legal if each.verb in ("check", "call"))
        if drawing(view):
            return draw(view, self.plain.draw(self.plain.spot(view)))
        return self.careful(view, self.bets(view, rng) or self.plain.choose(view, rng))

    def careful(self, view: View, action: Action) -> Action:
        """The same action, but a call instead of a third raise with less than a straight: who raised twice has more.

        Deals of self-play reach such a position too seldom to learn it.
        """
        raised = action.verb == "raise" and view.fact("phase") == "second" and number(view, ".raises") >= MANY
        if raised and hand_value(own_hand(view), self.game.wheel) >> PLACE < STRAIGHT:
            return next((each for each in view.legal if each.verb == "call"), action)
        return action

    def bets(self, view: View, rng: Random) -> Action | None:
        """An action of the table's mix, drawn by chance; None in a situation that it does not know."""
        at = self.reads(view)
        shares = self.mix(at)
        if not shares:
            return None
        action = rng.choices(list(shares), list(shares.values()))[0]
        if action in (FOLD, CALL):
            verbs = ("fold",) if action == FOLD else ("check", "call")
            return next((each for each in view.legal if each.verb in verbs), None)
        amount = amount_of(action, *at.prices, pot_bet(at.chips, at.now.turn))
        bet = next((each for each in view.legal if each.verb in ("bet", "raise")), None)
        return bet.of(amount) if bet is not None and amount in bet.amounts else None

    def mix(self, at: Reading) -> dict[int, int]:
        """The actions of the table that may be taken, and their shares in parts of 255."""
        some = possible(*at.prices, at.now.raises, pot_bet(at.chips, at.now.turn), self.game.seats)
        shares = self.table.get(at.place) or self.table.get(coarse(at.place), b"")
        return {n: share for n, share in enumerate(shares) if share >= SELDOM and some >> n & 1}

    def reads(self, view: View) -> Reading:
        """A round of betting as the table has it."""
        seats, me = range(self.game.seats), view.seat or 0

        def bits(*names: str) -> int:
            return sum(1 << seat for seat in seats if any(view.fact(name, seat) for name in names))

        stacks, paid, bets = ([number(view, name, seat) for seat in seats] for name in ("stack", ".paid", "bet"))
        chips = Chips(stacks, paid, bets)
        phase = self.game.phases.index(str(view.fact("phase")))
        drew = sum(1 << seat for seat in seats if view.fact("drew", seat) is not None)
        now = Moment(
            me, phase, bits("folded", "out"), number(view, ".acted"), drew, number(view, ".raises"),
            number(view, ".size"), NONE,
        )  # fmt: skip
        row, hand = self.game.row, own_hand(view)
        prices = may_bet(row, now, chips, 0)
        if row.flop:
            at, dealer = _grade(row, hand, board_of(view)), next(seat for seat in seats if view.fact("dealer", seat))
            place = of_two(row, now, chips, at, prices[0], dealer)
        else:
            cards: list[Cards] = [(1 << number(view, "drew", seat)) - 1 for seat in seats]
            place = situation(row, now, chips, hand, prices[0], cards)
        return Reading(now, chips, prices, place)


@lru_cache(maxsize=1024)
def _grade(row: DrawRow, hand: Cards, board: Cards) -> int:
    """The grade of a hand; the same hand on the same board always has the same."""
    words = Workspace(ROOM)
    start(words, hand ^ board, 0)
    return grade(row, hand, board, TRIES, words)


def knows(game: Game[Any]) -> bool:
    """Is it poker for which a table was learned?"""
    return table_for(game) is not None


make: Final = PokerSearch
"""The computer for a seat; it takes no budget."""
