"""Many tables of a trick-taking game at once, for environments; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from dealt.cards import STANDARD, name
from dealt.game import Game
from dealt.games.bridge import Bridge, Duplicate, RubberBridge
from dealt.games.bridge.play import STRAIN_ROWS, action_of
from dealt.games.hearts import Counting, Hearts
from dealt.games.spades import Spades
from dealt.games.tricks import NONE, Tricks, TrickState
from dealt.kernels.arrays import numpy_for
from dealt.kernels.batch import Plan
from dealt.kernels.codec import PHASES
from dealt.kernels.many import ManyTables, plain
from dealt.kernels.play import Bids, Scratch
from dealt.kernels.simulation import contract_scores, dealers, family, plain_rows, plain_score
from dealt.kernels.trick_steps import (
    Rules,
    Spots,
    Tables,
    auctions_all,
    choose_all,
    deal_all,
    legal_all,
    observe_all,
    step_all,
)
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["TrickTables"]

_BY_SEAT: Final = ("hands", "played", "lacks", "given", "trick", "won", "said", "taken")
_NO_CARDS: Final = (0, 0, 0, 0)


class TrickTables(ManyTables[Tables]):
    """``n`` tables of Spades, Hearts, or a game that a ``TrickRow`` describes; one deal follows the other."""

    def __init__(self, game: Game[Any], n: int, plan: Plan, *, bare: bool = False) -> None:
        kind = family(game)
        if not isinstance(game, Tricks) or isinstance(game, RubberBridge):
            raise ValueError(f"there is no kernel for many tables of {game!r}: play them one by one")
        if isinstance(game, Bridge) and game.options.get("claims"):
            raise ValueError("nobody claims at many tables of bridge: make it with claims=False")
        super().__init__(game, n, deal_all, bare=bare)
        self._tricks = game
        self._rules = _rules(game, plan)
        self._deck, self._dealers = Fixed(sorted(game.deck)), Fixed(dealers(game))
        self._column = Fixed(plan.column.get(one, NONE) for one in STANDARD)
        self._spots = Spots(len(self._deck), *(plan.spots.get(each, NONE) for each in Spots._fields[1:]))
        wide = dict.fromkeys(_BY_SEAT, 4) | {"auction": 5, "calls": max(1, game.most_calls)}
        self._tables = Tables(
            *(self._rows(n, wide[each]) if each in wide else self._rows(n) for each in Tables._fields)
        )
        self._scratch = Scratch(*map(Workspace, (4, len(self._deck), 4, 4, 1)))
        self._ends: dict[tuple[int, ...], tuple[float, ...]] = {}
        self._by_tricks = kind is not Hearts and game.first_phase == "play"

    @property
    def turn(self) -> NDArray[np.int64]:
        """(n,): the seat to act, in bridge the declarer for dummy; -1 where the deal is over."""
        numpy = numpy_for("tables are played")
        hand, declarer = numpy.asarray(self._tables.turn), numpy.asarray(self._tables.declarer)
        found: NDArray[np.int64] = numpy.where((declarer >= 0) & (hand == declarer ^ 2), declarer, hand)
        return found

    def deal(self) -> None:
        """Deal anew where the deal is over."""
        deal = self._made(deal_all)
        deal(self._tables, self._rules, self._deck, self._dealers, self._seed, self._scratch)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the deal is not over."""
        going = self.turn != NONE
        some = self._ids_of(actions)
        self._made(step_all)(self._tables, self._rules, self._deck, some, self.scores)
        if self._by_tricks:
            for n in (going & (self.turn == NONE)).nonzero()[0]:
                self.scores[n] = self._end(int(self._tables.dealer[n]), *map(int, self._tables.won[n]))

    def _end(self, dealer: int, *won: int) -> tuple[float, ...]:
        """The game's own score, where it depends on dealer and tricks alone."""
        if (dealer, *won) not in self._ends:
            self._ends[dealer, *won] = plain_score(self._tricks, dealer, won)
        return self._ends[dealer, *won]

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables."""
        self._made(observe_all)(self._tables, self._rules, self._spots, self._column, rows, out)
        if self._tricks.first_phase == "auction":
            self._made(auctions_all)(self._tables, self._spots, self._rules.vulnerable, rows, out)

    def legal(self, out: NDArray[np.int8]) -> None:
        """Mark what the seats to act may do."""
        self._made(legal_all)(self._tables, self._rules, self._column, out)

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """A random legal id for each table."""
        self._made(choose_all)(self._tables, self._rules, self._column, seed, number, self._scratch.words, out)

    def state(self, n: int) -> TrickState:
        """The state at a table, as the game has it; what is chosen of an action in steps is not part of it."""
        row: dict[str, Any] = {each: plain(getattr(self._tables, each)[n]) for each in Tables._fields}
        first = self._tricks.begin(tuple(row["hands"]), row["dealer"])
        given = row["given"] if row["phase"] == PHASES.index("give") else _NO_CARDS
        turn = first.turn if row["phase"] == PHASES.index("give") else None if row["turn"] == NONE else row["turn"]
        state = replace(
            first,
            turn=turn,
            hands=tuple(hand & ~some for hand, some in zip(row["hands"], given, strict=True)),
            leader=row["leader"],
            phase=PHASES[row["phase"]],
            trick=tuple(row["trick"][: row["size"]]),
            given=tuple(row["given"]),
            won=tuple(row["won"]),
            lacks=tuple(row["lacks"]),
            played=tuple(row["played"]),
        )
        if isinstance(self.game, Spades) and self.game.words:
            said = [self.game.words[each] for each in row["said"] if each >= 0]
            looked = tuple(int((seat - row["dealer"] - 1) % 4 < len(said)) for seat in range(4))
            return replace(state, calls=tuple(said), deal_data=looked)
        if row["declarer"] >= 0 or row["auction"][4]:
            begun, dummy = bool(row["size"] or any(row["won"])), row["declarer"] ^ 2
            said = [self._tricks.words[call] for call in row["calls"][: row["auction"][4]]]
            return replace(state, calls=tuple(said), shown=row["hands"][dummy] if begun else 0)
        for seat, some in enumerate(row["taken"]):
            state = self._tricks.take(state, seat, some)
        return state


def _rows(game: Tricks) -> Fixed:
    """The numbers of the row of each dealer, or of each strain."""
    return Fixed([*row] for row in (STRAIN_ROWS if game.first_phase == "auction" else plain_rows(game)))


def _rules(game: Tricks, plan: Plan) -> Rules:
    """The rules of a game as numbers."""
    options, counting, gift, way = game.options, Counting(0, False, 0), 0, 0
    bids = Bids(len(game.deck) // 4, 0, False, 1, 0, False)
    if isinstance(game, Spades) and game.first_phase == "bid":
        helps = options["failed_nil_tricks"] == "help_partner"
        limit, fine = int(options["bag_limit"] or 0), int(options["bag_penalty"] or 0)
        least, double_ten = int(options["board_minimum"] or 0), bool(options["ten_for_two"])
        bids = Bids(len(game.deck) // 4, least, helps, limit, fine, double_ten)
    first = game.begin(_NO_CARDS, 0)
    if isinstance(game, Hearts):
        counting, gift, (way,) = game.counting, game.gift_size, first.match_data
    auction = isinstance(game, Bridge) and game.first_phase == "auction"
    ids = [plan.ids[str(action_of(call))] for call in game.words] if auction else [0]
    return Rules(
        rows=_rows(game),
        phase=PHASES.index(first.phase),
        bids=bids,
        gift=gift,
        way=way,
        counting=counting,
        first_play=plan.ids[f"play {name(min(game.deck))}"],
        first_bid=plan.ids.get("bid 1", NONE),
        nil=plan.ids.get("bid nil", NONE),
        first_gift=plan.steps.get("give", NONE),
        call_ids=Fixed(ids),
        calls=Fixed(ids.index(each) if each in ids else 0 for each in range(max(ids) + 1)),
        contracts=contract_scores(game) if isinstance(game, Bridge) and auction else Fixed([[[[[0]]]]]),
        vulnerable=game.vulnerable(first) if isinstance(game, Duplicate) else (False, False),
    )
