"""The planner: the deals that it draws fit the auction, and its calls and cards follow from them."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from itertools import combinations
from math import exp
from random import Random

import pytest

from dealt import players
from dealt.cards import STANDARD, Cards, mask
from dealt.games import make
from dealt.games.bridge import Bridge, Contract, call_of
from dealt.games.bridge.auction import STRAINS
from dealt.games.bridge.scoring import duplicate
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge import sampling
from dealt.players.advice.bridge.bidding import Hand, Promise
from dealt.players.advice.bridge.lookahead import FIT, NEAR, NEAR_A_SLAM, candidates, misses
from dealt.players.advice.bridge.planner import best_call, deals_for
from dealt.players.advice.bridge.standard.conditions import Scene, game_level
from dealt.players.advice.bridge.standard.system import call_of_hand, meaning, reading, rules_at
from dealt.table import Table, play, seed_of
from tests.players.test_standard import auctions, hand

pytestmark = pytest.mark.skipif(find_spec("numpy") is None, reason="the planner needs NumPy, which endplay brings")
solver = pytest.mark.skipif(find_spec("endplay") is None, reason="no solver is installed")


def score(end: Contract, tricks: int) -> float:
    """The score for north and south, nobody vulnerable."""
    points = duplicate(end.level, end.strain, end.doubled, tricks, vulnerable=False)
    return points if end.declarer % 2 == 0 else -points


def call(calls: str, held: str, seed: int = 1) -> str:
    """What the planner calls; the dealer is north."""
    return best_call(calls.split(), 0, hand(held), score, Random(seed)).call


def test_a_chain_draws_deals_as_often_as_their_distance_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six cards for two hidden hands: all twenty layouts are drawn as often as ``exp(-HEAT * distance)``."""
    monkeypatch.setattr(sampling, "HEAT", 0.5)
    some = [51, 47, 43, 11, 7, 3]  # ace, king, queen, four, three and two of spades
    promise = Promise(hcp=(6, 40))
    first = mask(some[:3]), 0, mask(some[3:]), 0
    chain = sampling._Chain([first] * 4000, [(0, 0), (2, 0)], [promise, Promise()], None)
    chain.run(60, Random(1))
    found = Counter(hands[0] for hands in chain.deals([first] * 4000))
    points = {mask(three): Hand(mask(three)).hcp for three in combinations(some, 3)}
    weights = {held: exp(-0.5 * max(0, 6 - hcp)) for held, hcp in points.items()}
    for held, weight in weights.items():
        right = 4000 * weight / sum(weights.values())
        assert abs(found[held] - right) < 5 * right**0.5, (points[held], found[held], right)


def test_deals_fit_the_auction() -> None:
    """Whole decks with the seat's own hand, and of the likeliest all hidden hands keep what was promised."""
    kept = total = 0
    for number, (hands, made) in enumerate(auctions(6)):
        calls = tuple(rule.call for rule in made)[:4]
        seat = len(calls) % 4
        drawn = deals_for(calls, 0, seat, hands[seat], Random(number), 100, 100)
        assert all(each.hands[seat] == hands[seat] and sum(each.hands) == mask(STANDARD) for each in drawn)
        assert all(held.bit_count() == 13 for each in drawn for held in each.hands)
        promises = reading(calls).promises
        for each in drawn[:20]:
            kept += all(promises[other].fits(Hand(each.hands[other])) for other in range(4) if other != seat)
            total += 1
    assert kept > 0.8 * total


def test_a_hand_that_would_have_called_something_else_weighs_less() -> None:
    strong, weak = hand("AKQ84.K5.AJ73.82"), hand("Q8432.K5.A973.82")
    for held, least, most in ((strong, 1.0, 1.0), (weak, 0.0, sampling.UNLIKE)):
        assert least <= sampling.likelihood(("1S",), 0, (held, 0, 0, 0), [0]) <= most


@pytest.mark.slow
def test_the_same_seed_gives_the_same_call() -> None:
    for held in ("KQ85.A4.KJ72.Q83", "4.85.K63.QT97642"):
        assert call("1S 2H P", held, 3) == call("1S 2H P", held, 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("calls", "held", "expected"),
    [
        ("", "AQ964.KJ5.K3.Q82", "1S"),
        ("1S P", "KQ85.A4.KJ72.Q83", "2N"),
        ("1N P 3N P", "KQ5.AJ4.KJ72.Q83", "P"),
        ("1N P", "J85.64.J9732.853", "P"),
        ("1N 2C 2S 3C 6N", "8.AK4.97532.AK85", "X"),  # three tricks at once, and the lead
        ("1S P 3S P", "AKQ85.A.KQ72.AQ3", "4N"),
    ],
)
def test_calls_lead_to_what_is_worth_most(calls: str, held: str, expected: str) -> None:
    assert call(calls, held) == expected


