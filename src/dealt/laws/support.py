"""The law of support: samples are exactly the deals that a seat can't tell from the truth, each equally likely.

On a tiny deck all deals are listed and replayed against what the seat has seen at *every* step. The deals that remain
are those that ``sample`` has to produce. This finds faults that no check of a single position can: a void that the
sampler forgets, or a card that everybody knows to be higher.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

from dealt.game import OPEN, Action, Game, Move, Past, View, find
from dealt.laws.checks import Broken, called
from dealt.laws.walks import MAX_ACTIONS, Endless
from dealt.table import Table

__all__ = ["Truth", "all_deals", "check_support", "check_view", "possible_states", "some_deal"]

SAMPLES_PER_DEAL: Final = 25
"""The number of samples drawn for each possible deal in a test that they are equally likely."""
MAX_DEALS_SAMPLED: Final = 30
"""The number of possible deals up to which that is tested."""

MAX_DEALS: Final = 30_000
"""The number of deals that a tiny form may have."""

_LISTED: dict[tuple[Any, ...], list[Any]] = {}
"""The cache of `all_deals`, by the deals of a few seeds, because most options don't change the deal."""


def _dealt(game: Game[Any], past: Past[Any] | None) -> tuple[Any, ...]:
    """The deals of a few seeds."""
    return tuple(game.deal(Random(number), past) for number in range(20))


def all_deals(game: Game[Any], past: Past[Any] | None) -> list[Any]:
    """All first states of a deal, one for each different view of ``OPEN``."""
    label = (game.name, game.deck, _dealt(game, past))
    if label not in _LISTED:
        _LISTED[label] = _listed(game, past)
    return _LISTED[label]


def _listed(game: Game[Any], past: Past[Any] | None) -> list[Any]:
    """The same without the cache: deals until no new state comes."""
    found: dict[View, Any] = {}
    known = set()
    rng = Random(1)
    misses = 0
    while misses < 5 * len(found) + 400:  # after so long a run without a new state there are no more
        state = game.deal(rng, past)
        misses += 1
        if state not in known:
            known.add(state)
            key = game.view(state, OPEN)
            if key not in found:
                found[key] = state
                misses = 0
                if len(found) > MAX_DEALS:
                    raise Broken(f"a tiny form has more than {MAX_DEALS:,} deals: take fewer cards")
    return list(found.values())


def possible_states(
    game: Game[Any], start: list[Any], seat: int | None, log: Sequence[Move], seen: Sequence[View]
) -> Iterator[list[Any]]:
    """At each step the states that the seat can't tell from the true one, given all that it has seen so far.

    Who acted is known. Where cards of an action stayed hidden, every action that looks the same is considered.
    """
    alive = [state for state in start if game.view(state, seat) == seen[0]]
    yield alive
    for move, after in zip(log, seen[1:], strict=True):
        follow = (game.apply(state, move.seat, action) for state in alive for action in _could(game, state, move))
        alive = list(dict.fromkeys(state for state in follow if game.view(state, seat) == after))
        yield alive


def _could(game: Game[Any], state: Any, move: Move) -> Sequence[Action]:
    """The actions in a state that a line of the log may stand for."""
    legal = game.legal(state, move.seat)
    if move.hidden:
        return [action for each in legal for action in each.choices()]
    if move.action in legal:
        return [move.action]
    found = find(game.view(state, move.seat), move.action)
    return [] if found is None else [found]


def some_deal(game: Game[Any], rng: Random, past: Past[Any] | None) -> Table[Any]:
    """A whole random deal; most prefer actions with cards, so that restrictions take effect."""
    table: Table[Any] = Table(game, rng.randbytes(32), past)
    eager = rng.random() < 0.7
    for _ in range(MAX_ACTIONS):
        if table.over:
            return table
        seat = rng.choice(table.turn)
        legal = list(game.legal(table.state, seat))
        some = [each for each in legal if each.cards] if eager else []
        table.act(seat, rng.choice(some or legal).drawn(rng))
    raise Endless(f"the deal has not ended after {MAX_ACTIONS} actions")


def check_support(
    game: Game[Any], rng: Random, deals: int = 2, beat: Callable[[Table[Any], int], object] | None = None
) -> None:
    """Check ``deals`` first deals of a match and a deal after each kind of past; ``beat`` is called at each step."""
    first = some_deal(game, rng, None)
    score = first.score or (0.0,) * game.seats
    for past in _different(game, first, score):
        start = all_deals(game, past)
        for _ in range(1 if past else deals):
            table = some_deal(game, rng, past)
            for seat in rng.sample([*range(game.seats), None], min(2, game.seats + 1)):
                _check_deal(game, table, start, seat, rng, beat)


def _check_deal(
    game: Game[Any],
    table: Table[Any],
    start: list[Any],
    seat: int | None,
    rng: Random,
    beat: Callable[[Table[Any], int], object] | None,
) -> None:
    """Check one deal as one seat saw it."""
    states = table.states
    seen = [game.view(state, seat) for state in states]
    even = rng.randrange(len(seen))
    for step, alive in enumerate(possible_states(game, start, seat, table.log(seat), seen)):
        if beat is not None:
            beat(table, step)
        truth = Truth(game, alive)
        if states[step] not in truth:
            raise Broken("the listing of all deals does not hold the true one", seat)
        covered = step >= even and truth.few
        check_view(game, seen[step], truth, rng, even=covered)
        even = len(seen) if covered else even


def _different(game: Game[Any], last: Table[Any], score: tuple[float, ...]) -> list[Past[Any] | None]:
    """No past, a deal before, and a deal before with a newcomer; only one of those that deal alike."""
    pasts = [Past(last.state, score, 1, joined) for joined in (frozenset[int](), frozenset({0}))]
    found: dict[tuple[Any, ...], Past[Any] | None] = {}
    for past in (None, *([] if game.final(last.state, score) else pasts)):
        found.setdefault(_dealt(game, past), past)
    return list(found.values())


class Truth:
    """The states that a seat can't tell from the true one, compared by their views of ``OPEN``."""

    def __init__(self, game: Game[Any], alive: Sequence[Any]):
        self._game, self._states = game, set(alive)

    @cached_property
    def views(self) -> set[View]:
        """Their views of ``OPEN``."""
        return {self._game.view(state, OPEN) for state in self._states}

    def __contains__(self, state: Any) -> bool:
        return state in self._states or self._game.view(state, OPEN) in self.views

    @property
    def few(self) -> bool:
        """Are they few enough to test that samples are equally likely?"""
        return len(self._states) <= 10 * MAX_DEALS_SAMPLED and 1 < len(self.views) <= MAX_DEALS_SAMPLED


def check_view(game: Game[Any], view: View, truth: Truth, rng: Random, *, even: bool) -> None:
    """Samples are possible states; with ``even`` each possible state is equally likely."""
    drawn = [game.sample(view, rng) for _ in range(SAMPLES_PER_DEAL * len(truth.views) if even else 6)]
    if any(state not in truth for state in set(drawn)):
        raise Broken(f"a sample shows a deal that {called(view.seat)} can rule out", view.seat)
    if even:
        count = Counter(game.view(state, OPEN) for state in drawn)
        spread = sum((count[world] - SAMPLES_PER_DEAL) ** 2 / SAMPLES_PER_DEAL for world in truth.views)
        degrees = len(truth.views) - 1
        if spread >= degrees + 6 * (2 * degrees) ** 0.5 + 6:
            times = sorted(count[world] for world in truth.views)
            raise Broken(
                f"{len(truth.views)} deals are possible for {called(view.seat)}, and come unevenly: {times}", view.seat
            )
