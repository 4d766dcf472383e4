"""A game that takes long to be made: a file for ``--games``."""

from __future__ import annotations

import time

from dealt.game import Game, Listing
from tests.toys import Gift, State


def _make() -> Game[State]:
    time.sleep(30)
    return Gift()


LISTING = Listing("sluggish", _make)
