"""``shedder``, the computer for Chinese Poker."""

from dealt.players.advice.chinesepoker.shedder import Outlook, Shedder

__all__ = ["Outlook", "Shedder"]
