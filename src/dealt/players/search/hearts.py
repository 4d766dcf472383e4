"""``search`` for Hearts: each card is tried in many layouts, and so is each choice of cards to pass.

In a layout all seats play on by simple rules (:mod:`dealt.players.advice.hearts.rollout`), seeing their own hands only.
Whoever may take all points tries that as a plan of its own, and whoever has all of them so far is suspected of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from dealt.cards import Cards, members
from dealt.game import Action, Seat, View
from dealt.games.hearts import HEARTS, JACK, QUEEN, SPADES, Hearts
from dealt.games.tricks import NONE, OF_SUIT, TrickState
from dealt.players.advice.hearts.rollout import SHOOTING, Rules, gift, tried
from dealt.players.advice.tricks.judging import SpokenJudge
from dealt.players.search.budget import Budget
from dealt.players.search.tricks import Choice, TrickSearch

KERNELS: Final = (tried,)
GIFTS: Final = 20
"""The number of choices of cards to pass that are tried."""
SUSPECT: Final = 5
"""The points with which a seat that has all so far may be after the moon."""
BOLD: Final = 9
"""The strength of a hand from which on the moon is tried as a plan, while nobody else has a point."""
BOLD_GIFTS: Final = 6
"""The number of choices of cards to pass with that plan."""
JUDGED_GIFTS: Final = 8
"""The number of choices of cards to pass that are judged."""


def danger(hand: Cards) -> float:
    """A rough measure of the points that a hand takes: its high cards count, less where low cards of the suit guard
    them."""
    found = 0.0
    for suit in range(4):
        ranks = [one >> 2 for one in members(hand & OF_SUIT[suit])]
        if suit == SPADES:
            guards = sum(rank < 10 for rank in ranks)
            found += 9 * (10 in ranks) * max(0.0, 1 - guards / 5)
            found += (5 * (12 in ranks) + 4 * (11 in ranks)) * max(0.0, 1 - len(ranks) / 6)
            continue
        heavy = 1.6 if suit == HEARTS else 1.0
        for place, rank in enumerate(ranks):
            found += heavy * max(0.0, rank - 3 - 2.2 * place) * 0.35
        if suit != HEARTS:
            found -= (3.0, 1.6, 0.6)[len(ranks)] if len(ranks) < 3 else 0
    return found


def strength(hand: Cards) -> int:
    """The strength of a hand for shooting the moon: its high cards, and the length of its long suits."""
    found = 0
    for suit in OF_SUIT:
        held = hand & suit
        run = held >> 40  # queens, kings and aces
        found += run.bit_count() + max(0, held.bit_count() - 4) if run else 0
    return found


class HeartsSearch(TrickSearch):
    """The computer at one seat; a deal is worth the points by which it ends below the average of the others."""

    unit = 3.0
    usual = usual_before = Budget(worlds=640, round=32, choices=26, mixed=0.0)
    kernel = tried
    game: Hearts
    plays = Hearts

    def __init__(self, game: Hearts, budget: Budget | None = None) -> None:
        super().__init__(game, budget)
        self.apart = frozenset({QUEEN, JACK} if game.rules["jack"] else {QUEEN})

    def plans(self, known: TrickState, seat: Seat) -> Sequence[int]:
        had = self.game.taken(known).points
        if known.phase != "play":
            bold = strength(known.hands[seat]) >= BOLD - 1
        else:
            strong = had[seat] >= SUSPECT or strength(known.hands[seat] | known.played[seat]) >= BOLD
            bold = had[seat] == sum(had) and strong
        return (0, SHOOTING) if bold else (0,)

    def before_play(self, view: View, known: TrickState) -> list[Choice]:
        """The cards to pass: those whose loss leaves the least danger or, for the moon, the most strength."""
        seat = view.seat or 0
        hand = known.hands[seat]
        found = [(each, 0) for each in sorted(view.legal, key=lambda each: danger(hand & ~each.cards))[:GIFTS]]
        if SHOOTING in self.plans(known, seat):
            weak = sorted(view.legal, key=lambda each: (-strength(hand & ~each.cards), each.cards))
            found += [(each, SHOOTING) for each in weak[:BOLD_GIFTS]]
        return found

    def natural(self, state: TrickState, seat: Seat) -> Action:
        return Action("give", gift(state.hands[seat], None, 0, self.game.gift_size))

    def rules(self, state: TrickState, seat: Seat) -> Rules:
        game, (had, jacks) = self.game, self.game.taken(state)
        suspect = next((n for n in range(4) if n != seat and had[n] == sum(had) >= SUSPECT), NONE)
        size = 0 if state.phase == "play" else game.gift_size
        return Rules(game.counting, (*had, *jacks), suspect, game.way(state), size)


class HeartsJudge(SpokenJudge):
    """Results are the points by which a seat ends below the average of the others."""

    blur = blur_before = 0.4
    search = HeartsSearch
    game: Hearts

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        safest = self.player.before_play(view, known)[:JUDGED_GIFTS]
        return list(dict.fromkeys((*(each for each, _ in safest), taken)))

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float]:
        after = (self.begun(self.game.apply(state, seat, each)) for each in tried)
        return [self.ends(each, seat, [NONE])[0] for each in after]


knows, make = HeartsSearch.knows, HeartsSearch.made
