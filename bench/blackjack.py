"""How good are the figures of blackjack, and what does counting cards win?

``python -m bench blackjack returns`` compares the exact loss of basic strategy with the published one and says how far
the quick returns are from the exact ones. ``python -m bench blackjack count [--rounds 4000000] [--jobs 2] [--seed 1]``
lets ``basic`` and ``counter`` play rounds alone against the dealer, written here anew by totals alone, with the same
decisions: what each wins for every unit bet, with its standard error.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import floor, sqrt
from random import Random

from dealt.games.blackjack.returns import VALUES, expected, full_shoe
from dealt.games.blackjack.rules import Rules
from dealt.games.blackjack.strategy import chooser, row, table
from dealt.players.advice.blackjack.counting import INSURE, departs, units

TABLES = (
    ("six decks, hits soft 17, no hole card", Rules(hit_soft_17=True, peek=False), -0.00727),
    ("standard", Rules(), None),
    ("one deck, hits soft 17, no double after a split", Rules(decks=1, hit_soft_17=True, das=False), None),
)
"""Rules, and what total-dependent strategy is published to return with doubling after a split and up to four hands."""

Decide = Callable[[int, int, bool, int, str, float], str]
"""A letter from the upcard's place, total, soft, the value of a pair, the letters allowed and the true count."""


def returns() -> None:
    """What basic strategy returns, exactly and quickly; then whether both ways of drawing find the same strategy."""
    for name, rules, published in TABLES:
        for shoe in ("mixed", "real"):
            began = time.perf_counter()
            found = expected(rules, full_shoe(rules.decks), shoe, partial(chooser, rules))
            off = "" if published is None else f", published {published:+.6f}, off by {found - published:+.6f}"
            print(f"{name}, {shoe}: {found:+.6f}{off} ({time.perf_counter() - began:.1f} s)", flush=True)
    quick, exact = table(Rules()), table(Rules(), "real")
    print("rows where the exact strategy differs:", [name for name in quick if quick[name] != exact[name]] or "none")


def tag(one: int) -> int:
    """The Hi-Lo tag of a card of that value: 1, 0 or -1."""
    return 1 if one < 7 else -1 if one > 9 else 0


