"""Five-card draw poker: a round of betting, the draw, a second round, and the showdown."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Final

from dealt.game import Entry, Fact, OptionError, Say, ScoreSheet, Seat, Side
from dealt.games.drawpoker.core import pair_or_better
from dealt.games.drawpoker.game import DrawPoker
from dealt.games.drawpoker.history import PHH
from dealt.games.drawpoker.play import DEFAULTS, OPENERS, OPTIONS, PHASES, DrawPokerState
from dealt.games.showdown import category
from dealt.games.texts import listed

__all__ = ["LISTING", "OPENERS", "OPTIONS", "PHASES", "DrawPoker", "DrawPokerState", "SoloDrawPoker", "draw_poker"]

SOLO_OPTIONS: Final = ("seats", "max_draw", "ace_four", "wheel")
"""The options of the game with one seat."""


class SoloDrawPoker(DrawPoker):
    """Draw poker for one player without chips: a hand and one draw. It scores 1 for a pair or better, else 0."""

    version: ClassVar[int] = 1
    """It stays 1: later versions of draw poker changed only rules about chips."""
    zero_sum: ClassVar[bool] = False

    def _has(self, option: str) -> bool:
        return option in SOLO_OPTIONS

    def score(self, state: DrawPokerState) -> tuple[float, ...] | None:
        return None if state.turn is not None else (float(pair_or_better(self.value(state.hands[0]))),)

    def final(self, state: DrawPokerState, totals: tuple[float, ...]) -> bool:
        return False

    def score_sheet(self, state: DrawPokerState, totals: tuple[float, ...]) -> ScoreSheet:
        """One line for a pair or better."""
        kind = category(self.value(state.hands[0]))
        lines = (Entry(Say("entry.pair_or_better"), (1,)),) if any(self.score(state) or ()) else ()
        return ScoreSheet((Side((0,), lines),), Say("result.solo", {"rank": f"@rank.{kind}"}))

    def shown(self, state: DrawPokerState) -> tuple[list[Seat], list[Seat]]:
        """The hand and the discards, once the deal is over."""
        return ([0], [0]) if state.turn is None else ([], [])

    def _facts(self, state: DrawPokerState) -> list[Fact]:
        """The phase and the number of cards drawn: there is no betting."""
        found = [Fact("phase", None, PHASES[state.phase]), Fact(".dealer", state.dealer, 1)]
        return [*found, *([Fact("drew", 0, state.thrown[0].bit_count())] if state.drawers else [])]

    def _ranks(self, state: DrawPokerState, viewer: Seat | None, shown: Collection[Seat]) -> list[Fact]:
        """The rank before and after the draw: for the player, and for everybody when the deal is over."""
        if viewer != 0 and state.turn is not None:
            return []
        kept = state.hands[0] & ~state.drawn[0]
        dealt = Fact("before", None, f"@rank.{category(self.value(kept | state.thrown[0]))}")
        now = Fact("rank", None, f"@rank.{category(self.value(state.hands[0]))}")
        return [dealt, now] if state.drawers else [now]


def draw_poker(**options: Any) -> DrawPoker:
    """Draw poker under ``OPTIONS``; OptionError where two of them exclude each other."""
    rules = DEFAULTS | options
    changed = [key for key, value in options.items() if value != DEFAULTS[key]]
    if rules["ace_four"] and rules["max_draw"] > 3:
        raise OptionError("ace_four can't be on with max_draw 5: then everybody may draw four")
    if rules["seats"] == 1:
        for key in changed:
            if key not in SOLO_OPTIONS:
                raise OptionError(f"{key} belongs to a game with others: leave it out with 1 seat")
        return SoloDrawPoker(**options)
    for key in changed:
        if key in ("small_blind", "big_blind") and not rules["blinds"]:
            raise OptionError(f"{key} belongs to blinds: turn them on, or leave it out")
        if key == "ante" and rules["blinds"]:
            raise OptionError("ante can't be chosen with blinds: they are paid instead of it")
    if rules["blinds"] and rules["jacks_or_better"]:
        raise OptionError("jacks_or_better can't be on with blinds: a blind has opened already")
    if rules["blinds"] and rules["small_blind"] > rules["big_blind"]:
        raise OptionError(f"small_blind can't be {rules['small_blind']} with a big_blind of {rules['big_blind']}")
    forced = rules["big_blind"] if rules["blinds"] else rules["ante"]
    if rules["stack"] < forced + rules["bet"]:
        raise OptionError(f"stack can't be {rules['stack']}: it has to pay {forced} and a bet of {rules['bet']}")
    return DrawPoker(**options)


LISTING: Final = listed("drawpoker", draw_poker, OPTIONS, formats=(PHH,))
