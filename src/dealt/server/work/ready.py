"""Imported by the process that workers are forked from where the room does not fork one itself: see the nursery."""

from dealt.server.work import work
from dealt.server.work.nursery import make_games

__all__ = ["work"]

make_games()
