"""A computer's thought, and what may go wrong with it."""

from __future__ import annotations

from random import Random

from dealt.game import Action, Player, View, find
from dealt.server import logs

__all__ = ["Thoughtless", "think"]


class Thoughtless(Exception):  # noqa: N818 - the game goes on without its thought
    """A computer did not come up with an action."""


def think(player: Player, seen: View, rng: Random) -> Action:
    """What a player chooses, checked; Thoughtless if that is nothing legal."""
    try:
        action = player.choose(seen, rng)
    except Exception as error:  # noqa: BLE001 - players are anybody's code
        raise Thoughtless(logs.where(error)) from None
    found = find(seen, action)
    if found is None:
        raise Thoughtless("what it chose is not legal")
    return found
