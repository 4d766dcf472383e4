"""``dizhu``, the computer for Dou Dizhu."""

from dealt.players.advice.doudizhu.dizhu import Dizhu, knows, make

__all__ = ["Dizhu", "knows", "make"]
