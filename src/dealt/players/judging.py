"""Judges: what each action of a seat leads to, in deals that fit what the seat sees and with all cards open.

A family of games has a judge of its own where there is a better one than playing on with a computer; ``JUDGES`` lists
them, as ``REGISTERED`` lists computers. More is better in everything that a judge says, whatever a game counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.game import Action, Game, Player, Say, Seat, View
from dealt.players import EVERYWHERE, computer, known_by, possible

__all__ = ["JUDGES", "Extra", "Judge", "Judgement", "PlayingOn", "exact_actions", "judge_for"]

FEWEST: Final = 8
"""The number of actions that are tried where trying all would take too long."""


class Judgement(NamedTuple):
    """What some actions lead to: a row for each action, with a result for each world; all rows have the same worlds.

    A row has a single number where the figure is exact. ``weights`` tell how much each world counts; without them
    all count alike. ``blur`` is the error of the judge itself, as a standard error: how far two actions that are
    equally good may seem apart, however many worlds there are. ``scale`` is the loss of a worst mistake, where that
    differs from one decision to another.
    """

    rows: Sequence[Sequence[float]]
    weights: Sequence[float] = ()
    exact: bool = False
    blur: float = 0.0
    scale: float | None = None


class Extra(NamedTuple):
    """What else is known of a deal, such as its par: a sentence, perhaps with a table under it.

    A cell that starts with ``@`` is a key of the texts, ``#2`` the name of the occupant of seat 2.
    """

    say: Say
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Judge(ABC):
    """Says what actions lead to. The same view, random numbers and number of worlds give the same figures."""

    unit: ClassVar[str] = "points"
    """What results are counted in: a key under ``analysis.unit`` of the texts."""
    worlds: ClassVar[int] = 64
    """The number of deals that fit a view in which actions are tried, unless somebody asks for another."""
    again: ClassVar[int] = 3
    """What seems a mistake is tried again in this many times as many other worlds, and those figures count."""
    scale: float | None = None
    """The loss of a worst mistake; None where it follows from how far results spread."""
    doubt: ClassVar[float] = 0.0
    """How far apart two actions are of which a player takes the better e times as often; 0: not measured."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        """The actions that are worth comparing with the one taken, which is among them."""
        found = exact_actions(view, self.game)
        return list(dict.fromkeys((*found, taken)))

    @abstractmethod
    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        """What each action leads to for the viewer, in deals that fit the view. It reads nothing but the view."""

    @abstractmethod
    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        """What each action leads to for a seat if everybody plays on from this state; None if that means nothing."""

    @abstractmethod
    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        """What each seat may expect of this state with all cards open; the result itself once the deal is over."""

    def fits(self, state: Any, seats: Sequence[Seat], rng: Random) -> Any | None:
        """The same position in which these seats hold what they hold and the others perhaps other cards; None where
        that isn't known."""
        return None

    def why(self, view: View, best: Action, taken: Action, rows: tuple[Sequence[float], Sequence[float]]) -> Say | None:
        """Why one action is better than another; None where the mean figures have to do.

        ``rows`` are the results of the two actions in the same worlds.
        """
        return None

    def extras(self, first: Any) -> tuple[Extra, ...]:
        """What else is known of the deal that begins with this state."""
        return ()


