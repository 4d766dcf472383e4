"""Two computers for bridge bid the same boards: IMPs a board by double-dummy results, and how far each is from par.

``python -m bench auction planner solver --boards 300``. Each board is bid twice, the first computer's pair north-south
and then east-west, as in a match of teams of four; the contracts are scored by what they make double dummy, so no
card is played. Then each computer bids all four hands, and its score is compared with the board's par in IMPs. With
``--whole`` the computers play the cards, too, as long as they need: the same seed gives the same result.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from dealt import players
from dealt.arena.result import mean_and_error
from dealt.game import Player
from dealt.games import make
from dealt.games.bridge import Duplicate, vulnerable
from dealt.games.bridge.auction import STRAINS, Contract, contract
from dealt.games.bridge.pbn import dotted
from dealt.games.bridge.scoring import duplicate, imps
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.double_dummy import tables
from dealt.players.advice.bridge.planner import Planner
from dealt.table import Table, seed_of

Tricks = list[list[int]]
"""By strain, clubs first, and declarer: the double-dummy tricks."""


def par(tricks: Tricks, dealer: int, vulnerable: tuple[bool, bool]) -> int:
    """The score of north and south if both sides bid as well as can be, all cards known."""

    def made(bid: int, side: int) -> int:
        level, strain = bid // 5 + 1, bid % 5
        most = max(tricks[strain][side], tricks[strain][side + 2])
        points = duplicate(level, STRAINS[strain], int(most < level + 6), most, vulnerable[side])
        return points if side == 0 else -points

    best = (max, min)
    after: list[tuple[int, int]] = [(0, 0)] * 35
    for bid in reversed(range(35)):
        row = [best[1 - side]([made(bid, side), *(each[1 - side] for each in after[bid + 1 :])]) for side in (0, 1)]
        after[bid] = row[0], row[1]
    first = dealer % 2
    passed = best[1 - first]([0, *(each[1 - first] for each in after)])
    return best[first]([passed, *(each[first] for each in after)])


def bid(game: Duplicate, sitting: Sequence[Player], board: int, seed: str, *, whole: bool = False) -> TrickState:
    """The board after its auction, or after its play."""
    table: Table[TrickState] = Table(game, seed_of(seed, board))
    while table.turn and (whole or table.state.phase == "auction"):
        seat = table.turn[0]
        table.act(seat, str(sitting[seat].choose(table.view(seat), Random(f"{seed} {board} {table.step}"))))
    return table.state


def unhurried(name: str, game: Duplicate) -> Player:
    """A computer whose choices do not depend on the clock."""
    player = players.computer(name, game)
    if isinstance(player, Planner):
        player.seconds = None
    return player


def whole_games(first: str, second: str, games: Sequence[Duplicate], seed: str) -> list[float]:
    """The IMPs of each board, bid and played at two tables."""
    won: list[float] = []
    for n, game in enumerate(games):
        one, two = unhurried(first, game), unhurried(second, game)
        ends = (bid(game, four, n, seed, whole=True) for four in ([one, two, one, two], [two, one, two, one]))
        mine, yours = (game.score(each) or (0.0,) for each in ends)
        won.append(imps(int(mine[0] - yours[0])))
        if n % 10 == 9 or n + 1 == len(games):
            print(f"{first} against {second}: {told(won)} IMPs a board, {len(won)} boards bid and played", flush=True)
    return won


def scored(game: Duplicate, state: TrickState, tricks: Tricks) -> int:
    """The score of north and south for the contract reached."""
    end = contract(state.calls, state.dealer)
    return 0 if end is None else points(game, state, end, tricks[STRAINS.index(end.strain)][end.declarer])


def points(game: Duplicate, state: TrickState, end: Contract, made: int) -> int:
    """The score of north and south for a contract that makes so many tricks."""
    side = end.declarer % 2
    found = duplicate(end.level, end.strain, end.doubled, made, game.vulnerable(state)[side])
    return found if side == 0 else -found


def board_game(number: int) -> Duplicate:
    """A board with its dealer and the sides vulnerable on it."""
    game = make("bridge", dealer="nesw"[number % 4], vulnerability=vulnerable(number + 1), claims=False)
    assert isinstance(game, Duplicate)
    return game


def told(figures: Sequence[float]) -> str:
    """A mean with its standard error."""
    mean, error = mean_and_error(figures)
    return f"{mean:+.2f} +- {error or 0.0:.2f}"


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench auction", description=__doc__.partition("\n")[0])
    parser.add_argument("first", nargs="?", default="planner")
    parser.add_argument("second", nargs="?", default="solver")
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--seed", default="auction")
    parser.add_argument("--show", type=int, default=0, help="print so many of the boards that lost and won most")
    parser.add_argument("--whole", action="store_true", help="play the cards, too")
    parser.add_argument("--first", dest="start", type=int, default=0, help="the number of the first board")
    given = parser.parse_args(argv)
    games = [board_game(n) for n in range(given.start, given.start + given.boards)]
    if given.whole:
        whole_games(given.first, given.second, games, f"{given.seed} {given.start}")
        return 0
    deals = [Table(game, seed_of(given.seed, n)).state.hands for n, game in enumerate(games, given.start)]
    solved = tables(deals)
    won: list[float] = []
    away: dict[str, list[float]] = {given.first: [], given.second: []}
    lines: list[tuple[int, str]] = []
    began = process_time()
    for n, (game, hands, tricks) in enumerate(zip(games, deals, solved, strict=True), given.start):
        one, two = (players.computer(name, game) for name in (given.first, given.second))
        at: Callable[[Sequence[Player]], TrickState] = lambda four: bid(game, four, n, given.seed)  # noqa: B023, E731
        mine, yours = at([one, two, one, two]), at([two, one, two, one])
        gain = imps(scored(game, mine, tricks) - scored(game, yours, tricks))
        won.append(gain)
        shown = [" ".join(each.calls) + f" {scored(game, each, tricks)}" for each in (mine, yours)]
        lines.append((gain, f"{gain:+d} board {n}: {' '.join(map(dotted, hands))}\n  " + "\n  ".join(shown)))
        best = par(tricks, mine.dealer, game.vulnerable(mine))
        for name, who in ((given.first, one), (given.second, two)):
            away[name].append(abs(imps(scored(game, at([who] * 4), tricks) - best)))
    lines.sort(key=lambda each: each[0])
    for _, line in (*lines[: given.show], *lines[len(lines) - given.show :]):
        print(line)
    print(f"{given.first} against {given.second}: {told(won)} IMPs a board, {len(won)} boards, contracts double dummy")
    for name, figures in away.items():
        print(f"{name}: {told(figures)} IMPs from par")
    print(f"{process_time() - began:.0f} s")
    return 0
