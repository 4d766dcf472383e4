"""Cutting for the deal: each seat takes one of the cards that lie face down, all see it, and the highest card deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dealt.cards import Card, Cards, cards, text
from dealt.game import Action, Fact, Seat, View

__all__ = ["DEAL", "Cut", "cut_of", "facts", "free", "placed", "standing", "taken"]

DEAL = Action("deal")
"""What the seat with the highest card does."""


class Cut(NamedTuple):
    """Cards spread face down, who has taken which, and the hands that will be dealt.

    ``taken`` has the places in ``spread`` that each seat has taken, from 0, several if it was tied. ``packets`` are the
    hands in the order of dealing, and what is left over: another shuffle, about which the spread tells nothing.
    """

    spread: tuple[Card, ...]
    taken: tuple[tuple[int, ...], ...]
    packets: tuple[Cards, ...]


def free(cut: Cut) -> list[int]:
    """The places whose cards still lie face down."""
    gone = {place for places in cut.taken for place in places}
    return [place for place in range(len(cut.spread)) if place not in gone]


def placed(cut: Cut) -> list[Action]:
    """What may be taken, from 1: a range of places, or several around those that are taken."""
    stretches: list[list[int]] = []
    for place in free(cut):
        if stretches and stretches[-1][-1] == place - 1:
            stretches[-1].append(place)
        else:
            stretches.append([place])
    return [Action("cut", amount=some[0] + 1, upto=some[-1] + 1 if some[1:] else None) for some in stretches]


def standing(cut: Cut, strength: Callable[[Card], int]) -> tuple[tuple[Seat, ...], Seat | None]:
    """Who has still to take a card; if nobody, who deals: the highest card. Who tie take another.

    If too few cards are left to part them, the first of those who are tied deals.
    """
    tied: Sequence[Seat] = range(len(cut.taken))
    for turn in range(len(cut.spread)):
        waiting = tuple(seat for seat in tied if len(cut.taken[seat]) == turn)
        if waiting:
            return (waiting, None) if len(waiting) <= len(free(cut)) else ((), tied[0])
        shown = {seat: strength(cut.spread[cut.taken[seat][turn]]) for seat in tied}
        tied = [seat for seat in tied if shown[seat] == max(shown.values())]
        if len(tied) == 1:
            break
    return (), tied[0]


def taken(cut: Cut, seat: Seat, place: int) -> Cut:
    """The cut once a seat has taken the card at a place, from 1."""
    places = (*cut.taken[seat], place - 1)
    return cut._replace(taken=(*cut.taken[:seat], places, *cut.taken[seat + 1 :]))


def facts(cut: Cut, named: Callable[[Card], str], *, everything: bool) -> list[Fact]:
    """The newest card of each seat; for samplers the places of all, and for who sees everything what will be dealt."""
    found = [Fact("cut", seat, named(cut.spread[places[-1]])) for seat, places in enumerate(cut.taken) if places]
    found += [Fact(".taken", seat, " ".join(map(str, places))) for seat, places in enumerate(cut.taken) if places]
    return [*found, Fact(".packets", None, "|".join(map(text, cut.packets)))] if everything else found


def cut_of(view: View, seats: int, spread: tuple[Card, ...], packets: tuple[Cards, ...]) -> Cut:
    """The cut that a view shows; ``packets`` where it doesn't tell them."""
    known = view.fact(".packets")
    places = (tuple(map(int, str(view.fact(".taken", seat) or "").split())) for seat in range(seats))
    return Cut(spread, tuple(places), packets if known is None else tuple(map(cards, str(known).split("|"))))