@pytest.mark.slow
def test_a_call_is_never_without_a_meaning_and_its_promise_is_nearly_kept() -> None:
    for number, (hands, made) in enumerate(auctions(6)):
        for n in range(min(6, len(made))):
            calls = tuple(rule.call for rule in made[:n])
            chosen = best_call(calls, 0, hands[n % 4], score, Random(number), deals=16)
            assert meaning((*calls, chosen.call)).key != "meaning.unknown"
            meant = [rule for rule in rules_at(calls) if rule.call == chosen.call]
            most = NEAR_A_SLAM if chosen.rule.name == "blackwood" else NEAR
            near = any(misses(rule, Hand(hands[n % 4])) <= most for rule in meant)
            assert near or chosen.call == "P" or is_placed(calls, hands[n % 4], chosen.call)


def is_placed(calls: tuple[str, ...], held: Cards, bid: str) -> bool:
    """Is a bid a game or a small slam with trumps enough, as far as they are known?"""
    suit, partner = STRAINS.find(bid[1]), Scene(reading(calls)).partner
    trumps = bid[1] == "N" or Hand(held).lengths[suit] + partner.least(suit) >= FIT
    return trumps and int(bid[0]) in (6, game_level(bid[1]))


@pytest.mark.parametrize(
    ("calls", "held", "expected"),
    [
        ("1D P 2C P 2D P", "K6.J3.7.AKQJT876", {"3N", "5C", "6C", "6N", "P"}),
        ("1S P 2D P 4S P", "A93.AT73.AT986.A", {"4N", "6S", "6N", "P"}),
    ],
)
def test_games_and_slams_are_tried_that_may_be_on(calls: str, held: str, expected: set[str]) -> None:
    assert {each.call for each in candidates(tuple(calls.split()), hand(held))} >= expected


@pytest.mark.parametrize(
    ("calls", "held", "expected"),
    [
        ("1N P 2C P", "AQ84.KQ5.A73.Q82", "2S"),  # a question is answered
        ("P P", "AQJT964.KQ5.3.Q8", "1S"),  # of partner nothing is known
        ("2S P", "85.64.J9732.8532", "P"),  # and what is known can't be enough
    ],
)
def test_none_is_tried_elsewhere(calls: str, held: str, expected: str) -> None:
    tried = {each.call for each in candidates(tuple(calls.split()), hand(held))}
    assert {expected} <= tried <= {expected, "P"}


def test_a_call_without_a_row_is_meaning() -> None:
    assert meaning(["1D", "P", "2C", "P", "2D", "P", "6C"]).key == "meaning.placed"
    assert meaning(["1D", "P", "2C", "P", "2D", "P", "5D", "P", "6D", "P", "6S"]).key == "meaning.placed"
    assert meaning(["1D", "3N", "X", "XX", "P", "P", "4C"]).key == "meaning.unknown"


@solver
def test_it_is_offered_where_there_is_an_auction_and_a_solver() -> None:
    assert players.possible(make("bridge"))[0] == "planner"
    assert "planner" not in players.possible(make("bridge", "mini"))
    assert "planner" not in players.possible(make("spades"))


@solver
@pytest.mark.slow
def test_it_bids_and_plays_a_whole_deal() -> None:
    game = make("bridge", "rubber")  # duplicate is what experts play in tests/players/test_levels.py
    planner, plain = players.computer("planner", game, deals=16, seconds=0.2), players.computer("plain", game, deals=4)
    assert play(game, [planner, plain] * 2, seed_of("p", 1)).over


@solver
@pytest.mark.slow
def test_cards_are_tried_on_layouts_that_fit_the_auction_and_the_play() -> None:
    game = make("bridge", claims=False)
    assert isinstance(game, Bridge)
    planner = players.computer("planner", game)
    table: Table[TrickState] = Table(game, seed_of("likely", 2))
    for _ in range(30):
        seat = table.turn[0]
        view = table.view(seat)
        if table.state.phase == "auction":
            calls = table.state.calls
            wanted = call_of_hand(calls, table.state.hands[seat]).call
            table.act(seat, str(next(each for each in view.legal if call_of(each) == wanted)))
            continue
        for state, weight in list(planner.likely(view, Random(1)))[:5]:  # type: ignore[attr-defined]
            assert weight > 0
            assert game.view(state, seat) == table.view(seat, log=False)
        table.act(seat, str(view.legal[0]))
