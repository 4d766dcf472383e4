"""Guandan: its combinations counted another way, levels, tribute, and who leads for a seat that is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest

from dealt.cards import RANKS, STANDARD, WITH_JOKERS, Cards, cards, mask, members, rank, shoe, suit, text
from dealt.game import Action, Past, find
from dealt.games import GAMES
from dealt.games.climbing import ClimbingState
from dealt.games.climbing.wild import counted
from dealt.games.guandan import Guandan
from dealt.games.guandan.levels import Campaign, gain
from dealt.table import Table
from dealt.texts import sentence

GAME = Guandan()
TEXTS = GAMES["guandan"].texts
TWO, FIVE, ACE = 0, RANKS.index("5"), RANKS.index("A")


# --- combinations, counted another way -------------------------------------------------------------------------------


@cache
def plain(ranks: tuple[int, ...], suits: tuple[int | None, ...]) -> tuple[str, int] | None:
    """What cards without wild ones are: a kind and the rank by which it is compared."""
    counts = Counter(ranks)
    shape, kinds = sorted(counts.values()), sorted(counts)
    many = len(ranks)
    if len(kinds) == 1:
        names = {1: "single", 2: "pair", 3: "triple"}
        return (names.get(many, f"bomb_{many}"), kinds[0])
    if ranks.count(13) == ranks.count(14) == 2 == many / 2:
        return ("joker_bomb", 14)
    if shape == [2, 3]:
        return ("full_house", next(each for each, count in counts.items() if count == 3))
    if kinds[-1] > 12 or len(set(shape)) > 1:
        return None
    if kinds[-1] == 12 and kinds[0] == 0:
        kinds = [-1, *kinds[:-1]]
    if kinds[-1] - kinds[0] != len(kinds) - 1:
        return None
    if shape[0] == 1 and many == 5:
        return ("straight_flush" if len(set(suits)) == 1 else "straight", kinds[-1])
    name = {(2, 6): "tube", (3, 6): "plate"}.get((shape[0], many))
    return None if name is None else (name, kinds[-1])


def meant(some: Cards, level: int) -> set[tuple[str, int]]:
    """All that cards can be when each wild card is any other card but a joker; alone they are of their rank."""
    wild = GAME.wild(level)
    real, free = tuple(members(some & ~wild)), (some & wild).bit_count()
    if not real:
        name = {1: "single", 2: "pair"}[free]
        return {(name, level)}
    found = set()
    for more in combinations_with_replacement(STANDARD, free):
        whole = sorted((rank(one), suit(one)) for one in (*real, *more))
        one = plain(tuple(each for each, _ in whole), tuple(each for _, each in whole))
        if one is not None:
            found.add(one)
    # who holds a straight flush has no plain straight of the same cards
    return {each for each in found if each[0] != "straight" or ("straight_flush", each[1]) not in found}


def said(level: int, rows: Sequence[int]) -> set[tuple[str, int]]:
    book = GAME.at(level)
    return {(book.kinds[book.kind[row]].name, (RANKS + "BR").index(book.top[row])) for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "hand"),
    [
        (TWO, "2h 2h'1 3c 4c 4c'1 4d 5c 5d 6c"),
        (FIVE, "5h 5h'1 5c 4h 6h 7h 8h 6d 8d"),
        (TWO, "2h 2h'1 2s Ac Kc Kd BJ BJ'1 RJ"),
        (ACE, "Ah 2c 3c 4c 4c'1 5c 3d 3h Ac As Kd"),
        (FIVE, "5h 9c 9d 9h 9s 9c'1 9d'1 Tc Td Th Ts"),
    ],
)
def test_cards_are_what_every_meaning_of_their_wild_cards_makes_of_them(level: int, hand: str) -> None:
    held, book = cards(hand), GAME.at(level)
    everything = set[tuple[str, int]]()
    for size in range(1, 7):
        for some in combinations(members(held), size):
            expected = meant(mask(some), level)
            assert said(level, book.readings(mask(some))) == expected, some
            everything |= expected
    assert {each for each in said(level, book.rows_in(held)) if book_size(each) <= 6} == everything


def book_size(each: tuple[str, int]) -> int:
    return int(each[0].removeprefix("bomb_")) if each[0].startswith("bomb") else 6


@pytest.mark.slow
@pytest.mark.parametrize("level", [TWO, FIVE, ACE])
def test_every_hand_can_play_what_it_holds_and_nothing_twice(level: int) -> None:
    rng, book = Random(level), GAME.at(level)
    for _ in range(40):
        hand = mask(rng.sample(GAME.deck, 27))
        plays = book.plays(hand, book.rows_in(hand))
        names = [(each.verb, counted(each.cards, book.wild), suits(each.cards, book.wild)) for each in plays]
        assert len(names) == len(set(names))
        assert all(each.cards & ~hand == 0 for each in plays)
        assert {book.read(each, -1) for each in plays} == set(book.rows_in(hand))


def suits(some: Cards, wild: Cards) -> object:
    """The suit of a straight flush, which tells it from others of the same ranks."""
    of = {suit(one) for one in members(some & ~wild)}
    return of.pop() if some.bit_count() == 5 and len(of) == 1 else None


def sets_of(row: int, level: int) -> int:
    """How many sets of cards of two packs play a row."""
    book, deck = GAME.at(level), mask(GAME.deck)
    has, found = counted(deck, book.wild), 0
    for each, way in zip(*book._found(deck), strict=True):
        if each == row:
            real = [way >> 4 * place & 15 for place in range(15)]
            found += prod(map(comb, has, real)) * comb(2, book.size[row] - sum(real))
    return found


def test_so_many_bombs_are_in_two_packs() -> None:
    """Of eight cards and two wild ones, for twelve ranks, and of the eight of the level."""
    book, found = GAME.at(TWO), Counter[str]()
    for row, kind in enumerate(book.kind):
        if book.kinds[kind].name.startswith("bomb"):
            found[book.kinds[kind].name] += sets_of(row, TWO)
    assert found == {f"bomb_{n}": 12 * comb(10, n) + comb(8, n) for n in range(4, 11)}
    assert found["bomb_4"] == 2590
    assert found["bomb_10"] == 12


@pytest.mark.parametrize("level", range(13))
def test_there_are_191_rows_at_every_level(level: int) -> None:
    book = GAME.at(level)
    assert Counter(book.kinds[each].name for each in book.kind) == {
        "single": 15, "pair": 15, "triple": 13, "full_house": 13, "straight": 10, "tube": 12, "plate": 13,
        "bomb_4": 13, "bomb_5": 13, "bomb_6": 13, "bomb_7": 13, "bomb_8": 13, "bomb_9": 12, "bomb_10": 12,
        "straight_flush": 10, "joker_bomb": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("Ac", "5s"), ("5c", "BJ"), ("BJ", "RJ'1"), ("Ac Ad", "5c 5h"), ("5c 5d", "BJ BJ'1"),
        ("Ac Ad Ah 2c 2d", "5c 5d 5s 2c 2d"), ("Ac 2d 3c 4c 5c", "2c 3d 4c 5c 6c"),
        ("9c Td Jc Qc Kc", "Tc Jd Qc Kc Ac"),
        ("Ac Ad 2c 2d 3c 3d", "2c 2d 3c 3d 4c 4d"), ("Ac Ad Ah 2c 2d 2h", "Kc Kd Kh Ac Ad Ah"),
        ("RJ", "3c 3d 3h 3s"), ("Kc Kd Kh Ac Ad Ah", "3c 3d 3h 3s"), ("5c 5d 5s 5c'1", "3c 3d 3h 3s 3c'1"),
        ("5c 5d 5s 5c'1 5d'1", "Ac 2c 3c 4c 5c"), ("Tc Jc Qc Kc Ac", "3c 3d 3h 3s 3c'1 3d'1"),
        ("3c 3d 3h 3s 3c'1 3d'1", "3c 3d 3h 3s 3c'1 5h 5h'1"),
        ("4c 4c'1 4d 4d'1 4h 4h'1 4s 4s'1 5h 5h'1", "BJ BJ'1 RJ RJ'1"),
    ],
)  # fmt: skip
def test_one_beats_the_other_at_level_five(weaker: str, stronger: str) -> None:
    book = GAME.at(FIVE)
    low, high = book.row(cards(weaker)), book.row(cards(stronger))
    assert low is not None
    assert high is not None
    assert book.beats(high, low)
    assert not book.beats(low, high)


@pytest.mark.parametrize("some", ["3c 3d 3h BJ RJ", "5h BJ", "BJ BJ'1 5h", "Qc Kc Ac 2c 3c", "3c 3d 4c 4d", "BJ RJ"])
def test_these_are_no_combination_at_level_five(some: str) -> None:
    assert GAME.at(FIVE).row(cards(some)) is None


# --- deals -----------------------------------------------------------------------------------------------------------


def at_play(hands: Sequence[str], turn: int = 0, level: int = TWO, **more: object) -> ClimbingState:
    state = ClimbingState(tuple(map(cards, hands)), turn, None, (0,) * 4, own=Campaign(level, (level, level)))
    return replace(state, **more)  # type: ignore[arg-type]


def act(state: ClimbingState, *names: str) -> ClimbingState:
    for each in names:
        assert state.turn is not None
        found = find(GAME.view(state, state.turn), each)
        assert found is not None, each
        state = GAME.apply(state, state.turn, found)
    return state


def test_what_cards_stand_for_is_said_where_it_is_not_the_strongest() -> None:
    state = at_play(["4c 4d 5c 5d 2h 2h'1 9c", "6c 6d 7c 7d 8c 8d", "3c", "3d"])
    names = {str(each) for each in GAME.legal(state, 0) if each.cards.bit_count() == 6}
    six = text(cards("4c4d5c5d2h2h'1"))
    assert names == {f"play {six}", f"play as tube 5 {six}", f"play as tube 6 {six}"}
    strongest = act(state, f"play {six}")
    assert GAME.view(strongest, None).pile("trick", 0).note == "kind.plate"
    assert [str(each) for each in GAME.legal(strongest, 1)] == ["pass"]
    lower = act(state, f"play as tube 6 {six}")
    assert GAME.view(lower, None).pile("trick", 0).note == "kind.tube"
    assert [str(each) for each in GAME.legal(lower, 1)] == ["play 6c6d7c7d8c8d", "pass"]
    said = [called(each) for each in GAME.legal(state, 0) if each.cards == cards(six)]
    assert said == [
        "Play plate to 5, 2♥ 2♥ as 5 4",
        "Play tube to 5, 2♥ 2♥ as 3 3",
        "Play tube to 6, 2♥ 2♥ as 6 6",
    ]


def called(action: Action, language: str = "en") -> str:
    return sentence(GAME.describe(action), TEXTS, language=language)


@pytest.mark.parametrize(
    ("level", "hand", "written", "english", "chinese"),
    [
        (FIVE, "4c 5h 6d 7s 8c", "4c5h6d7s8c", "straight to 8", "顺子，到 8"),
        (FIVE, "4c 5h 5h'1 6d 8c", "4c5h5h'1 6d8c", "straight to 8, 5♥ as 7", "顺子，到 8，5♥ 当 7"),
        (FIVE, "Tc 5h Jd Qs Kh", "Tc5hJdQsKh", "straight to A, 5♥ as A", "顺子，到 A，5♥ 当 A"),
        (TWO, "9h Tc Jd Qs Kh", "9hTcJdQsKh", "straight to K", "顺子，到 K"),
        (FIVE, "7d 8d 9d Td 5h", "7d8d9dTd5h", "straight flush to J, 5♥ as J", "同花顺，到 J，5♥ 当 J"),
        (FIVE, "7c 7d 7s 5h 9c", "7c7d7s5h9c", "full house of 7, 5♥ as 9", "三带二，三张 7，5♥ 当 9"),
        (FIVE, "9c 9d 5h", "9c9d5h", "three 9", "三条 9"),
        (FIVE, "BJ BJ'1", "BJBJ'1", "pair of black jokers", "一对 小王"),
    ],
)
def test_a_play_is_called_by_what_it_is_at_its_level(
    level: int, hand: str, written: str, english: str, chinese: str
) -> None:
    """Its name alone doesn't tell: that a heart is wild hangs on the level."""
    state = at_play([f"{hand} 3c", "6c", "6d", "6s"], level=level)
    found = find(GAME.view(state, 0), f"play {written}")
    assert found is not None
    assert (called(found), called(found, "zh")) == (f"Play {english}", f"出{chinese}")


