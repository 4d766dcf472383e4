"""``shark`` and ``helper``, the computers for draw poker."""

from dealt.players.advice.drawpoker.assignment import Helper, cards_to_draw
from dealt.players.advice.drawpoker.counting import Shark
from dealt.players.advice.drawpoker.reading import knows

__all__ = ["Helper", "Shark", "cards_to_draw", "knows"]
