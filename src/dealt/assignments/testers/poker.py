"""The steps of the tester for draw poker: ranks of hands, and the draw."""

from __future__ import annotations

from functools import partial
from typing import Final

from dealt.assignments.answers import Member, Other
from dealt.assignments.steps import Bench, Step, Wrong
from dealt.assignments.testers.cards import cards_of
from dealt.assignments.written import script
from dealt.cards import STANDARD
from dealt.cards import cards as numbers
from dealt.games.bridge.printing import short
from dealt.games.showdown import HAND_SIZE, category, value
from dealt.players.advice.drawpoker.assignment import cards_to_draw

__all__ = ["STEPS"]

RANKED: Final = (
    "8H 5H 6D KH 7S",
    "2H 5H 5D KH 7S",
    "2H 5H 5D KH 2S",
    "2H 5H 5D KH 5S",
    "8H 5H 6D 4H 7S",
    "2S 5S QS 10S 7S",
    "AC 5H 5D AH 5S",
    "5C 5H 5D KH 5S",
    "8S 5S 6S 4S 7S",
)
"""The hands of the assignment's tester, one for each rank."""
ALIKE: Final = (
    ("of hands that are almost straights", ("2H 2D 3S 5C 6H", "2H 3D 4S 5C 7H", "JH QC KD AS 2H", "KC AD 2H 3S 4C")),
    ("of high and low straights", ("10H JC QD KS AH", "2C 3D 4H 5S 6C", "10S JS QS KS AS", "9D 10C JC QC KC")),
    ("of almost flushes", ("2S 5S QS 10S 7C", "2S 5S QS 10H 7S", "2C 5S QS 10S 7S", "AC KC QC JC 9C")),
    ("of pairs and threes at either end", ("KC KD KH 2S 2C", "KC KD 2H 2S 2C", "9C 9D 9H 9S 2C", "QC QD QH 7S 2C")),
)
"""Hands that a rank's rule must tell apart."""
WHEELS: Final = (("AC 2D 3H 4S 5C", "no_pair"), ("AD 2D 3D 4D 5D", "flush"))
"""Ace to five, and its rank if the ace is only high, as in the assignment; in common poker it is a straight."""
RANDOM: Final = 2_000
"""How many hands from a shuffled deck are ranked."""

DRAWN: Final = (
    ("2H 5H 5D KH 7S", "AC 3D 9S"),
    ("2H 5H 5D KH 2S", "QC"),
    ("2H 5H 5D KH 5S", "QC 10D"),
    ("8H 5H 6D 4H 7S", ""),
    ("2S 5S QS 10S 7S", ""),
    ("AC 5H 5D AH 5S", ""),
    ("5C 5H 5D KH 5S", ""),
    ("8S 5S 6S 4S 7S", ""),
)
"""Hands that hold something, and what comes for what they throw away."""
EMPTY: Final = ("8H 5H 6D KH 7S", "2C 6D 9H JS AC", "3S 8S 9D JS KS")
"""Hands without a pair, of which the assignment leaves open what is drawn to."""


def ranking(bench: Bench, hands: tuple[str, ...]) -> None:
    cards_of(bench)
    for hand in hands:
        _ranked(bench, hand, category(value(numbers(hand), wheel=False)))


def wheels(bench: Bench) -> None:
    """Either reading will do, but the same for both hands."""
    cards_of(bench)
    came = []
    for hand, low in WHEELS:
        wanted = category(value(numbers(hand)))
        rank = _rank(bench.get(f'Hand(cards("{hand}")).rank'))
        names = (low.upper(), wanted.upper())
        bench.right(rank in names, " or ".join(names), rank)
        came.append(rank == wanted.upper())
    bench.right(len(set(came)) == 1, "an ace that is low in both hands or in neither", "one of each")


def random_hands(bench: Bench) -> None:
    cards_of(bench)
    hands = [" ".join(map(short, bench.rng.sample(STANDARD, HAND_SIZE))) for _ in range(RANDOM)]
    bench.set_up("def rank(written): return Hand(cards(written)).rank")
    ranks = bench.each("rank", [[written] for written in hands])
    for written in hands:
        bench.done.append(f'Hand(cards("{written}")).rank')
        rank = _rank(next(ranks))
        high, low = (category(value(numbers(written), wheel)).upper() for wheel in (False, True))
        bench.right(rank in (high, low), high, rank, _should(high, rank))
        bench.done.pop()


def drawing(bench: Bench, hand: str, comes: str) -> None:
    cards_of(bench)
    thrown = cards_to_draw(numbers(hand), wheel=False)
    bench.do(f'hand = Hand(cards("{hand}"))')
    bench.expect("hand.number_to_draw", thrown.bit_count())
    kept = [each for each in hand.split() if not numbers(each) & thrown]
    _draw(bench, comes)
    bench.expect("sorted(str(hand).split())", sorted([*kept, *comes.split()]))
    now = category(value(numbers(" ".join([*kept, *comes.split()])), wheel=False))
    _ranked(bench, None, now)


def drawing_without_a_pair(bench: Bench) -> None:
    cards_of(bench)
    for hand in EMPTY:
        bench.do(f'hand = Hand(cards("{hand}"))')
        number = bench.get("hand.number_to_draw")
        bench.right(number in (1, 2, 3), "1, 2 or 3", repr(number))
        fresh = ["4C", "4H", "10C"][:number]
        _draw(bench, " ".join(fresh))
        now = set(bench.get("str(hand).split()"))
        bench.right(set(fresh) <= now, f"{' '.join(fresh)} among the cards", " ".join(sorted(now)))
        old = len(now & set(hand.split()))
        bench.right(
            len(now) == HAND_SIZE and old == HAND_SIZE - number, f"{HAND_SIZE - number} cards are kept", str(old)
        )


def _draw(bench: Bench, comes: str) -> None:
    bench.do(f'hand.draw(cards("{comes}"))')


def _ranked(bench: Bench, hand: str | None, wanted: str) -> None:
    rank = _rank(bench.get("hand.rank" if hand is None else f'Hand(cards("{hand}")).rank'))
    said = _should(wanted.upper(), rank, "New" if hand is None else "Initial")
    bench.right(rank == wanted.upper(), wanted.upper(), rank, said)
    bench.done[-1] += f"  # {rank}"


def _should(wanted: str, came: str, which: str = "Initial") -> str:
    """How the assignment's own tester says it."""
    return f"{which} rank should be {wanted} but is {came}."


def _rank(came: object) -> str:
    """A rank is a member of an Enum or a text, in capitals or not."""
    if isinstance(came, Other) and came.called:
        raise Wrong("one of the nine ranks", "a method: write @property above rank")
    return (came.name if isinstance(came, Member) else str(came)).upper().replace(" ", "_")


_NEEDS: Final = ("Card", "Hand")
_TEXT: Final = ("Hand: text",)

STEPS: Final = (
    *script("poker", begin=cards_of),
    *(Step(f"Testing ranking of {each}", partial(ranking, hands=(each,)), _NEEDS) for each in RANKED),
    *(Step(f"Testing ranking {what}", partial(ranking, hands=hands), _NEEDS) for what, hands in ALIKE),
    Step("Testing ranking of ace to five", wheels, _NEEDS),
    Step(f"Testing ranking of {RANDOM} hands", random_hands, _NEEDS),
    *(
        Step(f"Testing drawing to {hand}", partial(drawing, hand=hand, comes=comes), _NEEDS, _TEXT)
        for hand, comes in DRAWN
    ),
    Step("Testing drawing without a pair", drawing_without_a_pair, _NEEDS, _TEXT),
)
