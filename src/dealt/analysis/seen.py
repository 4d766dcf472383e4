"""What is worth doing in a view, before anything is done: the reasons of a hint."""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.analysis.engine import error_of, mean_of, seed_of_view
from dealt.analysis.model import Option
from dealt.game import Action, View
from dealt.players.judging import Judge

MOST: Final = 4
"""The number of actions that are shown."""


def weighed(judge: Judge, view: View, favoured: Action, worlds: int) -> tuple[Option, ...]:
    """The best actions of a view with what they lead to, the best first; ``favoured`` is among them.

    ``worlds`` is the number of deals in which each is tried. Nothing but the view is read.
    """
    rng = Random(seed_of_view(view))
    tried = judge.candidates(view, favoured, rng)
    if len(tried) == 1:
        return ()
    found = judge.known(view, tried, rng, worlds)
    means = [mean_of(row, found.weights) for row in found.rows]
    order = sorted(range(len(tried)), key=lambda n: -means[n])
    shown = order[:MOST]
    if (own := tried.index(favoured)) not in shown:
        shown[-1] = own
    best = order[0]
    return tuple(Option(str(tried[n]), means[n], error_of(found, n, best)) for n in shown)
