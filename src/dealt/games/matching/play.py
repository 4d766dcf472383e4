"""The play of a matching solitaire: sets of cards are removed from places that fill up again from the stock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import itemgetter
from random import Random
from typing import ClassVar, Final

from dealt.cards import COPY, DECKS, RANKS, STANDARD, Card, Cards, Order, mask, members, name, rank
from dealt.game import (
    OPEN,
    Action,
    Choices,
    Entry,
    Fact,
    Game,
    Odds,
    Past,
    Pile,
    Say,
    ScoreSheet,
    Seat,
    Shuffled,
    Side,
    Value,
    View,
)
from dealt.games.matching import core
from dealt.games.matching.chances import chances
from dealt.hidden import deal_unseen

_RANKS: Final = tuple(map(rank, range(COPY * DECKS)))
"""The rank of each card by its number."""
_UNITS: Final = tuple(1 << core.WIDE * each for each in _RANKS)
"""The tally of each card alone."""
_SIZES: Final = ("", "one", "two", "three")


@dataclass(frozen=True, slots=True)
class MatchingState:
    """The full state of a matching deal: ``board`` has the card of each place or None, ``stock`` the next card first.

    ``removed`` holds the removed cards in order.
    """

    board: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    removed: tuple[Card, ...] = ()

    def __repr__(self) -> str:
        board = " ".join("--" if one is None else name(one) for one in self.board)
        return f"<{board}, {len(self.stock)} undealt, {len(self.removed)} removed>"


@lru_cache(maxsize=1 << 14)
def _removals(lying: tuple[int, ...], row: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The removals of a row, each with its number of cards.

    ``lying`` are the places of each of its ranks, as sets. ``row`` is a tally in which these ranks come one after the
    other. The same few places are asked about again and again.
    """
    tally = core.packed([some.bit_count() for some in lying], core.WIDE)
    found = [core.choice(lying, row, core.WIDE, n) for n in range(core.ways(tally, row, core.WIDE))]
    return tuple((some.bit_count(), tuple(members(some))) for some in found)


def _getter(places: Sequence[int]) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """What takes the members at these places out of a tuple."""
    return itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))


