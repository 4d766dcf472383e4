"""The play of draw poker, without views: stacks kept from deal to deal, two rounds of betting, a draw, and pots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards, deal, mask, members, selection_shuffle, text
from dealt.game import Action, Choices, Game, Option, Past, Seat, Shuffled, Value
from dealt.games.drawpoker.core import (
    BUY,
    DRAW,
    FIRST,
    MOST_DRAWS,
    OVER,
    PAYING,
    DrawRow,
    Moment,
    begin,
    bet,
    broke,
    draw,
    drawn_in,
    list_draws,
    may_bet,
    on_board,
    placed,
    shown_in,
    worth,
)
from dealt.games.drawpoker.levels import level_of, next_dealer, places_after, raised
from dealt.games.showdown import HAND_SIZE, value
from dealt.games.showdown.betting import NONE, BetRow, Chips, one_left, sizes
from dealt.games.showdown.core import ACE, BITS, ONE_PAIR, PLACE, pay_out

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
RAISES: Final = 4
"""The number of bets and raises allowed in a round with a fixed limit: one bet and three raises."""
OPENERS: Final = (ONE_PAIR << BITS | 9) << PLACE - BITS
"""The lowest value of a hand that may open under jacks_or_better: a pair of jacks with any other cards."""


class DrawPokerState(NamedTuple):
    """The full state of a deal of draw poker. Tuples go by seat; ``out`` and other sets of seats are bit masks.

    Chips: ``stacks`` is what each seat has left, ``paid`` its total in the pot, of which ``bets`` is this round's;
    ``size`` is the last full raise. Cards: ``drawn`` is the part of each hand that came in the draw, ``thrown`` its
    discards. Seats: ``out`` have no part in the deal, ``acted`` have acted since the last raise, ``drawers`` have
    drawn, ``mixed`` are those whose discards were shuffled into the stock, by ``seed``. At the end ``won`` is what each
    seat gets, 0 for all if everybody passed; ``asked`` have still to say whether they buy chips, and ``bought`` have
    bought: the next deal adds the chips to their stacks. Where blinds rise, ``deal`` counts the deals before this one,
    and ``places`` are those of the seats that were out when it began, 0 for the others, none if nobody was.
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
    board: tuple[Card, ...] = ()
    """The cards that belong to every hand, in the order in which they came; the next ones lie first in the stock."""
    deal: int = 0
    places: tuple[int, ...] = ()

    @property
    def moment(self) -> Moment:
        """The state as the rules over numbers know it."""
        gone, turn, opener = self.out | self.folded, self.turn, self.opener
        return Moment(
            NONE if turn is None else turn, self.phase, gone, self.acted, self.drawers, self.raises, self.size,
            NONE if opener is None else opener,
        )  # fmt: skip

    def __repr__(self) -> str:
        words = [
            f"{seat}: {text(hand) or '-'} {self.stacks[seat]}+{self.paid[seat]}" for seat, hand in enumerate(self.hands)
        ]
        phase = (*PHASES, "", "third", "fourth")[self.phase]
        words.append(phase if self.turn is None else f"{phase}: {self.turn} to act")
        return f"<{', '.join(words)}>"


class Dealt(NamedTuple):
    """The cards of a state, by the names of its fields."""

    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    drawn: tuple[Cards, ...]
    thrown: tuple[Cards, ...]
    mixed: int
    seed: int


