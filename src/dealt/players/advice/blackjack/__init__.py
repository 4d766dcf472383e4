"""``basic``, ``counter`` and ``reckoner``, the computers for blackjack."""

from dealt.players.advice.blackjack.counting import Basic, Counter, Reckoner

__all__ = ["Basic", "Counter", "Reckoner"]
