"""Climbing games: play a combination that beats the last one or pass, and be the first to have no cards.

A game is a table of :class:`Kind`. :class:`Combinations` lists every combination of these kinds once, and
:class:`Climbing` deals, plays and hides cards by that list. What a table can't say is a hook, a method that a game
overrides. Where cards are wild, :class:`~dealt.games.climbing.wild_game.WildClimbing` has these hooks. Here is a whole
variant:

>>> from random import Random
>>> from dealt.cards import STANDARD, Order
>>> ranks = "3456789TJQKA2"
>>> game = Climbing("bombs", seats=4, deck=STANDARD, order=Order(ranks, "dchs"), kinds=(
...     Kind("single", by=by_top_card), Kind("pair", 2), Kind("run", run=runs(ranks, 3)), Kind("bomb", 4, power=BOMB)))
>>> state = game.deal(Random(3))
>>> [str(each) for each in game.legal(state, state.turn)]
['play 3d', 'play 3d4c5d', 'play 3d4s5d', 'play 3d4c5h', 'play 3d4s5h']

The hooks, in the order of a deal: ``dealer``, ``cut_strength``, ``lowest_opens`` and ``begin``; ``legal_before_play``
and ``apply_before_play`` for phases before the play; ``own``, ``own_after`` and ``own_facts`` for numbers that only
this game has; ``legal``, ``apply`` and ``book`` for the play, ``played`` and ``lying`` for how it lies on the table,
``constraint`` and ``known_to_lack`` for what is known of hidden cards; ``decided`` and ``place`` where places count;
``penalty``, ``penalty_factors`` or ``score``; ``payments``, ``limit_of_match`` and ``final``. What may be played, who
follows, and what a play tells stands over whole numbers in :mod:`dealt.games.climbing.core`.
"""

from dealt.games.climbing.combinations import Combinations
from dealt.games.climbing.core import BACK, CLEARS, SKIPPING, SKIPS, TURNS
from dealt.games.climbing.dealing import NONE, PASS, PASSED, SHOW, ClimbingDeal, ClimbingScore, ClimbingState
from dealt.games.climbing.game import Climbing
from dealt.games.climbing.kinds import (
    BOMB,
    CHOP,
    Kind,
    Shape,
    any_of,
    by_kicker,
    by_run,
    by_top_card,
    runs,
)
from dealt.games.climbing.play import ClimbingPlay, passed_seats
from dealt.games.climbing.views import ClimbingView

__all__ = [
    "BACK",
    "BOMB",
    "CHOP",
    "CLEARS",
    "NONE",
    "PASS",
    "PASSED",
    "SHOW",
    "SKIPPING",
    "SKIPS",
    "TURNS",
    "Climbing",
    "ClimbingDeal",
    "ClimbingPlay",
    "ClimbingScore",
    "ClimbingState",
    "ClimbingView",
    "Combinations",
    "Kind",
    "Shape",
    "any_of",
    "by_kicker",
    "by_run",
    "by_top_card",
    "passed_seats",
    "runs",
]
