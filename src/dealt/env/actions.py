"""Actions as numbers: fixed ids for each game and its options, from an action to its ids and back.

Ids come in this order: the actions without cards (``Game.vocabulary``), one id for each amount; then the actions with
cards that a :class:`~dealt.env.forms.Form` lists; then, for each verb that is taken in steps, one id for each card of
the deck and one for *done*.

* **Buckets.** Where a verb has more than :data:`MOST_AMOUNTS` amounts, it has :data:`BUCKETS` ids: bucket 0 is the
  least amount that is legal now, the last one the greatest, and those between rise by equal factors.
* **Steps.** A choice of several cards takes a step for each card, in any order, and then *done*, unless nothing else is
  left to do. Until then the seat stays in turn, and :class:`Chosen` holds what it has chosen.
* **Ranks.** Where suits mean nothing, an id stands for all cards of the same ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from dealt.cards import BLACK_JOKER, COPY, Cards, members, name, ranks
from dealt.env.forms import Form, form_of
from dealt.game import Action, Game, View
from dealt.kernels.buckets import BUCKETS, spread

__all__ = ["BUCKETS", "MOST_AMOUNTS", "Actions", "Chosen"]

MOST_AMOUNTS: Final = 64
"""The greatest number of amounts of a verb that have an id each."""
Key = tuple[str, Any, int | None]


class Chosen(NamedTuple):
    """What a seat has chosen so far of an action that is taken in steps; without a verb, nothing."""

    verb: str = ""
    cards: Cards = 0


NOTHING: Final = Chosen()


class Actions:
    """The ids of all actions of a game. ``names`` has a line for each; their number is ``len``.

    >>> from dealt.games import make
    >>> found = Actions(make("spades"))
    >>> len(found), found.names[0], found.id_of("play 2c"), found.action_of(68 - 1)
    (68, 'bid 1', 16, <Action play As>)
    """

    def __init__(self, game: Game[Any], form: Form | None = None) -> None:
        form = form_of(game) if form is None else form
        self.game = game
        self._alike = form.alike or ((lambda held: held) if form.suits else _by_rank)
        self.cards = tuple(sorted(game.deck))
        self.names: list[str] = []
        self._actions: list[Action | None] = []
        self._ids: dict[Key, int] = {}
        self._buckets: dict[str, int] = {}
        self._first: dict[str, int] = {}
        self._steps: dict[str, int] = {}
        self._column = {one: place for place, one in enumerate(self.cards)}
        for each in (*game.vocabulary, *form.words):
            self._add_amounts(each)
        for each in form.plays:
            self._add(each)
        for verb in form.steps:
            self._steps[verb] = len(self.names)
            self.names += [f"{verb}: {name(one)}" for one in self.cards] + [f"{verb}: done"]
            self._actions += [None] * (len(self.cards) + 1)
        self._words = {str(each): each for each in self._actions if each is not None}

    @property
    def steps(self) -> dict[str, int]:
        """The id of the first card of each verb that is taken in steps."""
        return dict(self._steps)

    @property
    def first(self) -> dict[str, int]:
        """The id of the least amount of each verb that names amounts; those of greater ones follow."""
        return dict(self._first)

    def amounts(self, verb: str, legal: range) -> list[int]:
        """The amounts with an id each where these are legal: all of them, or those of the verb's buckets."""
        return _spread(legal) if verb in self._buckets else list(legal)

    def __len__(self) -> int:
        return len(self.names)

    def _add_amounts(self, each: Action) -> None:
        if each.amounts:
            self._first.setdefault(each.verb, len(self.names))
        if len(each.amounts) > MOST_AMOUNTS:
            self._buckets[each.verb] = len(self.names)
            self.names += [f"{each.verb}: amount {n} of {BUCKETS}, from least to most" for n in range(1, BUCKETS + 1)]
            self._actions += [None] * BUCKETS
            return
        for amount in each.amounts or (None,):
            self._add(each.of(amount))

    def _add(self, action: Action) -> None:
        if self._ids.setdefault(self._key(action), len(self.names)) == len(self.names):
            self.names.append(str(action))
            self._actions.append(action)

    def _key(self, action: Action) -> Key:
        """What actions with the same id have in common."""
        return action.verb, self._alike(action.cards), action.amount

    # --- what is legal

    def legal(self, view: View, chosen: Chosen = NOTHING) -> dict[int, Action | Chosen]:
        """The legal ids of the viewer, and what comes of each: an action, or what is chosen after a step.

        ValueError if the game allows an action that it did not announce, so that there is no id for it.
        """
        if chosen.verb:
            return self._next(view.legal, chosen)
        found: dict[int, Action | Chosen] = {}
        for each in view.legal:
            if each.verb in self._steps and each.cards:
                continue
            if each.pick is not None:
                raise self._unknown(each)
            for action in self._amounts(each):
                found.setdefault(self._id(action, each), action)
        for verb in dict.fromkeys(each.verb for each in view.legal if each.cards and each.verb in self._steps):
            found.update(self._next(view.legal, Chosen(verb)))
        return found

    def mask(self, view: View, chosen: Chosen = NOTHING) -> Any:
        """Which ids are legal: an array of int8, 1 for each legal one; its shape is ``(len(self),)``."""
        import numpy as np

        found = np.zeros(len(self), np.int8)
        found[list(self.legal(view, chosen))] = 1
        return found

    def _amounts(self, each: Action) -> Iterable[Action]:
        return [each.of(amount) for amount in self.amounts(each.verb, each.amounts)] if each.amounts else [each]

    def _id(self, action: Action, legal: Action) -> int:
        if action.verb in self._buckets:
            return self._buckets[action.verb] + _spread(legal.amounts).index(action.amount or 0)
        found = self._ids.get(self._key(action))
        if found is None:
            raise self._unknown(action)
        return found

    def _unknown(self, action: Action) -> ValueError:
        return ValueError(
            f"{self.game.name} allows {str(action)!r}, which has no id: announce it in the game's vocabulary"
            if not action.cards
            else f"{self.game.name} allows {str(action)!r}, which has no id: name its verb in steps=(...)"
        )

    def _next(self, legal: Sequence[Action], chosen: Chosen) -> dict[int, Action | Chosen]:
        """The steps that lead from what is chosen to a legal action."""
        start, found = self._steps[chosen.verb], dict[int, Action | Chosen]()
        rest, done = _after(legal, chosen)
        for one in members(rest):
            after = Chosen(chosen.verb, chosen.cards | 1 << one)
            more, last = _after(legal, after)
            found[start + self._column[one]] = Action(*after) if last and not more else after
        if done and chosen.cards:
            found[start + len(self.cards)] = Action(*chosen)
        return found

    # --- from an action to its ids and back

    def ids_of(self, action: Action | str, view: View | None = None) -> tuple[int, ...]:
        """The ids that take an exact action: one, or its steps in rising order of cards.

        A view is needed for the verbs with buckets, and to tell whether *done* is needed; the bucket is that of the
        nearest amount. ValueError if there are none.
        """
        if isinstance(action, str):
            action = self._read(action)
        if action.verb in self._steps and action.cards:
            start = self._steps[action.verb]
            steps = [start + self._column[one] for one in members(action.cards)]
            more, _ = _after(view.legal, Chosen(action.verb, action.cards)) if view is not None else (0, True)
            return (*steps, start + len(self.cards)) if more else tuple(steps)
        if action.verb in self._buckets:
            return (self._buckets[action.verb] + self._nearest(action, view),)
        if (found := self._ids.get(self._key(action))) is None:
            raise ValueError(f"{self.game.name} has no action {str(action)!r}")
        return (found,)

    def id_of(self, action: Action | str, view: View | None = None) -> int:
        """The only id of an action; ValueError if it takes several steps."""
        found = self.ids_of(action, view)
        if len(found) != 1:
            raise ValueError(f"{str(action)!r} takes {len(found)} steps: ask ids_of")
        return found[0]

    def action_of(self, *ids: int, view: View | None = None) -> Action:
        """The action that these ids take, one after the other.

        With a view it is a legal one of the viewer; without, cards are the first of their ranks where suits mean
        nothing. ValueError if the ids take no action, or if it is a bucket and there is no view.
        """
        if view is not None:
            return self._followed(view, ids)
        first = ids[0] if ids else -1
        if not 0 <= first < len(self):
            raise ValueError(f"{self.game.name} has the actions 0 to {len(self) - 1}, not {first}")
        if (found := self._actions[first]) is not None and len(ids) == 1:
            return found
        for verb, start in self._steps.items():
            places = [each - start for each in ids if 0 <= each - start <= len(self.cards)]
            chosen = sum(1 << self.cards[place] for place in set(places) if place < len(self.cards))
            if len(places) == len(ids) and chosen:
                return Action(verb, chosen)
        names = ", ".join(self.names[each] for each in ids if 0 <= each < len(self))
        raise ValueError(f"{names}: what this stands for depends on the view")

    def _followed(self, view: View, ids: Sequence[int]) -> Action:
        at: Action | Chosen = NOTHING
        for each in ids:
            legal = self.legal(view, at) if isinstance(at, Chosen) else {}
            if each not in legal:
                raise ValueError(self.refusal(each, legal))
            at = legal[each]
        if isinstance(at, Chosen):
            raise ValueError(f"{at.verb!r} takes more steps")
        return at

    def refusal(self, action: Any, legal: Iterable[int]) -> str:
        """One line that says that an id is not legal, and which are."""
        known = isinstance(action, int) and 0 <= action < len(self)
        what = f"{action} ({self.names[action]})" if known else repr(action)
        some = sorted(legal)
        which = ", ".join(f"{each} ({self.names[each]})" for each in some[:6]) or "none"
        return f"action {what} is not legal: choose one that the mask allows, {which}{', ...' if some[6:] else ''}"

    def _read(self, written: str) -> Action:
        if written not in self._words:
            raise ValueError(f"{self.game.name} has no action {written!r} with an id of its own")
        return self._words[written]

    def _nearest(self, action: Action, view: View | None) -> int:
        for each in view.legal if view is not None else ():
            if each.verb == action.verb and action.amount in each.amounts:
                amounts, wanted = _spread(each.amounts), action.amount or 0
                return min(range(len(amounts)), key=lambda place: abs(amounts[place] - wanted))
        raise ValueError(f"{str(action)!r} is in a bucket that depends on the view: pass one in which it is legal")


