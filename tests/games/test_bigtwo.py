"""Big Two: its options and variants, leads, points, settlement, and the knowledge that its rules give away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from dealt.cards import STANDARD, Cards, cards, mask, members, sequence
from dealt.game import OPEN, Action, OptionError, Past, Say, find
from dealt.games import GAMES
from dealt.games.bigtwo import OPTIONS, PENALTY, BigTwo, settlement
from dealt.games.climbing import ClimbingState
from dealt.table import Match, Table
from dealt.texts import common, sentence

LISTING = GAMES["bigtwo"]


def make(preset: str | None = None, **options: Any) -> BigTwo:
    game = LISTING.make(preset, **{"cut": "quick", **options})  # where everybody cuts: test_cutting.py
    assert isinstance(game, BigTwo)
    return game


def at(hands: str, *, turn: int = 0, owner: int | None = None, trick: str = "", must: str = "") -> ClimbingState:
    """A position, hands apart by a bar."""
    held = tuple(cards(each) for each in hands.split("|"))
    newest = tuple(cards(trick) if seat == owner else 0 for seat in range(len(held)))
    return ClimbingState(held, turn, owner, newest, must=cards(must))


def deals(game: BigTwo, count: int = 20, past: Past[ClimbingState] | None = None) -> Iterator[ClimbingState]:
    for number in range(count):
        yield game.deal(Random(number), past)


def won(game: BigTwo, winner: int) -> ClimbingState:
    """A finished deal."""
    hands = tuple(0 if seat == winner else 1 << seat for seat in range(game.seats))
    return ClimbingState(hands, None, winner, tuple(1 << 20 if seat == winner else 0 for seat in range(game.seats)))


# --- options


@pytest.mark.slow
def test_variants_set_what_is_not_chosen() -> None:
    assert make().rules["flush_order"] == "suit"
    assert make("daidi").rules["flush_order"] == "rank"
    assert make("daidi", flush_order="suit").rules["flush_order"] == "suit"
    assert make("daidi", ace_low_straight=True).classify(cards("Ad2c3h4s5d")) == "straight"
    assert make("daidi").rules["target_score"] == 100
    assert make("daidi", target_score=None).rules["target_score"] is None


def test_options_make_the_same_game_again() -> None:
    listed: list[dict[str, Any]] = [{}, {"variant": "daidi", "seats": 2, "last_card_rule": True}]
    for wanted in listed:
        game = make(**wanted)
        settled: dict[str, Any] = dict(game.options)
        again = make(**settled)
        assert again.options == game.options
        assert again.deal(Random(1)) == game.deal(Random(1))


@pytest.mark.parametrize("seats", [2, 3])
def test_deuce_is_for_four(seats: int) -> None:
    with pytest.raises(OptionError, match="it is for 4"):
        make(seats=seats)
    assert make(variant="daidi", seats=seats).seats == seats


def test_wrong_options_are_named() -> None:
    with pytest.raises(OptionError, match="natural, two_high, hongkong"):
        make(straight_order="low")
    with pytest.raises(OptionError, match="deuce, daidi, hongkong"):
        make("dublin")


# --- dealing and leading


@pytest.mark.slow
def test_thirteen_cards_each_and_the_rest_unseen() -> None:
    for seats in (2, 3, 4):
        game = make(variant="daidi", seats=seats)
        for state in deals(game, 3):
            assert [hand.bit_count() for hand in state.hands] == [13] * seats
            view = game.view(state, 0)
            if seats < 4:
                assert view.pile("stock").cards == (None,) * (52 - 13 * seats)
            else:
                assert not [pile for pile in view.piles if pile.name == "stock"]


def test_directions() -> None:
    assert make().after(0) == 3
    assert make(variant="daidi").after(0) == 1


@pytest.mark.parametrize("preset", ["deuce", "daidi"])
def test_the_lowest_card_opens_a_session(preset: str) -> None:
    game = make(preset)
    for state in deals(game):
        assert state.must == cards("3d")
        assert state.turn is not None
        assert state.hands[state.turn] & state.must
        legal = game.legal(state, state.turn)
        assert legal[0] == Action("play", state.must)
        assert all(each.cards & state.must for each in legal), "the leader may not pass"


def test_with_cards_undealt_the_lowest_dealt_card_opens_and_all_know_it() -> None:
    game = make("daidi", seats=2)
    rng = Random(3)
    seen_missing = 0
    for state in deals(game, 30):
        lowest = min(members(sum(state.hands)), key=game.order.strength)
        assert state.must == 1 << lowest
        assert state.turn is not None
        view = game.view(state, None)
        for _ in range(5):
            sampled = game.sample(view, rng)
            assert sampled.hands[state.turn] & state.must
            below = [one for one in STANDARD if game.order.strength(one) < game.order.strength(lowest)]
            seen_missing += len(below)
            assert all(sampled.stock[0] >> one & 1 for one in below)
    assert seen_missing


def test_later_the_winner_deals_and_leads_anything() -> None:
    for preset in ("deuce", "daidi"):
        game = make(preset)
        past = Past(won(game, 2), (1.0, 2.0, 0.0, 3.0), 1)
        for state in deals(game, 5, past):
            assert (state.turn, state.must, state.dealer) == (2, 0, 2)


def test_a_change_of_players_brings_the_three_of_diamonds_back_in_deuce_only() -> None:
    deuce, daidi, always = make(), make("daidi"), make("daidi", lead_3d_every_hand=True)
    past = Past(won(deuce, 2), (1.0, 2.0, 0.0, 3.0), 1, frozenset({1}))
    assert all(state.must == cards("3d") for state in deals(deuce, 5, past))
    assert all(state.must == 0 and state.turn == 2 for state in deals(daidi, 5, past))
    assert all(state.must == cards("3d") for state in deals(always, 5, past))


def test_the_first_dealer_is_seat_0_or_cuts_the_highest_card() -> None:
    assert {game.view(state, None).fact("dealer", 0) for game in [make()] for state in deals(game, 5)} == {1}
    assert {state.dealer for state in deals(make("daidi"), 40)} == {0, 1, 2, 3}


def test_the_same_seed_deals_the_same() -> None:
    for preset in ("deuce", "daidi"):
        assert make(preset).deal(Random(5)) == make(preset).deal(Random(5))
        assert make(preset).deal(Random(5)) != make(preset).deal(Random(6))


# --- playing


def test_only_as_many_cards_beat_and_a_pass_is_always_last() -> None:
    game = make()
    state = at("3d | 3h4c4h4s5d6s7d8d9d | 3s | 2s", turn=1, owner=0, trick="3c 3s")
    assert [str(each) for each in game.legal(state, 1)] == ["play 4c4h", "play 4c4s", "play 4h4s", "pass"]


def test_five_card_groups_stand_in_their_order() -> None:
    game = make()
    groups = ["3d4c5h6s7d", "3c5c6c8c9c", "3c3d3h4c4d", "3c3d3h3s4c", "Ad2d3d4d5d"]
    for low, high in pairwise(groups):
        assert game.beats(cards(high), cards(low))
        assert not game.beats(cards(low), cards(high))


def test_last_card_rule() -> None:
    game = make(last_card_rule=True)
    # 3 plays after 0 in deuce
    state = at("3d 4d 4s 9h | 5d 5h | 6d 6h | 7d")
    assert [str(each) for each in game.legal(state, 0)] == ["play 9h", "play 4d4s"]
    assert game.explain(game.view(state, 0), cards("4s")) == Say("why.last_card", {"cards": ("9h",)})
    follow = at("3d 4d 4s 9h | 5d 5h | 6d 6h | 7d", owner=1, trick="3s")
    assert [str(each) for each in game.legal(follow, 0)] == ["play 9h", "pass"]
    free = at("3d 4d 4s 9h | 5d | 6d 6h | 7d 7h")
    assert len(game.legal(free, 0)) == 5
    assert len(make().legal(state, 0)) == 5


def test_after_the_last_card_rule_all_know_that_the_rest_is_lower() -> None:
    game = BigTwo(deck=sequence("3d 4d 4s 5d 5h 6d 6h 7d 9h Td"), hand=2, last_card_rule=True)
    state = at("3d 4d 4s 9h | 5d 5h | 6d 6h Td | 7d")
    view = game.view(game.apply(state, 0, Action("play", cards("9h"))), 1)
    assert view.fact(".lacks", 0) == "Td"
    assert all(not game.sample(view, Random(n)).hands[0] & cards("Td") for n in range(50))


def test_pass_locks_out() -> None:
    game = make(pass_locks_out=True)
    state = at("3d 9h | 5d 2d | 6d 6h | 7d 8d")
    for seat, action in ((0, "3d"), (3, ""), (2, "6h"), (1, "")):
        state = game.apply(state, seat, Action("play", cards(action)) if action else Action("pass"))
    assert state.turn == 0
    state = game.apply(state, 0, Action("play", cards("9h")))
    assert (state.turn, game.score(state)) == (None, (0, 2, 1, 2))


# --- the end


def test_points() -> None:
    assert [PENALTY["deuce"](n) for n in (0, 1, 9, 10, 12, 13)] == [0, 1, 9, 20, 24, 39]
    assert [PENALTY["daidi"](n) for n in (0, 1, 10, 11, 12, 13)] == [0, 1, 10, 30, 40, 50]
    assert [PENALTY["flat"](n) for n in (0, 13)] == [0, 13]
    game = make(scoring="flat")
    assert game.score(at("| 5d 5h | 6d | 7d", turn=1)) is None
    assert game.low


def test_nobody_answers_the_last_play() -> None:
    game = make()
    state = game.apply(at("3d | 5d 5h | 6d 6h 6s | 7d"), 0, Action("play", cards("3d")))
    assert game.turn(state) == ()
    assert game.score(state) == (0, 2, 3, 1)
    assert all(game.legal(state, seat) == () for seat in range(4))
    assert None not in game.view(state, None).pile("hand", 2).cards, "the hands are shown at the end"


def test_a_match_ends_at_the_target_score() -> None:
    game = make("daidi")
    assert not game.final(won(game, 0), (0.0, 99.0, 50.0, 3.0))
    assert game.final(won(game, 0), (0.0, 100.0, 50.0, 3.0))
    assert not make().final(won(game, 0), (0.0, 1000.0, 50.0, 3.0))


def test_settlement_is_by_pairs() -> None:
    scores = (0.0, 5.0, 9.0, 13.0)
    for seat, net in enumerate(settlement(scores, 2)):
        assert net == sum(2 * (other - scores[seat]) for other in scores)
    assert make().settle(scores) is None
    assert make(stake=3).settle(scores) == settlement(scores, 3)
    assert sum(settlement(scores, 3)) == 0


def test_a_whole_match_with_simple_play() -> None:
    match: Match[ClimbingState] = Match(make("daidi", seats=3))
    rng = Random(8)
    for _ in range(60):
        table: Table[ClimbingState] = match.deal(rng.randbytes(32))
        while not table.over:
            seat = table.turn[0]
            table.act(seat, table.view(seat).legal[0])
        if match.end():
            break
    assert max(match.totals) >= 100


# --- what people see and read


def test_warnings_are_deuce() -> None:
    state = at("3d | 5d 5h | 6d | 7d")
    warned = [fact.owner for fact in make().view(state, None).facts if fact.name == "!last_card"]
    assert warned == [0, 2, 3]
    assert not [fact for fact in make("daidi").view(state, None).facts if fact.name == "!last_card"]


def test_a_play_is_found_by_its_name() -> None:
    game = make()
    state = at("3d 3s 4c | 5d | 6d | 7d")
    assert find(game.view(state, 0), "play 3♠ 3♦") == Action("play", cards("3d 3s"))
    assert find(game.view(state, 0), "play 3d 4c") is None


def test_sorted_by_combination() -> None:
    game = make()
    hand = "3d 4c 5h 6s 7d  9d 9c 9h  Kd Kc  Js As 2h"
    view = game.view(at(f"{hand} | 5d | 6d | 7c"), 0)
    assert game.arrange(view, "combination") == sequence(
        "9h 9c 9d Kc Kd"[:0] + "Kc Kd 9h 9c 9d 7d 6s 5h 4c 3d 2h As Js"
    )
    assert game.arrange(view, "suit") == sequence("As Js 6s 2h 9h 5h Kc 9c 4c Kd 9d 7d 3d")


def said(game: BigTwo, rng: Random) -> Iterator[str]:
    """Every key that a deal brings up: facts, piles, notes, actions and reasons."""
    table: Table[ClimbingState] = Table(game, rng.randbytes(32))
    while True:
        for seat in (*range(game.seats), None, OPEN):
            view = table.view(seat)
            for pile in view.piles:
                yield f"pile.{pile.name}"
                yield from [pile.note] if pile.note else []
            yield from (f"fact.{fact.name}" for fact in view.facts if not fact.name.startswith("."))
            mine: Cards = mask(view.pile("hand", seat).cards) if seat is not None and seat >= 0 else 0  # type: ignore[arg-type]
            some = rng.sample(list(members(mine)), min(rng.randint(0, 5), mine.bit_count()))
            why = game.explain(view, mask(some))
            for say in (why, *map(game.describe, view.legal)):
                if say is not None:
                    yield say.key
                    yield from (str(each)[1:] for each in say.args.values() if str(each).startswith("@"))
        if table.over:
            return
        table.act(table.turn[0], rng.choice(game.legal(table.state, table.turn[0])))


def settings() -> Iterator[str]:
    """Every key that a lobby shows."""
    yield from ("game.title", "game.about", "preset.default", "play", "not_legal")
    yield from (f"preset.{each}" for each in LISTING.presets)
    for option in OPTIONS:
        yield from (f"option.{option.name}", f"option.{option.name}.help")
        spelled = ["none" if each is None else str(each) for each in option.choices if not isinstance(each, bool)]
        yield from (f"option.{option.name}.{each}" for each in spelled)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_said_has_words_in_both_languages(language: str) -> None:
    keys = {*settings(), *(f"kind.{kind.name}" for kind in make().combinations.kinds)}
    for number, game in enumerate((make(last_card_rule=True), make("daidi", seats=2))):
        for repeat in range(6):
            keys |= set(said(game, Random(10 * number + repeat)))
    keys |= {"why.must", "why.last_card", "why.beat", "why.count", "why.kind", "why.lead", "why.hand"}
    known = {**common()[language], **LISTING.texts[language]}
    assert keys <= set(known), f"no words for {sorted(keys - set(known))}"


def test_sentences() -> None:
    game = make()

    def read(action: str, language: str) -> str:
        return sentence(game.describe(Action("play", cards(action))), LISTING.texts, language=language)

    assert read("Td Ts", "en") == "Play pair of 10"
    assert read("2s", "en") == "Play 2♠"
    assert read("Ad 2c 3h 4s 5d", "en") == "Play straight to 5"
    assert read("Td Ts", "zh") == "出一对 10"
    state = at("3d 4d 4s 9h | 5d 5h | 6d 6h | 7d", owner=1, trick="5c 5s")
    why = game.explain(game.view(state, 0), cards("4d 4s"))
    assert why is not None
    assert sentence(why, LISTING.texts) == "This doesn't beat the pair 5♠ 5♣"


def test_both_languages_have_the_same_texts_and_pages() -> None:
    assert LISTING.texts["en"].keys() == LISTING.texts["zh"].keys()
    for page in LISTING.rules.values():
        assert all(f"`{option.name}`" in page for option in OPTIONS)
    assert LISTING.rules.keys() == {"en", "zh"}
