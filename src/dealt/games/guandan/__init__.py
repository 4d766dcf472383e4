"""Guandan: partners with two packs climb from level two to level ace, and the hearts of the level stand for any card.

The rules follow those of the contests of the General Administration of Sport of China (掼牌竞赛规则) and what John
McLeod describes at pagat.com as *Guan Dan*; what else is played stands in :data:`OPTIONS`.
"""

from typing import Final

from dealt.games.guandan.game import OPTIONS, Guandan
from dealt.games.texts import listed

__all__ = ["LISTING", "OPTIONS", "Guandan"]

LISTING: Final = listed("guandan", Guandan, OPTIONS)
