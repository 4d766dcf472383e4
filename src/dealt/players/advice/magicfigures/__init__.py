"""``exact``, the computer that solves magic figures."""

from dealt.players.advice.magicfigures.exact import Exact

__all__ = ["Exact"]
