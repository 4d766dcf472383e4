"""``dizhu``, the computer for Dou Dizhu."""

from dealt.players.advice.doudizhu.dizhu import Dizhu, knows

__all__ = ["Dizhu", "knows"]
