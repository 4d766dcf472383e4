"""What the tests of every game share: all games with all their variants, and random deals of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from dealt.game import Action, Game, OptionError
from dealt.games import GAMES
from dealt.laws import walks
from dealt.laws.walks import MAX_ACTIONS, option_choices, option_values, start_deal, walk

__all__ = ["MAX_ACTIONS", "any_variant", "chosen", "option_choices", "option_values", "start_deal", "variants", "walk"]


@cache
def any_variant(name: str, number: int) -> Game[Any]:
    """A game with options drawn at random: the combinations that `option_choices` doesn't list."""
    rng, listing = Random(number), GAMES[name]
    while True:
        try:
            return listing.make(
                **{each.name: rng.choice(option_values(each)) for each in listing.options if rng.random() < 0.6}
            )
        except OptionError:
            continue


@cache
def variants() -> dict[str, Game[Any]]:
    """All games with all variants that differ, by a readable name."""
    return {
        f"{name}:{label}": game for name, listing in GAMES.items() for label, game in walks.variants(listing).items()
    }


def chosen(legal: Action, rng: Random) -> Action:
    """An exact action drawn from those that a legal action stands for."""
    return legal if legal.exact else legal.drawn(rng)
