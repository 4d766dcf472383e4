"""``shy``, the computer for Hearts."""

from dealt.players.advice.hearts.shy import Shy, danger, knows, make

__all__ = ["Shy", "danger", "knows", "make"]
