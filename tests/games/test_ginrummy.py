"""Gin Rummy: melds counted and compared with a solver that tries everything, lay-offs, scores, the end of a deal."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from dealt.cards import STANDARD, Cards, cards, mask, members, rank, text
from dealt.game import Action, Past, Shuffled
from dealt.games import make
from dealt.games.ginrummy import GinRummy
from dealt.games.melds import Melding, MeldRow, MeldState, core
from dealt.kernels import simulate
from dealt.laws.checks import check_kernel
from dealt.view import find

ALL_MELDS = [
    *(
        mask(some)
        for each in range(13)
        for size in (3, 4)
        for some in combinations(range(4 * each, 4 * each + 4), size)
    ),
    *(
        mask(4 * ((low + n + 12) % 13) + suit for n in range(size))
        for suit in range(4)
        for low in range(13)
        for size in range(3, 14 - low)
    ),
]
"""Sets and runs, written down without the core; the ace is low."""


def value(one: int) -> int:
    """The points of a card."""
    return 1 if rank(one) == 12 else min(rank(one) + 2, 10)


def slow_deadwood(hand: Cards, some: list[Cards] | None = None) -> int:
    """The least deadwood, by trying all melds that a hand has."""
    melds = [each for each in (ALL_MELDS if some is None else some) if each & ~hand == 0]
    best = sum(map(value, members(hand)))
    for n, each in enumerate(melds):
        best = min(best, slow_deadwood(hand & ~each, melds[n + 1 :]))
    return best


def crowded(rng: Random, size: int) -> Cards:
    """A hand with many melds: of few ranks, or of few suits."""
    low, wide = rng.randrange(8), rng.choice((4, 5, 6, 13))
    pool = [one for one in STANDARD if low <= (rank(one) + 1) % 13 < low + wide]
    return mask(rng.sample(pool if len(pool) >= size else list(STANDARD), size))


def state_of(game: GinRummy, own: str, other: str, upcard: str = "Kh", *, top: str = "", dealer: int = 1) -> MeldState:
    """Seat 0 has drawn and may discard; what is in no hand lies in the stock."""
    hands, up = (cards(own), cards(other)), cards(upcard).bit_length() - 1
    rest = [one for one in game.deck if not (hands[0] | hands[1] | 1 << up | cards(top)) >> one & 1]
    pile = (up, *members(cards(top)))
    first = game.hand_out(Shuffled(game.deck, (dealer,)))
    return first._replace(turn=0, phase=core.DISCARD, upcard=up, hands=hands, pile=pile, stock=tuple(rest))


def ended(game: GinRummy, state: MeldState, action: str) -> MeldState:
    """The state after an action of seat 0."""
    found = find(game.view(state, 0), action)
    assert found is not None, f"{action} is not legal"
    return game.apply(state, 0, found)


# --- melds counted ----------------------------------------------------------------------------------------------------


def test_there_are_65_sets_and_240_runs_of_up_to_ten_cards() -> None:
    """13 ranks with four sets of three and one of four; in each suit 11 runs of three, 10 of four, ... 4 of ten."""
    sets = [each for each in ALL_MELDS if len({rank(one) for one in members(each)}) == 1]
    runs = [each for each in ALL_MELDS if each not in sets and each.bit_count() <= 10]
    assert (len(sets), len(runs)) == (13 * (comb(4, 3) + 1), 4 * sum(range(4, 12))) == (65, 240)
    assert all(core.deadwood(each) == 0 for each in ALL_MELDS)


def test_deadwood_is_the_least_of_all_ways_to_lay_out_a_hand() -> None:
    rng = Random(31)
    for n in range(1500):
        hand = crowded(rng, 10 + n % 2)
        assert core.deadwood(hand) == slow_deadwood(hand), text(hand)


def test_136694_hands_are_gin() -> None:
    """All hands of ten cards that are 4 + 3 + 3 or 5 + 5 cards of melds, each counted once."""
    by_size = {size: [each for each in ALL_MELDS if each.bit_count() == size] for size in (3, 4, 5)}
    found = {one | two for one, two in combinations(by_size[5], 2) if not one & two}
    pairs = [one | two for one, two in combinations(by_size[3], 2) if not one & two]
    found |= {pair | each for pair in pairs for each in by_size[4] if not pair & each}
    assert len(found) == 136_694
    assert comb(52, 10) == 15_820_024_220  # "Gin hand combinations", backgammon-play.com
    assert round(comb(52, 10) / len(found)) == 115_733
    assert all(core.deadwood(each) == 0 for each in Random(1).sample(sorted(found), 3000))


def test_mean_deadwood_of_a_dealt_hand() -> None:
    """56.6 with a standard deviation of 13.76, in 250,000 deals ("Deadwood distribution", yimmaw.com)."""
    rng, many = Random(8), 20_000
    found = [core.deadwood(mask(rng.sample(STANDARD, 10))) for _ in range(many)]
    mean = sum(found) / many
    spread = (sum((each - mean) ** 2 for each in found) / many) ** 0.5
    assert abs(mean - 56.6) < 4 * 13.76 * (1 / many + 1 / 250_000) ** 0.5 + 0.05
    assert abs(spread - 13.76) < 0.3


def test_a_hand_is_shown_so_that_fewest_cards_fit() -> None:
    """7c 7d 7h 8h 9h: the set leaves 8h 9h, the run 7c 7d. With 7s, too, set and run are both shown."""
    found = core.laid_out(cards("7c 7d 7h 7s 8h 9h"))
    assert core.usual(found.sets) == cards("7c 7d 7s")
    assert core.usual(found.runs) == cards("7h 8h 9h")
    tied = core.laid_out(cards("Jc Jd Jh Qh Kh"))  # a set takes Js, the run Th 9h and so on
    assert (core.usual(tied.sets), tied.runs) == (cards("Jc Jd Jh"), 0)


# --- laying off -------------------------------------------------------------------------------------------------------


def slow_laid_off(shown: list[Cards], hand: Cards) -> int:
    """The least deadwood of a hand, by adding one card after the other to any meld in any order."""
    best = slow_deadwood(hand)
    for n, meld in enumerate(shown):
        for one in members(hand):
            grown = meld | 1 << one
            if grown in ALL_MELDS:
                best = min(best, slow_laid_off([*shown[:n], grown, *shown[n + 1 :]], hand & ~(1 << one)))
    return best


@pytest.mark.slow
def test_cards_are_laid_off_as_well_as_can_be() -> None:
    rng, game, useful = Random(4), GinRummy(), 0
    for _ in range(400):
        mine = crowded(rng, 10)
        others = [one for one in STANDARD if not mine >> one & 1]
        near = [one for one in others if core.low(1 << one) & core.fitting(core.laid_out(mine), core.ALL)]
        some = [*near, *rng.sample(others, 12)][:4] if near else others
        yours = mask(dict.fromkeys([*some, *rng.sample(others, 10)])) if near else mask(rng.sample(others, 10))
        yours = mask(list(members(yours))[:8])
        laid = core.laid_off(core.laid_out(mine), yours)
        assert core.deadwood(yours & ~laid) == slow_laid_off(game.melds(mine), yours), (text(mine), text(yours))
        useful += laid != 0
    assert useful > 50


def test_no_more_cards_are_laid_off_than_help() -> None:
    """Who can put four tens on the table keeps them together, and a card that fits two melds lies on one."""
    knocker = core.laid_out(cards("7h 8h 9h"))
    assert core.laid_off(knocker, cards("Tc Td Th Ts")) == 0
    assert core.laid_off(knocker, cards("Td Th Jh 6h 2c")) == cards("6h Th Jh")


# --- a deal -----------------------------------------------------------------------------------------------------------


def test_the_upcard_is_offered_to_the_other_first() -> None:
    game = GinRummy()
    state = game.hand_out(Shuffled(STANDARD, (0,)))
    assert game.turn(state) == (1,)
    assert list(map(str, game.legal(state, 1))) == ["draw discard", "pass"]
    again = game.apply(state, 1, Action("pass"))
    assert (game.turn(again), list(map(str, game.legal(again, 0)))) == ((0,), ["draw discard", "pass"])
    stock = game.apply(again, 0, Action("pass"))
    assert (game.turn(stock), list(map(str, game.legal(stock, 1)))) == ((1,), ["draw stock"])
    drawn = game.apply(stock, 1, Action("draw stock"))
    assert len(game.legal(drawn, 1)) >= 11  # any of the eleven cards
    taken = game.apply(again, 0, Action("draw discard"))
    assert Action("discard", 1 << state.upcard) not in game.legal(taken, 0)
    assert game.view(taken, 1).pile("hand", 0).cards == (state.upcard, *(None,) * 10)


def test_a_row_without_an_offer_and_without_lay_offs() -> None:
    """Knock Rummy: who begins draws at once, and a run of the knocker's takes no card of the other."""
    game = Melding("knock", MeldRow(limit=100, undercut=10, game=0, box=0, offer=False, lays_off=False))
    assert list(map(str, game.legal(game.hand_out(Shuffled(STANDARD, (0,))), 1))) == ["draw stock", "draw discard"]
    other = "Ac 8s 3d 5h 5s 5d 9c 9h 9s Ts"
    over = ended(game, state_of(game, f"{MELDED} 9d Ks", other), "knock Ks")
    assert (game.score(over), game.count(over).laid) == ((22.0 - 9.0, 0.0), 0)  # 1 + 8 + 3 + 10
    assert game.view(over, 0).fact("deadwood", 1) == 22
    check_kernel(game, 3)


