"""The scoring of bridge: duplicate (Law 77), IMPs (Law 78), matchpoints, the rubber, and the points of a hand."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from dealt.bits import count
from dealt.cards import Cards, members
from dealt.game import Entry, Say, points
from dealt.games.tricks.rows import OF_SUIT

GAME: Final = 100
"""The points for tricks that make a game."""
IMP_STEPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference that is worth 1, 2, 3 ... IMPs (Law 78)."""


@lru_cache(maxsize=128)
def trick_lines(level: int, strain: str, doubled: int = 0) -> tuple[Entry, ...]:
    """The lines for the tricks of a contract that is made; at rubber bridge they go below the line."""
    times = (1 << doubled,) if doubled else ()
    found = (Entry(Say("entry.bid_tricks", {"count": level}), (level, 20 if strain in "CD" else 30, *times)),)
    return (*found, Entry(Say("entry.first_notrump"), (10, *times))) if strain == "N" else found


@lru_cache(maxsize=1024)
def bonus_lines(level: int, strain: str, doubled: int, tricks: int, vulnerable: bool) -> tuple[Entry, ...]:
    """The lines for the declarer's other points: overtricks, slam and insult (made doubled), or the undertricks."""
    over = tricks - 6 - level
    if over < 0:
        return (_undertricks(-over, doubled, vulnerable),)
    each = (20 if strain in "CD" else 30) if not doubled else (100 << vulnerable) << (doubled - 1)
    slam = {6: 500, 7: 1000}.get(level, 0)
    found = [Entry(Say("entry.overtricks", {"count": over}), (over, each))] if over else []
    found += [Entry(Say(f"entry.slam_{level}"), (slam * 3 // 2 if vulnerable else slam,))] if slam else []
    return (*found, Entry(Say("entry.insult"), (50 * doubled,))) if doubled else tuple(found)


def _undertricks(down: int, doubled: int, vulnerable: bool) -> Entry:
    """The line for undertricks, a loss; doubled ones cost more from the second on, so that they are one number."""
    said = {"count": down}
    if not doubled:
        return Entry(Say("entry.undertricks", said), (-down, 100 if vulnerable else 50))
    lost = 300 * down - 100 if vulnerable else 100 + 200 * (min(down, 3) - 1) + 300 * max(0, down - 3)
    return Entry(Say("entry.undertricks_doubled", said), (-(lost << (doubled - 1)),))


@lru_cache(maxsize=1024)
def duplicate_lines(level: int, strain: str, doubled: int, tricks: int, vulnerable: bool) -> tuple[Entry, ...]:
    """The lines of the duplicate score of the declarer's side: tricks, other points, and the bonus for the contract."""
    others = bonus_lines(level, strain, doubled, tricks, vulnerable)
    if tricks < 6 + level:
        return others
    if trick_score(level, strain, doubled) < GAME:
        game = Entry(Say("entry.part_score"), (50,))
    else:
        game = Entry(Say("entry.game_vulnerable" if vulnerable else "entry.game"), (500 if vulnerable else 300,))
    return (*trick_lines(level, strain, doubled), *others, game)


@lru_cache(maxsize=128)
def trick_score(level: int, strain: str, doubled: int = 0) -> int:
    """The points for the tricks of a contract that is made: the sum of ``trick_lines``."""
    return int(points(trick_lines(level, strain, doubled)))


@lru_cache(maxsize=1024)
def bonus(level: int, strain: str, doubled: int, tricks: int, vulnerable: bool) -> int:
    """The declarer's other points, negative for undertricks: the sum of ``bonus_lines``."""
    return int(points(bonus_lines(level, strain, doubled, tricks, vulnerable)))


@lru_cache(maxsize=1024)
def duplicate(level: int, strain: str, doubled: int, tricks: int, vulnerable: bool) -> int:
    """The duplicate score of the declarer's side for a contract; ``tricks`` is the number it took, of 13.

    >>> duplicate(4, "S", 0, 10, True), duplicate(1, "N", 2, 13, True), duplicate(7, "N", 2, 0, True)
    (620, 3160, -7600)
    """
    return int(points(duplicate_lines(level, strain, doubled, tricks, vulnerable)))


def imps(difference: int) -> int:
    """International match points for a difference of scores, with its sign.

    >>> imps(-430), imps(10)
    (-10, 0)
    """
    found = bisect_right(IMP_STEPS, abs(difference))
    return found if difference >= 0 else -found


GOLDEN: Final = (math.sqrt(5) - 1) / 2
BLITZ: Final = 15
"""A match of so many boards is won to nothing by so many IMPs times their square root."""


def victory_points(lead: float, boards: int) -> float:
    """The victory points of 20 of a team that leads by so many IMPs: the continuous scale of the WBF.

    >>> victory_points(10, 16), victory_points(-10, 16), victory_points(200, 16)
    (12.8, 7.2, 20.0)
    """
    share = min(1.0, abs(lead) / (BLITZ * math.sqrt(boards)))
    found = round(10 * (1 - math.pow(GOLDEN, 3 * share)) / (1 - GOLDEN**3), 2)
    return round(10 + found if lead >= 0 else 10 - found, 2)


def matchpoints(scores: Sequence[float]) -> list[int]:
    """The matchpoints of each score of a board: 2 for every other score that it beats, 1 for every equal one."""
    return [sum((mine > other) * 2 + (mine == other) for other in scores) - 1 for mine in scores]


TENS_AND_HIGHER: Final[Cards] = -1 << 32
ONLY_GAME: Final = 300
"""The bonus for the only game of a rubber that is broken off."""

# --- the rubber -----------------------------------------------------------------------------------------------------


def honours(hands: Sequence[Cards], trump: int) -> tuple[int, int]:
    """The bonus of both sides for honours in one hand: 100 for four of the top five trumps, 150 for all five.

    At notrump, where ``trump`` is -1, 150 for the four aces.
    """
    ours = theirs = 0
    for seat in range(4):
        if trump < 0:
            bonus = 150 if hands[seat] >> 48 == 0b1111 else 0
        else:
            held = count(hands[seat] & OF_SUIT[trump] & TENS_AND_HIGHER)
            bonus = 150 if held == 5 else 100 if held == 4 else 0
        if seat & 1:
            theirs += bonus
        else:
            ours += bonus
    return ours, theirs


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber. Each field is a pair, north-south first: points above and below the line, part-score, games won.

    ``below`` counts all points below the line, ``part`` only those of the game under way.
    """

    above: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)
    part: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)

    @property
    def over(self) -> bool:
        """Does a side have two games?"""
        return 2 in self.games

    @property
    def totals(self) -> tuple[int, int]:
        """All points of both sides."""
        return self.above[0] + self.below[0], self.above[1] + self.below[1]

    def vulnerable(self, side: int) -> bool:
        """Has the side a game?"""
        return self.games[side] > 0

    def add(self, side: int, level: int, strain: str, doubled: int, tricks: int) -> Rubber:
        """The rubber after a contract of a side, with the bonus if it is the end of the rubber."""
        extra = bonus(level, strain, doubled, tricks, self.vulnerable(side))
        if tricks < 6 + level:
            return replace(self, above=_plus(self.above, 1 - side, -extra))
        scored = trick_score(level, strain, doubled)
        below, part = _plus(self.below, side, scored), _plus(self.part, side, scored)
        above, games = _plus(self.above, side, extra), self.games
        if part[side] >= GAME:
            games, part = _plus(games, side, 1), (0, 0)
            if games[side] == 2:
                above = _plus(above, side, rubber_bonus(games[1 - side]))
        return Rubber(above, below, part, games)

    def honour(self, bonuses: tuple[int, int]) -> Rubber:
        """The rubber with these bonuses for honours above the line."""
        return replace(self, above=(self.above[0] + bonuses[0], self.above[1] + bonuses[1]))

    def break_off(self, part_bonus: int = 100) -> Rubber:
        """The rubber broken off: 300 for a side with the only game, ``part_bonus`` for one with the only part-score."""
        above = self.above
        for side, line in self.broken_off(part_bonus):
            above = _plus(above, side, int(line.points))
        return replace(self, above=above)

    def broken_off(self, part_bonus: int = 100) -> list[tuple[int, Entry]]:
        """What ``break_off`` adds, by side."""
        found = []
        for side in (0, 1):
            if self.games[side] > self.games[1 - side]:
                found.append((side, Entry(Say("entry.only_game"), (ONLY_GAME,))))
            if self.part[side] and not self.part[1 - side]:
                found.append((side, Entry(Say("entry.only_part"), (part_bonus,))))
        return found


def rubber_bonus(games: int) -> int:
    """The bonus of the side that wins the rubber, given the games of the other."""
    return 500 if games else 700


def _plus(pair: tuple[int, int], side: int, points: int) -> tuple[int, int]:
    return (pair[0] + points, pair[1]) if side == 0 else (pair[0], pair[1] + points)


# --- hands ----------------------------------------------------------------------------------------------------------


def high_cards(hand: Cards) -> int:
    """High-card points: four for an ace, three for a king, two for a queen, one for a jack."""
    return sum(max(0, (one >> 2) - 8) for one in members(hand))


def shape(hand: Cards) -> tuple[int, int, int, int]:
    """The number of spades, hearts, diamonds and clubs of a hand."""
    spades, hearts, diamonds, clubs = ((hand & OF_SUIT[suit]).bit_count() for suit in (3, 2, 1, 0))
    return spades, hearts, diamonds, clubs


def short_suits(hand: Cards) -> int:
    """Distribution points: three for a void, two for a singleton, one for a doubleton."""
    return sum(max(0, 3 - length) for length in shape(hand))


def long_suits(hand: Cards) -> int:
    """Length points: one for each card over four in a suit."""
    return sum(max(0, length - 4) for length in shape(hand))
