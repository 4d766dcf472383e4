"""Positions of every family, laid out by hand, each with an action that is a blunder and one that is not.

Most are the end of a deal: the cards that nobody holds any more have been played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from dealt.cards import cards, sequence
from dealt.game import Action, Game, Shuffled, find
from dealt.games import make
from dealt.games.climbing import PASSED, ClimbingState
from dealt.games.doudizhu import Contract
from dealt.games.tricks import TrickState
from dealt.laid import lay_out
from dealt.table import Table


@dataclass(frozen=True)
class Position:
    """A state of a game with a seat to act: what is a blunder there, and what is good."""

    game: Game[Any]
    state: Any
    seat: int
    bad: str
    good: str

    def action(self, written: str) -> Action:
        found = find(self.game.view(self.state, self.seat), written)
        assert found is not None, f"{written} is not possible: {self.game.view(self.state, self.seat).legal}"
        return found


# --- climbing ---------------------------------------------------------------------------------------------------------


def climbing(name: str, hands: str, bad: str, good: str, on: str = "", by: int = -1, passed: str = "") -> Position:
    """Seat 0 is to act; ``hands`` are separated by a stroke, and ``on`` lies on the table, played by a seat."""
    some = tuple(cards(each) for each in hands.split("/"))
    game = make(name, seats=len(some)) if name != "doudizhu" else make(name)
    trick = [0] * len(some)
    for seat in passed.split():
        trick[int(seat)] = PASSED
    if by >= 0:
        trick[by] = cards(on)
    own: Any = Contract(alone=0, bid=1, again=True) if name == "doudizhu" else ()
    state = ClimbingState(some, 0, by if by >= 0 else None, tuple(trick), dealer=0, own=own)
    return Position(game, state, 0, bad, good)


CLIMBING: list[tuple[Any, ...]] = [
    # four rivals with one card each: whatever is led last must not be beaten
    ("bigtwo", "3d2s/4d/5d/6d", "play 3d", "play 2s"),
    ("bigtwo", "4d4c3d/Ks/As/Qs", "play 3d", "play 4d4c"),
    ("bigtwo", "5d5c2s/9d/Jd/Qd", "pass", "play 2s", "Kd", 3),
    ("bigtwo", "7d7c7h9d9c/KsKh/AsAh/QsQh", "play 7d", "play 7d7c7h9d9c"),
    ("bigtwo", "3d4c5h6s7d2s/Ks9h/As8h/Qs9s", "play 3d", "play 3d4c5h6s7d"),
    ("bigtwo", "3d3c3h2s/KsQh/AsJh/QsJs", "play 3d", "play 2s"),
    ("doudizhu", "BJRJ3d/4d4h5d5h6d/7d7h8d8h9d", "pass", "play BJRJ", "As", 1),
    ("doudizhu", "AdAh4d/9d/Jd", "play 4d", "play AdAh"),
    ("doudizhu", "2d3d3h3s/9d/JdJh", "play 3d", "play 2d"),
    ("chinesepoker", "4d4s3c/Kd/Ad", "play 3c", "play 4d4s"),
    ("chinesepoker", "3d2s/4d/5d", "play 3d", "play 2s"),
]


# --- tricks -----------------------------------------------------------------------------------------------------------


def tricks(name: str, hands: str, bad: str, good: str, trick: str, leader: int, more: Mapping[str, Any]) -> Position:
    """Seat 0 is to play to a trick; the cards that nobody holds have been played, in some order."""
    game = make(name)
    some = tuple(cards(each) for each in hands.split("/"))
    lying = sequence(trick) if trick else ()
    at = (leader + len(lying)) % 4
    gone = [one for one in range(52) if not (sum(some) | cards(trick)) >> one & 1]
    Random(0).shuffle(gone)
    played = [0, 0, 0, 0]
    for place, one in enumerate(lying):
        played[(leader + place) % 4] |= 1 << one
    for seat in range(4):
        while played[seat].bit_count() + some[seat].bit_count() < 13:
            played[seat] |= 1 << gone.pop()
    state = TrickState(some, at, leader, trick=tuple(lying), played=tuple(played), **more)
    actor = game.turn(state)[0]
    return Position(game, state, actor, bad, good)


HEARTS: dict[str, Any] = {"match_data": (0,), "deal_data": (3, 3, 3, 3, 0, 0, 0, 0)}
SPADES: dict[str, Any] = {
    "calls": ("3", "3", "3", "3"), "match_data": (0, 0, 0, 0), "deal_data": (1, 1, 1, 1), "dealer": 3,
}  # fmt: skip


def bidding(name: str, hands: str, calls: str, bad: str, good: str) -> Position:
    """A deal before its play: four whole hands, north deals, and these calls have been made."""
    game = make(name)
    some = tuple(cards(each) for each in hands.split("/"))
    said = tuple(calls.split())
    if name == "bridge":
        more: dict[str, Any] = {"phase": "auction", "deal_data": (1,)}
    else:
        more = {"phase": "bid", "match_data": (0, 0, 0, 0), "deal_data": (1, 1, 1, 1), "dealer": 3}
    turn = len(said) % 4
    return Position(game, TrickState(some, turn, 0, calls=said, **more), turn, bad, good)


STRONG = "AsKsQsJsTsAhKhQhAdKdQdAcKc/9s8s7s6sJhTh9h8hJdTd9d8d7d/5s4s3s2s7h6h5h4hQcJcTc9c8c/3h2h6d5d4d3d2d7c6c5c4c3c2c"
FLAT = "5s4s3s7h6h5h4h6d5d4d6c5c4c/AsKsQsAhKhAdKdAcKcQc3c2cJs/Ts9s8s7s6sQhJhThQdJdTd9dJc/2s9h8h3h2h8d7d3d2dTc9c8c7c"

TRICKS: list[tuple[Any, ...]] = [
    # Hearts: the queen of spades must not be taken, and is given away where that is possible
    (
        tricks,
        "hearts",
        "As2sAd/3s4s5d/6s7s6d/8s9s7d",
        "play As",
        "play 2s",
        "Ks Qs Js",
        1,
        {**HEARTS, "won": (3, 3, 2, 2)},
    ),
    (tricks, "hearts", "Qs3c4c/3s4s/6s7s/8s9s", "play 3c", "play Qs", "Kd 2d 9d", 1, {**HEARTS, "won": (3, 3, 2, 2)}),
    (tricks, "hearts", "Ah2h/3c/4c/5c", "play Ah", "play 2h", "Kh 5h 9h", 1, {**HEARTS, "won": (3, 3, 3, 2)}),
    (tricks, "hearts", "QsAh/3s/6s/8s", "play Ah", "play Qs", "Kd 5d 9d", 1, {**HEARTS, "won": (3, 3, 3, 2)}),
    # Spades: tricks that the bids need, and nils
    (tricks, "spades", "Kd2d/5c/7c/9c", "play 2d", "play Kd", "Qd 3d 4d", 1, {**SPADES, "won": (3, 2, 2, 4)}),
    (tricks, "spades", "As2d/5h/7h/9h", "play As", "play 2d", "Kc 3d 4d", 1, {**SPADES, "won": (3, 2, 2, 4)}),
    (
        tricks,
        "spades",
        "Ad2d/5c/7c/9c",
        "play Ad",
        "play 2d",
        "Qd 3d Jd",
        1,
        {**SPADES, "calls": ("nil", "3", "3", "3"), "won": (0, 4, 3, 4)},
    ),
    (bidding, "spades", STRONG, "", "bid nil", "bid 9"),
    (bidding, "spades", FLAT, "", "bid 8", "bid nil"),
    # bridge: calls by the contracts that they lead to, cards double dummy
    (bidding, "bridge", STRONG, "", "pass", "bid 2c"),
    (bidding, "bridge", FLAT, "", "bid 7n", "pass"),
    (bidding, "bridge", STRONG, "2C P", "pass", "bid 2d"),
    (
        tricks,
        "bridge",
        "Kc5cAh/Ac2h/3h4h/5d6d",
        "play 5c",
        "play Kc",
        "2c 3c 9c",
        1,
        {"calls": ("1N", "P", "P", "P"), "won": (4, 2, 2, 2), "deal_data": (1,), "shown": cards("3h4h")},
    ),
]


# --- chips ------------------------------------------------------------------------------------------------------------


def blackjack(hand: str, up: str, bad: str, good: str) -> Position:
    """One seat with two cards against an upcard."""
    game = make("blackjack", seats=1)
    first, second = sequence(hand)
    wanted = [first, sequence(up)[0], second]
    wanted.append(next(one for one in game.deck if one not in wanted and one >> 2 == 4))  # a six in the hole
    state = game.hand_out(Shuffled((*wanted, *(one for one in game.deck if one not in wanted))))
    state = game.apply(state, 0, Action("bet", amount=10))
    return Position(game, state, 0, bad, good)


BLACKJACK = [
    ("Th Kd", "6c", "hit", "stand"),
    ("Th Kd", "6c", "split", "stand"),
    ("6h 5d", "6c", "stand", "double"),
    ("Th 6d", "5c", "hit", "stand"),
    ("Th 7d", "6c", "double", "stand"),
    ("8h 8d", "6c", "stand", "split"),
    ("Ah Ad", "6c", "stand", "split"),
    ("5h 3d", "9c", "stand", "hit"),
    ("Ah 2d", "Tc", "stand", "hit"),
    ("9h 3d", "Tc", "stand", "hit"),
    ("Ah 8d", "Tc", "hit", "stand"),
]


def poker(hand: str, moves: str, bad: str, good: str) -> Position:
    """Four seats, seat 0 has this hand; the moves of all lead to its decision."""
    game = make("drawpoker")
    laid = {"hand 0": hand, "hand 1": "8d9cTd3h4c", "hand 2": "9d8sTh4d3s", "hand 3": "Tc9h8h4h3c"}
    table = Table(game, bytes(32), state=lay_out(game, bytes(32), laid))
    for move in moves.split(", ") if moves else ():
        table.act(table.turn[0], move)
    assert table.turn == (0,), f"seat {table.turn} is to act"
    return Position(game, table.state, 0, bad, good)


FIRST = "bet 2"
DRAW = "bet 2, call 2, call 2, call 2, draw 3c"
LAST = DRAW + ", {}, stand pat, stand pat, bet 4"
POKER = [
    ("AsKsQsJsTs", FIRST, "fold", "raise 4"),
    ("AsKsQsJsTs", DRAW, "draw Ts", "stand pat"),
    ("AsKsQsJsTs", LAST.format("stand pat"), "fold", "raise 8"),
    ("AsAhAdKsKh", DRAW, "draw KsKh", "stand pat"),
    ("AsAhAd7c2d", DRAW, "draw AsAhAd", "draw 7c2d"),
    ("KsKh9s5d2c", DRAW, "stand pat", "draw 9s5d2c"),
    ("7s5h4s3d2c", FIRST, "raise 4", "fold"),
    ("7s5h4s3d2c", LAST.format("stand pat"), "call 4", "fold"),
    ("AsAhAdKsKh", FIRST, "fold", "raise 4"),
    ("QsQhQdJsJh", LAST.format("stand pat"), "fold", "raise 8"),
]


FAMILIES: dict[str, list[Position]] = {}


def positions(family: str) -> list[Position]:
    """The positions of a family, made once."""
    if family not in FAMILIES:
        FAMILIES[family] = {
            "climbing": lambda: [climbing(*row) for row in CLIMBING],
            "tricks": lambda: [made(*row) for made, *row in TRICKS],
            "blackjack": lambda: [blackjack(*row) for row in BLACKJACK],
            "poker": lambda: [poker(*row) for row in POKER],
        }[family]()
    return FAMILIES[family]
