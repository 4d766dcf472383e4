"""Klondike and FreeCell: what may be moved, what is scored, published deals and counts, and what is hidden."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any

import pytest

from dealt.cards import card, name, sequence, shoe
from dealt.game import OPEN, Action, NoAnswer, OptionError, find, hint_of
from dealt.games import make
from dealt.games.freecell import freecell, numbered_deal
from dealt.games.klondike import klondike
from dealt.games.tableau import FREECELL, KLONDIKE, Tableau, TableauRow, TableauState, core
from dealt.kernels.tableau_search import LOST, looked_for
from dealt.laid import lay_out
from dealt.players import computer
from dealt.table import Table, seed_of
from dealt.table import play as deal_out

ROWS = {
    1: "Jd 2d 9h Jc 5d 7h 7c 5h Kd Kc 9s 5s Ad Qc Kh 3h 2s Ks 9d Qd Js As Ah 3c",
    617: "7d Ad 5c 3s 5s 8c 2d Ah Td 7s Qd Ac 6d 8h As Kh Th Qc 3h 9d 6s 8d 3d Tc",
    11982: "Ah As 4h Ac 2d 6s Ts Js 3d 3h Qs Qc 8s 7h Ad Ks Kd 6h 5s 4d 9h Jh 9s 3c",
}
"""The first rows of numbered deals, as Rosetta Code (1, 617) and Michael Keller's FreeCell FAQ (11982) print them."""


YUKON = TableauRow(draw=0, whole=core.ANY, back=0)


def play(game: Tableau, state: TableauState, *names: str) -> TableauState:
    for each in names:
        action = find(game.view(state, 0), each)
        assert action is not None, f"{each} is not among {list(map(str, game.legal(state, 0)))}"
        state = game.apply(state, 0, action)
    return state


def may(game: Tableau, state: TableauState) -> set[str]:
    return set(map(str, game.legal(state, 0)))


def laid(game: Tableau, **piles: str) -> TableauState:
    """A state in which these cards lie, and home what is below them; no other card is anywhere."""
    whole = {pile.name: () for pile in game.view(game.deal(Random(1)), OPEN).piles}
    whole |= {key.replace("_", " "): sequence(cards) for key, cards in piles.items()}
    gone = {one for some in whole.values() for one in some}
    for suit in "cdhs":
        suited = [one for one in game.order.sort(game.deck)[::-1] if name(one)[1] == suit]
        whole[f"home {suit}"] = tuple(takewhile(lambda one: one not in gone, suited))
    view = game.view(game.deal(Random(1)), OPEN)
    facts = [
        each._replace(value=" ".join("0" * game.row.columns)) if each.name == ".down" else each for each in view.facts
    ]
    facts = [each._replace(value=0) if each.name in (".idle", ".best", ".again") else each for each in facts]
    return game._read(view.__class__(OPEN, (), (), tuple(facts)), whole)


# --- published deals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ROWS)
def test_numbered_deals_are_those_of_everybody(number: int) -> None:
    assert tuple(numbered_deal(number)[:24]) == sequence(ROWS[number])
    assert sorted(numbered_deal(number)) == list(range(52))


def test_the_number_of_a_deal_is_an_option_and_is_shown() -> None:
    game = make("freecell", number=617)
    state = game.deal(Random(5))
    assert state == game.deal(Random(6))
    assert game.view(state, 0).fact("number") == 617


@pytest.mark.slow
def test_number_11982_cant_be_won() -> None:
    """The only one of the first 32,000, found by Dave Ring's Internet FreeCell Project of 1994 and 1995."""
    game = freecell()
    found, _ = looked_for(game.row, game.begin(numbered_deal(11982)).table, 400_000)
    assert found is False


@pytest.mark.slow
def test_a_hundred_numbered_deals_are_won_by_the_game_s_own_rules() -> None:
    game, undecided = freecell(), 0
    for number in range(1, 101):
        state = game.begin(numbered_deal(number))
        found, actions = game.plan(state)
        undecided += found is None
        assert found is not False
        for action in actions:
            assert action in game.legal(state, 0)
            state = game.apply(state, 0, action)
        assert found is None or game.won(state)
    assert undecided <= 3


# --- moves ------------------------------------------------------------------------------------------------------------


def test_the_first_moves_of_freecell_164() -> None:
    game = freecell()
    state = game.begin(numbered_deal(164))
    columns = {"to 2 5c", "to 3 5c", "to 7 6s"}
    cells = {f"to cell {each}" for each in ("6s", "6h", "6d", "Qh", "3h", "3s", "7d", "5c")}
    assert may(game, state) == columns | cells
    state = play(game, state, "to 7 6s", "to 5 2s", "to 7 5h", "to home Ad", "to cell 5s")
    assert "finish" in may(game, state)
    state = play(game, state, "finish")
    homes = {pile.name: len(pile.cards) for pile in game.view(state, 0).piles if pile.name.startswith("home")}
    assert homes == {"home c": 0, "home d": 1, "home h": 1, "home s": 2}