def _by_rank(held: Cards) -> Any:
    """A key that is equal for cards of the same ranks; quick for a single deck, whose ranks are four bits each."""
    if held >> COPY:
        return ranks(held)
    low = held & (1 << BLACK_JOKER) - 1
    low -= low >> 1 & 0x5555555555555
    return (low & 0x3333333333333) + (low >> 2 & 0x3333333333333) | held >> BLACK_JOKER << BLACK_JOKER


def _spread(amounts: range) -> list[int]:
    """The amounts of the buckets: from the least to the most by equal factors, each once.

    >>> _spread(range(4, 101, 2)), _spread(range(7, 8))
    ([4, 6, 10, 16, 26, 40, 64, 100], [7])
    """
    found = [0] * BUCKETS
    return found[: spread(amounts[0], amounts[-1], amounts.step, found)]


def _after(legal: Iterable[Action], chosen: Chosen) -> tuple[Cards, bool]:
    """The cards that may be chosen next, and whether what is chosen is a legal action."""
    rest, done = 0, False
    for each in legal:
        if each.verb != chosen.verb or chosen.cards & ~each.cards:
            continue
        if each.pick is None:
            done = done or each.cards == chosen.cards
            rest |= each.cards & ~chosen.cards
        else:
            count = chosen.cards.bit_count()
            done = done or count in each.sizes
            rest |= each.cards & ~chosen.cards if count < each.pick[1] else 0
    return rest, done