def test_the_log_says_what_was_played_when_it_was_played() -> None:
    state = at_play(["4c 4d 4h 3c 3d 9s", "5c 5d 6c 6d 2h 2h'1 9c", "9d", "9h"])
    table = Table(GAME, bytes(32), state=state)
    for wanted in ("play 4c4d4h3c3d", "pass", "pass", "pass", "play 9s", "pass", "pass"):
        table.act(table.turn[0], wanted)
    assert called(table.log(None)[0].action) == "Play full house of 4"
    first = Table(GAME, bytes(32), state=replace(state, turn=1))
    first.act(1, Action("play", cards("5c5d6c6d2h2h'1")))  # as computers do
    assert called(first.log(None)[0].action) == "Play plate to 6, 2♥ 2♥ as 6 5"


def test_what_follows_is_read_as_what_beats() -> None:
    state = at_play(["7c 7d 8c 8d 9c 9d 3c", "Tc Td Jc Jd 2h 2h'1 3h", "3s", "3d"])
    after = act(state, "play 7c7d8c8d9c9d", "play TcTdJcJd2h2h'1")
    assert GAME.view(after, None).pile("trick", 1).note == "kind.tube"
    legal = GAME.legal(act(state, "play 7c7d8c8d9c9d"), 1)
    names = [str(each) for each in legal if each.cards.bit_count() in (0, 6)]
    six = text(cards("TcTdJcJd2h2h'1"))
    assert names == [f"play {six}", f"play as tube J {six}", "pass"]