class Matching(Game[MatchingState]):
    """The rules of a matching solitaire, from its rows.

    Two ranks whose values make ``total`` are a row, and so is each of ``sets``. ``values`` are the ranks with the
    values 1, 2, 3 and so on. Each rank is in exactly one row: then the order of removals changes nothing, and chances
    can be computed. ValueError where a rank of the deck is in no row or in several.

    >>> Matching("elevens", places=9, total=11, values="A23456789T", sets=("JQK",)).rows
    ('AT', '29', '38', '47', '56', 'JQK')
    """

    seats: int = 1
    undoable: ClassVar[bool] = True
    reckons: ClassVar[bool] = True
    sorts: tuple[str, ...] = ()

    def __init__(
        self,
        name: str,
        *,
        places: int,
        total: int,
        values: str,
        sets: Sequence[str] = (),
        deck: Sequence[Card] = STANDARD,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.name = name
        self.places = places
        self.total = total
        self.values = {each: value for value, each in enumerate(values, 1)}
        self.deck = tuple(deck)
        self.options = dict(options or {})
        self.order = Order(values + "".join(each for each in dict.fromkeys("".join(sets)) if each not in values))
        two = combinations_with_replacement(values, 2)
        self.pairs = tuple(a + b for a, b in two if self.values[a] + self.values[b] == total)
        self.sets = tuple(sets)
        self.rows = self.pairs + self.sets
        self._needs = {row: tuple(Counter(row).items()) for row in self.rows}
        self.row_of = {each: row for row in self.rows for each in row}
        if sum(len(set(row)) for row in self.rows) != len(self.row_of):
            raise ValueError(f"a rank is in several of the rows {', '.join(self.rows)}")
        if lost := {RANKS[rank(one)] for one in self.deck} - set(self.row_of):
            raise ValueError(f"no row has {', '.join(sorted(lost))}")
        self.core = self.numbers(core.WIDE)
        self._asked = [
            (_getter([RANKS.index(each) for each, _ in needs]), core.packed([count for _, count in needs], core.WIDE))
            for needs in self._needs.values()
        ]
        self._actions: dict[Cards, Action] = {}
        self._sorted: dict[Cards, tuple[Card, ...]] = {}
        self._tallies = dict(zip(self.rows, self.core.rows, strict=True))

    # --- the rules

    def numbers(self, width: int) -> core.MatchingRows:
        """The rows as numbers with ``width`` bits a rank."""
        rows = tuple(core.packed([row.count(each) for each in RANKS], width) for row in self.rows)
        return core.MatchingRows(rows, width, core.guards_for(width, len(RANKS)))

    def tally(self, board: Iterable[Card | None]) -> int:
        """The number of cards of each rank, packed as those of ``core``."""
        return sum([_UNITS[one] for one in board if one is not None])

    def is_row(self, chosen: Sequence[Card]) -> bool:
        """Are these cards exactly one row, wherever they lie?"""
        return core.matches(self.tally(chosen), self.core.rows)

    def removals(self, board: Sequence[Card | None]) -> list[tuple[int, ...]]:
        """The places of every possible removal, by number of cards and then by place."""
        lying = [0] * len(RANKS)
        for place, one in enumerate(board):
            if one is not None:
                lying[_RANKS[one]] |= 1 << place
        found: list[tuple[int, tuple[int, ...]]] = []
        by_rank = tuple(lying)
        for its_ranks, row in self._asked:
            found += _removals(its_ranks(by_rank), row)
        found.sort()
        return [places for _, places in found]

    def contains(self, board: Iterable[Card | None], rows: Iterable[str]) -> bool:
        """Does one of these rows lie anywhere on the board?"""
        return not core.stuck(self.tally(board), [self._tallies[row] for row in rows], self.core.guards)

    # --- the seven verbs

    def hand_out(self, shuffled: Shuffled, past: Past[MatchingState] | None = None) -> MatchingState:
        return self.begin(shuffled.pack)

    def begin(self, pack: Sequence[Card]) -> MatchingState:
        """The state after a pack is dealt from its front, a card to each place in order."""
        return self._refilled([None] * self.places, (1 << self.places) - 1, tuple(pack), ())

    def _refilled(
        self, board: list[Card | None], places: int, stock: tuple[Card, ...], removed: tuple[Card, ...]
    ) -> MatchingState:
        drawn = core.refill(board, 0, places, stock, 0, len(stock), None)
        return MatchingState(tuple(board), stock[drawn:], removed)

    def won(self, state: MatchingState) -> bool:
        """Are all cards removed?"""
        return core.won(self.tally(state.board), len(state.stock))

    def turn(self, state: MatchingState) -> tuple[Seat, ...]:
        return () if core.stuck(self.tally(state.board), self.core.rows, self.core.guards) else (0,)

    def legal(self, state: MatchingState, seat: Seat) -> Sequence[Action]:
        board = state.board
        removals = self.removals(board) if seat == 0 else []
        return Choices(len(removals), lambda n: self._remove(board, removals[n]))

    def _remove(self, board: Sequence[Card | None], places: Iterable[int]) -> Action:
        some = 0
        for place in places:
            one = board[place]
            some |= 0 if one is None else 1 << one
        found = self._actions.get(some)
        if found is None:
            found = self._actions[some] = Action("remove", some)
        return found

    def apply(self, state: MatchingState, seat: Seat, action: Action) -> MatchingState:
        cards, places = action.cards, 0
        for place, one in enumerate(state.board):
            if one is not None and cards >> one & 1:
                places |= 1 << place
        low = self._sorted.get(cards)
        if low is None:
            low = self._sorted[cards] = self.order.sort(members(cards))[::-1]
        return self._refilled(list(state.board), places, state.stock, (*state.removed, *low))

    def score(self, state: MatchingState) -> tuple[float, ...] | None:
        """1 for a deal that is won, else 0, so that a total is the number of deals won."""
        return None if self.turn(state) else (float(self.won(state)),)

    def score_sheet(self, state: MatchingState, totals: tuple[float, ...]) -> ScoreSheet:
        """One line where the deal is won, else the number of cards that are left."""
        if self.won(state):
            return ScoreSheet((Side((0,), (Entry(Say("entry.cleared"), (1,)),)),), Say("result.cleared"))
        return ScoreSheet((Side((0,)),), Say("result.cards_left", {"count": len(self.deck) - len(state.removed)}))

    def view(self, state: MatchingState, seat: Seat | None) -> View:
        """All but the order of the stock."""
        piles = [
            Pile(f"board {place}", None, () if one is None else (one,), "slot")
            for place, one in enumerate(state.board, 1)
        ]
        stock = state.stock if seat == OPEN else (None,) * len(state.stock)
        piles += [Pile("stock", None, stock, "heap"), Pile("removed", None, state.removed, "heap")]
        facts = (Fact("undealt", None, len(state.stock)),)
        legal = tuple(self.legal(state, seat)) if seat == 0 else ()
        return View(seat, self.turn(state), tuple(piles), facts, legal, self.score(state))

    def sample(self, view: View, rng: Random) -> MatchingState:
        whole = deal_unseen(view, self.deck, rng)
        board = (whole[f"board {place}", None] for place in range(1, self.places + 1))
        return MatchingState(
            tuple(each[0] if each else None for each in board), whole["stock", None], whole["removed", None]
        )

    # --- what people ask

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """The chance that the deal can be won: the share of all orders of the stock that can be cleared.

        The choice of removals doesn't change it. For ``OPEN`` too the order of the stock counts as unknown.
        """
        held = Counter(RANKS[rank(one)] for one in self.deck)
        groups = tuple(tuple((count, held[each]) for each, count in needs) for needs in self._needs.values())
        counted = chances(groups, self.places)
        drawn = dict.fromkeys(RANKS, 0)
        if view is not None:
            board = [pile for pile in view.piles if pile.name != "stock"]
            drawn |= Counter(RANKS[rank(one)] for pile in board for one in pile.cards if one is not None)
        value = counted.chance([tuple(drawn[each] for each, _ in needs) for needs in self._needs.values()])
        return (Odds("win", value),)

    def describe(self, action: Action) -> Say:
        low = self.order.sort(members(action.cards))[::-1]
        letters = [_listed(RANKS[rank(one)]) for one in low]
        words: dict[str, str | int | tuple[str, ...]] = {"cards": tuple(map(name, low)), "rank": letters[0]}
        if len(set(letters)) == 1 and len(low) > 2:
            return Say("remove.all", words)
        words |= {letter: (name(one),) for letter, one in zip("abc", low, strict=False)}
        return Say(f"remove.{_SIZES[len(low)]}" if len(low) < len(_SIZES) else "remove", words)

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        board = mask(one for pile in view.piles if pile.lay == "slot" for one in pile.cards if one is not None)
        return Say("why.board") if chosen & ~board else self._why(self.order.sort(members(chosen))[::-1])

    def _why(self, low: Sequence[Card]) -> Say:
        """Why these cards of the board, lowest first, are no row."""
        if not low:
            return Say("why.none", {"total": self.total})
        ranks = [RANKS[rank(one)] for one in low]
        complete = next((row for row in self.rows if not Counter(row) - Counter(ranks)), None)
        if complete is not None:
            return Say("why.more", {"ranks": _listed(complete)})
        row = next((row for row in map(self.row_of.__getitem__, reversed(ranks)) if row not in self.pairs), None)
        if row is not None:
            key = "alone" if len(row) == 1 else "set" if len(set(row)) > 1 else "all"
            return Say(f"why.{key}", {"ranks": _listed(row), "rank": _listed(row[0])})
        if len(low) == 1:
            row = self.row_of[ranks[0]]
            return Say("why.partner", {"total": self.total, "rank": _listed(row.replace(ranks[0], "", 1))})
        if len(low) == 2:
            return Say("why.sum", {"sum": sum(self.values[each] for each in ranks), "total": self.total})
        return Say("why.none", {"total": self.total})


def _listed(ranks: str) -> str:
    """Ranks as people write them: ``J Q K``, ``10``."""
    return " ".join(ranks).replace("T", "10")
