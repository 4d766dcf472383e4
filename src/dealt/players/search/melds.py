"""``search`` for melding games: each choice is tried in many worlds, which both play out by rules of thumb.

A world is likely if the other would have acted in it as it did: what it left or threw makes no meld there, what it took
does, and it could not have knocked (:mod:`dealt.players.advice.melds.rollout`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from dealt.cards import Card, card, mask
from dealt.game import Action, Game, Seat, View
from dealt.games.melds import Melding, MeldState, core
from dealt.games.melds.play import WORDS
from dealt.hidden import unseen
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import HIDDEN, changes
from dealt.kernels.machine import available
from dealt.players.advice.melds.rollout import USUAL as STYLE
from dealt.players.advice.melds.rollout import Room, Rules, Seen, Style, advised, tried
from dealt.players.judging import Judge, Judgement
from dealt.players.search.budget import Budget, best_of, plain_budget
from dealt.shapes import Workspace

KERNELS: Final = (tried, advised)
NOTHING: Final = -1
USUAL: Final = Budget(worlds=1024, round=64, mixed=0.0, pool=16)


TAKE: Final = WORDS[core.TAKE]
Ahead = Callable[[Sequence[Action], int, int], list[list[float]]]


class MeldSearch:
    """The computer at one seat; a deal is worth the points by which it ends ahead."""

    remembers = True

    def __init__(self, game: Melding, budget: Budget = USUAL, style: Style = STYLE) -> None:
        self.game, self.rules = game, Rules(game.row, style)
        budget = budget if available() else plain_budget(budget, 8)
        self.budget = budget._replace(round=min(budget.round, budget.worlds))

    @classmethod
    def made(cls, game: Melding, **budget: Any) -> MeldSearch:
        return cls(game, USUAL._replace(**budget))

    def choices(self, legal: Sequence[Action]) -> list[Action]:
        """What is tried: of several cards to knock or go gin with one that leaves least."""
        found = [each for each in legal if each.verb not in ("knock", "gin")]
        for verb in ("knock", "gin"):
            found += [each for each in legal if each.verb == verb][:8]
        return found

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        choices, asked = self.choices(view.legal), self.asked(view, rng)

        def ahead(places: Sequence[int], number: int) -> list[list[float]]:
            return asked([choices[n] for n in places], number * self.budget.round, self.budget.round)

        return choices[best_of([0.0] * len(choices), ahead, self.budget)]

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each choice is worth, in points a deal; empty where there is one only."""
        choices = self.choices(view.legal)
        if len(choices) == 1:
            return {}
        rows = self.rows(view, choices, rng, self.budget.worlds)
        return {each: sum(row) / len(row) for each, row in zip(choices, rows, strict=True)}

    def rows(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> list[list[float]]:
        """What each of some actions leads to in each of so many worlds that fit the view."""
        return self.asked(view, rng)(tried, 0, worlds)

    def asked(self, view: View, rng: Random) -> Ahead:
        """Tells what some actions lead to in worlds that fit a view, of which the first and their number are given."""
        seat, seed = view.seat or 0, rng.getrandbits(60)
        state, seen = self.game.sample(view, rng), self.seen(view, view.seat or 0)

        def rows(some: Sequence[Action], first: int, worlds: int) -> list[list[float]]:
            codes = [self.game.code_of(each) for each in some]
            return self.played(state, seat, codes, seen, seed, (first, first + worlds), self.budget.pool)

        return rows

    def open(self, state: MeldState, seat: Seat, codes: Sequence[int]) -> list[float]:
        """What each of some codes, -1 for none, brings a seat if both play on, with all cards as they lie."""
        none = Seen(0, [], [], [], 0)
        return [row[0] for row in self.played(state, seat, codes, none, 0, (0, 1), 0)]

    def played(
        self, state: MeldState, seat: Seat, codes: Sequence[int], seen: Seen, seed: int, span: tuple[int, int],
        pool: int,
    ) -> list[list[float]]:  # fmt: skip
        table, out = self.game.table_of(state), [[0] * (span[1] - span[0]) for _ in codes]
        room = Room(*map(Workspace, (ROOM, core.WIDTH, core.WIDTH, len(self.game.deck), 2)))
        tried(self.rules, table, seen, list(codes), seat, seed, span, pool, room, out)
        return [[float(each) for each in row] for row in out]

    def seen(self, view: View, seat: Seat) -> Seen:
        """What a seat knows of the other: the cards that it left or threw, and how long ago, by the view's log."""
        pile = [card(str(view.fact(".upcard")))]
        cards, ages, thrown, turns, before = list[Card](), list[int](), list[Card](), 0, ""
        for move in view.log:
            if move.action.cards:
                pile.append(move.action.cards.bit_length() - 1)
                if move.seat != seat:
                    turns += 1
                    cards.append(pile[-1])
                    ages.append(turns)
                    thrown.append(pile[-1])
            elif move.action == TAKE:
                pile.pop()
            elif move.seat != seat and (before != "pass" or move.action.verb == "pass"):
                cards.append(pile[-1])
                ages.append(turns)
            before = move.action.verb
        return Seen(mask(unseen(view, self.game.deck)), cards, [turns - each for each in ages], thrown[::-1], turns)


class MeldsJudge(Judge):
    """Results are the points by which a seat ends ahead."""

    worlds = 192
    game: Melding

    def __init__(self, game: Melding) -> None:
        super().__init__(game)
        self.player = MeldSearch(game)

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        return Judgement(self.player.rows(view, tried, rng, worlds), blur=0.5)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return self.player.open(state, seat, [self.game.code_of(each) for each in tried])

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return tuple(self.player.open(state, seat, [NOTHING])[0] for seat in range(self.game.seats))


def knows(game: Game[Any]) -> bool:
    """Is it a melding game, played by the rules of its family?"""
    return isinstance(game, Melding) and not changes(game, HIDDEN)


make: Final = MeldSearch.made
