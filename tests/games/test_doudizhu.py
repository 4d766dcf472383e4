"""Dou Dizhu: the card dealt face up, the auction, redeals and forced bids, the kitty, roles, doubling, and words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt.cards import Cards, cards, mask, members, name
from dealt.game import OPEN, Action, Past, Say, find
from dealt.games import GAMES
from dealt.games.climbing import PASS, ClimbingState
from dealt.games.doudizhu import DouDizhu, landlord
from dealt.table import Match, Table
from dealt.texts import LANGUAGES, common, find_text, sentence

LISTING = GAMES["doudizhu"]


def make(preset: str | None = None, **options: Any) -> DouDizhu:
    game = LISTING.make(preset, **options)
    assert isinstance(game, DouDizhu)
    return game


def play(game: DouDizhu, state: ClimbingState, *moves: str) -> ClimbingState:
    """The state after actions by whoever is to act, each checked."""
    for each in moves:
        assert state.turn is not None
        action = find(game.view(state, state.turn), each)
        assert action is not None, f"seat {state.turn} may not {each}"
        state = game.apply(state, state.turn, action)
    return state


def hands(game: DouDizhu, state: ClimbingState, *written: str, turn: int) -> ClimbingState:
    """The same deal in play, with other hands."""
    return replace(state, hands=tuple(map(cards, written)), turn=turn, owner=None, trick=(0, 0, 0), shown=0)


def contract(game: DouDizhu, bid: int = 1) -> ClimbingState:
    """Seat 0 is the landlord and leads."""
    state = game.deal_in_order(0, game.deck, 0)
    while landlord(state) is None:
        state = play(game, state, f"bid {bid if state.turn == 0 else 0}")
    assert state.turn == 0
    return state


def bids(game: DouDizhu, state: ClimbingState) -> list[str]:
    assert state.turn is not None
    return [str(each) for each in game.legal(state, state.turn)]


def redealt(game: DouDizhu, times: int) -> ClimbingState:
    """A deal after ``times`` deals in which everybody passed."""
    state = game.deal(Random(1))
    for n in range(times):
        while state.turn is not None:
            state = game.apply(state, state.turn, Action("bid", amount=0))
        state = game.deal(Random(n), Past(state, (0, 0, 0), n + 1))
    return state


# --- options


def test_a_variant_sets_what_is_not_chosen() -> None:
    chosen = ("bidding", "reveal_kitty", "attached_singles", "spring")
    assert [make("note").rules[key] for key in chosen] == ["rebid", False, "distinct", False]
    assert [make("common").rules[key] for key in chosen] == ["single", True, "any", True]
    assert make("common", spring=False).rules["spring"] is False
    assert make().rules == make(variant="note").rules


def test_the_preset_of_the_note_plays_without_the_scoring_that_its_author_skips() -> None:
    assert make("note").rules == {**make().rules, "scoring": False}
    assert make().rules["scoring"] is make("common").rules["scoring"] is True
    titles = [LISTING.text("preset.note", language) for language in ("en", "zh")]
    assert all("欢乐斗地主" in title for title in titles)
    assert "HuanLeDouDiZhu" in titles[0]


# --- the deal


def test_cards_are_drawn_counter_clockwise_and_the_dealer_draws_first() -> None:
    game = make()
    state = game.deal_in_order(1, game.deck, 4)
    assert [hand.bit_count() for hand in state.hands] == [17, 17, 17]
    assert [state.hands[seat] >> one & 1 for one, seat in zip(game.deck, (1, 0, 2, 1, 0), strict=False)] == [1] * 5
    assert state.stock == (mask(game.deck[51:]),)
    assert state.turn == 0, "the fifth card was face up"


def test_everybody_knows_who_holds_the_face_up_card_until_it_is_played() -> None:
    game = make()
    state = contract(game)
    shown = next(members(state.shown))
    for seat in (1, 2, None):
        view = game.view(state, seat)
        assert [one for one in view.pile("hand", 0).cards if one is not None] == [shown]
        assert view.fact("face_up", 0) == name(shown)
        for n in range(20):
            assert game.sample(view, Random(n)).hands[0] >> shown & 1
    state = play(game, state, f"play {name(shown)}")
    assert game.view(state, 1).fact("face_up", 0) is None
    assert set(game.view(state, 1).pile("hand", 0).cards) == {None}


def test_a_face_up_card_in_the_kitty_lets_the_dealer_begin_and_goes_to_the_landlord() -> None:
    game = make()
    state = game.deal_in_order(2, game.deck, 53)
    assert state.turn == 2
    assert game.view(state, 0).pile("stock").cards.count(53) == 1
    assert game.view(state, 0).fact("face_up") == "RJ"
    after = play(game, state, "bid 3")
    assert game.view(after, 0).fact("face_up", 2) == "RJ"
    assert 53 in game.view(after, 0).pile("hand", 2).cards


def test_the_face_up_card_is_any_drawn_card_and_the_first_dealer_any_seat() -> None:
    game = make()
    deals = [game.deal(Random(n)) for n in range(300)]
    places = Counter(state.dealer for state in deals)
    assert min(places[seat] for seat in range(3)) > 70
    assert all(state.shown & state.hands[state.turn or 0] for state in deals)
    assert len({state.shown for state in deals}) > 45


def test_the_deal_goes_to_the_right_but_stays_after_a_redeal() -> None:
    game = make()
    state = play(game, game.deal_in_order(1, game.deck, 0), "bid 0", "bid 0", "bid 0")
    assert (game.turn(state), game.score(state)) == ((), (0, 0, 0))
    again = game.deal(Random(3), Past(state, (0, 0, 0), 1))
    assert again.dealer == 1
    assert game.view(again, None).fact("redeals") == 1
    over = replace(play(game, again, "bid 3"), turn=None)
    after = game.deal(Random(4), Past(over, (0, 0, 0), 2))
    assert after.dealer == 0
    assert game.view(after, None).fact("redeals") is None


def test_a_redeal_is_a_deal_of_a_match_that_moves_no_points() -> None:
    match: Match[ClimbingState] = Match(make())
    table = match.deal(bytes(32))
    for _ in range(3):
        table.act(table.turn[0], "bid 0")
    match.end()
    assert (match.totals, match.game.winners((0, 0, 0)), match.final) == ((0, 0, 0), (), False)


def test_totals_go_on_over_deals() -> None:
    match: Match[ClimbingState] = Match(make("common"))
    rng, sums = Random(5), [0.0, 0.0, 0.0]
    for n in range(6):
        table = match.deal(bytes([n]) * 32)
        while not table.over:
            seat = table.turn[0]
            legal = table.game.legal(table.state, seat)
            table.act(seat, rng.choice([each for each in legal if each.cards] or legal))
        match.end()
        sums = [total + each for total, each in zip(sums, table.score or (), strict=True)]
        assert list(match.totals) == sums
    assert sum(sums) == 0
    assert any(sums)


# --- the auction


def test_bids_rise_and_the_pass_comes_last() -> None:
    game = make()
    state = game.deal_in_order(0, game.deck, 0)
    assert bids(game, state) == ["bid 1", "bid 2", "bid 3", "bid 0"]
    state = play(game, state, "bid 2")
    assert (state.turn, bids(game, state)) == (2, ["bid 3", "bid 0"])
    assert game.view(state, 1).fact("bid", 0) == 2


def test_after_redeals_the_first_to_speak_may_be_forced() -> None:
    game = make(forced_after_redeals=2)
    assert bids(game, redealt(game, 1))[-1] == "bid 0"
    state = redealt(game, 2)
    assert bids(game, state) == ["bid 1", "bid 2", "bid 3"]
    assert bids(game, play(game, state, "bid 1")) == ["bid 2", "bid 3", "bid 0"], "only the first is forced"
    assert bids(make(), redealt(make(), 3))[-1] == "bid 0"


@pytest.mark.parametrize("preset", ["note", "common"])
def test_the_landlord_takes_the_kitty_and_only_common_shows_it(preset: str) -> None:
    game = make(preset)
    before = game.deal_in_order(0, game.deck, 0)
    kitty = before.stock[0]
    assert not game.view(before, 0).face_up & kitty
    state = contract(game, 3)
    assert state.hands[0] & kitty == kitty
    assert state.hands[0].bit_count() == 20
    assert [pile.name for pile in game.view(state, 0).piles if pile.name.startswith("stock")] == []
    seen = game.view(state, 1).face_up & kitty
    assert seen == (kitty if preset == "common" else 0)
    assert game.view(state, None).fact("kitty") == ("AsBJRJ" if preset == "common" else None)


def test_a_shown_kitty_binds_what_others_imagine_until_it_is_played() -> None:
    game = make("common")
    state = contract(game, 3)
    for n in range(10):
        assert game.sample(game.view(state, 2), Random(n)).hands[0] & cards("As BJ RJ") == cards("As BJ RJ")
    state = play(game, state, "play BJRJ")
    up = game.view(state, 2).pile("hand", 0).cards
    assert {one for one in up if one is not None} == set(members(cards("As 2c")))


def test_roles_stand_at_the_seats() -> None:
    view = make().view(contract(make(), 2), 1)
    assert view.fact("landlord", 0) == 2
    assert (view.fact("farmer", 1), view.fact("farmer", 2)) == (1, 1)
    assert view.fact("bid", 0) is None, "what was bid is over"


# --- doubling and the score


@pytest.mark.parametrize(
    ("limit", "shown"), [(None, [2, 4, 8]), (4, [2, 4, 4]), (3, [2, 3, 3]), (1, [1, 1, 1])], ids=str
)
def test_the_multiplier_grows_as_bombs_are_played_and_may_be_capped(limit: int | None, shown: list[int]) -> None:
    game = make(max_multiplier=limit)
    state = hands(game, contract(game, 2), "5c5d5h5s 3d", "BJRJ 7d", "6c6d6h6s 4d", turn=0)
    seen = []
    for each in ("play 5c5d5h5s", "play 6c6d6h6s", "play BJRJ"):
        state = play(game, state, each)
        seen.append(game.view(state, None).fact("multiplier"))
    assert seen == shown


def test_a_quadplex_doubles_nothing() -> None:
    game = make("common")
    state = hands(game, contract(game), "5c5d5h5s6d6h 3d", "4c 8d", "4d 9d", turn=0)
    assert game.view(play(game, state, "play 5c5d5h5s6d6h"), None).fact("multiplier") == 1


def test_a_farmer_wins_for_both() -> None:
    game = make()
    state = hands(game, contract(game, 3), "3d 4d", "5d", "6d 7d", turn=1)
    state = play(game, state, "play 5d")
    assert game.score(state) == (-6, 3, 3)
    assert game.winners((-6, 3, 3)) == (1, 2)


def spring(limit: int | None = None) -> DouDizhu:
    return make(spring=True, max_multiplier=limit)


@pytest.mark.parametrize("seat", [1, 2])
def test_it_is_no_spring_once_a_farmer_has_played(seat: int) -> None:
    game = spring()
    state = contract(game)
    fresh = replace(state, hands=(cards("3h"), *state.hands[1:]), shown=0)
    assert game.score(play(game, fresh, "play 3h")) == (4, -2, -2)
    fewer = tuple(hand & hand - 1 if each == seat else hand for each, hand in enumerate(fresh.hands))
    after = play(game, replace(fresh, hands=fewer), "play 3h")
    assert game.score(after) == (2, -1, -1)
    assert game.view(after, None).fact("spring", 0) is None


def test_farmers_make_a_spring_when_the_landlord_played_nothing_but_the_lead() -> None:
    game = spring()
    state = contract(game)
    state = replace(state, hands=(state.hands[0], cards("4c 2h"), cards("4h 2d")), shown=0)
    after = play(game, state, "play 3h", "play 2d", "pass", "pass", "play 4h")
    assert game.score(after) == (-4, 2, 2)
    assert game.view(after, None).fact("spring", 2) == 1
    assert game.view(after, None).fact("multiplier") == 2
    other = play(game, state, "play 3h", "pass", "play 2h", "pass", "pass", "play 4c")
    assert game.score(other) == (-4, 2, 2)
    again = play(game, state, "play 3h", "pass", "play 4c", "play Kd", "play 2d", "pass", "pass", "play 4h")
    assert game.score(again) == (-2, 1, 1)
    assert game.score(play(make(), state, "play 3h", "play 2d", "pass", "pass", "play 4h")) == (-2, 1, 1), "an option"


def test_the_cap_covers_the_spring_too() -> None:
    game = spring(limit=3)
    state = contract(game)
    state = replace(state, hands=(cards("5c5d5h5s3d"), *state.hands[1:]), shown=0)
    state = play(game, state, "play 5c5d5h5s", "pass", "pass", "play 3d")
    assert game.score(state) == (6, -3, -3)


@pytest.mark.slow
def test_without_scoring_every_deal_counts_one() -> None:
    game = make("common", scoring=False)
    state = hands(game, contract(game, 3), "BJRJ", "3d", "4d", turn=0)
    state = play(game, state, "play BJRJ")
    assert game.score(state) == (2, -1, -1)
    assert game.view(state, None).fact("multiplier") is None


# --- the play


def test_the_landlord_leads_and_two_passes_clear_the_table() -> None:
    game = make()
    state = contract(game)
    assert PASS not in game.legal(state, 0)
    state = play(game, state, "play 3h", "pass", "pass")
    assert (state.turn, state.owner) == (0, None)


def test_a_pass_bars_nobody_unless_it_locks_out() -> None:
    for locked in (False, True):
        game = make(pass_locks_out=locked)
        state = hands(game, contract(game), "3d 9d 4c", "4d Td 5c", "5d Jd 6c", turn=0)
        state = play(game, state, "play 3d", "pass", "play 4d", "play 9d")
        assert state.turn == (1 if locked else 2)


# --- words


def why(game: DouDizhu, state: ClimbingState, chosen: Cards) -> Say | None:
    assert state.turn is not None
    return game.explain(game.view(state, state.turn), chosen)


def test_cards_wait_for_the_end_of_the_auction() -> None:
    game = make()
    state = game.deal_in_order(0, game.deck, 0)
    assert why(game, state, cards("2c")) == Say("why.auction")
    assert game.explain(game.view(state, 1), cards("3d")) == Say("illegal.turn")
    table: Table[ClimbingState] = Table(game, bytes(32))
    over = play(game, table.state, "bid 0", "bid 0", "bid 0")
    assert game.explain(game.view(over, 0), cards("3d")) == Say("illegal.over")


def test_six_cards_of_a_four_and_a_pair_are_nothing_under_the_note() -> None:
    state = hands(make(), contract(make()), "6c6d6h6s7d7h 3d", "4c", "4d", turn=0)
    assert why(make(), state, cards("6c6d6h6s7d7h")) == Say("why.kind")
    assert why(make("common"), state, cards("6c6d6h6s7d7h")) is None


def test_bids_and_plays_have_names_in_both_languages() -> None:
    game = make()
    assert game.describe(Action("bid", amount=0)) == Say("bid.pass")
    spoken = {
        "en": ["Bid 2", "Pass", "Play three 9 with a card", "Play bomb of 10", "Play rocket"],
        "zh": ["叫 2 分", "不叫", "出三张 9 带一张", "炸，四张 10", "王炸"],
    }
    actions = [
        Action("bid", amount=2),
        Action("bid", amount=0),
        *(Action("play", cards(each)) for each in ("9c9d9hBJ", "TcTdThTs", "BJRJ")),
    ]
    for language in LANGUAGES:
        said = [sentence(game.describe(each), LISTING.texts, language=language) for each in actions]
        assert said == spoken[language]


def said(game: DouDizhu, rng: Random) -> set[str]:
    """Every key that comes up in a random deal."""
    keys: set[str] = set()
    table: Table[ClimbingState] = Table(game, rng.randbytes(32))
    while True:
        view = table.view(rng.choice([0, 1, 2]))
        keys |= {f"fact.{fact.name}" for fact in view.facts if not fact.name.startswith(".")}
        keys |= {f"pile.{pile.name}" for pile in view.piles}
        keys |= {pile.note for pile in view.piles if pile.note}
        if table.over:
            return keys
        seat = table.turn[0]
        view = table.view(seat)
        keys |= {game.describe(each).key for each in view.legal}
        held = [one for one in view.pile("hand", seat).cards if one is not None]
        reason = game.explain(view, mask(rng.sample(held, min(len(held), 3))))
        keys |= {reason.key} if reason else set()
        table.act(seat, rng.choice([each for each in view.legal if each.cards] or view.legal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_has_words_in_both_languages(language: str) -> None:
    keys = {"game.title", "game.about", "preset.default", "fact.redeals", "fact.bid.0", "fact.spring", "why.auction"}
    keys |= {f"preset.{each}" for each in LISTING.presets}
    for option in LISTING.options:
        keys |= {f"option.{option.name}", f"option.{option.name}.help"}
        spelled = ["none" if each is None else str(each) for each in option.choices if not isinstance(each, bool)]
        keys |= {f"option.{option.name}.{each}" for each in spelled}
    for preset in LISTING.presets:
        for number in range(3):
            keys |= said(make(preset), Random(number))
    known = {**common()[language], **LISTING.texts[language]}
    assert keys <= set(known), f"no words for {sorted(keys - set(known))}"


def test_both_languages_have_the_same_texts_and_pages() -> None:
    assert LISTING.texts["en"].keys() == LISTING.texts["zh"].keys()
    assert LISTING.rules.keys() == {"en", "zh"}
    for page in LISTING.rules.values():
        assert all(f"`{option.name}`" in page for option in LISTING.options)


def test_every_kind_has_its_words() -> None:
    for language in LANGUAGES:
        catalogue = {language: LISTING.texts[language]}
        for kind in make().combinations.kinds:
            for family in ("kind", "play", *(["beat"] if kind.name != "single" else [])):
                assert find_text(f"{family}.{kind.name}", catalogue, language=language), f"{family}.{kind.name}"


def test_whoever_sees_all_sees_the_kitty() -> None:
    game = make()
    state = game.deal(Random(2))
    assert mask(one for one in game.view(state, OPEN).pile("stock").cards if one is not None) == state.stock[0]
    assert set(game.view(state, None).pile("stock").cards) == {None}
