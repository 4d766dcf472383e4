"""``shark`` and ``helper``, the computers for draw poker."""

from dealt.players.advice.drawpoker.assignment import Helper, cards_to_draw, helper
from dealt.players.advice.drawpoker.counting import Shark, shark
from dealt.players.advice.drawpoker.reading import knows

__all__ = ["Helper", "Shark", "cards_to_draw", "helper", "knows", "shark"]
