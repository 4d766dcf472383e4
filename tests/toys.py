"""Games for the tests: a toy in which everybody acts at once, and a game with a row changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from dealt.cards import Card, mask, sequence
from dealt.game import OPEN, Action, Fact, Game, Past, Pile, Seat, Shuffled, View
from dealt.games.climbing import BOMB, Kind
from dealt.games.doudizhu import DouDizhu
from dealt.hidden import deal_unseen

pile = lru_cache(maxsize=4096)(Pile)
"""Most piles have been shown before."""


@dataclass(frozen=True, slots=True)
class State:
    """Three hands, what each gave away, and how many deals went before."""

    hands: tuple[tuple[Card, ...], ...]
    given: tuple[Card | None, ...]
    deals: int = 0

    @property
    def done(self) -> bool:
        return None not in self.given


class Gift(Game[State]):
    """Each of three seats has two cards and gives one to the next, all at once. The highest sum wins a point."""

    name = "gift"
    seats = 3
    deck = sequence("2c 3c 4c 5c 6c 7c 8c")

    def hand_out(self, shuffled: Shuffled, past: Past[State] | None = None) -> State:
        deck = shuffled.pack
        hands = tuple(tuple(sorted(deck[n : n + 2])) for n in range(0, 2 * self.seats, 2))
        return State(hands, (None,) * self.seats, past.deals if past else 0)

    def turn(self, state: State) -> tuple[Seat, ...]:
        return tuple([seat for seat, one in enumerate(state.given) if one is None])

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.given[seat] is not None:
            return ()
        return tuple(Action("give", 1 << one) for one in sorted(state.hands[seat]))

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        given = tuple(action.cards.bit_length() - 1 if n == seat else one for n, one in enumerate(state.given))
        return replace(state, given=given)

    def view(self, state: State, seat: Seat | None) -> View:
        def shown(owner: Seat, one: Card) -> Card | None:
            return one if state.done or seat in (OPEN, owner) else None

        piles = []
        for owner in range(self.seats):
            left = [one for one in state.hands[owner] if one != state.given[owner]]
            piles.append(pile("hand", owner, tuple([shown(owner, one) for one in left]), "fan", role="hand"))
            gift = state.given[owner]
            piles.append(pile("gift", owner, () if gift is None else (shown(owner, gift),), "slot"))
        used = {one for hand in state.hands for one in hand}
        stock = [one for one in self.deck if one not in used]
        piles.append(pile("stock", None, tuple([one if seat == OPEN else None for one in stock])))
        legal = self.legal(state, seat) if seat in range(self.seats) and seat is not None else ()
        facts = (Fact(".deals", None, state.deals),)
        return View(seat, self.turn(state), tuple(piles), facts, tuple(legal), self.score(state))

    def sample(self, view: View, rng: Random) -> State:
        whole = deal_unseen(view, self.deck, rng)
        given = tuple(whole["gift", n][0] if whole["gift", n] else None for n in range(self.seats))
        hands = tuple(tuple(sorted((*whole["hand", n], *whole["gift", n]))) for n in range(self.seats))
        return State(hands, given, int(view.fact(".deals") or 0))

    def score(self, state: State) -> tuple[float, ...] | None:
        if not state.done:
            return None
        kept = self.kept(state)
        return tuple(1.0 if each == max(kept) else 0.0 for each in kept)

    def kept(self, state: State) -> list[int]:
        """The sum of what each has after all have given."""
        given = [each or 0 for each in state.given]
        return [sum(hand) - given[n] + given[n - 1] for n, hand in enumerate(state.hands)]

    def final(self, state: State, totals: tuple[float, ...]) -> bool:
        return max(totals) >= 3


def make(name: str, **options: object) -> Game[State]:
    """Make a game by name, as the list of games does for records."""
    if name != "gift" or options:
        raise ValueError(f"no game {name} with {options}")
    return Gift()


def held(state: State, seat: Seat) -> int:
    """The cards that a seat was dealt."""
    return mask(state.hands[seat])


class WithoutBombs(DouDizhu):
    """Dou Dizhu in which nothing beats every kind."""

    def kinds(self, rules: Mapping[str, Any]) -> tuple[Kind, ...]:
        return tuple(kind for kind in super().kinds(rules) if kind.power < BOMB)
