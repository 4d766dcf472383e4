"""What the process has ready that worker processes are forked from: the games with their tables, shared by all."""

import gc

from dealt.games import GAMES
from dealt.server import work

__all__ = ["work"]

for _listing in GAMES.values():
    _listing.make().prepare()
gc.collect()
gc.freeze()  # a collection would copy the memory that workers share
