"""``dizhu``, the computer for Dou Dizhu."""

from dealt.players.advice.doudizhu.dizhu import Dizhu

__all__ = ["Dizhu"]
