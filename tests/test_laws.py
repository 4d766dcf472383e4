"""The laws of `dealt.laws` hold for every game, at every step, for every seat and every variant: no exceptions."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealt.game import OPEN, Game, View
from dealt.games import GAMES, make
from dealt.laws.checks import (
    LeftOut,
    check_actions,
    check_cards,
    check_end,
    check_hidden,
    check_kernel,
    check_laid,
    check_options,
    check_replay,
    check_sample,
    check_seed,
    check_sheet,
    note_hands,
)
from dealt.laws.walks import start_deal, walk
from dealt.table import Match, Table
from tests.house import any_variant, variants

VARIANTS = variants()
RULE_BOOKS = {label for label in VARIANTS if "=" not in label or ("preset=" in label and "," not in label)}
"""The standard rules and the presets of every game."""
QUICK = {label for label in VARIANTS if label.endswith(":default")}
"""The standard rules of every game. Presets and what differs by one option are left to the full suite."""

every_variant = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=label, marks=() if label in QUICK else pytest.mark.slow)
        for label, game in VARIANTS.items()
    ],
)


FULL = 200
"""The number of examples of the profile that tests are meant for; one with more multiplies what is said here."""


def most(game: Game[Any], standard: int, preset: int, other: int) -> settings:
    """Settings with the number of examples for the standard rules, a preset, or a variant with one other option.

    Combinations of options come in `test_laws_under_options_drawn_at_random`.
    """
    label = next((label for label in RULE_BOOKS if VARIANTS[label] is game), "")
    count = other if not label else standard if label.endswith(":default") else preset
    wanted = settings.default.max_examples
    fits = max(1, wanted * count // standard)
    return settings(max_examples=min(count * max(1, wanted // FULL), fits), suppress_health_check=list(HealthCheck))


positions = st.tuples(st.integers(0, 2**64), st.integers(0, 80), st.booleans())


def at(game: Game[Any], position: tuple[int, int, bool]) -> tuple[Table[Any], Random]:
    """The position for a drawn triple: the deal, the number of actions, and whether it is a later deal."""
    number, steps, later = position
    rng = Random(number)
    table = start_deal(game, rng, later=later)
    walk(table, rng, steps)
    return table, rng


@pytest.mark.slow
@every_variant
def test_laws_at_a_position(game: Game[Any]) -> None:
    @most(game, 20, 10, 2)
    @given(position=positions)
    def check(position: tuple[int, int, bool]) -> None:
        table, rng = at(game, position)
        check_cards(game, table)
        check_actions(game, table, rng)
        check_sample(game, table, rng)

    check()


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=settings.default.max_examples // 5)
@given(number=st.integers(0, 50), position=positions)
def test_laws_under_options_drawn_at_random(name: str, number: int, position: tuple[int, int, bool]) -> None:
    game = any_variant(name, number)
    table, rng = at(game, position)
    check_cards(game, table)
    check_actions(game, table, rng)
    check_sample(game, table, rng)


STOPS = 5


@pytest.mark.slow
@pytest.mark.parametrize("label", sorted(RULE_BOOKS))
def test_sample_laws_at_many_positions(label: str) -> None:
    """As many as the profile has examples under the standard rules, half of them under each preset.

    Some are of one deal, which costs less. ``DEALT_HYPOTHESIS=long`` takes a thousand at least.
    """
    game = VARIANTS[label]
    positions = settings.default.max_examples // (2 if "=" in label else 1)

    @settings(max_examples=max(1, positions // STOPS), suppress_health_check=list(HealthCheck))
    @given(number=st.integers(0, 2**64), later=st.booleans())
    def check(number: int, later: bool) -> None:
        rng = Random(number)
        table = start_deal(game, rng, later=later)
        for _ in range(STOPS):
            walk(table, rng, rng.randint(0, 24))
            check_sample(game, table, rng)

    check()


@pytest.mark.slow
@every_variant
def test_laws_all_along_a_deal(game: Game[Any]) -> None:
    @most(game, 4, 2, 1)
    @given(number=st.integers(0, 2**64), later=st.booleans())
    def check(number: int, later: bool) -> None:
        rng = Random(number)
        check_deal(game, start_deal(game, rng, later=later), rng)

    check()


def check_deal(game: Game[Any], table: Table[Any], rng: Random) -> None:
    held = dict.fromkeys(range(game.seats), 0)
    while True:
        note_hands(game, table, held)
        check_cards(game, table)
        check_hidden(game, table, held)
        if table.over:
            break
        walk(table, rng, 1)
    check_end(game, table)
    check_sheet(game, table, rng)


@every_variant
def test_a_deal_that_is_laid_out_plays_on_to_a_score(game: Game[Any]) -> None:
    """Whatever cards are given: what follows from them, such as who leads, follows from those."""
    rng = Random(str(game))
    for n in range(4 if any(VARIANTS[label] is game for label in RULE_BOOKS) else 1):
        check_laid(game, start_deal(game, rng, later=n % 2 == 1).past, rng)


@every_variant
def test_the_same_seed_is_the_same_deal_and_another_is_not(game: Game[Any]) -> None:
    check_seed(game)


@every_variant
def test_a_game_can_be_made_again_from_its_options(game: Game[Any]) -> None:
    check_options(game, partial(make, game.name))


@every_variant
def test_the_same_actions_lead_to_the_same_states(game: Game[Any]) -> None:
    table = start_deal(game, Random(5))
    walk(table, Random(6))
    check_replay(game, table)


@pytest.mark.slow
@every_variant
def test_a_kernel_plays_what_the_game_plays(game: Game[Any]) -> None:
    with suppress(LeftOut):
        check_kernel(game, 5)


def test_a_kernel_that_plays_by_another_score_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = make("hearts")
    score = game.score
    game.score = lambda state: None if score(state) is None else tuple(each + 1 for each in score(state))
    with pytest.raises(LeftOut):  # it has a score of its own
        check_kernel(game, 5)
    monkeypatch.setattr("dealt.kernels.eligible.changes", lambda game: [])
    with pytest.raises(AssertionError, match="the kernel counts"):
        check_kernel(game, 5)


@every_variant
def test_undo_takes_back_everything(game: Game[Any]) -> None:
    table = start_deal(game, Random(5))
    states = [table.state]
    rng = Random(6)
    while not table.over:
        walk(table, rng, 1)
        states.append(table.state)
    for state in reversed(states):
        assert table.state == state
        if table.step:
            table.undo()


@every_variant
def test_a_deal_that_is_given_up_is_followed_by_one_that_plays_on_to_a_score(game: Game[Any]) -> None:
    """Only where one plays alone may the last deal of a past be unfinished; elsewhere every deal comes to its end."""
    rng, match = Random(7), Match(game)
    for steps in (0, 1, 3, 8):
        table = match.deal(rng.randbytes(32))
        walk(table, rng, steps)
        if table.over or match.final:
            match.end()
            break
        with pytest.raises(ValueError, match="the deal before isn't over"):
            match.deal(bytes(32))
        if not game.undoable:
            with pytest.raises(ValueError, match="no deal that could be given up"):
                match.give_up()
            walk(table, rng)
            match.end()
            break
        match.give_up()
    if match.final:
        return
    table = match.deal(rng.randbytes(32))
    assert table.past is not None
    assert game.undoable or game.score(table.past.last) is not None
    walk(table, rng)
    assert table.score is not None
    match.end()
    again = match.record().replay(make)
    assert (again.totals, again.deals) == (match.totals, match.deals)


# --- the laws themselves can fail: each planted fault is found --------------------------------------------------------


class Planted:
    """A game with a fault planted into its views."""

    def __init__(self, game: Game[Any], fault: Any):
        self._game, self._fault = game, fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, seat: int | None) -> View:
        return self._fault(self._game, state, seat, self._game.view(state, seat))


def foreign_card(game: Game[Any], state: Any, seat: int | None, view: View) -> View:
    """One card that the seat may not see lies face up."""
    from dataclasses import replace

    if seat is None or seat == OPEN:
        return view
    true = {(pile.name, pile.owner): pile.cards for pile in game.view(state, OPEN).piles}
    piles = list(view.piles)
    for n, pile in enumerate(piles):
        if pile.owner != seat and None in pile.cards:
            secret = next(one for one in true[pile.name, pile.owner] if one not in pile.cards)
            at = pile.cards.index(None)
            piles[n] = replace(pile, cards=(*pile.cards[:at], secret, *pile.cards[at + 1 :]))
            break
    return replace(view, piles=tuple(piles))


def foreign_move(game: Game[Any], state: Any, seat: int | None, view: View) -> View:
    """One legal action of whoever has the turn is offered to everybody."""
    from dataclasses import replace

    turn = game.turn(state)
    if not turn or seat in turn or seat == OPEN:
        return view
    return replace(view, legal=tuple(game.legal(state, turn[0])[:1]))


@pytest.mark.parametrize("name", [name for name, listing in GAMES.items() if listing.make().seats > 1])
@pytest.mark.parametrize("fault", [foreign_card, foreign_move])
def test_a_planted_leak_breaks_the_law(fault: Any, name: str) -> None:
    """Also in games where a card of a hand may be public."""
    for game in [game for game in VARIANTS.values() if game.name == name][:2]:
        leaky: Any = Planted(game, fault)
        table: Table[Any] = Table(leaky, bytes(32))
        held = dict.fromkeys(range(game.seats), 0)
        note_hands(game, table, held)
        check_hidden(game, Table(game, bytes(32)), held)
        with pytest.raises(AssertionError, match=r"foreign|looks into|offered"):
            check_hidden(leaky, table, held)
