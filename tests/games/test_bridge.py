"""Bridge at the table: what the vectors don't hold. Dummy, claims, rubbers that are broken off, boards, words."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from dealt.cards import Cards, cards, mask, members
from dealt.game import OPEN, Past, Say, View, find
from dealt.games import GAMES, OptionError, make
from dealt.games.bridge import Bridge, RubberBridge, call_of, vulnerable
from dealt.games.bridge.scoring import Rubber
from dealt.games.tricks import TrickState
from dealt.lesson import Lesson
from dealt.players import computer
from dealt.table import Illegal, Match, Table, seed_of
from dealt.texts import LANGUAGES, find_text
from tests.house import walk

N, E, S, W = range(4)
SPADES, HEARTS, DIAMONDS, CLUBS = (mask(range(suit, 52, 4)) for suit in (3, 2, 1, 0))
SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
"""A suit for each seat: with spades as trumps north takes all tricks, at notrump each seat wins what it leads."""


def bridge(**options: Any) -> Bridge:
    game = make("bridge", **options)
    assert isinstance(game, Bridge)
    return game


def seated(game: Bridge, hands: tuple[Cards, ...] = SUITS, dealer: int = N, past: Any = None) -> Table[TrickState]:
    return Table(game, seed_of(1, 0), past, game.begin(hands, dealer, past))


def call(table: Table[TrickState], calls: str) -> None:
    for each in calls.split():
        (seat,) = table.turn
        table.act(seat, next(action for action in table.view(seat).legal if call_of(action) == each))


def follow(table: Table[TrickState], tricks: int) -> None:
    """Play the first legal card, for ``tricks`` tricks."""
    for _ in range(4 * tricks):
        (seat,) = table.turn
        table.act(seat, next(each for each in table.view(seat).legal if each.cards))


def fact(view: View, name: str) -> list[tuple[int | None, int | str]]:
    return [(each.owner, each.value) for each in view.facts if each.name == name]


def shown(view: View, seat: int) -> bool:
    return None not in view.pile("hand", seat).cards


# --- dummy ------------------------------------------------------------------------------------------------------------


def test_dummy_is_faced_after_the_opening_lead_and_played_by_the_declarer() -> None:
    table = seated(bridge())
    call(table, "1S P P P")
    assert table.turn == (E,), "the player on the declarer's left leads"
    assert not any(shown(table.view(None), seat) for seat in range(4))
    table.act(E, "play 2h")
    assert [shown(table.view(None), seat) for seat in range(4)] == [False, False, True, False]
    assert table.turn == (N,), "the declarer acts for dummy"
    assert table.view(S).legal == ()
    with pytest.raises(Illegal):
        table.act(S, "play 2d")
    table.act(N, "play 2d")
    assert table.turn == (W,)
    assert table.view(W).pile("trick", S).cards == tuple(members(cards("2d")))


def test_a_player_is_told_which_hand_is_to_play() -> None:
    table = seated(bridge())
    assert table.game.explain(table.view(N), cards("As")) == Say("why.auction")
    call(table, "1S P P P")
    table.act(E, "play 2h")
    assert table.game.explain(table.view(N), cards("As")) == Say("why.dummy")
    table.act(N, "play 2d")
    table.act(W, "play 2c")
    assert table.game.explain(table.view(N), cards("3d")) == Say("why.own")
    assert table.game.explain(table.view(N), cards("2s")) is None


def test_a_computer_plays_both_hands_as_declarer() -> None:
    game = bridge(boards=1)
    table = Table(game, seed_of(5, 0))
    player, rng, for_dummy = computer("robot", game), Random(1), 0
    while table.turn:
        (seat,) = table.turn
        for_dummy += table.state.phase == "play" and table.state.turn != seat
        table.act(seat, player.choose(table.view(seat), rng))
    agreed = game.contract(table.state)
    assert agreed is not None
    assert for_dummy == 13
    assert sum(table.score or ()) == 0


# --- claims -----------------------------------------------------------------------------------------------------------


def claimed(options: dict[str, Any] | None = None) -> Table[TrickState]:
    table = seated(bridge(**(options or {})))
    call(table, "7S P P P")
    follow(table, 3)
    table.act(N, "claim 10")
    return table


def test_a_claim_that_both_accept_ends_the_deal() -> None:
    table = claimed()
    assert set(table.turn) == {E, W}
    assert shown(table.view(E), N), "who claims shows the cards"
    assert fact(table.view(W), "claim") == [(N, 10)]
    assert [str(each) for each in table.view(E).legal] == ["refuse", "accept"]
    table.act(W, "accept")
    assert set(table.turn) == {E}
    table.act(E, "accept")
    assert table.over
    assert table.score == (1510.0, -1510.0, 1510.0, -1510.0)


def test_play_goes_on_after_a_claim_that_one_refuses() -> None:
    table = claimed()
    table.act(E, "refuse")
    assert table.turn == (W,)
    table.act(W, "accept")
    assert table.turn == (N,)
    assert shown(table.view(E), N)
    assert all(each.verb != "claim" for each in table.view(N).legal), "not twice in a trick"
    follow(table, 1)
    assert any(each.verb == "claim" for each in table.view(N).legal)
    follow(table, 9)
    assert table.score == (1510.0, -1510.0, 1510.0, -1510.0)


@pytest.mark.parametrize("first", ["accept", "refuse"])
@pytest.mark.parametrize("second", ["accept", "refuse"])
def test_answers_to_a_claim_commute(first: str, second: str) -> None:
    one, other = claimed(), claimed()
    one.act(E, first)
    one.act(W, second)
    other.act(W, second)
    other.act(E, first)
    assert one.state == other.state


def test_a_claim_that_is_refused_before_the_lead_leaves_the_cards_of_the_claimer_open() -> None:
    table = seated(bridge())
    call(table, "7S P P P")
    table.act(E, "claim 1")
    for seat in table.turn:
        table.act(seat, "refuse")
    follow(table, 1)
    assert shown(table.view(W), E)
    assert shown(table.view(W), S), "and dummy's"


def test_a_claim_gives_the_other_tricks_away() -> None:
    table = seated(bridge())
    call(table, "7S P P P")
    follow(table, 3)
    table.act(N, "claim 8")
    table.act(E, "accept")
    table.act(W, "accept")
    assert table.score == (-100.0, 100.0, -100.0, 100.0)
    assert sum(table.state.won) == 13


def test_only_who_is_to_play_claims_and_only_where_claims_are_allowed() -> None:
    table = seated(bridge(claims=False))
    call(table, "7S P P P")
    assert all(each.verb == "play" for each in table.view(E).legal)
    with pytest.raises(Illegal):
        claimed({"claims": False})
    with pytest.raises(Illegal):
        claimed().act(N, "accept")


def test_computers_accept_exactly_what_is_certain() -> None:
    game = bridge()
    player = computer("plain", game)
    for amount, answer in ((10, "accept"), (9, "accept")):
        table = seated(game)
        call(table, "7S P P P")
        follow(table, 3)
        table.act(N, f"claim {amount}")
        assert player.choose(table.view(E), Random(1)).verb == answer
    table = seated(game)
    call(table, "7N P P P")
    table.act(E, "claim 13")
    assert player.choose(table.view(N), Random(1)).verb == "accept"
    table = seated(game)
    call(table, "7S P P P")
    table.act(E, "claim 1")
    assert player.choose(table.view(N), Random(1)).verb == "refuse"


# --- boards -----------------------------------------------------------------------------------------------------------


def test_dealer_and_vulnerability_go_by_the_board() -> None:
    match: Match[TrickState] = Match(bridge(boards=None))
    for number in range(1, 18):
        table = match.deal(seed_of(3, number))
        sides = vulnerable(number)
        view = table.view(None)
        assert fact(view, "board") == [(None, number)]
        assert table.turn == ((number - 1) % 4,)
        assert {seat for seat, _ in fact(view, "vulnerable")} == {"none": set(), "ns": {N, S}, "ew": {E, W}}.get(
            sides, {N, E, S, W}
        )
        call(table, "P P P P")
        match.end()


def test_dealer_and_vulnerability_may_be_chosen() -> None:
    match: Match[TrickState] = Match(bridge(dealer="w", vulnerability="ns", boards=2))
    for _ in range(2):
        table = match.deal(seed_of(4, 0))
        assert table.turn == (W,)
        call(table, "P 7N P P P")
        while table.turn:
            walk(table, Random(1), 1)
        made, score = table.score == (2220.0, -2220.0) * 2, table.score
        assert made or (score is not None and score[N] % 100 == 0)
        match.end()
    assert match.final


def test_a_board_that_is_passed_out_scores_nothing_and_the_next_follows() -> None:
    match: Match[TrickState] = Match(bridge(boards=2))
    table = match.deal(seed_of(1, 0))
    call(table, "P P P P")
    assert table.score == (0, 0, 0, 0)
    assert not match.end()
    table = match.deal(seed_of(1, 1))
    assert table.turn == (E,)
    call(table, "P P P P")
    assert match.end()


def test_all_tables_get_the_same_boards_from_the_same_seeds() -> None:
    hands = [[bridge().deal(Random(seed_of("evening", n))).hands for n in range(4)] for _ in range(2)]
    assert hands[0] == hands[1]


# --- the rubber -------------------------------------------------------------------------------------------------------


def rubber(deals: Sequence[tuple[str, int]], **options: Any) -> Match[TrickState]:
    """A match of contracts by north, each with the tricks that are claimed at once."""
    match: Match[TrickState] = Match(bridge(mode="rubber", **options))
    for n, (wanted, tricks) in enumerate(deals):
        table = match.deal(seed_of("rubber", n))
        seats = list(range(4))
        while table.turn and table.state.phase == "auction":
            (seat,) = table.turn
            said = [each for each in table.state.calls if each != "P"]
            call(table, wanted if seat == N and not said and wanted != "P" else "P")
        if table.turn:
            (leader,) = table.turn
            table.act(leader, f"claim {13 - tricks}")
            for seat in (each for each in seats if each % 2 == N):
                table.act(seat, "accept")
        if match.end():
            break
    return match


def test_two_games_win_the_rubber_and_bring_the_bonus() -> None:
    match = rubber([("4S", 10), ("P", 0), ("3N", 9), ("1C", 7)], honours=False)
    assert match.final
    assert match.deals == 3
    assert match.totals == (920.0, 0.0, 920.0, 0.0)


def test_part_scores_add_up_below_the_line_and_a_game_makes_vulnerable() -> None:
    match = rubber([("2H", 8)], honours=False)
    table = match.deal(seed_of("rubber", 1))
    assert fact(table.view(None), "below") == [(N, 60), (S, 60)]
    assert fact(table.view(None), "vulnerable") == []
    match = rubber([("2H", 8), ("1N", 7)], honours=False)
    table = match.deal(seed_of("rubber", 2))
    assert fact(table.view(None), "below") == []
    assert fact(table.view(None), "vulnerable") == fact(table.view(None), "games") == [(N, 1), (S, 1)]


@pytest.mark.parametrize(
    ("deals", "options", "total"),
    [
        ([("4S", 10)], {}, 120 + 300),
        ([("2H", 8)], {}, 60 + 100),
        ([("2H", 8)], {"unfinished_part_bonus": 50}, 60 + 50),
        ([("4S", 10), ("2H", 8)], {}, 180 + 300 + 100),
        ([("2H", 8), ("P", 0)], {}, 60 + 100),
        ([("4S", 10), ("4S", 10)], {}, 240 + 700),
    ],
)
def test_a_rubber_may_be_broken_off(deals: list[tuple[str, int]], options: dict[str, Any], total: int) -> None:
    match = rubber(deals, honours=False, deal_limit=len(deals), **options)
    assert match.final
    assert match.totals == (total, 0, total, 0)


def test_honours_count_for_the_hand_as_it_was_dealt() -> None:
    game = bridge(mode="rubber")
    table = seated(game)
    call(table, "1S P P P")
    follow(table, 13)
    assert table.score == (30 + 180 + 150, 0, 30 + 180 + 150, 0)
    assert isinstance(game, RubberBridge)
    assert game.after_deal(table.state) == Rubber((330, 0), (30, 0), (30, 0))
    table = seated(bridge(mode="rubber", honours=False))
    call(table, "1S P P P")
    follow(table, 13)
    assert table.score == (210, 0, 210, 0)


def test_the_rubber_goes_on_when_somebody_joins() -> None:
    match = rubber([("4S", 10)], honours=False)
    table = match.deal(seed_of("rubber", 1), joined={N})
    assert match.totals == (0, 0, 120, 0), "the newcomer's own total begins at nothing"
    assert fact(table.view(N), "games") == [(N, 1), (S, 1)]


# --- mini -------------------------------------------------------------------------------------------------------------


def test_mini_has_no_auction_and_is_led_by_the_first_player() -> None:
    game = bridge(mode="mini")
    table = Table(game, seed_of(1, 0))
    assert table.turn == (0,)
    assert {each.verb for each in table.view(0).legal} == {"play"}
    walk(table, Random(1))
    score = table.score
    assert score is not None
    assert score[0] + score[1] == 13
    later = game.deal(Random(1), Past(table.state, score, 1))
    assert game.turn(later) == (1,)


def test_a_watched_game_is_printed_as_in_the_assignment() -> None:
    game = bridge(mode="mini")
    table = seated(game, dealer=W)
    first = table.state
    follow(table, 13)
    printed = game.printed(first, table.moves)
    assert printed is not None
    lines = printed.split("\n")
    assert lines[:3] == [
        "The deal:",
        "Player 0: A K Q J 10 9 8 7 6 5 4 3 2 of spades",
        "Player 1: A K Q J 10 9 8 7 6 5 4 3 2 of hearts",
    ]
    assert lines[5] == "Player 0 leads ... 2 of Spades, 2 of Hearts, 2 of Diamonds, 2 of Clubs"
    assert lines[17:] == [
        "Player 0 leads ... Ace of Spades, Ace of Hearts, Ace of Diamonds, Ace of Clubs",
        "Team 1 won 13 tricks.",
        "Team 2 won 0 tricks.",
    ]
    assert bridge().printed(first, ()) is None


# --- options and words ------------------------------------------------------------------------------------------------


def test_options_of_another_mode_are_refused() -> None:
    with pytest.raises(OptionError, match="boards belongs to the mode duplicate: leave it out in the mode rubber"):
        make("bridge", "rubber", boards=8)
    with pytest.raises(OptionError, match="claims belongs to the mode duplicate and rubber"):
        make("bridge", "mini", claims=False)
    assert dict(make("bridge", "mini").options) == {"mode": "mini", "lead_rule": "longest"}


@pytest.mark.parametrize(
    ("calls", "button", "spoken"),
    [("", "bid 1s", "Bid 1♠"), ("", "pass", "Pass"), ("1N", "double", "Double"), ("1N X", "redouble", "Redouble")],
)
def test_calls_have_names(calls: str, button: str, spoken: str) -> None:
    from dealt.texts import sentence

    table = seated(bridge())
    call(table, calls)
    action = find(table.view(table.turn[0]), button)
    assert action is not None
    assert sentence(table.game.describe(action), GAMES["bridge"].texts) == spoken


def test_everybody_sees_contract_and_calls_as_people_write_them() -> None:
    table = seated(bridge())
    call(table, "1S P 3N X XX P P P")
    view = table.view(None)
    assert fact(view, "contract") == [(S, "3NTXX")]
    assert fact(view, "dummy") == [(N, 1)]
    assert fact(view, "calls") == [(N, "1♠ XX"), (E, "– –"), (S, "3NT –"), (W, "X –")]


def test_what_the_views_show_has_words() -> None:
    for mode in ("duplicate", "rubber", "mini"):
        table = Table(bridge(mode=mode), seed_of(9, 0))
        names = set()
        while table.turn:
            walk(table, Random(table.step), 1)
            view = table.view(OPEN)
            names |= {f"fact.{each.name}" for each in view.facts if not each.name.startswith(".")}
            names |= {f"pile.{each.name}" for each in view.piles}
        for language in LANGUAGES:
            texts = {language: GAMES["bridge"].texts[language]}
            assert [name for name in names if not find_text(name, texts, language=language)] == []


def test_the_lesson_makes_its_contract() -> None:
    _, frames = Lesson.read(GAMES["bridge"].lesson).frames(GAMES["bridge"].make)
    assert frames[-1].view.score == (400, -400, 400, -400)


# --- several tables ---------------------------------------------------------------------------------------------------


def test_two_tables_are_compared_by_imps_and_more_by_the_mean_against_each_other_table() -> None:
    game, made, down = bridge(), (420.0, -420.0, 420.0, -420.0), (-50.0, 50.0, -50.0, 50.0)
    assert game.unit == "compare.imps"
    assert game.compare([made]) is None
    assert game.compare([made, down]) == [(10, -10, 10, -10), (-10, 10, -10, 10)]
    assert game.compare([made, down, made]) == [(5, -5, 5, -5), (-10, 10, -10, 10), (5, -5, 5, -5)]


def test_matchpoints_are_two_for_every_table_that_is_beaten() -> None:
    game = bridge(compare="matchpoints")
    scores = [(each, -each, each, -each) for each in (420.0, -50.0, 420.0)]
    assert game.compare(scores) == [(3, 1, 3, 1), (0, 4, 0, 4), (3, 1, 3, 1)]
    assert bridge(mode="mini").compare(scores) is None


def test_the_bidding_box_holds_all_bids_and_nothing_illegal_is_legal_by_it() -> None:
    table = seated(bridge())
    (box,) = table.game.boxes
    assert (box.group, box.columns, len(box.actions)) == ("bid", 5, 35)
    assert set(box.actions) < set(table.view(N).legal)
    call(table, "2H")
    assert not set(box.actions[:8]) & set(table.view(E).legal)
    assert set(box.actions[8:]) < set(table.view(E).legal)


@pytest.mark.parametrize("preset", ["duplicate", "rubber", "mini"])
def test_the_result_says_what_a_side_took_and_how_the_contract_came_out(preset: str) -> None:
    game: Any = make("bridge", preset)
    outcomes: set[str] = set()
    for n in range(30):
        table = Table(game, seed_of("results", n))
        rng = Random(n)
        while not table.over:
            seat = rng.choice(table.turn)
            table.act(seat, rng.choice([each for each in game.legal(table.state, seat) if each.upto is None]))
        facts = {(each.name, each.owner): each.value for each in table.view(None).facts}
        taken = [facts.get(("side", seat)) for seat in range(4)]
        if taken == [None] * 4:
            continue  # passed out
        assert not any(name == "tricks" for name, _ in facts)
        assert taken == [table.state.won[seat] + table.state.won[(seat + 2) % 4] for seat in range(4)]
        agreed = game.contract(table.state)
        said = {name: (owner, value) for (name, owner), value in facts.items() if name in ("made", "down")}
        if agreed is None:
            assert not said
            continue
        more = taken[agreed.declarer] - 6 - agreed.level
        assert said == {("made" if more >= 0 else "down"): (agreed.declarer, abs(more))}
        assert table.score is not None
        assert preset == "rubber" or (table.score[agreed.declarer] > 0) == (more >= 0)
        outcomes |= set(said)
    assert preset == "mini" or "down" in outcomes
