"""Melding games for two: cards are drawn and discarded until somebody ends the deal with a hand of sets and runs."""

from dealt.games.melds.core import MeldRow
from dealt.games.melds.play import Melding, MeldState

__all__ = ["MeldRow", "MeldState", "Melding"]