def test_wild_cards_lie_where_they_stand() -> None:
    after = act(at_play(["5c 6c 8d 9d 2h 3c", "3h", "3s", "3d"]), "play 5c6c8d9d2h")
    assert GAME.view(after, None).pile("trick", 0).cards == tuple(cards_in("9d 8d 2h 6c 5c"))


def cards_in(written: str) -> Iterator[int]:
    return (next(members(cards(each))) for each in written.split())


def test_the_partner_of_a_seat_that_is_out_leads_if_nobody_beats_its_last_play() -> None:
    state = act(at_play(["9c", "3c 4c", "5c 6c", "3d 4d"]), "play 9c", "pass", "pass")
    assert state.turn == 3
    assert state.owner == 0
    assert act(state, "pass").turn == 2
    beaten = act(at_play(["9c", "Tc 4c", "5c 6c", "3d 4d"]), "play 9c", "play Tc", "pass", "pass")
    assert beaten.turn == 1
    assert beaten.owner is None


def test_a_deal_ends_with_both_of_a_side_or_with_the_third() -> None:
    double = act(at_play(["9c", "3c 4c", "Tc", "3d 4d"]), "play 9c", "pass", "play Tc")
    assert double.turn is None
    assert GAME.score(double) == (3, -3, 3, -3)
    third = act(at_play(["9c", "Tc", "3c 4c", "3d 4d"]), "play 9c", "play Tc", "pass", "pass", "play 3d", "pass")
    assert third.turn == 3
    third = act(third, "play 4d")
    assert third.turn is None
    assert third.outs == (0, 1, 3)
    assert GAME.score(third) == (1, -1, 1, -1)