def exact_actions(view: View, game: Game[Any], most: int = 16) -> list[Action]:
    """Exact actions of a view, at most about so many: of an amount the ends and the middle, of cards the lowest."""
    found: list[Action] = []
    for legal in view.legal:
        if legal.exact:
            found.append(legal)
        elif legal.pick is None:
            amounts = legal.amounts
            found += [legal.of(each) for each in dict.fromkeys((amounts[0], amounts[len(amounts) // 2], amounts[-1]))]
        else:
            found.append(legal.first(game.order))
    if len(found) > most:
        step = len(found) / most
        found = [found[int(n * step)] for n in range(most - 1)] + [found[-1]]
    return list(dict.fromkeys(found))


class PlayingOn(Judge):
    """The judge for any game: in each world all seats play on with a computer that knows the game.

    If only the two computers that play everything know it, random plays alternate with lowest cards.
    """

    worlds = 24

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        special = [name for name in possible(game) if name not in EVERYWHERE]
        self.players: list[Player] = [computer(name, game) for name in (special[:1] or EVERYWHERE)]

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        preferred = [player.choose(view, rng) for player in self.players[:1]] if len(view.legal) > FEWEST else []
        return list(dict.fromkeys((*preferred, taken, *exact_actions(view, self.game, FEWEST))))

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        rows: list[list[float]] = [[] for _ in tried]
        seat = view.seat or 0
        for n in range(worlds):
            state, seed = self.game.sample(view, rng), rng.getrandbits(60)
            for row, action in zip(rows, tried, strict=True):
                row.append(self.gains(self.game.apply(state, seat, action), n, seed)[seat])
        return Judgement(rows)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        seeds = [rng.getrandbits(60) for _ in range(max(2, worlds // 4))]
        after = [self.game.apply(state, seat, action) for action in tried]
        return [sum(self.gains(each, n, seed)[seat] for n, seed in enumerate(seeds)) / len(seeds) for each in after]

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        many = 1 if not self.game.turn(state) else max(2, worlds // 8)
        ends = [self.gains(state, n, rng.getrandbits(60)) for n in range(many)]
        return tuple(sum(each) / many for each in zip(*ends, strict=True))

    def gains(self, state: Any, n: int, seed: int) -> tuple[float, ...]:
        """What a deal is worth to each seat, if it is played on from a state; more is better."""
        player, rng = self.players[n % len(self.players)], Random(seed)
        while turn := self.game.turn(state):
            for seat in turn:
                if seat in self.game.turn(state):
                    state = self.game.apply(state, seat, player.choose(self.game.view(state, seat), rng))
        return self.result(state)

    def result(self, state: Any) -> tuple[float, ...]:
        """What a finished deal is worth to each seat: its score, turned round where the lowest wins."""
        scores = self.game.score(state) or (0.0,) * self.game.seats
        return tuple(-each for each in scores) if self.game.low else tuple(map(float, scores))


Made = tuple[str, str, str]
"""A module, what in it makes a judge of a game, and which games it knows, as :func:`~dealt.players.known_by` has it."""

JUDGES: Final[list[Made]] = [
    ("dealt.players.advice.climbing.judging", "ClimbingJudge", "knows"),
    ("dealt.players.search.wild", "GuandanJudge", "knows"),
    ("dealt.players.search.hearts", "HeartsJudge", "Hearts"),
    ("dealt.players.search.spades", "SpadesJudge", "Spades"),
    ("dealt.players.search.whist", "WhistJudge", "Whist"),
    ("dealt.players.search.euchre", "EuchreJudge", "Euchre"),
    ("dealt.players.search.skat", "SkatJudge", "Skat"),
    ("dealt.players.search.ohhell", "OhHellJudge", "OhHell"),
    ("dealt.players.advice.bridge.judging", "BridgeJudge", "knows"),
    ("dealt.players.advice.blackjack.judging", "BlackjackJudge", "Blackjack"),
    ("dealt.players.search.melds", "MeldsJudge", "Melding"),
    ("dealt.players.advice.matching.judging", "MatchingJudge", "Matching"),
    ("dealt.players.advice.tableau.judging", "TableauJudge", "Tableau"),
    ("dealt.players.advice.magicfigures.exact", "FiguresJudge", "MagicFigures"),
    ("dealt.players.advice.drawpoker.judging", "PokerJudge", "knows"),
]
"""Where the judges of the families are; the first that knows a game judges it."""


def judge_for(game: Game[Any]) -> Judge:
    """The judge of a game: its family's own, or else one that plays on with a computer."""
    for module, make, knows in JUDGES:
        if known_by(module, knows, game):
            return getattr(import_module(module), make)(game)  # type: ignore[no-any-return]
    return PlayingOn(game)