class DrawPokerPlay(Game[DrawPokerState]):
    """The rules of draw poker without views and samples: deal, bets, draw and pots."""

    name = "drawpoker"
    version: ClassVar[int] = 3
    """2: layers that the same seats may win are one pot; of two players the dealer has the small blind; a seat without
    chips is asked before it gets new ones."""
    zero_sum: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = PHASES
    """The phases by name, as a view tells them."""
    seeds: ClassVar[int] = 2**32
    """The number of different seeds for reshuffling discards."""

    def __init__(self, *, deck: Sequence[Card] = STANDARD, hand: int = HAND_SIZE, **options: Value) -> None:
        self.rules: dict[str, Any] = DEFAULTS | options
        rules = self.rules
        self.seats: int = rules["seats"]
        self.deck = tuple(deck)
        self.hand = hand
        self.rise: int = rules.get("rise", 0)
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
        self.row = self._row()
        self.may_run_out = self.seats * (hand + dearest) > len(self.deck)

    def _row(self) -> DrawRow:
        """These rules as numbers; those of one player are without chips."""
        rules, blinds = self.rules, bool(self.rules["blinds"])
        bets = BetRow(
            limit=("fixed", "pot", "no").index(rules["limit"]),
            bet=rules["bet"],
            ante=0 if blinds else rules["ante"],
            small=rules["small_blind"] if blinds else 0,
            big=rules["big_blind"] if blinds else 0,
            raises=RAISES,
        )
        return DrawRow(
            bets=bets,
            stack=rules["stack"] if self.seats > 1 else 0,
            hand=self.hand,
            most=self.most,
            ace=rules["ace_four"],
            wheel=self.wheel,
            openers=OPENERS if rules["jacks_or_better"] else 0,
            rebuy=rules["rebuy"],
        )

    def _has(self, option: str) -> bool:
        return option not in ("small_blind", "big_blind") if not self.rules["blinds"] else option != "ante"

    # --- the deal

    def shuffle(self, rng: Random, past: Past[DrawPokerState] | None = None) -> Shuffled:
        """Also draw the first dealer, and the seed for reshuffling discards."""
        dealer = self.first_dealer(rng) if past is None else 0
        pack = super().shuffle(rng, past).pack
        return Shuffled(pack, (dealer, rng.randrange(self.seeds) if self.may_run_out else 0))

    def hand_out(self, shuffled: Shuffled, past: Past[DrawPokerState] | None = None) -> DrawPokerState:
        dealer, seed = shuffled.drawn
        number, places = 0, tuple[int, ...]()
        if past is None:
            stacks, paid = (self.rules["stack"],) * self.seats, (0,) * self.seats
        else:
            stacks, paid = self.opening_chips(past)
            chips = [stack + kept for stack, kept in zip(stacks, paid, strict=True)]
            dealer = next_dealer(past.last.dealer, past.last.out, chips, self.rise)
            if self.rise and not self.final(past.last, past.totals):
                number, places = past.last.deal + 1, self.places(past.last)
        around = ((dealer + n) % self.seats for n in range(1, self.seats + 1))
        order = [seat for seat in around if stacks[seat] + paid[seat]]
        dealt, stock = deal(shuffled.pack, len(order), self.hand)
        hands = [0] * self.seats
        for seat, some in zip(order, dealt, strict=True):
            hands[seat] = mask(some)
        return self.started(dealer, stacks, paid, hands, stock, seed, number, places)

    def started(
        self, dealer: Seat, stacks: Sequence[int], paid: Sequence[int], hands: Sequence[Cards], stock: Sequence[Card],
        seed: int = 0, number: int = 0, places: tuple[int, ...] = (),
    ) -> DrawPokerState:  # fmt: skip
        """The first state with these cards, after antes or blinds; ``paid`` is in the pot from the deal before.

        ``number`` and ``places`` are what the state has as ``deal`` and ``places``.
        """
        none = (0,) * self.seats
        out = sum(1 << seat for seat in range(self.seats) if not stacks[seat] + paid[seat])
        chips = Chips(list(stacks if self.row.stack else none), list(paid), list(none))
        at = begin(self.row_at(number), chips, out, dealer)
        begun = DrawPokerState(
            tuple(hands), tuple(stock), dealer, None, FIRST, none, none, none, none, none, none, out, seed=seed,
            deal=number, places=places,
        )  # fmt: skip
        return self._turned(begun, at, chips)

    def first_dealer(self, rng: Random) -> Seat:
        """Hook: the first dealer. Later the next seat with chips deals."""
        return rng.randrange(self.seats)

    def opening_chips(self, past: Past[DrawPokerState]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stacks that a deal begins with, and each seat's share of the pot if nobody opened the deal before.

        A player who leaves takes both along; where blinds rise they stay, as new chips would be a second try. If fewer
        than two seats have chips, all begin with new stacks.
        """
        last, fresh, seats = past.last, self.rules["stack"], range(self.seats)
        joined = () if self.rise else past.joined
        kept = [0 if any(last.won) or seat in joined else last.paid[seat] for seat in seats]
        stacks = [fresh if seat in joined or last.bought >> seat & 1 else last.stacks[seat] for seat in seats]
        if sum(stacks[seat] + kept[seat] > 0 for seat in seats) < min(2, self.seats):
            stacks, kept = [fresh for _ in seats], [0 for _ in seats]
        return tuple(stacks), tuple(kept)

    # --- where blinds rise

    def row_at(self, deal: int) -> DrawRow:
        """The rules in a deal of a match, from 0: blinds and bets may have risen."""
        return raised(self.row, level_of(deal, self.rise))

    def places(self, state: DrawPokerState) -> tuple[int, ...]:
        """The place of each seat, 0 as long as it is in; none as long as all are, and where blinds don't rise."""
        over = self.rise and any(state.won) and not all(state.stacks)
        return places_after(state.places, state.stacks, state.paid) if over else state.places

    # --- whose turn

    def turn(self, state: DrawPokerState) -> tuple[Seat, ...]:
        if state.asked:
            return tuple(seat for seat in range(self.seats) if state.asked >> seat & 1)
        return () if state.turn is None else (state.turn,)

    def live(self, state: DrawPokerState) -> list[Seat]:
        """The seats that may win the pot, from the dealer's left on."""
        gone, around = state.out | state.folded, range(state.dealer + 1, state.dealer + 1 + self.seats)
        return [seat % self.seats for seat in around if not gone >> seat % self.seats & 1]

    def _turned(self, state: DrawPokerState, at: Moment, chips: Chips, dealt: Dealt | None = None) -> DrawPokerState:
        """The state at another moment with these chips; the pots are paid out if it is time.

        ``dealt`` are the cards where they have changed.
        """
        cards = dealt or state
        turn, phase, gone, acted, drawers, raises, size, opener = at
        stacks, bets, won, asked = chips.stacks, chips.bets, state.won, 0
        stock, board = cards.stock, state.board
        if self.row.flop:
            come = on_board(self.row, shown_in(state.phase, at, self.seats)) - len(board)
            stock, board = stock[come:], board + stock[:come]
        if phase == PAYING:
            won = _paid_out(self.row, cards.hands, mask(board), chips.paid, gone, state.dealer)
            stacks = [stack + more for stack, more in zip(stacks, won, strict=True)]
            bets, asked = [0] * self.seats, broke(self.row, stacks, state.out)
            turn, phase = NONE, BUY if asked else OVER
        return DrawPokerState(
            cards.hands, stock, state.dealer, None if turn == NONE else turn, phase,
            tuple(stacks), tuple(chips.paid), tuple(bets), cards.drawn, cards.thrown, won,
            state.out, gone & ~state.out, acted, drawers, cards.mixed, raises, size,
            None if opener == NONE else opener, cards.seed, asked, board=board, deal=state.deal, places=state.places,
        )  # fmt: skip

    def value(self, hand: Cards) -> int:
        """The value of a hand under these rules, see :func:`dealt.games.showdown.value`."""
        return value(hand, self.wheel)

    def held(self, state: DrawPokerState, seat: Seat) -> int:
        """The value of a seat's hand, with the board if there is one."""
        return worth(self.row, state.hands[seat], mask(state.board))

    # --- what may be done

    def legal(self, state: DrawPokerState, seat: Seat) -> Sequence[Action]:
        if state.asked >> seat & 1:
            return (Action("buy", amount=self.rules["stack"]), Action("watch"))
        if seat != state.turn:
            return ()
        if state.phase == DRAW:
            return self.draws(state.hands[seat], self.available(state))
        closed = self.row.openers and state.opener is None and state.phase == FIRST
        chips, dealt = Chips(state.stacks, state.paid, state.bets), self.dealt_value(state, seat) if closed else 0
        return _bets(any(state.bets), *may_bet(self.row_at(state.deal), state.moment, chips, dealt))

    def draws(self, hand: Cards, there: int = len(STANDARD)) -> Sequence[Action]:
        """The possible draws to a hand where ``there`` cards can come: few discards first, then low cards first."""
        return _draws(self.row, hand, there)

    def available(self, state: DrawPokerState) -> int:
        """The number of cards that may still be drawn: the stock and, until the reshuffle, the discards."""
        left = len(state.stock)
        return left if state.mixed else left + drawn_in(state.thrown, left, len(self.deck)).bit_count()

    def dealt_value(self, state: DrawPokerState, seat: Seat) -> int:
        """The value of the hand that a seat was dealt."""
        return self.value(state.hands[seat] & ~state.drawn[seat] | state.thrown[seat])

    def sizes(self, state: DrawPokerState, action: Action) -> tuple[int, int, int]:
        """Three amounts that stand for all of a legal bet or raise of whoever is at the turn.

        They are the least, a raise by the pot, and the highest; players at random take one of them, each being
        equally likely. See :func:`dealt.games.showdown.betting.sizes`.
        """
        amounts = action.amounts
        return sizes(state.paid, state.bets, state.turn or 0, amounts[0], amounts[-1])

    # --- playing

    def apply(self, state: DrawPokerState, seat: Seat, action: Action) -> DrawPokerState:
        if state.phase == BUY:
            asked = state.asked & ~(1 << seat)  # the last answer ends the deal
            bought = state.bought | (action.verb == "buy") << seat
            return state._replace(asked=asked, bought=bought, phase=BUY if asked else OVER)
        if state.phase == DRAW:
            return self._draw(state, seat, action.cards)
        chips = Chips(list(state.stacks), list(state.paid), list(state.bets))
        amount = NONE if action.verb == "fold" else action.amount or 0
        if action.verb == "raise":
            amount -= state.bets[seat]
        return self._turned(state, bet(self.row_at(state.deal), state.moment, chips, state.dealer, amount), chips)

    def _draw(self, state: DrawPokerState, seat: Seat, out: Cards) -> DrawPokerState:
        """Draw from the front of the stock; if it is too small, the discards of earlier seats are shuffled into it."""
        stock, size = state.stock, out.bit_count()
        again = drawn_in(state.thrown, len(stock), size)
        if again:
            stock += self.shuffled(again, state.seed)
        hands, drawn, thrown = list(state.hands), list(state.drawn), list(state.thrown)
        chips = Chips(list(state.stacks), list(state.paid), list(state.bets))
        at, new = state.moment, mask(stock[:size])
        at = draw(self.row_at(state.deal), at, chips, state.dealer, hands, drawn, thrown, out, new)
        mixed, seed = (state.drawers, 0) if again else (state.mixed, state.seed)
        return self._turned(
            state, at, chips, Dealt(tuple(hands), stock[size:], tuple(drawn), tuple(thrown), mixed, seed)
        )

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
def _draws(row: DrawRow, hand: Cards, there: int) -> Choices:
    ways = _ways(row, hand.bit_count(), (hand >> 4 * ACE).bit_count(), there)
    return Choices(len(ways), lambda n: Action("draw", placed(hand, ways[n])) if ways[n] else _PAT)


def _paid_out(
    row: DrawRow, hands: tuple[Cards, ...], board: Cards, paid: Sequence[int], gone: int, dealer: Seat
) -> tuple[int, ...]:
    """What each seat gets of the pots, at a showdown if several seats are left."""
    seats = len(hands)
    won, values = [0] * seats, [0] * seats
    if not one_left(gone, seats):
        for seat, hand in enumerate(hands):
            if not gone >> seat & 1:
                values[seat] = worth(row, hand, board)
    pay_out(paid, gone, values, (dealer + 1) % seats, won)
    return tuple(won)


_PAT: Final = Action("stand pat")


@lru_cache(maxsize=256)
def _ways(row: DrawRow, held: int, aces: int, there: int) -> tuple[int, ...]:
    """The ways to draw as places in the hand; standing pat, which is none, comes last."""
    found = [0] * MOST_DRAWS
    return (*found[1 : list_draws(row, held, aces, there, found)], 0)


@lru_cache(maxsize=1024)
def _bets(open_: bool, call: int, least: int, highest: int) -> tuple[Action, ...]:
    """The actions in a round of betting, in which somebody has bet if ``open_``; see ``may_bet``."""
    upto = highest if highest > least else None
    more = (Action("raise" if open_ else "bet", amount=least, upto=upto),) if least else ()
    if call:
        return (Action("call", amount=call), *more, Action("fold"))
    return (Action("check"), *more)
