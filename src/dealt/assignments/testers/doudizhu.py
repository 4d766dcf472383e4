"""The steps of a tester for the classes of the Dou Dizhu note: what it says of them, asked of the house's rules."""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.assignments.doudizhu import AI as OUR_AI
from dealt.assignments.doudizhu import Card as Known
from dealt.assignments.doudizhu import CardArray as KnownArray
from dealt.assignments.steps import Bench
from dealt.assignments.written import script
from dealt.cards import WITH_JOKERS, name

__all__ = ["STEPS"]


def listed(written: str) -> str:
    """Cards as Python writes a list of the student's own cards."""
    return f"[{', '.join(f'Card({each!r})' for each in written.split())}]"


def legal_play(bench: Bench) -> None:
    rng = Random(8)
    every = [name(one).replace("T", "10") for one in WITH_JOKERS]  # as the note writes a ten
    for _ in range(200):
        hand = rng.sample(every, 20)
        few = sorted(hand, key=lambda each: Known(each).strength)[rng.randrange(10) :][: rng.choice((1, 2, 3, 4, 5, 6))]
        on = rng.sample(every, 1) if rng.random() < 0.5 else []
        with bench.doing(f"AI with {' '.join(hand)}: legal_play of {' '.join(few)} on {on[0] if on else 'nothing'}"):
            bench.set_up('ai = AI("East")', f"ai.take({listed(' '.join(hand))})")
            came = bench.get(f"ai.legal_play({listed(' '.join(few))}, {listed(' '.join(on))})")
        ours = OUR_AI("East")
        ours.take(map(Known, hand))
        wanted = ours.legal_play(KnownArray(map(Known, few)), KnownArray(map(Known, on)))
        bench.right(came is wanted, str(wanted), repr(came))


STEPS: Final = script("doudizhu", legal_play)
