"""``climber``, a computer for Guandan: it counts how many plays its hand still needs, and what may stop them.

An action is worth what it takes from that need (:mod:`dealt.players.advice.guandan.rollout`). To beat the partner, or
to use a bomb, must be worth more; to stop a rival who has few cards left is worth something of its own.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from dealt.cards import RANKS, Cards
from dealt.game import Action, View
from dealt.games.climbing import ClimbingState
from dealt.games.climbing.wild import LETTERS, WildCombinations, joined, tallied
from dealt.games.guandan import Guandan
from dealt.kernels.wild import FIRST, PASS
from dealt.kernels.wild_course import LEVELS, course_for
from dealt.players.advice.guandan.rollout import Style, need, runs_in, weighed
from dealt.players.simple import own_hand
from dealt.shapes import Fixed


class Climber:
    """The computer at one seat. It keeps nothing that it saw."""

    def __init__(self, game: Guandan, **weights: int) -> None:
        self.game = game
        self.style = style_for(game)._replace(**weights)

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        worths = self.worths(view, rng)
        return max(worths, key=worths.__getitem__)

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each legal action is worth, in plays."""
        if view.fact(".phase") is not None:
            hand = own_hand(view)
            return {each: -self.need(hand & ~each.cards, self.game.read_own(view).level) for each in view.legal}
        found = self.weighed(view, self.game.sample(view, rng))
        return {action: worth / 100 for action, _, worth in found}

    def need(self, hand: Cards, level: int) -> float:
        """How many plays a hand needs that somebody may beat."""
        wild = self.game.wild(level)
        has = tallied(hand & ~wild)
        return need(self.style, level, has, (hand & wild).bit_count(), runs_in(self.style, has)) / 100

    def weighed(self, view: View, state: ClimbingState) -> list[tuple[Action, int, int]]:
        """The legal actions of the play, each with its code and its worth; ``state`` is any that fits the view."""
        course, game, book = course_for(self.game), self.game, self.game.book(state)
        many = book.many(state.hands[view.turn[0]]) + 1
        own = course.room()._replace(rows=[0] * many, cards=[0] * (2 * many), worth=[0] * many)
        listed = weighed(course.rules, self.style, course.numbers(state), own)
        last, first = game.newest(state), course.rules.starts[state.own.level]
        places = {(own.rows[k] - first, joined(own.cards[2 * k], own.cards[2 * k + 1])): k for k in range(listed)}
        found = []
        for each in view.legal:
            place = places[book.read(each, last), each.cards] if each.cards else listed
            found.append((each, FIRST + place if each.cards else PASS, own.worth[place]))
        return found


@lru_cache(maxsize=4)
def style_for(game: Guandan) -> Style:
    """What the ranks, runs and rows of a game count."""
    books, high = [game.at(level) for level in LEVELS], len(LETTERS) - 1
    kinds = [kind for kind in books[0].kinds if len(kind.run) > 1 and not kind.suited]
    runs = [(kind.copies, run) for kind in kinds for run in kind.run]
    return Style(
        costs=Fixed(round(100 - 80 * (book.order.ranks.index(each) / high) ** 2) for book in books for each in LETTERS),
        runs=Fixed(sum((1 << copies) - 1 << 4 * LETTERS.index(letter) for letter in run) for copies, run in runs),
        copies=Fixed(copies for copies, _ in runs),
        prices=Fixed(round(100 - 80 * RANKS.index(run[-1]) / 18) for _, run in runs),
        strengths=Fixed(_strength(book, row) for book in books for row in range(len(book.size))),
    )


def _strength(book: WildCombinations, row: int) -> int:
    """How high a row is among those of its kind."""
    if row >= book.first_bomb:
        return 100
    first, after = book.span_of(book.kind[row])
    return 100 * (row - first) // max(1, after - 1 - first)
