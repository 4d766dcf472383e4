"""A computer that gets wrong what people get wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import exp
from random import Random
from typing import Final, Protocol, runtime_checkable

from dealt.game import Action, Explainer, Level, Pile, Player, Say, View, hint_of
from dealt.players.simple import Lowest, Uniform


@runtime_checkable
class Weigher(Protocol):
    """A computer that can say what its actions are worth to it."""

    def worths(self, view: View, rng: Random) -> Mapping[Action, float]:
        """What each action that it considers is worth, more being better; empty where it weighs nothing."""
        ...


def _pass(view: View) -> Action | None:
    """The action without cards, where the others have some: people pass who see no good play at once."""
    last = view.legal[-1]
    return last if not last.cards and any(each.cards for each in view.legal) else None


HABITS: Final[Mapping[str, Callable[[View], Action | None]]] = {
    "lowest": lambda view: Lowest().choose(view, Random(0)) if any(each.cards for each in view.legal) else None,
    "highest": lambda view: next((each for each in reversed(tuple(view.legal)) if each.cards), None),
    "pass": _pass,
    "random": lambda view: None,
}
"""What people do without thought, by name: play the weakest cards, or the strongest, or pass though they could play;
"random" is any action. None where the habit has nothing to say."""


class Person:
    """A computer with the mistakes of a level. The same view and random source lead to the same action."""

    def __init__(self, player: Player, level: Level) -> None:
        self.player, self.level = player, level
        self.remembers = getattr(player, "remembers", False) and not level.forgets
        self._random = Uniform()

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return self.player.choose(view, rng)
        if found := self.by_habit(view, rng):
            return found
        seen = self.noticed(view, rng)
        if self.level.slack and len(seen.legal) > 1 and isinstance(self.player, Weigher):
            worths = self.player.worths(seen, rng)
            if len(worths) > 1:
                return drawn(worths, self.level.slack, rng)
        return self.player.choose(seen, rng)

    def hint(self, view: View, rng: Random) -> Action:
        """What its computer says when it is asked."""
        return hint_of(self.player, view, rng) if hasattr(self.player, "hint") else self.choose(view, rng)

    def by_habit(self, view: View, rng: Random) -> Action | None:
        """What it does without thought this time; None if it thinks."""
        for name, chance in self.level.habits.items():
            if rng.random() < chance:
                found = self._random.choose(view, rng) if name == "random" else HABITS[name](view)
                if found is not None and found.exact:
                    return found
        return None

    def noticed(self, view: View, rng: Random) -> View:
        """What it notices of a view: some actions don't come to its mind, and some cards are forgotten."""
        level = self.level
        if level.forgets:
            view = replace(view, log=(), piles=tuple(self._remembered(each, rng) for each in view.piles))
        if not (level.overlooks or level.shuns):
            return view
        stays = [each for each in view.legal if self._comes_to_mind(each, rng)]
        return replace(view, legal=tuple(stays)) if stays else view

    def _remembered(self, pile: Pile, rng: Random) -> Pile:
        """A heap of everybody's holds what was played and is over."""
        if pile.lay != "heap" or pile.owner is not None:
            return pile
        return replace(pile, cards=tuple(None if rng.random() < self.level.forgets else each for each in pile.cards))

    def _comes_to_mind(self, action: Action, rng: Random) -> bool:
        missed = self.level.shuns.get(action.verb, 0.0)
        if action.cards and (more := action.cards.bit_count() - 1):
            missed = 1 - (1 - missed) * (1 - self.level.overlooks) ** more
        return missed == 0 or rng.random() >= missed


class ExplainingPerson(Person):
    """One whose computer explains actions: mistakes change what it does, and not what it knows of the others."""

    def meaning(self, view: View, line: int) -> Say | None:
        return self.player.meaning(view, line) if isinstance(self.player, Explainer) else None


def person(player: Player, level: Level) -> Person:
    """The computer with the mistakes of a level; it explains actions if the computer does."""
    return (ExplainingPerson if isinstance(player, Explainer) else Person)(player, level)


def drawn(worths: Mapping[Action, float], slack: float, rng: Random) -> Action:
    """An action drawn with a chance that falls with what it loses: e times for each ``slack``."""
    best = max(worths.values())
    chances = [exp((worth - best) / slack) for worth in worths.values()]
    return rng.choices(list(worths), chances)[0]