class Shoe:
    """The decks of a table by value, dealt from the end, and their Hi-Lo count."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.cards = [value for value in VALUES for _ in range(rules.decks * (16 if value == 10 else 4))]
        self.rng = rng
        self.shuffle()

    def shuffle(self) -> None:
        self.rng.shuffle(self.cards)
        self.left = len(self.cards)
        self.count = 0

    def draw(self) -> int:
        """The next card, face up."""
        one = self.hole()
        self.count += tag(one)
        return one

    def hole(self) -> int:
        """The next card, face down."""
        self.left -= 1
        return self.cards[self.left]

    def true(self) -> float:
        """The true count: the running count divided by the decks left."""
        return 52 * self.count / max(26, self.left)


def added(points: int, soft: bool, one: int) -> tuple[int, bool]:
    """Total and softness after a card."""
    points += one
    aces = soft + (one == 11)
    while points > 21 and aces:
        points -= 10
        aces -= 1
    return points, aces > 0


def hand(shoe: Shoe, decide: Decide, up: int, cards: tuple[int, int], split: bool, again: bool) -> tuple[int, float]:
    """Total and stake of a hand of two cards played on; the total is 22 if bust, 0 if the hand is to be split."""
    points, soft = added(cards[0], cards[0] == 11, cards[1])
    pair = cards[0] if cards[0] == cards[1] else 0
    if split and cards[0] == 11:
        return points, 1.0
    letters = "SHDP" if pair and again else "SHD"
    while points < 21:
        letter = decide(up, points, soft, pair, letters, shoe.true())
        if letter == "S":
            break
        if letter == "P":
            return 0, 1.0
        points, soft = added(points, soft, shoe.draw())
        if letter == "D":
            return min(points, 22), 2.0
        pair, letters = 0, "SH"
    return min(points, 22), 1.0


def hands(rules: Rules, shoe: Shoe, decide: Decide, up: int, first: tuple[int, int]) -> list[tuple[int, float]]:
    """Total and stake of each hand made from the first two cards, splits included."""
    waiting, done, split = [first], [], False
    while waiting:
        cards = waiting.pop()
        again = len(waiting) + len(done) + 1 < rules.max_hands
        points, stake = hand(shoe, decide, up, cards, split, again)
        if points:
            done.append((points, stake))
        else:
            split = True
            waiting += [(cards[0], shoe.draw()), (cards[1], shoe.draw())]
    return done


def one_round(rules: Rules, shoe: Shoe, decide: Decide, *, insures: bool) -> float:
    """What a round returns for a bet of 1."""
    cards, up, hole = (shoe.draw(), shoe.draw()), shoe.draw(), shoe.hole()
    insured = 0.5 if up == 11 and insures and shoe.true() >= INSURE else 0.0
    won = 0.0 if sum(cards) == 21 else -1.0
    if up + hole == 21:
        shoe.count += tag(hole)
        return won + 2 * insured
    if not won:
        shoe.count += tag(hole)
        return float(rules.pays) - insured
    done = hands(rules, shoe, decide, up - 2, cards)
    shoe.count += tag(hole)
    points, soft = added(up, up == 11, hole)
    if any(total < 22 for total, _ in done):
        while points < 17 or (points == 17 and soft and rules.hit_soft_17):
            points, soft = added(points, soft, shoe.draw())
    won = -insured
    for total, stake in done:
        if total > 21 or total < points < 22:
            won -= stake
        elif total != points:
            won += stake
    return won


def usual(rules: Rules) -> Decide:
    """Basic strategy."""

    @cache
    def decide(up: int, points: int, soft: bool, pair: int, letters: str) -> str:
        return chooser(rules, up)(points, soft, pair, letters)

    return lambda up, points, soft, pair, letters, true: decide(up, points, soft, pair, letters)


def counted(rules: Rules) -> Decide:
    """Basic strategy and the departures from it."""
    basic = usual(rules)

    @cache
    def decide(up: int, points: int, soft: bool, pair: int, letters: str, true: int) -> str:
        return departs(rules, up, row(points, soft, pair), basic(up, points, soft, pair, letters, 0.0), letters, true)

    return lambda up, points, soft, pair, letters, true: decide(up, points, soft, pair, letters, floor(true))


def many(who: str, rounds: int, seed: int) -> tuple[float, float, float, float, float, int]:
    """Sums over rounds: bets, net, their squares and product, and the number of rounds won."""
    rules = Rules()
    shoe = Shoe(rules, Random(seed))
    decide = usual(rules) if who == "basic" else counted(rules)
    bets = nets = bets2 = nets2 = both = 0.0
    won = 0
    for _ in range(rounds):
        if shoe.left * 4 < len(shoe.cards):
            shoe.shuffle()
        bet = units(shoe.true()) if who == "counter" else 1
        net = bet * one_round(rules, shoe, decide, insures=who != "basic")
        bets += bet
        nets += net
        bets2 += bet * bet
        nets2 += net * net
        both += bet * net
        won += net > 0
    return bets, nets, bets2, nets2, both, won


def count(rounds: int, jobs: int, seed: int) -> None:
    """Play and print: ``flat`` is the counter that always bets the same."""
    share = rounds // jobs
    with ProcessPoolExecutor(jobs) as pool:
        for n, who in enumerate(("basic", "flat", "counter")):
            began = time.perf_counter()
            seeds = [seed * 1000 + n * 100 + job for job in range(jobs)]
            parts = list(pool.map(many, [who] * jobs, [share] * jobs, seeds))
            bets, nets, bets2, nets2, both, won = (sum(each) for each in zip(*parts, strict=True))
            ratio = nets / bets
            error = sqrt(nets2 - 2 * ratio * both + ratio**2 * bets2) / bets
            played = share * jobs
            print(
                f"{who}: {played:,} rounds, bets {bets / played:.2f}, {1000 * won / played:.1f} of 1,000 won, "
                f"{1000 * nets / played:+.2f} least bets in 1,000 rounds, {100 * ratio:+.3f} % ± {100 * error:.3f} "
                f"of what it bets ({time.perf_counter() - began:.0f} s)",
                flush=True,
            )


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Blackjack: exact returns, and rounds played by computers.")
    parser.add_argument("what", choices=("returns", "count"))
    parser.add_argument("--rounds", type=int, default=4_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    if given.what == "returns":
        returns()
    else:
        count(given.rounds, given.jobs, given.seed)