@pytest.mark.parametrize(
    ("outs", "won"), [((0, 2), 3), ((0, 1, 2), 2), ((0, 1, 3), 1), ((3, 1), 3), ((1, 0, 3), 2), ((1, 2, 0), 1)]
)
def test_levels_by_the_place_of_the_partner(outs: tuple[int, ...], won: int) -> None:
    assert gain(outs) == won
    levels = Campaign(3, (3, 3), 0).climbed(outs, back=False).levels
    assert levels[outs[0] & 1] == 3 + won
    assert levels[1 - (outs[0] & 1)] == 3
    top = Campaign(11, (11, 11), 0).climbed(outs, back=False).levels
    assert top[outs[0] & 1] == ACE


def test_a_match_is_won_at_ones_own_ace_by_a_side_of_which_nobody_is_last() -> None:
    assert Campaign(ACE, (ACE, 4), 0).is_won((0, 2))
    assert Campaign(ACE, (ACE, 4), 0).is_won((0, 1, 2))
    assert not Campaign(ACE, (ACE, 4), 0).is_won((0, 1, 3))
    assert not Campaign(4, (ACE, 4), 1).is_won((0, 2)), "the level of the deal is not its own"
    assert not Campaign(ACE, (ACE, 4), 0).is_won((1, 3))
    twice = Campaign(ACE, (ACE, 4), 0, (2, 0))
    assert twice.climbed((1, 3), back=False) == Campaign(7, (ACE, 7), 1, (3, 0))
    assert twice.climbed((1, 3), back=True) == Campaign(7, (0, 7), 1, (0, 0))


