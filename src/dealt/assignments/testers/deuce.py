"""The steps of a tester for the classes of the Deuce manual: what its text and its examples ask of them.

The manual has no tester. Which cards form a combination, and which combination beats another, is asked of the house's
rules: the steps hold no second rule book.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.assignments.deuce import Card as Known
from dealt.assignments.deuce import RuleSet
from dealt.assignments.steps import Bench
from dealt.assignments.written import script

__all__ = ["STEPS"]

HANDS, SIZE = 40, 10
"""The number of random hands that a computer plays from, and of their cards: more take a simple search too long."""


def hand_rules(bench: Bench) -> None:
    rng = Random(5)
    for _ in range(300):
        size = rng.choice((1, 2, 3, 5, 5))
        cards = sorted(rng.sample(range(52), 1)) if size == 1 else _grouped(rng, size)
        with bench.doing(f"a hand of {' '.join(map(str, map(Known, cards)))}, all selected and led"):
            bench.set_up(
                "hand = Hand(0)",
                f"hand.get_cards({' '.join(map(str, cards))!r})",
                f"for place in range({size}): hand.select(place)",
            )
            came = bench.get("hand.play([])") is not None
        kind = RuleSet.kind(map(Known, cards))
        bench.right(came == (kind is not None), f"{kind or 'no combination'}", "played" if came else "refused")


def _grouped(rng: Random, size: int) -> list[int]:
    """Cards that often form something: of few ranks, of one suit, or in sequence."""
    how = rng.randrange(3)
    if how == 0:
        ranks = rng.sample(range(13), 2)
        return sorted(rng.sample([4 * rank + suit for rank in ranks for suit in range(4)], size))
    if how == 1:
        suit = rng.randrange(4)
        return sorted(4 * rank + suit for rank in rng.sample(range(13), size))
    first = rng.randrange(13)
    return sorted({4 * ((first + n) % 13) + rng.randrange(4) for n in range(size)})


def ai_takes_chances(bench: Bench) -> None:
    bench.set_up("def play(number): ai = AI(1); ai.get_cards('14 43'); return ai.play([Card(9)])")
    with bench.doing("1000 times: AI(1) holds the six of hearts alone beside a king, and beats the five of clubs"):
        played = sum(came is not None for came in bench.each("play", [[number] for number in range(1000)]))
    bench.right(played >= 800, "most times a play", f"{played} plays")


def ai_plays_legally(bench: Bench) -> None:
    rng = Random(11)
    for _ in range(HANDS):
        cards = rng.sample(range(52), SIZE + 1)
        on = [Known(cards[SIZE])] if rng.random() < 0.7 else []
        with bench.doing(f"AI(1) with {' '.join(map(str, map(Known, sorted(cards[:SIZE]))))} answers {on and on[0]}"):
            bench.set_up(
                "ai = AI(1)",
                f"ai.get_cards({' '.join(map(str, cards[:SIZE]))!r})",
                f"came = ai.play([Card(index) for index in {[one.index for one in on]}])",
            )
            came, left = bench.get("None if came is None else [one.index for one in came]", "len(ai.cards)")
        if came is None:
            bench.right(bool(on), "a play: who leads may not pass", "a pass")
            continue
        some = list(map(Known, came))
        right = RuleSet.kind(some) is not None and (not on or RuleSet.beats(some, on))
        right = right and set(came) <= set(cards[:SIZE]) and left == SIZE - len(some)
        bench.right(right, "a legal play, which leaves the hand", " ".join(map(str, some)))


STEPS: Final = script("deuce", hand_rules, ai_takes_chances, ai_plays_legally)
