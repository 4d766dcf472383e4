"""Where the rows of bridge's system win and lose against the natural bidding of ``solver``, by the call that differs.

``python -m bench leaks --boards 8000``. Each board is bid naturally by all four, and then with the rows north-south and
east-west. Contracts are worth what the network of ``planner`` expects them to make, so nothing is solved and nobody
looks ahead. The IMPs of a side are counted for its first call that differs; ``--by auction`` tells apart the auctions
before it, too, and ``--examples 3`` shows the boards that lost most.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from bench.auction import board_game, points, told
from dealt.cards import Cards
from dealt.games.bridge.auction import Auction, contract
from dealt.games.bridge.pbn import dotted
from dealt.games.bridge.play import Duplicate
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.bidding import Rule, choose
from dealt.players.advice.bridge.lookahead import tricks_in, values
from dealt.players.advice.bridge.natural import natural
from dealt.players.advice.bridge.sampling import Weighed
from dealt.players.advice.bridge.standard.system import call_of_hand
from dealt.table import Table, seed_of

Bidder = Callable[[tuple[str, ...], Cards], Rule]
"""The rule by which a hand calls after some calls."""


class Difference(NamedTuple):
    """A board on which the side that bids by the rows called otherwise than naturally."""

    gain: float
    """IMPs of that side, expected."""
    board: int
    hands: Sequence[Cards]
    place: int
    """The first call that differs, counted from 0."""
    rows: list[Rule]
    natural: list[Rule]

    def key(self, auction: bool) -> str:
        """The natural call, the call of the rows and its name; the auction before from its first bid, if asked for."""
        mine, theirs = self.rows[self.place], self.natural[self.place]
        before = " ".join(each.call for each in self.rows[: self.place]).lstrip("P ") if auction else ""
        return f"{before}{' | ' if before else ''}{theirs.call} -> {mine.call} {mine.name}"


@lru_cache(maxsize=200_000)
def naturally(calls: tuple[str, ...], hand: Cards) -> Rule:
    """The call of the natural system."""
    return choose(natural, calls, hand)


def bid(dealer: int, hands: Sequence[Cards], sides: tuple[Bidder, Bidder]) -> list[Rule]:
    """The rules of all calls of an auction."""
    made: list[Rule] = []
    calls: tuple[str, ...] = ()
    while not Auction.of(calls).over:
        seat = (dealer + len(calls)) % 4
        made.append(sides[seat % 2](calls, hands[seat]))
        calls = (*calls, made[-1].call)
    return made


def differences(board: int, game: Duplicate, state: TrickState) -> Iterator[Difference]:
    """What the rows gain or lose on a board, for each side whose auction differs."""
    dealer, hands, score = state.dealer, state.hands, partial(points, game, state)
    before, deal = bid(dealer, hands, (naturally, naturally)), [Weighed(tuple(hands), 1.0)]
    for side, pair in enumerate(((call_of_hand, naturally), (naturally, call_of_hand))):
        made = bid(dealer, hands, pair)
        calls, others = ([rule.call for rule in some] for some in (made, before))
        if calls != others:
            ends = [[contract(tuple(each), dealer)] for each in (others, calls)]
            gain = float(values(ends, tricks_in(ends, deal), deal, side, score)[1][0])
            place = next(n for n, (one, other) in enumerate(zip(calls, others, strict=False)) if one != other)
            yield Difference(gain, board, hands, place, made, before)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench leaks", description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", default="leaks")
    parser.add_argument("--by", choices=["call", "auction"], default="call")
    parser.add_argument("--lines", type=int, default=20, help="how many of the calls that lose and that gain most")
    parser.add_argument("--examples", type=int, default=0, help="how many boards of each call that loses")
    given = parser.parse_args(argv)
    found: dict[str, list[Difference]] = defaultdict(list)
    gains = [0.0] * given.boards
    for board in range(given.boards):
        game = board_game(board)
        for each in differences(board, game, Table(game, seed_of(given.seed, board)).state):
            found[each.key(given.by == "auction")].append(each)
            gains[board] += each.gain
    lines = sorted(found.items(), key=lambda line: sum(each.gain for each in line[1]))
    print("thousandths of an IMP a board, boards, IMPs each, natural call -> call of the rows")
    for n, (key, some) in enumerate(lines):
        if given.lines <= n < len(lines) - given.lines:
            continue
        total = sum(each.gain for each in some)
        print(f"{1000 * total / given.boards:+8.1f} {len(some):6d} {total / len(some):+7.2f}  {key}")
        for each in sorted(some, key=lambda each: each.gain)[: given.examples if n < given.lines else 0]:
            played = [" ".join(rule.call for rule in rules) for rules in (each.rows, each.natural)]
            print(f"{'':24}{each.gain:+.1f} board {each.board}: {' '.join(map(dotted, each.hands))}")
            print("".join(f"{'':26}{line}\n" for line in played), end="")
    print(f"{told(gains)} IMPs a board for the rows, both sides together, {given.boards} boards")
    return 0
