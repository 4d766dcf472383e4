"""Many tables of blackjack at once, for environments and rollouts; see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from dealt.cards import COPY, DECKS, rank
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.core import STEP
from dealt.games.blackjack.play import BET_STEP, BlackjackState
from dealt.games.blackjack.rules import PlayerHand
from dealt.kernels.arrays import numpy_for
from dealt.kernels.batch import Plan
from dealt.kernels.blackjack import VERBS, checked
from dealt.kernels.blackjack_playouts import playouts
from dealt.kernels.blackjack_steps import (
    BET,
    BOXES,
    DOUBLED,
    INSURE,
    PARTED,
    PLAY,
    UNANSWERED,
    YIELDED,
    Ids,
    Rules,
    Spots,
    Tables,
    choose_all,
    deal_all,
    legal_all,
    observe_all,
    step_all,
)
from dealt.kernels.many import OVER, ManyTables, lists
from dealt.kernels.threads import Span, fill, in_turn
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BlackjackTables", "ends", "filled", "rules_of"]

PHASES: Final = ("bet", "insure", "play", "over")


class BlackjackTables(ManyTables[Tables]):
    """``n`` tables of blackjack; one round follows the other, each the first of a match, with a full shoe."""

    def __init__(self, game: Blackjack, n: int, plan: Plan, *, bare: bool = False) -> None:
        checked(game, "uniform")
        super().__init__(game, n, deal_all, bare=bare)
        self._blackjack = game
        self._rules = rules_of(game)
        self._deck = Fixed(sorted(game.deck))
        self._column = Fixed(plan.column.get(one, UNANSWERED) for one in range(COPY * DECKS))
        names = ("turn", "phase", "dealer", "box 1", "stake 1", "playing", "insurance", "stack", "out", "shoe")
        self._spots = Spots(len(set(plan.column.values())), *(plan.spots[each] for each in names))
        self._ids = self._listed(plan)
        self._tables = emptied(game, n, self._rows)
        self._words, self._cards = Workspace(4), Workspace(len(game.deck))
        self._choices = Workspace(len(self._ids.bets) + len(plan.ids))

    def _listed(self, plan: Plan) -> Ids:
        """The ids of actions: those of bets and insurances with the amounts that each of them takes."""
        rules = self._rules
        bets = plan.amounts("bet", range(rules.least, min(rules.most, rules.bankroll) + 1, rules.step))
        limits = [
            plan.amounts("insure", range(STEP, most + 1, STEP)) for most in range(STEP, rules.most // 2 + 1, STEP)
        ]
        wide = max(map(len, limits))
        insurances = [[0] * wide, *([*some, *[0] * (wide - len(some))] for some in limits)]
        return Ids(
            bet=plan.first["bet"],
            bets=Fixed(bets),
            insure=plan.first["insure"],
            insurances=Fixed(insurances),
            sit_out=plan.ids["sit out"],
            decline=plan.ids["decline"],
            decisions=Fixed(plan.ids[verb] for verb in VERBS),
        )

    def deal(self) -> None:
        """Shuffle anew where the round is over."""
        self._made(deal_all)(self._tables, self._rules, self._deck, self._seed, self._words, self._cards)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table where the round is not over."""
        some = self._ids_of(actions)
        self._made(step_all)(self._tables, self._rules, self._ids, some, self.scores)

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables."""
        self._made(observe_all)(self._tables, self._rules, self._spots, self._column, rows, out)

    def legal(self, out: NDArray[np.int8]) -> None:
        """Mark what the seats to act may do."""
        self._made(legal_all)(self._tables, self._rules, self._ids, self._choices, out)

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """A random legal id for each table."""
        words, room = self._words, self._choices
        self._made(choose_all)(self._tables, self._rules, self._ids, seed, number, words, room, out)

    def state(self, n: int) -> BlackjackState:
        """The state at a table, as the game has it."""
        t, seats, size = self._tables, self._blackjack.seats, len(self._blackjack.deck)

        def by_seat(some: Sequence[int]) -> list[int]:
            return [int(each) for each in some[seats * n : seats * (n + 1)]]

        def answers(some: Sequence[int]) -> tuple[int | None, ...]:
            return tuple(None if each == UNANSWERED else each for each in by_seat(some))

        pack, lies = ([int(each) for each in some[size * n : size * (n + 1)]] for some in (t.pack, t.lies))
        drawn, phase, bets = int(t.drawn[n]), int(t.phase[n]), by_seat(t.bets)

        def cards(box: int) -> tuple[int, ...]:
            return tuple(one for one, place in zip(pack[:drawn], lies, strict=False) if place == box)

        def hand(seat: int, k: int) -> PlayerHand:
            flags = int(t.done[BOXES * (seats * n + seat) + k])
            return PlayerHand(
                cards(1 + BOXES * seat + k), bets[seat], bool(flags & PARTED), bool(flags & DOUBLED),
                bool(flags & YIELDED),
            )  # fmt: skip

        hands = tuple(tuple(hand(seat, k) for k in range(held)) for seat, held in enumerate(by_seat(t.sizes)))
        return BlackjackState(
            pack=tuple(pack),
            cut=size,
            drawn=drawn,
            stacks=tuple(by_seat(t.stacks)),
            bets=answers(t.bets),
            rebuys=(0,) * seats,
            phase=PHASES[phase],
            hands=() if phase == BET else hands,
            dealer=cards(0),
            insured=() if phase == BET else answers(t.insured),
            active=int(t.turn[n]) if phase == PLAY else None,
            at=int(t.at[n]),
        )


def rules_of(game: Blackjack) -> Rules:
    """The rules of a game as numbers."""
    options = {name: int(game.options[name] or 0) for name in ("bankroll", "min_bet", "max_bet")}
    least, most = options["min_bet"], options["max_bet"]
    return Rules(game.rules.table, game.seats, options["bankroll"], least, most - (most - least) % BET_STEP, BET_STEP)


def emptied(game: Blackjack, n: int, rows: Callable[..., Any]) -> Tables:
    """Room for ``n`` tables."""
    sizes = dict.fromkeys(Tables._fields, 1) | dict.fromkeys(("pack", "ranks", "lies"), len(game.deck))
    sizes |= dict.fromkeys(("stacks", "bets", "insured", "sizes"), game.seats) | {"done": BOXES * game.seats}
    return Tables(**{name: rows(n * size) for name, size in sizes.items()})


def filled(game: Blackjack, states: Sequence[BlackjackState]) -> Tables:
    """Tables with these states, as lists."""
    rows: dict[str, list[int]] = {name: [] for name in Tables._fields}
    for state in states:
        lies, dealt = [0] * len(game.deck), {one: place for place, one in enumerate(state.pack)}
        done = [0] * (BOXES * game.seats)
        for seat, own in enumerate(state.hands):
            for k, hand in enumerate(own):
                done[BOXES * seat + k] = PARTED * hand.split | DOUBLED * hand.doubled | YIELDED * hand.surrendered
                for one in hand.cards:
                    lies[dealt[one]] = 1 + BOXES * seat + k
        bets, insured = (
            [UNANSWERED if each is None else each for each in some] for some in (state.bets, state.insured)
        )
        waiting = {BET: bets, INSURE: insured}.get(PHASES.index(state.phase), [])
        turn = state.active if state.active is not None else OVER
        turn = waiting.index(UNANSWERED) if UNANSWERED in waiting else turn
        rows["pack"] += state.pack
        rows["ranks"] += [rank(one) for one in state.pack]
        rows["lies"] += lies
        rows["stacks"] += state.stacks
        rows["bets"] += bets
        rows["insured"] += insured or [0] * game.seats
        rows["sizes"] += [len(own) for own in state.hands] or [0] * game.seats
        rows["done"] += done
        for name, number in (("phase", PHASES.index(state.phase)), ("turn", turn), ("at", state.at)):
            rows[name].append(number)
        rows["drawn"].append(state.drawn)
        rows["deals"].append(0)
    return Tables(**rows)


def ends(
    game: Blackjack, states: Sequence[BlackjackState], n: int, seed: int, *, threads: int, fast: bool
) -> NDArray[np.float64]:
    """The scores of ``n`` ends of rounds, of each state in its turn, as ``rollouts`` has them."""
    checked(game, "uniform")
    scores, rules = numpy_for("rollouts come").zeros((n, game.seats)), rules_of(game)
    play = playouts if fast else playouts.bare

    def part(span: Span, out: list[Any]) -> None:
        tables = filled(game, in_turn(states, span))
        play(tables, rules, seed, span, emptied(game, 1, lists), Workspace(4), *out)

    fill([scores], part, threads, fast=fast)
    return scores
