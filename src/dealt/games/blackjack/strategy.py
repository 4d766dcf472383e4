"""Basic strategy of blackjack for any options: the best decision by total and upcard, computed from the returns."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement
from typing import Final

from dealt.game import Chart
from dealt.games.blackjack import core
from dealt.games.blackjack.returns import EXAMPLES, VALUES, Decider, DrawModel, Returns, count, full_shoe, pack_counts
from dealt.games.blackjack.rules import TWENTY_ONE, PlayerHand, Rules, total

COLUMNS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
"""The upcards, in the order of ``VALUES``."""
ROWS: Final = (
    *(f"hard {points}" for points in range(5, 21)),
    *(f"soft {points}" for points in range(13, 21)),
    *(f"pair {each}" for each in COLUMNS),
)
ALWAYS_ALLOWED: Final = "SH"
"""Stand and hit, which every hand with a choice may do."""
CLOSE: Final = 0.02
"""The largest error of a difference of two returns by the model "mixed", in bets times the number of decks."""


def row(points: int, soft: bool, pair: int = 0) -> str:
    """The name of a hand's row in the chart: by the value of a pair, else by the total.

    >>> row(17, True), row(12, True, 11), row(20, False, 10), row(9, False)
    ('soft 17', 'pair A', 'pair T', 'hard 9')
    """
    return ROWS[core.chart_row(2 * points + soft, pair)]


@cache
def _hands() -> dict[str, tuple[tuple[int, int], ...]]:
    """The two-card hands of each row, by the places of their values."""
    found: dict[str, list[tuple[int, int]]] = {}
    for first, second in combinations_with_replacement(range(len(VALUES)), 2):
        points, soft = total((EXAMPLES[first], EXAMPLES[second]))
        if points == TWENTY_ONE:
            continue  # there is nothing to decide
        found.setdefault(row(points, soft, VALUES[first] if first == second else 0), []).append((first, second))
    found["hard 20"] = found["pair T"]
    return {each: tuple(some) for each, some in found.items()}


@lru_cache(4096)
def plan(rules: Rules, name: str, up: int, model: DrawModel | None = None) -> str:
    """The decisions for the hands of a row against an upcard, given by its place, best first: take the first allowed.

    A plan ends with S or H, which are always allowed: "DS" is double, or else stand. The returns are averages over the
    two-card hands of the row as a fresh shuffle deals them. Without a ``model`` they come from "mixed", and from "real"
    where two decisions are close by "mixed".
    """
    sums = _returns(rules, name, up, model or "mixed")
    ordered = sorted(sums, key=lambda letter: sums[letter], reverse=True)
    if model is None and len(sums) > 1 and sums[ordered[0]] - sums[ordered[1]] < CLOSE / rules.decks:
        return plan(rules, name, up, "real")
    last = min(ordered.index(each) for each in ALWAYS_ALLOWED if each in sums)
    return "".join(ordered[: last + 1])


def _returns(rules: Rules, name: str, up: int, model: DrawModel) -> dict[str, float]:
    """The average return of each decision over the two-card hands of a row."""
    fully = full_shoe(rules.decks)
    at = returns_against(rules, up, model)
    sums: dict[str, float] = {}
    whole = 0.0
    for first, second in _hands()[name]:
        cards = EXAMPLES[first], EXAMPLES[second]
        before = fully - pack_counts((EXAMPLES[up],))
        chance = count(before, first) * count(before - pack_counts(cards[:1]), second) * (1 if first == second else 2)
        whole += chance
        for letter, value in at.by_decision(
            PlayerHand(cards, 1), fully if model == "endless" else before - pack_counts(cards)
        ).items():
            sums[letter] = sums.get(letter, 0.0) + chance * value
    return {letter: value / whole for letter, value in sums.items()}


def returns_against(rules: Rules, up: int, model: DrawModel) -> Returns:
    """The returns against an upcard, given by its place. Cached, because the next question needs most of them."""
    return _really(rules, up) if model == "real" else _mixed(rules, up)


@lru_cache(10)
def _mixed(rules: Rules, up: int) -> Returns:
    return Returns(rules, up, "mixed")


@lru_cache(1)
def _really(rules: Rules, up: int) -> Returns:
    """Only one is cached, because it takes many megabytes."""
    return Returns(rules, up, "real")


def table(rules: Rules, model: DrawModel | None = None) -> dict[str, str]:
    """Basic strategy: for each of ``ROWS`` one letter for each of ``COLUMNS``, as in ``Returns.by_decision``.

    >>> table(Rules())["soft 18"]
    'SDDDDSSHHH'
    """
    columns = [{name: plan(rules, name, up, model)[0] for name in ROWS} for up in range(len(VALUES))]
    return {name: "".join(each[name] for each in columns) for name in ROWS}


def chooser(rules: Rules, up: int) -> Decider:
    """Basic strategy against an upcard, given by its place, for :class:`Returns`."""
    return partial(_choose, rules, up)


def _choose(rules: Rules, up: int, points: int, soft: bool, pair: int, letters: str) -> str:
    return next((each for each in plan(rules, row(points, soft, pair), up) if each in letters), letters[0])


def charts(rules: Rules) -> tuple[Chart, ...]:
    """Basic strategy as three charts: hard totals, soft totals, pairs.

    A cell is a letter of :func:`table`. Where that decision may not be allowed, a small letter names the alternative;
    without one it is to hit.
    """
    found = []
    for kind in ("hard", "soft", "pair"):
        names = [each for each in ROWS if each.startswith(kind)]
        rows = tuple(
            (each.split()[1], tuple(_cell(plan(rules, each, up)) for up in range(len(VALUES)))) for each in names
        )
        found.append(Chart(kind, COLUMNS, rows))
    return tuple(found)


def _cell(letters: str) -> str:
    follows = letters[1:2].lower()
    return letters[0] + (follows if letters[0] in "DR" and follows != "h" else "")
