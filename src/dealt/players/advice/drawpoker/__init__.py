"""``shark`` and ``helper``, the computers for draw poker."""

from dealt.players.advice.drawpoker.counting import Helper, Shark, cards_to_draw, helper, knows, shark

__all__ = ["Helper", "Shark", "cards_to_draw", "helper", "knows", "shark"]
