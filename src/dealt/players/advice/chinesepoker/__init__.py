"""``shedder``, the computer for Chinese Poker."""

from dealt.players.advice.chinesepoker.shedder import Outlook, Shedder, knows, make

__all__ = ["Outlook", "Shedder", "knows", "make"]
