"""How strong a computer is: python -m bench strength GAME PLAYER AGAINST

``python -m bench strength bigtwo search deuce --deals 400 -o scoring=flat`` plays each deal once from every seat,
against others of one name, and prints the points a deal with their standard error over deals, the share of deals won,
and the milliseconds of a choice: the median and the 95th percentile.

At a climbing game a loser pays the points of its cards to the winner. In Dou Dizhu computers of the second name bid;
then the deal is played twice, once with the first computer as landlord and once with it as both farmers, and the share
of deals won is averaged over both. Partners are the same computer, and their points count less those of the others.
Elsewhere the points count by which a seat ends ahead of the average of the others, in draw poker the chips won. Where
blinds rise a whole tournament is played from every seat, and the places gained on the others count.
``--budget worlds=256`` changes the budget of a search, and ``--weights FILE`` takes other weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from dealt import players
from dealt.arena.ladder import Timed
from dealt.arena.result import mean_and_error
from dealt.game import Game, Player
from dealt.games import load, make
from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.players.search.budget import Budget
from dealt.players.search.climbing import Network, gain
from dealt.players.search.nets import from_file
from dealt.table import Match, Table, seed_of


def ended(game: Game[Any], seed: bytes, sits: Any, bids: Player | None = None) -> Table[Any]:
    """A deal played to its end; ``sits`` tells who plays for a seat in a state, ``bids`` who speaks before the play."""
    return played(Table(game, seed), seed, sits, bids)


def played(table: Table[Any], seed: bytes, sits: Any, bids: Player | None = None) -> Table[Any]:
    """The same of a deal that is there."""
    sources = [Random(seed + bytes([seat])) for seat in range(table.game.seats)]
    while turn := table.turn:
        seat = turn[0]
        player = bids if bids and table.state.phase != "play" else sits(seat, table.state)
        table.act(seat, player.choose(table.view_for(seat, player), sources[seat]))
    return table


def places(game: Any, seed: bytes, sits: Any) -> Sequence[int]:
    """The places of all seats at the end of a tournament."""
    match, n = Match(game, keep=False), 0
    while not match.final:
        deal, n = seed_of(seed.hex(), n), n + 1
        table = played(match.deal(deal), deal, sits)
        match.end()
    found: Sequence[int] = game.places(table.state)
    return found


def one_deal(game: Any, seed: bytes, ours: Timed, other: Player) -> tuple[float, float] | None:
    """Points and the share of deals won; None if nobody bid."""
    points, won = [], []
    if isinstance(game, DouDizhu):
        for landlord in (True, False):
            table = ended(
                game, seed, lambda seat, state, own=landlord: ours if (seat == state.own.alone) == own else other, other
            )
            if not any(table.score or ()):
                return None
            best = (table.score[table.state.own.alone] > 0) == landlord
            points.append(abs(table.score[table.state.own.alone]) * (1 if best else -1))
            won.append(best)
    elif getattr(game, "rise", 0):
        for mine in range(game.seats):
            found = places(game, seed, lambda seat, _, mine=mine: ours if seat == mine else other)
            points.append((sum(found) - game.seats * found[mine]) / (game.seats - 1))
            won.append(found[mine] == 1)
    else:
        for mine in getattr(game, "partnerships", ()) or [(seat,) for seat in range(game.seats)]:
            table = ended(game, seed, lambda seat, _, mine=mine: ours if seat in mine else other)
            points.append(worth(game, table.score, mine))
            won.append(points[-1] > 0)
    return mean(points), mean(won)


def worth(game: Any, scores: Sequence[float], mine: Sequence[int]) -> float:
    """What a deal is worth to the seats of one computer."""
    first = mine[0]
    if isinstance(game, Climbing):
        return gain(game, scores, first)
    if len(mine) > 1:
        return scores[first] - next(score for seat, score in enumerate(scores) if seat not in mine)
    if game.zero_sum or not game.rivals:
        return scores[first]
    ahead = (game.seats * scores[first] - sum(scores)) / (game.seats - 1)
    return -ahead if game.low else ahead


def wanted(words: list[str]) -> dict[str, Any]:
    """Options from words such as ``seats=3``."""

    def read(some: str) -> Any:
        for kind in (int, float):
            try:
                return kind(some)
            except ValueError:
                continue
        return {"on": True, "off": False, "true": True, "false": False}.get(some, some)

    return {key: read(value) for key, _, value in (each.partition("=") for each in words)}


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("player")
    parser.add_argument("against", nargs="?", default="lowest")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("-o", "--option", nargs="*", default=[])
    parser.add_argument("--budget", nargs="*", default=[])
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--games", type=Path)
    asked = parser.parse_args(argv)
    if asked.games:
        load(asked.games)
    options = wanted(asked.option)
    game: Any = make(asked.game, options.pop("preset", None), **options)
    player: Any = players.computer(asked.player, game)
    if asked.weights:
        if not isinstance(player, Network):
            parser.error(f"{asked.player} takes no weights: network and search do")
        player = type(player)(game, from_file(asked.weights))
    if isinstance(getattr(player, "budget", None), Budget):
        player.budget = Budget(**(player.budget._asdict() | wanted(asked.budget)))
    elif asked.budget:
        parser.error(f"{asked.player} has no budget: only search has")
    ours, other = Timed(player), players.computer(asked.against, game)
    found: list[tuple[float, float]] = []
    for n in range(asked.first, asked.first + asked.deals):
        if result := one_deal(game, seed_of(asked.seed, n), ours, other):
            found.append(result)
        if len(found) > 1 and (len(found) % 25 == 0 or n + 1 == asked.first + asked.deals):
            (points, error), (wins, spread) = (mean_and_error(some) for some in zip(*found, strict=True))
            times = sorted(1000 * each for each in ours.took)
            print(
                f"{len(found)} deals: {points:+.2f} ± {error or 0.0:.2f} points, "
                f"won {100 * wins:.1f} ± {100 * (spread or 0.0):.1f} %, "
                f"{median(times):.0f} ms, 95 % under {times[len(times) * 95 // 100]:.0f} ms",
                flush=True,
            )
    return 0
