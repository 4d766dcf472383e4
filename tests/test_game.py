"""The interface: actions by name, and dealing what is not seen, exactly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from dealt.cards import cards, sequence
from dealt.game import Action, Game, Listing, Option, OptionError, Pile, View, covers, find
from dealt.hidden import deal_unseen
from dealt.table import Illegal, Table


def a_view(*legal: Action, suits: bool = True, hand: str = "3d 3s 3c 4d 4h 5s") -> View:
    return View(0, (0,), (Pile("hand", 0, sequence(hand)), Pile("hand", 1, (None, None))), legal=legal, suits=suits)


def test_cards_of_several_decks_are_covered_by_their_ranks() -> None:
    legal = Action("play", cards("As 2c'1"))
    view = a_view(legal, suits=False, hand="As Ah 2c 2c'1")
    assert covers(view, legal, cards("Ah 2c"))
    assert find(view, "play 2c Ah") is not None


def test_wild_cards_are_like_no_other_of_their_rank_and_one_suit_is_apart() -> None:
    hand = "2h 2h'1 2s 5c 5d 6d 7d 8d 9d 9c 5d'1"
    legal = [Action("play", cards(each)) for each in ("2h 5c", "5c 6d 7d 8d 9d", "9d")]
    view = View(0, (0,), (Pile("hand", 0, sequence(hand)),), legal=tuple(legal), suits=False, wild=cards("2h 2h'1"))
    assert covers(view, legal[0], cards("2h'1 5d"))
    assert not covers(view, legal[0], cards("2s 5d"))
    assert covers(view, legal[1], cards("5d'1 6d 7d 8d 9c"))
    assert not covers(view, legal[1], cards("5d 6d 7d 8d 9d"))
    assert covers(view, legal[2], cards("9c"))
    assert find(view, "play 9c") is not None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("play 3d3s", "play 3d3s"),
        ("PLAY 3S 3D", "play 3d3s"),
        ("play 3♦ 3♠", "play 3d3s"),
        ("  pass ", "pass"),
        ("bid 3n", "bid 3n"),
        ("bid 0", "bid 0"),
        ("raise 7", "raise 7"),
        ("raise 4", "raise 4"),
        ("raise 10", "raise 10"),
    ],
)
def test_an_action_is_found_by_its_name(written: str, name: str) -> None:
    pair = Action("play", cards("3d3s"))
    view = a_view(pair, Action("bid 3n"), Action("bid", 0, 0), Action("raise", 0, 4, 10), Action("pass"))
    found = find(view, written)
    assert str(found) == name


@pytest.mark.parametrize(
    "written",
    [
        "",
        "play",
        "play 3d",
        "play 3d3s 1",
        "raise",
        "raise 3",
        "raise 11",
        "raise x",
        "bid",
        "bid 1",
        "3d3s",
        "passs",
        "pass 3d",
    ],
)
def test_what_is_not_legal_is_not_found(written: str) -> None:
    pair = Action("play", cards("3d3s"))
    view = a_view(pair, Action("bid 3n"), Action("bid", 0, 0), Action("raise", 0, 4, 10), Action("pass"))
    assert find(view, written) is None


def test_equal_ranks_stand_for_each_other_where_suits_mean_nothing() -> None:
    pair = Action("play", cards("3d3s"))
    view = a_view(pair, suits=False)
    assert str(find(view, "play 3c3s")) == "play 3c3s"
    assert find(view, "play 3h3s") is None, "the three of hearts isn't held"
    assert find(view, "play 3d4d") is None
    assert find(a_view(pair), "play 3c3s") is None
    assert covers(view, pair, cards("3c3d"))
    jokers = a_view(Action("play", cards("BJ")), suits=False, hand="BJ RJ")
    assert find(jokers, "play RJ") is None


def test_the_name_of_a_range_shows_its_ends() -> None:
    assert str(Action("raise", 0, 4, 10)) == "raise 4..10"


def hidden(*counts: int, known: str = "") -> View:
    piles = [Pile("hand", n, (None,) * count) for n, count in enumerate(counts)]
    return View(None, (), (*piles, Pile("played", None, sequence(known))))


CHOICE = Action("play", cards("3d 3s 4d 4h"), pick=(2, 3))


def test_a_choice_of_cards_covers_as_many_of_them_as_it_says_and_no_others() -> None:
    view = a_view(CHOICE, Action("doubt"))
    assert str(CHOICE) == "play 2..3 of 3d3s4d4h"
    assert find(view, "play 4h 3d") == Action("play", cards("3d4h"))
    assert find(view, Action("play", cards("3d3s4d"))) == Action("play", cards("3d3s4d"))
    for wrong in ("play 3d", "play 3d3s4d4h", "play 3d5s", "play", "play 3d3s 1", str(CHOICE)):
        assert find(view, wrong) is None, wrong


def test_a_choice_is_not_itself_something_to_do() -> None:
    all_of_them = Action("play", cards("3d 3s"), pick=(1, 2))
    assert find(a_view(all_of_them), all_of_them) is None
    assert find(a_view(all_of_them), "play 3d3s") == Action("play", cards("3d3s"))


def test_a_choice_lists_all_that_it_stands_for() -> None:
    assert [str(each) for each in Action("play", cards("3d 3s 4c"), pick=(1, 2)).choices()] == [
        "play 3d",
        "play 3s",
        "play 4c",
        "play 3d3s",
        "play 3d4c",
        "play 3s4c",
    ]
    assert [str(each) for each in Action("bet", amount=2, upto=6, step=2).choices()] == ["bet 2", "bet 4", "bet 6"]
    assert [*Action("pass").choices()] == [Action("pass")]
    both = Action("buy", cards("3d 3s"), 1, 2, pick=(1, 1))
    assert {str(each) for each in both.choices()} == {"buy 3d 1", "buy 3d 2", "buy 3s 1", "buy 3s 2"}
    assert all(find(a_view(both), str(each)) == each for each in both.choices())


def test_a_choice_is_drawn_by_its_size_first() -> None:
    rng = Random(4)
    drawn = Counter(CHOICE.drawn(rng) for _ in range(6000))
    assert set(drawn) == set(CHOICE.choices())
    by_size = Counter({2: 0, 3: 0})
    for action, count in drawn.items():
        by_size[action.cards.bit_count()] += count
    assert abs(by_size[2] - 3000) < 250
    assert all(abs(drawn[each] - 3000 / (6 if each.cards.bit_count() == 2 else 4)) < 150 for each in CHOICE.choices())


def test_the_table_takes_only_what_was_chosen() -> None:
    game = Some()
    table = Table(game, bytes(32))
    for wrong in ("play", "play 2c3c4c5c", game.legal(table.state, 0)[0], Action("play", 1 << 40)):
        with pytest.raises(Illegal):
            table.act(0, wrong)
    assert str(table.act(0, "play 5c 2c")) == "play 2c5c"
    assert table.over


class Some(Game[int]):
    """Somebody plays any two or three of four cards, and that is all."""

    name, seats, deck = "some", 1, sequence("2c 3c 4c 5c")

    def hand_out(self, shuffled, past=None):
        return 0

    def turn(self, state):
        return () if state else (0,)

    def legal(self, state, seat):
        return [] if state else [Action("play", cards("2c3c4c5c"), pick=(2, 3))]

    def apply(self, state, seat, action):
        return action.cards

    def view(self, state, seat):
        return View(seat, self.turn(state), (Pile("hand", 0, self.deck),), (), tuple(self.legal(state, seat)))

    def sample(self, view, rng):
        return 0

    def score(self, state):
        return (1,) if state else None


@pytest.mark.slow
def test_fill_deals_each_arrangement_equally_often() -> None:
    view, deck, rng = hidden(1, 2), sequence("3d 4d 5d"), Random(1)
    counts = Counter(tuple(sorted(deal_unseen(view, deck, rng).items())) for _ in range(6000))
    assert len(counts) == len(list(permutations(deck)))
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5  # chi-square, 5 degrees, once in a thousand


@pytest.mark.slow
@pytest.mark.parametrize("many", [0, 5], ids=["pile by pile", "group by group"])
def test_fill_keeps_to_what_piles_may_hold_and_stays_even(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.hidden.MANY", many)
    # six cards to three hands of two; seat 0 has no hearts, seat 1 no spades
    view, deck, rng = hidden(2, 2, 2), sequence("3h 4h 3s 4s 3c 4c"), Random(2)

    def may(one: int, pile: Pile) -> bool:
        return not (pile.owner == 0 and one % 4 == 2) and not (pile.owner == 1 and one % 4 == 3)

    true = set()
    for order in permutations(deck):
        hands = (frozenset(order[:2]), frozenset(order[2:4]), frozenset(order[4:]))
        if all(may(one, view.piles[n]) for n, hand in enumerate(hands) for one in hand):
            true.add(hands)
    counts: Counter[tuple[frozenset[int], ...]] = Counter()
    for _ in range(200 * len(true)):
        filled = deal_unseen(view, deck, rng, may)
        counts[tuple(frozenset(filled["hand", n]) for n in range(3))] += 1
    assert set(counts) == true
    spread = sum((n - 200) ** 2 / 200 for n in counts.values())
    assert spread < len(true) + 4 * (2 * len(true)) ** 0.5, "chi-square is far above its mean"


def test_fill_completes_a_pile_that_is_known_in_part() -> None:
    view = View(0, (), (Pile("hand", 1, (None, *sequence("3d"), None)), Pile("played", None, sequence("4d"))))
    filled = deal_unseen(view, sequence("3d 4d 5d 6d"), Random(1))
    assert filled["hand", 1][1] == sequence("3d")[0]
    assert sorted(filled["hand", 1]) == sorted(sequence("3d 5d 6d"))
    assert filled["played", None] == sequence("4d")


def test_fill_refuses_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="2 unseen cards for 1"):
        deal_unseen(hidden(1), sequence("3d 4d"), Random(1))
    with pytest.raises(ValueError, match="no deal fits"):
        deal_unseen(hidden(1, 1), sequence("3d 4d"), Random(1), lambda one, pile: pile.owner == 0)


def test_options_say_what_they_take() -> None:
    listing = Listing(
        "sample",
        lambda **options: options,
        (
            Option("size", 2, low=2, high=4),
            Option("wild", False, (False, True)),
            Option("limit", None, (None, "low", 100)),
        ),
        {"big": {"size": 4}},
    )  # type: ignore[arg-type, return-value]
    assert listing.make("big") == {"size": 4}
    assert listing.make("big", size=3, wild=True) == {"size": 3, "wild": True}
    for wrong, says in [
        ({"size": 5}, "size can't be 5: it takes 2 to 4"),
        ({"wild": 1}, "takes off, on"),
        ({"limit": "high"}, "takes none, low, 100"),
        ({"seats": 2}, "no option seats: it has size, wild, limit"),
        ({"size": True}, "size can't be on"),
    ]:
        with pytest.raises(OptionError, match=says):
            listing.make(**wrong)
    with pytest.raises(OptionError, match="no preset small: it has big"):
        listing.make("small")
    limit, wild = listing.options[2], listing.options[1]
    assert [limit.read("none"), limit.read("100"), limit.read("low"), wild.read("ON")] == [None, 100, "low", True]
    with pytest.raises(OptionError):
        limit.read("50")