def test_two_cards_stay_in_the_stock_and_nobody_scores() -> None:
    game, rng = GinRummy(), Random(6)
    state = game.deal(rng)
    while game.turn(state):
        seat = state.turn
        legal = [each for each in game.legal(state, seat) if each.verb in ("draw stock", "discard", "pass")]
        state = game.apply(state, seat, rng.choice(legal))
    assert (len(state.stock), game.score(state), game.final(state, (0.0, 0.0))) == (2, (0.0, 0.0), False)
    assert game.shuffle(rng, Past(state, (0.0, 0.0), 1)).drawn == (state.dealer,)


MELDED = "2c 3c 4c 8c 8d 8h Jd Qd Kd"
"""Nine cards in melds."""
LOSER = "2d 4h 5s 6d 7c 9s Th Js Qc Ac"
"""64 points in no meld, of which the ace can be laid off."""


@pytest.mark.parametrize(
    ("options", "own", "action", "scores"),
    [
        ({}, f"{MELDED} 5h Ks", "knock Ks", (58.0, 0.0)),  # 63 - 5
        ({}, f"{MELDED} 5c Ks", "gin Ks", (89.0, 0.0)),  # 64 + 25
        ({"gin": 20}, f"{MELDED} 5c Ks", "gin Ks", (84.0, 0.0)),
        ({"big_gin": 31}, f"{MELDED} 5c 8s", "big gin", (95.0, 0.0)),  # 64 + 31
        ({"spades": True}, f"{MELDED} 5h Ks", "knock Ks", (58.0, 0.0)),  # a heart was turned up
    ],
)
def test_scores(options: dict[str, object], own: str, action: str, scores: tuple[float, float]) -> None:
    game = make("ginrummy", **options)
    over = ended(game, state_of(game, own, LOSER), action)
    assert game.score(over) == scores
    sheet = game.score_sheet(over, scores)
    assert tuple(sum(line.points for line in side.entries) for side in sheet.sides) == scores


