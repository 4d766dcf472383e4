"""A deal of a climbing game without its play: how it begins, and what it counts in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, Self

from dealt.cards import RANKS, STANDARD, Card, Cards, Order, deal, mask, members, selection_shuffle, text
from dealt.game import Action, Entry, Game, Past, Payment, Say, ScoreSheet, Seat, Shuffled, Side, Standing, Value
from dealt.games.climbing import core, cutting, exchange, refusals
from dealt.games.climbing.combinations import Combinations, shared_combinations, suits_of
from dealt.games.climbing.cutting import DEAL, Cut
from dealt.games.climbing.exchange import Swap
from dealt.games.climbing.kinds import Kind

PASS: Final = Action("pass")
SHOW: Final = Action("show")
"""Wins a deal at once, with one of :attr:`ClimbingDeal.instants`."""
NONE: Final = core.NONE
"""No seat, card or row, where a number stands for one."""
PASSED: Final = -1
"""The entry of ``ClimbingState.trick`` for a seat that has just passed."""


@dataclass(frozen=True, slots=True)
class ClimbingState:
    """The full state of a climbing deal, hidden cards included. Tuples have one entry a seat.

    ``turn`` is None when the deal is over. ``owner`` is the seat that made the play to beat, None if the table is
    empty. ``trick`` holds each seat's newest play of this trick as a set of cards (its row is ``played(state, seat)``),
    0 if there is none, or ``PASSED``. ``must`` is the set of cards that the opening play has to contain. ``stock`` are
    the undealt cards in one or several packets, ``shown`` the cards of hidden piles that lie face up. ``dealer`` and
    ``lowest``, the lowest dealt card where not all cards are dealt, are :data:`NONE` where that means nothing.
    ``lacks`` are the cards that each seat is known not to hold, or empty. ``cut_cards`` are the cards that the seats
    cut for the deal, or empty. ``own`` are the numbers of one game alone, as its ``Climbing.own``. ``cut`` is set only
    in the phase "cut", before the hands are dealt. ``outs`` are who is out, in order, where the deal goes on; or who
    has won it at once. ``turned`` says whether the order is turned, as ``core.upside_down`` has it. ``swaps`` are the
    exchanges before the play.
    """

    hands: tuple[Cards, ...]
    turn: Seat | None
    owner: Seat | None
    trick: tuple[int, ...]
    stock: tuple[Cards, ...] = ()
    must: Cards = 0
    shown: Cards = 0
    phase: str = "play"
    dealer: Seat = NONE
    lowest: Card = NONE
    lacks: tuple[Cards, ...] = ()
    cut_cards: tuple[Card, ...] = ()
    own: Any = ()
    cut: Cut | None = None
    outs: tuple[Seat, ...] = ()
    turned: int = 0
    swaps: tuple[Swap, ...] = ()

    def __repr__(self) -> str:
        words = [f"{seat}: {text(hand) or '-'}" for seat, hand in enumerate(self.hands)]
        words += [f"stock: {text(packet) or '-'}" for packet in self.stock]
        words += [f"{text(self.trick[self.owner])} of {self.owner} to beat"] if self.owner is not None else []
        words += ["over" if self.turn is None else f"{self.phase}: {self.turn} to act"]
        return f"<{', '.join(words)}>"


class ClimbingScore(Game[ClimbingState]):
    """What a deal counts once it is over, and when a match is."""

    low: ClassVar[bool] = True
    places: tuple[float, ...]
    goal: int | None = None

    def winner(self, state: ClimbingState) -> Seat:
        """Who was the first to be out, or has the first place, in a deal that is over."""
        if self.places:
            return self.by_places(state)[0]
        return state.outs[0] if state.outs else state.hands.index(0)

    def penalty(self, left: int) -> float:
        """Hook: the points for ``left`` cards in hand at the end. By default one point a card."""
        return left

    def penalty_factors(self, left: int) -> tuple[float, ...]:
        """Hook: numbers whose product is the penalty for ``left`` cards, where it is more than a number of points."""
        return (self.penalty(left),)

    def limit_of_match(self) -> int | None:
        """Hook: the total with which the match ends, None if it has no end. By default ``goal``."""
        return self.goal

    def final(self, state: ClimbingState, totals: tuple[float, ...]) -> bool:
        limit = self.limit_of_match()
        return limit is not None and max(totals) >= limit

    def score(self, state: ClimbingState) -> tuple[float, ...] | None:
        """The penalty for the cards left or, where the deal goes on, what each place counts. Who shows has none."""
        if state.turn is not None:
            return None
        if self.places:
            return tuple(self.places[self.place(state, seat) - 1] for seat in range(self.seats))
        return tuple(self.penalty(self._left(state, seat)) for seat in range(self.seats))

    def place(self, state: ClimbingState, seat: Seat) -> int:
        """Hook: the place of a seat in a deal that is over, from 1 on: who was out, in order, then who still has
        cards, then seats without cards that are not in ``outs``. Where one hand won at once, all others have the last.
        """
        if seat in state.outs:
            return state.outs.index(seat) + 1
        fallen = [each for each, hand in enumerate(state.hands) if not hand and each not in state.outs]
        return self.seats - len(fallen) + (fallen.index(seat) + 1 if seat in fallen else 0)

    def by_places(self, state: ClimbingState) -> tuple[Seat, ...]:
        """All seats of a deal that is over by their ``place``; those with equal places in the order of seats."""
        return tuple(sorted(range(self.seats), key=lambda seat: self.place(state, seat)))

    def _left(self, state: ClimbingState, seat: Seat) -> int:
        """The number of cards that count against a seat."""
        return 0 if seat in state.outs else state.hands[seat].bit_count()

    def score_sheet(self, state: ClimbingState, totals: tuple[float, ...]) -> ScoreSheet:
        """A line for the cards that each seat has left, by ``penalty``, or for its place; what ends the match is
        ``limit_of_match``."""
        sides = tuple(self._counted(state, seat) for seat in range(self.seats))
        over, shown = state.turn is None, any(state.hands[seat] for seat in state.outs)
        said = Say("result.shown" if shown else "result.out", {"who": f"#{self.winner(state)}"}) if over else None
        payments = self.payments(self.score(state) or ())
        limit = self.limit_of_match()
        return ScoreSheet(sides, said, payments, None if limit is None else Standing.race(limit, totals))

    def payments(self, scores: tuple[float, ...]) -> tuple[Payment, ...]:
        """Hook: what the seats pay each other for these scores. By default nothing is at stake."""
        return ()

    def _counted(self, state: ClimbingState, seat: Seat) -> Side:
        if self.places:
            place = self.place(state, seat)
            return Side((seat,), (Entry(Say("entry.place", {"place": place}), (self.places[place - 1],)),))
        left = self._left(state, seat)
        if not left:
            return Side((seat,), said=() if state.hands[seat] else (Say("result.none_left"),))
        return Side((seat,), (Entry(Say("entry.left", {"count": left}), self.penalty_factors(left)),))


class ClimbingDeal(ClimbingScore):
    """A climbing game made from its table, and how a deal begins.

    Seats are numbered clockwise, and play goes round counter-clockwise unless ``clockwise`` is set. ``order`` without
    suits means that suits mean nothing: a legal play then stands for all plays of its ranks. ``hand`` is the number of
    cards dealt to a seat (default: the whole deck shared out, where the first seats may get one more, and ``hand`` is
    what these get), ``largest`` the most cards that a seat may ever hold. Everybody is warned of hands with ``warn``
    cards or fewer. ``cuts``: in the first deal of a match the seats cut for the deal. ``opens_alone``: a card that the
    opening lead must contain is led as a single.

    ``tops``: only the suits of a play's highest rank count. ``places`` are the scores of who is out first, next and so
    on, a number for each seat: the deal then goes on until one seat alone has cards; left out, it ends with the first.
    ``instants`` are hands that win at once when shown in place of a seat's first play: each is a number of cards, some
    ranks, and of how many of these ranks a hand must have so many cards.

    ``equals``: plays of equal strength beat each other, by ``core.SKIPPING`` they also pass the next seat by.
    ``exchange``: so many cards, the best ones, go before a further deal from who was last to who was first, for any.
    ``goal`` is the total with which a match ends.
    """

    vocabulary: tuple[Action, ...] = (PASS,)
    own: ClassVar[tuple[Any, ...]] = ()
    """Hook: what ``ClimbingState.own`` holds at first: a named tuple of numbers and tuples of numbers."""

    def __init__(
        self, name: str, *, kinds: Sequence[Kind], order: Order, seats: int, deck: Sequence[Card] = STANDARD,
        hand: int | None = None, largest: int | None = None, clockwise: bool = False, lead_may_pass: bool = False,
        pass_locks_out: bool = False, last_card_rule: bool = False, warn: int = 1, cuts: bool = False,
        opens_alone: bool = False, tops: bool = False, places: Sequence[float] = (),
        instants: Sequence[tuple[int, str, int]] = (), equals: int = 0, exchange: Sequence[int] = (),
        goal: int | None = None, options: Mapping[str, Value] | None = None,
    ) -> None:  # fmt: skip
        refusals.refuse_table(kinds, order, deck, leader_passes=lead_may_pass)
        refusals.refuse_places(seats, places, exchange)
        self.name = name
        self.seats = seats
        self.deck = tuple(deck)
        self.order = order
        self.options = dict(options or {})
        self._whole = mask(deck)
        self._high_to_low = order.sort(deck)
        self.low_to_high = self._high_to_low[::-1]
        self.sorts = ("rank", "suit", "combination") if order.suits else ("rank", "combination")
        self.hand = -(-len(deck) // seats) if hand is None else hand
        self.exchange = tuple(exchange)
        self.clockwise = clockwise
        self.numbers = core.Rules(
            seats, 1 if clockwise else -1, bool(order.suits), pass_locks_out, lead_may_pass, last_card_rule,
            bool(places), suits_of(order) if tops else NONE, equals,
        )  # fmt: skip
        self.places, self.goal = tuple(map(float, places)), goal
        self.instants = tuple(number for each in instants for number in _in_numbers(*each))
        self.warn = warn
        self.cuts = cuts
        self.opens_alone = opens_alone
        if instants:
            self.vocabulary = (PASS, SHOW)
        if cuts:
            self.vocabulary = (*self.vocabulary, DEAL, Action("cut", amount=1, upto=len(self.deck)))
        self._kinds = tuple(kinds)
        self._largest = largest or self.hand

    @cached_property
    def combinations(self) -> Combinations:
        """All combinations of these rules, listed when the first one is asked for: that takes tenths of a second."""
        numbers = self.numbers
        return shared_combinations(
            self._kinds, self.deck, self.order, self._largest, numbers.tops >= 0, bool(numbers.equals)
        )

    def prepare(self) -> None:
        _ = self.combinations

    def book(self, state: ClimbingState) -> Combinations:
        """Hook: the combinations of a deal, where not all deals have the same."""
        return self.combinations

    # --- the deal

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """Hook: the dealer, who leads unless ``lowest_opens``. By default seat 0, then the winner of the last deal."""
        return 0 if past is None else self.winner(past.last)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        """Hook: must the holder of the lowest dealt card lead with it? By default in the first deal of a match."""
        return past is None

    def shuffle(self, rng: Random, past: Past[ClimbingState] | None = None) -> Shuffled:
        """Choose the dealer, shuffle the deck and cut it. The dealer is the first number of ``drawn``."""
        dealer, pack = self.dealer(rng, past), list(self.deck)
        selection_shuffle(pack, rng)
        cut = rng.randrange(len(pack))
        pack = pack[cut:] + pack[:cut]
        spread = super().shuffle(rng, past).pack if self.cuts and past is None else ()
        return Shuffled(tuple(pack), (dealer,), spread)

    def hand_out(self, shuffled: Shuffled, past: Past[ClimbingState] | None = None) -> ClimbingState:
        """Deal one card at a time, from the seat after the dealer on; where seats cut first, after that."""
        packets = self._packets(shuffled.pack)
        if shuffled.spread:
            none = (0,) * self.seats
            return ClimbingState(
                none, 0, None, none, phase="cut", cut=Cut(shuffled.spread, ((),) * self.seats, packets)
            )
        return self._dealt(packets, shuffled.drawn[0], past)

    def _packets(self, pack: Sequence[Card]) -> tuple[Cards, ...]:
        """The hands in the order of dealing, then the undealt cards if there are any."""
        if self.seats * self.hand > len(pack):
            return tuple(mask(pack[place :: self.seats]) for place in range(self.seats))
        hands, rest = deal(pack, self.seats, self.hand)
        return tuple(mask(each) for each in (*hands, *([rest] if rest else ())))

    def _dealt(self, packets: Sequence[Cards], dealer: Seat, past: Past[ClimbingState] | None) -> ClimbingState:
        hands, seat = [0] * self.seats, dealer
        for packet in packets[: self.seats]:
            seat = self.after(seat)
            hands[seat] = packet
        return self.begin(tuple(hands), tuple(packets[self.seats :]), dealer, past)

    # --- cutting for the deal

    def cut_strength(self, one: Card) -> int:
        """Hook: the strength of a card cut for the deal: by default its rank, aces high. Seats that tie cut again."""
        return Order().strength(one) // 4

    def cut_for_dealer(self, rng: Random) -> Seat:
        """The dealer by a cut that chance makes for all seats."""
        pack, tied = list(self.deck), list(range(self.seats))
        while len(tied) > 1:
            selection_shuffle(pack, rng)
            shown = {seat: self.cut_strength(pack[seat]) for seat in tied}
            tied = [seat for seat in tied if shown[seat] == max(shown.values())]
        return tied[0]

    def among_computers(self) -> Self:
        """Chance cuts for all: it is as likely that a seat deals, and no action is lost on it."""
        if not self.cuts:
            return self
        found = copy(self)
        found.cuts = False
        found.options = {**self.options, "cut": "quick"} if "cut" in self.options else self.options
        found.vocabulary = tuple(each for each in self.vocabulary if each.verb not in ("cut", DEAL.verb))
        return found

    def _cut(self, cut: Cut, seat: Seat, action: Action) -> ClimbingState:
        """The state after a seat has taken a card, or after the seat with the highest card has dealt."""
        if action == DEAL:
            shown = tuple(cut.spread[places[-1]] for places in cut.taken)
            return replace(self._dealt(cut.packets, seat, None), cut_cards=shown)
        cut, none = cutting.take(cut, seat, action.amount or 0), (0,) * self.seats
        waiting, dealer = cutting.cut_result(cut, self.cut_strength)
        return ClimbingState(none, waiting[0] if dealer is None else dealer, None, none, phase="cut", cut=cut)

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        """Hook: the state once the cards are dealt."""
        leader, must, lowest = dealer, 0, NONE
        if self.lowest_opens(past):
            lowest = min((one for hand in hands for one in members(hand)), key=self.order.strength)
            leader, must = next(seat for seat, hand in enumerate(hands) if hand >> lowest & 1), 1 << lowest
            lowest = lowest if any(stock) else NONE
        some = exchange.swaps(self.by_places(past.last), self.exchange) if past and self.exchange else ()
        return ClimbingState(
            hands, leader, None, (0,) * self.seats, stock, must, phase=exchange.PHASE if some else "play",
            dealer=dealer, lowest=lowest, own=self.own, swaps=some,
        )  # fmt: skip

    def after(self, seat: Seat) -> Seat:
        """The next seat in the order of play."""
        return core.beside(self.numbers, seat)


def _in_numbers(copies: int, ranks: str, many: int) -> tuple[int, int, int]:
    """Hands that win at once, as ``core.wins_at_once`` has them."""
    return copies, sum(1 << 4 * RANKS.index(rank) for rank in ranks), many
