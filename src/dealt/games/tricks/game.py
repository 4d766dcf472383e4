"""Trick-taking games: one card each, the highest of the led suit or of trumps takes the trick, and its winner leads.

:class:`~dealt.games.tricks.play.TrickPlay` has the course of a deal; here is who sees what, what everybody can
conclude, hidden hands drawn from a view, and what people ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Final

from dealt.cards import STANDARD, SUITS, Card, Cards, cards, mask, members, text
from dealt.game import OPEN, Entry, Fact, Move, Opening, Pile, Say, Seat, Side, View
from dealt.games.tricks import core
from dealt.games.tricks.play import TrickPlay, TrickState
from dealt.games.tricks.rows import NONE, OF_SUIT, TRUMPS, CardOrder
from dealt.hidden import deal_unseen

_LAID: Final = sorted(STANDARD, key=lambda one: (one & 3, one), reverse=True)
_PLACES: Final = tuple(_LAID.index(one) for one in STANDARD)
"""The index of each card in a hand sorted by suits."""


@lru_cache(maxsize=1024)  # an action changes one hand, and each of five viewers asks for all
def _laid(some: Cards, order: CardOrder | None = None) -> tuple[Card, ...]:
    if order is None:
        return tuple(sorted(members(some), key=_PLACES.__getitem__))
    return tuple(sorted(members(some), key=lambda one: (-order.suit_of[one], order.above[one].bit_count())))


_written = lru_cache(maxsize=1024)(text)
_read = lru_cache(maxsize=1024)(cards)


class Tricks(TrickPlay):
    """The rules of a trick-taking game, by default for four seats, numbered clockwise and played clockwise."""

    def tricks_as_points(self, state: TrickState, side: int) -> Side:
        """The score of partners who get a point for every trick that they took."""
        seats = self.partnerships[side]
        won = sum(state.won[seat] for seat in seats)
        lines = (Entry(Say("entry.tricks_taken", {"count": won}), (won,)),) if won else ()
        return Side(seats, lines, name=Say(f"side.{side}"))

    # --- who sees what

    def visible_cards(self, state: TrickState, viewer: Seat | None, owner: Seat) -> Cards:
        """Hook: the set of cards that a viewer may see wherever they are in the hand of ``owner``; -1 for all cards.

        By default all of its own hand, elsewhere the shown cards and those that it passed; at the end all.
        """
        if viewer in (owner, OPEN) or state.turn is None:
            return -1
        gave = viewer is not None and state.phase == "play" and self.receiver(state, viewer) == owner
        return state.shown | (state.given[viewer] if viewer is not None and gave else 0)

    def hand_layout(self, state: TrickState, owner: Seat) -> str:
        """Hook: the ``lay`` of a hand's pile."""
        return "fan"

    def view(self, state: TrickState, seat: Seat | None) -> View:
        """The viewer's cards, the cards shown to all, the newest trick, and the cards of earlier tricks."""
        order, aside = self.order_of(state), "heap" if state.phase == "play" else "row"
        piles = [
            Pile(
                "hand",
                owner,
                self._lay(hand, self.visible_cards(state, seat, owner), order),
                self.hand_layout(state, owner),
                role="hand",
            )
            for owner, hand in enumerate(state.hands)
        ]
        piles += [
            Pile("given", owner, self._lay(some, self.visible_cards(state, seat, owner), order), aside)
            for owner, some in enumerate(self.apart(state))
            if some
        ]
        lying: list[tuple[Card, ...]] = [() for _ in range(self.seats)]
        for owner, one in zip(self.from_leader(state), state.trick, strict=False):
            lying[owner] = (one,)
        piles += [Pile("trick", owner, some, "slot") for owner, some in enumerate(lying)]
        piles.append(Pile("played", None, self._lay(sum(state.played) & ~mask(state.trick), -1, order), "heap"))
        if rest := self.stock(state):
            turned = self._lay(rest & state.shown, -1, order)
            open_ = seat == OPEN or (self.stock_opens and state.turn is None)
            under = self._lay(rest & ~state.shown, -open_, order)
            piles.append(Pile("stock", None, (*under, *turned), "open"))
        legal = () if seat is None or seat == OPEN else tuple(self.legal(state, seat))
        return View(seat, self.turn(state), tuple(piles), tuple(self._facts(state, seat)), legal, self.score(state))

    def _lay(self, held: Cards, known: Cards = -1, order: CardOrder | None = None) -> tuple[Card | None, ...]:
        return (*_laid(held & known, order), *(None,) * (held & ~known).bit_count())

    def facts(self, state: TrickState) -> list[Fact]:
        """Hook: further public facts for people to read."""
        return []

    def turned_facts(self, state: TrickState) -> list[Fact]:
        """Hook: the card turned up. By default its suit is trumps for the whole deal."""
        return [Fact("trump", None, text(1 << state.deal_data[0]), role="turned")]

    def need(self, state: TrickState, seat: Seat) -> int | None:
        """Hook: the tricks that the seat's side needs; None where it needs none, or counts its own alone."""
        return None

    def _sides(self, state: TrickState) -> list[Fact]:
        """What the sides have taken, for the seats whose own tricks don't matter; after a slash what they need."""
        found: list[Fact] = []
        for partners in self.partnerships or [(seat,) for seat in range(self.seats)]:
            won = sum(state.won[seat] for seat in partners)
            for seat in partners:
                if self.side_tricks and state.turn is None:
                    found.append(Fact("side", seat, won, role="side"))
                elif (need := self.need(state, seat)) is not None:
                    found.append(Fact("goal", seat, f"{won}/{need}", role="side"))
        return sorted(found, key=lambda each: each.owner or 0)

    def _facts(self, state: TrickState, viewer: Seat | None) -> list[Fact]:
        found = [Fact("dealer", state.dealer, 1, role="dealer"), *self.facts(state)]
        found += self.turned_facts(state) if self.turns_up else []
        if state.phase == "play":
            leading = state.turn is not None and not self.current_trick(state)
            found.append(Fact("lead", state.turn if leading else state.leader, 1, role="lead"))
            alone = not self.partnerships and self.need(state, state.leader) is not None
            apart = ".tricks" if alone or (self.side_tricks and state.turn is None) else "tricks"  # the side has them
            found += [Fact(apart, seat, won, role="tricks") for seat, won in enumerate(state.won)]
            found += self._sides(state)
        found.append(Fact(".leader", state.leader, 1))
        found += [Fact(".turn", state.turn, 1)] if state.turn is not None else []
        for seat, none in enumerate(state.lacks):
            found += _lacking(seat, none) if none else ()
        found += [Fact(".played", seat, _written(some)) for seat, some in enumerate(state.played) if some]
        found += [Fact(".calls", None, " ".join(state.calls))] if state.calls else []
        found += [Fact(".shown", None, text(state.shown))] if state.shown else []
        found += [Fact(".phase", None, state.phase)] if state.phase != "play" else []
        found += [Fact(".carried", None, " ".join(map(str, state.match_data)))] if state.match_data else []
        found += [Fact(".notes", None, " ".join(map(str, state.deal_data)))] if state.deal_data else []
        if state.phase == "play":
            passed = [(seat, some, self.receiver(state, seat)) for seat, some in enumerate(state.given) if some]
            found += [
                Fact("given", giver, _written(some), role="past")
                for giver, some, receiver in passed
                if receiver is not None and viewer in (giver, receiver, OPEN)
            ]
        return found

    def sample(self, view: View, rng: Random) -> TrickState:
        state = self._restore(view, deal_unseen(view, self.deck, rng, self.constraint(view)))
        return state if state.phase != "play" else state.changed(given=self._guessed(state, rng))

    def _guessed(self, state: TrickState, rng: Random) -> tuple[Cards, ...]:
        """The cards that each seat passed; unknown ones are drawn from those that its receiver holds or has played."""
        given = list(state.given)
        for giver, some in enumerate(given):
            receiver = self.receiver(state, giver)
            if receiver is not None and not some:
                held = list(members(state.hands[receiver] | state.played[receiver]))
                given[giver] = mask(rng.sample(held, self.gift_size))
        return tuple(given)

    def public(self, view: View) -> TrickState:
        """The state as far as a view shows it: hidden hands hold only the cards seen. Legality needs no more."""
        return self._restore(
            view, {(each.name, each.owner): tuple(o for o in each.cards if o is not None) for each in view.piles}
        )

    def _restore(self, view: View, held: Mapping[tuple[str, Seat | None], tuple[Card, ...]]) -> TrickState:
        public = {(fact.name, fact.owner): fact.value for fact in view.facts}
        owners = {fact.name: fact.owner for fact in view.facts}
        leader = owners[".leader"]
        if leader is None:
            raise ValueError("this view does not say who leads")
        seats = [(leader + n) % self.seats for n in range(self.seats)]

        def numbers(name: str) -> tuple[int, ...]:
            return tuple(map(int, str(public.get((name, None), "")).split()))

        return TrickState(
            hands=tuple(mask(held["hand", seat]) for seat in range(self.seats)),
            turn=owners.get(".turn"),
            leader=leader,
            dealer=owners["dealer"] or 0,
            trick=tuple(one for seat in seats for one in held["trick", seat]),
            won=tuple(
                int(public.get(("tricks", seat)) or public.get((".tricks", seat)) or 0) for seat in range(self.seats)
            ),
            lacks=tuple(
                sum(OF_SUIT[suit] for suit in range(4) if int(public.get((".lacks", seat), 0)) >> suit & 1)
                | _read(str(public.get((".lacks_cards", seat), "")))
                for seat in range(self.seats)
            ),
            played=tuple(_read(str(public.get((".played", seat), ""))) for seat in range(self.seats)),
            shown=cards(str(public.get((".shown", None), ""))),
            calls=tuple(str(public.get((".calls", None), "")).split()),
            phase=str(public.get((".phase", None), "play")),
            match_data=numbers(".carried"),
            deal_data=numbers(".notes"),
            given=tuple(
                mask(held.get(("given", seat), ())) or _read(str(public.get(("given", seat), "")))
                for seat in range(self.seats)
            ),
        )

    def constraint(self, view: View) -> Callable[[Card, Pile], bool] | None:
        """A test whether public knowledge permits a hidden card in a pile; None if every card may be anywhere.

        Nobody holds what its plays have told that it lacks, and who is to lead first holds the card that must be led.
        """
        state = self.public(view)
        opener = self.row_of(state).opener if state.phase == "play" and not any(state.played) else NONE
        lacks, first = state.lacks, state.turn
        if opener < 0 and not any(lacks):
            return None

        def allowed(one: Card, pile: Pile) -> bool:
            if pile.name != "hand" or pile.owner is None:
                return True
            return not lacks[pile.owner] >> one & 1 and (one != opener or pile.owner == first)

        return allowed

    # --- what people ask

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        """Where cards have an order of their own, by suits as they count in this deal: so the hand lies anyway."""
        held = () if view.seat is None else view.pile("hand", view.seat).cards
        if how != "suit" or not self.orders:
            return super().arrange(view, how)
        return tuple(one for one in held if one is not None)

    def tell(self, move: Move) -> Say:
        return Say("give.hidden", {"count": move.hidden}) if move.hidden else super().tell(move)

    def opening(self, view: View) -> Opening | None:
        """One card at a time, from the seat after the dealer on."""
        dealer = next((fact.owner for fact in view.facts if fact.name == "dealer"), None)
        return (
            None
            if dealer is None
            else Opening(round=tuple((dealer + n) % self.seats for n in range(1, self.seats + 1)))
        )

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        """Before the play: that something comes first, by the text ``why`` of the phase, such as ``why.bid``."""
        state = self.public(view)
        if state.phase != "play" or state.turn is None:
            return Say(f"why.{state.phase}")
        hand, trick = state.hands[state.turn], self.current_trick(state)
        if not chosen:
            return Say("why.choose")
        if chosen & ~hand:
            return Say("why.card")
        if chosen.bit_count() > 1:
            return Say("why.one")
        if trick:
            suit = core.suit_of(trick[0], order := self.order_of(state))
            same = core.of_suit(suit, order)
            if hand & same and not chosen & same:
                return Say("why.trump") if suit == TRUMPS else Say("why.follow", {"suit": f"@suit.{SUITS[suit]}"})
        return self.why(state, chosen)

    def why(self, state: TrickState, chosen: Cards) -> Say:
        """Hook: why a lead, or a card that follows suit, isn't allowed."""
        return Say("not_legal")


def _lacking(seat: Seat, none: Cards) -> list[Fact]:
    """What a seat is known not to hold: whole suits as bits, and the other cards by name."""
    suits = sum(1 << suit for suit, all_of in enumerate(OF_SUIT) if all_of & ~none == 0)
    rest = none & ~sum(all_of for suit, all_of in enumerate(OF_SUIT) if suits >> suit & 1)
    found = [Fact(".lacks", seat, suits)] if suits else []
    return [*found, Fact(".lacks_cards", seat, _written(rest))] if rest else found
