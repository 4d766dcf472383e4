"""A kernel never plays by other rules than the game: a class that changes one is refused, whatever it changes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.env import vector
from dealt.game import Game
from dealt.games import GAMES, make
from dealt.games.hearts import Hearts
from dealt.games.spades import Spades
from dealt.games.tricks import PLAIN, TrickRow, Tricks, TrickState
from dealt.kernels import rollouts, simulate
from dealt.kernels.eligible import changes
from dealt.players import possible
from tests.kernels.agreement import SIMULATED


class Asked(Exception):  # noqa: N818 - it says what happened
    """A changed attribute was asked for."""


def changed(game: Game[Any], names: set[str]) -> Game[Any]:
    """The game with a class of its own in which each of these attributes raises ``Asked``."""

    def asked(name: str) -> property:
        def told(self: object) -> Any:
            raise Asked(name)

        return property(told)

    game.__class__ = type("Mine", (type(game),), {name: asked(name) for name in names})
    return game


def attributes(game: Game[Any]) -> list[str]:
    """Every public or protected attribute of a game, methods and data.

    But for the name, which a refusal says, and ``trump``, which a class of ``Tricks`` can't override at all.
    """
    known = {*dir(type(game)), *vars(game)} - {"_abc_impl", "name", "trump"}
    return sorted(each for each in known if not each.startswith("__"))


def outcome(work: Callable[[], object]) -> str | None:
    """What a piece of work ended with: the attribute that it asked for, the refusal, or None if it was done."""
    try:
        work()
    except Asked as error:
        return str(error)
    except ValueError as error:
        return str(error)
    return None


def played(game: Game[Any]) -> None:
    """A deal of random play by the game itself."""
    rng = Random(1)
    state = game.deal(rng)
    while turn := game.turn(state):
        action = rng.choice(game.legal(state, turn[0]))
        state = game.apply(state, turn[0], action if action.exact else action.drawn(rng))
    assert game.score(state) is not None


CHOICES = [(name, preset) for name in SIMULATED for preset in (None, *GAMES[name].presets)]


@pytest.mark.slow
@given(st.sampled_from(CHOICES), st.data())
def test_what_a_class_changes_is_refused_by_name_or_asked_of_it(which: tuple[str, str | None], data: Any) -> None:
    name, preset = which
    known = attributes(make(name, preset))
    some = data.draw(st.sets(st.sampled_from(known), min_size=1, max_size=3))
    game = changed(make(name, preset), some)
    unread = changes(game) or []
    assert set(unread) <= some
    found = outcome(lambda: simulate(game, 2, 1))
    if unread:
        assert found == f"there is no kernel for {game.name}: it changes the rules ({', '.join(unread)})"
        assert outcome(lambda: vector(game, 2)) is not None
    elif found is None:  # what is harmless, or not asked under these rules, does not matter to the game either
        assert outcome(lambda: played(game)) is None


@pytest.mark.parametrize("name", SIMULATED)
def test_a_class_that_changes_nothing_is_not_refused(name: str) -> None:
    assert changes(changed(make(name), set())) == []


def test_helpers_of_a_class_are_not_named_beside_the_rules_that_it_changes() -> None:
    class Whispers(Spades):
        def legal(self, state: Any, seat: int) -> Any:
            return self.softly(super().legal(state, seat))

        def softly(self, some: Any) -> Any:
            return some[:1]

    with pytest.raises(ValueError, match=r"it changes the rules \(legal\)"):
        simulate(Whispers(), 1)


@pytest.mark.parametrize(
    "name",
    [
        "spades",
        "hearts",
        "bridge",
        "bigtwo",
        "doudizhu",
        "chinesepoker",
        "elevens",
        "klondike",
        "blackjack",
        "drawpoker",
    ],
)
def test_a_hook_that_an_object_has_for_itself_is_refused(name: str) -> None:
    game: Any = make(name)
    state = game.deal(Random(1))
    game.score = lambda state: None
    with pytest.raises(ValueError, match=r"it changes the rules \(score\)"):
        simulate(game, 1)
    with pytest.raises(ValueError, match=r"it changes the rules \(score\)"):
        rollouts(game, state, 1)


def test_what_comes_from_beside_the_family_is_seen_too() -> None:
    class Mixed(Spades):
        pass

    class Loud:
        def legal(self, state: TrickState, seat: int) -> list[Any]:
            return []

    class Both(Loud, Mixed):  # type: ignore[misc]
        pass

    assert changes(Mixed()) == []
    assert changes(Both()) == ["legal"]


def test_a_puzzle_has_no_kernel() -> None:
    assert changes(make("magicfigures")) is None


class Whist(Tricks):
    """A game of one's own, whose trumps and score kernels ask for."""

    def row_of(self, state: TrickState) -> TrickRow:
        return TrickRow(trump=state.dealer)

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        return None if state.turn is not None else tuple(float(some) for some in state.won)


class LastCardIsTrump(Whist):
    def row_of(self, state: TrickState) -> TrickRow:
        return TrickRow(trump=(state.hands[state.dealer].bit_length() - 1) % 4)


class AcesCount(Whist):
    def score(self, state: TrickState) -> tuple[float, ...] | None:
        if state.turn is not None:
            return None
        return tuple(float((some >> 48).bit_count()) for some in state.played)


def test_a_row_and_a_score_are_told_only_what_the_kernel_knows() -> None:
    assert simulate(Whist("whist"), 20, 1).scores.sum(axis=1).tolist() == [13.0] * 20
    with pytest.raises(
        ValueError, match="its rules ask for hands of a state, and the kernel tells dealer, calls, phase alone"
    ):
        simulate(LastCardIsTrump("whist"), 20, 1)
    with pytest.raises(ValueError, match="its rules ask for played of a state"):
        simulate(AcesCount("whist"), 20, 1)


def test_a_score_of_ones_own_may_look_at_every_card_of_an_end() -> None:
    game = AcesCount("whist")
    found = rollouts(game, game.deal(Random(3)), 200, 1)
    assert found.sum(axis=1).tolist() == [4.0] * 200
    assert len({tuple(each) for each in found.tolist()}) == 1  # nobody's aces are played by another
    assert PLAIN.trump < 0


def test_a_search_keeps_to_games_whose_hidden_cards_it_can_draw() -> None:
    class Peeking(Hearts):
        def view(self, state: TrickState, seat: int | None) -> Any:
            return super().view(state, seat)

    assert "search" in possible(Hearts())
    assert "search" not in possible(Peeking())
    assert changes(Peeking()) == []
