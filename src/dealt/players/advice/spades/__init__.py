"""``cover``, the computer for Spades."""

from dealt.players.advice.spades.cover import Cover, count, knows, make, nil_risk

__all__ = ["Cover", "count", "knows", "make", "nil_risk"]
