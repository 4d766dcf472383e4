"""``search`` for draw poker: it bets by a table of mixed choices that was learned by regret, and counts its draws.

The table holds, for each situation that deals of self-play reached, how often each action is taken
(:mod:`dealt.training.regret`). Where it has nothing ``shark`` decides; what to draw, ``shark`` decides always.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from dealt.cards import Cards
from dealt.game import Action, Game, Player, View
from dealt.games.drawpoker import DrawPoker
from dealt.games.drawpoker.core import FIRST, SECOND, Moment, may_bet
from dealt.games.showdown.betting import NONE, Chips
from dealt.players.advice.drawpoker.counting import Shark
from dealt.players.advice.drawpoker.reading import buying, draw, draw_poker, drawing, number
from dealt.players.advice.drawpoker.reading import knows as is_draw_poker
from dealt.players.advice.drawpoker.situations import (
    ACTIONS,
    CALL,
    FOLD,
    amount_of,
    possible,
    pot_bet,
    situation,
)
from dealt.players.simple import own_hand

__all__ = ["PokerSearch", "knows", "make", "packed", "table_for", "unpacked"]

Table = Mapping[int, bytes]
"""For each situation the share of each action, in parts of 255."""

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
    if not is_draw_poker(game) or not isinstance(game, DrawPoker) or game.seats < 2 or game.row.openers:
        return None
    limit = "fixed" if game.rules["limit"] == "fixed" else "no"
    name = f"drawpoker-{2 if game.seats == 2 else 4}-{limit}.table"
    return _shipped(name) if (files("dealt.players.search") / "weights" / name).is_file() else None


class PokerSearch:
    """The computer at one seat."""

    def __init__(self, game: DrawPoker, table: Table | None = None) -> None:
        self.game = game
        self.plain = Shark(game)
        found = table_for(game) if table is None else table
        if found is None:
            raise ValueError(f"there is no table for {game!r}")
        self.table = found

    def choose(self, view: View, rng: Random) -> Action:
        if buying(view) or len(view.legal) == 1:
            return view.legal[0]
        if drawing(view):
            return draw(view, self.plain.draw(self.plain.spot(view)))
        found = self.bets(view, rng)
        return self.plain.choose(view, rng) if found is None else found

    def bets(self, view: View, rng: Random) -> Action | None:
        """An action of the table's mix, drawn by chance; None in a situation that it does not know."""
        shares, now, chips, numbers = self.mix(view)
        if not shares:
            return None
        action = rng.choices(list(shares), list(shares.values()))[0]
        call, least, most = numbers
        amount = amount_of(action, call, least, most, pot_bet(chips, now.turn))
        if action in (FOLD, CALL):
            verbs = ("fold",) if action == FOLD else ("check", "call")
            return next((each for each in view.legal if each.verb in verbs), None)
        bet = next((each for each in view.legal if each.verb in ("bet", "raise")), None)
        return bet.of(amount) if bet is not None and amount in bet.amounts else None

    def mix(self, view: View) -> tuple[dict[int, int], Moment, Chips, tuple[int, int, int]]:
        """The actions of the table and their shares; and the position in numbers, as the rules have it."""
        seats, me = range(self.game.seats), view.seat or 0

        def bits(*names: str) -> int:
            return sum(1 << seat for seat in seats if any(view.fact(name, seat) for name in names))

        chips = Chips(*([number(view, name, seat) for seat in seats] for name in ("stack", ".paid", "bet")))
        phase = SECOND if view.fact("phase") == "second" else FIRST
        now = Moment(
            me, phase, bits("folded", "out"), number(view, ".acted"), bits("drew"), number(view, ".raises"),
            number(view, ".size"), NONE,
        )  # fmt: skip
        row, hand = self.game.row, own_hand(view)
        numbers = may_bet(row, phase, now.gone, me, now.raises, now.size, NONE, 0, chips.stacks, chips.paid, chips.bets)
        some = possible(*numbers, now.raises, pot_bet(chips, me))
        drew: list[Cards] = [(1 << number(view, "drew", seat)) - 1 for seat in seats]
        shares = self.table.get(situation(row, now, chips, hand, numbers[0], drew), b"")
        found = {n: share for n, share in enumerate(shares) if share >= SELDOM and some >> n & 1}
        return found, now, chips, numbers


def knows(game: Game[Any]) -> bool:
    """Is it draw poker for which a table was learned?"""
    return table_for(game) is not None


def make(game: Game[Any]) -> Player:
    """The computer for a seat; ValueError if there is no table for the game."""
    return PokerSearch(draw_poker(game))
