"""``basic``, ``counter`` and ``reckoner``, the computers for blackjack."""

from dealt.players.advice.blackjack.counting import Basic, Counter, Reckoner, basic, counter, knows, reckoner

__all__ = ["Basic", "Counter", "Reckoner", "basic", "counter", "knows", "reckoner"]