def test_an_undercut() -> None:
    """The knocker has 9; the other has 3 after laying Ac and 8s off, or as much."""
    game = GinRummy()
    other = "Ac 8s 3d 5h 5s 5d 9c 9h 9s Ts"
    over = ended(game, state_of(game, f"{MELDED} 9d Ks", other), "knock Ks")
    assert game.score(over) == (13.0 - 9.0, 0.0)  # 3 + 10: less is not enough
    other = "Ac 8s 3d 5h 5s 5d 9c 9h 9s 6s"
    over = ended(game, state_of(game, f"{MELDED} 9d Ks", other), "knock Ks")
    assert game.score(over) == (0.0, 25.0)  # 3 + 6 is as much
    assert make("ginrummy", undercut=10).score(over) == (0.0, 10.0)


def test_bonuses_at_the_end_of_a_match() -> None:
    game = GinRummy()
    state = state_of(game, f"{MELDED} 5h Ks", LOSER)._replace(before=(60, 30), boxes=(2, 1))
    over = ended(game, state, "knock Ks")
    assert game.score(over) == (58.0 + 100 + 3 * 25, 25.0)
    assert game.final(over, (0.0, 0.0))
    alone = over._replace(before=(60, 0), boxes=(2, 0))
    assert game.score(alone) == (58.0 + 200 + 3 * 25, 0.0)
    assert make("ginrummy", shutout=False, box=20).score(alone) == (58.0 + 100 + 3 * 20, 0.0)
    assert not game.final(over._replace(before=(41, 30)), (0.0, 0.0))


