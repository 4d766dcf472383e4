"""The course of a deal of tricks: dealing, whose turn it is, what may be played, and what comes of a card.

What may be played, what it tells and who takes the trick follow from a game's
:class:`~dealt.games.tricks.rows.TrickRow`. What a row cannot say is a hook, a method that a game overrides: actions
before the play (``legal_before_play`` and ``apply_before_play``), passing cards (``receiver``), who plays which hand
(``actor``), what comes of the cards in a trick (``take``), and the score.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any, Final

from dealt.cards import STANDARD, WITH_JOKERS, Card, Cards, Order, deal, mask, members, text
from dealt.game import Action, Game, Past, Seat, Shuffled, Value
from dealt.games.tricks import core
from dealt.games.tricks.rows import NONE, OF_SUIT, PLAIN, CardOrder, TrickRow

_PLAY: Final = {1 << one: Action("play", 1 << one) for one in WITH_JOKERS}
"""The play of each card, by the set that holds it alone."""


@lru_cache(maxsize=1024)
def _weakest_first(some: Cards, order: CardOrder) -> tuple[Card, ...]:
    return tuple(sorted(members(some), key=lambda one: -order.above[one].bit_count()))


def play_of(one: Card) -> Action:
    """The play of a card."""
    return _PLAY[1 << one]


def winning_place(trick: Sequence[Card], trump: int | None = None, order: CardOrder | None = None) -> int:
    """The place of the card that takes a trick, 0 for the card that was led.

    It is the highest trump or, without trumps in the trick, the highest card of the led suit.

    >>> from dealt.cards import sequence
    >>> winning_place(sequence("2c Ad Kc 3c")), winning_place(sequence("2c 2s Ac Kc"), trump=3)
    (2, 1)
    """
    top = 0
    for place in range(1, len(trick)):
        if core.beats(trick[place], trick[top], NONE if trump is None else trump, order):
            top = place
    return top


def _with(some: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    found = list(some)
    found[at] = value
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TrickState:
    """The full state of a trick-taking deal, hidden cards included. Tuples but ``trick`` and ``calls`` go by seat.

    ``turn`` is the seat whose hand is to play, None when the deal is over. ``trick`` holds the newest trick in the
    order played, from ``leader`` on; a complete trick stays there until the next lead. ``won`` counts tricks,
    ``played`` are the cards that each seat has played, and ``lacks`` those that everybody knows the seat not to hold,
    because it was allowed to play what it played. ``calls`` are the calls of an auction in order. ``shown`` are the
    cards in hands that lie open to all. ``given`` are the cards that each seat passes to its ``receiver``; once the
    play begins they are part of the receiver's hand.

    Two tuples of numbers are the game's own and public: ``match_data`` comes from the earlier deals of the match,
    ``deal_data`` belongs to this deal. The class of the game says what they hold.
    """

    hands: tuple[Cards, ...]
    turn: Seat | None
    leader: Seat
    dealer: Seat = 0
    trick: tuple[Card, ...] = ()
    won: tuple[int, ...] = (0, 0, 0, 0)
    lacks: tuple[int, ...] = (0, 0, 0, 0)
    played: tuple[Cards, ...] = (0, 0, 0, 0)
    shown: Cards = 0
    calls: tuple[str, ...] = ()
    phase: str = "play"
    match_data: tuple[int, ...] = ()
    deal_data: tuple[int, ...] = ()
    given: tuple[Cards, ...] = (0, 0, 0, 0)

    def changed(self, **changes: Any) -> TrickState:
        """The state with other values of some fields, as ``dataclasses.replace`` makes it, in a third of the time."""
        values = list(_VALUES(self))
        for name, value in changes.items():
            values[_AT[name]] = value
        return TrickState(*values)

    def __repr__(self) -> str:
        words = [f"{seat}: {text(hand) or '-'}" for seat, hand in enumerate(self.hands)]
        words += [f"said: {' '.join(self.calls)}"] if self.calls else []
        words += [f"{self.leader} led {' '.join(text(1 << one) for one in self.trick)}"] if self.trick else []
        words += ["over" if self.turn is None else f"{self.phase}: {self.turn} to act"]
        return f"<{', '.join(words)}>"


_FIELDS: Final = tuple(each.name for each in fields(TrickState))
_AT: Final = {name: at for at, name in enumerate(_FIELDS)}
_VALUES: Final = attrgetter(*_FIELDS)

_IN_ROWS: Final = {
    "trump": "give the suit in a TrickRow, from row_of",
    "may_lead": "give closed, opens and opener in a TrickRow",
    "may_discard": "give banned in a TrickRow",
    "implied_lacks": "it follows from the TrickRow",
    "after_trick": "override take",
}


class TrickDeal(Game[TrickState]):
    """A game made from its row, and how a deal begins."""

    seats = 4
    sorts = ("suit", "rank")
    hand: int = 0
    """The number of cards that each seat is dealt; 0: as many as the pack has for it."""
    first_phase: str = "play"
    """The phase in which a deal begins."""
    words: tuple[str, ...] = ()
    """What ``calls`` may hold, where there are calls."""
    spoken: Mapping[str, Action] = {}
    """The action that each of them is, where it is no bid of tricks."""
    most_calls: int = 0
    """The greatest number of calls in a deal."""
    side_tricks: bool = False
    """Do partners count their tricks together? Then a finished deal shows the tricks of sides, not of seats."""
    turns_up: bool = False
    """Is a card shown to all, and its suit trumps: the first that is not dealt, or else the last, the dealer's?

    ``deal_data`` begins with it.
    """
    stock_opens: bool = False
    """Is what was not dealt shown to all at the end?"""
    orders: Sequence[CardOrder] = ()
    """Which suit cards count as and which is higher, by :meth:`contract_number`; none where cards are what they are."""
    honours: Cards = 0
    """The cards that count for who was dealt them, if they are trumps; a finished deal has them in ``played``."""

    def __init__(
        self,
        name: str,
        row: TrickRow = PLAIN,
        *,
        deck: Sequence[Card] = STANDARD,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.name = name
        self.row = row
        self.deck = tuple(deck)
        self.options = dict(options or {})
        self.order = Order()
        self.whole = mask(deck)
        self.by_trump = tuple(row._replace(trump=suit) for suit in range(4))

    def dealer(self, rng: Random, past: Past[TrickState] | None) -> Seat:
        """Hook: the dealer. By default a random seat, then the next seat clockwise."""
        return rng.randrange(self.seats) if past is None else self.after(past.last.dealer)

    def shuffle(self, rng: Random, past: Past[TrickState] | None = None) -> Shuffled:
        """Choose the dealer, which is the number in ``drawn``, then shuffle."""
        dealer = self.dealer(rng, past)
        return super().shuffle(rng, past)._replace(drawn=(dealer,))

    def hand_size(self, past: Past[TrickState] | None = None) -> int:
        """Hook: the number of cards that each seat is dealt. By default ``hand``."""
        return self.hand or len(self.deck) // self.seats

    def hand_out(self, shuffled: Shuffled, past: Past[TrickState] | None = None) -> TrickState:
        """Deal one card at a time, from the seat after the dealer on."""
        pack, (dealer, *_), _ = shuffled
        hands, rest = deal(pack, self.seats, self.hand_size(past), first=self.after(dealer))
        state = self.begin(tuple(map(mask, hands)), dealer, past)
        return self.turned_up(state, (*rest, pack[-1])[0]) if self.turns_up else state

    def turned_up(self, state: TrickState, one: Card) -> TrickState:
        """The state once a card has been turned up."""
        return state.changed(shown=1 << one, deal_data=(one, *state.deal_data))

    def stock(self, state: TrickState) -> Cards:
        """The cards that were not dealt; of a state with hidden hands those in them, too."""
        return self.whole & ~(sum(state.hands) | sum(state.played) | sum(self.apart(state)))

    def apart(self, state: TrickState) -> tuple[Cards, ...]:
        """What each seat has put aside: the cards to pass on until the play, and those that nobody gets."""
        if state.phase != "play" or not any(state.given):
            return state.given
        return tuple(some if self.receiver(state, seat) is None else 0 for seat, some in enumerate(state.given))

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        """Hook: the state once the cards are dealt. By default the seat after the dealer acts first and leads."""
        first, none = self.after(dealer), (0,) * self.seats
        return TrickState(hands, first, first, dealer, (), none, none, none, phase=self.first_phase, given=none)

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def receiver(self, state: TrickState, giver: Seat) -> Seat | None:
        """Hook: the seat that gets the cards which ``giver`` passes before the play; None where no cards are passed."""
        return None

    gift_size: int = 0
    """The number of cards that each seat passes before the play."""


class TrickPlay(TrickDeal):
    """The course of a deal: who acts, what may be done and what comes of it."""

    def __init_subclass__(cls) -> None:
        """A class that overrides what a row says now would play by two rule books: TypeError."""
        super().__init_subclass__()
        for hook, place in _IN_ROWS.items():
            if hook in vars(cls):
                raise TypeError(f"{cls.__name__}.{hook} is no hook of Tricks: {place}")

    # --- whose turn

    def actor(self, state: TrickState) -> Seat | None:
        """Hook: the seat that plays the hand whose turn it is. By default its own."""
        return state.turn

    def turn(self, state: TrickState) -> tuple[Seat, ...]:
        actor = self.actor(state)
        return () if actor is None else (actor,)

    # --- playing

    def row_of(self, state: TrickState) -> TrickRow:
        """Hook: the rules of this deal's play. By default ``row``, as given to the game, by the trump turned up."""
        return self.by_trump[state.deal_data[0] & 3] if self.turns_up and not self.orders else self.row

    def contract_number(self, state: TrickState) -> int:
        """Hook: the number of what is played, among ``orders``. By default the suit turned up."""
        return state.deal_data[0] & 3 if self.turns_up else 0

    def order_of(self, state: TrickState) -> CardOrder | None:
        """The order of this deal's cards; None where they are what they are."""
        return self.orders[self.contract_number(state)] if self.orders else None

    def sitting_out(self, state: TrickState) -> int:
        """Hook: the seats that have cards and do not play, as a set. By default none."""
        return 0

    def trump(self, state: TrickState) -> int | None:
        """The trump suit, as :class:`TrickRow` has it; None without trumps."""
        trump = self.row_of(state).trump
        return None if trump < 0 else trump

    def legal(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if state.turn is None or seat not in self.turn(state):
            return ()
        if state.phase != "play":
            return self.legal_before_play(state, seat)
        row, order = self.row_of(state), self.order_of(state)
        some = core.playable(row, state.hands[state.turn], *self._situation(row, state), order)
        if order is not None:
            return [_PLAY[1 << one] for one in _weakest_first(some, order)]
        trumps = some & OF_SUIT[row.trump] if row.trump >= 0 else 0
        found, some = [], some ^ trumps
        while some:
            found.append(_PLAY[some & -some])
            some &= some - 1
        while trumps:
            found.append(_PLAY[trumps & -trumps])
            trumps &= trumps - 1
        return found

    def current_trick(self, state: TrickState) -> tuple[Card, ...]:
        """The cards of the trick that is not complete yet; empty before a lead."""
        return state.trick if len(state.trick) < self.playing(state) else ()

    def playing(self, state: TrickState) -> int:
        """The number of seats that play to a trick."""
        return core.playing(self.seats, self.sitting_out(state))

    def from_leader(self, state: TrickState) -> list[Seat]:
        """The seats that play, from the one that led on."""
        out, seats = self.sitting_out(state), [(state.leader + n) % self.seats for n in range(self.seats)]
        return [seat for seat in seats if not out >> seat & 1]

    def before_trick(self, state: TrickState) -> TrickState:
        """The state as if the trick that is not complete yet had not begun, as far as ``played`` tells."""
        lying = mask(self.current_trick(state))
        return state.changed(played=tuple(some & ~lying for some in state.played))

    def playable(self, state: TrickState) -> Cards:
        """The cards that the hand whose turn it is may play: those of the led suit if it has any."""
        if state.turn is None:
            return 0
        row = self.row_of(state)
        return core.playable(row, state.hands[state.turn], *self._situation(row, state), self.order_of(state))

    def _situation(self, row: TrickRow, state: TrickState) -> tuple[int, bool, bool]:
        """The suit led, whether closed cards may be led, and whether this is the first trick, as the core asks."""
        trick = self.current_trick(state)
        led = core.suit_of(trick[0], self.order_of(state)) if trick else NONE
        return led, row.opens != 0 and any(some & row.opens for some in state.played), not any(state.won)

    def position(self, state: TrickState) -> core.Position:
        """The play as the core has it; ValueError once the deal is over."""
        if state.turn is None:
            raise ValueError("the deal is over")
        row, trick = self.row_of(state), self.current_trick(state)
        led, broken, first = self._situation(row, state)
        top, holder = self._winning(row, state)
        hands: Any = state.hands  # four for most games, and for all that look into them there
        return core.Position(hands, state.turn, len(trick), led, top, holder, broken, first, self.seats)

    def _winning(self, row: TrickRow, state: TrickState) -> tuple[Card, Seat]:
        """The card that wins the trick so far, and who played it; without a card 0 and who led before."""
        trick = self.current_trick(state)
        if not trick:
            return 0, state.leader
        place = winning_place(trick, row.trump, self.order_of(state))
        return trick[place], self.from_leader(state)[place]

    def broken(self, state: TrickState) -> bool:
        """Has a card been played that opens the lead of closed ones, from the next trick on?"""
        return self._situation(self.row_of(state), state)[1]

    def apply(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        if state.phase != "play":
            return self.apply_before_play(state, seat, action)
        row, one, owner = self.row_of(state), action.cards.bit_length() - 1, state.turn
        if owner is None:
            raise ValueError("the deal is over")
        situation = self._situation(row, state)
        trick, order, out = self.current_trick(state), self.order_of(state), self.sitting_out(state)
        seat, size, _, _, _ = core.after_card(
            row.trump, one, owner, len(trick), situation[0], *self._winning(row, state), self.seats, order, out
        )
        hands = _with(state.hands, owner, state.hands[owner] & ~action.cards)
        lacks = state.lacks
        if none := core.told(row, one, *situation, order):
            lacks = _with(lacks, owner, lacks[owner] | none)
        won = _with(state.won, seat, state.won[seat] + 1) if size == 0 else state.won
        after = TrickState(
            hands, None if size == 0 and not hands[seat] else seat, state.leader if trick else owner, state.dealer,
            (*trick, one), won, lacks, _with(state.played, owner, state.played[owner] | action.cards),
            state.shown & ~action.cards, state.calls, state.phase, state.match_data, state.deal_data, state.given,
        )  # fmt: skip
        return self.take(after, seat, mask(after.trick)) if size == 0 else after

    def take(self, state: TrickState, seat: Seat, some: Cards) -> TrickState:
        """Hook: the state once a seat has taken the cards of a complete trick; its tricks are counted already."""
        return state

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        """Hook: the legal actions of a seat in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what may be done in its phase {state.phase!r}")

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        """Hook: the state after an action in a phase before the play."""
        raise NotImplementedError(f"{self.name} does not say what comes of its phase {state.phase!r}")

    # --- the end

    @abstractmethod
    def score(self, state: TrickState) -> tuple[float, ...] | None: ...
