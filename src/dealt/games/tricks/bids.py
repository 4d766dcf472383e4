"""What is said before the first lead: exact bids, won by taking just as many tricks, or words that name a game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from dealt.game import Action, Entry, Fact, Say, Seat, Side, View
from dealt.games.tricks.game import Tricks
from dealt.games.tricks.play import TrickState


class Bidding(NamedTuple):
    """What may be bid, and what a bid is worth, as numbers."""

    alone: bool = True
    """Does each seat bid for itself, any number of tricks?"""
    hook: bool = True
    """May the last bid not make all bids together as many as the tricks?"""
    bonus: int = 10
    """The points of a bid that is kept,"""
    trick: int = 1
    """and those for each of its tricks,"""
    square: int = 0
    """and those for each square of their number."""
    stray: int = 0
    """The points for each trick of a bid that is not kept,"""
    fine: int = 0
    """and what it loses for each square of the tricks too many or too few."""


NO_BIDDING: Final = Bidding(alone=False)


def possible_bids(bidding: Bidding, size: int, last: bool, said: int) -> int:
    """The numbers that may be bid with hands of ``size`` cards, as a set; ``said`` is the sum of the bids so far.

    >>> f"{possible_bids(Bidding(), 3, True, 2):b}", f"{possible_bids(Bidding(), 3, False, 2):b}"
    ('1101', '1111')
    """
    free = (2 << size) - 1
    if bidding.hook and last and said <= size:
        free &= ~(1 << size - said)
    return free


def bid_points(bidding: Bidding, bid: int, won: int) -> int:
    """The points of a seat.

    >>> bid_points(Bidding(), 3, 3), bid_points(Bidding(), 3, 4), bid_points(Bidding(stray=1), 3, 4)
    (13, 0, 4)
    """
    if bid == won:
        return bidding.bonus + bidding.trick * won + bidding.square * won * won
    return bidding.stray * won - bidding.fine * (bid - won) * (bid - won)


class ExactBids(Tricks):
    """A game of tricks in which each seat bids once, from the dealer's left on, before the first lead."""

    first_phase = "bid"
    bidding: Bidding = Bidding()

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        most = len(self.deck) // self.seats
        self.words, self.most_calls = tuple(map(str, range(most + 1))), self.seats
        self.vocabulary = (Action("bid", amount=0, upto=most),)

    def bids(self, state: TrickState) -> dict[Seat, int]:
        """What each seat has bid so far."""
        first = self.after(state.dealer)
        return {(first + n) % self.seats: int(said) for n, said in enumerate(state.calls)}

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        said, size = self.bids(state), state.hands[seat].bit_count()
        some = possible_bids(self.bidding, size, len(said) == self.seats - 1, sum(said.values()))
        return [Action("bid", amount=number) for number in range(size + 1) if some >> number & 1]

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        calls = (*state.calls, str(action.amount))
        phase = "bid" if len(calls) < self.seats else "play"
        return state.changed(calls=calls, turn=self.after(seat), phase=phase)

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        said = self.bids(state)
        return tuple(float(bid_points(self.bidding, said[seat], state.won[seat])) for seat in range(self.seats))

    def lines(self, state: TrickState, seat: Seat) -> Side:
        """The score of a seat, line by line."""
        bid, won, worth = self.bids(state)[seat], state.won[seat], self.bidding
        apart, each = bid - won, worth.trick if bid == won else worth.stray
        tricks = Entry(Say("entry.tricks_taken", {"count": won}), (won, each) if each > 1 else (won * each,))
        squares = Entry(Say("entry.squares", {"count": won}), (won, won, worth.square))
        lines: tuple[Entry, ...]
        if bid == won:
            lines = (Entry(Say("entry.kept"), (worth.bonus,)), tricks, squares)
        else:
            lines = (tricks, Entry(Say("entry.missed"), (-worth.fine, apart, apart)))
        said = Say("result.bid", {"bid": bid, "tricks": won})
        return Side((seat,), tuple(line for line in lines if line.points), (said,))

    # --- what people see

    def need(self, state: TrickState, seat: Seat) -> int | None:
        return self.bids(state)[seat]

    def facts(self, state: TrickState) -> list[Fact]:
        said, shown = self.bids(state), "bid" if state.phase == "bid" else ".bid"
        size = (state.hands[0] | state.played[0]).bit_count()
        return [
            *(Fact(shown, seat, bid) for seat, bid in said.items()),
            *([Fact("bids", None, f"{sum(said.values())}/{size}")] if said else []),
        ]

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        if view.fact(".phase") is None:
            return Say("why.bids_over")
        state = self.public(view)
        said, size = sum(self.bids(state).values()), state.hands[seat].bit_count()
        if self.bidding.hook and action.amount == size - said:
            return Say("why.hook", {"amount": size - said, "tricks": size})
        return super().refuse_in_turn(view, seat, action)


class Spoken(Tricks):
    """A game in which words name what is played, and then a seat may put cards down before the first lead."""

    first_phase = "bid"
    opens: Callable[[Seat], Any]
    """What has been said before anybody speaks; it takes the seat after the dealer."""
    hears: Callable[[Any, int], Any]
    """The same after one more word, by its number."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "spoken" in vars(cls):  # else a class of somebody's own would change what kernels read
            cls.words, cls.vocabulary = tuple(cls.spoken), tuple(cls.spoken.values())

    def heard(self, state: TrickState) -> Any:
        """What has been said so far."""
        return _heard(self.opens, self.hears, self.words, self.after(state.dealer), state.calls)

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        if state.phase == "give":
            hands = tuple(hand & ~action.cards for hand in state.hands)
            given = tuple(action.cards if each == seat else 0 for each in range(self.seats))
            return self.led(state.changed(hands=hands, given=given))
        word = next(word for word, each in self.spoken.items() if each == action)
        return self.named(state, state.changed(calls=(*state.calls, word)))

    @abstractmethod
    def named(self, before: TrickState, state: TrickState) -> TrickState:
        """The state after a word; ``before`` is that before it."""

    @abstractmethod
    def led(self, state: TrickState) -> TrickState:
        """The state at the first lead."""

    def describe(self, action: Action) -> Say:
        if action.cards or action.amount is not None:
            return super().describe(action)
        return Say(action.verb.replace(" ", ".", 1).replace(" ", "_"))


@lru_cache(maxsize=4096)
def _heard(opens: Any, hears: Any, words: tuple[str, ...], first: Seat, calls: tuple[str, ...]) -> Any:
    if not calls:
        return opens(first)
    return hears(_heard(opens, hears, words, first, calls[:-1]), words.index(calls[-1]))
