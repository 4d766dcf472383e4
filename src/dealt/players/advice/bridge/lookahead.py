"""Calls by what they lead to: in deals that fit the auction, each call is bid on to a contract, and that is scored.

All seats go on as the system says. What a contract makes is first expected by a network
(:mod:`~dealt.players.advice.bridge.expected`); nothing is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.bridge.auction import BIDS, PASS, STRAINS, Auction, Contract, contract
from dealt.games.bridge.scoring import imps
from dealt.players.advice.bridge.bidding import ANYTHING, Hand, Rule, held_hand
from dealt.players.advice.bridge.expected import SPREAD, expected, layout
from dealt.players.advice.bridge.sampling import Weighed
from dealt.players.advice.bridge.standard.conditions import Scene, game_level
from dealt.players.advice.bridge.standard.system import NOTHING, call_of_hand, reading, rules_at

LONGEST: Final = 40
"""No auction is bid on for more calls than this."""
OUTCOMES: Final = (-1.2, 0.0, 1.2)
"""Results around the expected one that are scored, in standard deviations: each is as likely as the others."""
NEAR: Final = 1.0
"""A call is tried, too, if the hand misses its promise by no more points than this."""
NEAR_A_SLAM: Final = 4.0
"""The same for asking for aces."""
SHOWN: Final = 4
"""A game or a slam is placed if partner has shown so many points."""
WIDE: Final = 8
"""Partner is not hoped to have more points than this over the least that was shown."""
GAME: Final = 24
"""The points of both hands, with all that may be hoped for, with which a game is tried."""
SLAM: Final = 33
"""And a slam."""
FIT: Final = 7
"""Trumps in both hands, as many as are known, with which they are tried."""

Scorer = Callable[[Contract, int], float]
"""The score of north and south for a contract with a number of tricks of its declarer."""
Ends = list[list[Contract | None]]
"""For each call, the contract that it leads to in each deal."""


class Candidate(NamedTuple):
    """A call to try, and the rule that it comes from."""

    call: str
    rule: Rule


def candidates(calls: tuple[str, ...], hand: Cards) -> list[Candidate]:
    """The system's choice first, then what else may be tried: rows whose promise the hand keeps or nearly keeps, games
    and slams that it may simply place, and a pass unless partner has forced."""
    scene, held, found = Scene(reading(calls)), held_hand(hand), dict[str, Rule]()
    rules = rules_at(calls)
    for rule in rules:
        if rule.promise.fits(held):
            found.setdefault(rule.call, rule)
    first = next(iter(found.values()), NOTHING)
    found.setdefault(first.call, first)
    for rule in rules:
        near = NEAR_A_SLAM if rule.name == "blackwood" else -1.0 if rule.artificial else NEAR
        if rule.call not in found and misses(rule, held) <= near:
            found[rule.call] = rule
    for call in _placed(scene, held):
        found.setdefault(call, Rule(call, ANYTHING))
    if not scene.forced():
        found.setdefault(PASS, NOTHING)
    return [Candidate(call, rule) for call, rule in found.items()]


def _placed(scene: Scene, held: Hand) -> Iterator[str]:
    """Games and slams that may be on with what partner can have; none where partner has asked something."""
    partner, bid, (low, high) = scene.partner, scene.r.auction.bid, scene.span()
    if low < SHOWN or (scene.asked and scene.asked.artificial and scene.unanswered):
        return
    most = held.points + min(high, low + WIDE)
    for level, needed in ((6, SLAM), (0, GAME)):
        if most < needed:
            continue
        for suit, strain in enumerate(STRAINS):
            call = f"{level or game_level(strain)}{strain}"
            fits = strain == "N" or held.lengths[suit] + partner.least(suit) >= FIT
            if fits and BIDS.index(call) > bid:
                yield call


def misses(rule: Rule, held: Hand) -> float:
    """The points by which a hand misses a promise, of which all else must be kept."""
    return float(rule.promise.away(held)) if rule.promise.shaped(held) else 99.0


def ended(calls: tuple[str, ...], hands: Sequence[Cards], dealer: Seat) -> Contract | None:
    """The contract if all seats go on by the system."""
    most = len(calls) + LONGEST
    while not Auction.of(calls).over:
        call = call_of_hand(calls, hands[(dealer + len(calls)) % 4]).call if len(calls) < most else PASS
        calls = (*calls, call)
    return contract(calls, dealer)


def ends_of(before: tuple[str, ...], tried: Sequence[str], deals: Sequence[Weighed], dealer: Seat) -> Ends:
    """What each call that is tried leads to."""
    return [[ended((*before, call), deal.hands, dealer) for deal in deals] for call in tried]


def tricks_in(ends: Ends, deals: Sequence[Weighed]) -> list[list[float]]:
    """The expected tricks of each contract in its deal; 0 where nobody bid."""
    cards = layout([each.hands for each in deals])
    found = [[0.0] * len(deals) for _ in ends]
    groups: dict[tuple[str, Seat], list[tuple[int, int]]] = {}
    for row, line in enumerate(ends):
        for n, end in enumerate(line):
            if end is not None:
                groups.setdefault((end.strain, end.declarer), []).append((row, n))
    for (strain, declarer), places in groups.items():
        wanted = sorted({n for _, n in places})
        made = dict(zip(wanted, expected(cards[wanted], STRAINS.index(strain), declarer).tolist(), strict=True))
        for row, n in places:
            found[row][n] = made[n]
    return found


def outcomes(score: Scorer, end: Contract | None, expect: float) -> list[float]:
    """The scores of a contract around its expected number of tricks."""
    if end is None:
        return [0.0] * len(OUTCOMES)
    spread = SPREAD["notrump" if end.strain == "N" else "trumps"]
    return [score(end, min(13, max(0, round(expect + away * spread)))) for away in OUTCOMES]


def values(ends: Ends, tricks: Sequence[Sequence[float]], deals: Sequence[Weighed], side: int, score: Scorer) -> Any:
    """What each call gains over the first one, in IMPs, with the standard error: an array of pairs."""
    import numpy as np

    weights = np.array([each.weight for each in deals])
    weights = weights / weights.sum()
    rows = []
    for line, made in zip(ends, tricks, strict=True):
        gains = []
        for n, (base, end) in enumerate(zip(ends[0], line, strict=True)):
            total = 0
            if base != end:
                both = zip(outcomes(score, end, made[n]), outcomes(score, base, tricks[0][n]), strict=True)
                total = sum(imps(int(one - other)) for one, other in both)
            gains.append((total if side == 0 else -total) / len(OUTCOMES))
        gain = np.array(gains)
        mean = float((weights * gain).sum())
        error = float(np.sqrt((weights**2 * (gain - mean) ** 2).sum()))
        rows.append((mean, error))
    return rows
