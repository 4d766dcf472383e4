"""Contract bridge: auction, dummy, and three modes (duplicate, rubber, and the assignment's mini game)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealt.game import Option, OptionError
from dealt.games.bridge.auction import BIDS, CALLS, Auction, Contract, contract
from dealt.games.bridge.modes import Duplicate, Mini, RubberBridge
from dealt.games.bridge.pbn import PBN
from dealt.games.bridge.play import Bridge, call_of, vulnerable
from dealt.games.texts import listed

__all__ = [
    "BIDS",
    "CALLS",
    "LISTING",
    "OPTIONS",
    "Auction",
    "Bridge",
    "Contract",
    "Duplicate",
    "Mini",
    "RubberBridge",
    "bridge",
    "call_of",
    "contract",
    "vulnerable",
]

OPTIONS: Final = (
    Option("mode", "duplicate", ("duplicate", "mini", "rubber")),
    Option("boards", 4, (None,), low=1, high=32),
    Option("vulnerability", "board", ("board", "none", "ns", "ew", "both")),
    Option("dealer", "board", ("board", "n", "e", "s", "w")),
    Option("compare", "imps", ("imps", "matchpoints")),
    Option("honours", True, (True, False)),
    Option("deal_limit", None, (None,), low=1, high=32),
    Option("unfinished_part_bonus", 100, (100, 50)),
    Option("claims", True, (True, False)),
    Option("lead_rule", "longest", ("longest", "highest")),
)

_MODE_OPTIONS: Final = {
    "duplicate": ("boards", "vulnerability", "dealer", "compare", "claims"),
    "rubber": ("honours", "deal_limit", "unfinished_part_bonus", "claims"),
    "mini": ("lead_rule",),
}
"""The options of each mode beside ``mode``."""


def bridge(**options: Any) -> Bridge:
    """Bridge under ``OPTIONS``; OptionError where one of them does not belong to the mode."""
    defaults: dict[str, Any] = {each.name: each.default for each in OPTIONS}
    mode = options.get("mode", defaults["mode"])
    for name, value in options.items():
        if name != "mode" and name not in _MODE_OPTIONS[mode] and value != defaults[name]:
            homes = " and ".join(each for each, has in _MODE_OPTIONS.items() if name in has)
            raise OptionError(f"{name} belongs to the mode {homes}: leave it out in the mode {mode}")
    makers: dict[str, Callable[..., Bridge]] = {"duplicate": Duplicate, "rubber": RubberBridge, "mini": Mini}
    settled = {**defaults, **options}
    return makers[mode](mode=mode, **{name: settled[name] for name in _MODE_OPTIONS[mode]})


LISTING: Final = listed("bridge", bridge, OPTIONS, formats=(PBN,))
