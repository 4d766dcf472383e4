"""Imported by the process that workers are forked from where the room does not fork one itself: see the nursery."""

from dealt.server.workers.nursery import make_games
from dealt.work import work

__all__ = ["work"]

make_games()
