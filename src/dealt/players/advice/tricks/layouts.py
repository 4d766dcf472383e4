"""What a search of a trick-taking game starts from: some layouts that fit a view."""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.game import View
from dealt.games.tricks import Tricks, TrickState
from dealt.hidden import unseen
from dealt.players.advice.tricks.exchange import Layouts, seated
from dealt.players.advice.tricks.playout import HiddenHands

__all__ = ["CHAINS", "layouts_of"]

CHAINS: Final = 8
"""The number of layouts that are drawn one by one; all others come from them by exchanging cards."""


def layouts_of(game: Tricks, view: View, known: TrickState, rng: Random) -> Layouts:
    """Layouts to begin with, each as likely as any other that fits; ``known`` is what the view shows."""
    pool = unseen(view, game.deck)
    if known.phase == "give":
        states = [game.sample(view, rng) for _ in range(CHAINS)]
        deals = [[a | b for a, b in zip(each.hands, each.given, strict=True)] for each in states]
    else:
        source = HiddenHands(game, view)
        deals = [list(source.deal(rng).hands) for _ in range(CHAINS)]
    owners = [[seated(hands, one) for one in pool] for hands in deals]
    lacks = list(known.lacks)
    opener = game.row_of(known).opener
    if known.phase == "play" and not any(known.played) and opener >= 0:
        lacks = [lack if seat == known.turn else lack | 1 << opener for seat, lack in enumerate(lacks)]
    return Layouts(pool, owners, deals, lacks)
