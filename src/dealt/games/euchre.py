"""Euchre: a turned-up card that anybody may make trumps, two jacks above all others, and partners who sit out.

The rules are those of the "Official Rules according to Bicycle", as the University of Michigan printed them for the
campus championships of 2000, and of the rules of Yahoo! Games; options are those of euchrelinks.com ("Euchre Rule
Variations").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from dealt.bits import count
from dealt.cards import SUITS, Card, Cards, card, sequence, text
from dealt.game import Action, Entry, Fact, Option, Say, Seat, Side, Value, View
from dealt.games.texts import listed, settled
from dealt.games.tricks import NONE, TRUMPS, CardOrder, SidePoints, Spoken, TrickRow, TrickState, card_order
from dealt.games.tricks.core import following

OPTIONS: Final = (
    Option("target", 10, low=5, high=15),
    Option("stick_dealer", False, (False, True)),
    Option("defend_alone", False, (False, True)),
    Option("best_bower", False, (False, True)),
    Option("lowest_card", 9, (9, 7)),
)

BEST_BOWER: Final = card("2s")
"""The card above the bowers, as in Britain, where a joker may take its place."""
LEFT: Final = (3, 2, 1, 0)
"""The other suit of the same colour."""
SYMBOLS: Final = "♣♦♥♠"
NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

PASS, ORDER, ORDER_ALONE, NAME, NAME_ALONE, DEFEND = 0, 1, 2, 3, 7, 11
"""What may be said, as numbers: of names the first, that of clubs."""
VERBS: Final = (
    "pass",
    "order",
    "order alone",
    *(f"name {suit}" for suit in NAMES),
    *(f"name {suit} alone" for suit in NAMES),
    "defend alone",
)
SPOKEN: Final = {verb.replace(" ", "-"): Action(verb) for verb in VERBS}

# --- what is said, over numbers


class Naming(NamedTuple):
    """The rules of naming trumps as numbers."""

    stick: bool = False
    """Must the dealer name a suit if nobody else does?"""
    defend: bool = False
    """May an opponent of a lone maker play alone, too?"""


class Heard(NamedTuple):
    """What has been said: whose turn it is, how many times, who made trumps by which word, and who sits out."""

    seat: Seat
    """-1 once nothing more is to be said."""
    said: int = 0
    maker: Seat = NONE
    word: int = NONE
    out: int = 0


def may_say(naming: Naming, now: Heard, turned: int) -> int:
    """What the seat to speak may say, as a set of numbers; ``turned`` is the suit of the card turned up.

    >>> [tuple(SPOKEN)[n] for n in range(12) if may_say(Naming(stick=True), Heard(0, 7), 2) >> n & 1][:4]
    ['name-clubs', 'name-diamonds', 'name-spades', 'name-clubs-alone']
    """
    if now.maker >= 0:
        return 1 << DEFEND | 1 << PASS
    if now.said < 4:
        return 1 << PASS | 1 << ORDER | 1 << ORDER_ALONE
    suits = 15 & ~(1 << turned)
    found = suits << NAME | suits << NAME_ALONE
    return found if naming.stick and now.said == 7 else found | 1 << PASS


def heard(naming: Naming, now: Heard, word: int) -> Heard:
    """The same after one more word."""
    seat, said, maker, made, out = now
    if maker >= 0:
        if word == DEFEND:
            return Heard(-1, said + 1, maker, made, out | 1 << (seat ^ 2))
        return Heard(seat ^ 2 if seat == (maker + 1) & 3 else -1, said + 1, maker, made, out)
    if word == PASS:
        return Heard((seat + 1) & 3 if said < 7 else -1, said + 1, -1, -1, 0)
    if word == ORDER_ALONE or word >= NAME_ALONE:
        return Heard((seat + 1) & 3 if naming.defend else -1, said + 1, seat, word, 1 << (seat ^ 2))
    return Heard(-1, said + 1, seat, word, 0)


def trump_named(word: int, turned: int) -> int:
    """The suit that a word makes trumps."""
    return turned if word <= ORDER_ALONE else (word - NAME) & 3


def maker_points(won: int, size: int, out: int) -> int:
    """The points of the makers for their tricks, negative where the defenders get them; ``out`` are who sat out.

    >>> [maker_points(won, 5, 0) for won in range(6)], maker_points(5, 5, 1), maker_points(2, 5, 3)
    ([-2, -2, -2, 1, 1, 2], 4, -4)
    """
    if 2 * won < size:
        return -4 if count(out) > 1 else -2
    if won < size:
        return 1
    return 4 if out != 0 else 2


# --- the game


def deck_of(lowest: int, best: bool) -> tuple[Card, ...]:
    """The pack: from the nines or the sevens on, and perhaps the best bower."""
    ranks = "789TJQKA" if lowest == 7 else "9TJQKA"
    return (*((BEST_BOWER,) if best else ()), *sequence(" ".join(rank + suit for rank in ranks for suit in SUITS)))


def bowers(deck: Sequence[Card], suit: int) -> CardOrder:
    """The order of a suit of trumps: best, right and left bower, then from the ace down."""
    first = (BEST_BOWER, card(f"J{SUITS[suit]}"), card(f"J{SUITS[LEFT[suit]]}"))
    rest = (one for one in sorted(deck, reverse=True) if one & 3 == suit and one not in first)
    return card_order(deck, (*(one for one in first if one in deck), *rest))


class Euchre(Spoken, SidePoints):
    """Euchre under any of ``OPTIONS``. Tests use smaller decks."""

    turns_up = True
    gift_size = 1
    spoken, most_calls = SPOKEN, 10
    opens = Heard

    def __init__(self, *, deck: tuple[Card, ...] = (), hand: int = 5, **options: Value) -> None:
        self.rules = settled(OPTIONS, options)
        self.naming = Naming(bool(self.rules["stick_dealer"]), bool(self.rules["defend_alone"]))
        self.hears = partial(heard, self.naming)
        self.hand, self.target = hand, int(self.rules["target"])
        deck = deck or deck_of(int(self.rules["lowest_card"]), bool(self.rules["best_bower"]))
        super().__init__("euchre", TrickRow(trump=TRUMPS), deck=deck, options=self.rules)
        none = card_order(deck, [one for one in deck if one == BEST_BOWER])
        self.orders = (*(bowers(deck, suit) for suit in range(len(SUITS))), none)

    # --- the deal, and what is said

    def contract_number(self, state: TrickState) -> int:
        """The suit of trumps, or of the card turned up until that is turned down; then 4."""
        now, turned = self.heard(state), state.deal_data[0] & 3
        if now.maker < 0:
            return turned if now.said < self.seats else len(SUITS)
        return trump_named(now.word, turned)

    def sitting_out(self, state: TrickState) -> int:
        out: int = self.heard(state).out
        return out

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if state.phase == "give":
            held = state.hands[seat] & ~state.shown
            return [Action("give", 1 << one) for one in sorted(self.deck, key=self._worth(state)) if held >> one & 1]
        may = may_say(self.naming, self.heard(state), state.deal_data[0] & 3)
        return [self.vocabulary[n] for n in (*range(1, len(SPOKEN)), PASS) if may >> n & 1]

    def _worth(self, state: TrickState) -> Any:
        order = self.orders[self.contract_number(state)]
        return lambda one: (order.suit_of[one] == TRUMPS, one >> 2, one & 3)

    def named(self, before: TrickState, state: TrickState) -> TrickState:
        """After the last word the dealer takes up a card that was ordered up; then all play."""
        now, dealer = self.heard(state), state.dealer
        if now.seat >= 0 or now.maker < 0:
            return state.changed(turn=now.seat if now.seat >= 0 else None)
        if now.word > ORDER_ALONE or now.out >> dealer & 1:
            return self.led(state)
        hands = list(state.hands)
        hands[dealer] |= 1 << state.deal_data[0]
        return state.changed(hands=tuple(hands), turn=dealer, phase="give")

    def led(self, state: TrickState) -> TrickState:
        first = following(state.dealer, self.seats, self.sitting_out(state))
        return state.changed(turn=first, leader=first, phase="play")

    # --- the end

    def points(self, state: TrickState) -> tuple[int, int]:
        """What the deal is worth to both sides; nothing where nobody made trumps."""
        now = self.heard(state)
        if now.maker < 0:
            return 0, 0
        made = maker_points(state.won[now.maker] + state.won[now.maker ^ 2], self.hand, now.out)
        pair = max(made, 0), max(-made, 0)
        return pair if now.maker % 2 == 0 else pair[::-1]

    def said(self, state: TrickState) -> Say | None:
        return Say("result.passed") if self.heard(state).maker < 0 else None

    def lines(self, state: TrickState, side: int) -> Side:
        points, now = self.points(state)[side], self.heard(state)
        won = sum(state.won[seat] for seat in self.partnerships[side])
        how = "euchre" if now.maker % 2 != side else "tricks" if won < self.hand else "alone" if now.out else "march"
        how = "defended" if how == "euchre" and now.out.bit_count() > 1 else how
        lines = (Entry(Say(f"entry.{how}"), (points,)),) if points else ()
        taken = (Say("result.tricks", {"tricks": won}),) if now.maker >= 0 else ()
        return Side(self.partnerships[side], lines, taken, Say(f"side.{side}"))

    # --- what people see

    def need(self, state: TrickState, seat: Seat) -> int | None:
        return self.hand // 2 + 1

    def facts(self, state: TrickState) -> list[Fact]:
        now, turned = self.heard(state), state.deal_data[0]
        found = super().facts(state)
        passes = next((n for n, word in enumerate(state.calls) if word != "pass"), len(state.calls))
        for seat in range(self.seats):
            times = (passes + 3 - (seat - state.dealer - 1) % 4) // 4
            shown = now.maker < 0 and times > now.said // 4
            one = Fact("passed", seat, times, role="passed") if shown else Fact(".passed", seat, times)
            found += [one] if times else []
        if now.maker >= 0:
            symbol = SYMBOLS[trump_named(now.word, turned & 3)]
            found.append(Fact("maker", now.maker, symbol, role="alone" if now.out else ""))
            found += [Fact("out", seat, 1, role="out") for seat in range(self.seats) if now.out >> seat & 1]
            found.append(Fact("trumps", None, symbol))
        return found

    def turned_facts(self, state: TrickState) -> list[Fact]:
        now = self.heard(state)
        if now.word > ORDER_ALONE or (now.maker < 0 and now.said >= self.seats):
            return [Fact("turned_down", None, text(1 << state.deal_data[0]))]
        return super().turned_facts(state)

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        why = super().explain_in_turn(view, seat, chosen)
        return Say("why.turned") if why.key == "why.give" and chosen.bit_count() == 1 else why

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        now = self.heard(self.public(view))
        if view.fact(".phase") != "bid":
            return Say("why.named")
        if now.maker >= 0:
            return Say("why.alone")
        if action.verb == "pass":
            return Say("why.stuck")
        if action.verb == "defend alone":
            return Say("why.defend")
        return Say("why.first" if now.said < self.seats else "why.second")


LISTING: Final = listed("euchre", Euchre, OPTIONS)
