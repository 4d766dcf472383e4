"""``deuce``, the computer for Big Two and every climbing game without an auction."""

from dealt.players.advice.bigtwo.deuce import Deuce, Traits

__all__ = ["Deuce", "Traits"]
