"""The play of draw poker, without views: stacks kept from deal to deal, two rounds of betting, a draw, and pots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards, deal, mask, members, selection_shuffle, text
from dealt.game import Action, Game, Option, Past, Seat, Shuffled, Value
from dealt.games.showdown import CATEGORIES, HAND_SIZE, payout, value

__all__ = [
    "ACE",
    "BUY",
    "DEFAULTS",
    "DRAW",
    "FIRST",
    "OPENERS",
    "OPTIONS",
    "OVER",
    "PHASES",
    "SECOND",
    "DrawPokerPlay",
    "DrawPokerState",
]

OPTIONS: Final = (
    Option("limit", "fixed", ("fixed", "pot", "no")),
    Option("seats", 4, low=1, high=6),
    Option("stack", 200, low=20, high=10_000),
    Option("ante", 1, low=1, high=100),
    Option("bet", 2, low=1, high=100),
    Option("blinds", False, (False, True)),
    Option("small_blind", 1, low=1, high=100),
    Option("big_blind", 2, low=1, high=200),
    Option("max_draw", 3, (3, 5)),
    Option("ace_four", False, (False, True)),
    Option("wheel", True, (True, False)),
    Option("jacks_or_better", False, (False, True)),
    Option("rebuy", False, (False, True)),
)
DEFAULTS: Final[dict[str, Any]] = {each.name: each.default for each in OPTIONS}
PHASES: Final = ("first", "draw", "second", "buy", "over")
"""The phases of a deal in order; in "buy" the seats without chips are asked whether they buy new ones."""
FIRST, DRAW, SECOND, BUY, OVER = range(len(PHASES))
RAISES: Final = 4
"""The number of bets and raises allowed in a round with a fixed limit: one bet and three raises."""
OPENERS: Final = (CATEGORIES.index("one_pair") << 4 | 9) << 16
"""The lowest value of a hand that may open under jacks_or_better: a pair of jacks with any other cards."""
ACE: Final = 12


class DrawPokerState(NamedTuple):
    """The full state of a deal of draw poker. Tuples go by seat; ``out`` and other sets of seats are bit masks.

    Chips: ``stacks`` is what each seat has left, ``paid`` its total in the pot, of which ``bets`` is this round's;
    ``size`` is the last full raise. Cards: ``drawn`` is the part of each hand that came in the draw, ``thrown`` its
    discards. Seats: ``out`` have no part in the deal, ``acted`` have acted since the last raise, ``drawers`` have
    drawn, ``mixed`` are those whose discards were shuffled into the stock, by ``seed``. At the end ``won`` is what each
    seat gets, 0 for all if everybody passed; ``asked`` have still to say whether they buy chips, and ``bought`` have
    bought: the next deal adds the chips to their stacks.
    """

    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    dealer: Seat
    turn: Seat | None
    phase: int
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    bets: tuple[int, ...]
    drawn: tuple[Cards, ...]
    thrown: tuple[Cards, ...]
    won: tuple[int, ...]
    out: int = 0
    folded: int = 0
    acted: int = 0
    drawers: int = 0
    mixed: int = 0
    raises: int = 0
    size: int = 0
    opener: Seat | None = None
    seed: int = 0
    asked: int = 0
    bought: int = 0

    def __repr__(self) -> str:
        words = [
            f"{seat}: {text(hand) or '-'} {self.stacks[seat]}+{self.paid[seat]}" for seat, hand in enumerate(self.hands)
        ]
        words.append(PHASES[self.phase] if self.turn is None else f"{PHASES[self.phase]}: {self.turn} to act")
        return f"<{', '.join(words)}>"


class DrawPokerPlay(Game[DrawPokerState]):
    """The rules of draw poker without views and samples: deal, bets, draw and pots."""

    name = "drawpoker"
    version: ClassVar[int] = 2
    """2: layers that the same seats may win are one pot; of two players the dealer has the small blind; a seat without
    chips is asked before it gets new ones."""
    zero_sum: ClassVar[bool] = True
    seeds: ClassVar[int] = 2**32
    """The number of different seeds for reshuffling discards."""

    def __init__(self, *, deck: Sequence[Card] = STANDARD, hand: int = HAND_SIZE, **options: Value) -> None:
        self.rules: dict[str, Any] = DEFAULTS | options
        rules = self.rules
        self.seats: int = rules["seats"]
        self.deck = tuple(deck)
        self.hand = hand
        self.most: int = min(rules["max_draw"], hand)
        self.wheel: bool = rules["wheel"]
        self.options = {key: rules[key] for key in DEFAULTS if self._has(key)}
        dearest = max(self.most, hand - 1 if rules["ace_four"] else 0)
        chips = rules["stack"] * self.seats
        self.vocabulary = (
            Action("check"),
            *(Action(verb, amount=1, upto=chips) for verb in ("bet", "call", "raise")),
            Action("fold"),
            Action("stand pat"),
            Action("buy", amount=rules["stack"]),
            Action("watch"),
        )
        self.may_run_out = self.seats * (hand + dearest) > len(self.deck)

    def _has(self, option: str) -> bool:
        return option not in ("small_blind", "big_blind") if not self.rules["blinds"] else option != "ante"

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.options.items())})"

    # --- the deal

    def shuffle(self, rng: Random, past: Past[DrawPokerState] | None = None) -> Shuffled:
        """Also draw the first dealer, and the seed for reshuffling discards."""
        dealer = self.first_dealer(rng) if past is None else 0
        pack = super().shuffle(rng, past).pack
        return Shuffled(pack, (dealer, rng.randrange(self.seeds) if self.may_run_out else 0))

    def hand_out(self, shuffled: Shuffled, past: Past[DrawPokerState] | None = None) -> DrawPokerState:
        dealer, seed = shuffled.drawn
        if past is None:
            stacks, paid = (self.rules["stack"],) * self.seats, (0,) * self.seats
        else:
            stacks, paid = self.opening_chips(past)
            dealer = self._next(past.last.dealer, [stack + kept for stack, kept in zip(stacks, paid, strict=True)])
        order = self._order(dealer, stacks, paid)
        dealt, stock = deal(shuffled.pack, len(order), self.hand)
        hands = [0] * self.seats
        for seat, some in zip(order, dealt, strict=True):
            hands[seat] = mask(some)
        return self.started(dealer, stacks, paid, hands, stock, seed)

    def _order(self, dealer: Seat, stacks: Sequence[int], paid: Sequence[int]) -> list[Seat]:
        """The seats that take part, from the dealer's left on."""
        around = ((dealer + n) % self.seats for n in range(1, self.seats + 1))
        return [seat for seat in around if stacks[seat] + paid[seat]]

    def started(
        self,
        dealer: Seat,
        stacks: Sequence[int],
        paid: Sequence[int],
        hands: Sequence[Cards],
        stock: Sequence[Card],
        seed: int = 0,
    ) -> DrawPokerState:
        """The first state with these cards, after antes or blinds; ``paid`` is in the pot from the deal before."""
        order, none = self._order(dealer, stacks, paid), (0,) * self.seats
        out = sum(1 << seat for seat in range(self.seats) if seat not in order)
        begun = DrawPokerState(
            tuple(hands), tuple(stock), dealer, None, FIRST, tuple(stacks), tuple(paid), none, none, none, none, out
        )
        return self._begin(begun._replace(seed=seed), order)

    def first_dealer(self, rng: Random) -> Seat:
        """Hook: the first dealer. Later the next seat with chips deals."""
        return rng.randrange(self.seats)

    def opening_chips(self, past: Past[DrawPokerState]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stacks that a deal begins with, and each seat's share of the pot if nobody opened the deal before.

        A player who leaves takes both along. If fewer than two seats have chips, all begin with new stacks.
        """
        last, fresh, seats = past.last, self.rules["stack"], range(self.seats)
        kept = [0 if any(last.won) or seat in past.joined else last.paid[seat] for seat in seats]
        stacks = [fresh if seat in past.joined or last.bought >> seat & 1 else last.stacks[seat] for seat in seats]
        if sum(stacks[seat] + kept[seat] > 0 for seat in seats) < min(2, self.seats):
            stacks, kept = [fresh for _ in seats], [0 for _ in seats]
        return tuple(stacks), tuple(kept)

    def _next(self, seat: Seat, chips: Sequence[int]) -> Seat:
        """The next seat clockwise that has chips."""
        return next(other for n in range(1, self.seats + 1) if chips[other := (seat + n) % self.seats])

    def _begin(self, state: DrawPokerState, order: Sequence[Seat]) -> DrawPokerState:
        """The state after antes or blinds; ``order`` are the seats that take part, from the dealer's left on.

        The first two of them pay the blinds, but of two players the dealer pays the small one. The player after the
        big blind begins; of two players that is the dealer.
        """
        stacks, paid, bets = list(state.stacks), list(state.paid), list(state.bets)
        blinds = order[::-1] if len(order) == 2 else order[:2]
        if self.rules["blinds"]:
            due = dict(zip(blinds, (self.rules["small_blind"], self.rules["big_blind"]), strict=False))
        else:
            due = {seat: self.rules["ante"] - paid[seat] for seat in order}
        for seat, chips in due.items():
            chips = max(0, min(chips, stacks[seat]))
            stacks[seat] -= chips
            paid[seat] += chips
            bets[seat] += chips if self.rules["blinds"] else 0
        first = order[0] if not self.rules["blinds"] else order[2] if len(order) > 2 else blinds[0]
        raises = 1 if self.rules["blinds"] else 0
        state = state._replace(stacks=tuple(stacks), paid=tuple(paid), bets=tuple(bets), raises=raises)
        return self._go_on(state._replace(size=self.rules["bet"]), first)

    # --- whose turn

    def turn(self, state: DrawPokerState) -> tuple[Seat, ...]:
        if state.asked:
            return tuple(seat for seat in range(self.seats) if state.asked >> seat & 1)
        return () if state.turn is None else (state.turn,)

    def live(self, state: DrawPokerState) -> list[Seat]:
        """The seats that may win the pot, from the dealer's left on."""
        gone, around = state.out | state.folded, range(state.dealer + 1, state.dealer + 1 + self.seats)
        return [seat % self.seats for seat in around if not gone >> seat % self.seats & 1]

    def _go_on(self, state: DrawPokerState, first: Seat) -> DrawPokerState:
        """Give the turn to the next seat from ``first`` on that has to act; else end the round or the deal."""
        live = self.live(state)
        if len(live) == 1:
            return self._settle(state)
        stacks, bets = state.stacks, state.bets
        top, able = max(bets), [seat for seat in live if stacks[seat]]
        for seat in sorted(able, key=lambda seat: (seat - first) % self.seats):
            if bets[seat] < top or (not state.acted >> seat & 1 and len(able) > 1):
                return state._replace(turn=seat)
        if state.phase == SECOND:
            return self._settle(state)
        if self.rules["jacks_or_better"] and state.opener is None and state.acted:
            return state._replace(turn=None, phase=OVER)
        return state._replace(turn=live[0], phase=DRAW, bets=(0,) * self.seats, acted=0)

    def _settle(self, state: DrawPokerState) -> DrawPokerState:
        """Pay out the pots, at a showdown if several seats are left; then ask seats without chips whether they buy."""
        live, gone = self.live(state), state.out | state.folded
        values = {seat: self.value(state.hands[seat]) for seat in live} if len(live) > 1 else {}
        folded = [seat for seat in range(self.seats) if gone >> seat & 1]
        won = payout(state.paid, folded, values, (state.dealer + 1) % self.seats)
        stacks = tuple(map(sum, zip(state.stacks, won, strict=True)))
        asked = sum(1 << seat for seat, chips in enumerate(stacks) if self.rules["rebuy"] and not chips)
        asked &= ~state.out
        phase = BUY if asked else OVER
        return state._replace(turn=None, phase=phase, bets=(0,) * self.seats, stacks=stacks, won=won, asked=asked)

    def value(self, hand: Cards) -> int:
        """The value of a hand under these rules, see :func:`dealt.games.showdown.value`."""
        return value(hand, self.wheel)

    # --- what may be done

    def legal(self, state: DrawPokerState, seat: Seat) -> Sequence[Action]:
        if state.asked >> seat & 1:
            return (Action("buy", amount=self.rules["stack"]), Action("watch"))
        if seat != state.turn:
            return ()
        return self._draws(state, seat) if state.phase == DRAW else self._bets(state, seat)

    def _draws(self, state: DrawPokerState, seat: Seat) -> Sequence[Action]:
        return self.draws(state.hands[seat], self.available(state))

    def draws(self, hand: Cards, there: int = len(STANDARD)) -> tuple[Action, ...]:
        """The possible draws to a hand where ``there`` cards can come: few discards first, then low cards first."""
        ace = bool(self.rules["ace_four"]) and self.most < self.hand - 1 <= there
        return _discards(hand, min(self.most, there), ace)

    def available(self, state: DrawPokerState) -> int:
        """The number of cards that may still be drawn.

        These are the stock and, until the reshuffle, the discards of the seats that have drawn. With 52 cards there
        are always enough, because a seat discards as many cards as it draws.
        """
        if state.mixed:
            return len(state.stock)
        return len(state.stock) + sum(some.bit_count() for some in state.thrown)

    def _bets(self, state: DrawPokerState, seat: Seat) -> list[Action]:
        top, bet, stack = max(state.bets), state.bets[seat], state.stacks[seat]
        more = self._raises(state, seat, top)
        if top == bet:
            return [Action("check"), *more]
        return [Action("call", amount=min(top - bet, stack)), *more, Action("fold")]

    def _raises(self, state: DrawPokerState, seat: Seat, top: int) -> list[Action]:
        """The bet or raise that the limit allows, if need be all-in; none if nobody else has chips left."""
        rules, most = self.rules, state.bets[seat] + state.stacks[seat]
        others = any(state.stacks[other] for other in self.live(state) if other != seat)
        if most <= top or not others or (rules["limit"] == "fixed" and state.raises >= RAISES):
            return []
        if state.phase == FIRST and rules["jacks_or_better"] and state.opener is None and not self.opens(state, seat):
            return []
        if rules["limit"] == "fixed":
            least = highest = top + rules["bet"] * (2 if state.phase == SECOND else 1)
        else:
            least = top + state.size
            highest = max(least, top + sum(state.paid) + top - state.bets[seat]) if rules["limit"] == "pot" else most
        least, highest = min(least, most), min(highest, most)
        return [Action("raise" if top else "bet", amount=least, upto=highest if highest > least else None)]

    def opens(self, state: DrawPokerState, seat: Seat) -> bool:
        """Was the seat dealt a pair of jacks or better?"""
        return self.value(state.hands[seat] & ~state.drawn[seat] | state.thrown[seat]) >= OPENERS

    # --- playing

    def apply(self, state: DrawPokerState, seat: Seat, action: Action) -> DrawPokerState:
        after = (seat + 1) % self.seats
        if state.phase == BUY:
            return self._answered(state, seat, action.verb == "buy")
        if state.phase == DRAW:
            return self._draw(state, seat, action.cards)
        if action.verb == "fold":
            return self._go_on(state._replace(folded=state.folded | 1 << seat), after)
        if action.verb == "check":
            return self._go_on(state._replace(acted=state.acted | 1 << seat), after)
        top, bet = max(state.bets), state.bets[seat]
        chips = (action.amount or 0) - (bet if action.verb == "raise" else 0)
        raised = action.verb != "call"
        opening = raised and state.phase == FIRST and state.opener is None and self.rules["jacks_or_better"]
        state = state._replace(
            stacks=_with(state.stacks, seat, state.stacks[seat] - chips),
            paid=_with(state.paid, seat, state.paid[seat] + chips),
            bets=_with(state.bets, seat, bet + chips),
            acted=1 << seat if raised else state.acted | 1 << seat,
            raises=state.raises + raised,
            size=max(state.size, bet + chips - top),
            opener=seat if opening else state.opener,
        )
        return self._go_on(state, after)

    def _answered(self, state: DrawPokerState, seat: Seat, buys: bool) -> DrawPokerState:
        """The state after a seat has said whether it buys chips; the last answer ends the deal."""
        asked = state.asked & ~(1 << seat)
        return state._replace(asked=asked, bought=state.bought | buys << seat, phase=BUY if asked else OVER)

    def _draw(self, state: DrawPokerState, seat: Seat, thrown: Cards) -> DrawPokerState:
        """Draw from the front of the stock; if it is too small, the discards of earlier seats are shuffled into it."""
        stock, mixed, count = state.stock, state.mixed, thrown.bit_count()
        if count > len(stock):
            mixed = state.drawers
            stock += self.shuffled(sum(state.thrown), state.seed)
        drawn = mask(stock[:count])
        drawers = state.drawers | 1 << seat
        state = state._replace(
            hands=_with(state.hands, seat, state.hands[seat] & ~thrown | drawn),
            stock=stock[count:],
            drawn=_with(state.drawn, seat, drawn),
            thrown=_with(state.thrown, seat, thrown),
            drawers=drawers,
            mixed=mixed,
            seed=0 if mixed else state.seed,
        )
        left = [other for other in self.live(state) if not drawers >> other & 1]
        if left:
            return state._replace(turn=left[0])
        return self._second(state)

    def _second(self, state: DrawPokerState) -> DrawPokerState:
        """The second round of bets."""
        return self._go_on(state._replace(phase=SECOND, raises=0, size=self.rules["bet"]), state.dealer + 1)

    def shuffled(self, some: Cards, seed: int) -> tuple[Card, ...]:
        """Hook: the discards, shuffled by a seed."""
        pack = list(members(some))
        selection_shuffle(pack, Random(seed))
        return tuple(pack)

    # --- the end

    def score(self, state: DrawPokerState) -> tuple[float, ...] | None:
        """The chips that each seat wins less those it paid; 0 for all if nobody opened, as the pot then stays."""
        if state.phase != OVER:
            return None
        if not any(state.won):
            return (0.0,) * self.seats
        return tuple(float(won - paid) for won, paid in zip(state.won, state.paid, strict=True))

    def final(self, state: DrawPokerState, totals: tuple[float, ...]) -> bool:
        """Fewer than two seats have chips or have bought new ones."""
        kept = (0,) * self.seats if any(state.won) else state.paid
        rich = sum(stack + chips > 0 for stack, chips in zip(state.stacks, kept, strict=True))
        return rich + state.bought.bit_count() < 2


@lru_cache(maxsize=256)  # every view of a position asks for the same draws
def _discards(hand: Cards, most: int, ace: bool) -> tuple[Action, ...]:
    """Every draw of at most ``most`` cards; with ``ace`` also the draws that keep only an ace."""
    held = list(members(hand))
    some = [mask(each) for n in range(1, most + 1) for each in combinations(held, n)]
    some += [hand ^ 1 << one for one in reversed(held) if ace and one >> 2 == ACE]
    return (*(Action("draw", each) for each in some), Action("stand pat"))


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
