"""``melder``: a computer that keeps what comes together, and knocks as soon as it can."""

from __future__ import annotations

from random import Random

from dealt.game import Action, View
from dealt.games.melds import Melding
from dealt.players.advice.melds.rollout import USUAL, Rules, Style, advised


class Melder:
    """The computer at one seat. It reads its own hand and what lies open; the rest of the table is dealt anew."""

    def __init__(self, game: Melding, style: Style = USUAL) -> None:
        self.game, self.rules = game, Rules(game.row, style)

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        table = self.game.table_of(self.game.sample(view, rng))
        return self.game.action_of(advised(self.rules, table))
