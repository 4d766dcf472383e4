"""``exact``, the computer that solves magic figures."""

from dealt.players.advice.magicfigures.exact import Exact, knows

__all__ = ["Exact", "knows"]
