"""A climbing game: its play and its views, completed by sentences and the order of a hand."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from random import Random

from dealt.cards import Card, Cards, mask, name
from dealt.game import Action, Move, Opening, Say, Seat, View
from dealt.games.climbing import core, exchange
from dealt.games.climbing.combinations import Combinations
from dealt.games.climbing.cutting import DEAL
from dealt.games.climbing.dealing import NONE, PASS, SHOW, ClimbingState
from dealt.games.climbing.views import ClimbingView, picked


class Climbing(ClimbingView):
    """A climbing game with the given kinds of combination: :class:`ClimbingView`, and what people ask."""

    def opening(self, view: View) -> Opening | None:
        """One card at a time, from the seat after the dealer on; after a cut a sentence names the cut cards."""
        dealer = next((fact.owner for fact in view.facts if fact.name == "dealer"), None)
        if dealer is None:
            return None
        shown = {f"card{fact.owner}": (str(fact.value),) for fact in view.facts if fact.name == ".cut"}
        seats = {f"seat{seat}": f"#{seat}" for seat in range(self.seats)}
        say = Say(f"opening.cut.{self.seats}", {**shown, **seats, "who": f"#{dealer}"}) if shown else None
        return Opening(say, self._around(self.after(dealer)))

    def _around(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in the order of play."""
        return tuple(accumulate(range(1, self.seats), lambda seat, _: self.after(seat), initial=first))

    def classify(self, chosen: Cards) -> str | None:
        """The name of the kind of combination that these cards form; None if they form none."""
        row = self.combinations.row(chosen)
        return None if row is None else self._kind(row)

    def beats(self, play: Cards, previous: Cards) -> bool:
        """Does one card set beat another? False if either is no combination."""
        row, other = self.combinations.row(play), self.combinations.row(previous)
        return row is not None and other is not None and self.combinations.beats(row, other)

    def tell(self, move: Move) -> Say:
        hidden = move.hidden if move.action.verb == exchange.VERB else 0
        return Say("give.hidden", {"count": hidden}) if hidden else super().tell(move)

    def describe(self, action: Action) -> Say:
        if action.verb == exchange.VERB and action.pick:
            return Say("give.some", super().describe(action).args)
        row = self.combinations.row(action.cards) if action.verb == "play" else None
        if row is None:
            return super().describe(action)
        top = self.combinations.top[row]
        rank = {"T": "10", "B": "BJ", "R": "RJ"}.get(top, top)
        return Say(f"play.{self._kind(row)}", {"cards": self._names(action.cards), "rank": rank})

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        # legality depends on nothing hidden, so any deal that fits the view will do
        state = self.sample(view, Random(0))
        if state.cut is not None:
            return Say("why.cut")
        if state.phase == exchange.PHASE:
            gift = view.legal[0]
            key, many = ("give", gift.pick[0]) if gift.pick else ("give_best", gift.cards.bit_count())
            return Say(f"why.{key}", {"count": many, "cards": self._names(gift.cards)})
        if state.phase != "play":
            return Say(f"why.{state.phase}")
        return Say("why.hand") if chosen & ~state.hands[seat] else self._why(state, seat, chosen)

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        """Also explains why a leader can't pass, and which actions belong to the cut for the deal."""
        why = super().refuse_in_turn(view, seat, action)
        if view.fact(".phase") == "cut":
            if DEAL in view.legal:
                return Say("why.cut_deal")
            there = action.verb == "cut" and 0 < (action.amount or 0) <= len(self.deck)
            return Say("why.cut_taken") if there else Say("why.cut") if action.verb != "cut" else why
        if action.verb in ("cut", "deal"):
            return Say("why.cut_over")
        if view.fact(".phase") not in (None, exchange.PHASE):
            return Say(f"why.{view.fact('.phase')}")
        if action == SHOW:
            return Say("why.show")
        if action != PASS:
            return why
        state = self.sample(view, Random(0))
        if state.phase == exchange.PHASE:
            return self.explain_in_turn(view, seat, 0)
        return self._why(state, seat, 0) if state.phase == "play" else why

    def _why(self, state: ClimbingState, seat: Seat, chosen: Cards) -> Say:
        book = self.book(state)
        row = book.row(chosen)
        if not chosen:
            return Say("why.lead")
        if state.owner is not None:
            last = self.newest(state)
            kind, newest = f"@kind.{self._kind(last, book)}", self._names(state.trick[state.owner])
            beats = row is not None and book.beats(row, last, state.turned)
            if chosen.bit_count() != book.size[last] and not beats:
                return Say("why.count", {"count": book.size[last], "kind": kind})
            if row is not None and not beats:
                return Say("why.beat", {"cards": newest, "kind": kind})
        if row is None:
            return Say("why.kind")
        must, only = self.restricted(state, seat)
        held = core.held(self.numbers.suits, chosen)
        if not core.permitted(held, must, NONE):
            return Say("why.must", {"cards": self._names(state.must)})
        if not core.permitted(held, 0, only):
            return Say("why.last_card", {"cards": (name(only),)})
        return Say("not_legal")

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        """Also by ``"combination"``: the largest and strongest combination first, then that of the rest, and so on."""
        if how != "combination":
            return super().arrange(view, how)
        return self.grouped(mask(super().arrange(view, "rank")), self.combinations)

    def grouped(self, hand: Cards, book: Combinations) -> tuple[Card, ...]:
        """A hand by combinations."""
        return _grouped(self._high_to_low, hand, book)

    def _names(self, held: Cards) -> tuple[str, ...]:
        return tuple(map(name, self.in_order(held)))


@lru_cache(maxsize=4096)  # only one seat's hand changes with an action, and every seat is shown its own
def _grouped(order: tuple[Card, ...], hand: Cards, book: Combinations) -> tuple[Card, ...]:
    groups = list[Cards]()
    while rows := book.rows_in(hand):
        best = max(rows, key=book.places.__getitem__)
        groups.append(book.plays(hand, [best])[0].cards)
        book.derive(hand, hand & ~groups[-1])
        hand &= ~groups[-1]
    return tuple(one for group in (*groups, hand) for one in picked(order, group))