# --- tribute ---------------------------------------------------------------------------------------------------------


def next_deal(outs: tuple[int, ...], hands: Sequence[str]) -> ClimbingState:
    last = ClimbingState((0,) * 4, None, None, (0,) * 4, own=Campaign(), outs=outs)
    past = Past(last, (0,) * 4, 1)
    return GAME.begin(tuple(map(cards, hands)), (), outs[0], past)


def test_who_was_last_gives_the_highest_card_and_gets_a_low_one() -> None:
    state = next_deal((0, 1, 2), ["3c 4c Jc", "5d 6d", "7d 8d", "4h Ah Kc"])
    assert state.own.level == 2, "the side of seat 0 went up by two, and level 4 is played"
    assert state.phase == "tribute"
    assert state.turn == 3
    assert [str(each) for each in GAME.legal(state, 3)] == ["give Ah"], "the heart of the level stays"
    state = act(state, "give Ah")
    assert state.turn == 0
    assert state.phase == "return"
    assert [str(each) for each in GAME.legal(state, 0)] == ["return 3c"], "no level card, none above ten"
    assert GAME.view(state, None).pile("hand", 0).cards.count(None) == 3
    state = act(state, "return 3c")
    assert state.phase == "play"
    assert state.turn == 3
    assert state.hands[3] == cards("3c 4h Kc")
    assert state.hands[0] == cards("4c Jc Ah")
    rng = Random(1)
    for _ in range(20):
        seen = GAME.sample(GAME.view(state, 1), rng)
        strengths = [
            GAME.order_at(2).strength(one) for one in members(seen.hands[3]) if one != next(members(cards("4h")))
        ]
        assert max(strengths) < 4 * 12
        assert GAME.view(seen, 1) == GAME.view(state, 1)


def test_after_both_of_a_side_the_higher_card_goes_to_the_first() -> None:
    hands = ["3c 4c", "Kd 6d", "7d 8d", "As Qc"]
    state = act(next_deal((2, 0), hands), "give As", "give Kd")
    assert state.phase == "return"
    assert state.turn == 2
    assert state.hands[2] == cards("7d 8d As")
    state = act(state, "return 7d", "return 3c")
    assert state.turn == 3
    assert state.hands[3] == cards("7d Qc")
    assert state.hands[1] == cards("3c 6d")


def test_of_equal_cards_the_first_gets_that_of_the_next_seat() -> None:
    state = act(next_deal((2, 0), ["3c 4c", "Ad 6d", "7d 8d", "As Qc"]), "give As", "give Ad")
    assert state.hands[2] == cards("7d 8d As")
    assert act(state, "return 7d", "return 3c").turn == 3


@pytest.mark.parametrize(
    ("hands", "acts"),
    [
        (["3c", "RJ RJ'1 6d", "7d", "As"], ["give As", "resist"]),
        (["3c", "RJ 6d", "7d", "RJ'1 4c"], ["give RJ'1", "give RJ"]),
        (["3c", "4d 6d", "7d", "RJ'1 RJ"], ["resist"]),
    ],
)
def test_two_big_jokers_resist(hands: list[str], acts: list[str]) -> None:
    state = act(next_deal((2, 0), hands), *acts)
    assert state.phase == "play"
    assert state.turn == 2
    assert state.hands == tuple(map(cards, hands))
    assert state.shown & cards("RJ RJ'1") == cards("RJ RJ'1")


def test_two_packs_with_jokers_are_dealt() -> None:
    assert len(shoe(2, WITH_JOKERS)) == len(set(GAME.deck)) == 108
    assert [hand.bit_count() for hand in GAME.deal(Random(1)).hands] == [27] * 4