@pytest.mark.parametrize(("full", "empty", "most"), [(0, 0, 5), (2, 0, 3), (4, 0, 1), (4, 1, 2), (2, 1, 6), (4, 2, 4)])
def test_as_many_cards_move_as_free_places_allow(full: int, empty: int, most: int) -> None:
    """(free cells + 1) times two for each empty column."""
    run = ["8s", "7h", "6s", "5h", "4s", "3h", "2s"]
    game = freecell()
    cells = {f"cell_{letter}": one for letter, one in zip("abcd", ["Kc", "Kd", "Kh", "Ks"][:full], strict=False)}
    fillers = {
        f"column_{n}": one for n, one in zip(range(3, 9 - empty), ["Qc", "Qd", "Qh", "Qs", "Jc", "Jd"], strict=False)
    }
    state = laid(game, column_1=" ".join(run[-most - 1 :] if most < 7 else run), column_2="9d", **cells, **fillers)
    moved = run[-most:] if most < 7 else run
    on = {"2s": "3d", "3h": "4c", "4s": "5d", "5h": "6c", "6s": "7d", "7h": "8c"}
    for card_, fits in ((moved[0], True), (run[-most - 1], False)):
        state = laid(game, column_1=" ".join(run[-most - 1 :]), column_2=on.get(card_, "9d"), **cells, **fillers)
        assert (f"to 2 {card_}" in may(game, state)) is fits


def test_half_as_many_move_to_an_empty_column() -> None:
    game = freecell()
    fillers = {f"column_{n}": one for n, one in zip(range(3, 9), ["Qc", "Qd", "Qh", "Qs", "Jc", "Jd"], strict=True)}
    state = laid(game, column_1="9d 8s 7h 6s", cell_a="Kc", cell_b="Kd", cell_c="Kh", **fillers)
    assert {"to 2 6s", "to 2 7h"} <= may(game, state)
    assert not {"to 2 8s", "to 2 9d"} & may(game, state)


def test_bakers_game_builds_in_suit() -> None:
    game = freecell(build="suit")
    assert "to 2 8d" in may(game, laid(game, column_1="8d", column_2="9d", column_3="Kc"))
    assert "to 2 8s" not in may(game, laid(game, column_1="8s", column_2="9d", column_3="Kc"))


def test_only_kings_go_to_an_empty_column_of_klondike_with_all_that_lies_on_them() -> None:
    game = klondike()
    state = laid(game, column_1="2c Kd Qs", column_2="Jh")
    assert {"to 3 Kd", "to 1 Jh"} <= may(game, state)
    assert not {"to 3 Qs", "to 3 Jh"} & may(game, state)
    after = play(game, state, "to 3 Kd")
    assert [list(map(name, some)) for some in after.columns[:3]] == [["2c"], ["Jh"], ["Kd", "Qs"]]
    assert not any(each.startswith("to 4 K") for each in may(game, after))  # it lies at the bottom already


def test_yukon_is_a_row_too() -> None:
    """All cards in seven columns, 0 to 6 face down; any face up moves with those on it (Wikipedia, "Yukon")."""
    game = Tableau("yukon", YUKON)
    dealt = game.deal(Random(1))
    assert [len(column) for column in dealt.columns[:7]] == [1, 6, 7, 8, 9, 10, 11]
    assert [pile.cards.count(None) for pile in game.view(dealt, 0).piles if pile.lay == "cascade"] == [*range(7)]
    state = laid(game, column_1="2c Qd 9s 3h", column_2="7c Kc 4d", column_3="Jh Qs", column_4="Td")
    assert may(game, state) >= {"to 4 9s", "to 5 Kc"}
    assert not {"to 1 2c", "to 3 Jh", "to 5 Qd"} & may(game, state)  # a card doesn't go onto its own column
    after = play(game, state, "to 4 9s", "to 5 Kc")
    assert [" ".join(map(name, some)) for some in after.columns[:5]] == ["2c Qd", "7c", "Jh Qs", "Td 9s 3h", "Kc 4d"]


def test_a_card_comes_back_from_home_in_klondike_alone() -> None:
    assert "to 1 Td" in may(klondike(), laid(klondike(), column_1="Js", column_2="Kd Qd Jd"))
    state = laid(freecell(), column_1="Js", column_2="Kd Qd Jd")
    assert "to 1 Td" not in may(freecell(), state)


