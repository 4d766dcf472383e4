"""``simulate``: whole deals of random play, by threads over deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload

from dealt.game import Game, Seat
from dealt.games.blackjack import Blackjack
from dealt.games.bridge import BIDS, Bridge, RubberBridge
from dealt.games.bridge.play import STRAIN_ROWS
from dealt.games.climbing import Climbing
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.hearts import Hearts
from dealt.games.matching import Matching
from dealt.games.spades import Spades
from dealt.games.tricks import TrickRow, Tricks
from dealt.kernels import blackjack, matching, shedding
from dealt.kernels.arrays import numpy_for
from dealt.kernels.blackjack import Rounds
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import Told, refuse_changes
from dealt.kernels.machine import available
from dealt.kernels.matching import Solitaires
from dealt.kernels.play import Bids, Scratch, auction_deals, bid_deals, passing_deals, plain_deals
from dealt.kernels.poker import PokerDeals, run_poker
from dealt.kernels.threads import Span, fill
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "TRICK_GAMES",
    "Deals",
    "contract_scores",
    "dealers",
    "family",
    "plain_rows",
    "plain_score",
    "run",
    "simulate",
    "simulated",
]


class Deals(NamedTuple):
    """What :func:`simulate` returns: a row for each deal, in arrays that lie in the same order."""

    dealers: NDArray[np.int8]
    """(n,): the seat that dealt."""
    hands: NDArray[np.int64]
    """(n, 4): the hand of each seat as dealt, a set of cards."""
    given: NDArray[np.int64]
    """(n, 4): the cards that each seat passed before the play, or 0."""
    calls: NDArray[np.int16]
    """(n, game.most_calls): the calls in order as places in ``game.words``, -1 after the last. Without ``moves`` (n, 0)
    where there may be many."""
    cards: NDArray[np.int8]
    """(n, deck): the cards in the order played, -1 after the last. Without ``moves`` (n, 0)."""
    won: NDArray[np.int8]
    """(n, 4): the number of tricks that each seat took."""
    scores: NDArray[np.float64]
    """(n, 4): the score of the deal by seat, as ``Game.score`` has it."""


@overload
def simulate(
    game: Tricks, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Deals: ...
@overload
def simulate(
    game: Climbing, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> shedding.ClimbingDeals: ...
@overload
def simulate(
    game: Matching, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Solitaires: ...
@overload
def simulate(
    game: Blackjack, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Rounds: ...
@overload
def simulate(
    game: DrawPokerPlay, n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> PokerDeals: ...
@overload
def simulate(
    game: Game[Any], n: int, seed: int = ..., *, policy: str = ..., threads: int = ..., moves: bool = ...
) -> Any: ...


def simulate(
    game: Game[Any], n: int, seed: int = 0, *, policy: str = "uniform", threads: int = 1, moves: bool = False
) -> Any:
    """``n`` deals, each the first of a match, in which every seat takes one of its legal actions at random.

    Each legal bid, call, choice of cards to pass, card, combination or removal is equally likely, a pass like any
    other; nobody claims. The same ``seed``, from 0 to 2**63 - 1, gives the same deals whatever the number of threads.
    ``moves``: return what was said and played, too.

    The result is :class:`Deals` for a trick-taking game, :class:`~dealt.kernels.ClimbingDeals` for a climbing game. For
    a matching solitaire it is :class:`Solitaires`, and the
    policy ``lowest`` removes what the game lists first, as the computer of that name does. For blackjack it is
    :class:`Rounds`, and the policy ``basic`` plays basic strategy, which takes seconds to compute once for a table. For
    draw poker it is :class:`PokerDeals`.

    ValueError for a game that there is no kernel for, which is also one whose class changes a rule that the kernel
    knows by itself; the message names it. ValueError for another policy; ImportError if NumPy is not installed.

    >>> from dealt.games import make
    >>> found = simulate(make("spades"), 1000, seed=1)
    >>> found.won.sum(axis=1).tolist() == [13] * 1000
    True
    >>> 0.08 < float(simulate(make("elevens"), 10_000, seed=1).scores.mean()) < 0.13
    True
    """
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, and {seed} is not")
    return simulated(game, n, seed, policy=policy, threads=max(1, threads), moves=moves, fast=available())


def simulated(game: Game[Any], n: int, seed: int, *, policy: str, threads: int, moves: bool, fast: bool) -> Any:
    """As ``simulate``; ``fast``: compiled, else as the source stands."""
    if isinstance(game, Matching):
        matching.checked(game, policy)
        return matching.run(game, n, seed, policy=policy, threads=threads, moves=moves, fast=fast)
    if isinstance(game, Blackjack):
        blackjack.checked(game, policy)
        return blackjack.run(game, n, seed, policy=policy, threads=threads, moves=moves, fast=fast)
    if policy != "uniform":
        raise ValueError(f"there is no policy {policy}: there is uniform")
    if isinstance(game, DrawPokerPlay):
        refuse_changes(game)
        return run_poker(game, n, seed, threads=threads, moves=moves, fast=fast)
    if isinstance(game, Climbing):
        shedding.known(game)
        return shedding.run(game, n, seed, threads=threads, moves=moves, fast=fast)
    family(game)
    assert isinstance(game, Tricks)  # noqa: S101 - family has refused all others
    return run(game, n, seed, threads=threads, moves=moves, fast=fast)


def run(game: Tricks, n: int, seed: int, *, threads: int, moves: bool, fast: bool) -> Deals:
    """As ``simulate``; ``fast``: compiled."""
    numpy = numpy_for("deals are simulated")
    said = game.most_calls if moves or game.most_calls < 5 else 0
    found: Any = Deals(
        numpy.zeros(n, numpy.int8),
        numpy.zeros((n, 4), numpy.int64),
        numpy.zeros((n, 4), numpy.int64),
        numpy.full((n, said), -1, numpy.int16),
        numpy.full((n, len(game.deck) if moves else 0), -1, numpy.int8),
        numpy.zeros((n, 4), numpy.int8),
        numpy.zeros((n, 4), numpy.float64),
    )
    deal, deck, first, size = _kernel(game, fast=fast), sorted(game.deck), dealers(game), len(game.deck)

    def part(span: Span, rows: list[Any]) -> None:
        scratch = Scratch(*map(Workspace, (ROOM, size, 4, 4, max(1, game.most_calls))))
        deal(deck, first, seed, span, scratch, Deals(*rows))

    fill(found, part, threads, fast=fast)
    return found if family(game) in (Bridge, Hearts) or game.first_phase != "play" else _scored(game, found)


TRICK_GAMES: Final[tuple[type[Tricks], ...]] = (Spades, Hearts, Bridge)
"""The trick-taking games with rules beyond a row; the score of any other is its own."""
_PLAIN: Final[type[Any]] = Tricks


def family(game: Game[Any]) -> type[Tricks]:
    """The class whose kernel a game takes; ValueError if it has none."""
    refuse_changes(game)
    if not isinstance(game, Tricks):
        raise ValueError(f"{game.name} is no trick-taking game")
    found = next((each for each in TRICK_GAMES if isinstance(game, each)), _PLAIN)
    found = _PLAIN if game.first_phase == "play" and found is not Hearts else found
    if found is _PLAIN and game.first_phase != "play":
        raise ValueError(f"there is no kernel for {game.name}: it adds to the play of tricks ({game.first_phase})")
    return found


def dealers(game: Tricks) -> list[Seat]:
    """The seats that may deal first; where there are several each is equally likely."""
    return sorted({game.dealer(Random(number), None) for number in range(64)})


Deal = Callable[[Any, Any, int, Span, Scratch, Deals], None]


def _kernel(game: Tricks, *, fast: bool) -> Deal:
    """What deals a span of deals: deck, dealers, seed, span, scratch and where it writes."""
    kind = family(game)
    if kind is Spades:
        rules = game.options
        helps = rules["failed_nil_tricks"] == "help_partner"
        limit, fine = int(rules["bag_limit"] or 0), int(rules["bag_penalty"] or 0)
        least, double_ten = int(rules["board_minimum"] or 0), bool(rules["ten_for_two"])
        bids = Bids(len(game.deck) // 4, least, helps, limit, fine, double_ten)
        deal: Any = bid_deals if fast else bid_deals.bare
        return lambda deck, who, seed, span, to, out: deal(
            game.row, bids, deck, who, seed, span, to, out.dealers, out.hands, out.calls, out.cards, out.won, out.scores
        )
    if isinstance(game, Hearts):
        (way,) = game.begin(_NO_CARDS, 0).match_data
        passing: Any = passing_deals if fast else passing_deals.bare
        size, counting = game.gift_size, game.counting
        return lambda deck, who, seed, span, to, out: passing(
            game.row, counting, size, way, deck, who, seed, span, to, *out[:3], out.cards, out.won, out.scores
        )
    if isinstance(game, Bridge) and kind is Bridge:
        honoured = isinstance(game, RubberBridge) and bool(game.rules["honours"])
        auction: Any = auction_deals if fast else auction_deals.bare
        table = contract_scores(game)
        return lambda deck, who, seed, span, to, out: auction(
            STRAIN_ROWS, table, honoured, deck, who, seed, span, to, *out[:2], out.calls, *out[4:]
        )
    plain: Any = plain_deals if fast else plain_deals.bare
    rows = tuple(plain_rows(game))
    return lambda deck, who, seed, span, to, out: plain(rows, deck, who, seed, span, to, *out[:2], out.cards, out.won)


_NO_CARDS: Final = (0, 0, 0, 0)


@lru_cache(maxsize=8)  # it takes as long as the auctions and plays of twenty thousand deals
def contract_scores(game: Bridge) -> Fixed:
    """The game's own scores of every contract: by declaring side, bid, doubles and tricks, declaring side first."""

    def score(side: int, bid: int, doubled: int, tricks: int) -> tuple[int, int]:
        calls = (*["P"] * side, BIDS[bid], *("X", "XX")[:doubled], "P", "P", "P")
        won = (tricks, game.size - tricks) if side == 0 else (game.size - tricks, tricks)
        over = replace(game.begin(_NO_CARDS, 0), calls=calls, phase="play", turn=None, won=(*won, 0, 0))
        found = game.score(over) or ()
        return int(found[side]), int(found[1 - side])

    return Fixed(
        [
            [[score(side, bid, doubled, won) for won in range(game.size + 1)] for doubled in range(3)]
            for bid in range(35)
        ]
        for side in range(2)
    )


