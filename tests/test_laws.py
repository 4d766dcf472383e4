"""Laws that every game obeys, at every step, for every seat and every variant: no exceptions are listed here."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealt.cards import mask, members, name, sequence
from dealt.game import OPEN, Action, Game, Past, View, find
from dealt.games import GAMES, make
from dealt.laid import lay
from dealt.table import Illegal, Match, Table
from tests.house import any_variant, begin, chosen, face_up, variants, walk

VARIANTS = variants()
RULE_BOOKS = {label for label in VARIANTS if "=" not in label or ("preset=" in label and "," not in label)}
"""The standard rules and the presets of every game. What differs by one option only is left to the full suite."""

every_variant = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=label, marks=() if label in RULE_BOOKS else pytest.mark.slow)
        for label, game in VARIANTS.items()
    ],
)


def most(game: Game[Any], standard: int, preset: int, other: int) -> settings:
    """So many examples under the standard rules, a preset, and where one option differs; in proportion if fewer fit.

    Combinations of options come in `test_laws_under_options_drawn_at_random`.
    """
    label = next((label for label in RULE_BOOKS if VARIANTS[label] is game), "")
    count = other if not label else standard if label.endswith(":default") else preset
    fits = max(1, settings.default.max_examples * count // standard)
    return settings(max_examples=min(count, fits), suppress_health_check=list(HealthCheck))


positions = st.tuples(st.integers(0, 2**64), st.integers(0, 80), st.booleans())


def at(game: Game[Any], position: tuple[int, int, bool]) -> tuple[Table[Any], Random]:
    """The position that a drawn triple stands for: which deal, how many actions on, whether in a later deal."""
    number, steps, later = position
    rng = Random(number)
    table = begin(game, rng, later=later)
    walk(table, rng, steps)
    return table, rng


def viewers(game: Game[Any]) -> list[int | None]:
    return [*range(game.seats), None, OPEN]


def check_sample(game: Game[Any], table: Table[Any], rng: Random) -> None:
    """Laws 1 and 2: a seat sees of a sampled deal what it saw, and the sampled deal can be played out."""
    for seat in viewers(game):
        seen = game.view(table.state, seat)
        state = game.sample(seen, rng)
        assert game.view(state, seat) == seen, f"seat {seat} could tell the sample from the truth"
    seat = rng.choice(viewers(game))
    state = game.sample(game.view(table.state, seat), rng)
    for _ in range(3000):
        turn = game.turn(state)
        if not turn:
            break
        mover = rng.choice(turn)
        legal = game.legal(state, mover)
        assert legal, f"seat {mover} is stuck in a sampled deal"
        state = game.apply(state, mover, chosen(rng.choice(legal), rng))
    assert game.score(state) is not None


def check_honest(game: Game[Any], table: Table[Any], held: dict[int, int]) -> None:
    """Nobody sees a card that is neither public nor has been its own; nobody is offered another's action."""
    public = face_up(game.view(table.state, None))
    truth = game.view(table.state, OPEN)
    whole = {(pile.name, pile.owner): pile.cards for pile in truth.piles}
    for seat in [*range(game.seats), None]:
        seen = game.view(table.state, seat)
        up = face_up(seen)
        own = 0 if seat is None else held[seat]
        assert up & ~(public | own) == 0, f"seat {seat} sees foreign cards"
        if not table.over:
            for pile in seen.piles:
                if pile.name == "hand" and pile.owner != seat:
                    shown = {one for one in pile.cards if one is not None}
                    assert mask(shown) & ~(public | own) == 0, f"seat {seat} looks into the hand of {pile.owner}"
        if seat not in table.turn:
            assert seen.legal == (), f"seat {seat} is offered actions out of turn"
        for action in seen.legal:
            assert action.cards & ~up == 0, f"seat {seat} is offered cards that it doesn't see"
        # what is seen lies where it truly lies
        for pile in seen.piles:
            true = whole[pile.name, pile.owner]
            assert len(true) == len(pile.cards)
            assert {one for one in pile.cards if one is not None} <= set(true)


def hold(game: Game[Any], table: Table[Any], held: dict[int, int]) -> None:
    """Note which cards have been in piles of which seat."""
    for pile in game.view(table.state, OPEN).piles:
        if pile.owner is not None and pile.name == "hand":
            for one in pile.cards:
                held[pile.owner] |= 0 if one is None else 1 << one


def check_cards(game: Game[Any], table: Table[Any]) -> None:
    """Each card of the deck lies in exactly one place, and whoever sees all sees it."""
    lying = Counter(one for pile in game.view(table.state, OPEN).piles for one in pile.cards)
    assert lying == Counter(game.deck)