def test_the_stock_is_turned_by_ones_or_threes_and_turned_over() -> None:
    for draw, turns in ((1, 24), (3, 8)):
        game = klondike(draw=draw, passes=3)
        state = game.deal(Random(3))
        dealt = state.talon
        state = play(game, state, *["stock"] * turns)
        assert "stock" not in may(game, state)
        again = play(game, state, "stock again", "stock")
        assert again.table[core.TURNED] == draw
        assert again.talon == dealt
        assert game.view(again, 0).fact("passes") == 2
        assert None not in game.view(again, 0).pile("stock").cards  # all have been seen
        last = play(game, again, *["stock"] * (turns - 1), "stock again", *["stock"] * turns)
        assert "stock again" not in may(game, last)


def test_what_is_safe_goes_home_and_no_more() -> None:
    game = freecell()
    state = laid(game, column_1="5s Kd", column_2="4d", column_3="5c", cell_a="5h")
    assert "finish" in may(game, state)  # black threes are home: the red four can't be needed
    after = play(game, state, "finish")
    assert [name(one) for one in after.columns[1]] == []
    unsafe = laid(game, column_1="3s", column_2="4d", column_3="Kc 3c")
    assert "to home 4d" in may(game, unsafe)
    assert safe(game, unsafe, "4d") is False
    assert safe(game, unsafe, "3s") is True


def safe(game: Tableau, state: TableauState, one: str) -> bool:
    return core.safe(game.row, state.table, core.NUMBERS[card(one)])


def test_carrying_everything_home_is_sure_once_all_lies_open() -> None:
    game = klondike()
    assert game.sure(game.view(laid(game, column_1="Kd Qs Jd", column_2="Qd Js", column_3="Ks"), 0)) == Action("finish")
    assert game.sure(game.view(laid(game, column_1="Kd Qs Jd", column_2="Qd Js", stock="Ks"), 0)) is None
    assert game.sure(game.view(game.deal(Random(1)), 0)) is None


# --- scores -----------------------------------------------------------------------------------------------------------


def test_vegas_pays_five_a_card_for_fifty_two() -> None:
    game = make("klondike", "vegas")
    state = laid(game, column_1="Kd", column_2="Ks")
    assert game.view(state, 0).fact("points") == 5 * 50 - 52
    assert game.score(play(game, state, "finish")) == (5 * 52 - 52,)
    sheet = game.score_sheet(play(game, state, "finish"), (208,))
    assert sum(each.points for each in sheet.sides[0].entries) == 208


def test_points_of_standard_scoring() -> None:
    game = klondike(scoring="standard")
    state = laid(game, column_1="Kd", column_2="6d", column_3="7s", waste="Qs", stock="Jc Jh")
    points = []
    for each in ("to 1 Qs", "to home 6d", "to 3 6d", "to home 6d", "stock", "to 1 Jh", "stock", "stock again"):
        state = play(game, state, each)
        points.append(state.table[core.POINTS])
    assert points == [5, 15, 0, 10, 10, 15, 15, 0]
    assert game.winners((999.0,)) == ()
    assert game.winners((1000.0,)) == (0,)


def test_a_deal_ends_when_nothing_comes_forward() -> None:
    game = klondike()
    state = game.deal(Random(3))
    for _ in range(game.row.idle):
        assert game.turn(state)
        state = play(game, state, "stock" if "stock" in may(game, state) else "stock again")
    assert game.score(state) == (0.0,)


# --- what can be won --------------------------------------------------------------------------------------------------


def brute(game: Tableau, state: TableauState) -> bool:
    """Can it be won? By trying everything, without the solver."""
    seen, left = set[Any](), [state]
    while left:
        state = left.pop()
        table = (*state.table[core.TURNED :],)
        if table in seen:
            continue
        seen.add(table)
        if game.won(state):
            return True
        fresh = TableauState(tuple(0 if place == core.IDLE else each for place, each in enumerate(state.table)))
        left += [game.apply(fresh, 0, action) for action in game.legal(fresh, 0)]
    return False


