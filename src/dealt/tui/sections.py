"""Where the log of a deal has its breaks: a trick, a lead that is won, a round of bets. No game is named here.

``tests/cases/sections.json`` holds cases for this and for the page's reading (``web/src/table/sections.ts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from dealt.cards import Card
from dealt.game import View
from dealt.tui import roles
from dealt.tui.scene import Line


class Section(NamedTuple):
    """A section begins with line ``at`` of the log and is number ``n`` of its kind, from 1."""

    at: int
    kind: Literal["trick", "lead", "bets", "draw"]
    n: int
    cards: tuple[Card, ...] = ()
    """What was turned up before it."""


def sections(view: View, log: Sequence[Line], seats: int) -> list[Section]:
    """The sections of a log, in order; none where one plays alone or the hands lie open before the seats."""
    if seats < 2 or roles.tabled(view):
        return []
    if sum(each.lay == "slot" and each.owner is not None for each in view.piles) > 1:
        plays = [n for n, line in enumerate(log) if line.role == "play"]
        playing = seats - sum(fact.role == "out" for fact in view.facts)
        return [Section(at, "trick", n) for n, at in enumerate(plays[::playing], 1)]
    return _rounds(log) if roles.betting(view) else _leads(log)


def _rounds(log: Sequence[Line]) -> list[Section]:
    """Rounds of bets, and changes of cards or cards turned up between them."""
    found: list[Section] = []
    turned: tuple[Card, ...] = ()
    for at, line in enumerate(log):
        kind: Literal["bets", "draw"] = "draw" if line.role == "draw" else "bets"
        if not found or found[-1].kind != kind or turned:
            found.append(Section(at, kind, sum(each.kind == kind for each in found) + 1, turned))
        turned = line.turned
    return found


def _leads(log: Sequence[Line]) -> list[Section]:
    """A lead is won by whoever goes on after their own play: nobody has answered it. It may be passed on."""
    found: list[Section] = []
    holder: int | None = None
    for at, line in enumerate(log):
        if line.role not in ("play", "pass"):
            continue
        if (holder is None and not found and line.role == "play") or line.seat == holder:
            found.append(Section(at, "lead", len(found) + 1))
            holder = None
        if line.role == "play":
            holder = line.seat
    return found
