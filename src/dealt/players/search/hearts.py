"""``search`` for Hearts: each card is tried in many layouts, and so is each choice of cards to pass.

In a layout all seats play on by simple rules (:mod:`dealt.players.advice.hearts.rollout`), seeing their own hands only.
Whoever may take all points tries that as a plan of its own, and whoever has all of them so far is suspected of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.cards import Card, mask
from dealt.game import Action, Game, Player, View
from dealt.games.hearts import JACK, QUEEN, Hearts
from dealt.games.tricks import NONE, TrickState
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import HIDDEN, changes
from dealt.players.advice.hearts.rollout import Known, Room, look_ahead, try_gifts
from dealt.players.advice.hearts.shy import danger, strength
from dealt.players.advice.tricks.layouts import layouts_of
from dealt.players.advice.tricks.playout import alike
from dealt.players.search.budget import Budget
from dealt.players.search.deciding import best_place
from dealt.shapes import Workspace

__all__ = ["HeartsSearch", "knows", "make"]

KERNELS: Final = (look_ahead, try_gifts)
"""What it needs compiled to look as far as it can."""

BUDGET: Final = Budget(worlds=640, round=32, choices=26, mixed=0.0)
GIFTS: Final = 20
"""The number of choices of cards to pass that are tried."""
SUSPECT: Final = 5
"""The points with which a seat that has all so far may be after the moon."""
BOLD: Final = 9
"""The strength of a hand from which on the moon is tried as a plan, while nobody else has a point."""
PLANS: Final = 0, 1


class HeartsSearch:
    """The computer at one seat."""

    def __init__(self, game: Hearts, budget: Budget | None = None) -> None:
        self.game = game
        self.budget = budget or BUDGET

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        known = self.game.public(view)
        if known.phase != "play":
            return self.gift(view, known, rng)
        actions = {each.cards.bit_length() - 1: each for each in view.legal if each.cards}
        own = {QUEEN, JACK} if self.game.rules["jack"] else {QUEEN}
        tried = alike(self.game, known, [one for one in actions if one not in own]) + sorted(own & set(actions))
        if len(tried) == 1:
            return actions[tried[0]]
        one = self.card(view, known, tried, rng)
        return actions[one]

    def card(self, view: View, known: TrickState, tried: Sequence[Card], rng: Random) -> Card:
        """The best of some cards."""
        game, seat = self.game, known.turn or 0
        had = known.deal_data[:4]
        suspect = next((n for n in range(4) if n != seat and had[n] == sum(had) >= SUSPECT), NONE)
        bold = had[seat] == sum(had) and (
            had[seat] >= SUSPECT or strength(known.hands[seat] | known.played[seat]) >= BOLD
        )
        choices = [(one, plan) for plan in PLANS[: 1 + bold] for one in tried]
        lying = mask(game.current_trick(known))
        told = Known(sum(known.played) & game.whole, lying, seat, round(self.budget.chance * (1 << 20)))
        at, seed, before = game.position(known), rng.getrandbits(60), tuple(map(int, known.deal_data))

        deals, own = layouts_of(game, view, known, Random(seed)), room()

        def given(places: Sequence[int], worlds: int, number: int) -> tuple[Any, ...]:
            moves = [choices[n][0] for n in places]
            plans = [choices[n][1] for n in places]
            out = [[0] * worlds for _ in places]
            return (
                game.row, game.counting, at, told, before, *deals, moves, plans, suspect, worlds, seed + 2 * number,
                own, out,
            )  # fmt: skip

        place = best_place(look_ahead, len(choices), given, self.budget)
        return choices[place][0]

    def gift(self, view: View, known: TrickState, rng: Random) -> Action:
        """The cards to pass: those whose loss lowers the danger of the hand most are tried in many layouts."""
        game, seat = self.game, view.seat or 0
        hand = known.hands[seat]
        tried = sorted(view.legal, key=lambda each: danger(hand & ~each.cards))[:GIFTS]
        choices: list[tuple[Action, int]] = [(each, 0) for each in tried]
        if strength(hand) >= BOLD - 1:
            weak = sorted(view.legal, key=lambda each: (-strength(hand & ~each.cards), each.cards))[:6]
            choices += [(each, 1) for each in weak]
        told = Known(0, 0, seat, round(self.budget.chance * (1 << 20)))
        seed, (way,) = rng.getrandbits(60), known.match_data

        deals, own = layouts_of(game, view, known, Random(seed)), room()

        def given(places: Sequence[int], worlds: int, number: int) -> tuple[Any, ...]:
            gifts = [choices[n][0].cards for n in places]
            plans = [choices[n][1] for n in places]
            out = [[0] * worlds for _ in places]
            return (
                game.row, game.counting, way, game.gift_size, known.dealer, told, *deals, gifts, plans, worlds,
                seed + 2 * number, own, out,
            )  # fmt: skip

        place = best_place(try_gifts, len(choices), given, self.budget)
        return choices[place][0]


def room() -> Room:
    """Room for one kernel at a time."""
    return Room(*map(Workspace, (ROOM, 4, 4, 8)))


def knows(game: Game[Any]) -> bool:
    """Is it Hearts?"""
    return isinstance(game, Hearts) and not changes(game, HIDDEN)


def make(game: Game[Any], **budget: Any) -> Player:
    """The computer for a seat; ValueError if the game isn't Hearts."""
    if not isinstance(game, Hearts):
        raise ValueError(f"this computer plays Hearts, and {game.name} isn't")
    return HeartsSearch(game, BUDGET._replace(**budget) if budget else None)