def plain_rows(game: Tricks) -> list[TrickRow]:
    """The row of a deal by its dealer, all that a kernel tells of the deal; ValueError if the game asks for more."""
    rows: Callable[[Any], TrickRow] = game.row_of
    return [rows(Told(game, dealer=dealer, calls=(), phase=game.first_phase)) for dealer in range(game.seats)]


def plain_score(game: Tricks, dealer: Seat, won: tuple[int, ...]) -> tuple[float, ...]:
    """The game's own score by dealer and tricks, all that a kernel tells; ValueError if the game asks for more."""
    score: Callable[[Any], tuple[float, ...] | None] = game.score
    return score(Told(game, dealer=dealer, won=won, turn=None, calls=(), phase=game.first_phase)) or (0.0,) * game.seats


def _scored(game: Tricks, found: Deals) -> Deals:
    """The game's own scores, where they depend on dealer and tricks alone."""
    numpy = numpy_for("deals are simulated")
    keys = numpy.column_stack((found.dealers, found.won))
    some, places = numpy.unique(keys, axis=0, return_inverse=True)
    scores = [plain_score(game, int(dealer), tuple(map(int, won))) for dealer, *won in some]
    return found._replace(scores=numpy.array(scores, numpy.float64).reshape(-1, 4)[places.reshape(-1)])