def check_actions(game: Game[Any], table: Table[Any], rng: Random) -> None:
    """Legal actions have names that find them again, and apply; the table refuses the rest and changes nothing."""
    for seat in range(game.seats):
        legal = game.legal(table.state, seat)
        view = game.view(table.state, seat)
        assert tuple(legal) == view.legal
        assert (seat in table.turn) == bool(legal)
        names = [str(each) for each in legal]
        assert len(set(names)) == len(names)
        for action in rng.sample(list(legal), min(len(legal), 12)):
            exact = chosen(action, rng)
            assert find(view, str(exact)) == exact
            game.apply(table.state, seat, exact)
            game.describe(exact)
        before, step = table.state, table.step
        foreign = Action("play", 1 << rng.choice(game.deck))
        nonsense = ["", "play", "win", "play 3d3d", "play xx", "pass pass", "bid 999", str(foreign) + " 7"]
        for wanted in [*nonsense, *([foreign] if find(view, foreign) is None else [])]:
            if find(view, wanted) is None:
                with pytest.raises(Illegal):
                    table.act(seat, wanted)
        assert table.state is before
        assert table.step == step
        up = face_up(view)
        some = sum(1 << one for one in rng.sample(list(members(up)), min(up.bit_count(), rng.randint(1, 6))))
        fits = any(each.cards == some for each in view.legal) or find(view, Action("play", some)) is not None
        assert (game.explain(view, some) is None) == fits or not view.legal or not some


@every_variant
def test_laws_at_a_position(game: Game[Any]) -> None:
    @most(game, 40, 20, 8)
    @given(position=positions)
    def check(position: tuple[int, int, bool]) -> None:
        table, rng = at(game, position)
        check_cards(game, table)
        check_actions(game, table, rng)
        check_sample(game, table, rng)

    check()


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=min(120, settings.default.max_examples))
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
    """Half a thousand under the standard rules, two hundred under each preset; some of one deal, which costs less."""
    game = VARIANTS[label]

    @settings(max_examples=(200 if "=" in label else 500) // STOPS, suppress_health_check=list(HealthCheck))
    @given(number=st.integers(0, 2**64), later=st.booleans())
    def check(number: int, later: bool) -> None:
        rng = Random(number)
        table = begin(game, rng, later=later)
        for _ in range(STOPS):
            walk(table, rng, rng.randint(0, 24))
            check_sample(game, table, rng)

    check()


@every_variant
def test_laws_all_along_a_deal(game: Game[Any]) -> None:
    @most(game, 4, 2, 1)
    @given(number=st.integers(0, 2**64), later=st.booleans())
    def check(number: int, later: bool) -> None:
        rng = Random(number)
        check_deal(game, begin(game, rng, later=later), rng)

    check()


def check_deal(game: Game[Any], table: Table[Any], rng: Random) -> None:
    held = dict.fromkeys(range(game.seats), 0)
    while True:
        hold(game, table, held)
        check_cards(game, table)
        check_honest(game, table, held)
        if table.over:
            break
        walk(table, rng, 1)
    score = table.score
    assert score is not None
    assert len(score) == game.seats
    settled = game.settle(score)
    if game.zero_sum:
        assert sum(score if settled is None else settled) == pytest.approx(0)
    assert game.view(table.state, None).score == score


def layout(game: Game[Any], past: Past[Any] | None, rng: Random) -> dict[str, str]:
    """Some of the piles of a deal, or all of them, with other cards than any seed dealt there."""
    plain = game.shuffle(rng, past)._replace(spread=())
    piles = [pile for pile in game.view(game.hand_out(plain, past), OPEN).piles if pile.cards]
    cards = rng.sample(game.deck, len(game.deck))
    share = rng.choice((0.3, 0.7, 1))
    laid = {}
    for pile in piles:
        some = [cards.pop() for _ in pile.cards]
        if rng.random() < share:
            laid[pile.name if pile.owner is None else f"{pile.name} {pile.owner}"] = " ".join(map(name, some))
    return laid


@every_variant
def test_a_deal_that_is_laid_out_plays_on_to_a_score(game: Game[Any]) -> None:
    """Whatever cards are given: what follows from them, such as who leads, follows from those."""
    rng = Random(str(game))
    for n in range(6):
        past = begin(game, rng, later=n % 2 == 1).past
        laid, seed = layout(game, past, rng), rng.randbytes(32)
        table = Table(game, seed, past, lay(game, seed, laid, past))
        seen = game.view(table.state, OPEN)
        lying = {f"{pile.name} {pile.owner}".removesuffix(" None"): pile.cards for pile in seen.piles}
        for key, some in laid.items():
            assert set(lying[key]) == set(sequence(some))
        check_cards(game, table)
        check_sample(game, table, rng)
        while not table.over:
            assert all(game.legal(table.state, seat) for seat in table.turn)
            walk(table, rng, 1)
        assert table.score is not None


@every_variant
def test_the_same_seed_is_the_same_deal_and_another_is_not(game: Game[Any]) -> None:
    seeds = [bytes([n]) * 32 for n in range(4)]
    deals = [game.deal(Random(seed)) for seed in seeds]
    assert deals == [game.deal(Random(seed)) for seed in seeds]
    assert len(set(deals)) > 1


@every_variant
def test_a_game_can_be_made_again_from_its_options(game: Game[Any]) -> None:
    again = make(game.name, **game.options)
    assert dict(again.options) == dict(game.options)
    seed = bytes(32)
    assert again.deal(Random(seed)) == game.deal(Random(seed))


@every_variant
def test_undo_takes_back_everything(game: Game[Any]) -> None:
    table = begin(game, Random(5))
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
        hold(game, table, held)
        check_honest(game, Table(game, bytes(32)), held)
        with pytest.raises(AssertionError, match=r"foreign|looks into|offered"):
            check_honest(leaky, table, held)