def test_points_and_deals_go_on_to_the_next_deal() -> None:
    game = GinRummy()
    over = ended(game, state_of(game, f"{MELDED} 5h Ks", LOSER), "knock Ks")
    following = game.deal(Random(1), Past(over, (58.0, 0.0), 1))
    assert (following.before, following.boxes, following.dealer) == ((58, 0), (1, 0), 1)
    assert make("ginrummy", dealer="winner").deal(Random(1), Past(over, (58.0, 0.0), 1)).dealer == 0


@pytest.mark.parametrize(("upcard", "may"), [("6h", 6), ("Kh", 10), ("Ah", 0), ("As", 0)])
def test_oklahoma(upcard: str, may: int) -> None:
    """ "If the upcard is a five, the knocker must have 5 points or less"; an ace means gin, a spade doubles."""
    game = make("ginrummy", "oklahoma")
    for left in ("5h", "6d", "7d", "Th"):
        state = state_of(game, f"{MELDED} {left} Ks", "2d 4h 5s 6c 7c 9s Tc Js Qc Ac", upcard)
        knock = any(each.verb == "knock" for each in game.legal(state, 0))
        assert knock == (value(cards(left).bit_length() - 1) <= may)
    gin = ended(game, state_of(game, f"{MELDED} 5c Ks", LOSER, upcard), "gin Ks")
    won = 2 * 89 + 200 + 25 if upcard == "As" else 89  # more than 100 points: the match is won, and the other has none
    assert game.score(gin) == (won, 0)


# --- what people are told ---------------------------------------------------------------------------------------------


def test_reasons_and_chances() -> None:
    game = GinRummy()
    state = state_of(game, f"{MELDED} 5h Ks", LOSER)._replace(taken=cards("Ks").bit_length() - 1)
    view = game.view(state, 0)
    assert game.explain(view, cards("Ks")).key == "why.taken"  # type: ignore[union-attr]
    assert game.explain(view, cards("5h 2c")).key == "why.one_card"  # type: ignore[union-attr]
    assert game.explain(view, cards("5h")) is None
    drawing = state_of(game, f"{MELDED} 9h", "2d 4h 5s 6d 7c 9s Th Js Qc Kc")._replace(phase=core.DRAW)
    for phase, why in ((core.DRAW, "draw"), (core.OFFER, "offer"), (core.STOCK_ONLY, "passed")):
        view = game.view(drawing._replace(phase=phase), 0)
        assert game.explain(view, cards("9h")).key == f"why.{why}"  # type: ignore[union-attr]
    chances = {each.name: each.value for each in game.odds(game.view(drawing, 0))}
    assert chances["gin"] == Fraction((cards("Ac 5c 8s Td") & ~drawing.hands[1]).bit_count(), 41)
    assert chances["knock"] == 1
    left = [one for one in STANDARD if not (drawing.hands[0] | sum(1 << each for each in drawing.pile)) >> one & 1]
    after = [drawing.hands[0] | 1 << one for one in left]
    lower = sum(min(slow_deadwood(each & ~(1 << one)) for one in members(each)) < 9 for each in after)
    assert chances["lower"] == Fraction(lower, 41)


def test_a_hand_lies_in_melds() -> None:
    game = GinRummy()
    view = game.view(state_of(game, f"{MELDED} 5h Ks", LOSER), 0)
    assert view.pile("hand", 0).groups == (3, 3, 3)
    assert text(mask(one for one in view.pile("hand", 0).cards[-2:] if one is not None)) == "5hKs"
    assert game.arrange(view, "combination") == view.pile("hand", 0).cards
    over = game.view(ended(game, state_of(game, f"{MELDED} 5h Ks", LOSER), "knock Ks"), 0)
    assert over.pile("hand", 1).groups == (1,)  # the ace that was laid off
    assert over.pile("hand", 1).cards[0] == cards("Ac").bit_length() - 1


def test_random_deals_of_the_kernel() -> None:
    """Gin at random is rare; deals last until the stock is gone, and points go to one seat only."""
    found = simulate(GinRummy(), 4000, seed=3)
    assert (found.scores.min(axis=1) == 0).all()
    assert ((found.ways == 0) == (found.scores.sum(axis=1) == 0)).mean() > 0.999
    assert 0.005 < (found.ways > 0).mean() < 0.1
    assert set(found.enders[found.ways == 0].tolist()) == {-1}