@pytest.mark.parametrize(
    "game",
    [
        klondike(deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h"), columns=3),
        klondike(deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h"), columns=3, draw=3),
        klondike(deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h"), columns=3, draw=3, passes=1),
        freecell(deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h"), columns=2, cells=1),
        freecell(deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h"), columns=2, cells=1, build="suit"),
        Tableau("loose", YUKON._replace(columns=3), deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h")),
        Tableau("russian", YUKON._replace(columns=3, suited=1), deck=sequence("Ac 2c 3c 4c Ah 2h 3h 4h")),
    ],
    ids=["klondike", "threes", "once", "freecell", "suit", "loose", "russian"],
)
def test_the_solver_is_right_about_small_deals(game: Tableau) -> None:
    found = []
    for seed in range(60):
        state = game.deal(Random(seed))
        found.append(game.winnable(state))
        assert found[-1] is brute(game, state), seed
    assert {True, False} == set(found) or game.row.draw == 1


def test_what_is_not_decided_is_said() -> None:
    game = freecell()
    state = game.begin(numbered_deal(36))
    assert game.winnable(state) is None
    with pytest.raises(NoAnswer):
        game.odds(game.view(state, 0))
    (odds,) = game.odds(game.view(game.begin(numbered_deal(1)), 0))
    assert (odds.name, odds.value) == ("winnable", 1.0)


def test_bare_and_compiled_search_agree() -> None:
    from dealt.kernels import tableau_search

    game = freecell()
    start, effort = list(game.begin(numbered_deal(1)).table), 300
    rooms = [tableau_search.NODE * effort, 1024, tableau_search.BUCKETS, 3 * core.WIDTH + 4, core.CODES]
    found = []
    for search in (tableau_search.search, tableau_search.search.bare):
        path = [0] * 4000
        found.append((search(game.row, start, effort, *([0] * size for size in rooms), path), path))
    assert found[0] == found[1]
    assert found[0][0] != LOST


def test_chosen_deals_can_be_won_and_follow_from_the_seed() -> None:
    game = make("klondike", "winnable")
    for number in range(3):
        state = game.deal(Random(number))
        assert state == game.deal(Random(number))
        assert game.winnable(state) is True
    with pytest.raises(OptionError):
        make("freecell", cells=1, deals="winnable")


def test_samples_of_chosen_deals_are_deals_that_would_be_chosen() -> None:
    game = make("klondike", "winnable")
    state = play(game, game.deal(Random(seed_of(1, 0))), "stock", "stock")
    sample = game.sample(game.view(state, 0), Random(1))
    assert game.chosen(sample.start)
    assert game.view(sample, 0) == game.view(state, 0)
    assert sorted(sample.start) == list(range(52))
    assert sample != state


@pytest.mark.parametrize("of", ["klondike", "freecell"])
def test_a_deal_that_is_laid_out_need_not_be_one_that_would_be_chosen(of: str) -> None:
    """Else its samples would be looked for without end."""
    game = make(of, "winnable")
    pack = next(pack for n in range(200) if not game.chosen(pack := tuple(Random(n).sample(game.deck, 52))))
    columns = game.begin(pack).columns
    laid = {f"column {n + 1}": " ".join(map(name, cards)) for n, cards in enumerate(columns) if cards}
    seeds = (bytes([n]) * 32 for n in range(100))
    state = next(each for seed in seeds if not (each := lay_out(game, seed, laid)).start)
    for seat in (0, None, OPEN):
        view = game.view(state, seat)
        assert game.view(game.sample(view, Random(1)), seat) == view


def test_hints_lead_to_the_end() -> None:
    game = freecell()
    state, player = game.begin(numbered_deal(164)), computer("pathfinder", freecell())
    done = 0
    while game.turn(state):
        state = game.apply(state, 0, player.choose(game.view(state, 0), Random(done)))
        done += 1
        assert done < 200
    assert game.won(state)


@pytest.mark.parametrize("name", ["pathfinder", "expert"])
def test_what_can_t_be_won_is_played_on_and_no_hint_is_given(name: str) -> None:
    table = Table(freecell(cells=1, build="suit"), seed=bytes(32))
    player = computer(name, table.game)
    with pytest.raises(NoAnswer) as none:
        hint_of(player, table.view(0), Random(1))
    assert none.value.say.key == "hopeless"
    assert deal_out(table.game, [player], bytes(32)).score == (0.0,)


def test_a_game_of_one_s_own_is_a_row() -> None:
    """Eight Off, but for its deal: eight cells, in suit, kings alone to empty columns."""
    game = Tableau("eight_off", FREECELL._replace(cells=8, suited=1, kings=1))
    state = game.deal(Random(2))
    assert sum(each.startswith("to cell") for each in may(game, state)) == 8
    assert game.winnable(state) in (True, False, None)


def test_what_no_row_can_play_is_refused() -> None:
    for row in (FREECELL._replace(columns=11), FREECELL._replace(columns=1), FREECELL._replace(cells=9)):
        with pytest.raises(ValueError, match="not 2 to 10 columns, or more than 8 cells"):
            Tableau("large", row)
    with pytest.raises(ValueError, match="other cards than those of one pack"):
        Tableau("spider", KLONDIKE, deck=shoe(2))
    with pytest.raises(ValueError, match="has 52 cards, and 10 columns in steps take 55"):
        Tableau("steps", KLONDIKE._replace(columns=10))


def test_hints_and_odds_look_further_where_little_search_does_not_decide() -> None:
    table = Table(freecell(), seed=(23).to_bytes(32, "big"))
    assert table.game.plan(table.state)[0] is None
    assert [odds.value for odds in table.game.odds(table.view(0))] == [1.0]
    player = computer("pathfinder", table.game)
    while not table.over:
        table.act(0, player.choose(table.view(0), Random(1)))
    assert table.game.won(table.state)
